"""What the names in a case stand for: labels of entities, properties and constraint types to their ids.

Only the case's own texts count (its L2 labels and what else it shows), so a name that the case does not hold
stands for nothing, and a name that two entities share stands for neither.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import normalize

from wikidata_repair_eval.constraints import CONSTRAINT_TYPES
from wikidata_repair_eval.wikibase import id_from_url, is_entity_id

Raw = Mapping[str, Any]
_TRAILING_ID = re.compile(r".*\(\s*([QPLqpl][1-9][0-9]*(?:-[FSfs][1-9][0-9]*)?)\s*\)", re.ASCII | re.DOTALL)
_PREFIXES = ("wd:", "wdt:", "p:", "property:", "item:", "lexeme:")
LONGEST_NAME = 500


class Names:
    """Labels of one case, read only when the first label has to be resolved."""

    def __init__(self, case: Raw) -> None:
        self._case = case
        self._ids: dict[str, set[str]] | None = None

    def entity_id(self, text: str) -> str | None:
        """`Q5`, `wd:Q5`, an entity URL, `human (Q5)`, or the label of exactly one entity of the case."""
        spelled = text.strip()
        if len(spelled) > LONGEST_NAME:
            return None
        return _as_id(spelled) or self._by_label(spelled)

    def property_id(self, text: str) -> str | None:
        found = self.entity_id(text)
        if found is not None and found.startswith("P"):
            return found
        return self._by_label(text.strip(), "P")

    def _by_label(self, text: str, letter: str = "") -> str | None:
        if self._ids is None:
            self._ids = {}
            for entity_id, label in _labels(self._case):
                self._ids.setdefault(_key(label), set()).add(entity_id)
        found = {one for one in self._ids.get(_key(text), ()) if one.startswith(letter)}
        return found.pop() if len(found) == 1 else None


def _as_id(text: str) -> str | None:
    lowered = text.lower()
    for prefix in _PREFIXES:
        if lowered.startswith(prefix):
            text = text[len(prefix) :]
    if is_entity_id(text.upper()):
        return text.upper()
    match = _TRAILING_ID.fullmatch(text)
    return match[1].upper() if match else id_from_url(text)


def _key(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


def _labels(case: Raw) -> Iterator[tuple[str, str]]:
    world = case.get("world_state") or {}
    named = (world.get("L2_labels") or {}).get("entities") or {}
    for entity_id, terms in named.items():
        label = terms.get("label") if isinstance(terms, Mapping) else terms
        if isinstance(label, str):
            yield entity_id, label
    yield from _own_labels(case.get("pre_repair_state") or {})
    for kind in CONSTRAINT_TYPES.values():
        yield kind.qid, kind.label
        yield kind.qid, kind.label.removesuffix(" constraint")


def _own_labels(record: Raw) -> Iterator[tuple[str, str]]:
    for raw in (record.get("entity") or {}, *(record.get("neighbours") or {}).values()):
        labels = raw.get("labels") or {}
        for language in ("en", "mul"):
            if isinstance(labels, Mapping) and language in labels:
                yield raw["id"], labels[language]["value"]
