"""Entities as they are now, through `wbgetentities`, 50 to a request, each id accounted for.

One malformed id fails a whole request: such ids are kept back where we can tell, and found by halving
where we cannot.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.net.errors import ApiError
from wikidata_repair_eval.net.mediawiki import BATCH, MediaWiki, joined
from wikidata_repair_eval.net.revision import flag

EntityState = Literal["here", "missing", "invalid"]

_ID = re.compile(r"[A-Z][1-9]\d{0,9}(-[FS][1-9]\d{0,9})?")
_LARGEST_NUMBER = 2_147_483_647
_BAD_ID_CODES = frozenset({"no-such-entity", "invalid-entity-id", "param-invalid", "param-illegal"})


@dataclass(frozen=True, slots=True)
class EntityAnswer:
    """What the wiki says of the id `asked`; `id` differs from it where the entity was merged."""

    asked: str
    state: EntityState
    id: str | None = None
    json: dict[str, Any] | None = None

    @property
    def redirected(self) -> bool:
        return self.id is not None and self.id != self.asked


class Entities:
    """Reads current entities."""

    def __init__(self, wiki: MediaWiki) -> None:
        self._wiki = wiki

    def entities(
        self, ids: Iterable[str], *, props: Iterable[str] = (), languages: Iterable[str] = ()
    ) -> dict[str, EntityAnswer]:
        """One answer for every id asked for, in the order asked. No `props` means all of them."""
        asked = list(dict.fromkeys(ids))
        options = {"props": joined(props), "languages": joined(languages)}
        params = {"action": "wbgetentities", **{key: value for key, value in options.items() if value}}
        good = [entity_id for entity_id in asked if is_entity_id(entity_id)]
        found = {entity_id: EntityAnswer(entity_id, "invalid") for entity_id in asked}
        for at in range(0, len(good), BATCH):
            found |= self._some(good[at : at + BATCH], params)
        return found

    def _some(self, ids: list[str], params: dict[str, str]) -> dict[str, EntityAnswer]:
        try:
            body = self._wiki.ask({**params, "ids": joined(ids)})
        except ApiError as error:
            if error.code not in _BAD_ID_CODES:
                raise
            if len(ids) == 1:
                return {ids[0]: EntityAnswer(ids[0], "invalid")}
            middle = len(ids) // 2
            return self._some(ids[:middle], params) | self._some(ids[middle:], params)
        return {entity_id: self._answer(entity_id, body.get("entities") or {}) for entity_id in ids}

    def _answer(self, asked: str, entities: dict[str, Any]) -> EntityAnswer:
        raw = entities.get(asked)
        if not isinstance(raw, dict):
            raise self._wiki.unreadable(f"the answer does not speak of {asked}")
        if flag(raw, "missing"):
            return EntityAnswer(asked, "missing")
        return EntityAnswer(asked, "here", str(raw.get("id", asked)), raw)


def is_entity_id(text: str) -> bool:
    """Whether the wiki could have such an entity (upper case, no leading zero, a 32-bit number)."""
    if not _ID.fullmatch(text):
        return False
    return all(int(number) <= _LARGEST_NUMBER for number in re.findall(r"\d+", text))
