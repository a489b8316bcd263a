"""The ways in which a wiki writes one moment. No clock is read here."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|\+00:?00)?)?")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
_WIRE = "%Y-%m-%dT%H:%M:%SZ"


def parse_timestamp(text: str, now: str) -> str | None:
    """What clients send (ISO, 14 digits, seconds since 1970, `now`) as `YYYY-MM-DDTHH:MM:SSZ`, or None."""
    if text == "now":
        return now
    parts = _COMPACT.fullmatch(text) or _ISO.fullmatch(text)
    try:
        if parts is not None:
            return datetime(*(int(part or 0) for part in parts.groups()), tzinfo=UTC).strftime(_WIRE)  # type: ignore[misc, arg-type]
        return datetime.fromtimestamp(int(text), UTC).strftime(_WIRE) if text.isascii() else None
    except (ValueError, OverflowError, OSError):
        return None


def compact(timestamp: str) -> str:
    """`2025-09-01T10:00:00Z` -> `20250901100000`, as in continuations."""
    return (
        timestamp[0:4]
        + timestamp[5:7]
        + timestamp[8:10]
        + timestamp[11:13]
        + timestamp[14:16]
        + timestamp[17:19]
    )


def moment(timestamp: str) -> datetime:
    return datetime.strptime(timestamp, _WIRE).replace(tzinfo=UTC)


def days_before(timestamp: str, days: int) -> str:
    return (moment(timestamp) - timedelta(days=days)).strftime(_WIRE)


def http_date(timestamp: str) -> str:
    """`Wed, 18 Nov 2026 09:07:41 GMT`."""
    return format_datetime(moment(timestamp), usegmt=True)
