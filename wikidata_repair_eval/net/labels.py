"""English labels and descriptions for people's eyes (`cache/labels_en.sqlite`), never for a layer."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from wikidata_repair_eval.net.cache import Cache, Entry
from wikidata_repair_eval.net.entities import Entities, EntityAnswer

TTL_S = 30 * 24 * 3600.0
_LANGUAGES = ("en", "mul")  # an item may have no English label, because one for all languages does


@dataclass(frozen=True, slots=True)
class Label:
    """What to call an entity. None: it has none. `exists` is False for missing and invalid ids."""

    label: str | None
    description: str | None
    exists: bool = True


class Labels:
    """Looks labels up, 50 unknown ones to a request."""

    def __init__(self, entities: Entities, cache: Cache, *, ttl_s: float = TTL_S) -> None:
        self._entities, self._cache, self._ttl = entities, cache, ttl_s

    def labels(self, ids: Iterable[str]) -> dict[str, Label]:
        """A `Label` for every id asked for, in the order asked."""
        wanted = list(dict.fromkeys(ids))
        found = {key: _unpacked(entry) for key, entry in self._cache.get_many(wanted).items()}
        rest = [entity_id for entity_id in wanted if entity_id not in found]
        found |= self._fetched(rest)
        return {entity_id: found[entity_id] for entity_id in wanted}

    def _fetched(self, ids: list[str]) -> dict[str, Label]:
        answers = self._entities.entities(ids, props=("labels", "descriptions"), languages=_LANGUAGES)
        found = {entity_id: _label(answer) for entity_id, answer in answers.items()}
        bodies = {i: orjson.dumps(asdict(label)) for i, label in found.items() if label.exists}
        self._cache.put_many(bodies, ttl_s=self._ttl)
        self._cache.put_absent_many({i: "missing" for i, label in found.items() if not label.exists})
        return found


def _label(answer: EntityAnswer) -> Label:
    if answer.json is None:
        return Label(None, None, exists=False)
    return Label(_term(answer.json, "labels"), _term(answer.json, "descriptions"))


def _term(entity: Mapping[str, Any], kind: str) -> str | None:
    terms = entity.get(kind)
    if not isinstance(terms, Mapping):
        return None  # an empty map may be written []
    for language in _LANGUAGES:
        if language in terms:
            return str(terms[language]["value"])
    return None


def _unpacked(entry: Entry) -> Label:
    return Label(**orjson.loads(entry.body)) if entry.state == "value" else Label(None, None, exists=False)
