"""Signatures: what they must not see, what they must see, and what they refuse."""

import hashlib
from copy import deepcopy

import pytest

from wikidata_repair_eval.wikibase import (
    MalformedEntity,
    best_rank,
    claims_signature,
    constraint_signature,
    entity_signature,
    not_deprecated,
    parse_entity,
    property_signature,
    terms_signature,
)
from wikidata_repair_eval_tests.build import (
    as_old_dump,
    as_revision_content,
    coordinate,
    entity,
    item,
    monolingual,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
    value,
)


def of(*statements, references=True):
    return property_signature(entity("Q1", *statements), "P1", references)


def of_value(content):
    return of(statement("P1", content))


RICH = statement(
    "P1",
    item("Q5"),
    qualifiers={"P2": [text("a"), text("b")], "P3": [unknown()]},
    references=[{"P4": [item("Q6")], "P5": [time("+2020-01-01")]}, {"P4": [item("Q7")]}],
)


def test_the_signature_is_the_sha1_of_a_canonical_text_that_never_moves():
    """Published hashes must stay comparable, so the text itself is spelled out here."""
    canonical = b'[["normal",["P1","value",["entity","Q5"]],[["P2","novalue",null]],[]]]'
    qualified = statement("P1", item("Q5"), qualifiers={"P2": [none()]})
    assert of(qualified) == hashlib.sha1(canonical).hexdigest()
    assert of() == hashlib.sha1(b"[]").hexdigest()


def test_trap_35_revision_content_without_datatypes_has_the_signature_of_entity_data():
    api = entity("Q1", RICH, statement("P1", text("x")))
    assert property_signature(api, "P1") == property_signature(as_revision_content(api), "P1")
    assert entity_signature(api) == entity_signature(as_revision_content(api))


def test_an_old_dump_line_has_the_signature_of_todays_api():
    api = entity("Q1", RICH, statement("P1", time("+1952-03-11")))
    assert property_signature(api, "P1") == property_signature(as_old_dump(api), "P1")


def _without_hash(raw):
    del raw["mainsnak"]["hash"]
    del raw["references"][0]["hash"]


def _other_hash(raw):
    raw["mainsnak"]["hash"] = "f" * 40


def _reorder_only(raw):
    raw["qualifiers-order"].reverse()
    raw["references"][0]["snaks-order"].reverse()


def _without_order(raw):
    del raw["qualifiers-order"]
    del raw["references"][0]["snaks-order"]


def _keys_reversed(raw):
    for part in (raw, raw["mainsnak"], raw["qualifiers"], raw["references"][0]["snaks"]):
        reversed_part = dict(reversed(part.items()))
        part.clear()
        part.update(reversed_part)


def _other_id(raw):
    raw["id"] = "Q1$another"


def _values_reversed(raw):
    raw["qualifiers"]["P2"].reverse()
    raw["references"].reverse()


@pytest.mark.parametrize(
    "edit",
    [_without_hash, _other_hash, _reorder_only, _without_order, _keys_reversed, _other_id, _values_reversed],
)
def test_trap_36_what_no_editor_said_leaves_the_signature_alone(edit):
    edited = deepcopy(RICH)
    edit(edited)
    assert of(edited) == of(RICH)


@pytest.mark.parametrize("empty", [{}, []], ids=["{}", "[]"])
def test_trap_34_empty_qualifiers_and_references_are_none_at_all(empty):
    plain = statement("P1", item("Q5"))
    assert of(plain | {"qualifiers": empty, "references": []}) == of(plain)
    assert property_signature(entity("Q1") | {"claims": empty}, "P1") == of()
    assert claims_signature(entity("Q1") | {"claims": {"P1": []}}) == claims_signature(entity("Q1"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(time("+00000001952-03-11"), time("+1952-03-11"), id="trap 42: padded year"),
        pytest.param(time("+000000974-03-10"), time("+0974-03-10"), id="trap 42: padded short year"),
        pytest.param(quantity("10"), quantity("+10"), id="sign left out"),
        pytest.param(
            quantity("+1", "https://www.wikidata.org/entity/Q2"),
            quantity("+1", "http://www.wikidata.org/entity/Q2"),
            id="trap 43: https unit",
        ),
        pytest.param(
            value("wikibase-entityid", {"entity-type": "item", "numeric-id": 5}),
            item("Q5"),
            id="trap 41: numeric id alone",
        ),
        pytest.param(coordinate(12, -0.0), coordinate(12.0, 0.0), id="whole degrees"),
    ],
)
def test_two_spellings_of_one_value_have_one_signature(one, other):
    assert of_value(one) == of_value(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(unknown(), none(), id="trap 44: unknown is not none"),
        pytest.param(item("Q5"), text("Q5"), id="an item is not its id as text"),
        pytest.param(item("Q5"), item("P5"), id="an item is not a property"),
        pytest.param(time("+1952-03-11"), time("-1952-03-11"), id="BCE"),
        pytest.param(time("+1952-03-11"), time("+19520-03-11"), id="a zero at the end of a year"),
        pytest.param(time("+1952-03-11", 11), time("+1952-03-11", 9), id="precision"),
        pytest.param(time("+1952-03-11"), time("+1952-03-11", calendar="Q1985786"), id="calendar"),
        pytest.param(time("+1952-03-11"), time("+1952-03-11", after=1), id="after"),
        pytest.param(quantity("+10"), quantity("+10.0"), id="digits of an amount"),
        pytest.param(quantity("+10"), quantity("+10", lower="+9", upper="+11"), id="bounds"),
        pytest.param(quantity("+10"), quantity("+10", "Q11573"), id="unit"),
        pytest.param(coordinate(1, 2), coordinate(2, 1), id="latitude and longitude"),
        pytest.param(coordinate(1, 2, None), coordinate(1, 2, 0.1), id="precision of a place"),
        pytest.param(coordinate(1, 2), coordinate(1, 2, globe="Q405"), id="globe"),
        pytest.param(monolingual("x", "en"), monolingual("x", "de"), id="language"),
        pytest.param(text("a"), text("A"), id="case of text"),
    ],
)
def test_two_values_have_two_signatures(one, other):
    assert of_value(one) != of_value(other)


def _rank(raw):
    raw["rank"] = "preferred"


def _qualifier_value(raw):
    raw["qualifiers"]["P2"].pop()


def _qualifier_property(raw):
    raw["qualifiers"]["P9"] = [s | {"property": "P9"} for s in raw["qualifiers"].pop("P3")]


def _reference(raw):
    raw["references"].pop()


def _qualifier_as_reference(raw):
    raw["references"].append({"snaks": {"P3": raw["qualifiers"].pop("P3")}})


def _references_merged(raw):
    second = raw["references"].pop()
    raw["references"][0]["snaks"]["P4"] += second["snaks"]["P4"]


@pytest.mark.parametrize(
    "edit",
    [_rank, _qualifier_value, _qualifier_property, _reference, _qualifier_as_reference, _references_merged],
)
def test_what_an_editor_changed_changes_the_signature(edit):
    edited = deepcopy(RICH)
    edit(edited)
    assert of(edited) != of(RICH)


def test_references_can_be_left_out():
    edited = deepcopy(RICH)
    _reference(edited)
    assert of(edited, references=False) == of(RICH, references=False)


def test_order_of_statements_does_not_count_but_their_number_does():
    one, two = statement("P1", item("Q1")), statement("P1", item("Q2"))
    assert of(one, two) == of(two, one)
    assert of(one, one) != of(one)


def test_a_value_that_contradicts_its_type_is_signed_as_it_stands():
    broken = statement("P1", time("yesterday", precision=None))
    assert of(broken) == of(deepcopy(broken))
    assert of(broken) != of(statement("P1", time("tomorrow", precision=None)))
    assert of(statement("P1", value("quantity", "x"))) != of(statement("P1", value("quantity", "y")))


def test_an_unreadable_value_is_not_the_readable_one_it_resembles():
    bad = statement("P1", text("x"))
    bad["mainsnak"]["datavalue"]["error"] = "bad"
    assert of(bad) != of(statement("P1", text("x")))


def test_a_statement_of_the_wrong_shape_is_refused():
    with pytest.raises(MalformedEntity, match="not shaped as one"):
        property_signature(entity("Q1") | {"claims": {"P1": ["x"]}}, "P1")


CONSTRAINT = statement("P2302", item("Q21502404"), qualifiers={"P1793": [text("[a-z]+")]}, id="P9$a")


def test_constraint_signatures_are_blind_to_ids_references_and_order():
    other = statement("P2302", item("Q19474404"), id="P9$b")
    sourced = deepcopy(CONSTRAINT) | {"id": "P9$new", "references": [{"snaks": {"P4": []}}]}
    first, second = entity("P9", CONSTRAINT, other), entity("P9", other, sourced)
    assert constraint_signature(first) == constraint_signature(second)
    assert constraint_signature([sourced, other]) == constraint_signature(parse_entity(first))


def test_constraint_signatures_see_parameters_and_deprecation():
    deprecated = CONSTRAINT | {"rank": "deprecated"}
    other_regex = statement("P2302", item("Q21502404"), qualifiers={"P1793": [text("[a-z]*")]})
    signatures = {constraint_signature([raw]) for raw in (CONSTRAINT, deprecated, other_regex)}
    assert len(signatures | {constraint_signature([])}) == 4


def test_claims_signatures_see_every_property():
    one, two = statement("P1", item("Q1")), statement("P2", item("Q1"))
    assert claims_signature(entity("Q1", one, two)) == claims_signature(entity("Q1", two, one))
    assert claims_signature(entity("Q1", one, two)) != claims_signature(entity("Q1", one))


def test_terms_signatures_see_terms_and_only_terms():
    plain = entity("Q1", labels={"en": "a", "de": "b"}, aliases={"en": ["x", "y"]})
    reordered = entity("Q1", RICH, labels={"de": "b", "en": "a"}, aliases={"en": ["y", "x"]})
    changed = entity("Q1", labels={"en": "a", "de": "c"}, aliases={"en": ["x", "y"]})
    assert terms_signature(plain) == terms_signature(reordered)
    assert terms_signature(plain) != terms_signature(changed)
    assert terms_signature(plain, ["en"]) == terms_signature(changed, ["en"])


def test_entity_signatures_see_sitelinks_and_senses():
    assert entity_signature(entity("Q1", sitelinks={"enwiki": "A"})) != entity_signature(entity("Q1"))
    sense = {"id": "L1-S1", "glosses": [], "claims": {"P1": [statement("P1", item("Q1"))]}}
    empty = {"id": "L1-S1", "glosses": {}, "claims": []}
    assert entity_signature(entity("L1", senses=[sense])) != entity_signature(entity("L1", senses=[empty]))


@pytest.mark.parametrize(
    ("ranks", "best"),
    [
        (["normal", "preferred", "deprecated"], ["preferred"]),
        (["normal", "deprecated", "normal"], ["normal", "normal"]),
        (["deprecated"], []),
        ([None], [None]),
    ],
    ids=["preferred alone", "normal where none is preferred", "never deprecated", "no rank is normal"],
)
def test_best_rank(ranks, best):
    statements = [{"rank": rank} if rank else {} for rank in ranks]
    assert [found.get("rank") for found in best_rank(statements)] == best


def test_not_deprecated_keeps_normal_beside_preferred():
    statements = [{"rank": "normal"}, {"rank": "deprecated"}, {"rank": "preferred"}]
    assert [found["rank"] for found in not_deprecated(statements)] == ["normal", "preferred"]
