"""A release as people get it: whole, loadable by the card's own lines, and never changed once published."""

import json
import os
import subprocess
import sys
import tracemalloc
from importlib.util import find_spec
from pathlib import Path

import orjson
import pandas
import pytest
from upath import UPath

from wikidata_repair_eval.benchmark import checking
from wikidata_repair_eval.benchmark.card import LOADING, About
from wikidata_repair_eval.benchmark.croissant import problems_of
from wikidata_repair_eval.benchmark.plan import Plan
from wikidata_repair_eval.benchmark.publishing import (
    checked_version,
    previous_version,
    publish,
    version_order,
)
from wikidata_repair_eval.benchmark.records import RECORDS, BenchmarkCase, SplitsFile
from wikidata_repair_eval.benchmark.release import Release, load_release, write_cases, write_documents
from wikidata_repair_eval.benchmark.scan import Forbidden
from wikidata_repair_eval.benchmark.schemas import schemas_of
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval_tests.benchmark.build_cases import EDITOR, case, classified, reform, repair, world

LOST = repair("Q9")
SEARCH = {
    "status": "frozen",
    "reason": None,
    "query": '"Subject Q3"',
    "requested_at": "2026-06-01T00:00:00Z",
    "provider": "search.example",
    "parameters": {"max_results": 10},
    "response": {"results": []},
    "excluded_domains": ["wikidata.org"],
    "excluded_results": [],
    "answer_found_in": [],
    "schema_version": 1,
}


def pages():
    third = repair("Q3", "P2", moment="2025-08-01T00:00:00Z")
    return {
        "P1": [case(repair("Q1")), case(reform("Q2")), case(LOST, world_state=world(LOST, persists="lost"))],
        "P2": [case(third, classified=classified(third, "TypeC"), retrieval=SEARCH)],
    }


def staged(folder: Path, cases=None, version: str = "1.0.0", previous: Release | None = None) -> Path:
    found = cases or pages()
    plan = Plan(version, sorted(found), lambda page: found[page])
    about = About(
        version, "test", "0", frozen_at="2026-05-07T18:51:54Z", funnel={"candidates": 9, "released": 3}
    )
    written = write_cases(folder, plan)
    write_documents(
        folder,
        about,
        written,
        boundaries=plan.boundaries,
        previous=previous,
        schemas=schemas_of(RECORDS),
    )
    return folder


@pytest.fixture
def release(tmp_path: Path) -> Release:
    assert publish(staged(tmp_path / "staged"), UPath(tmp_path / "releases" / "1.0.0"), "1.0.0")
    return load_release(tmp_path / "releases" / "1.0.0")


def test_it_has_every_promised_file_and_sha256sum_agrees(release: Release):
    names = {
        path.relative_to(release.folder).as_posix() for path in release.folder.rglob("*") if path.is_file()
    }
    assert {"cases.jsonl", "cases.parquet", "diagnostic.jsonl", "splits.json", "README.md"} <= names
    assert {"croissant.json", "CHANGES.md", "SHA256SUMS", "schemas/benchmark_case.schema.json"} <= names
    told = subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=str(release.folder), check=False
    )
    assert told.returncode == 0


def test_cases_and_diagnostic_cases_are_apart(release: Release):
    assert [one["id"] for one in release] == ["repair_Q1_100", "reform_Q2_P1_900", "repair_Q3_100"]
    assert [(one["id"], one["diagnostic_reason"]) for one in release.diagnostic()] == [
        ("repair_Q9_100", "lost")
    ]
    assert release.version == "1.0.0"
    assert len(release.digest) == 64


def test_every_record_fits_its_schema(release: Release):
    for one in (*release.cases(), *release.diagnostic()):
        BenchmarkCase.model_validate(one)
    SplitsFile.model_validate(release.splits)
    schema = orjson.loads((release.folder / "schemas" / "benchmark_case.schema.json").read_bytes())
    assert set(schema["required"]) <= set(next(iter(release)))
    assert "class" in schema["properties"]
    assert schema["additionalProperties"] is False


def test_the_schema_refuses_a_record_that_names_an_editor(release: Release):
    one = next(iter(release))
    one["repair_target"]["author"] = EDITOR
    with pytest.raises(ValueError, match="author"):
        BenchmarkCase.model_validate(one)


def test_splits_json_says_what_the_cases_say(release: Release):
    for split, parts in release.splits["splits"].items():
        assert {one["id"]: one["splits"][split] for one in release} == {
            name: part for part, names in parts.items() for name in names
        }
    train = sorted(one["id"] for one in release.cases("temporal", "train"))
    assert train == release.splits["splits"]["temporal"]["train"]


@pytest.mark.parametrize("library", LOADING)
def test_the_cards_own_lines_load_it(library: str, release: Release):
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    code = LOADING[library]
    assert code in (release.folder / "README.md").read_text()
    counted = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint(len(cases))"],
        cwd=str(release.folder),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert counted.stdout.strip() == "3"


def test_the_table_has_plain_columns_and_the_rest_as_json(release: Release):
    table = pandas.read_parquet(str(release.folder / "cases.parquet"))
    row = table[table["id"] == "repair_Q3_100"].iloc[0]
    assert (row["class"], row["action"], row["violation_type"], row["retrieval"]) == (
        "TypeC",
        "UPDATE",
        "Format",
        "frozen",
    )
    [original] = [one for one in release if one["id"] == "repair_Q3_100"]
    assert json.loads(row["world_state"]) == original["world_state"]
    assert json.loads(row["pre_repair_state"]) == original["pre_repair_state"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib's own, under mlcroissant
def test_croissant_is_valid_offline_and_gives_the_records(release: Release):
    import mlcroissant

    assert problems_of(orjson.loads((release.folder / "croissant.json").read_bytes())) == []
    dataset = mlcroissant.Dataset(str(release.folder / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    assert (list(issues.errors), list(issues.warnings)) == ([], [])
    ids = [record["cases/id"] for record in dataset.records("cases")]
    assert ids == [one["id"].encode() for one in release]


def test_a_croissant_that_lacks_its_name_or_links_elsewhere_is_told():
    broken = {"distribution": [{"name": "x", "contentUrl": "https://a.example/x", "sha256": ""}]}
    told = problems_of(broken)
    assert "name is missing" in told
    assert any("contentUrl" in problem for problem in told)


def test_the_card_states_defaults_counts_limits_and_licences(release: Release):
    card = (release.folder / "README.md").read_text()
    for phrase in (
        "70/15/15",
        "80/10/10",
        "at most 25",
        "head 10 %",
        "CC0",
        "search results",
        "| lost | 1 |",
    ):
        assert phrase in card, phrase
    assert "$" not in card, "a number was left out"


def test_publishing_the_same_bytes_again_changes_nothing(tmp_path: Path, release: Release):
    before = (release.folder / "cases.jsonl").stat().st_mtime_ns
    assert not publish(staged(tmp_path / "again"), release.folder, "1.0.0")
    assert (release.folder / "cases.jsonl").stat().st_mtime_ns == before


def test_a_published_version_is_never_overwritten_with_other_bytes(tmp_path: Path, release: Release):
    digest = release.digest
    other = {"P1": [case(repair("Q7"))]}
    with pytest.raises(InputError, match=r"1\.0\.0.*published.*choose a new version"):
        publish(staged(tmp_path / "other", other), release.folder, "1.0.0")
    assert load_release(release.folder).digest == digest


def test_a_dev_version_may_be_overwritten_and_keeps_nothing_of_the_old_one(tmp_path: Path):
    target = UPath(tmp_path / "releases" / "1.0.0-dev")
    publish(staged(tmp_path / "a", version="1.0.0-dev"), target, "1.0.0-dev")
    (target / "left_over.txt").write_text("x")
    other = {"P1": [case(repair("Q7"))]}
    assert publish(staged(tmp_path / "b", other, version="1.0.0-dev"), target, "1.0.0-dev")
    assert [one["qid"] for one in load_release(target)] == ["Q7"]
    assert not (target / "left_over.txt").exists()


def test_a_kill_while_publishing_leaves_no_release_and_the_next_run_ends_it(tmp_path: Path):
    target = UPath(tmp_path / "releases" / "1.0.0")
    source = staged(tmp_path / "a")
    publish(source, target, "1.0.0")
    (target / "SHA256SUMS").unlink()
    (target / "cases.jsonl").write_bytes(b"half")
    with pytest.raises(InputError, match="no whole release"):
        load_release(target)
    assert publish(source, target, "1.0.0")
    assert len(list(load_release(target))) == 3


def test_a_version_that_is_being_overwritten_is_no_release_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target = UPath(tmp_path / "releases" / "1.0.0-dev")
    publish(staged(tmp_path / "a", version="1.0.0-dev"), target, "1.0.0-dev")

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("wikidata_repair_eval.benchmark.publishing.shutil.copyfileobj", killed)
        with pytest.raises(KeyboardInterrupt):
            publish(staged(tmp_path / "b", {"P1": []}, version="1.0.0-dev"), target, "1.0.0-dev")
    with pytest.raises(InputError, match="no whole release"):
        load_release(target, verify=True)


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_a_release_that_is_not_what_was_published_is_refused_by_name(damage: str, release: Release):
    path = release.folder / "splits.json"
    path.unlink() if damage == "missing" else path.write_text("{}")
    with pytest.raises(InputError, match=r"splits\.json"):
        load_release(release.folder)
    assert checking.broken(release) == ["splits.json"]


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "../x", "1.0.0/..", "latest", ""])
def test_what_is_no_version_is_refused(version: str):
    with pytest.raises(InputError, match="no version"):
        checked_version(version)


def test_the_previous_version_is_the_last_published_one_before(tmp_path: Path):
    for name in ("0.9.0", "0.10.0", "1.0.0-dev", "1.0.0-rc1", "1.1.0", "0.11.0-unfinished"):
        (tmp_path / name).mkdir()
        if name != "0.11.0-unfinished":
            (tmp_path / name / "SHA256SUMS").write_text("")
    assert previous_version(UPath(tmp_path), "1.0.0") == "1.0.0-rc1"
    assert previous_version(UPath(tmp_path), "1.0.0-dev") == "0.10.0"
    assert previous_version(UPath(tmp_path), "0.9.0") is None
    assert version_order("1.0.0-dev") < version_order("1.0.0")


def test_changes_names_added_removed_and_changed_cases_by_id(tmp_path: Path, release: Release):
    found = pages()
    found["P1"][1] = case(repair("Q8"))
    found["P2"][0]["subtype"] = "other"
    after = staged(tmp_path / "next", found, version="1.1.0", previous=release)
    told = (after / "CHANGES.md").read_text()
    assert "1 added, 1 removed, 1 changed, 1 the same" in told
    assert "- `repair_Q8_100`" in told
    assert "- `reform_Q2_P1_900`" in told
    assert "- `repair_Q3_100`: subtype" in told


def test_no_cluster_entity_or_definition_leaks_and_a_planted_leak_is_told(tmp_path: Path, release: Release):
    assert checking.split_leaks(release) == []
    lines = (release.folder / "cases.jsonl").read_text().splitlines()
    twin = json.loads(lines[0])
    twin["splits"] = {"temporal": "test", "definition_disjoint": "test", "entity_disjoint": "test"}
    (release.folder / "cases.jsonl").write_text("\n".join([*lines, json.dumps(twin)]) + "\n")
    told = " ".join(checking.split_leaks(release))
    assert "repair_Q1_100: 2 times" in told
    assert "temporal Q1@100" in told


def test_nobody_is_named_in_any_file_and_a_planted_name_is_found(release: Release):
    forbidden = Forbidden([EDITOR])
    assert checking.forbidden_in_release(release, forbidden) == []
    with (release.folder / "CHANGES.md").open("a") as file:
        file.write(f"- thanks to {EDITOR}\n")
    assert checking.forbidden_in_release(release, forbidden) == ["CHANGES.md: an editor's name"]


def test_a_release_without_cases_is_whole_all_the_same(tmp_path: Path):
    publish(staged(tmp_path / "a", {"P1": []}), UPath(tmp_path / "1.0.0"), "1.0.0")
    empty = load_release(tmp_path / "1.0.0")
    assert list(empty) == []
    assert len(empty.table()) == 0
    assert checking.broken(empty) == checking.split_leaks(empty) == []


def test_a_release_can_be_published_to_a_store_that_is_no_folder(tmp_path: Path):
    target = UPath(f"memory://{tmp_path.name}/1.0.0-dev")
    assert publish(staged(tmp_path / "a", version="1.0.0-dev"), target, "1.0.0-dev")
    assert not publish(staged(tmp_path / "b", version="1.0.0-dev"), target, "1.0.0-dev")
    assert publish(staged(tmp_path / "c", {"P1": []}, version="1.0.0-dev"), target, "1.0.0-dev")
    assert list(load_release(target)) == []


def test_cases_are_streamed_and_not_held(tmp_path: Path):
    """400 cases of 250 KB are 100 MB; a fifth of that is more than enough for one case at a time."""
    heavy = case()
    heavy["world_state"]["ballast"] = [f"{n:09}" for n in range(20_000)]

    def of_page(page):
        for number in range(400):
            yield {
                **heavy,
                "id": f"repair_Q{number}_100",
                "qid": f"Q{number}",
                "cluster_id": f"Q{number}@100",
            }

    tracemalloc.start()
    write_cases(tmp_path, Plan("1.0.0", ["P1"], of_page))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "cases.jsonl").stat().st_size > 90_000_000
    assert peak < 60_000_000
