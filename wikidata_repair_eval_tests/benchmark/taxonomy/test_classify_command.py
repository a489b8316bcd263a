"""`classify` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner

from wikidata_repair_eval.cli.main import commands
from wikidata_repair_eval_tests.benchmark.taxonomy.stories import replaced
from wikidata_repair_eval_tests.build import text, time

BORN = replaced(
    time("+2095-10-26"), time("+1965-00-00", 9), property_id="P569", descriptions={"en": "born 1965"}
)


def lines(path: Path, *records: object) -> str:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return str(path)


def run(*arguments: str, stdin: str | None = None):
    return CliRunner().invoke(commands, ["classify", *arguments], input=stdin)


def test_repairs_with_states_and_worlds_become_classified_cases(tmp_path: Path):
    repairs = lines(tmp_path / "repairs.jsonl", BORN.repair)
    states = lines(tmp_path / "states.jsonl", BORN.state)
    worlds = tmp_path / "worlds.json"
    worlds.write_text(json.dumps({BORN.repair["id"]: {"status": "not_frozen"}}, indent=2))
    done = run("--repairs", repairs, "--world", str(worlds), "--pre-repair-states", states)
    assert done.exit_code == 0
    [case] = map(json.loads, done.stdout.splitlines())
    assert (case["class"], case["subtype"], case["id"]) == ("TypeB", "own_text", BORN.repair["id"])
    assert done.stdout.index('"class"') < done.stdout.index('"confidence"')


def test_a_world_alone_is_enough_to_run(tmp_path: Path):
    worlds = tmp_path / "worlds.json"
    ego = {"qid": "Q1", "description": "physician (born 1965)"}
    worlds.write_text(json.dumps({BORN.repair["id"]: {"L1_ego_node": ego}}))
    done = run("--repairs", "-", "--world", str(worlds), stdin=json.dumps(BORN.repair) + "\n")
    assert json.loads(done.stdout)["class"] == "TypeB"


def test_one_bad_line_costs_one_line_and_the_exit_code_tells(tmp_path: Path):
    path = tmp_path / "repairs.jsonl"
    path.write_text(f'nonsense\n{json.dumps(BORN.repair)}\n{{"id": "x"}}\n\n')
    done = run("--repairs", str(path))
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 1
    assert "line 1: is not JSON" in done.stderr
    assert "line 3: lacks qid, property, repair_target" in done.stderr


def test_a_record_of_another_shape_is_named_with_its_place(tmp_path: Path):
    broken = {**BORN.repair, "repair_target": {"kind": "A_BOX", "old_value": 7}}
    done = run("--repairs", lines(tmp_path / "repairs.jsonl", broken))
    assert done.exit_code == 2
    assert f"line 1: {BORN.repair['id']} is not shaped as a repair" in done.stderr


def test_a_world_that_is_no_object_is_refused(tmp_path: Path):
    worlds = tmp_path / "worlds.json"
    worlds.write_text("[]")
    done = run("--repairs", lines(tmp_path / "repairs.jsonl", BORN.repair), "--world", str(worlds))
    assert done.exit_code != 0
    assert "is a list, not an object" in str(done.exception)


def test_the_text_of_an_identifier_is_written_as_it_is(tmp_path: Path):
    told = replaced(text("х"), text("春田町"), labels={"ja": "春田町"})  # noqa: RUF001
    done = run(
        "--repairs",
        lines(tmp_path / "repairs.jsonl", told.repair),
        "--pre-repair-states",
        lines(tmp_path / "states.jsonl", told.state),
    )
    assert "春田町" in done.stdout
