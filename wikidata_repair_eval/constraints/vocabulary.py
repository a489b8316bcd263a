"""The ids with which Wikidata writes constraints: parameters, places, entity types, relations, statuses.

Only names. Which constraint types there are, and what each does, is in the registry.
"""

from collections.abc import Mapping
from typing import Literal

Place = Literal["statement", "qualifier", "reference"]
PLACES: tuple[Place, ...] = ("statement", "qualifier", "reference")
# What people call them.
PLACE_NAMES: Mapping[Place, str] = {
    "statement": "main value",
    "qualifier": "qualifier",
    "reference": "reference",
}

CONSTRAINT = "P2302"

# Parameters that every type may carry.
EXCEPTION, STATUS, SCOPE, CLARIFICATION, GROUP_BY = "P2303", "P2316", "P4680", "P6607", "P2304"
COMMON_PARAMETERS = frozenset({EXCEPTION, STATUS, SCOPE, CLARIFICATION, GROUP_BY})

# Parameters of some types.
ITEM, PROPERTY, CLASS, RELATION, SEPARATOR = "P2305", "P2306", "P2308", "P2309", "P4155"
MINIMUM_DATE, MAXIMUM_DATE, MAXIMUM, MINIMUM = "P2310", "P2311", "P2312", "P2313"
NAMESPACE, REGEX, SYNTAX, PROPERTY_SCOPE, LANGUAGE = "P2307", "P1793", "P2916", "P5314", "P424"

MANDATORY, SUGGESTION = "Q21502408", "Q62026391"
STATUSES: Mapping[str, str] = {MANDATORY: "mandatory", SUGGESTION: "suggestion"}

SCOPE_PLACES: Mapping[str, Place] = {
    "Q46466787": "statement",
    "Q46466783": "qualifier",
    "Q46466805": "reference",
}
PROPERTY_SCOPE_PLACES: Mapping[str, Place] = {
    "Q54828448": "statement",
    "Q54828449": "qualifier",
    "Q54828450": "reference",
}
ENTITY_TYPES: Mapping[str, str] = {
    "Q29934200": "item",
    "Q29934218": "property",
    "Q51885771": "lexeme",
    "Q54285143": "form",
    "Q54285715": "sense",
    "Q59712033": "mediainfo",
}

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"
RELATIONS: Mapping[str, tuple[str, ...]] = {
    "Q21503252": (INSTANCE_OF,),
    "Q21514624": (SUBCLASS_OF,),
    "Q30208840": (INSTANCE_OF, SUBCLASS_OF),
}
RELATION_NAMES: Mapping[tuple[str, ...], str] = {
    (INSTANCE_OF,): "an instance of",
    (SUBCLASS_OF,): "a subclass of",
    (INSTANCE_OF, SUBCLASS_OF): "an instance or subclass of",
}

YEAR, SECOND = "Q577", "Q11574"

START_PROPERTIES = ("P569", "P571", "P580", "P585")
END_PROPERTIES = ("P570", "P576", "P582", "P585")
