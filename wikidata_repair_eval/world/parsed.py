"""The fields of an entity in any key order and spacing, for lines that are not as today's dumps write them.

simdjson checks the whole line and builds only what is asked for, in a fourth of the time that decoding takes.
Whatever it refuses, and whatever is not plainly an entity, gives None: the caller decodes the line, which
gives the same fields or says what is wrong with it.
"""

from collections.abc import Sequence
from typing import Any, cast

import orjson
import simdjson
from stringzilla import find as far

from wikidata_repair_eval.wikibase import is_entity_id
from wikidata_repair_eval.world.quick import Quick
from wikidata_repair_eval.world.rows import INSTANCE_OF, LANGUAGES, SUBCLASS_OF, best_targets

_ITEM = frozenset({"type", "id", "labels", "descriptions", "aliases", "claims", "sitelinks"})
_PAGE = frozenset({"pageid", "ns", "title", "lastrevid", "modified"})
_KEYS = _ITEM | _PAGE | {"datatype"}
_KINDS = {"Q": "item", "P": "property"}


class _Unusual(Exception):
    """This line must be decoded."""


def parsed_fields(body: bytes) -> Quick | None:
    """Id, label, description, classes, superclasses and `modified`; None if it must be decoded."""
    try:
        # A parser each costs a twentieth of the line, and one for all would not do for several threads.
        document = simdjson.Parser().parse(body)
        return _fields(document, body) if isinstance(document, simdjson.Object) else None
    except (ValueError, KeyError, _Unusual):  # malformed statements are ValueErrors
        return None


def _fields(document: Any, body: bytes) -> Quick:
    keys = list(document.keys())
    if len(keys) != len(_KEYS.intersection(keys)):
        raise _Unusual
    entity_id, modified = document["id"], document["modified"] if "modified" in keys else ""
    if not is_entity_id(entity_id) or document["type"] != _KINDS.get(entity_id[0]):
        raise _Unusual
    if not isinstance(modified, str):
        raise _Unusual
    labels, descriptions = (document[name] if name in keys else None for name in ("labels", "descriptions"))
    claims = document["claims"]
    # To be told that a key is not there takes longer than to look for it in the bytes.
    languages = [language for language in LANGUAGES if far(body, b'"%s"' % language.encode()) >= 0]
    return (
        entity_id.encode(),
        _term(labels, languages),
        _term(descriptions, languages),
        _targets(claims, INSTANCE_OF) if far(body, b'"P31"') >= 0 else _none(claims),
        _targets(claims, SUBCLASS_OF) if far(body, b'"P279"') >= 0 else b"",
        modified.encode(),
    )


def _none(part: Any) -> bytes:
    _map(part)
    return b""


def _map(part: Any) -> Any:
    """A map, or None for an empty one, however that is written."""
    if isinstance(part, simdjson.Object):
        return part
    if isinstance(part, simdjson.Array) and not len(part):
        return None
    raise _Unusual


def _term(part: Any, languages: Sequence[str]) -> bytes:
    terms = None if part is None else _map(part)
    if terms is None:
        return b""
    for language in languages:
        term = terms.get(language)
        if term is not None:
            return orjson.dumps(_text(term))
    return b""


def _text(term: Any) -> str:
    text = term["value"] if isinstance(term, simdjson.Object) else None
    if not isinstance(text, str):
        raise _Unusual
    return text


def _targets(claims: Any, property_id: str) -> bytes:
    found = _map(claims)
    statements = None if found is None else found.get(property_id)
    if statements is None:
        return b""
    if not isinstance(statements, simdjson.Array):
        raise _Unusual
    return best_targets(cast(list[dict[str, Any]], statements.as_list()))
