"""Stage 1, the Indexer: read violation report pages, compare their revisions, name who left them.

Pure: texts and revision lists come in, records go out. Fetching them is `net`'s work, and whether a
disappearance was a repair is for `forensics` to prove. The public names are the ones listed here.
"""

from wikidata_repair_eval.reports.compare import NotAReport, compare
from wikidata_repair_eval.reports.entries import Entry
from wikidata_repair_eval.reports.history import find_candidates
from wikidata_repair_eval.reports.page import ReportPage, Section, page_json, parse_report
from wikidata_repair_eval.reports.records import (
    Candidate,
    ConstraintRecord,
    EntryRow,
    RevisionRow,
    SectionRow,
)
from wikidata_repair_eval.reports.revision import ReportRevision
from wikidata_repair_eval.reports.tables import HistoryChanged, SnapshotTables
from wikidata_repair_eval.reports.walk import HistoryWalk, Step, walk_history

__all__ = [
    "Candidate",
    "ConstraintRecord",
    "Entry",
    "EntryRow",
    "HistoryChanged",
    "HistoryWalk",
    "NotAReport",
    "ReportPage",
    "ReportRevision",
    "RevisionRow",
    "Section",
    "SectionRow",
    "SnapshotTables",
    "Step",
    "compare",
    "find_candidates",
    "page_json",
    "parse_report",
    "walk_history",
]
