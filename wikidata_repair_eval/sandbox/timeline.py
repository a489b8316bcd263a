"""Times as whole seconds since 1970, and how the wiki writes them. Nothing here reads a real clock."""

from datetime import UTC, datetime

MINUTE = 60
HOUR = 3600
DAY = 86_400


def at(text: str) -> int:
    """`2026-02-09` or `2026-02-09T12:30:00Z` as seconds."""
    return int(datetime.fromisoformat(text.replace("Z", "")).replace(tzinfo=UTC).timestamp())


def iso(seconds: int) -> str:
    """`2026-02-09T12:30:00Z`, the form of timestamps everywhere on the wire."""
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}Z"


def old_style(seconds: int) -> str:
    """`2016-03-01 07:42 (UTC)`, as report headers of the first years wrote it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M (UTC)")
