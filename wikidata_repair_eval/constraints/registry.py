"""All constraint types, one line each: who checks it, where it applies, what it needs.

`places` are checked by default, `possible` may be asked for with P4680, and of these `unfinished` give
`todo`: the wiki's own checker does not implement them either. A type that is not in the table gives `todo`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from wikidata_repair_eval.constraints.checkers import (
    allowed_qualifiers,
    allowed_units,
    as_qualifier,
    as_reference,
    citation_needed,
    commons_link,
    conflicts_with,
    contemporary,
    difference_within_range,
    distinct_values,
    entity_types,
    format_regex,
    integer,
    inverse,
    item_requires_statement,
    label_in_language,
    lexeme_language,
    multi_value,
    no_bounds,
    none_of,
    one_of,
    property_scope,
    required_qualifier,
    single_best_value,
    single_value,
    subject_type,
    symmetric,
    value_range,
    value_requires_statement,
    value_type,
    values_only,
)
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.model import Constraint, Reader
from wikidata_repair_eval.constraints.parameters import (
    read_classes,
    read_entity_types,
    read_items,
    read_languages,
    read_namespace,
    read_optional_items,
    read_properties,
    read_property,
    read_property_scope,
    read_regex,
    read_relation,
    read_separators,
    read_syntax,
    read_units,
)
from wikidata_repair_eval.constraints.ranges import read_quantity_range
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import Verdict
from wikidata_repair_eval.constraints.vocabulary import ENTITY_TYPES, PLACES, Place

Check = Callable[[Use, Constraint, Context], Verdict]
Problems = Callable[[Constraint, str | None], list[BadParameters]]
Need = Literal["statement", "item", "neighbours", "class hierarchy", "whole graph", "external"]

_EVERYWHERE = frozenset(PLACES)
_MAIN: frozenset[Place] = frozenset({"statement"})
_NOT_MAIN: frozenset[Place] = _EVERYWHERE - _MAIN
_NOWHERE: frozenset[Place] = frozenset()
_ALL_TYPES = frozenset(ENTITY_TYPES.values())


@dataclass(frozen=True, slots=True)
class ConstraintType:
    """One row of the table."""

    qid: str
    label: str
    check: Check
    needs: Need
    problems: Problems
    places: frozenset[Place] = _EVERYWHERE
    possible: frozenset[Place] = _EVERYWHERE
    unfinished: frozenset[Place] = _NOWHERE
    skips_deprecated: bool = True
    entity_types: frozenset[str] = _ALL_TYPES


def reads(*readers: Reader[object]) -> Problems:
    """The problems that these readers find in a definition, one each."""

    def problems(constraint: Constraint, _datatype: str | None) -> list[BadParameters]:
        return [problem for reader in readers if (problem := problem_of(constraint, reader))]

    return problems


def problem_of(constraint: Constraint, reader: Reader[object]) -> BadParameters | None:
    try:
        constraint.reading(reader)
    except BadParameters as problem:
        return problem
    return None


_NONE = reads()
_TYPES: tuple[ConstraintType, ...] = (
    ConstraintType(
        "Q21502410",
        "distinct-values constraint",
        distinct_values.check,
        "whole graph",
        reads(read_separators),
        places=_MAIN,
    ),
    ConstraintType("Q21510857", "multi-value constraint", multi_value.check, "item", reads(read_separators)),
    ConstraintType(
        "Q19474404", "single-value constraint", single_value.check, "item", reads(read_separators)
    ),
    ConstraintType(
        "Q52060874", "single-best-value constraint", single_best_value.check, "item", reads(read_separators)
    ),
    ConstraintType(
        "Q21510862",
        "symmetric constraint",
        symmetric.check,
        "neighbours",
        _NONE,
        places=_MAIN,
        unfinished=_NOT_MAIN,
    ),
    ConstraintType(
        "Q21510855",
        "inverse constraint",
        inverse.check,
        "neighbours",
        reads(read_property),
        places=_MAIN,
        unfinished=_NOT_MAIN,
    ),
    ConstraintType(
        "Q21503250",
        "subject type constraint",
        subject_type.check,
        "class hierarchy",
        reads(read_classes, read_relation),
        places=_MAIN,
    ),
    ConstraintType(
        "Q21510865",
        "value-type constraint",
        value_type.check,
        "class hierarchy",
        reads(read_classes, read_relation),
    ),
    ConstraintType(
        "Q21503247",
        "item-requires-statement constraint",
        item_requires_statement.check,
        "item",
        reads(read_property, read_optional_items),
        places=_MAIN,
        unfinished=_NOT_MAIN,
    ),
    ConstraintType(
        "Q21510864",
        "value-requires-statement constraint",
        value_requires_statement.check,
        "neighbours",
        reads(read_property, read_optional_items),
    ),
    ConstraintType(
        "Q21502838",
        "conflicts-with constraint",
        conflicts_with.check,
        "item",
        reads(read_property, read_optional_items),
        places=_MAIN,
        unfinished=_NOT_MAIN,
    ),
    ConstraintType("Q21510859", "one-of constraint", one_of.check, "statement", reads(read_items)),
    ConstraintType("Q52558054", "none-of constraint", none_of.check, "statement", reads(read_items)),
    ConstraintType(
        "Q21510856",
        "required qualifier constraint",
        required_qualifier.check,
        "statement",
        reads(read_property),
        places=_MAIN,
        possible=_MAIN,
    ),
    ConstraintType(
        "Q21510851",
        "allowed qualifiers constraint",
        allowed_qualifiers.check,
        "statement",
        reads(read_properties),
        places=_MAIN,
        possible=_MAIN,
    ),
    ConstraintType("Q21510860", "range constraint", value_range.check, "statement", value_range.problems),
    ConstraintType(
        "Q21510854",
        "difference-within-range constraint",
        difference_within_range.check,
        "item",
        reads(read_quantity_range, read_property),
    ),
    ConstraintType(
        "Q21510852",
        "Commons link constraint",
        commons_link.check,
        "external",
        reads(read_namespace),
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q25796498",
        "contemporary constraint",
        contemporary.check,
        "neighbours",
        _NONE,
        places=_MAIN,
        possible=_MAIN,
    ),
    ConstraintType(
        "Q21502404",
        "format constraint",
        format_regex.check,
        "statement",
        reads(read_regex, read_syntax),
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q21528958",
        "used for values only constraint",
        values_only.check,
        "statement",
        _NONE,
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q21510863",
        "used as qualifier constraint",
        as_qualifier.check,
        "statement",
        _NONE,
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q21528959",
        "used as reference constraint",
        as_reference.check,
        "statement",
        _NONE,
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q53869507",
        "property scope constraint",
        property_scope.check,
        "statement",
        reads(read_property_scope),
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q51723761", "no-bounds constraint", no_bounds.check, "statement", _NONE, skips_deprecated=False
    ),
    ConstraintType(
        "Q52848401", "integer constraint", integer.check, "statement", _NONE, skips_deprecated=False
    ),
    ConstraintType(
        "Q21514353",
        "allowed units constraint",
        allowed_units.check,
        "statement",
        reads(read_units),
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q52004125",
        "allowed-entity-types constraint",
        entity_types.check,
        "statement",
        reads(read_entity_types),
    ),
    ConstraintType(
        "Q54554025",
        "citation-needed constraint",
        citation_needed.check,
        "statement",
        _NONE,
        places=_MAIN,
        possible=_MAIN,
        skips_deprecated=False,
    ),
    ConstraintType(
        "Q55819106",
        "lexeme-language constraint",
        lexeme_language.check,
        "neighbours",
        reads(read_items),
        entity_types=frozenset({"lexeme", "form", "sense"}),
    ),
    ConstraintType(
        "Q108139345",
        "label-in-language constraint",
        label_in_language.check,
        "item",
        reads(read_languages),
        entity_types=frozenset({"item", "property"}),
    ),
)

CONSTRAINT_TYPES: Mapping[str, ConstraintType] = {row.qid: row for row in _TYPES}
