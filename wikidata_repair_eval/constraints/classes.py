"""The walk up the class tree: from an entity's classes along P279 to one of the wanted classes.

Depth first and counting revisits, exactly as the reference walks, so that we give up where it gives up. Then
the context is asked for the answer as a whole; failing that, one known path is still proof. A class that we
know nothing of may hide a path: without proof the answer is then unknown, never no.
"""

from collections.abc import Callable, Collection, Sequence

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.subjects import Subject


def is_in_classes(
    subject: Subject, relations: tuple[str, ...], classes: frozenset[str], context: Context
) -> bool:
    """True if one of the subject's best-rank P31 or P279 values is, or leads to, one of the classes."""
    answer, unfinished = subject.once(
        (relations, classes, context), lambda: _membership(subject, relations, classes, context)
    )
    if answer is None:
        raise Unknown("The classes above {0} are not all known.", unfinished)
    return answer


def _membership(
    subject: Subject, relations: Sequence[str], classes: Collection[str], context: Context
) -> tuple[bool | None, str]:
    unfinished = ""
    for start in _starts(subject, relations):
        answer = True if start in classes else _reaches(start, classes, context)
        if answer:
            return True, start
        if answer is None:
            unfinished = start
    return (None if unfinished else False), unfinished


def _starts(subject: Subject, relations: Sequence[str]) -> list[str]:
    return [target for relation in relations for target in subject.best_targets(relation)]


def _reaches(start: str, classes: Collection[str], context: Context) -> bool | None:
    answer = _walk(start, classes, context)
    if answer is not None:
        return answer
    whole = context.is_subclass(start, classes)
    if whole is not None:
        return whole
    return True if _has_known_path(start, classes, context) else None


def _walk(start: str, classes: Collection[str], context: Context) -> bool | None:
    """Depth first; None if the budget runs out or a class is unknown and no path was found before."""
    left, unknown, stack = context.class_budget, False, [start]
    while stack:
        current = stack.pop()
        if current in classes:
            return True
        left -= 1
        if left < 0:
            return None
        parents = context.parents(current)
        unknown = unknown or parents is None
        stack.extend(reversed(parents or ()))
    return None if unknown else False


def _has_known_path(start: str, classes: Collection[str], context: Context) -> bool:
    """Any path at all through the classes we know, each visited once, within the same budget."""
    seen, queue = {start}, [start]
    for current in queue:
        for parent in context.parents(current) or ():
            if parent in classes:
                return True
            if parent not in seen and len(seen) < context.class_budget:
                seen.add(parent)
                queue.append(parent)
    return False


def leads_to(
    start: str, classes: Collection[str], parents: Callable[[str], Sequence[str] | None]
) -> bool | None:
    """By the whole upward closure, each class once; a class whose parents are unknown leaves a no open.

    For contexts that answer `is_subclass` out of what they have.
    """
    seen, queue, unknown = {start}, [start], False
    for current in queue:
        above = parents(current)
        unknown = unknown or above is None
        fresh = [parent for parent in above or () if parent not in seen]
        if any(parent in classes for parent in fresh):
            return True
        seen.update(fresh)
        queue += fresh
    return None if unknown else False
