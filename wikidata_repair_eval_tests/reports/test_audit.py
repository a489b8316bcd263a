"""The judgements behind the asset checks find what they are for."""

from typing import Any

import pytest

from wikidata_repair_eval.reports import audit, find_candidates
from wikidata_repair_eval.reports.revision import ReportRevision
from wikidata_repair_eval.reports.rows import from_rows, to_rows
from wikidata_repair_eval.reports.tables import SnapshotTables
from wikidata_repair_eval.reports.walk import walk_history

HEADER = "{{{{Constraint violations report|date=2025-01-0{day}T00:00:00Z|item count=5}}}}\n"
PAGES = {1: "* [[Q1]]: [[Q9]]\n* [[Q2]]: [[Q9]]\n", 2: "* [[Q2]]: [[Q9]]\n", 3: ""}


@pytest.fixture
def tables() -> SnapshotTables:
    def read(revision_id: int) -> str:
        section = '== "One of" violations ==\nViolations count: 1\n'
        return HEADER.format(day=revision_id) + section + PAGES[revision_id]

    revisions = [ReportRevision(day, f"2025-01-0{day}T06:00:00Z", "KrBot2") for day in PAGES]
    return walk_history(revisions, read, bots=["KrBot2"], property_id="P1")


@pytest.fixture
def candidates(tables: SnapshotTables) -> list[dict[str, Any]]:
    found = find_candidates(tables, property_id="P1", title="Reports/P1")
    return [candidate.model_dump(mode="json") for candidate in found]


def test_good_candidates_pass_every_check(candidates: list[dict[str, Any]], tables: SnapshotTables):
    assert [one["qid"] for one in candidates] == ["Q1", "Q2"]
    assert audit.incomplete(candidates) == []
    assert audit.explained_by_truncation(candidates) == []
    assert audit.still_listed(candidates, tables) == []
    assert audit.breaks_in_the_chain(tables) == []


def test_a_missing_field_is_named(candidates: list[dict[str, Any]]):
    candidates[0] |= {"fix_date": None, "report_bot": ""}
    assert audit.incomplete(candidates) == ["Q1: no fix_date, report_bot"]


def test_a_cut_list_is_no_repair(candidates: list[dict[str, Any]]):
    candidates[1]["flags"] = ["section_truncated_new"]
    assert audit.explained_by_truncation(candidates) == ["Q2"]


def test_a_candidate_that_still_stands_there_is_found(
    candidates: list[dict[str, Any]], tables: SnapshotTables
):
    candidates[1]["report_revision_new"] = 2
    assert audit.still_listed(candidates, tables) == ["Q2"]


def test_a_lost_snapshot_breaks_the_chain(tables: SnapshotTables):
    holed = SnapshotTables(tables.revisions[::2], tables.entries)
    assert audit.breaks_in_the_chain(holed) == ["revision 3 follows 2, not 1"]
    swapped = SnapshotTables(tables.revisions[::-1], tables.entries)
    assert any("out of order" in problem for problem in audit.breaks_in_the_chain(swapped))


def test_tables_survive_the_way_through_rows(tables: SnapshotTables):
    rows = to_rows(tables)
    assert from_rows(rows["revisions"], rows["entries"]) == tables
