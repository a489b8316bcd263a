"""What the data model costs, as ratios to decoding the same entity: machines differ, ratios hardly do.

`python benchmarks/bench_wikibase.py` prints one row per figure. No network, no files.
"""

import time
from collections.abc import Callable
from typing import Any

import orjson

from wikidata_repair_eval.wikibase import (
    RevisionText,
    changed_properties,
    claims_signature,
    parse_entity,
    property_signature,
    statement_ops,
)

STATEMENTS, LANGUAGES = 100, 500


def big_item(changed: int = 0) -> dict[str, Any]:
    """About 300 KB of terms, statements and references; `changed` moves one P31 value."""
    claims: dict[str, list[dict[str, Any]]] = {}
    for number in range(STATEMENTS):
        property_id = f"P{31 + number // 4}"
        statement = _statement(property_id, number, changed if number == 0 else 0)
        claims.setdefault(property_id, []).append(statement)
    terms = {f"l{n}": {"language": f"l{n}", "value": f"the name in language {n}"} for n in range(LANGUAGES)}
    longer = {key: term | {"value": term["value"] * 3} for key, term in terms.items()}
    empty: dict[str, Any] = {"aliases": {}, "sitelinks": {}}
    return {"type": "item", "id": "Q1", "labels": terms, "descriptions": longer, "claims": claims} | empty


def _statement(property_id: str, number: int, changed: int) -> dict[str, Any]:
    sources = [("P248", 1000 + number), ("P143", 328), ("P813", 7), ("P854", 9)]
    snaks = {key: [_snak(key, value)] for key, value in sources}
    return {
        "mainsnak": _snak(property_id, 5 + number + changed),
        "type": "statement",
        "id": f"Q1$00000000-0000-4000-8000-{number:012d}",
        "rank": "normal",
        "qualifiers": {"P580": [_snak("P580", number + 1)]},
        "qualifiers-order": ["P580"],
        "references": [{"hash": "1" * 40, "snaks": snaks, "snaks-order": list(snaks)}] * 2,
    }


def _snak(property_id: str, number: int) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": number, "id": f"Q{number}"}
    datavalue = {"value": value, "type": "wikibase-entityid"}
    return {"snaktype": "value", "property": property_id, "hash": "0" * 40, "datavalue": datavalue}


def _microseconds(work: Callable[[], object], rounds: int = 5, repeats: int = 20) -> float:
    """The best of several rounds: noise only ever adds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(repeats):
            work()
        best = min(best, (time.perf_counter() - start) / repeats)
    return best * 1e6


def main() -> list[dict[str, Any]]:
    """Rows of name, value, unit and note."""
    body = orjson.dumps(big_item())
    text = body.decode()
    raw, edited = orjson.loads(body), orjson.loads(orjson.dumps(big_item(changed=1)))
    works: dict[str, Callable[[], object]] = {
        "orjson.loads": lambda: orjson.loads(body),
        "parse_entity from bytes": lambda: parse_entity(body),
        "parse_entity from decoded JSON": lambda: parse_entity(raw),
        "RevisionText(text).property_signature of P31": lambda: RevisionText(text).property_signature("P31"),
        "property_signature of P31": lambda: property_signature(raw, "P31"),
        "claims_signature, all statements": lambda: claims_signature(raw),
        "statement_ops, one value changed": lambda: statement_ops(raw, edited),
        "changed_properties, one value changed": lambda: changed_properties(raw, edited),
    }
    times = {name: _microseconds(work) for name, work in works.items()}
    decoding = times["orjson.loads"]
    return [_row(name, elapsed, decoding, len(body)) for name, elapsed in times.items()]


def _row(name: str, elapsed: float, decoding: float, size: int) -> dict[str, Any]:
    about = f"entity of {size // 1000} KB, {STATEMENTS} statements"
    note = f"{elapsed:.1f} us, {1e6 / elapsed:,.0f} per second; {about}"
    return {
        "name": f"wikibase: {name}",
        "value": round(elapsed / decoding, 4),
        "unit": "x decoding",
        "note": note,
    }


if __name__ == "__main__":
    for row in main():
        print(f"{row['value']:>9} {row['unit']}  {row['name']}  ({row['note']})")  # noqa: T201
