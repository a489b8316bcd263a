"""Reading one property out of a revision's text is the same as decoding all of it."""

import json

import orjson
import pytest
from hypothesis import given, settings

from wikidata_repair_eval.wikibase import PartNotLoaded, Redirect, RevisionText, property_signature
from wikidata_repair_eval.wikibase.revision_text import cut_statements
from wikidata_repair_eval_tests.build import (
    as_old_dump,
    as_revision_content,
    entity,
    item,
    statement,
    text,
    value,
)
from wikidata_repair_eval_tests.wikibase.strategies import entities

WANTED = ("P1", "P2", "P31", "P569", "P2302", "P9999")


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(entities())
def test_cut_statements_are_those_of_the_decoded_text(raw):
    for dialect in (raw, as_revision_content(raw), as_old_dump(raw)):
        for written in (orjson.dumps(dialect).decode(), json.dumps(dialect)):
            for property_id in WANTED:
                found = RevisionText(written).statements(property_id)
                assert list(found) == list((dialect["claims"] or {}).get(property_id, []))


LOOKS_LIKE_CLAIMS = value("bad", {"P31": [{"mainsnak": {}}]})
QUOTES_CLAIMS = value("bad", {"P31": [statement("P31", item("Q7"))]})


def stored(*statements, **parts):
    return orjson.dumps(as_revision_content(entity("Q1", *statements, **parts))).decode()


@pytest.mark.parametrize(
    ("written", "cut"),
    [
        pytest.param(stored(statement("P31", item("Q5"))), 1, id="today's shape"),
        pytest.param(stored(statement("P1", item("Q5"))), 0, id="property absent from the text"),
        pytest.param(
            stored(statement("P1", item("Q5"), qualifiers={"P31": [item("Q1")]})), None, id="only a qualifier"
        ),
        pytest.param(
            stored(statement("P1", text('"P31":[{"mainsnak":'))),
            0,
            id="quoted in a text, where quotes are escaped",
        ),
        pytest.param(stored(labels={"en": '{"claims":{"P31":[{"mainsnak":1}]}}'}), 0, id="quoted in a label"),
        pytest.param(stored(statement("P1", LOOKS_LIKE_CLAIMS)), None, id="inside a value of unknown type"),
        pytest.param(
            stored(statement("P1", QUOTES_CLAIMS), statement("P31", item("Q5"))),
            None,
            id="there and in claims",
        ),
        pytest.param('{"entity":"Q1","redirect":"Q2"}', None, id="redirect"),
        pytest.param(stored(statement("P31", item("Q5")))[:-1], None, id="cut text"),
        pytest.param('{"type":"item","id":"Q1","labels":{}}', None, id="no claims in the answer"),
    ],
)
def test_only_a_safe_shape_is_cut(written, cut):
    found = cut_statements(written, "P31")
    assert (found if found is None else len(found)) == cut


def test_trap_37_a_redirect_has_no_statements_to_count():
    redirect = RevisionText('{"entity":"Q1","redirect":"Q2"}')
    assert redirect.parsed == Redirect("Q1", "Q2")
    with pytest.raises(PartNotLoaded, match="holds Redirect"):
        redirect.property_signature("P31")


def test_signatures_are_those_of_the_decoded_entity_and_are_remembered():
    raw = entity("Q1", statement("P31", item("Q5"), references=[{"P248": [item("Q2")]}]))
    revision = RevisionText(orjson.dumps(raw).decode())
    for references in (True, False, True):
        assert revision.property_signature("P31", references) == property_signature(raw, "P31", references)
    revision.text = ""  # whatever is asked again needs no text
    assert revision.property_signature("P31") == property_signature(raw, "P31")


def test_the_whole_is_decoded_once():
    revision = RevisionText(stored(statement("P31", item("Q5"))))
    assert revision.parsed is revision.parsed
    assert revision.statements("P31") is revision.parsed.claims["P31"]
