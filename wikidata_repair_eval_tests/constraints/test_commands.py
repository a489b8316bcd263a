"""`check-constraints` on files and stdin, and `check` against a served world with known repairs."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from wikidata_repair_eval.cli.constraints import check_constraints, check_entity
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval.settings import shipped_sources
from wikidata_repair_eval_tests.build import entity, item, statement
from wikidata_repair_eval_tests.constraints.definitions import definition

RULE = definition("Q21510859", P2305=[item("Q5")])
# No statement to check (Self link), or other holders that nobody asks for (Unique value).
BEYOND_CHECK = {"Self link", "Unique value"}


def line(name: str, value: str) -> str:
    raw = entity("Q1", statement("P1", item(value), id="Q1$a"))
    return json.dumps({"id": name, "constraint": RULE, "property": "P1", "entity": raw})


def judged(*lines: str, options: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(check_constraints, ["-", *options], input="\n".join(lines))


@pytest.mark.parametrize(
    ("lines", "exit_code"),
    [
        pytest.param([line("good", "Q5")], 0, id="all clean"),
        pytest.param([line("good", "Q5"), line("bad", "Q6")], 1, id="one violated"),
        pytest.param(["{", line("bad", "Q6")], 2, id="one line unusable"),
        pytest.param([], 0, id="nothing at all"),
    ],
)
def test_exit_codes_tell_clean_from_violated_from_bad_input(lines, exit_code):
    assert judged(*lines).exit_code == exit_code


def test_one_bad_line_costs_one_line_and_the_rest_is_done():
    result = judged(line("first", "Q5"), '{"id": "second"}', "", line("third", "Q6"))
    answers = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["first", "second", "third"]
    assert [answer.get("item_status") for answer in answers] == ["clean", None, "violated"]
    assert "line 2, property" in answers[1]["error"]
    assert result.stderr.count("\n") == 1


def test_answers_have_sorted_keys_and_come_from_files_too(tmp_path: Path):
    cases = tmp_path / "cases.jsonl"
    cases.write_text(line("one", "Q6") + "\n")
    result = CliRunner().invoke(check_constraints, [str(cases), "--checker-only"])
    answer = json.loads(result.stdout)
    assert result.stdout == json.dumps(answer, sort_keys=True, separators=(",", ":")) + "\n"
    assert answer["results"][0]["status"] == "violation"


def test_the_help_shows_an_example():
    for command in (check_constraints, check_entity):
        assert "Example:" in CliRunner().invoke(command, ["--help"]).output


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory):
    """The planted repairs of a small world, which is served while the tests run."""
    world = build_world(1, "small")
    folder = tmp_path_factory.mktemp("check")
    with serve(world) as served, pytest.MonkeyPatch.context() as patch:
        source = yaml.safe_load(
            shipped_sources()["sandbox"].read_text().replace("http://127.0.0.1:8471", served.url)
        )
        del source["embedded"]
        (folder / "source.yaml").write_text(yaml.safe_dump(source | {"name": "check"}))
        patch.setenv("WRE_SOURCE", str(folder / "source.yaml"))
        patch.setenv("WRE_DATA_DIR", str(folder))
        yield world.truth_json()


def checked(*arguments: str) -> Result:
    return CliRunner().invoke(check_entity, arguments)


def test_every_kind_of_planted_repair_turns_from_violated_to_clean_at_its_event(truth):
    # DeltaBot's inverse lines name the item that does not answer, and no statement of that item is wrong.
    own = [
        each for each in truth["repairs"] if (each["property"], each["violation_type"]) != ("P527", "Inverse")
    ]
    kinds = {(repair["violation_type"], repair["locus"], repair["through"]): repair for repair in own}
    judged_kinds = {kind: repair for kind, repair in kinds.items() if kind[0] not in BEYOND_CHECK}
    found = {}
    for kind, repair in judged_kinds.items():
        event = repair["event"]["timestamp"]
        where = (repair["qid"], "--property", repair["property"], "--at")
        found[kind] = checked(*where, shifted(event, -1)).exit_code, checked(*where, event).exit_code
    assert len(found) > 20
    assert found == dict.fromkeys(judged_kinds, (1, 0))


def test_a_revision_is_judged_with_the_world_of_its_own_time(truth):
    repair = next(r for r in truth["repairs"] if r["violation_type"] == "Format" and r["locus"] == "A_BOX")
    assert repair["event"]["entity"] == repair["qid"]
    where = (repair["qid"], "--property", repair["property"], "--revision")
    assert checked(*where, str(repair["event"]["revision_id"])).exit_code == 0
    foreign = checked("Q20", "--revision", str(repair["event"]["revision_id"]))
    assert isinstance(foreign.exception, InputError)
    assert "no readable revision of Q20" in str(foreign.exception)


def test_today_is_told_in_words_with_a_summary(truth):
    result = checked(truth["repairs"][0]["qid"])
    assert result.exit_code in (0, 1)
    assert result.output.splitlines()[-1].endswith("could not be decided.")


def test_what_cannot_be_checked_is_refused_in_one_sentence(truth):
    missing = checked("Q999999")
    assert str(missing.exception) == (
        "the source, Q999999: this entity does not exist there. Fix: check the id and the time."
    )
    assert checked("Ö1").exit_code == 2
    assert checked("Q1", "--at", "yesterday").exit_code == 2
    assert checked("Q1", "--at", "2024-01-01T00:00:00Z", "--revision", "5").exit_code == 2
