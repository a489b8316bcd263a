"""One partition of Stage 2, from the file of candidates to its four files: merged, streamed, some broken."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
import pytest

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.forensics import Limits, Past
from wikidata_repair_eval.forensics.audit import not_proven, repeated_ids, without_one_outcome
from wikidata_repair_eval.orchestration.assets.repairs import OUTPUTS
from wikidata_repair_eval.orchestration.contracts.reports import REPAIR_CANDIDATES
from wikidata_repair_eval.orchestration.repair_partition import make_repairs
from wikidata_repair_eval.orchestration.stored_candidates import stored_candidates
from wikidata_repair_eval.reports import Candidate
from wikidata_repair_eval_tests.build import statement, text
from wikidata_repair_eval_tests.forensics.stories import LETTERS, Story, asked, moment


class Partition:
    """A page's folder: candidates in, files out."""

    def __init__(self, folder: Path, candidates: Iterable[Candidate]) -> None:
        self.folder, self.store = folder, ArtifactStore(str(folder / "data"), "memory")
        records = [candidate.model_dump(mode="json") for candidate in candidates]
        self.store.save_stream(REPAIR_CANDIDATES, "P1", {"": records})

    def make(self, past: Past) -> dict[str, Any]:
        batch = make_repairs(self.store, "P1", past, Limits(batch=1), self.folder / "journal.sqlite", "test")
        for artifact in OUTPUTS:
            made = batch.made[artifact.name]
            if made.stream:
                self.store.save_stream(artifact, "P1", {"": made.value})
            else:
                self.store.save(artifact, "P1", made.value)
        batch.when_saved()
        return {artifact.name: self.store.load(artifact, "P1") for artifact in OUTPUTS}

    def files(self) -> dict[str, bytes]:
        names = [a.paths("P1")[""] for a in OUTPUTS if not a.paths("P1")[""].endswith(".parquet")]
        return {name: (self.folder / "data" / name).read_bytes() for name in names}


def repaired(qid: str = "Q1", story: Story | None = None) -> Story:
    story = story or Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("123")), qid=qid)
    story.state("03-05", statement("P1", text("abc")), qid=qid)
    return story


def by_two_bots() -> list[Candidate]:
    """The item leaves the page of both bots, between other days; one edit is behind both."""
    other = {"report_revision_old": 3, "report_revision_new": 4, "report_bot": "DeltaBot"}
    days = {"data_date_old": moment("03-03"), "data_date_new": moment("03-09")}
    published = {"published_old": moment("03-04"), "published_new": moment("03-10")}
    return [asked(), asked(**other, **days, **published, fix_date=moment("03-10"))]


def test_two_disappearances_that_end_in_one_edit_are_one_record_with_both_violations(tmp_path: Path) -> None:
    candidates = by_two_bots()
    made = Partition(tmp_path, candidates).make(repaired().wiki.past())
    [repair] = made["wikidata_repairs"]
    assert [v["report_revision_new"] for v in repair["violations"]] == [2, 4]
    assert {v["property"] for v in repair["violations"]} == {"P1"}
    assert repair["violation_context"]["report_revision_new"] == 2
    assert [state["id"] for state in made["pre_repair_states"]] == [repair["id"]]
    assert list(made["repair_fetch_stats"]["outcome"]) == ["proven", "proven"]


def test_the_checks_find_such_a_page_in_order(tmp_path: Path) -> None:
    candidates = by_two_bots()
    made = Partition(tmp_path, candidates).make(repaired().wiki.past())
    told = [candidate.model_dump(mode="json") for candidate in candidates]
    assert without_one_outcome(told, made["wikidata_repairs"], made["unproven_candidates"]) == []
    assert repeated_ids(made["wikidata_repairs"]) == []
    assert not_proven(made["wikidata_repairs"]) == []
    third = asked(report_revision_new=9).model_dump(mode="json")
    assert without_one_outcome([*told, third], made["wikidata_repairs"], []) == ["P1/Q1/1/9"]


def test_a_run_stopped_between_the_two_ends_with_the_same_bytes(tmp_path: Path) -> None:
    candidates, story = by_two_bots(), repaired()
    whole = Partition(tmp_path / "whole", candidates)
    whole.make(story.wiki.past())
    stopped = Partition(tmp_path / "stopped", candidates)
    with pytest.raises(RuntimeError):
        stopped.make(_dying(story, after=1))
    assert not (tmp_path / "stopped/data/02_wikidata_repairs").exists()
    stopped.make(story.wiki.past())
    assert stopped.files() == whole.files()


def _dying(story: Story, after: int) -> Past:
    """A past that ends the run when so many candidates were asked about, one to a batch."""
    past = story.wiki.past()
    forget, count = past.forget, 0

    def dying() -> None:
        nonlocal count
        count += 1
        if count > after:
            raise RuntimeError("killed")
        forget()

    past.forget = dying  # type: ignore[method-assign]
    return past


GARBAGE = '{"id": "Q2", "claims": {"P1": [42'


def broken(kind: str) -> Story:
    """Q1 and Q3 are sound; something is wrong with Q2."""
    story = repaired("Q3", repaired("Q1"))
    if kind == "garbage":
        story.edit("Q2", "2024-01-01", GARBAGE)
        story.edit("Q2", "03-05", GARBAGE)
    elif kind == "deleted":
        story.wiki.deletions["Q2"] = moment("03-05")
    elif kind == "too large to read":
        repaired("Q2", story)
        story.wiki.too_large = {"Q2"}
    return story


@pytest.mark.parametrize(
    ("kind", "outcome", "reason"),
    [
        pytest.param("garbage", "undecidable", "is no entity", id="garbage JSON"),
        pytest.param("deleted", "entity_removed", "was deleted on 2025-03-05", id="a deleted item"),
        pytest.param("too large to read", "undecidable", "too large to read", id="an item beyond the limit"),
        pytest.param("never there", "checker_disagrees_with_report", "", id="an item that never was"),
    ],
)
def test_one_broken_candidate_is_one_outcome_with_a_reason(
    tmp_path: Path, kind: str, outcome: str, reason: str
) -> None:
    page = [asked(qid=qid) for qid in ("Q1", "Q2", "Q3")]
    made = Partition(tmp_path, page).make(broken(kind).wiki.past())
    assert [repair["qid"] for repair in made["wikidata_repairs"]] == ["Q1", "Q3"]
    [told] = made["unproven_candidates"]
    assert (told["candidate"]["qid"], told["outcome"]) == ("Q2", outcome)
    assert reason in told["reason"]
    assert told["reason"]


def test_a_missing_constraint_is_one_outcome_that_names_it(tmp_path: Path) -> None:
    page = [asked(qid="Q1"), asked(qid="Q3", type_qid="Q21502410", family="Unique value")]
    made = Partition(tmp_path, page).make(broken("never there").wiki.past())
    assert [repair["qid"] for repair in made["wikidata_repairs"]] == ["Q1"]
    [told] = made["unproven_candidates"]
    assert told["outcome"] == "checker_disagrees_with_report"
    assert "No statement of the types Q21502410 was there" in told["reason"]


def test_an_item_of_20_megabytes_is_read_and_proven_like_any_other(tmp_path: Path) -> None:
    story = repaired("Q1")
    words = {"xx": {"language": "xx", "value": "x" * 20_000_000}}
    story.state("2024-01-01", statement("P1", text("123")), qid="Q2", labels=words)
    story.state("03-05", statement("P1", text("abc")), qid="Q2", labels=words)
    made = Partition(tmp_path, [asked(qid="Q1"), asked(qid="Q2")]).make(story.wiki.past())
    assert [repair["qid"] for repair in made["wikidata_repairs"]] == ["Q1", "Q2"]


def test_an_entity_too_large_to_read_today_is_not_taken_for_a_lost_repair() -> None:
    story = repaired("Q1")
    past = story.wiki.past()
    story.wiki.too_large = {"Q1"}  # today's answer only: the texts were told apart before
    live = past.live(["Q1"])["Q1"]
    assert (live.unread, live.json) == (True, None)


def test_a_cut_file_of_candidates_is_refused_by_name(tmp_path: Path) -> None:
    page = Partition(tmp_path, [asked(), asked(qid="Q2")])
    path = tmp_path / "data" / "01_repair_candidates" / "P1.json"
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(InputError, match=r"P1\.json.*not a whole JSON array"):
        list(stored_candidates(page.store, "P1"))


def test_candidates_are_read_as_they_were_written(tmp_path: Path) -> None:
    page = Partition(tmp_path, by_two_bots())
    assert [Candidate.model_validate(one) for one in stored_candidates(page.store, "P1")] == by_two_bots()


def test_files_have_sorted_keys_and_one_record_to_a_line(tmp_path: Path) -> None:
    page = Partition(tmp_path, [asked()])
    page.make(repaired().wiki.past())
    for data in page.files().values():
        for line in data.splitlines():
            assert line == orjson.dumps(orjson.loads(line), option=orjson.OPT_SORT_KEYS)
