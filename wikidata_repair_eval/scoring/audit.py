"""What must hold of stored proposals and scores, each as a list of offenders."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import isclose
from typing import Any

from wikidata_repair_eval.scoring.aggregates import SCORES, scores_of

LOWEST = {"s_info": -0.5}


def not_answered_once(cases: Iterable[str], proposals: Iterable[Mapping[str, Any]]) -> list[str]:
    """Cases without a proposal or with several, and proposals for what is no case."""
    answered = Counter(str(proposal.get("case_id")) for proposal in proposals)
    known = set(cases)
    offenders = {name for name in known if answered[name] != 1} | (answered.keys() - known)
    return sorted(offenders)


def not_adding_up(traces: Iterable[Mapping[str, Any]], summary: Mapping[str, Any]) -> list[str]:
    """Scores outside their range, and means of the main cases that the traces do not give."""
    offenders, totals, main = list[str](), Counter[str](), 0
    for trace in traces:
        scores = scores_of(trace)
        offenders += [
            f"{trace['case_id']}: {name} {value}"
            for name, value in scores.items()
            if not LOWEST.get(name, 0) <= value <= 1
        ]
        if trace.get("main_score") is not False:
            main += 1
            totals.update(scores)
    told = summary["main"]["micro"]
    for name in SCORES:
        mean = totals[name] / main if main else None
        if (mean is None) != (told[name]["mean"] is None) or (
            mean is not None and not isclose(mean, told[name]["mean"], abs_tol=1e-5)
        ):
            offenders.append(f"{name}: the summary says {told[name]['mean']}, the traces {mean}")
    return offenders
