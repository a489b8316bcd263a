"""Running one query within bounds of time, rows and concurrency. No HTTP here.

The engine cannot be interrupted from Python: a query that outlives its time is left to a daemon thread,
which keeps its slot until it ends, so that abandoned queries cannot pile up without limit.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, Store

from wikidata_repair_eval.sandbox.second_half.rdf.terms import PREFIXES, XSD
from wikidata_repair_eval.sandbox.second_half.sparql.functions import Term, functions_over
from wikidata_repair_eval.sandbox.second_half.sparql.services import without_services

Row = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float = 60.0
    rows: int = 200_000
    at_once: int = 8


@dataclass(slots=True)
class Answer:
    """What came out so far; `complete` says whether that is all."""

    kind: OneOf["select", "ask", "graph"] = "select"
    variables: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    boolean: bool = False
    lines: list[str] = field(default_factory=list)
    complete: bool = False
    failure: Exception | None = None


class Busy(Exception):
    """All slots are taken; the client should come back later."""


class Engine:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._slots = threading.BoundedSemaphore(limits.at_once)

    def answer(self, store: Store, query: str) -> Answer:
        """SyntaxError and ServiceRefused say that the query is at fault, Busy that the server is."""
        runnable = without_services(query)
        if not self._slots.acquire(timeout=self._limits.seconds):
            raise Busy
        answer, stop = Answer(), threading.Event()
        worker = threading.Thread(target=self._work, args=(store, runnable, answer, stop), daemon=True)
        worker.start()
        worker.join(self._limits.seconds)
        stop.set()
        if answer.failure is not None:
            raise answer.failure
        return answer

    def _work(self, store: Store, query: str, answer: Answer, stop: threading.Event) -> None:
        try:
            self._collect(store, query, answer, stop)
        except (SyntaxError, ValueError, OSError, RuntimeError) as error:
            answer.failure = error
        finally:
            self._slots.release()

    def _collect(self, store: Store, query: str, answer: Answer, stop: threading.Event) -> None:
        result = store.query(query, prefixes=PREFIXES, custom_functions=functions_over(store))
        if isinstance(result, QueryBoolean):
            answer.kind, answer.boolean, answer.complete = "ask", bool(result), True
        elif isinstance(result, QuerySolutions):
            self._collect_rows(result, answer, stop)
        else:
            answer.kind = "graph"
            answer.lines = sorted(f"{triple} ." for triple in result)
            answer.complete = True

    def _collect_rows(self, result: QuerySolutions, answer: Answer, stop: threading.Event) -> None:
        answer.variables = [variable.value for variable in result.variables]
        for solution in result:
            if stop.is_set() or len(answer.rows) >= self._limits.rows:
                return
            terms = zip(answer.variables, solution, strict=True)
            answer.rows.append({name: as_json(term) for name, term in terms if term is not None})
        answer.complete = True


def as_json(term: Term) -> dict[str, str]:
    """One bound value in the results format; plain strings carry no datatype."""
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if not isinstance(term, Literal):
        return {"type": "bnode", "value": str(term).removeprefix("_:")}
    if term.language:
        return {"xml:lang": term.language, "type": "literal", "value": term.value}
    if term.datatype.value == XSD + "string":
        return {"type": "literal", "value": term.value}
    return {"datatype": term.datatype.value, "type": "literal", "value": term.value}
