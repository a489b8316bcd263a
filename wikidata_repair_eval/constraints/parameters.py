"""Readers of constraint parameters: from the qualifiers of a P2302 statement to typed values.

Each reader returns what a checker needs or raises BadParameters with the parameter and the problem. Readers
of quantities and dates are with the range checkers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.snaks import STRING, TEXT, RawSnak, content_of, entity_id_of
from wikidata_repair_eval.constraints.vocabulary import (
    CLARIFICATION,
    CLASS,
    ENTITY_TYPES,
    EXCEPTION,
    ITEM,
    LANGUAGE,
    NAMESPACE,
    PROPERTY,
    PROPERTY_SCOPE,
    PROPERTY_SCOPE_PLACES,
    REGEX,
    RELATION,
    RELATIONS,
    SEPARATOR,
    STATUS,
    STATUSES,
    SYNTAX,
    Place,
)

Qualifiers = Mapping[str, Sequence[RawSnak]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Items:
    """A list of items in which unknown value and no value are members of their own."""

    ids: frozenset[str]
    unknown: bool
    none: bool
    listed: tuple[RawSnak, ...]

    def match(self, snak: RawSnak) -> bool:
        """True if the snak's value, or its lack of one, is listed."""
        kind = snak["snaktype"]
        if kind == "value":
            return entity_id_of(snak) in self.ids
        return self.unknown if kind == "somevalue" else self.none

    def admit(self, snak: RawSnak) -> bool:
        """As `match`, but an empty list admits everything."""
        return not self.listed or self.match(snak)

    @property
    def key(self) -> tuple[frozenset[str], bool, bool]:
        """Equal for lists with the same members."""
        return self.ids, self.unknown, self.none

    def __bool__(self) -> bool:
        return bool(self.listed)


def read_items(qualifiers: Qualifiers) -> Items:
    """P2305, required."""
    return _items(needed(qualifiers, ITEM))


def read_optional_items(qualifiers: Qualifiers) -> Items:
    """P2305; empty where it is not given."""
    return _items(qualifiers.get(ITEM) or ())


def read_units(qualifiers: Qualifiers) -> Items:
    """P2305 as units: no value means that a number without unit is allowed."""
    items = read_items(qualifiers)
    if items.unknown:
        raise BadParameters(ITEM, "must be units or no value, not unknown value")
    return items


def _items(snaks: Sequence[RawSnak]) -> Items:
    kinds = [snak["snaktype"] for snak in snaks]
    ids = frozenset(_item(snak, ITEM) for snak in snaks if snak["snaktype"] == "value")
    return Items(ids, "somevalue" in kinds, "novalue" in kinds, tuple(snaks))


def read_entity_types(qualifiers: Qualifiers) -> frozenset[str]:
    return frozenset(_mapped(snak, ITEM, ENTITY_TYPES) for snak in needed(qualifiers, ITEM))


def read_property_scope(qualifiers: Qualifiers) -> frozenset[Place]:
    snaks = needed(qualifiers, PROPERTY_SCOPE)
    return frozenset(_mapped(snak, PROPERTY_SCOPE, PROPERTY_SCOPE_PLACES) for snak in snaks)


def read_property(qualifiers: Qualifiers) -> str:
    """P2306, exactly one."""
    return _property(single(qualifiers, PROPERTY), PROPERTY)


def read_properties(qualifiers: Qualifiers) -> tuple[str, ...]:
    """P2306, any number; a lone no value means none at all."""
    snaks = needed(qualifiers, PROPERTY)
    if len(snaks) == 1 and snaks[0]["snaktype"] == "novalue":
        return ()
    return tuple(_property(snak, PROPERTY) for snak in snaks)


def read_separators(qualifiers: Qualifiers) -> tuple[str, ...]:
    return tuple(_property(snak, SEPARATOR) for snak in qualifiers.get(SEPARATOR) or ())


def read_classes(qualifiers: Qualifiers) -> frozenset[str]:
    return frozenset(_entity(snak, CLASS) for snak in needed(qualifiers, CLASS))


def read_relation(qualifiers: Qualifiers) -> tuple[str, ...]:
    """The properties of the first hop: P31, P279 or both."""
    return _mapped(single(qualifiers, RELATION), RELATION, RELATIONS)


def read_regex(qualifiers: Qualifiers) -> str:
    return _string(single(qualifiers, REGEX), REGEX)


def read_syntax(qualifiers: Qualifiers) -> dict[str, str]:
    return _texts(qualifiers, SYNTAX)


def read_namespace(qualifiers: Qualifiers) -> str:
    """P2307; the main namespace where it is not given."""
    if not qualifiers.get(NAMESPACE):
        return ""
    return _string(single(qualifiers, NAMESPACE), NAMESPACE)


def read_languages(qualifiers: Qualifiers) -> tuple[str, ...]:
    return tuple(_string(snak, LANGUAGE) for snak in needed(qualifiers, LANGUAGE))


def read_exceptions(qualifiers: Qualifiers) -> frozenset[str]:
    return frozenset(_entity(snak, EXCEPTION) for snak in qualifiers.get(EXCEPTION) or ())


def read_status(qualifiers: Qualifiers) -> str | None:
    """`mandatory`, `suggestion`, or None for a constraint that only warns."""
    if not qualifiers.get(STATUS):
        return None
    return _mapped(single(qualifiers, STATUS), STATUS, STATUSES)


def read_clarification(qualifiers: Qualifiers) -> dict[str, str]:
    return _texts(qualifiers, CLARIFICATION)


def needed(qualifiers: Qualifiers, parameter: str) -> Sequence[RawSnak]:
    """The snaks of a parameter that must be there."""
    snaks = qualifiers.get(parameter)
    if not snaks:
        raise BadParameters(parameter, "is missing")
    return snaks


def single(qualifiers: Qualifiers, parameter: str) -> RawSnak:
    """The one snak of a parameter that must be there exactly once."""
    snaks = needed(qualifiers, parameter)
    if len(snaks) != 1:
        raise BadParameters(parameter, f"must be given once, not {len(snaks)} times")
    return snaks[0]


def _known(snak: RawSnak, parameter: str) -> RawSnak:
    if snak["snaktype"] != "value":
        raise BadParameters(parameter, f"must have a value, not {snak['snaktype']}")
    return snak


def _entity(snak: RawSnak, parameter: str) -> str:
    entity_id = entity_id_of(_known(snak, parameter))
    if entity_id is None:
        raise BadParameters(parameter, "must be an entity")
    return entity_id


def _item(snak: RawSnak, parameter: str) -> str:
    item_id = _entity(snak, parameter)
    if not item_id.startswith("Q"):
        raise BadParameters(parameter, f"must be an item, not {item_id}")
    return item_id


def _property(snak: RawSnak, parameter: str) -> str:
    property_id = _entity(snak, parameter)
    if not property_id.startswith("P"):
        raise BadParameters(parameter, f"must be a property, not {property_id}")
    return property_id


def _string(snak: RawSnak, parameter: str) -> str:
    text = content_of(_known(snak, parameter), STRING)
    if not isinstance(text, str):
        raise BadParameters(parameter, "must be a string")
    return text


def _mapped(snak: RawSnak, parameter: str, mapping: Mapping[str, T]) -> T:
    item_id = _item(snak, parameter)
    if item_id not in mapping:
        raise BadParameters(parameter, f"must be one of {', '.join(sorted(mapping))}, not {item_id}")
    return mapping[item_id]


def mapped_items(snaks: Sequence[RawSnak], parameter: str, mapping: Mapping[str, T]) -> list[T]:
    """All items of a parameter, each of which must be known."""
    for snak in snaks:  # what kind of thing it is comes before which one it is
        _item(snak, parameter)
    return [_mapped(snak, parameter, mapping) for snak in snaks]


def _texts(qualifiers: Qualifiers, parameter: str) -> dict[str, str]:
    """Monolingual texts by language, at most one each."""
    texts: dict[str, str] = {}
    for snak in qualifiers.get(parameter) or ():
        language, text = _monolingual(snak, parameter)
        if language in texts:
            raise BadParameters(parameter, f"is given more than once in the language {language}")
        texts[language] = text
    return texts


def _monolingual(snak: RawSnak, parameter: str) -> tuple[str, str]:
    content: Any = content_of(_known(snak, parameter), TEXT)
    if not isinstance(content, Mapping) or not isinstance(content.get("language"), str):
        raise BadParameters(parameter, "must be a monolingual text")
    return content["language"], str(content.get("text"))
