"""The scorer: what counts as what, one to one, and which ratios are undefined."""

import pytest

from wikidata_repair_eval.extraction.assignment import assign
from wikidata_repair_eval_tests.extraction.build_cases import counts, score, text, thing, time

PHYSICIST, CHEMIST = thing("Q169470", "physicist"), thing("Q593644", "chemist")
BIRTH = time("1867-11-07T00:00:00Z")


def occupation(value, confidence=0.9):
    return ["ex:Marie_Curie", "pgc:hasOccupation", value, confidence]


@pytest.mark.parametrize(
    ("triples", "statements", "expected"),
    [
        pytest.param([occupation("physicist")], [PHYSICIST], {"tp": 1}, id="a match"),
        pytest.param([occupation("painter")], [PHYSICIST], {"fp": 1, "fn": 1}, id="aligned but wrong"),
        pytest.param([occupation("physicist")], [BIRTH], {"fp": 1, "fn": 1}, id="no such statement"),
        pytest.param([], [PHYSICIST], {"fn": 1}, id="nothing was extracted"),
        pytest.param([], [], {}, id="nothing at all"),
        pytest.param(
            [["ex:Marie_Curie", "ex:collaboratedWith", "Pierre Curie", 0.9]],
            [PHYSICIST],
            {"fn": 1, "novel": 1},
            id="an unaligned predicate is novel and no false positive",
        ),
        pytest.param(
            [["ex:Pierre_Curie", "ex:collaboratedWith", "Marie Curie", 0.9]],
            [PHYSICIST],
            {"fn": 1, "off_subject": 1},
            id="an unaligned predicate of another subject is off subject",
        ),
        pytest.param(
            [occupation("physicist"), occupation("physicist")],
            [PHYSICIST, CHEMIST],
            {"tp": 1, "fn": 1, "redundant": 1},
            id="one statement is covered once",
        ),
        pytest.param(
            [occupation("physicist"), occupation("wd:Q169470"), occupation('"Physicist"@en')],
            [PHYSICIST],
            {"tp": 1, "redundant": 2},
            id="the same thing in other words is redundant",
        ),
        pytest.param(
            [occupation("physicist"), occupation("chemist")],
            [PHYSICIST, CHEMIST],
            {"tp": 2},
            id="two of a property",
        ),
        pytest.param(
            [occupation("physicist"), occupation("physicist")],
            [PHYSICIST, dict(PHYSICIST)],
            {"tp": 2},
            id="two statements of one value take two triples",
        ),
        pytest.param(
            [occupation("physicist", 0.2)],
            [PHYSICIST],
            {"tp": 1},
            id="without a minimum every confidence is scored",
        ),
        pytest.param([occupation("physicist", None)], [PHYSICIST], {"tp": 1}, id="no confidence given"),
        pytest.param([occupation("physicist")[:3]], [PHYSICIST], {"tp": 1}, id="three parts"),
    ],
)
def test_counts(triples, statements, expected):
    assert counts(score(triples, *statements)) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        pytest.param({**BIRTH, "rank": "deprecated"}, {"fp": 1}, id="deprecated"),
        pytest.param({**BIRTH, "snaktype": "somevalue", "value": None}, {"fp": 1}, id="unknown value"),
        pytest.param({**BIRTH, "snaktype": "novalue", "value": None}, {"fp": 1}, id="no value"),
        pytest.param({**BIRTH, "rank": "preferred"}, {"tp": 1}, id="preferred"),
        pytest.param(
            {**BIRTH, "value_type": "external-id", "value": "1867-11-07"}, {"fp": 1}, id="external id"
        ),
    ],
)
def test_what_is_not_ground_truth_is_neither_matched_nor_missed(statement, expected):
    result = score([["ex:Marie_Curie", "pgc:birthDate", "1867-11-07", 0.9]], statement)
    assert counts(result) == expected
    assert result["no_ground_truth"] is ("tp" not in expected)


def test_a_normal_statement_beside_a_preferred_one_is_still_ground_truth():
    result = score([], {**PHYSICIST, "rank": "preferred"}, CHEMIST)
    assert result["fn"] == 2


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        pytest.param(0.5, {"tp": 1}, id="the minimum itself is enough"),
        pytest.param(0.51, {"fn": 1, "below_confidence": 1}, id="below it the triple does not count"),
    ],
)
def test_confidence_below_the_minimum(minimum, expected):
    result = score([occupation("physicist", 0.5)], PHYSICIST, min_confidence_for_scoring=minimum)
    assert counts(result) == expected


def test_a_wrong_triple_below_the_minimum_costs_no_precision():
    wrong = [occupation("physicist"), occupation("painter", 0.1)]
    result = score(wrong, PHYSICIST, min_confidence_for_scoring=0.5)
    assert (counts(result), result["precision"]) == ({"tp": 1, "below_confidence": 1}, 1.0)


def test_undefined_ratios_are_null_and_defined_ones_are_not():
    ratios = ("precision", "recall", "f1", "recall_alignable")
    assert [score([])[name] for name in ratios] == [None] * 4
    assert [score([occupation("x")])[name] for name in ratios] == [0.0, None, None, None]
    assert [score([], PHYSICIST)[name] for name in ratios] == [None, 0.0, None, 0.0]
    assert [score([occupation("x")], PHYSICIST)[name] for name in ratios] == [0.0, 0.0, 0.0, 0.0]


def test_recall_over_alignable_statements_stands_beside_headline_recall():
    outside = text("whatever", pid="P99999")
    result = score([occupation("physicist")], PHYSICIST, outside)
    assert (result["recall"], result["recall_alignable"]) == (0.5, 1.0)
    assert score([], outside)["recall_alignable"] is None


def test_the_best_match_wins_not_the_first():
    physics = thing("Q38104", "Nobel Prize in Physics", pid="P166")
    chemistry = thing("Q44585", "Nobel Prize in Chemistry", pid="P166")
    prize = ["ex:Marie_Curie", "pgc:awardReceived", "Nobel Prize in Chemistry", 0.9]
    assert score([prize], physics, chemistry)["pairs"] == [[0, 1]]


def test_an_exact_date_is_preferred_to_a_year():
    years = [time("1867-01-01T00:00:00Z", 9), BIRTH]
    result = score([["ex:Marie_Curie", "pgc:birthDate", "1867-11-07", 0.9]], *years)
    assert result["pairs"] == [[0, 1]]


def test_pairing_is_optimal_where_greed_would_lose_a_match():
    """The year fits both statements, the day only the first: taking the first fit loses one."""
    triples = [["ex:Marie_Curie", "pgc:birthDate", value, 0.9] for value in ("1867", "1867-11-07")]
    result = score(triples, BIRTH, time("1867-01-01T00:00:00Z", 9))
    assert (result["tp"], result["pairs"]) == (2, [[0, 1], [1, 0]])


def test_more_pairs_are_better_than_better_pairs():
    assert assign({(0, 0): 1.0, (0, 1): 0.85, (1, 0): 0.86}) == {0: 1, 1: 0}
    chain = {(n, n): 1.0 for n in range(6)} | {(n, n + 1): 0.85 for n in range(6)} | {(6, 0): 0.85}
    assert len(assign(chain)) == 7  # although six pairs of 1.0 weigh more than seven of 0.85


def test_ties_go_to_the_first_of_the_input():
    assert assign({(0, 0): 1.0, (0, 1): 1.0, (1, 0): 1.0, (1, 1): 1.0}) == {0: 0, 1: 1}
    result = score([occupation("physicist"), occupation("physicist")], PHYSICIST)
    assert [match["type"] for match in result["matches"]] == ["exact", "redundant"]


def test_every_triple_has_one_match_with_its_type_and_score():
    triples = [
        occupation("physicist"),
        occupation("painter"),
        occupation("physicist"),
        ["ex:Marie_Curie", "ex:likes", "cycling", 0.9],
        ["ex:Pierre_Curie", "pgc:hasOccupation", "physicist", 0.9],
        occupation("chemist", 0.1),
    ]
    result = score(triples, PHYSICIST, CHEMIST, min_confidence_for_scoring=0.2)
    assert [(match["type"], match["statement"]) for match in result["matches"]] == [
        ("exact", 0),
        ("partial", None),
        ("redundant", 0),
        ("no_match", None),
        ("off_subject", None),
        ("below_confidence", None),
    ]
    assert 0 < result["matches"][1]["score"] < 0.85


def test_nothing_leaks_from_one_article_to_the_next():
    first = score([occupation("physicist")], PHYSICIST)
    score([["ex:Pierre_Curie", "pgc:hasOccupation", "chemist", 0.9]], CHEMIST, title="Pierre Curie", qid="Q1")
    assert score([occupation("physicist")], PHYSICIST) == first
