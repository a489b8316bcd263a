"""The article cache: one JSON file per source and title, whole or not there, with the time it was stored.

Titles that differ in anything have different files: the name carries a digest of the exact title, so C, C++,
C#, 東京 and 大阪 stay apart on every file system, and long titles fit. Failures are never stored.
"""

import hashlib
import re
import unicodedata
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.files import json_bytes, write_atomically

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class StoredPage:
    """What the wiki answered; `stored_at` is our clock, for the TTL alone."""

    requested: str
    normalised: str
    title: str
    revision: int
    timestamp: str
    html: str
    redirected: bool
    is_redirect: bool
    server_time: str | None
    stored_at: float


class ArticleCache:
    def __init__(self, folder: Path, source_name: str) -> None:
        self._folder = Path(folder) / _safe(source_name)

    def path(self, title: str) -> Path:
        plain = unicodedata.normalize("NFC", title)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:32]
        return self._folder / f"{_safe(plain)[:40]}-{digest}.json"

    def read(self, title: str) -> StoredPage | None:
        """What is stored, of whatever age; a file that cannot be read as such is as good as none."""
        try:
            stored: dict[str, Any] = orjson.loads(self.path(title).read_bytes())
            return StoredPage(**stored)
        except (FileNotFoundError, orjson.JSONDecodeError, TypeError):
            return None

    def write(self, page: StoredPage) -> None:
        write_atomically(self.path(page.requested), json_bytes(asdict(page)))


def _safe(text: str) -> str:
    return _NOT_IN_NAMES.sub("_", text).strip("_") or "x"
