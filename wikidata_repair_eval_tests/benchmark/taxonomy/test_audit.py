"""The checks of stored classes find what they are for."""

from typing import Any

from wikidata_repair_eval.benchmark.taxonomy import audit
from wikidata_repair_eval_tests.benchmark.taxonomy.stories import replaced, rule, story
from wikidata_repair_eval_tests.build import entity, statement, text

TOLD = replaced(text("id 12345"), text("12345"), rules=[rule("Q21502404", P1793=[text(r"\d+")])])


def test_every_repair_needs_exactly_one_class():
    repair, case = TOLD.repair, TOLD.told()
    assert audit.without_one_class([repair], [case]) == []
    assert audit.without_one_class([repair], []) == [repair["id"]]
    assert audit.without_one_class([repair], [case, case]) == [repair["id"]]
    assert audit.without_one_class([], [case]) == [repair["id"]]


def problems(repair: dict[str, Any], **changes: Any) -> list[str]:
    case = {**TOLD.told(), "id": repair["id"], **changes}
    return audit.misfits([repair], [case])


def test_a_record_that_fits_its_repair_passes():
    assert problems(TOLD.repair) == []


def test_records_that_contradict_their_repair_are_named():
    deleted = story(entity("Q1", statement("P1", text("x"))), entity("Q1")).repair
    assert "no answer to find" in problems(deleted)[0]
    assert "does not fit the track" in problems(TOLD.repair, **{"class": "T_BOX", "subtype": "scope"})[0]
    assert (
        "no direction"
        in problems({**TOLD.repair, "repair_target": {"kind": "T_BOX"}}, **{"class": "T_BOX"})[0]
    )
    assert "no trace" in problems(TOLD.repair, trace=[])[0]
    assert "not valid" in problems(TOLD.repair, confidence=7)[0]
    assert "not valid" in problems(TOLD.repair, **{"class": "TypeD"})[0]
