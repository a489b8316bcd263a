"""`find_repairs`: candidates in, one outcome each out, a batch of them sharing its requests.

What an outcome says does not depend on the batch it was in, so a run may stop anywhere and go on with the
candidates that a journal does not have yet.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from wikidata_repair_eval import __version__
from wikidata_repair_eval.constraints.decisions import UNREADABLE
from wikidata_repair_eval.forensics.bill import Bill
from wikidata_repair_eval.forensics.candidates import Questions, candidate_key
from wikidata_repair_eval.forensics.case import Case, ParentsMemo
from wikidata_repair_eval.forensics.definitions import Definitions
from wikidata_repair_eval.forensics.outcomes import Outcome, released, unproven
from wikidata_repair_eval.forensics.past import LiveEntity, Past
from wikidata_repair_eval.forensics.persistence import check_abox, check_tbox
from wikidata_repair_eval.forensics.protocol import attribution_of, with_agreement
from wikidata_repair_eval.forensics.proving import Solved, Unsolved, solve
from wikidata_repair_eval.forensics.readings import Readings
from wikidata_repair_eval.forensics.records import (
    AboxTarget,
    LiveCheck,
    PersistenceCheck,
    Provenance,
    Repair,
    UnprovenOutcome,
    Violation,
    ViolationContext,
)
from wikidata_repair_eval.forensics.refusals import refusal, told_by_history
from wikidata_repair_eval.forensics.turning import Finding
from wikidata_repair_eval.forensics.windows import Agenda, Limits, Window, Windows
from wikidata_repair_eval.reports.records import Candidate

_OUTCOMES: dict[Finding, UnprovenOutcome] = {
    "refuted": "refuted",
    "undecidable": "undecidable",
    "never_violated": "checker_disagrees_with_report",
    "entity_removed": "entity_removed",
}
_MOST_PARENTS = 200_000


def find_repairs(
    candidates: Iterable[Candidate],
    past: Past,
    limits: Limits | None = None,
    *,
    done: Callable[[str], bool] = lambda key: False,
) -> Iterator[Outcome]:
    """One outcome per deduplicated candidate, in their order; those that `done` knows are left out.

    All candidates of a report page belong into one call, also after a kill: what one of them means for
    another (where an earlier disappearance ended) must not depend on where a run was stopped.
    """
    limits = limits or Limits()
    questions, agenda = Questions(), Agenda(limits)
    for candidate in candidates:
        questions.add(candidate)
        agenda.note(candidate)
    finder = Finder(past, limits, agenda.spans)
    keys = (key for key in questions if not done(key))
    while some := [questions[key] for key in islice(keys, limits.batch)]:
        yield from finder.batch([(candidate, agenda.windows(candidate)) for candidate in some])


class Finder:
    """What the batches of one run share: definitions, and the parents of classes.

    `cases` are those of the last batch, with the verdict of each of their states.
    """

    def __init__(self, past: Past, limits: Limits, spans: dict[str, Window]) -> None:
        self._past, self._limits, self._spans = past, limits, spans
        self._definitions: dict[str, Definitions] = {}
        self.cases: list[Case] = []
        self._parents: ParentsMemo = {}
        self._readings = Readings(past.texts)

    def batch(self, asked: Sequence[tuple[Candidate, Windows | None]]) -> Iterator[Outcome]:
        """One outcome for each of those asked for; each is let go of as soon as it is handed out."""
        keys = [candidate_key(candidate) for candidate, _ in asked]
        bill = Bill(self._past.counters, keys)
        with _few_collections():
            found = self._found(asked, bill)
            costs = bill.total()
            read = {case.key: case.revisions_read for case in self.cases}
            for key in keys:
                yield _with_cost(found.pop(key), *costs[key], read.get(key, 0))

    def _found(self, asked: Sequence[tuple[Candidate, Windows | None]], bill: Bill) -> dict[str, Outcome]:
        refused = {candidate_key(c): early for c, w in asked if (early := refusal(c, w)) is not None}
        cases = [self._case(c, w) for c, w in asked if w is not None and candidate_key(c) not in refused]
        self.cases = cases
        with bill.shared_by([case.key for case in cases]):
            self._past.prepare((case.qid, case.windows.reach) for case in cases)
        for case in cases:
            case.tracks[case.qid] = self._past.track(case.qid, case.windows.reach)
        found = {**refused, **self._investigated(cases, bill)}
        self._past.forget()
        self._readings.forget()
        if len(self._parents) > _MOST_PARENTS:
            self._parents.clear()
        return found

    def _case(self, candidate: Candidate, windows: Windows) -> Case:
        property_id = str(candidate.property_id)
        if property_id not in self._definitions:
            track = self._past.track(property_id, self._spans[property_id])
            self._definitions[property_id] = Definitions(property_id, track, self._past.texts)
        definitions = self._definitions[property_id]
        return Case(candidate, windows, definitions, self._readings, self._limits, self._parents)

    def _investigated(self, cases: Sequence[Case], bill: Bill) -> dict[str, Outcome]:
        found = {case.key: early for case in cases if (early := told_by_history(case)) is not None}
        cases = [case for case in cases if case.key not in found]
        solved: dict[str, Solved] = {}
        for case, answer in self._answers(cases, bill):
            if isinstance(answer, Solved):
                solved[case.key] = answer
            elif isinstance(answer, Unsolved):
                found[case.key] = self._unsolved(case, answer)
            else:
                found[case.key] = unproven(case.candidate, "error", answer)
        with bill.shared_by(list(solved)):
            live = self._past.live(_to_check(cases, solved))
        for case in cases:
            if case.key in solved:
                found[case.key] = self._checked(case, solved[case.key], live)
                case.release()
        return found

    def _answers(self, cases: Sequence[Case], bill: Bill) -> Iterator[tuple[Case, Solved | Unsolved | str]]:
        """In rounds: judge, fetch for all what any of them lacked, and judge those again."""
        waiting = list(cases)
        while waiting:
            with bill.shared_by([case.key for case in waiting]):
                self._past.texts.load(revision for case in waiting for revision in case.revisions())
            again = []
            for case in waiting:
                answer = _attempt(case)
                if answer is None:
                    again.append(case)
                else:
                    yield case, answer
            waiting = again
            with bill.shared_by([case.key for case in waiting]):
                self._fetch(waiting)

    def _fetch(self, cases: Sequence[Case]) -> None:
        wanted = [(entity, case.surroundings) for case in cases for entity in case.lacking()]
        self._past.prepare(wanted, often_still=True)
        for case in cases:
            for entity in case.lacking():
                case.tracks[entity] = self._past.track(entity, case.surroundings)

    def _unsolved(self, case: Case, answer: Unsolved) -> Outcome:
        outcome, attribution = _OUTCOMES[answer.finding], attribution_of(case, self._past.texts)
        return unproven(case.candidate, outcome, answer.proof.reason, answer.proof, attribution)

    def _checked(self, case: Case, solved: Solved, live: dict[str, LiveEntity]) -> Outcome:
        try:
            return self._finished(case, solved, live)
        except UNREADABLE as error:
            return unproven(case.candidate, "error", _broken(error), solved.proof)

    def _finished(self, case: Case, solved: Solved, live: dict[str, LiveEntity]) -> Outcome:
        check = PersistenceCheck(live=_live_check(case, solved, live))
        attribution = with_agreement(attribution_of(case, self._past.texts), solved.target, case.qid)
        if check.live.status == "lost":
            reason = "proven, but not in the live graph any more"
            return unproven(case.candidate, "lost", reason, solved.proof, attribution, check)
        context = _violation_context(case.candidate, solved)
        violation = Violation(property=case.definitions.property_id, **context.__dict__)
        repair = Repair(
            id=solved.state.id,
            qid=case.qid,
            property=case.definitions.property_id,
            track=solved.target.kind,
            violation_context=context,
            violations=(violation,),
            repair_target=solved.target,
            persistence_check=check,
            ambiguous=bool(solved.ambiguous),
            ambiguous_reasons=solved.ambiguous,
            proof=solved.proof,
            protocol_attribution=attribution,
            provenance=Provenance(
                source=self._past.source, tool_version=__version__, history_api=self._past.history_api
            ),
        )
        return released(repair, solved.state, case.candidate)


@contextmanager
def _few_collections() -> Iterator[None]:
    """No search for reference cycles while a batch is judged and handed out: among millions of short-lived
    parts of decoded entities it costs two fifths of the time, and finds next to nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _attempt(case: Case) -> Solved | Unsolved | str | None:
    """The answer, why there can be none, or None if the case wants to see more first."""
    try:
        return _answer(case)
    except UNREADABLE as error:
        return _broken(error)


def _answer(case: Case) -> Solved | Unsolved | None:
    case.judge()
    # Solving looks at further combinations of states, and may ask for entities that no state asked for.
    answer = None if case.lacking() or case.look_elsewhere() else solve(case)
    case.release()
    if answer is None or case.lacking():
        return None
    case.revisions_read = len({revision.revid for revision in case.revisions()})
    return answer


def _broken(error: Exception) -> str:
    """One candidate whose data nobody foresaw must not cost the others their answers."""
    return f"what the wiki holds could not be worked with: {type(error).__name__}: {error}"


def _to_check(cases: Iterable[Case], solved: dict[str, Solved]) -> list[str]:
    """The entities whose present state tells whether the repairs persist."""
    asked = []
    for case in cases:
        if case.key in solved:
            target = solved[case.key].target
            asked.append(target.entity if isinstance(target, AboxTarget) else case.definitions.property_id)
    return asked


def _live_check(case: Case, solved: Solved, live: dict[str, LiveEntity]) -> LiveCheck:
    if isinstance(solved.target, AboxTarget):
        return check_abox(solved.target, live[solved.target.entity], merged=solved.merged)
    return check_tbox(case, live[case.definitions.property_id])


def _violation_context(candidate: Candidate, solved: Solved) -> ViolationContext:
    return ViolationContext(
        report_violation_type=candidate.violation_type,
        report_violation_types=candidate.violation_types,
        value=solved.offending,
        report_fix_date=candidate.fix_date,
        report_revision_old=candidate.report_revision_old,
        report_revision_new=candidate.report_revision_new,
        report_page_title=candidate.report_page_title,
    )


def _with_cost(outcome: Outcome, requests: float, hits: float, read: int) -> Outcome:
    stats = outcome.stats.model_copy(
        update={"requests": requests, "cache_hits": hits, "revisions_read": read}
    )
    return Outcome(
        outcome.key, outcome.candidate, stats, outcome.repair, outcome.unproven, outcome.pre_repair_state
    )
