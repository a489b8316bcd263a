"""`Special:EntityData`: one entity, now or at a revision. Its errors are HTML and mean particular things."""

import html
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import Refused, RetryableAnswer
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval.net.titles import title_path

DocumentState = Literal["here", "redirect_revision", "missing"]


@dataclass(frozen=True, slots=True)
class EntityDocument:
    """What the wiki shows for `asked`.

    `here`: `json` is the entity `id`, which is another one than `asked` if that was merged.
    `redirect_revision`: the revision asked for is a redirect, so there is no entity to show.
    `missing`: no such entity, or no such revision of it, or not readable.
    """

    asked: str
    revision: int | None
    state: DocumentState
    id: str | None = None
    json: dict[str, Any] | None = None

    @property
    def redirected(self) -> bool:
        return self.id is not None and self.id != self.asked.upper()  # `q42` is another spelling


class EntityData:
    """Reads entity documents; those of a revision are kept in `snapshots` for ever."""

    def __init__(self, http: HttpClient, url: str, snapshots: Snapshots | None = None) -> None:
        self._http, self._url, self._snapshots = http, url.rstrip("/"), snapshots

    def document(self, entity: str, revision: int | None = None) -> EntityDocument:
        """The entity now, or as it was saved in `revision`."""
        if revision is None:
            return self._fetch(entity, None)
        known = self._remembered(entity, revision)
        if known is None:
            known = self._fetch(entity, revision)
            self._keep(known, revision)
        return known

    def _fetch(self, entity: str, revision: int | None) -> EntityDocument:
        url = f"{self._url}/{title_path(entity)}.json"
        params = {"revision": str(revision)} if revision is not None else None
        answer = self._http.get(url, params, ok=(200, 400, 404), judge=_judge)
        if answer.status == 404:
            return EntityDocument(entity, revision, "missing")
        if answer.status == 400:
            return self._of_bad_request(answer, entity, revision)
        return self._of_body(answer, entity, revision)

    def _of_bad_request(self, answer: Answer, entity: str, revision: int | None) -> EntityDocument:
        said = html.unescape(answer.body.decode("utf-8", "replace"))
        if revision is not None and "Can't show revision" in said.replace("\u2019", "'"):
            return EntityDocument(entity, revision, "redirect_revision")
        problem = f"HTTP 400 for {entity!r}: {answer.excerpt()}"
        raise Refused(host_of(answer.url), answer.url, problem, "check the id", 400)

    def _of_body(self, answer: Answer, entity: str, revision: int | None) -> EntityDocument:
        [(key, json)] = answer.json()["entities"].items()
        if revision is not None and key != entity.upper():
            # A revision belongs to one entity; another one's document would be read as this one's past.
            problem = f"revision {revision} of {entity} was answered with {key}"
            raise Refused(host_of(answer.url), answer.url, problem, "check the revision", 200)
        return EntityDocument(entity, revision, "here", str(json.get("id", key)), json)

    def _remembered(self, entity: str, revision: int) -> EntityDocument | None:
        entry = self._snapshots.document(entity, revision) if self._snapshots else None
        if entry is None:
            return None
        if entry.state != "value":
            return EntityDocument(entity, revision, "missing")
        known = orjson.loads(entry.body)
        return EntityDocument(entity, revision, known["state"], known["id"], known["json"])

    def _keep(self, document: EntityDocument, revision: int) -> None:
        if self._snapshots is None:
            return
        if document.state == "missing":
            self._snapshots.note_no_document(document.asked, revision)
            return
        kept = {"state": document.state, "id": document.id, "json": document.json}
        self._snapshots.keep_document(document.asked, revision, orjson.dumps(kept))


def _judge(answer: Answer) -> None:
    """A 200 must hold exactly one entity; anything else is no answer."""
    if answer.status != 200:
        return
    body = answer.json()
    entities = body.get("entities") if isinstance(body, dict) else None
    if not isinstance(entities, dict) or len(entities) != 1:
        raise RetryableAnswer("the document does not hold exactly one entity", pause_everyone=False)
