"""A revision of a report page as the wiki lists it: everything one can know without reading its text."""

from dataclasses import dataclass
from datetime import datetime

REVERT_TAGS = frozenset({"mw-undo", "mw-rollback", "mw-manual-revert"})
FAILED_RUN = "error while update"


@dataclass(frozen=True, slots=True)
class ReportRevision:
    """`user`, `comment` and `sha1` are None where they are hidden; `timestamp` is `YYYY-MM-DDTHH:MM:SSZ`."""

    revision_id: int
    timestamp: str
    user: str | None
    comment: str | None = None
    sha1: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, int]:
        """Ids do not grow with time, and several revisions may share a second: both are needed."""
        return (self.timestamp, self.revision_id)

    @property
    def is_marked_revert(self) -> bool:
        return not REVERT_TAGS.isdisjoint(self.tags)

    @property
    def says_it_failed(self) -> bool:
        return FAILED_RUN in (self.comment or "").lower()


def moment(timestamp: str) -> datetime:
    """The moment of a timestamp in the wiki's form."""
    return datetime.fromisoformat(timestamp)
