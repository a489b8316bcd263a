"""T-box repairs: class T_BOX, the direction as subtype."""

from typing import Any

import pytest

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval_tests.benchmark.taxonomy.stories import rule
from wikidata_repair_eval_tests.build import item, text

ONE_OF, NONE_OF, FORMAT = "Q21510859", "Q52558054", "Q21502404"


def reform(
    before: list, after: list, *, direction: str | None = None, types: tuple = (ONE_OF,), **more: Any
) -> dict:
    return {
        "id": "reform_Q1_P1_77",
        "qid": "Q1",
        "property": "P1",
        "track": "T_BOX",
        "repair_target": {
            "kind": "T_BOX",
            "property_revision_id": 77,
            "timestamp": "2025-10-01T00:00:00Z",
            "constraint_delta": {
                "statements_before": before,
                "statements_after": after,
                "direction": direction,
            },
        },
        "proof": {"verdict": "proven", "constraints": [{"type_qid": one} for one in types]},
        "violation_context": {"report_violation_type": "One of"},
        **more,
    }


NARROW, WIDE = rule(ONE_OF, P2305=[item("Q1")]), rule(ONE_OF, P2305=[item("Q1"), item("Q2")])


@pytest.mark.parametrize(
    ("before", "after", "direction"),
    [
        pytest.param([NARROW], [WIDE], "relaxation", id="a value became allowed"),
        pytest.param([WIDE], [NARROW], "restriction", id="a value was struck off"),
        pytest.param(
            [NARROW], [rule(ONE_OF, P2305=[item("Q1")], P2303=[item("Q9")])], "exception", id="exception"
        ),
        pytest.param(
            [NARROW], [rule(ONE_OF, P2305=[item("Q1")], P4680=[item("Q46466787")])], "scope", id="scope"
        ),
        pytest.param(
            [rule(FORMAT, P1793=[text("a")])], [rule(FORMAT, P1793=[text("b")])], "update", id="update"
        ),
        pytest.param([NARROW], [], "relaxation", id="the constraint was deleted"),
    ],
)
def test_the_direction_is_told_by_the_statements(before: list, after: list, direction: str):
    case = classify(reform(before, after, types=(ONE_OF, FORMAT)), None, None)
    assert (case["class"], case["subtype"], case["main_score"]) == ("T_BOX", direction, True)


def test_the_recorded_direction_wins_over_a_second_look():
    assert classify(reform([NARROW], [WIDE], direction="exception"))["subtype"] == "exception"


def test_the_direction_of_the_reported_type_counts_where_an_edit_did_more():
    forbidden = rule(NONE_OF, P2305=[item("Q9")])
    case = classify(reform([NARROW], [WIDE, forbidden]))
    assert case["subtype"] == "relaxation"


def test_without_proof_an_edit_of_another_type_is_diagnostic():
    case = classify(
        reform([NARROW], [WIDE], proof=None, violation_context={"report_violation_type": "Format"})
    )
    assert (case["class"], case["main_score"]) == ("T_BOX", False)
    assert any(step["step"] == "diagnostic" for step in case["trace"])
    assert classify(reform([NARROW], [WIDE], proof=None))["main_score"]


def test_without_statements_the_direction_is_an_update_and_the_trace_says_so():
    record = reform([], [])
    del record["repair_target"]["constraint_delta"]
    case = classify(record)
    assert (case["class"], case["subtype"]) == ("T_BOX", "update")
    assert any(step["step"] == "unknown" for step in case["trace"])
    assert case["confidence"] < classify(reform([NARROW], [WIDE]))["confidence"]
