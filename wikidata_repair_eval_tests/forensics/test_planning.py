"""What a run would cost, before it is run."""

import json
from pathlib import Path

import pytest

from wikidata_repair_eval.cli import main
from wikidata_repair_eval.forensics.planning import Pace, PageFacts, Range, Stored, exactly, plan_run
from wikidata_repair_eval_tests.e2e.worlds import served, small_world

FAST = Pace(requests_per_minute=60, concurrency=1, seconds=Range(0.1, 0.1))
PAGE = PageFacts("P1", sizes=(1_000_000,) * 20, transitions_seen=5, candidates_seen=10)


def test_a_page_costs_its_list_and_its_texts_by_number_and_by_size() -> None:
    assert PageFacts("P1", (10,) * 120).requests == 1 + 3
    assert PageFacts("P1", (4_000_000,) * 6).requests == 1 + 3
    assert PageFacts("P1", (10,) * 501).requests == 2 + 11
    assert PageFacts("P1", ()).requests == 1


def test_the_rate_of_the_newest_changes_is_stretched_over_the_history_and_is_a_range() -> None:
    plan = plan_run(["P1"], [PAGE], Stored(), FAST)
    assert plan.candidates == Range(19, 76)  # 19 changes, 2 candidates each, give or take a factor of 2
    assert plan.requests_reports == exactly(1 + 1 + 3)
    assert plan.requests_repairs == Range(19 + 2, 1.5 * 76 + 2)


def test_a_history_that_was_read_whole_is_no_range() -> None:
    facts = PageFacts("P1", (10,) * 6, transitions_seen=5, candidates_seen=3)
    assert plan_run(["P1"], [facts], Stored(), FAST).candidates == exactly(3)


def test_pages_that_were_not_looked_at_widen_the_range() -> None:
    one, ten = (
        plan_run(pages, [PAGE], Stored(), FAST) for pages in (["P1"], [f"P{n}" for n in range(1, 11)])
    )
    assert ten.candidates.low < one.candidates.low * 10 < one.candidates.high * 10 < ten.candidates.high
    assert "1 of 10 new pages were looked at" in ten.assumptions[0]


def test_the_sources_limit_sets_the_hours() -> None:
    assert FAST.hours(exactly(3600)) == exactly(1.0)
    assert Pace(None, 4, Range(1.0, 2.0)).hours(exactly(3600)) == Range(0.25, 0.5)
    assert Pace(60, 1, Range(0.1, 5.0)).hours(exactly(3600)) == Range(1.0, 5.0)


def test_what_is_stored_is_counted_and_not_estimated() -> None:
    stored = Stored(waiting={"P2": 40}, finished=frozenset({"P3"}), requests_per_candidate=1.2)
    plan = plan_run(["P2", "P3"], [], stored, FAST)
    assert (plan.candidates, plan.new_pages) == (exactly(40), 0)
    assert plan.requests_reports == exactly(1 + 2)
    assert plan.requests_repairs == Range(40 + 2, 60 + 2)


def test_no_changes_seen_is_no_candidates_and_no_crash() -> None:
    assert plan_run(["P1"], [PageFacts("P1", ())], Stored(), FAST).candidates == exactly(0)
    assert plan_run([], [], Stored(), FAST).requests == exactly(0)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "data"))
    with served(tmp_path, small_world(1)) as (path, server):
        monkeypatch.setenv("WRE_SOURCE", path)
        yield server


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main.run(["plan", "--json", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_plan_of_the_sandbox_holds_what_a_run_really_costs(
    source: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = told([], capsys)
    planted = small_world(1).truth_json()
    really = len(planted["repairs"]) + sum(one["candidate"] for one in planted["not_repairs"])
    assert plan["candidates"]["low"] <= really <= plan["candidates"]["high"]  # type: ignore[index]
    assert plan["asked_for_this"] < 60  # type: ignore[operator]
    assert not (tmp_path / "data" / "01_repair_candidates").exists()


def test_the_table_names_requests_hours_disk_and_what_they_rest_on(
    source: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["plan", "--reports", "P569", "--since", "2020-01-01"]) == 0
    said = capsys.readouterr().out
    for word in ("requests", "hours", "disk", "It rests on this", "no limit", "factor of 2"):
        assert word in said


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param(["--reports", "P999999"], "no such report page", id="an unknown page"),
        pytest.param(["--since", "yesterday"], "not a day", id="no day"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    source: object, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["plan", *arguments]) == 2
    assert problem in capsys.readouterr().err
