"""Frozen retrieval: one search for each Type C case, asked once in its life, stored without keys.

What to ask is in `queries`, the memory in `asked`. A case without an answer is `retrieval_missing` and says
why; unless its answer was lost on the way, a later run may fill it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from wikidata_repair_eval.benchmark.answers import Answer, said_by
from wikidata_repair_eval.benchmark.asked import Asked
from wikidata_repair_eval.benchmark.domains import without_excluded
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import (
    BodyTooLarge,
    ConnectionTrouble,
    CutBody,
    NetError,
    NoConnection,
    Refused,
)
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.net.search import SearchAnswer

SCHEMA_VERSION = 1
FROZEN, MISSING = "frozen", "retrieval_missing"
LOST = "asked, answer lost"
NO_NAME = "the subject had no name to ask for before the repair"
DEFAULT_PARAMETERS: Mapping[str, Any] = {"max_results": 10, "search_depth": "basic"}
# What is wrong with one question, as opposed to with us or with the service.
_ONE_QUESTION = (400, 413, 422)
# Where the question may have arrived and been counted. After any other error nothing was answered.
_MAYBE_SERVED = (ConnectionTrouble, CutBody, BodyTooLarge)


class Searching(Protocol):
    def search(self, query: str, **parameters: Any) -> SearchAnswer: ...


@dataclass(frozen=True, slots=True)
class Question:
    """One case: what to ask, and by what an answer would be recognised."""

    case_id: str
    query: str | None
    answers: Sequence[Answer]


def asking_once(client: HttpClient) -> HttpClient:
    """The same client, which repeats a question only where the server told it to come back (Retry-After).

    A cut answer or a timeout may have been served and counted, so it is never repeated on our own account.
    """
    never = RetryPolicy(
        first_wait_s=float("inf"), max_wait_s=float("inf"), deadline_s=client.policy.deadline_s
    )
    return replace(client, policy=never)


class Retriever:
    """Answers questions from memory, from an earlier run, or by asking; in this order."""

    def __init__(
        self,
        asked: Asked,
        service: Searching | None,
        *,
        provider: str,
        excluded: Sequence[str],
        parameters: Mapping[str, Any] = DEFAULT_PARAMETERS,
        why_not: str = "",
        ask_lost_again: bool = False,
    ) -> None:
        self._asked, self._service, self._provider = asked, service, provider
        self._excluded, self._parameters = list(excluded), dict(parameters)
        self._why_not, self._ask_lost_again = why_not, ask_lost_again
        self.requests = 0

    def snapshot(self, question: Question, stored: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The snapshot of this case. `stored` is what an earlier run wrote: an answer is never replaced."""
        known = self._asked.snapshot(question.case_id) or self._earlier(question.case_id, stored)
        if known is not None:
            return known
        if question.query is None:
            return self._missing(question, NO_NAME)
        if self._asked.was_asked(question.case_id) and not self._ask_lost_again:
            return self._missing(question, LOST)
        if self._service is None or self._why_not:
            return self._missing(question, self._why_not)
        return self._ask(question, question.query, self._service)

    def _earlier(self, case_id: str, stored: Mapping[str, Any] | None) -> dict[str, Any] | None:
        if stored is None or stored.get("status") != FROZEN:
            return None
        self._asked.keep(case_id, stored)
        return dict(stored)

    def _ask(self, question: Question, query: str, service: Searching) -> dict[str, Any]:
        if not self._asked.about_to_ask(question.case_id, query) and not self._ask_lost_again:
            return self._missing(question, LOST)
        self.requests += 1
        sent = {**self._parameters, "exclude_domains": self._excluded}
        try:
            found = service.search(query, **sent)
        except NetError as error:
            return self._missing(question, self._told(question, error))
        snapshot = self._frozen(question, found)
        self._asked.keep(question.case_id, snapshot)
        return snapshot

    def _told(self, question: Question, error: NetError) -> str:
        """Why there is no answer; a trouble that the next question would meet as well ends the asking."""
        lost = isinstance(error, _MAYBE_SERVED) and not isinstance(error, NoConnection)
        if not lost:
            self._asked.was_not_answered(question.case_id)
        if not (isinstance(error, Refused) and error.status in _ONE_QUESTION):
            self._why_not = f"not asked, since the service gave no answer before: {error.problem}"
        return f"{LOST}: {error.problem}" if lost else f"no answer: {error.problem}"

    def _frozen(self, question: Question, found: SearchAnswer) -> dict[str, Any]:
        response, removed = without_excluded(found.response, self._excluded)
        return {
            **self._common(question),
            "status": FROZEN,
            "reason": None,
            "requested_at": found.server_time,
            "response": response,
            "excluded_results": removed,
            "answer_found_in": answer_found_in(response, question.answers),
        }

    def _missing(self, question: Question, reason: str) -> dict[str, Any]:
        nothing: dict[str, Any] = {
            "requested_at": None,
            "response": None,
            "excluded_results": [],
            "answer_found_in": [],
        }
        return {**self._common(question), **nothing, "status": MISSING, "reason": reason}

    def _common(self, question: Question) -> dict[str, Any]:
        return {
            "query": question.query,
            "provider": self._provider,
            "parameters": self._parameters,
            "excluded_domains": self._excluded,
            "schema_version": SCHEMA_VERSION,
        }


def answer_found_in(response: Mapping[str, Any], answers: Sequence[Answer]) -> list[str]:
    """The addresses of the results whose text says an answer."""
    return [str(result["url"]) for result in response["results"] if said_by(_text_of(result), answers)]


def _text_of(result: Mapping[str, Any]) -> str:
    return "\n".join(str(result.get(part) or "") for part in ("title", "content", "raw_content"))
