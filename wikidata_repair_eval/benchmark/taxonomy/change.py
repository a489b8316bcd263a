"""What a repair changed, read from its record: values added, removed and kept, qualifiers, references, ranks.

Only reading: what a change means for the class is decided elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.said import Said, said_by, said_in_record
from wikidata_repair_eval.wikibase import rank_of

Raw = Mapping[str, Any]
Pair = tuple[str, Said]
_RANKS = ("deprecated", "normal", "preferred")


@dataclass(frozen=True, slots=True)
class Edit:
    """One statement before and after; either may be missing."""

    before: Raw | None
    after: Raw | None

    @property
    def old(self) -> Said | None:
        return said_by(self.before["mainsnak"]) if self.before else None

    @property
    def new(self) -> Said | None:
        return said_by(self.after["mainsnak"]) if self.after else None


@dataclass(frozen=True, slots=True)
class Change:
    """The edited place and all that differs in it."""

    entity: str
    edited_property: str | None
    term: str | None
    action: str | None
    old: tuple[Said, ...]
    new: tuple[Said, ...]
    retired: frozenset[bytes]
    edits: tuple[Edit, ...]
    qualifiers_added: tuple[Pair, ...]
    qualifiers_removed: tuple[Pair, ...]
    references_added: tuple[Pair, ...]
    references_removed: tuple[Pair, ...]

    @property
    def added(self) -> list[Said]:
        """Values that were not there before, each once."""
        return _without(self.new, self.old)

    @property
    def removed(self) -> list[Said]:
        return _without(self.old, self.new)

    @property
    def kept(self) -> list[Said]:
        """Values that stand before and after; one that is deprecated says nothing."""
        held = {said.key for said in self.new} - self.retired
        return _distinct(said for said in self.old if said.key in held)

    @property
    def raised(self) -> list[Said]:
        """Values whose statement got a better rank, relative to what else stands there."""
        return [edit.new for edit in self._ranked(1) if edit.new]

    @property
    def lowered(self) -> list[Said]:
        return [edit.new for edit in self._ranked(-1) if edit.new]

    def source_of(self, added: Said) -> list[Said]:
        """What stood in the place of an added value: its statement's old value, else all removed ones."""
        same = [edit.old for edit in self.edits if edit.old and edit.new and edit.new.key == added.key]
        replaced = [old for old in same if old.key != added.key]
        return replaced or self.removed

    def _ranked(self, direction: int) -> list[Edit]:
        return [edit for edit in self.edits if _rank_step(edit) * direction > 0]


def change_of(repair: Raw) -> Change:
    """The change of an A-box repair."""
    target = repair["repair_target"]
    edits = tuple(Edit(op.get("before"), op.get("after")) for op in target.get("statement_ops") or ())
    qualifiers = [_pairs_changed(edit, qualifier_pairs) for edit in edits]
    references = [_pairs_changed(edit, reference_pairs) for edit in edits]
    return Change(
        entity=str(target.get("entity") or repair["qid"]),
        edited_property=target.get("property") or (None if target.get("term") else repair.get("property")),
        term=target.get("term"),
        action=target.get("action"),
        old=_values(target.get("old_value")),
        new=_values(target.get("new_value")),
        retired=frozenset(said.key for said in _values(target.get("new_value"), "deprecated")),
        edits=edits,
        qualifiers_added=tuple(pair for gained, _ in qualifiers for pair in gained),
        qualifiers_removed=tuple(pair for _, lost in qualifiers for pair in lost),
        references_added=tuple(pair for gained, _ in references for pair in gained),
        references_removed=tuple(pair for _, lost in references for pair in lost),
    )


def qualifier_pairs(statement: Raw) -> list[Pair]:
    return _pairs(statement.get("qualifiers"))


def reference_pairs(statement: Raw) -> list[Pair]:
    return [pair for one in statement.get("references") or () for pair in _pairs(one.get("snaks"))]


def _values(shown: Any, rank: str | None = None) -> tuple[Said, ...]:
    """All values, or those of a rank."""
    ranked = (one for one in shown or () if rank is None or _rank_shown(one) == rank)
    found = (said_in_record(one) for one in ranked)
    return tuple(said for said in found if said is not None)


def _rank_shown(one: Any) -> str | None:
    return one.get("rank") if isinstance(one, Mapping) else None


def _pairs(groups: Any) -> list[Pair]:
    if not isinstance(groups, Mapping):
        return []
    found = ((name, said_by(snak)) for name, snaks in groups.items() for snak in snaks)
    return [(name, said) for name, said in found if said is not None]


def _pairs_changed(edit: Edit, read: Any) -> tuple[list[Pair], list[Pair]]:
    """Gained and lost pairs of a statement that is there before and after; a new one brings its own."""
    if edit.before is None or edit.after is None:
        return [], []
    old, new = read(edit.before), read(edit.after)
    return _missing_from(new, old), _missing_from(old, new)


def _missing_from(pairs: Iterable[Pair], others: Iterable[Pair]) -> list[Pair]:
    known = {(name, said.key) for name, said in others}
    return [(name, said) for name, said in pairs if (name, said.key) not in known]


def _without(values: Sequence[Said], others: Sequence[Said]) -> list[Said]:
    known = {said.key for said in others}
    return _distinct(said for said in values if said.key not in known)


def _distinct(values: Iterable[Said]) -> list[Said]:
    return list({said.key: said for said in values}.values())


def _rank_step(edit: Edit) -> int:
    if edit.before is None or edit.after is None:
        return 0
    return _RANKS.index(rank_of(edit.after)) - _RANKS.index(rank_of(edit.before))
