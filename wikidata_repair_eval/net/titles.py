"""Page titles: how they are written in addresses, and which cannot be titles at all."""

import re
import unicodedata
from urllib.parse import quote

from wikidata_repair_eval.net.errors import NotFound

# `|` separates titles in a request: such a "title" would silently become two.
_ILLEGAL = re.compile(r"[\x00-\x1f#<>\[\]|{}\x7f\ufffd]")


class PageMissing(NotFound):
    """The wiki has no readable page of this title: never created, or deleted."""


def title_path(title: str) -> str:
    """The title as one path segment: `_` for spaces, everything else encoded, `/`, `?` and `:` too."""
    return quote(unicodedata.normalize("NFC", title).strip().replace(" ", "_"), safe="")


def is_possible_title(title: str) -> bool:
    """Whether the wiki could have a page of this title (length counts in bytes, as the wiki counts it)."""
    return bool(title.strip()) and not _ILLEGAL.search(title) and len(title.encode()) <= 300
