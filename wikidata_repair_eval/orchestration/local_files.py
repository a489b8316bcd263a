"""A file of the data directory as a local one: itself, or a copy of it while it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from upath import UPath

# What stands beside a file and belongs to it: checksums, by which a release is known.
BESIDE = ("SHA256SUMS",)


@contextmanager
def local_file(path: UPath) -> Iterator[Path]:
    """A path that any library can open; the copy of a remote file vanishes afterwards."""
    if getattr(path, "protocol", "") in ("", "file", "local"):
        yield Path(path.path)
        return
    with TemporaryDirectory() as folder:
        for name in (path.name, *BESIDE):
            if (path.parent / name).exists():
                path.fs.get_file((path.parent / name).path, str(Path(folder) / name))
        yield Path(folder) / path.name
