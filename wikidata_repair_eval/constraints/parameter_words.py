"""Parameters in words that lose nothing: equal words only for equal values.

The short renderings of `wikibase` leave out what a reader does not miss (a calendar, a timezone); here two
definitions that differ must read differently.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.snaks import STRING, TEXT, RawSnak, content_of, entity_id_of
from wikidata_repair_eval.constraints.vocabulary import (
    ENTITY_TYPES,
    ITEM,
    MAXIMUM,
    MAXIMUM_DATE,
    MINIMUM,
    MINIMUM_DATE,
    PROPERTY,
    PROPERTY_SCOPE_PLACES,
    SCOPE_PLACES,
)
from wikidata_repair_eval.constraints.wording import Labels, joined
from wikidata_repair_eval.wikibase import render_datavalue, render_id
from wikidata_repair_eval.wikibase.canonical import canonical_datavalue, canonical_snak

_NOT_GIVEN = "(not given)"
_BLANKS: Mapping[str, str] = {"novalue": "no value", "somevalue": "unknown value"}
# Ids that name a place or a kind of entity; words help more than `Q46466787`.
_PLACE_WORDS = {"statement": "main values", "qualifier": "qualifiers", "reference": "references"}
_TYPE_WORDS = {"property": "properties", "mediainfo": "media files"}
_NAMES: Mapping[str, str] = {
    **{qid: _PLACE_WORDS[place] for qid, place in {**SCOPE_PLACES, **PROPERTY_SCOPE_PLACES}.items()},
    **{qid: _TYPE_WORDS.get(name, f"{name}s") for qid, name in ENTITY_TYPES.items()},
}


# What unknown and no value mean as a parameter of a type, where that is more than their names say.
_NO_LOWER, _NO_UPPER = {"novalue": "no lower bound (no value)"}, {"novalue": "no upper bound (no value)"}
_NOW = {"somevalue": "now (unknown value)"}
_MEANINGS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "Q21510860": {
        MINIMUM: _NO_LOWER,
        MAXIMUM: _NO_UPPER,
        MINIMUM_DATE: _NO_LOWER | _NOW,
        MAXIMUM_DATE: _NO_UPPER | _NOW,
    },
    "Q21510854": {MINIMUM: _NO_LOWER, MAXIMUM: _NO_UPPER},
    "Q21514353": {ITEM: {"novalue": "no unit (no value)"}},
    "Q21510851": {PROPERTY: {"novalue": "none at all (no value)"}},
}


def parameter_words(constraint: Constraint, labels: Labels | None) -> defaultdict[str, str]:
    """Each parameter in words; one that is not there reads as such."""
    meanings = _MEANINGS.get(constraint.type or "", {})
    given = ((name, snaks) for name, snaks in constraint.qualifiers.items() if snaks)
    words = {name: listed(snaks, labels, meanings.get(name, _BLANKS)) for name, snaks in given}
    return defaultdict(lambda: _NOT_GIVEN, words)


def listed(snaks: Sequence[RawSnak], labels: Labels | None, blanks: Mapping[str, str] = _BLANKS) -> str:
    """The snaks in a fixed order, whatever order they are written in."""
    return joined((_words(snak, labels, blanks) for snak in sorted(snaks, key=_order)), "or")


def _order(snak: RawSnak) -> tuple[int, str, bytes]:
    """Items by number, everything else by what it says."""
    entity_id = entity_id_of(snak) or ""
    return len(entity_id), entity_id, canonical_snak(snak)


def _words(snak: RawSnak, labels: Labels | None, blanks: Mapping[str, str]) -> str:
    kind = str(snak.get("snaktype"))
    if kind in _BLANKS:
        return blanks.get(kind, _BLANKS[kind])
    entity_id = entity_id_of(snak)
    if entity_id is not None:
        return f"{_NAMES[entity_id]} ({entity_id})" if entity_id in _NAMES else render_id(entity_id, labels)
    text = content_of(snak, STRING)
    if isinstance(text, str):
        return _quoted(text)
    return _spelled(snak, labels)


def _spelled(snak: RawSnak, labels: Labels | None) -> str:
    monolingual = content_of(snak, TEXT)
    if isinstance(monolingual, Mapping) and isinstance(monolingual.get("text"), str):
        return f"{_quoted(monolingual['text'])} ({monolingual.get('language')})"
    short, exact = render_datavalue(snak.get("datavalue"), labels), _exact(snak)
    return f"{short} {exact}"


def _exact(snak: RawSnak) -> str:
    """The canonical value without its type: `[+1900-01-01T00:00:00Z, 11, Q1985727, 0, 0, 0]`."""
    members: list[Any] = canonical_datavalue(snak.get("datavalue"))[1:]
    return f"[{', '.join(_plain(member) for member in members if member is not None)}]"


def _plain(member: Any) -> str:
    if isinstance(member, str):
        return member
    return orjson.dumps(member, option=orjson.OPT_SORT_KEYS, default=str).decode()


def _quoted(text: str) -> str:
    """In quotation marks, those inside doubled, so that a list of texts is never taken for another one."""
    return '"' + text.replace('"', '""') + '"'
