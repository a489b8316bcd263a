"""Candidates of a whole page history, from its two tables (revisions and stays) alone: no text is read again.

For each bot the result is that of `compare` on every two consecutive snapshots of its.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from wikidata_repair_eval.reports.links import links
from wikidata_repair_eval.reports.records import Candidate, EntryRow, RevisionRow
from wikidata_repair_eval.reports.tables import SnapshotTables
from wikidata_repair_eval.reports.transition import Transition, candidates_of, snapshot_of_row

# A stay in places of the bot's chain of snapshots instead of revision ids, which are in no order of time.
_Stay = tuple[int, int, EntryRow]


def find_candidates(
    tables: SnapshotTables,
    *,
    property_id: str | None,
    title: str | None,
    include_truncated: bool = False,
) -> list[Candidate]:
    """All candidates, by the new report's time and then by id."""
    tables.refuse_halves()
    rows = sorted(tables.revisions, key=lambda row: (row.saved, row.revision_id))
    chains = _chains(rows)
    of_bot: dict[str, list[EntryRow]] = defaultdict(list)
    for entry in tables.entries:
        of_bot[entry.bot].append(entry)
    transitions = [
        transition for bot in sorted(chains) for transition in _transitions(rows, chains[bot], of_bot[bot])
    ]
    transitions.sort(key=lambda step: (step.new.published or "", step.new.revision_id or 0))
    return [
        candidate
        for transition in transitions
        for candidate in candidates_of(transition, property_id, title, include_truncated=include_truncated)
    ]


def _chains(rows: Iterable[RevisionRow]) -> dict[str, list[RevisionRow]]:
    """The good snapshots of each bot, oldest first."""
    chains: dict[str, list[RevisionRow]] = defaultdict(list)
    for row in rows:
        if row.status == "ok" and row.bot is not None:
            chains[row.bot].append(row)
    return chains


def _transitions(
    rows: Sequence[RevisionRow], chain: Sequence[RevisionRow], entries: Sequence[EntryRow]
) -> Iterator[Transition]:
    place = {row.revision_id: number for number, row in enumerate(chain)}
    stays = [(place[entry.first_revision], place[entry.last_revision], entry) for entry in entries]
    gone = _gone(stays, len(chain))
    named = _named_in_unknown_sections(stays)
    foreign = sorted((row.saved, row.revision_id) for row in rows if row.bot is None)
    for number in sorted(gone):
        old, new = chain[number], chain[number + 1]
        yield Transition(
            old=snapshot_of_row(old),
            new=snapshot_of_row(new),
            gone=gone[number],
            named_elsewhere=frozenset(name for name, spans in named.items() if _covers(spans, number + 1)),
            edited_by_person=_any_between(foreign, old, new),
        )


def _gone(stays: Iterable[_Stay], snapshots: int) -> dict[int, dict[str, list[EntryRow]]]:
    """For each snapshot after which somebody is nowhere any more: who, and their lines on it."""
    of_subject: dict[str, list[_Stay]] = defaultdict(list)
    for stay in stays:
        for subject in stay[2].subjects:
            of_subject[subject].append(stay)
    gone: dict[int, dict[str, list[EntryRow]]] = defaultdict(dict)
    for subject, own in of_subject.items():
        for end in _ends_of_presence(own):
            if end < snapshots - 1:
                gone[end][subject] = [entry for first, last, entry in own if first <= end <= last]
    return gone


def _ends_of_presence(stays: Iterable[_Stay]) -> Iterator[int]:
    """The last snapshot of each unbroken run of snapshots that have at least one of the stays."""
    end: int | None = None
    for first, last, _ in sorted(stays, key=lambda stay: stay[:2]):
        if end is not None and first > end + 1:
            yield end
            end = last
        else:
            end = last if end is None else max(end, last)
    if end is not None:
        yield end


def _named_in_unknown_sections(stays: Iterable[_Stay]) -> dict[str, list[tuple[int, int]]]:
    named: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for first, last, entry in stays:
        if entry.family is None:
            for link in links(entry.raw):
                if link.entity is not None:
                    named[link.entity].append((first, last))
    return named


def _covers(spans: Iterable[tuple[int, int]], number: int) -> bool:
    return any(first <= number <= last for first, last in spans)


def _any_between(foreign: Sequence[tuple[str, int]], old: RevisionRow, new: RevisionRow) -> bool:
    low, high = (old.saved, old.revision_id), (new.saved, new.revision_id)
    return bisect_right(foreign, low) < bisect_left(foreign, high)
