"""`CHANGES.md`: what is new, gone or different since the previous version, by stable id."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import orjson

MOST_LISTED = 1000
_DIGEST_BYTES = 8

# The names of a case's fields, and the digests of all of them in one piece: small, since a release has many.
Fingerprint = tuple[tuple[str, ...], bytes]
Fingerprints = Mapping[str, Fingerprint]


def fingerprint(case: Mapping[str, Any]) -> Fingerprint:
    """A short digest of every field of a case: enough to tell what has changed."""
    names = tuple(sorted(case))
    return _same(names), b"".join(_digest(case[name]) for name in names)


@cache
def _same(names: tuple[str, ...]) -> tuple[str, ...]:
    """Cases have the same fields, so one tuple serves them all."""
    return names


def changes_text(version: str, previous: str | None, old: Fingerprints, new: Fingerprints) -> str:
    """The whole file."""
    if previous is None:
        return f"# Changes in {version}\n\nThis is the first version: {len(new):,} cases.\n"
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    changed = {one: _changed_fields(old[one], new[one]) for one in sorted(old.keys() & new.keys())}
    changed = {one: fields for one, fields in changed.items() if fields}
    fields = Counter(name for names in changed.values() for name in names)
    lines = [
        f"# Changes from {previous} to {version}",
        "",
        f"{len(new):,} cases, {len(old):,} before: {len(added):,} added, {len(removed):,} removed, "
        f"{len(changed):,} changed, {len(new) - len(added) - len(changed):,} the same.",
        *_fields(fields),
        *_section("Added", (f"`{one}`" for one in added)),
        *_section("Removed", (f"`{one}`" for one in removed)),
        *_section("Changed", (f"`{one}`: {', '.join(names)}" for one, names in changed.items())),
    ]
    return "\n".join(lines) + "\n"


def _changed_fields(old: Fingerprint, new: Fingerprint) -> list[str]:
    before, after = _by_field(old), _by_field(new)
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _by_field(one: Fingerprint) -> dict[str, bytes]:
    names, digests = one
    places = range(0, len(digests), _DIGEST_BYTES)
    return {name: digests[at : at + _DIGEST_BYTES] for name, at in zip(names, places, strict=True)}


def _fields(counts: Counter[str]) -> Iterator[str]:
    if counts:
        ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        yield ""
        yield "Fields that changed: " + ", ".join(f"{name} ({count:,})" for name, count in ordered) + "."


def _section(title: str, entries: Iterable[str]) -> Iterator[str]:
    listed = list(entries)
    if not listed:
        return
    yield from ("", f"## {title}", "")
    yield from (f"- {entry}" for entry in listed[:MOST_LISTED])
    if len(listed) > MOST_LISTED:
        yield f"- and {len(listed) - MOST_LISTED:,} more"


def _digest(value: Any) -> bytes:
    data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
