"""Which entities a piece of Wikibase JSON names. Works on whole entities, statements, snaks and shown values.

A text that only looks like an id (an identifier of some database, an address) names nobody.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikidata_repair_eval.wikibase import id_from_url, is_entity_id
from wikidata_repair_eval.wikibase.datavalues import id_of_entity_value

_PROPERTY = re.compile(r"P[1-9][0-9]*", re.ASCII)
_ADDRESSES = frozenset({"unit", "globe", "calendarmodel"})
_PLAIN = frozenset({"badges", "language", "lexicalCategory"})


def named_ids(node: Any, key: str = "") -> Iterator[str]:
    """Properties, entity values, units, globes, calendars and badges, as often as they occur."""
    if isinstance(node, Mapping):
        yield from _named_in_map(node)
    elif isinstance(node, list | tuple):
        for member in node:
            yield from named_ids(member, key)
    elif isinstance(node, str) and key in _ADDRESSES and (found := id_from_url(node)):
        yield found
    elif isinstance(node, str) and key in _PLAIN and is_entity_id(node):
        yield node


def _named_in_map(node: Mapping[str, Any]) -> Iterator[str]:
    if "entity-type" in node:
        yield from filter(None, (id_of_entity_value(node),))
    for key, member in node.items():
        if isinstance(member, list) and _PROPERTY.fullmatch(key):
            yield key
        yield from named_ids(member, key)


def target_of(statement: Mapping[str, Any]) -> str | None:
    """The entity that a statement's main value points to."""
    snak = statement.get("mainsnak")
    datavalue = snak.get("datavalue") if isinstance(snak, Mapping) else None
    if not isinstance(datavalue, Mapping) or datavalue.get("type") != "wikibase-entityid":
        return None
    return id_of_entity_value(datavalue.get("value"))
