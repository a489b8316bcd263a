"""A folder beside the output for what is not finished yet, and the end of those that killed passes left.

Every pass holds a shared lock on the folder that both lie in, which the system takes away when a process
ends, however it ends. Whoever gets the lock for itself alone knows that nobody is at work there, so what is
left belongs to the dead.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

try:
    import fcntl
except ImportError:  # Windows: nothing is locked, so nothing is swept
    fcntl = None  # type: ignore[assignment]


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A new folder on the same disk as `out`, so that files can be moved there at once; gone at the end."""
    home = out.absolute().parent
    home.mkdir(parents=True, exist_ok=True)
    with _locked(home) as alone:
        if alone:
            sweep(out)
    with _locked(home, shared=True):
        folder = home / f".{out.name}.{uuid4().hex}.tmp"
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process is in this folder, and keep it to oneself."""
    with _locked(folder, wait=True):
        yield


def sweep(out: Path) -> None:
    """Remove what earlier passes into `out` left behind; only while no pass is at work beside it."""
    ours = re.compile(rf"\.{re.escape(out.name)}\.[0-9a-f]{{32}}\.tmp")
    for left in out.absolute().parent.iterdir():
        if ours.fullmatch(left.name) and left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _locked(folder: Path, *, shared: bool = False, wait: bool = False) -> Iterator[bool]:
    """Hold a lock on a folder: shared, however long that takes; or alone, at once or after waiting."""
    if fcntl is None:
        yield False
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield _lock(handle, shared=shared, wait=wait)
    finally:
        os.close(handle)


def _lock(handle: int, *, shared: bool, wait: bool) -> bool:
    alone = fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB
    try:
        fcntl.flock(handle, fcntl.LOCK_SH if shared else alone)
    except OSError:  # somebody is at work, or a disk that knows no locks
        return False
    return True
