"""P2302 over time: the statements of each day, and the listed constraints followed through their edits.

A heading means statements of the old day. From then on they are followed by statement id; one that was
deleted and added again under a new id is the same constraint. Whether they are met is not judged here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import orjson

from wikidata_repair_eval.constraints import Constraint, statements_for_family
from wikidata_repair_eval.constraints.following import followed
from wikidata_repair_eval.forensics.past import Past
from wikidata_repair_eval.forensics.records import TboxTarget
from wikidata_repair_eval.forensics.texts import Texts, Unreadable
from wikidata_repair_eval.forensics.tracks import Step, Track
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.reports.records import ConstraintRecord
from wikidata_repair_eval.wikibase import Entity, Malformed, RevisionText, constraint_signature

CONSTRAINT = "P2302"
Statements = tuple[Mapping[str, Any], ...]
_MOST_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Base:
    """What one heading meant on the old day; `known` are the ids of all statements of that day."""

    rule: str
    statements: Statements
    known: frozenset[str]
    reason: str


@dataclass(frozen=True, slots=True)
class Rules:
    """What has to be met in one state; `gap` says why it cannot be told."""

    constraints: tuple[Constraint, ...]
    self_link: bool = False
    gap: str = ""


class Definitions:
    """The constraints of one property."""

    def __init__(self, property_id: str, track: Track, texts: Texts) -> None:
        self.property_id, self.track, self._texts = property_id, track, texts
        self._statements: dict[int, Statements | Unreadable] = {}
        self._signatures: dict[int, str] = {}
        self._constraints: dict[bytes, Constraint] = {}
        self._datatype: str | None = None
        self._bases: dict[tuple[object, ...], Base] = {}
        self.targets: dict[tuple[int, frozenset[str]], TboxTarget] = {}
        self._rules: dict[tuple[int, ...], Rules] = {}
        # Thousands of candidates leave between the same two reports.
        self._changes: dict[Window, list[Step]] = {}
        self._touched: dict[tuple[object, ...], bool] = {}

    def statements(self, step: Step) -> Statements | Unreadable:
        """All P2302 statements of a state; none where the property did not exist yet."""
        if step.kind == "absent":
            return ()
        if step.revision is None:
            return Unreadable(step.why)
        return self.statements_of(step.revision)

    def statements_of(self, revision: Revision) -> Statements | Unreadable:
        if revision.revid not in self._statements:
            if len(self._statements) >= _MOST_KEPT:
                self._statements.clear()
            self._statements[revision.revid] = self._read(revision.revid)
        return self._statements[revision.revid]

    def signature(self, revision: Revision) -> str | None:
        """Equal for definitions that say the same; None where nobody can read it."""
        if revision.revid not in self._signatures:
            found = self.statements_of(revision)
            if isinstance(found, Unreadable):
                return None
            self._signatures[revision.revid] = constraint_signature(found)
        return self._signatures[revision.revid]

    def changes(self, window: Window) -> list[Step]:
        """The steps of a window without those that leave P2302 as it was."""
        if window not in self._changes:
            self._changes[window] = self._changing(self.track.steps(window))
        return self._changes[window]

    def _changing(self, steps: list[Step]) -> list[Step]:
        kept = steps[:1]
        for step in steps[1:]:
            if not self._says_the_same(kept[-1], step):
                kept.append(step)
        return kept

    def touched(self, bases: Sequence[Base], window: Window, most: int) -> bool:
        """Did one of the latest edits of a window, `most` of them, change what the headings mean?"""
        # As with rules, the identities of bases are theirs alone.
        key = (window, most, *map(id, bases))
        if key not in self._touched:
            scanned = {revision.revid for revision in self.track.within(window)[-most:]}
            pairs = pairwise(self.changes(window))
            looked_at = [(a, b) for a, b in pairs if b.revision and b.revision.revid in scanned]
            self._touched[key] = any(self._said(bases, a) != self._said(bases, b) for a, b in looked_at)
        return self._touched[key]

    def _said(self, bases: Sequence[Base], step: Step) -> list[str]:
        return sorted(constraint.hash for constraint in self.rules(bases, step).constraints)

    def datatype(self, steps: Iterable[Step]) -> str | None:
        """The property's datatype, by the first state that tells it."""
        if self._datatype is None:
            texts = (self._texts.text(step.revision.revid) for step in steps if step.revision)
            self._datatype = next((_datatype(t) for t in texts if isinstance(t, str) and _datatype(t)), None)
        return self._datatype

    def bases(self, records: Sequence[ConstraintRecord], steps: Sequence[Step]) -> list[Base]:
        """What each heading meant: by the first state of the window that has such a statement."""
        days = tuple(step.revision.revid if step.revision else step.kind for step in steps)
        return [self._remembered_base(record, days, steps) for record in records]

    def _remembered_base(
        self, record: ConstraintRecord, days: tuple[int | str, ...], steps: Sequence[Step]
    ) -> Base:
        key = (record, days)
        if key not in self._bases:
            self._bases[key] = self._base(record, steps)
        return self._bases[key]

    def rules(self, bases: Sequence[Base], step: Step) -> Rules:
        """What the headings mean in this state."""
        # Bases are remembered for as long as this object lives, so their identities are theirs alone.
        key = (step.revision.revid if step.revision else 0, *map(id, bases))
        if step.revision is not None and key in self._rules:
            return self._rules[key]
        statements = self.statements(step)
        if isinstance(statements, Unreadable):
            return Rules((), gap=statements.reason)
        self._rules[key] = self.rules_in(bases, statements)
        return self._rules[key]

    def rules_in(self, bases: Sequence[Base], statements: Statements) -> Rules:
        """What the headings mean among these P2302 statements."""
        gap = next((base.reason for base in bases if base.rule == "none"), "")
        meant = [raw for base in bases for raw in followed(base.statements, base.known, statements)]
        unique = {orjson.dumps(raw, option=orjson.OPT_SORT_KEYS): raw for raw in meant}
        constraints = tuple(self._constraint(key, raw) for key, raw in unique.items())
        return Rules(constraints, any(base.rule == "self_link" for base in bases), gap)

    def _constraint(self, key: bytes, raw: Mapping[str, Any]) -> Constraint:
        if len(self._constraints) > _MOST_KEPT:
            self._constraints.clear()
        if key not in self._constraints:
            self._constraints[key] = Constraint(raw, self.property_id)
        return self._constraints[key]

    def _base(self, record: ConstraintRecord, steps: Sequence[Step]) -> Base:
        row, match = record.model_dump(), None
        for step in steps:
            statements = self.statements(step)
            if isinstance(statements, Unreadable):
                continue
            match = statements_for_family(row, statements)
            if match.statements or match.rule != "statements":
                known = frozenset(str(raw.get("id")) for raw in statements)
                return Base(match.rule, tuple(match.statements), known, match.reason)
        return Base("statements", (), frozenset(), match.reason if match else "P2302 could not be read.")

    def _read(self, revid: int) -> Statements | Unreadable:
        text = self._texts.text(revid)
        if isinstance(text, Unreadable):
            return text
        try:
            return tuple(RevisionText(text).statements(CONSTRAINT))
        except (Malformed, AttributeError, KeyError, TypeError, ValueError) as error:
            return Unreadable(f"revision {revid} of {self.property_id} cannot be read ({error})")

    def _says_the_same(self, before: Step, step: Step) -> bool:
        if before.revision is None or step.revision is None:
            return False
        signatures = self.signature(before.revision), self.signature(step.revision)
        return signatures[0] is not None and signatures[0] == signatures[1]


def constraint_history(past: Past, property_id: str, window: Window) -> list[dict[str, Any]] | None:
    """Every distinct P2302 state of the window and the one carried in, oldest first.

    An unreadable state has null for its statements; None says that there is no history to read (deleted).
    """
    track = past.track(property_id, window)
    if track.trouble:
        return None
    past.texts.load(step.revision for step in track.steps(window) if step.revision)
    definitions = Definitions(property_id, track, past.texts)
    rows = []
    for step in definitions.changes(window):
        if step.revision is None:
            continue
        found = definitions.statements_of(step.revision)
        readable = not isinstance(found, Unreadable)
        rows.append(
            {
                "revision_id": step.revision.revid,
                "timestamp": step.revision.timestamp,
                "hash": definitions.signature(step.revision),
                "statements": list(found) if readable else None,  # type: ignore[arg-type]
            }
        )
    return rows


def _datatype(text: str) -> str | None:
    try:
        parsed = RevisionText(text).parsed
    except Malformed:
        return None
    return parsed.datatype if isinstance(parsed, Entity) else None
