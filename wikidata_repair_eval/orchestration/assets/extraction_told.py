"""What the assets of the second half tell a person: counts, rates, samples and plots."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import dagster as dg

from wikidata_repair_eval.orchestration import pictures

Row = dict[str, Any]


def outcomes(rows: list[Row]) -> Row:
    failed = [row for row in rows if row["status"] != "ok"]
    return {
        "articles": len(rows),
        "failed": len(failed),
        "failures": pictures.table(
            [{"article": row["title"], "reason": row["reason"]} for row in failed[:20]]
        ),
    }


def _good(rows: list[Row]) -> Iterator[Row]:
    return (row for row in rows if row["status"] == "ok")


def texts(rows: list[Row]) -> Row:
    sizes = [len(row["markdown"]) for row in _good(rows)]
    sample = next(_good(rows), None)
    return {
        "characters": sum(sizes),
        "without_infobox": sum(not row["infobox"] for row in _good(rows)),
        "sample": dg.MetadataValue.md(sample["markdown"][:1500] if sample else "(none)"),
        "plot": pictures.bars(_by_size(sizes), "articles by length"),
    }


def _by_size(sizes: list[int]) -> dict[str, int]:
    """How many articles have how many characters, by powers of ten."""
    digits = Counter(len(str(size)) for size in sizes)
    return {f"below {10**power:,} characters": digits[power] for power in sorted(digits)}


def statements(rows: list[Row]) -> Row:
    statements = [one for row in _good(rows) for one in row["statements"]]
    ranks = Counter(one["rank"] if one["snaktype"] == "value" else one["snaktype"] for one in statements)
    types = Counter(one["value_type"] for one in statements)
    return {
        "statements": len(statements),
        "articles_without_statements": sum(not row["statements"] for row in _good(rows)),
        "ranks": pictures.counts_table(ranks),
        "sample": pictures.table([_shown(one) for one in statements[:10]]),
        "plot": pictures.bars(dict(types.most_common(12)), "datatypes"),
    }


def _shown(statement: Row) -> Row:
    return {name: statement[name] for name in ("property_id", "value_label", "value", "rank")}


def triples(rows: list[Row]) -> Row:
    triples = [one for row in _good(rows) for one in row["triples"]]
    return {
        "triples": len(triples),
        "articles_without_triples": sum(not row["triples"] for row in _good(rows)),
        "sample": pictures.table(triples[:10]),
        "plot": pictures.bars(_predicates(triples), "predicates"),
    }


def _predicates(triples: list[Row]) -> dict[str, int]:
    """The most frequent ones, in letters that every font has."""
    found = Counter(str(one["predicate"]).encode("ascii", "backslashreplace").decode() for one in triples)
    return dict(found.most_common(12))


def matches(rows: list[Row]) -> Row:
    triples = [one for row in _good(rows) for one in row["triples"]]
    kinds = Counter(one["type"] for one in triples)
    right, wrong, missed = (sum(row[name] for row in _good(rows)) for name in ("tp", "fp", "fn"))
    return {
        "precision": round(right / (right + wrong), 4) if right + wrong else "undefined",
        "recall": round(right / (right + missed), 4) if right + missed else "undefined",
        "kinds": pictures.counts_table(kinds),
        "sample": pictures.table([one for one in triples if one["type"] == "partial"][:10]),
        "plot": pictures.bars(kinds, "what became of the triples"),
    }
