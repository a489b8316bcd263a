"""Texts of revisions through Special:EntityData, the protocol's own path: one request for each.

It wants to know whose revision it is asked for, so the tracks that were read are noted. A document is put
back into the form in which revisions are stored, so that both ways lead to the same records.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson

from wikidata_repair_eval.forensics.tracks import Track
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.entity_data import EntityData, EntityDocument
from wikidata_repair_eval.net.errors import Refused
from wikidata_repair_eval.net.revision import Content

REDIRECT_TTL_S = 24 * 3600.0
# What a document says of its page, and a stored revision does not.
_OF_THE_PAGE = frozenset({"pageid", "ns", "title", "lastrevid", "modified"})


class RestTexts:
    """Answers as `Contents` does, for revisions of entities whose tracks were noted."""

    def __init__(self, documents: EntityData, memo: Cache, workers: int = 1) -> None:
        self._documents, self._memo, self._workers = documents, memo, workers
        self._owners: dict[int, str] = {}

    def note(self, track: Track) -> None:
        page = track.entity.partition("-")[0]  # forms and senses stand on the page of their lexeme
        self._owners.update((revision.revid, page) for revision in track.revisions)

    def forget(self) -> None:
        """Forget the revisions of a finished batch; properties are asked about by all batches."""
        self._owners = {revid: owner for revid, owner in self._owners.items() if owner.startswith("P")}

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        """Exactly one `Content` for every id asked for, in the order asked."""
        wanted = list(dict.fromkeys(revids))
        with ThreadPoolExecutor(self._workers) as pool:
            return dict(zip(wanted, pool.map(self._content, wanted), strict=True))

    def _content(self, revid: int) -> Content:
        owner = self._owners[revid]
        try:
            document = self._documents.document(owner, revid)
        except Refused:  # the revision is another page's now
            return Content(revid, "bad")
        if document.state == "here" and document.json is not None:
            return Content(revid, "text", owner, text=orjson.dumps(stored_form(document.json)).decode())
        if document.state == "redirect_revision":
            return self._redirect(document, revid)
        return Content(revid, "bad")

    def _redirect(self, document: EntityDocument, revid: int) -> Content:
        """The document does not say where the redirect led; the page of today does, if it still is one."""
        target = self._target(document.asked)
        if target == document.asked:
            return Content(revid, "missing")
        text = orjson.dumps({"entity": document.asked, "redirect": target}).decode()
        return Content(revid, "text", document.asked, text=text)

    def _target(self, entity: str) -> str:
        key = f"redirect/{entity}"
        known = self._memo.get(key)
        if known is not None:
            return known.body.decode()
        target = self._documents.document(entity).id or entity
        self._memo.put(key, target.encode(), ttl_s=REDIRECT_TTL_S)
        return target


def stored_form(document: Mapping[str, Any]) -> dict[str, Any]:
    """The entity without what is only published: page data, datatypes of snaks, `{}` for an empty map."""
    return {key: _plain(value) for key, value in document.items() if key not in _OF_THE_PAGE}


def _plain(part: Any) -> Any:
    if isinstance(part, list):
        return [_plain(member) for member in part]
    if not isinstance(part, Mapping):
        return part
    if not part:
        return []
    is_snak = "snaktype" in part
    return {key: _plain(value) for key, value in part.items() if not (is_snak and key == "datatype")}
