"""What a repair asks a solver for: things to come up with, or a choice among what stands there."""

from collections.abc import Iterable

from wikidata_repair_eval.benchmark.taxonomy.change import Change, Pair, qualifier_pairs
from wikidata_repair_eval.benchmark.taxonomy.demands import CITATION, REQUIRED_QUALIFIER, Demands
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Choice, Part

# When a source was read is the editor's calendar, not an answer.
RETRIEVED = "P813"


def parts_of(change: Change, demands: Demands) -> list[Part]:
    """Added values first; qualifiers and references only where they are what the repair is about."""
    if change.term is not None:
        return [Part("term", None, said) for said in change.added]
    mains = [Part("main", change.edited_property, said) for said in change.added]
    if mains and not demands.about(REQUIRED_QUALIFIER):
        return mains
    gained = [*change.qualifiers_added, *_brought(change)] if mains else change.qualifiers_added
    qualifiers = _parts("qualifier", gained)
    if mains or qualifiers:
        return mains + qualifiers
    if change.references_added and (demands.about(CITATION) or not _otherwise_changed(change)):
        return _parts("reference", [pair for pair in change.references_added if pair[0] != RETRIEVED])
    return []


def choice_of(change: Change) -> Choice | None:
    """Which values stayed or rose, and which went or fell; None where nothing had to be chosen."""
    if change.removed:
        return Choice(tuple(change.kept), tuple(change.removed))
    if change.raised:
        standing = [said for said in change.old if said.key not in change.retired]
        return Choice(tuple(change.raised), tuple(_others(standing, change.raised)))
    if change.lowered:
        return Choice(tuple(_others(change.kept, change.lowered)), tuple(change.lowered))
    return None


def _brought(change: Change) -> list[Pair]:
    """Qualifiers of statements that are new as a whole."""
    fresh = [edit.after for edit in change.edits if edit.before is None and edit.after is not None]
    return [pair for statement in fresh for pair in qualifier_pairs(statement)]


def _otherwise_changed(change: Change) -> bool:
    return bool(change.removed or change.raised or change.lowered or change.qualifiers_removed)


def _parts(place: str, pairs: Iterable[Pair]) -> list[Part]:
    return [Part(place, name, said) for name, said in dict.fromkeys(pairs)]


def _others(values: Iterable[Said], some: Iterable[Said]) -> list[Said]:
    known = {said.key for said in some}
    return list({said.key: said for said in values if said.key not in known}.values())
