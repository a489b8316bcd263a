"""The sensor asks for exactly what changed, in shared runs, and never twice for the same change."""

from pathlib import Path

import dagster as dg
import pytest

from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.orchestration import automation
from wikidata_repair_eval.orchestration.automation import changed_report_pages, read_cursor, write_cursor
from wikidata_repair_eval.orchestration.partitions import RANGE_END, RANGE_START, stretches
from wikidata_repair_eval.orchestration.resources import WikiResource
from wikidata_repair_eval_tests.e2e.worlds import served, small_world

PAGES = ["P21", "P26", "P569", "P570"]


@pytest.fixture
def tick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Evaluate the sensor with a cursor; gives the partitions asked for and the next cursor."""
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path))
    with served(tmp_path, small_world(1)) as (source, _), dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("report_pages", PAGES)

        def look(cursor: str | None) -> tuple[list[dg.RunRequest], str]:
            context = dg.build_sensor_context(
                instance=instance, cursor=cursor, resources={"wiki": WikiResource(source=source)}
            )
            result = changed_report_pages(context)
            return list(result.run_requests or ()), result.cursor

        yield look


def asked_for(requests: list[dg.RunRequest]) -> list[tuple[str | None, str | None]]:
    return [
        (r.partition_key, r.partition_key) if r.partition_key else (r.tags[RANGE_START], r.tags[RANGE_END])
        for r in requests
    ]


def test_the_first_look_asks_for_every_page_in_one_run_and_the_second_for_none(tick):
    requests, cursor = tick(None)
    assert asked_for(requests) == [("P21", "P570")]
    assert tick(cursor)[0] == []


def test_only_changed_pages_are_asked_for_and_the_same_change_has_the_same_run_key(tick):
    seen, start = read_cursor(tick(None)[1])
    assert start == 0
    changed = write_cursor({**seen, "P26": 1, "P569": 1}, 0)
    requests, _ = tick(changed)
    assert asked_for(requests) == [("P26", "P569")]
    assert [r.run_key for r in requests] == [r.run_key for r in tick(changed)[0]]
    apart = write_cursor({**seen, "P21": 1, "P569": 1}, 0)
    assert asked_for(tick(apart)[0]) == [("P21", "P21"), ("P569", "P569")]


def test_a_tick_of_too_many_pages_goes_on_in_the_next(tick, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(automation, "PAGES_A_TICK", 3)
    first, cursor = tick(None)
    second, cursor = tick(cursor)
    assert asked_for(first) + asked_for(second) == [("P21", "P569"), ("P570", "P570")]
    assert read_cursor(cursor)[1] == 0


@pytest.mark.parametrize(
    ("wanted", "most", "expected"),
    [
        pytest.param("abcd", 9, ["abcd"], id="all in one"),
        pytest.param("abcd", 3, ["abc", "d"], id="at most three to a run"),
        pytest.param("acd", 9, ["a", "cd"], id="a gap divides"),
        pytest.param("", 9, [], id="nothing"),
    ],
)
def test_neighbours_share_a_run(wanted: str, most: int, expected: list[str]):
    found = list(stretches("abcd", set(wanted), most))
    assert found == [(text[0], text[-1], len(text)) for text in expected]


def test_nothing_runs_by_itself_until_a_person_turns_it_on():
    repository = build_defs().get_repository_def()
    assert {sensor.default_status for sensor in repository.sensor_defs} == {dg.DefaultSensorStatus.STOPPED}
    assert {one.default_status for one in repository.schedule_defs} == {dg.DefaultScheduleStatus.STOPPED}
