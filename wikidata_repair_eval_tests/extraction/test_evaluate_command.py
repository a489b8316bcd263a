"""`evaluate-wikidata`: one article, a list, files without a network, a model, failures and resuming."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from wikidata_repair_eval.cli.extraction import evaluate_wikidata
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.run import EvaluationRun, summary_table
from wikidata_repair_eval.sandbox.second_half.articles.model import Disambiguation
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.extraction.build_cases import thing, time
from wikidata_repair_eval_tests.extraction.served import served_source, source_at
from wikidata_repair_eval_tests.sandbox.second_half_world import article_world

WORLD = article_world()
ARTICLES = [page for page in WORLD.articles.articles() if page.qid]


@pytest.fixture(scope="module")
def source():
    with served_source(WORLD) as (found, _):
        yield found


def settings_in(folder: Path, source):
    environ = {"WRE_DATA_DIR": str(folder), "OPENAI_API_KEY": "sk-test"}
    return load_settings(environ).model_copy(update={"source": source})


def listed(folder: Path, *pages) -> str:
    rows = [
        {"title": page.page.title, "qid": getattr(page, "qid", None), "domain": "event"} for page in pages
    ]
    file = folder / "articles.yaml"
    file.write_text(yaml.safe_dump({"articles": rows}, allow_unicode=True), encoding="utf-8")
    return str(file)


def run(settings, **options):
    lines: list[str] = []
    return EvaluationRun.planned(settings, **options).report(lines.append), lines


def test_one_article_is_fetched_extracted_and_scored(source, tmp_path):
    report, _ = run(settings_in(tmp_path, source), article=ARTICLES[0].page.title)
    [row] = report["articles"]
    assert (row["qid"], row["revision"]) == (ARTICLES[0].qid, ARTICLES[0].page.revision_id)
    assert row["tp"] >= 3
    assert report["inputs"]["extractor"] == "infobox"
    assert report["run_date"]
    assert "all" in summary_table(report)


def test_one_bad_article_costs_one_row(source, tmp_path):
    bad = next(page for page in WORLD.articles.pages.values() if isinstance(page, Disambiguation))
    dataset = listed(tmp_path, ARTICLES[0], bad, ARTICLES[1])
    report, lines = run(settings_in(tmp_path, source), dataset=dataset)
    assert len(report["articles"]) == 2
    assert [failure["kind"] for failure in report["failures"]] == ["NotAnArticle"]
    assert [line.split()[0] for line in lines] == ["1/3", "2/3", "3/3"]


def test_a_killed_run_goes_on_where_it_stopped_and_gives_the_same_report(source, tmp_path):
    dataset = listed(tmp_path, *ARTICLES[:3])
    whole, _ = run(settings_in(tmp_path / "whole", source), dataset=dataset)
    settings, seen = settings_in(tmp_path / "killed", source), []

    def kill_after_two(line: str) -> None:
        seen.append(line)
        if len(seen) == 2:
            raise KeyboardInterrupt

    plan = EvaluationRun.planned(settings, dataset=dataset)
    with pytest.raises(KeyboardInterrupt):
        plan.report(kill_after_two)
    kept = list((settings.local_dir / "journal").rglob("*.json"))
    assert len(kept) == 2
    again, _ = run(settings, dataset=dataset)
    times = {"ground_truth_at"}
    strip = lambda report: [{k: v for k, v in row.items() if k not in times} for row in report["articles"]]  # noqa: E731
    assert strip(again) == strip(whole)
    assert not list((settings.local_dir / "journal").rglob("*.json"))


def test_a_model_is_asked_by_profile_and_its_garbled_answer_fails_only_its_article(source, tmp_path):
    profile = tmp_path / "mine.yaml"
    texts = {"system": "List triples. {predicates}", "user": "{article}"}
    for model, failed in (("sandbox-rules-1", 0), ("sandbox-garbled-1", 1)):
        profile.write_text(yaml.safe_dump({"models": {"default": model}, **texts}))
        title = ARTICLES[0].page.title
        report, _ = run(settings_in(tmp_path, source), article=title, profile=str(profile))
        assert len(report["failures"]) == failed
        assert bool(report["articles"] and report["articles"][0]["tp"]) is not bool(failed)


def test_the_shipped_profile_works_on_the_sandbox(source, tmp_path):
    sandbox = source.model_copy(update={"name": "sandbox"})
    report, _ = run(
        settings_in(tmp_path, sandbox), article=ARTICLES[0].page.title, profile="wikidata-eval-v1"
    )
    assert report["articles"][0]["tp"] >= 3


def test_files_alone_need_no_network(tmp_path):
    item = {
        "qid": "Q7186",
        "label": "Marie Curie",
        "aliases": [],
        "statements": [time("1867-11-07T00:00:00Z")],
    }
    other = {
        "qid": "Q937",
        "label": "Albert Einstein",
        "aliases": [],
        "statements": [thing("Q1", "physicist")],
    }
    statements, triples = tmp_path / "statements.jsonl", tmp_path / "triples.jsonl"
    rows = [
        {"article_title": "Marie Curie", "item": item},
        {"article_title": "Albert Einstein", "item": other},
    ]
    statements.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = {"article": "Marie Curie", "triples": [["ex:Marie_Curie", "pgc:birthDate", "1867", 0.9]]}
    triples.write_text(json.dumps(said) + "\n")
    dataset = tmp_path / "list.yaml"
    dataset.write_text("articles: [{title: Marie Curie}, {title: Albert Einstein}, {title: Nobody}]")
    plan = EvaluationRun.planned(
        settings_in(tmp_path, source_at("http://127.0.0.1:9")),
        dataset=str(dataset),
        triples=str(triples),
        statements=str(statements),
    )
    assert plan.needs_world is False
    report = plan.report(lambda _line: None)
    assert report["summary"]["counts"]["tp"] == 1
    assert report["summary"]["counts"]["fn"] == 1
    assert [failure["article"] for failure in report["failures"]] == ["Nobody"]
    assert report["run_date"] is None


def test_a_listed_id_is_compared_with_the_sitelink_and_never_used(source, tmp_path):
    dataset = tmp_path / "list.yaml"
    rows = {"articles": [{"title": ARTICLES[0].page.title, "qid": "Q1"}]}
    dataset.write_text(yaml.safe_dump(rows, allow_unicode=True), encoding="utf-8")
    report, _ = run(settings_in(tmp_path, source), dataset=str(dataset))
    assert (report["articles"][0]["qid"], report["articles"][0]["listed_qid"]) == (ARTICLES[0].qid, "Q1")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        pytest.param({}, "exactly one", id="nothing to evaluate"),
        pytest.param({"article": "A", "dataset": "b.yaml"}, "exactly one", id="both"),
        pytest.param({"article": "A", "triples": "t.nt", "profile": "p"}, "both say", id="two extractors"),
        pytest.param({"dataset": "absent.yaml"}, "cannot be read", id="no such list"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, problem, tmp_path):
    with pytest.raises(InputError, match=problem):
        EvaluationRun.planned(settings_in(tmp_path, source_at("http://127.0.0.1:9")), **options)


def test_the_command_writes_report_and_plot_and_exits_1_where_an_article_failed(tmp_path, monkeypatch):
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "data"))
    item = {"qid": "Q7186", "label": "Marie Curie", "aliases": [], "statements": [thing("Q1", "physicist")]}
    (tmp_path / "s.jsonl").write_text(json.dumps({"article_title": "Marie Curie", "item": item}) + "\n")
    (tmp_path / "t.csv").write_text("subject,predicate,object\nex:Marie_Curie,pgc:hasOccupation,physicist\n")
    files = ["--triples", str(tmp_path / "t.csv"), "--statements", str(tmp_path / "s.jsonl")]
    output, plot = tmp_path / "report.json", tmp_path / "plot.svg"
    written = ["--output", str(output), "--plot", str(plot)]
    done = CliRunner().invoke(evaluate_wikidata, ["--article", "Marie_Curie", *files, *written])
    assert (done.exit_code, json.loads(output.read_bytes())["summary"]["counts"]["tp"]) == (0, 1)
    assert plot.read_text().startswith("<svg")
    assert "F1" in done.stderr
    done = CliRunner().invoke(evaluate_wikidata, ["--article", "Nobody", *files])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["failures"][0]["kind"] == "NoItem"
