"""`check_entity`: verdicts for people who only have entity JSON."""

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring import check_entity
from wikidata_repair_eval_tests.build import entity, item, text
from wikidata_repair_eval_tests.scoring.builders import FORMAT, SYMMETRIC, p1, rule

DIGITS = rule(FORMAT, P1793=[text("[0-9]+")])


def test_every_constraint_of_a_property_gives_a_record() -> None:
    property_json = entity("P1", DIGITS, rule(SYMMETRIC), rule(FORMAT, "2", rank="deprecated"))
    records = check_entity(entity("Q1", p1(text("abc"))), property_json)
    assert [(one["constraint_type"], one["item_status"]) for one in records][:1] == [(FORMAT, "violated")]
    assert len(records) == 2
    assert records[0]["results"][0]["status"] == "warning"


def test_what_a_check_needs_comes_in_as_neighbours() -> None:
    subject = entity("Q1", p1(item("Q2")))
    [alone] = check_entity(subject, [rule(SYMMETRIC)], "P1")
    [known] = check_entity(subject, [rule(SYMMETRIC)], "P1", neighbours={"Q2": entity("Q2")})
    assert (alone["item_status"], known["item_status"]) == ("undecidable", "violated")


def test_bad_input_is_told() -> None:
    with pytest.raises(InputError, match="of which property"):
        check_entity(entity("Q1"), [DIGITS])
    with pytest.raises(InputError, match="redirect"):
        check_entity({"entity": "Q1", "redirect": "Q2"}, [DIGITS], "P1")
    with pytest.raises(InputError, match="entity"):
        check_entity({"no": "entity"}, [DIGITS], "P1")
