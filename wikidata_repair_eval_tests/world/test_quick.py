"""The row that is cut from raw bytes, or parsed in part, is the row that decoding gives, or there is none."""

import json
from collections.abc import Sequence

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.world.parsed import parsed_fields
from wikidata_repair_eval.world.quick import quick_fields
from wikidata_repair_eval.world.rows import decoded, fields_of, referred_ids
from wikidata_repair_eval.world.scan import scan_block
from wikidata_repair_eval_tests.build import (
    Raw,
    as_old_dump,
    coordinate,
    entity,
    item,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
)
from wikidata_repair_eval_tests.world.dumps import dump_order, line


def spelled(fields: Sequence[bytes]) -> list[object]:
    entity_id, label, description, classes, superclasses = fields
    terms = [orjson.loads(term) if term else None for term in (label, description)]
    return [entity_id, *terms, classes, superclasses]


def cut_out(raw: Raw) -> list[object] | None:
    body = line(raw)
    found = quick_fields(b"before\n" + body + b",\n", 7, 7 + len(body))
    return None if found is None else spelled(found[:5])


def id_first(claims: Raw) -> Raw:
    """The statements with their keys in another order."""
    return {key: [dict(sorted(one.items())) for one in statements] for key, statements in claims.items()}


TRICKY = st.sampled_from(
    [
        '"en":{"language":"en","value":"x"}',
        '"P31":[{"mainsnak":',
        ',"claims":{',
        "[",
        ',"aliases":',
        '\\"}',
        "\t",
        "\n",
    ]
)
WORDS = st.one_of(st.text(max_size=20), TRICKY)
TERMS = st.dictionaries(st.sampled_from(["en", "mul", "de", "en-gb", "simple"]), WORDS)
VALUES = st.one_of(
    st.integers(1, 10**9).map(lambda number: item(f"Q{number}")),
    st.just(unknown()),
    st.just(none()),
    WORDS.map(text),
)
STATEMENTS = st.lists(
    st.builds(
        lambda property_id, value, rank, qualifier: statement(
            property_id, value, rank=rank, qualifiers={qualifier: [item("Q9")]} if qualifier else None
        ),
        st.sampled_from(["P31", "P279", "P22", "P2"]),
        VALUES,
        st.sampled_from(["normal", "preferred", "deprecated"]),
        st.sampled_from(["", "P31", "P279", "P580"]),
    ),
    max_size=5,
)
SPELLINGS = {
    "with blanks": lambda raw: json.dumps(dump_order(raw), ensure_ascii=False).encode(),
    "escaped": lambda raw: json.dumps(raw, separators=(",", ":")).encode(),
    "with sorted keys": lambda raw: json.dumps(raw, sort_keys=True).encode(),
    "as in 2015": lambda raw: orjson.dumps(as_old_dump(raw) | {"modified": raw["modified"]}),
}


@settings(max_examples=300, deadline=None)
@given(
    labels=TERMS,
    descriptions=TERMS,
    aliases=st.dictionaries(st.just("en"), st.lists(WORDS)),
    claims=STATEMENTS,
)
def test_the_cut_row_is_the_decoded_row(labels: Raw, descriptions: Raw, aliases: Raw, claims: list[Raw]):
    raw = entity("Q7", *claims, labels=labels, descriptions=descriptions, aliases=aliases)
    cut = cut_out(raw)
    decoded_row = spelled(fields_of(decoded(line(raw))))
    assert cut is None or cut == decoded_row
    turned = cut_out(raw | {"claims": id_first(raw["claims"])})
    assert turned is None or turned == decoded_row
    for spelling in SPELLINGS.values():
        parsed = parsed_fields(spelling(raw))
        assert parsed is not None
        assert spelled(parsed[:5]) == decoded_row
        assert parsed[5] == raw["modified"].encode()


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_line_in_another_spelling_is_parsed_in_part_and_not_decoded(spelling, monkeypatch):
    monkeypatch.setattr("wikidata_repair_eval.world.scan.decoded", None)
    raw = entity(
        "Q7",
        statement("P31", item("Q5")),
        statement("P31", item("Q6"), rank="preferred"),
        labels={"de": "b", "en": 'a "b" \u00e9 [\\'},
        descriptions={"mul": "d"},
    )
    rows = scan_block(spelling(raw) + b",\n", frozenset()).fields
    assert spelled(rows) == [b"Q7", 'a "b" \u00e9 [\\', "d", b"Q6", b""]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"[1]", id="a list"),
        pytest.param(b'{"id":"Q1"', id="cut"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(line(entity("L7", type="lexeme")), id="a lexeme"),
        pytest.param(line(entity("Q7") | {"id": "q7"}), id="an id in another spelling"),
        pytest.param(line(entity("Q7") | {"id": 7}), id="a number for an id"),
        pytest.param(line(entity("Q7") | {"type": "property"}), id="a type that is not the id's"),
        pytest.param(line(entity("Q7") | {"missing": ""}), id="a missing entity"),
        pytest.param(b'{"entity":"Q7","redirect":"Q8"}', id="a redirect"),
        pytest.param(line(entity("Q7") | {"labels": {"en": "a"}}), id="labels as the REST model has them"),
        pytest.param(line(entity("Q7") | {"labels": ["a"]}), id="a filled list for a map"),
        pytest.param(line(entity("Q7") | {"claims": {"P31": {"a": 1}}}), id="a map for a list"),
        pytest.param(line(entity("Q7") | {"modified": 7}), id="a number for a date"),
    ],
)
def test_what_is_not_plainly_an_entity_is_left_to_decoding(body: bytes):
    assert parsed_fields(body) is None


def test_an_ordinary_item_is_cut_and_not_decoded():
    raw = entity(
        "Q7",
        statement("P22", item("Q8"), qualifiers={"P31": [item("Q11")], "P279": [item("Q12")]}),
        statement("P31", item("Q5")),
        statement("P31", item("Q6"), rank="preferred", references=[{"P248": [item("Q13")]}]),
        statement("P279", item("Q9"), rank="deprecated"),
        labels={"de": "b", "en": "a"},
        descriptions={"mul": "d", "fr": "c"},
        sitelinks={"enwiki": "A"},
    )
    assert cut_out(raw) == [b"Q7", "a", "d", b"Q6", b""]


def test_statements_that_do_not_begin_with_their_main_snak_are_cut_too():
    raw = entity(
        "Q7",
        statement("P22", item("Q8"), qualifiers={"P31": [item("Q11")], "P279": [item("Q12")]}),
        statement("P31", item("Q5"), qualifiers={"P1": [text("]")]}, references=[{"P31": [item("Q13")]}]),
        statement("P31", item("Q6"), rank="preferred"),
        statement("P279", item("Q9")),
        labels={"en": "a"},
        descriptions={"en": "b"},
    )
    raw["claims"] = id_first(raw["claims"])
    assert cut_out(raw) == [b"Q7", "a", "b", b"Q6", b"Q9"]
    raw["claims"] = {"P22": raw["claims"]["P22"]}
    assert cut_out(raw) == [b"Q7", "a", "b", b"", b""]
    raw["claims"] = {"P22": raw["claims"]["P22"], "P31": [7]}
    assert cut_out(raw) == [b"Q7", "a", "b", b"", b""]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda raw: as_old_dump(raw), id="the id behind the terms, as in 2015"),
        pytest.param(lambda raw: {key: raw[key] for key in reversed(raw)}, id="all keys the other way round"),
        pytest.param(
            lambda raw: raw | {"labels": {"en": {"value": "a", "language": "en"}}},
            id="the value before the language",
        ),
        pytest.param(lambda raw: raw | {"id": "P7", "type": "property"}, id="a property"),
        pytest.param(
            lambda raw: {key: raw[key] for key in ("type", "id", "descriptions", *raw)},
            id="the descriptions before the labels",
        ),
    ],
)
def test_trap_54_another_shape_is_left_to_decoding(change):
    raw = dump_order(entity("Q7", statement("P31", item("Q5")), labels={"en": "a"}))
    usual, body = orjson.dumps(raw), orjson.dumps(change(raw))
    assert quick_fields(usual, 0, len(usual)) is not None
    assert quick_fields(body, 0, len(body)) is None
    assert spelled(scan_block(body + b",\n", frozenset()).fields)[1:4] == ["a", None, b"Q5"]


def test_trap_54_the_id_is_the_entitys_own_and_not_a_nested_one_or_its_title():
    raw = entity("Q7", statement("P31", item("Q5"))) | {"title": "Q8"}
    body = orjson.dumps(as_old_dump(raw) | {"title": "Q8"})
    scan = scan_block(body + b",\n", frozenset([b"Q7", b"Q5", b"Q8"]))
    assert [found.id for found in scan.wanted] == ["Q7"]


def test_trap_54_a_description_that_comes_before_the_label_is_not_taken_for_it():
    raw = entity("Q7", labels={"en": "label"}, descriptions={"en": "description"})
    body = orjson.dumps({key: raw[key] for key in ("type", "id", "descriptions", "labels", *raw)})
    assert spelled(scan_block(body + b",\n", frozenset()).fields)[1:3] == ["label", "description"]


@pytest.mark.parametrize(
    ("change", "modified"),
    [
        pytest.param(lambda raw: raw | {"modified": "yesterday"}, b"yesterday", id="a date of another form"),
        pytest.param(lambda raw: raw | {"more": 1}, b"2026-01-01T00:00:00Z", id="something behind the date"),
        pytest.param(lambda raw: {key: raw[key] for key in raw if key != "modified"}, b"", id="no date"),
        pytest.param(lambda raw: {key: raw[key] for key in raw if key != "aliases"}, ..., id="no aliases"),
        pytest.param(
            lambda raw: {key: raw[key] for key in raw if key != "descriptions"}, ..., id="no descriptions"
        ),
        pytest.param(lambda raw: raw | {"aliases": []}, ..., id="[] for {}"),
        pytest.param(lambda raw: raw | {"descriptions": []}, ..., id="[] for {} in descriptions"),
        pytest.param(lambda raw: raw | {"aliases": {"es": [{"language": "es", "value": "["}]}}, ..., id="s"),
        pytest.param(
            lambda raw: {key: raw[key] for key in raw if key != "sitelinks"}, ..., id="no sitelinks"
        ),
    ],
)
def test_what_may_be_missing_or_elsewhere_costs_no_decoding(change, modified):
    raw = change(dump_order(entity("Q7", statement("P31", item("Q5")), labels={"en": 'a["b\\"]'})))
    body = orjson.dumps(raw)
    found = quick_fields(body, 0, len(body))
    assert found is not None
    assert spelled(found[:5]) == [b"Q7", 'a["b\\"]', None, b"Q5", b""]
    parsed = parsed_fields(body)
    assert parsed is None if "more" in raw else parsed and spelled(parsed[:5]) == spelled(found[:5])
    assert found[5] == (b"2026-01-01T00:00:00Z" if modified is ... else modified)


def test_trap_46_mul_holds_the_label_where_there_is_no_english_one():
    raw = entity("Q7", labels={"mul": "for all", "de": "x"}, descriptions={"en": "d"})
    assert cut_out(raw) == [b"Q7", "for all", "d", b"", b""]


MANY_NAMES = entity(
    "Q7",
    statement("P1082", quantity("+1", "Q101"), qualifiers={"P585": [time("+2020-01-01")]}),
    statement("P625", coordinate(1, 2, globe="Q405")),
    statement("P31", item("Q5"), references=[{"P248": [item("Q36578")], "P5": [item("L3-F1")]}]),
    statement("P2", text("Q999")),
    sitelinks={"enwiki": "A [Q998]"},
) | {"sitelinks": {"enwiki": {"site": "enwiki", "title": "Q997", "badges": ["Q17437796"]}}}
NAMES = "L3-F1 P2 P248 P31 P5 P585 P625 P1082 Q101 Q1985727 Q36578 Q405 Q5 Q7 Q17437796"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        pytest.param(line(MANY_NAMES), NAMES, id="today's text, searched"),
        pytest.param(line(MANY_NAMES).replace(b"/", b"\\/"), NAMES, id="escaped slashes"),
        pytest.param(orjson.dumps(MANY_NAMES), NAMES, id="another key order, walked through"),
        pytest.param(orjson.dumps(as_old_dump(MANY_NAMES)), NAMES, id="numeric ids alone"),
    ],
)
def test_an_entity_refers_to_all_it_names_and_not_to_what_its_texts_look_like(body: bytes, names: str):
    assert set(referred_ids(decoded(body), body)) == set(names.split())


def test_the_item_in_a_qualifier_is_not_the_value_of_a_statement_without_one():
    raw = entity("Q7", statement("P31", unknown(), qualifiers={"P2": [item("Q9")]}))
    body = line(raw).replace(b'"hash":"' + b"0" * 40 + b'",', b"")
    assert body.index(b'"id":"Q9"') - body.index(b'{"mainsnak":') < 300
    assert quick_fields(body, 0, len(body)) is None
    assert scan_block(body + b",\n", frozenset()).fields == [b"Q7", b"", b"", b"", b""]
