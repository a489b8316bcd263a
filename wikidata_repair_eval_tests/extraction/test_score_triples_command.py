"""`score-triples`: lines in, lines out, one bad line costs one line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from wikidata_repair_eval.cli.extraction import score_triples
from wikidata_repair_eval_tests.extraction.build_cases import thing

GOOD = {
    "id": "good",
    "article_title": "Marie Curie",
    "item": {"qid": "Q7186", "label": "Marie Curie", "aliases": [], "statements": [thing("Q1", "physicist")]},
    "triples": [["ex:Marie_Curie", "pgc:hasOccupation", "physicist", 0.9]],
    "alignment": "default",
    "options": {},
}


def run(*lines: str | dict) -> tuple[int, list[dict], str]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    done = CliRunner().invoke(score_triples, ["-"], input=text)
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_a_case_is_scored_with_every_promised_key():
    code, [result], _ = run(GOOD)
    assert code == 0
    keys = (
        "id tp fp fn novel off_subject redundant below_confidence merged precision recall f1"
        " recall_alignable no_ground_truth pairs matches"
    )
    assert set(result) == set(keys.split())
    assert result["matches"] == [{"triple": 0, "type": "exact", "score": 1.0, "statement": 0}]


def test_a_file_is_read_like_stdin(tmp_path: Path):
    (tmp_path / "cases.jsonl").write_text(json.dumps(GOOD))
    done = CliRunner().invoke(score_triples, [str(tmp_path / "cases.jsonl")])
    assert (done.exit_code, json.loads(done.stdout)["tp"]) == (0, 1)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param("{", "not JSON", id="no JSON"),
        pytest.param("[]", "not an object", id="a list"),
        pytest.param({**GOOD, "triples": None}, "triples", id="no triples"),
        pytest.param({**GOOD, "item": None}, "item", id="no item"),
        pytest.param({**GOOD, "triples": [["a", "b"]]}, "not a triple", id="two parts"),
        pytest.param({**GOOD, "triples": [[None, "b", "c", 1]]}, "neither text", id="a null subject"),
        pytest.param({**GOOD, "triples": [["a", "b", {}, 1]]}, "neither text", id="an object that is a map"),
        pytest.param({**GOOD, "alignment": "mine"}, "no alignment", id="an unknown alignment"),
        pytest.param({**GOOD, "options": {"threshold": 1}}, "unknown keys", id="an unknown option"),
        pytest.param(
            {**GOOD, "options": {"min_confidence_for_scoring": 2}}, "not a number from 0", id="a minimum of 2"
        ),
        pytest.param(
            {**GOOD, "alignment": [{"pid": "P1", "predicates": ["x"]}, {"pid": "P2", "predicates": ["x"]}]},
            "already stands for",
            id="a contradicting alignment",
        ),
    ],
)
def test_a_bad_line_costs_one_line_and_exits_2(line, problem):
    code, results, stderr = run(GOOD, line, {**GOOD, "id": "last"})
    assert code == 2
    assert [result.get("tp") for result in results] == [1, None, 1]
    assert problem in results[1]["error"]
    assert "line 2" in stderr
    assert "Fix:" in stderr


@pytest.mark.parametrize("confidence", ["high", 7, -0.1, True, "NaN", [0.9]], ids=repr)
def test_a_malformed_confidence_is_unknown_and_said_so_but_the_triple_is_scored(confidence):
    triples = [[*GOOD["triples"][0][:3], confidence]]
    code, [result], stderr = run({**GOOD, "triples": triples, "options": {"min_confidence_for_scoring": 0.5}})
    assert (code, result["tp"], result["below_confidence"]) == (0, 1, 0)
    assert "counts as unknown" in result["warnings"][0]
    assert "line 1, triples[0]" in stderr


def test_a_null_object_says_nothing_and_is_wrong():
    code, [result], _ = run({**GOOD, "triples": [[*GOOD["triples"][0][:2], None, 0.9]]})
    assert (code, result["fp"]) == (0, 1)


def test_the_example_of_the_help_text_works():
    example = score_triples.help.split("echo '", 1)[1].split("' |", 1)[0]
    code, [result], _ = run(" ".join(example.split()))
    assert (code, result["tp"]) == (0, 1)
