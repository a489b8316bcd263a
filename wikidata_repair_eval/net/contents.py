"""Texts of revisions by id, 50 to a request, each id accounted for.

The answer of the API may come in pieces, in another order, and with pages that say nothing; none of it
may lose a revision. What was read once is never asked for again (`snapshots`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.net.mediawiki import BATCH, MediaWiki, joined, pages_of
from wikidata_repair_eval.net.revision import Content, parse_content
from wikidata_repair_eval.net.snapshots import Snapshots

# How often ids that an answer left out are asked for again before we say that the wiki is broken.
MAX_ROUNDS = 3


class Contents:
    """Reads revision texts through the action API."""

    def __init__(self, wiki: MediaWiki, snapshots: Snapshots | None = None) -> None:
        self._wiki, self._snapshots = wiki, snapshots

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        """Exactly one `Content` for every id asked for, in the order asked."""
        wanted = list(dict.fromkeys(revids))
        found = self._snapshots.contents(wanted) if self._snapshots else {}
        rest = [revid for revid in wanted if revid not in found]
        for at in range(0, len(rest), BATCH):
            found |= self._batch(rest[at : at + BATCH])
        return {revid: found[revid] for revid in wanted}

    def _batch(self, revids: list[int]) -> dict[int, Content]:
        found: dict[int, Content] = {}
        for _ in range(MAX_ROUNDS):
            found |= self._ask([revid for revid in revids if revid not in found])
            if len(found) == len(revids):
                return found
        left = [revid for revid in revids if revid not in found]
        raise self._wiki.unreadable(f"the wiki says nothing of revisions {joined(left)}")

    def _ask(self, revids: list[int]) -> dict[int, Content]:
        asked = frozenset(revids)
        found: dict[int, Content] = {}
        # No rvlimit here: together with revids it is an error.
        params = {"prop": "revisions", "revids": joined(revids), "rvprop": "ids|content", "rvslots": "main"}
        for body in self._wiki.query(params):
            piece = {c.revid: c for c in self._parsed(body) if c.revid in asked and c.revid not in found}
            found |= piece
            if self._snapshots:
                self._snapshots.keep(piece.values())
        return found

    def _parsed(self, body: Mapping[str, Any]) -> list[Content]:
        try:
            found = [
                parse_content(raw, page.get("title", ""))
                for page in pages_of(body)
                for raw in page.get("revisions") or ()  # a continued answer lists pages without any
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise self._wiki.unreadable(f"a revision is malformed: {error!r}") from None
        bad = (body.get("query") or {}).get("badrevids") or {}
        return found + [Content(int(revid), "bad") for revid in bad]
