"""What must hold of stored candidates and tables. Judges only; mends nothing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.reports.records import RevisionRow
from wikidata_repair_eval.reports.tables import SnapshotTables

# What may be None only where two bare files are compared; in the pipeline everything is known.
KNOWN_IN_THE_PIPELINE = (
    "qid",
    "property_id",
    "violation_type",
    "fix_date",
    "report_revision_old",
    "report_revision_new",
    "report_page_title",
    "published_old",
    "published_new",
    "report_bot",
)
Record = Mapping[str, Any]


def incomplete(candidates: Iterable[Record]) -> list[str]:
    """Candidates in which something is missing that every later stage relies on."""
    return [
        f"{candidate.get('qid')}: no {', '.join(missing)}"
        for candidate in candidates
        if (missing := [name for name in KNOWN_IN_THE_PIPELINE if candidate.get(name) in (None, "")])
    ]


def explained_by_truncation(candidates: Iterable[Record]) -> list[str]:
    """Candidates that a cut list of the new report could explain: they were to be left out."""
    return [candidate["qid"] for candidate in candidates if "section_truncated_new" in candidate["flags"]]


def still_listed(candidates: Iterable[Record], tables: SnapshotTables) -> list[str]:
    """Candidates that are subjects on the very report that is said to lack them."""
    place = {row.revision_id: number for number, row in enumerate(tables.revisions)}
    stays: dict[str, list[tuple[int, int, str]]] = {}
    for entry in tables.entries:
        for subject in entry.subjects:
            span = (place[entry.first_revision], place[entry.last_revision], entry.bot)
            stays.setdefault(subject, []).append(span)
    return [
        candidate["qid"]
        for candidate in candidates
        if any(
            first <= place[candidate["report_revision_new"]] <= last and bot == candidate["report_bot"]
            for first, last, bot in stays.get(candidate["qid"], ())
        )
    ]


def breaks_in_the_chain(tables: SnapshotTables) -> list[str]:
    """Snapshots that do not follow the bot's snapshot before them, or rows out of order."""
    return [*_out_of_order(tables.revisions), *_unchained(tables.revisions)]


def _out_of_order(rows: Iterable[RevisionRow]) -> Iterator[str]:
    last, seen = "", set[int]()
    for row in rows:
        if row.saved < last or row.revision_id in seen:
            yield f"revision {row.revision_id} is out of order, or there twice"
        last = max(last, row.saved)
        seen.add(row.revision_id)


def _unchained(rows: Iterable[RevisionRow]) -> Iterator[str]:
    before: dict[str | None, int] = {}
    for row in rows:
        if row.status != "ok":
            continue
        if row.compared_with != before.get(row.bot):
            yield f"revision {row.revision_id} follows {row.compared_with}, not {before.get(row.bot)}"
        before[row.bot] = row.revision_id
