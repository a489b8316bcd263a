"""Subjects and uses: one state of an entity, and each place in it where a property is used.

A Subject is a thin view of raw entity JSON with a memo, so that what is the same for all statements of an
item (its classes, its life span, how many values it has) is found out once. A Use is one snak and where it
stands. Nothing here judges anything.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from wikidata_repair_eval.constraints.snaks import RawSnak, distinct, entity_id_of
from wikidata_repair_eval.constraints.vocabulary import Place
from wikidata_repair_eval.wikibase.ids import normalise_id
from wikidata_repair_eval.wikibase.ranks import best_rank, not_deprecated, rank_of
from wikidata_repair_eval.wikibase.shapes import as_list, as_map, claims_of, type_of

RawStatement = Mapping[str, Any]
T = TypeVar("T")


class Subject:
    """One state of an entity."""

    __slots__ = ("_claims", "_memo", "id", "raw", "type")

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw
        self.id = normalise_id(raw["id"])
        self.type = type_of(raw) or ""
        self._claims: Mapping[str, Any] | None = None
        self._memo: dict[Hashable, Any] = {}

    @property
    def claims(self) -> Mapping[str, Any]:
        if self._claims is None:
            self._claims = claims_of(self.raw)
        return self._claims

    def statements(self, property_id: str) -> Sequence[RawStatement]:
        """The statements of a property, of any rank, in their order."""
        found = self.claims.get(property_id)
        return as_list(found, f"{self.id}, {property_id}") if found else ()

    def standing(self, property_id: str) -> Sequence[RawStatement]:
        """The statements of a property that are not deprecated."""
        return self.once(("standing", property_id), lambda: not_deprecated(self.statements(property_id)))

    def best(self, property_id: str) -> Sequence[RawStatement]:
        """The best-rank statements of a property."""
        return self.once(("best", property_id), lambda: best_rank(self.statements(property_id)))

    def best_targets(self, property_id: str) -> list[str]:
        """The entities that the best-rank statements of a property point to, in their order."""
        targets = (entity_id_of(statement["mainsnak"]) for statement in self.best(property_id))
        return [target for target in targets if target is not None]

    def once(self, key: Hashable, find_out: Callable[[], T]) -> T:
        """What `find_out` says, asked only once per key."""
        if key not in self._memo:
            self._memo[key] = find_out()
        return cast(T, self._memo[key])


class Use:
    """One snak and its place: main value, qualifier, or part of a reference."""

    __slots__ = ("index", "place", "property", "reference", "snak", "statement", "subject")

    def __init__(
        self,
        subject: Subject,
        place: Place,
        statement: RawStatement,
        snak: RawSnak,
        index: int = 0,
        reference: int | None = None,
    ) -> None:
        self.subject, self.place, self.statement, self.snak = subject, place, statement, snak
        self.index, self.reference = index, reference
        self.property = str(snak["property"])

    @property
    def rank(self) -> str | None:
        """The rank of a main value; qualifiers and references have none of their own."""
        return rank_of(self.statement) if self.place == "statement" else None

    @property
    def companions(self) -> Sequence[RawSnak]:
        """The qualifier set or reference in which a qualifier or reference snak stands, itself included."""
        if self.reference is None:
            return qualifier_snaks(self.statement)
        return distinct(reference_snaks(references_of(self.statement)[self.reference]))


def main_uses(subject: Subject, property_id: str) -> Sequence[Use]:
    statements = subject.statements(property_id)
    return [Use(subject, "statement", statement, statement["mainsnak"]) for statement in statements]


def qualifier_uses(subject: Subject, property_id: str) -> Sequence[Use]:
    return _uses(subject, property_id, _qualifiers)


def reference_uses(subject: Subject, property_id: str) -> Sequence[Use]:
    return _uses(subject, property_id, _references)


FEW = 3  # properties that are looked for one by one; whoever asks for more is better off with an index of all


def _uses(
    subject: Subject, property_id: str, find: Callable[[Subject, str | None], Iterator[Use]]
) -> Sequence[Use]:
    asked: dict[str, Sequence[Use]] = subject.once(find, dict)
    if property_id not in asked and len(asked) < FEW:
        asked[property_id] = list(find(subject, property_id))
    if property_id in asked:
        return asked[property_id]
    return subject.once((find, "all"), lambda: _by_property(find(subject, None))).get(property_id, ())


def _by_property(uses: Iterator[Use]) -> dict[str, list[Use]]:
    grouped: dict[str, list[Use]] = {}
    for use in uses:
        grouped.setdefault(use.property, []).append(use)
    return grouped


def _qualifiers(subject: Subject, wanted: str | None) -> Iterator[Use]:
    for statement in all_statements(subject):
        if "qualifiers" in statement:
            for snaks in _of(qualifiers_of(statement), wanted):
                for index, snak in enumerate(snaks):
                    yield Use(subject, "qualifier", statement, snak, index)


def _references(subject: Subject, wanted: str | None) -> Iterator[Use]:
    for statement in all_statements(subject):
        for number, reference in enumerate(references_of(statement)):
            groups = _snak_map(reference)
            if wanted is not None and wanted not in groups:
                continue
            for snaks in _of(groups, wanted):
                for index, snak in enumerate(snaks):
                    yield Use(subject, "reference", statement, snak, index, number)


def _of(groups: Mapping[str, Sequence[RawSnak]], wanted: str | None) -> Iterable[Sequence[RawSnak]]:
    """The snaks of one property, or of all."""
    if wanted is None:
        return groups.values()
    return (groups[wanted],) if wanted in groups else ()


USES: Mapping[Place, Callable[[Subject, str], Sequence[Use]]] = {
    "statement": main_uses,
    "qualifier": qualifier_uses,
    "reference": reference_uses,
}


def all_statements(subject: Subject) -> Iterator[RawStatement]:
    for statements in subject.claims.values():
        yield from as_list(statements, subject.id)


def qualifiers_of(statement: RawStatement) -> Mapping[str, Sequence[RawSnak]]:
    return as_map(statement.get("qualifiers") or {}, "qualifiers")


def qualifier_snaks(statement: RawStatement) -> Sequence[RawSnak]:
    """All qualifiers of a statement, each said once."""
    return distinct([snak for snaks in qualifiers_of(statement).values() for snak in snaks])


def references_of(statement: RawStatement) -> Sequence[Mapping[str, Any]]:
    return as_list(statement.get("references") or (), "references")


def reference_snaks(reference: Mapping[str, Any]) -> list[RawSnak]:
    return [snak for snaks in _snak_map(reference).values() for snak in snaks]


def _snak_map(reference: Mapping[str, Any]) -> Mapping[str, Sequence[RawSnak]]:
    return as_map(reference.get("snaks") or {}, "reference snaks")
