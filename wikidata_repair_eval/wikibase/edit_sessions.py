"""Edit sessions: uninterrupted edits of one user on one entity, each within 60 minutes of the one before.

The gap is measured between neighbouring edits, not from the first to the last: someone who removes a value 50
minutes into a sitting and adds the new one 20 minutes later has still made one repair. Somebody else's edit
ends the session, a hidden one too: two hidden users may be two people, so they never share one either.
Takes the revisions of one entity; what they changed is in diffs.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

GAP = timedelta(minutes=60)


class Edit(Protocol):
    """What a session needs to know of a revision; `user` is None where it is hidden or not told."""

    @property
    def revid(self) -> int: ...
    @property
    def timestamp(self) -> str: ...
    @property
    def user(self) -> str | None: ...


E = TypeVar("E", bound=Edit)


class RevisionNotListed(LookupError):
    """The revision is not among those given, so its session is unknown."""


def edit_sessions(
    revisions: Iterable[E], *, newest_first: bool = False, gap: timedelta = GAP
) -> list[list[E]]:
    """The sessions of one entity's history, oldest first, each with its edits oldest first.

    Ordered by time, and within one second by the place in which they are given: ids do not follow time.
    Say `newest_first` if that is how they are given.
    """
    given = list(revisions)
    ordered = sorted(reversed(given) if newest_first else given, key=_when)  # sorting keeps ties as they are
    sessions: list[list[E]] = []
    for edit in ordered:
        if sessions and _continues(sessions[-1][-1], edit, gap):
            sessions[-1].append(edit)
        else:
            sessions.append([edit])
    return sessions


def session_of(
    revision_id: int, revisions: Sequence[E], *, newest_first: bool = False, gap: timedelta = GAP
) -> list[E]:
    """The session that this revision belongs to; alone if it has no company."""
    for session in edit_sessions(revisions, newest_first=newest_first, gap=gap):
        if any(edit.revid == revision_id for edit in session):
            return session
    raise RevisionNotListed(f"revision {revision_id} is not among the {len(revisions)} given")


def _continues(before: Edit, edit: Edit, gap: timedelta) -> bool:
    if edit.user is None or edit.user != before.user:
        return False
    return _when(edit) - _when(before) <= gap


def _when(edit: Edit) -> datetime:
    return datetime.fromisoformat(edit.timestamp)
