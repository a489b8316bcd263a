"""Random entities: nothing is lost in reading, nothing unsaid is signed, everything said is."""

import contextlib
import random
from collections import Counter

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.wikibase import (
    MalformedEntity,
    MalformedValue,
    action,
    canonical_entity,
    changed_properties,
    claims_signature,
    constraint_signature,
    entity_signature,
    parse_datavalue,
    parse_entity,
    property_signature,
    render_snak,
    statement_ops,
    terms_signature,
    to_datavalue,
    values_of,
)
from wikidata_repair_eval.wikibase.canonical import canonical_statement
from wikidata_repair_eval_tests.build import as_old_dump, as_revision_content, snak
from wikidata_repair_eval_tests.wikibase.strategies import entities, shuffled, statements, values

SIGNATURES = (claims_signature, constraint_signature, entity_signature, terms_signature)
quick = settings(max_examples=60, deadline=None, derandomize=True, database=None)


@quick
@given(entities())
def test_reading_and_writing_back_loses_nothing(raw):
    for dialect in (raw, as_revision_content(raw), as_old_dump(raw)):
        assert orjson.loads(orjson.dumps(parse_entity(orjson.dumps(dialect)).to_json())) == dialect


@quick
@given(entities())
def test_every_dialect_has_the_same_signatures(raw):
    stored = as_revision_content(raw)
    assert [sign(stored) for sign in SIGNATURES] == [sign(raw) for sign in SIGNATURES]
    assert canonical_entity(stored) == canonical_entity(raw)
    assert claims_signature(as_old_dump(raw)) == claims_signature(raw)


@quick
@given(entities(), st.integers())
def test_order_ids_and_hashes_never_change_a_signature_or_make_an_operation(raw, seed):
    mixed = shuffled(raw, random.Random(seed))
    assert [sign(mixed) for sign in SIGNATURES] == [sign(raw) for sign in SIGNATURES]
    assert statement_ops(raw, mixed) == changed_properties(raw, mixed) == []


@quick
@given(entities(), statements())
def test_a_statement_more_is_always_seen(raw, extra):
    property_id = extra["mainsnak"]["property"]
    claims = raw["claims"] | {property_id: [*raw["claims"].get(property_id, []), extra | {"id": "Q1$extra"}]}
    grown = raw | {"claims": claims}
    assert property_signature(grown, property_id) != property_signature(raw, property_id)
    assert changed_properties(raw, grown) == [property_id]
    assert [op["op"] for op in statement_ops(raw, grown)] == ["add"]


@quick
@given(statements(), statements())
def test_statements_that_say_different_things_have_different_canonical_bytes(one, other):
    told = [
        orjson.dumps({k: s.get(k) for k in ("mainsnak", "rank")}, option=orjson.OPT_SORT_KEYS)
        for s in (one, other)
    ]
    assume(told[0] != told[1])
    assert canonical_statement(one) != canonical_statement(other)


@quick
@given(entities(), entities())
def test_operations_account_for_every_difference(before, after):
    """Undoing the removals and changes and doing the additions leads from the one multiset to the other."""
    after = after | {"id": before["id"]}
    ops = statement_ops(before, after)
    delta = Counter()
    for op in {(op["statement_id"], op["op"].partition("_")[0]): op for op in ops}.values():
        delta[_said(op["before"])] -= 1
        delta[_said(op["after"])] += 1
    del delta[None]
    expected = Counter(_all_said(after))
    expected.subtract(_all_said(before))
    assert {key: n for key, n in delta.items() if n} == {key: n for key, n in expected.items() if n}


def _said(statement):
    return None if statement is None else canonical_statement(statement)


def _all_said(raw):
    return [canonical_statement(statement) for group in raw["claims"].values() for statement in group]


@quick
@given(values())
def test_values_survive_reading_and_writing_and_always_have_a_text(content):
    assert isinstance(render_snak(snak("P1", content)), str)
    if content["snaktype"] == "value":
        assert to_datavalue(parse_datavalue(content["datavalue"])) == content["datavalue"]


@quick
@given(entities(), entities())
def test_the_action_is_the_same_from_values_and_from_bare_statements(before, after):
    for property_id in ("P1", "P2", "P31"):
        old, new = (values_of(raw, property_id) for raw in (before, after))
        bare = [[_bare(s) for s in raw["claims"].get(property_id, [])] for raw in (before, after)]
        assert action(old, new) == action(*bare)


def _bare(statement):
    return {key: statement[key] for key in ("mainsnak", "rank")}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@quick
@given(
    json_values, st.sampled_from(["time", "quantity", "string", "wikibase-entityid", "globecoordinate", "x"])
)
def test_no_nonsense_in_a_value_crashes_anything(nonsense, kind):
    raw = snak("P1", {"snaktype": "value", "datavalue": {"type": kind, "value": nonsense}})
    assert isinstance(render_snak(raw), str)
    assert canonical_statement({"mainsnak": raw})
    with contextlib.suppress(MalformedValue):
        parse_datavalue(raw["datavalue"])


@quick
@given(json_values)
def test_no_nonsense_is_read_as_an_entity(nonsense):
    with pytest.raises(MalformedEntity):
        parse_entity(orjson.dumps(nonsense))
