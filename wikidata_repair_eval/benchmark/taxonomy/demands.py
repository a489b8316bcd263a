"""What the violated constraints demand: their parameters, and which values they would accept.

From the definition of the day where it is stored, else from the frozen one. No constraint known is not the
same as no constraint: `known` tells.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.layers import frozen_constraints
from wikidata_repair_eval.benchmark.taxonomy.said import Said, said_by
from wikidata_repair_eval.constraints import (
    BadParameters,
    Constraint,
    World,
    judge,
    now_from,
    parse_constraints,
)
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.parameters import read_regex
from wikidata_repair_eval.constraints.regexes import matches
from wikidata_repair_eval.constraints.subjects import Subject
from wikidata_repair_eval.wikibase import StringValue, to_datavalue

Raw = Mapping[str, Any]
FORMAT, ONE_OF, NONE_OF, UNITS = "Q21502404", "Q21510859", "Q52558054", "Q21514353"
SYMMETRIC, INVERSE, CONFLICT = "Q21510862", "Q21510855", "Q21502838"
ITEM_REQUIRES, VALUE_REQUIRES = "Q21503247", "Q21510864"
REQUIRED_QUALIFIER, ALLOWED_QUALIFIERS, CITATION = "Q21510856", "Q21510851", "Q54554025"
SUBJECT_TYPE, VALUE_TYPE = "Q21503250", "Q21510865"
DIFFERENCE, RANGE, DISTINCT = "Q21510854", "Q21510860", "Q21502410"
SINGLE, SINGLE_BEST = "Q19474404", "Q52060874"
SELF_LINK = "self link"


@dataclass(frozen=True, slots=True)
class Demands:
    """The constraints of the reported property: those that were violated, and all of them."""

    violated: tuple[Constraint, ...]
    every: tuple[Constraint, ...]
    source: str | None
    families: frozenset[str]
    types: frozenset[str]

    @property
    def known(self) -> bool:
        return bool(self.every)

    def of(self, *types: str) -> list[Constraint]:
        """Violated constraints of these types."""
        return [constraint for constraint in self.violated if constraint.type in types]

    def about(self, *types: str) -> bool:
        """The violation is of one of these types, known by parameters or by name only."""
        return bool(self.types & set(types))

    @property
    def self_link(self) -> bool:
        return SELF_LINK in self.families

    def admits_text(self, text: str) -> bool | None:
        """All formats of the property match the text; None if none can be run."""
        answers = [_matches(rule, text) for rule in self.every if rule.type == FORMAT]
        told = [answer for answer in answers if answer is not None]
        return all(told) if told else None

    def patterns(self) -> Iterator[str]:
        for rule in self.every:
            if rule.type == FORMAT:
                yield from (str(said.text) for said in listed(rule, "P1793"))


def demands_of(repair: Raw, state: Raw | None, world: Raw | None) -> Demands:
    statements, source = _statements(state, world)
    every = tuple(parse_constraints(statements, str(repair["property"])))
    used = ((repair.get("proof") or {}).get("constraints")) or ()
    ids = {one.get("statement_id") for one in used if one.get("statement_id")}
    types = {str(one["type_qid"]) for one in used if one.get("type_qid")}
    violated = [rule for rule in every if rule.id in ids] or [rule for rule in every if rule.type in types]
    context = repair.get("violation_context") or {}
    names = {str(context.get("report_violation_type")), *(context.get("report_violation_types") or ())}
    families = frozenset(str(name).casefold() for name in names)
    if not used:  # nothing says which constraint it was: the heading's family, else any of them
        types = types_of(families)
        violated = [rule for rule in every if rule.type in types] or list(every)
    return Demands(tuple(violated), every, source, families, frozenset(types))


def listed(rule: Constraint, parameter: str) -> list[Said]:
    """The values of a parameter, unknown value and no value among them."""
    found = (said_by(snak) for snak in rule.qualifiers.get(parameter) or ())
    return [said for said in found if said is not None]


def ids_in(rule: Constraint, parameter: str) -> list[str]:
    return [said.entity for said in listed(rule, parameter) if said.entity]


_FAMILIES: Mapping[str, Sequence[str]] = {
    "single value": (SINGLE, SINGLE_BEST),
    "unique value": (DISTINCT,),
    "format": (FORMAT,),
    "value type": (VALUE_TYPE,),
    "type": (SUBJECT_TYPE,),
    "target required claim": (VALUE_REQUIRES,),
    "item": (ITEM_REQUIRES,),
    "conflicts with": (CONFLICT,),
    "inverse": (INVERSE,),
    "symmetric": (SYMMETRIC,),
    "one of": (ONE_OF,),
    "none of": (NONE_OF,),
    "allowed qualifiers": (ALLOWED_QUALIFIERS,),
    "mandatory qualifiers": (REQUIRED_QUALIFIER,),
    "units": (UNITS,),
    "range": (RANGE,),
    "diff within range": (DIFFERENCE,),
    "difference within range": (DIFFERENCE,),
    "citation needed": (CITATION,),
}


def types_of(families: frozenset[str]) -> set[str]:
    """Constraint types by the words a heading begins with, the longest family first."""
    found: set[str] = set()
    for family in families:
        names = sorted(_FAMILIES, key=len, reverse=True)
        name = next((name for name in names if family.startswith(name)), None)
        found.update(_FAMILIES[name] if name else ())
    return found


def _statements(state: Raw | None, world: Raw | None) -> tuple[Sequence[Raw], str | None]:
    stored = (state or {}).get("constraints")
    if stored:
        return stored, "pre_repair"
    frozen = frozen_constraints(world)
    return frozen, "frozen" if frozen else None


def _matches(rule: Constraint, text: str) -> bool | None:
    try:
        return matches(rule.reading(read_regex), text)
    except (BadParameters, Unknown):
        return None


def complies(
    demands: Demands, state: Raw | None, entity: Raw | None, property_id: str, said: Said
) -> bool | None:
    """With this as the only value of the property the constraints are met; None: nobody can say."""
    if entity is None or state is None or said.value is None or not demands.violated:
        return None
    snak = {"snaktype": "value", "property": property_id, "datavalue": to_datavalue(said.value)}
    statement = {"mainsnak": snak, "rank": "normal", "type": "statement", "id": f"{entity['id']}$candidate"}
    claims = entity.get("claims")
    changed = {
        **entity,
        "claims": {**(claims if isinstance(claims, Mapping) else {}), property_id: [statement]},
    }
    neighbours = dict(state.get("neighbours") or {})
    context = World(neighbours, now=now_from(str(state.get("as_of"))))
    statuses = {judge(Subject(changed), rule, context).status for rule in demands.violated}
    if "violated" in statuses:
        return False
    return None if "undecidable" in statuses else True


def is_text(said: Said) -> bool:
    return isinstance(said.value, StringValue)
