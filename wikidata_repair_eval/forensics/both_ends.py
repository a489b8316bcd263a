"""Lines with two ends: an inverse or symmetric one names two items, and bots differ in which comes first.

KrBot names the item whose statement is not answered, DeltaBot the item that does not answer it. So there are
two angles: the subject's own statements, or those by which the line's other items point to the subject.
"""

from collections.abc import Iterator

from wikidata_repair_eval.constraints import Constraint, Judgement, Subject, judge
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.fold import Result, fold
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.verdicts import todo
from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.wikibase import is_entity_id

TWO_ENDED = frozenset({"Q21510855", "Q21510862"})  # inverse, symmetric
NAMES_THE_TARGET = "DeltaBot"
# The items whose statements are judged instead of the subject's own; none: the subject's own.
Angle = tuple[str, ...]
OWN: Angle = ()


def angles_of(candidate: Candidate) -> tuple[Angle, ...]:
    """The angles from which a line can be looked at, the bot's own first."""
    types = {qid for record in candidate.constraints for qid in record.type_qids}
    others = tuple(dict.fromkeys(v for v in candidate.values if is_entity_id(v) and v != candidate.qid))
    if not types & TWO_ENDED or not others:
        return (OWN,)
    return (others, OWN) if candidate.report_bot == NAMES_THE_TARGET else (OWN, others)


def judged_from(angle: Angle, subject: Subject, constraint: Constraint, context: Context) -> Judgement:
    """What a constraint says, of the subject or of those who point to it."""
    if angle == OWN or constraint.type not in TWO_ENDED:
        return judge(subject, constraint, context)
    results = list(_pointing(angle, subject.id, constraint, context))
    return Judgement(fold(result.verdict.status for result in results), results)


def _pointing(angle: Angle, target: str, constraint: Constraint, context: Context) -> Iterator[Result]:
    for name in angle:
        holder = context.entity(name)
        if holder is None:
            yield Result(None, todo("What {0} says is not known.", name))
        elif isinstance(holder, Subject):
            for result in judge(holder, constraint, context).results:
                if result.use is None or entity_id_of(result.use.snak) == target:
                    yield result
