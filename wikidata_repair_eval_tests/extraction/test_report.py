"""The report and what is read from it: gaps, prompt patches, discoveries."""

import json

import pytest
from click.testing import CliRunner

from wikidata_repair_eval.cli.extraction import (
    novel_discoveries,
    recall_gap_analysis,
    tune_extraction_prompts,
)
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction import PromptTuner, RecallGapAnalyzer
from wikidata_repair_eval.extraction.discoveries import annotation_file, sample, summarize
from wikidata_repair_eval.extraction.intervals import bootstrap
from wikidata_repair_eval.extraction.report import is_stale
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval_tests.extraction.build_results import some_report

REPORT = some_report()


def test_micro_and_macro_ratios_stand_side_by_side_with_intervals():
    summary = REPORT["summary"]
    assert summary["counts"] | {"tp": 3, "fp": 3, "fn": 9, "novel": 3} == summary["counts"]
    assert summary["micro"] == {"precision": 0.5, "recall": 0.25, "f1": 0.3333, "recall_alignable": 0.25}
    assert summary["macro"]["precision"] == 0.5
    assert summary["intervals_95"]["precision"] == [0.5, 0.5]


def test_an_article_without_ground_truth_is_flagged_and_left_out_of_every_aggregate():
    assert REPORT["no_ground_truth"] == ["Nobody"]
    assert REPORT["summary"]["articles"] == 3
    assert sum(bucket["n"] for bucket in REPORT["calibration"]["buckets"]) == 6


def test_a_failed_article_is_a_row_of_its_own_and_not_an_empty_article():
    assert REPORT["failures"] == [{"article": "Gone", "error": "there is no page 'Gone'"}]
    assert "Gone" not in [row["article"] for row in REPORT["articles"]]


def test_figures_by_domain_property_and_datatype():
    assert list(REPORT["by_domain"]) == ["biography_historical"]
    expected = {"statements": 3, "tp": 0, "recall": 0.0, "fp": 3, "precision": 0.0}
    assert REPORT["by_property"]["P106"] == expected
    assert REPORT["by_datatype"]["time"] == {"statements": 3, "tp": 3, "recall": 1.0}


def test_targets_are_checks_that_say_met_or_not():
    met = {row["name"]: row["met"] for row in REPORT["targets"]}
    assert met == {"precision": False, "recall": False, "f1": False, "calibration_pearson": True}


def test_the_report_is_the_same_bytes_again():
    assert json_bytes(some_report()) == json_bytes(REPORT)


@pytest.mark.parametrize(("today", "stale"), [("2026-08-30", False), ("2026-08-31", True)])
def test_results_older_than_90_days_are_stale(today, stale):
    assert is_stale(REPORT["run_date"], today) is stale


def test_bootstrap_intervals_hold_the_estimate_and_need_two_articles():
    articles = [(8, 2, 4), (1, 9, 3), (5, 5, 5), (9, 0, 1)]
    low, high = bootstrap(articles)["precision"]
    assert low < 23 / 39 < high
    assert bootstrap(articles) == bootstrap(articles)
    assert bootstrap(articles[:1])["precision"] is None
    assert bootstrap([(0, 0, 1), (0, 0, 2)])["precision"] is None


def test_gaps_are_properties_below_the_threshold_the_worst_first():
    found = RecallGapAnalyzer(threshold=0.5, fewest=3).analyze(REPORT)
    assert [(gap["property_id"], gap["recall"]) for gap in found["gaps"]] == [("P166", 0.0), ("P106", 0.0)]
    assert found["gaps"][0]["examples"][0]["triple"] == ["Ada Lovelace", "pgc:awardReceived", "First Prize"]
    assert RecallGapAnalyzer(threshold=0.0).analyze(REPORT)["gaps"] == []


def test_too_few_statements_prove_no_gap():
    found = RecallGapAnalyzer(fewest=4).analyze(REPORT)
    assert [gap["property_id"] for gap in found["gaps"]] == ["P166"]
    assert found["properties_with_too_few"] == 2


def test_patches_answer_the_patterns_with_most_evidence_first():
    found = PromptTuner().tune(REPORT)
    assert found["false_positives"] == 3
    assert found["false_positive_patterns"][0]["pattern"] == "wrong_value"
    texts = [patch["text"] for patch in found["patches"]]
    assert texts[0] == "Example: (Ada Lovelace, pgc:awardReceived, First Prize)"
    assert any("occupation" in text and "subject itself" in text for text in texts)
    assert any("ex:likes" in text for text in texts)
    assert found["patches"] == sorted(found["patches"], key=lambda patch: -patch["evidence"])


def test_a_report_without_mistakes_needs_no_patch():
    assert PromptTuner().tune({"articles": []})["patches"] == []


def test_a_sample_is_a_tenth_at_least_one_and_the_same_for_a_seed():
    rows = [{"article": str(n)} for n in range(50)]
    assert len(sample(rows, seed=1)) == 5
    assert sample(rows, seed=1) == sample(rows, seed=1) != sample(rows, seed=2)
    assert (len(sample(rows[:2], seed=1)), sample([], seed=1)) == (1, [])


def test_a_header_that_disagrees_with_the_rows_is_refused():
    rows = [{"article": "A", "verdict": "correct"}, {"article": "B", "verdict": None}]
    text = annotation_file(rows)
    assert summarize(text, "novel.yaml") == {"ndr": 1.0, "judged": 1, "total": 1}
    with pytest.raises(InputError, match="the header says"):
        summarize(text.replace("correct: 1", "correct: 2", 1), "novel.yaml")
    with pytest.raises(InputError, match="no verdict"):
        summarize(text.replace("verdict: correct", "verdict: yes please"), "novel.yaml")
    with pytest.raises(InputError, match="not a list"):
        summarize("summary: {}", "novel.yaml")


def test_the_commands_read_a_report_and_write_json(tmp_path):
    (tmp_path / "latest.json").write_bytes(json_bytes(REPORT))
    for command, key in ((recall_gap_analysis, "gaps"), (tune_extraction_prompts, "patches")):
        output = tmp_path / f"{key}.json"
        arguments = ["--results", str(tmp_path / "latest.json"), "--output", str(output)]
        assert CliRunner().invoke(command, arguments, catch_exceptions=False).exit_code == 0
        assert json.loads(output.read_bytes())[key]


def test_a_file_that_is_no_report_is_refused(tmp_path):
    (tmp_path / "latest.json").write_text("[]")
    done = CliRunner().invoke(recall_gap_analysis, ["--results", str(tmp_path / "latest.json")])
    assert isinstance(done.exception, InputError)


def test_annotating_saves_each_verdict_and_goes_on_later(tmp_path):
    (tmp_path / "latest.json").write_bytes(json_bytes(REPORT))
    file = tmp_path / "novel.yaml"
    start = ["annotate", str(file), "--results", str(tmp_path / "latest.json"), "--sample", "1"]
    assert CliRunner().invoke(novel_discoveries, start, input="c\nq\n").exit_code == 0
    assert CliRunner().invoke(novel_discoveries, ["annotate", str(file)], input="i\nu\n").exit_code == 0
    done = CliRunner().invoke(novel_discoveries, ["summarize", str(file)])
    assert json.loads(done.stdout) == {"ndr": 0.5, "judged": 2, "total": 3}


def test_annotating_nothing_says_what_to_do(tmp_path):
    done = CliRunner().invoke(novel_discoveries, ["annotate", str(tmp_path / "novel.yaml")])
    assert done.exit_code == 2
    assert "--results" in done.output
