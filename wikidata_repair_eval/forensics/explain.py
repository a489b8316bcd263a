"""The story of one candidate in words: what the report said, what happened, and what follows from it."""

from collections.abc import Iterable, Iterator

from wikidata_repair_eval.forensics.candidates import Questions, candidate_key
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.find import Finder
from wikidata_repair_eval.forensics.outcomes import Outcome
from wikidata_repair_eval.forensics.past import Past
from wikidata_repair_eval.forensics.records import AboxTarget, Proof, Repair, ShownValue
from wikidata_repair_eval.forensics.scene import DEFINITION
from wikidata_repair_eval.forensics.windows import Agenda, Limits
from wikidata_repair_eval.reports.records import Candidate


def explain(
    candidate: Candidate, past: Past, limits: Limits | None = None, *, others: Iterable[Candidate] = ()
) -> list[str]:
    """Lines to read; `others` are the candidates of the same page, as `find_repairs` would get them."""
    limits = limits or Limits()
    questions, agenda = Questions(), Agenda(limits)
    for one in (candidate, *others):
        agenda.note(one)
        questions.add(one)
    asked = questions[candidate_key(candidate)]
    finder = Finder(past, limits, agenda.spans)
    [outcome] = finder.batch([(asked, agenda.windows(asked))])
    return [*_report(asked), *(line for case in finder.cases for line in _timeline(case)), *_result(outcome)]


def _report(candidate: Candidate) -> Iterator[str]:
    families = ", ".join(candidate.violation_types)
    yield f"{candidate.qid} left the report of {candidate.property_id}: {families}"
    for old, new, what in (
        (candidate.data_date_old, candidate.data_date_new, "data of"),
        (candidate.published_old, candidate.published_new, "published"),
    ):
        yield f"  {what} {old or 'an unknown day'}, then {new or 'an unknown day'}"
    if candidate.values:
        yield f"  on its line: {', '.join(candidate.values)}"
    if candidate.companions:
        yield f"  beside it: {', '.join(candidate.companions)}"


def _timeline(case: Case) -> Iterator[str]:
    if not case.verdicts:
        return
    yield "Timeline" + (
        " (looked further back, since nothing was wrong at the old data date)" if case.wide else ""
    )
    if case.judged_entities != (case.qid,):
        yield f"  judged are the statements of {', '.join(case.judged_entities)} that point to {case.qid}"
    yield f"  {case.moment(0)} the window begins: {_verdict(case, 0)}"
    for place, event in enumerate(case.scene.events):
        entity = case.definitions.property_id if event.entity == DEFINITION else event.entity
        revision = event.step.revision
        what = (
            f"revision {revision.revid} by {revision.user or 'somebody hidden'}"
            if revision
            else event.step.kind
        )
        yield f"  {event.timestamp} {entity} {what}: {_verdict(case, place + 1)}"


def _verdict(case: Case, position: int) -> str:
    verdict = case.verdicts[position]
    return f"{verdict.status} ({verdict.reason})" if verdict.reason else verdict.status


def _result(outcome: Outcome) -> Iterator[str]:
    yield f"Outcome: {outcome.name}" + (f" ({outcome.stats.reason})" if outcome.unproven else "")
    record = outcome.repair or outcome.unproven
    if record is None:
        return
    if record.proof and record.proof.event:
        yield from _proof(record.proof)
    if outcome.repair:
        yield from _repair(outcome.repair)
    rule = record.protocol_attribution
    if rule is not None:
        agrees = {
            True: "which is the proven one",
            False: "which is not the proven one",
            None: "nothing is proven",
        }
        named = rule.revision_id or rule.property_revision_id
        yield f"  the protocol's rule names revision {named} ({rule.track}), {agrees[rule.agrees_with_proof]}"


def _proof(proof: Proof) -> Iterator[str]:
    event, cells = proof.event, proof.cells
    if event is not None:
        yield f"  by revision {event.revision_id} of {event.entity} on {event.timestamp}"
    yield f"  locus {proof.locus}, through {proof.through}"
    if cells is not None:
        yield f"  the new item under the old constraints: {cells.new_item_old_def}"
        yield f"  the old item under the new constraints: {cells.old_item_new_def}"
    for part in proof.partial_repairs:
        yield f"  in part already by revision {part.revision_id} on {part.timestamp}"


def _repair(repair: Repair) -> Iterator[str]:
    target = repair.repair_target
    if isinstance(target, AboxTarget):
        place = target.property or target.term
        old, new = _words(target.old_value), _words(target.new_value)
        yield f"  {target.action} {target.entity} {place}: {old} -> {new}"
    else:
        direction = target.constraint_delta.direction or "no named change"
        yield f"  the constraints of {repair.property}: {direction}"
    for reason in repair.ambiguous_reasons:
        yield f"  ambiguous: {reason}"


def _words(values: Iterable[ShownValue]) -> str:
    return ", ".join(value.text for value in values) or "nothing"
