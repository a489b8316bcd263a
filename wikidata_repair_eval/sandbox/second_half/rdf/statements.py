"""Statements as lines: the statement node, its rank, its snaks, and the truthy shortcuts.

Unknown and none are not the same: somevalue is an IRI of its own, novalue is a type and no value at all.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from wikidata_repair_eval.sandbox.second_half.rdf.terms import (
    GENID,
    STATEMENT,
    A,
    line,
    prefixed,
)
from wikidata_repair_eval.sandbox.second_half.rdf.values import simple_value, value_node

JsonObject = dict[str, Any]

RANKS = {"preferred": "PreferredRank", "normal": "NormalRank", "deprecated": "DeprecatedRank"}
BEST = prefixed("wikibase", "BestRank")


def statement_lines(node: str, statements: list[JsonObject], told: set[str]) -> Iterator[str]:
    """All statements of one property of one entity, whose node is `node`; `told` are the shared nodes
    (references, values) whose own lines were given before, and grows."""
    best = best_rank(statements)
    for statement in statements:
        snak = statement["mainsnak"]
        subject = f"<{STATEMENT}{statement['id'].replace('$', '-', 1)}>"
        yield line(node, prefixed("p", snak["property"]), subject)
        yield line(subject, prefixed("wikibase", "rank"), prefixed("wikibase", RANKS[statement["rank"]]))
        yield from _snak_lines(subject, snak, "ps", "psv", statement["id"], told)
        if statement["rank"] == best:
            yield line(subject, A, BEST)
            yield from _snak_lines(node, snak, "wdt", None, statement["id"], told)
        yield from _qualifier_lines(subject, statement, told)
        yield from _reference_lines(subject, statement, told)


def best_rank(statements: list[JsonObject]) -> str | None:
    """Preferred if there is one, else normal; deprecated statements are never the best."""
    ranks = {statement["rank"] for statement in statements}
    return next((rank for rank in ("preferred", "normal") if rank in ranks), None)


def _qualifier_lines(subject: str, statement: JsonObject, told: set[str]) -> Iterator[str]:
    for snaks in (statement.get("qualifiers") or {}).values():
        for number, snak in enumerate(snaks):
            yield from _snak_lines(subject, snak, "pq", "pqv", f"{statement['id']}|{number}", told)


def _reference_lines(subject: str, statement: JsonObject, told: set[str]) -> Iterator[str]:
    for reference in statement.get("references", []):
        node = prefixed("wdref", reference["hash"])
        yield line(subject, prefixed("prov", "wasDerivedFrom"), node)
        if node in told:
            continue
        told.add(node)
        for snaks in (reference["snaks"] or {}).values():
            for number, snak in enumerate(snaks):
                yield from _snak_lines(node, snak, "pr", "prv", f"{reference['hash']}|{number}", told)


def _snak_lines(
    subject: str, snak: JsonObject, simple: str, full: str | None, identity: str, told: set[str]
) -> Iterator[str]:
    property_id = snak["property"]
    if snak["snaktype"] == "novalue":
        yield line(subject, A, prefixed("wdno", property_id))
    elif snak["snaktype"] == "somevalue":
        yield line(subject, prefixed(simple, property_id), unknown_value(identity, property_id))
    else:
        yield line(subject, prefixed(simple, property_id), simple_value(snak["datatype"], snak["datavalue"]))
        described = value_node(snak["datavalue"]) if full is not None else None
        if full is not None and described is not None:
            node, lines = described
            yield line(subject, prefixed(full, property_id), node)
            if node not in told:
                told.add(node)
                yield from lines


def unknown_value(identity: str, property_id: str) -> str:
    """Skolemised: each unknown is its own, and the same one wherever its statement is shown."""
    digest = hashlib.md5(f"{identity}|{property_id}".encode(), usedforsecurity=False).hexdigest()
    return f"<{GENID}{digest}>"
