"""Cases of `score-triples` built from their parts: what the tests of the second half stand on."""

from typing import Any

from wikidata_repair_eval.extraction.cases import score_case

JsonObject = dict[str, Any]


def time(value: str, precision: int | None = 11, pid: str = "P569", **more: Any) -> JsonObject:
    return _statement(pid, value, "time", precision=precision, **more)


def thing(qid: str, label: str | None, *aliases: str, pid: str = "P106", **more: Any) -> JsonObject:
    return _statement(pid, qid, "wikibase-item", value_label=label, value_aliases=list(aliases), **more)


def amount(value: str, unit: str | None = None, pid: str = "P2044", **more: Any) -> JsonObject:
    return _statement(pid, value, "quantity", unit=unit, **more)


def point(longitude: float, latitude: float, precision: float | None = 0.0001) -> JsonObject:
    return _statement("P625", f"Point({longitude} {latitude})", "globe-coordinate", precision=precision)


def text(value: str, pid: str = "P225", **more: Any) -> JsonObject:
    return _statement(pid, value, "string", **more)


def phrase(value: str, language: str, pid: str = "P1559") -> JsonObject:
    return _statement(pid, value, "monolingualtext", language=language)


def _statement(pid: str, value: str, value_type: str, **more: Any) -> JsonObject:
    plain = {"rank": "normal", "snaktype": "value", "qualifiers": {}}
    names = {"value_label": None, "value_aliases": []}
    return {"property_id": pid, "value": value, "value_type": value_type} | plain | names | more


def score(
    triples: list[Any],
    *statements: JsonObject,
    title: str = "Marie Curie",
    qid: str = "Q7186",
    label: str | None = None,
    aliases: tuple[str, ...] = (),
    alignment: Any = "default",
    **options: float,
) -> JsonObject:
    """The score of the article's triples against these statements."""
    item = {"qid": qid, "label": label or title, "aliases": list(aliases), "statements": list(statements)}
    case = {"id": "case", "article_title": title, "item": item, "triples": triples}
    return score_case(case | {"alignment": alignment, "options": options})


def said(value: Any, statement: JsonObject) -> float:
    """The score of one object with one statement of the article, 0 where it does not match."""
    rows = [{"pid": statement["property_id"], "predicates": ["says"]}]
    result = score([["Marie Curie", "says", value, 0.9]], statement, alignment=rows)
    [match] = result["matches"]
    assert match["type"] in ("exact", "partial")
    return float(match["score"]) if match["type"] == "exact" else 0.0


def counts(result: JsonObject) -> JsonObject:
    """The counts that are not 0."""
    names = ("tp", "fp", "fn", "novel", "off_subject", "redundant", "below_confidence", "merged")
    return {name: result[name] for name in names if result[name]}
