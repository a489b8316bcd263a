"""People's own repair, turned into a proposal, scores 1.0 everywhere."""

import pytest

from wikidata_repair_eval.benchmark.expressible import expressible
from wikidata_repair_eval.scoring.replay import replay
from wikidata_repair_eval.scoring.scores import score_case
from wikidata_repair_eval_tests.build import Raw, entity, item, none, quantity, text, unknown
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.scoring.builders import (
    ALLOWED_QUALIFIERS,
    CITATION,
    CONFLICTS,
    DISTINCT,
    FORMAT,
    INTEGER,
    ITEM_REQUIRES,
    LABEL,
    NONE_OF,
    ONE_OF,
    RANGE,
    REQUIRED_QUALIFIER,
    SINGLE_VALUE,
    SUBJECT_TYPE,
    SYMMETRIC,
    case,
    exception_case,
    format_case,
    other,
    p1,
    rule,
)


def q1(*statements: Raw, **parts: object) -> Raw:
    return entity("Q1", *statements, **parts)


SOURCE = {"P248": [item("Q36578")]}
A_BOX = {
    "a value replaced": format_case(),
    "a value removed": case(
        q1(p1(text("abc")), p1(text("1"), 2)),
        [rule(FORMAT, P1793=[text("[0-9]+")])],
        after=q1(p1(text("1"), 2)),
    ),
    "a value added, with qualifiers and a source": case(
        q1(p1(item("Q5"))),
        [rule(ITEM_REQUIRES, P2306=[item("P2")])],
        after=q1(
            p1(item("Q5")),
            other(item("Q7"), 2, qualifiers={"P580": [date("+1999-00-00", 9)]}, references=[SOURCE]),
        ),
        edited_property="P2",
    ),
    "a value removed and another one added": case(
        q1(p1(item("Q3"))),
        [rule(ONE_OF, P2305=[item("Q4")])],
        after=q1(p1(item("Q4"), 2, references=[SOURCE])),
    ),
    "a rank changed": case(
        q1(p1(text("a")), p1(text("b"), 2)),
        [rule(SINGLE_VALUE)],
        after=q1(p1(text("a")), p1(text("b"), 2, rank="deprecated")),
    ),
    "a qualifier added": case(
        q1(p1(text("a"))),
        [rule(REQUIRED_QUALIFIER, P2306=[item("P585")])],
        after=q1(p1(text("a"), qualifiers={"P585": [date("+2001-05-00", 10)]})),
    ),
    "a qualifier removed": case(
        q1(p1(text("a"), qualifiers={"P9": [text("x")], "P8": [text("y"), unknown()]})),
        [rule(ALLOWED_QUALIFIERS, P2306=[item("P8")])],
        after=q1(p1(text("a"), qualifiers={"P8": [text("y"), unknown()]})),
    ),
    "a source added": case(q1(p1(text("a"))), [rule(CITATION)], after=q1(p1(text("a"), references=[SOURCE]))),
    "another property edited": case(
        q1(p1(text("a")), other(item("Q8"), 2)),
        [rule(CONFLICTS, P2306=[item("P2")])],
        after=q1(p1(text("a"))),
        edited_property="P2",
    ),
    "a label added": case(
        q1(p1(text("a"))),
        [rule(LABEL, P424=[text("en")])],
        after=q1(p1(text("a")), labels={"en": "Ana"}),
        edited_property=None,
        term="labels/en",
    ),
    "a neighbour edited": case(
        q1(p1(item("Q2"))),
        [rule(SYMMETRIC)],
        edited=(entity("Q2"), entity("Q2", p1(item("Q1"), 1, "Q2"))),
        neighbours=[entity("Q2")],
    ),
    "another holder edited": case(
        q1(p1(text("x"))),
        [rule(DISTINCT)],
        edited=(entity("Q2", p1(text("x"), 1, "Q2")), entity("Q2")),
        neighbours=[entity("Q2", p1(text("x"), 1, "Q2"))],
        companions=["Q2"],
    ),
    "a class above edited that is known only by its edges": case(
        q1(p1(text("a")), other(item("Q10"), 2, "P31")),
        [rule(SUBJECT_TYPE, P2308=[item("Q20")], P2309=[item("Q21503252")])],
        edited=(
            entity("Q10", other(item("Q11"), 1, "P279", "Q10")),
            entity("Q10", other(item("Q11"), 1, "P279", "Q10"), other(item("Q20"), 2, "P279", "Q10")),
        ),
        edited_property="P279",
        class_edges=[["Q10", "Q11"]],
    ),
    "a class above edited that had no parents at all": case(
        q1(p1(text("a")), other(item("Q10"), 2, "P31")),
        [rule(SUBJECT_TYPE, P2308=[item("Q20")], P2309=[item("Q21503252")])],
        edited=(entity("Q10"), entity("Q10", other(item("Q20"), 2, "P279", "Q10"))),
        edited_property="P279",
    ),
    "a type changed that has no class above it": case(
        q1(p1(text("a")), other(item("Q10"), 2, "P31")),
        [rule(SUBJECT_TYPE, P2308=[item("Q20")], P2309=[item("Q21503252")])],
        after=q1(p1(text("a")), other(item("Q20"), 2, "P31")),
        edited_property="P31",
    ),
    "a self link, which has no statement": case(
        q1(p1(item("Q1"))), [], after=q1(p1(item("Q2"))), reported=[], family="Self link"
    ),
}
POINTED_AT = case(
    q1(),
    [rule(SYMMETRIC)],
    after=q1(p1(item("Q2"))),
    neighbours=[entity("Q2", p1(item("Q1"), 1, "Q2"), p1(item("Q3"), 2, "Q2")), entity("Q3")],
)
POINTED_AT["proof"]["judged_entities"] = ["Q2"]
A_BOX["an answer added to another item's statement, which is what was judged"] = POINTED_AT
TWO = q1(p1(text("a")), p1(text("b"), 2))
T_BOX = {
    "an exception added": exception_case(),
    "a constraint deleted": case(TWO, [rule(SINGLE_VALUE), rule(INTEGER)], rules_after=[rule(INTEGER)]),
    "the only constraint deleted": case(TWO, [rule(SINGLE_VALUE)], rules_after=[]),
    "a constraint deprecated": case(
        TWO, [rule(SINGLE_VALUE)], rules_after=[rule(SINGLE_VALUE, rank="deprecated")]
    ),
    "a constraint deleted and added again with an exception": case(
        TWO, [rule(SINGLE_VALUE)], rules_after=[rule(SINGLE_VALUE, "2", P2303=[item("Q1"), item("Q7")])]
    ),
    "a list shortened": case(
        q1(p1(item("Q3"))),
        [rule(NONE_OF, P2305=[item("Q3"), item("Q4")])],
        rules_after=[rule(NONE_OF, P2305=[item("Q4")])],
    ),
    "an open end put into a range": case(
        q1(p1(quantity("+9"))),
        [rule(RANGE, P2313=[quantity("+0")], P2312=[quantity("+5")])],
        rules_after=[rule(RANGE, P2313=[quantity("+0")], P2312=[none()])],
    ),
    "another type of constraint in its place": case(
        TWO, [rule(SINGLE_VALUE)], rules_after=[{**rule(INTEGER), "id": rule(SINGLE_VALUE)["id"]}]
    ),
}


@pytest.mark.parametrize("made", [*A_BOX.values(), *T_BOX.values()], ids=[*A_BOX, *T_BOX])
def test_a_replayed_repair_scores_one_everywhere(made: Raw) -> None:
    assert expressible(made) is None
    trace = score_case(made, replay(made))
    assert not trace["invalid"], trace["reason"]
    assert [trace[name] for name in ("s_info", "action_match", "exact", "semantic", "track_correct")] == [
        1
    ] * 5
    assert trace["functional"]["fixed"] is True
    assert (trace["functional"]["information_kept"], trace["functional"]["score"]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        pytest.param(
            case(q1(p1(text("a"))), [rule(FORMAT)], after=q1(), edited_property=None, term="descriptions/en"),
            "No operation edits the term descriptions/en.",
            id="a description",
        ),
        pytest.param(
            format_case() | {"proof": {"constraints": [{"type_qid": FORMAT, "statement_id": "P1$gone"}]}},
            "The reported constraint is not among the stored P2302 statements.",
            id="a constraint that nobody stored",
        ),
        pytest.param(
            case(
                q1(p1(text("a"))),
                [rule(FORMAT, P1793=[text("[0-9]+")])],
                after=q1(p1({"snaktype": "value", "datavalue": {"type": "bogus", "value": "1"}})),
            ),
            "A value of P1 cannot be read or is too long.",
            id="a value that nobody can read",
        ),
        pytest.param(
            case(q1(p1(text("1"))), [rule(FORMAT, P1793=[text("[0-9]+")])], after=q1(p1(text("2")))),
            "The stored state before the repair does not show the violation.",
            id="no violation before",
        ),
        pytest.param(
            case(q1(p1(text("x"))), [rule(FORMAT, P1793=[text("[0-9]+")])], after=q1(p1(text("y")))),
            "The edit by itself does not make the stored state clean.",
            id="still violated after",
        ),
    ],
)
def test_a_repair_that_cannot_be_said_or_seen_is_diagnostic_with_its_reason(made: Raw, reason: str) -> None:
    assert expressible(made) == reason
    assert replay(made) is None
