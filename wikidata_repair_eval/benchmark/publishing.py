"""Putting a release in place: checksums, what may be overwritten, and no half-published version.

A folder with `SHA256SUMS` is a whole release; the sums go away first and come back last.
"""

import re
import shutil
from pathlib import Path

from upath import UPath

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import sha256_of, write_atomically, writing_atomically

SUMS = "SHA256SUMS"
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:-[0-9A-Za-z][0-9A-Za-z.-]*)?")
_BLOCK = 1024 * 1024


def checked_version(version: str) -> str:
    """The same text, if it is a version such as 1.0.0, 1.1.0-rc1 or 0.1.0-dev."""
    if not _VERSION.fullmatch(version):
        fix = "use three numbers and at most one suffix, as in 1.0.0 or 1.0.0-dev"
        raise InputError("version", repr(version), "this is no version of a release", fix)
    return version


def is_dev(version: str) -> bool:
    """May this version be overwritten?"""
    return version.endswith("-dev")


def version_order(version: str) -> tuple[tuple[int, ...], bool, str]:
    """A suffix comes before the version it leads to: 1.0.0-dev, 1.0.0-rc1, 1.0.0."""
    numbers, _, suffix = version.partition("-")
    return tuple(map(int, numbers.split("."))), not suffix, suffix


def previous_version(releases: UPath, version: str) -> str | None:
    """The last published version before this one; a -dev version is nobody's predecessor."""
    if not releases.exists():
        return None
    names = [folder.name for folder in releases.iterdir() if (folder / SUMS).exists()]
    known = [name for name in names if _VERSION.fullmatch(name) and not is_dev(name)]
    earlier = [name for name in known if version_order(name) < version_order(version)]
    return max(earlier, key=version_order, default=None)


def sums_of(folder: Path) -> str:
    """The text of `SHA256SUMS` for everything in a folder, as `sha256sum --check` reads it."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return "".join(f"{sha256_of(folder / name)}  {name}\n" for name in files if name != SUMS)


def read_sums(text: str, file: str) -> dict[str, str]:
    """Name -> checksum."""
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        digest, mark, name = line.partition("  ")
        if not mark or len(digest) != 64:
            raise InputError(file, f"line {number}", "this is no checksum", "fetch the release again")
        found[name] = digest
    return found


def publish(staged: Path, target: UPath, version: str) -> bool:
    """Put the staged files in place; False if exactly these were there already.

    InputError if the version was published with other bytes: then they stay.
    """
    new = sums_of(staged)
    old = (target / SUMS).read_text() if (target / SUMS).exists() else None
    if old == new and not _damaged(target, read_sums(old, SUMS)):
        return False
    if old is not None and old != new and not is_dev(version):
        problem = "this version is published and its files differ from the new ones"
        raise InputError(str(target), version, problem, "choose a new version; a published one never changes")
    (target / SUMS).unlink(missing_ok=True)
    _remove_strangers(target, set(read_sums(new, SUMS)))
    for name in read_sums(new, SUMS):
        _copy(staged / name, target / name)
    write_atomically(target / SUMS, new.encode())
    return True


def damaged_files(folder: UPath) -> list[str]:
    """Files of a published release that are missing or not what the checksums say."""
    if not (folder / SUMS).exists():
        fix = "materialize benchmark_release, or fetch the release again"
        raise InputError(str(folder), SUMS, "the file is not there, so this is no whole release", fix)
    return _damaged(folder, read_sums((folder / SUMS).read_text(), str(folder / SUMS)))


def _damaged(folder: UPath, sums: dict[str, str]) -> list[str]:
    return [
        name
        for name, digest in sums.items()
        if not (folder / name).exists() or sha256_of(folder / name) != digest
    ]


def _remove_strangers(target: UPath, names: set[str]) -> None:
    """What an earlier -dev version had and this one has not."""
    for path in list(target.rglob("*")) if target.exists() else ():
        if path.is_file() and path.relative_to(target).as_posix() not in names:
            path.unlink()


def _copy(source: Path, target: UPath) -> None:
    with source.open("rb") as file, writing_atomically(target) as copy:
        shutil.copyfileobj(file, copy, _BLOCK)
