"""A model's run over a release: bounded concurrency, answers kept as they come, costs counted.

An answer is in the journal before anything is made of it, so a killed run goes on without paying twice for
what it has. Proposals come in the order of the cases, whichever answer was first.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from wikidata_repair_eval.files import json_bytes, sha256_of_bytes
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.chat import Completion
from wikidata_repair_eval.net.errors import Refused
from wikidata_repair_eval.scoring.prompts import Message, Template, messages_for
from wikidata_repair_eval.world.prompts import LAYERS

MILLION, SCHEMA_VERSION = 1_000_000, 1
# What a service answers to a question that it will not take, as against a wrong key or a wrong model.
REFUSES_THE_QUESTION = frozenset({400, 413, 422})
Case = Mapping[str, Any]
Answer = dict[str, Any]


class Model(Protocol):
    """What is asked: `net.chat.Chat`, or a stand-in."""

    def complete(self, model: str, messages: Sequence[Mapping[str, Any]], **options: Any) -> Completion: ...


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """Which model is asked how; prices are per million tokens, in the currency of whoever pays."""

    model: str
    template: Template
    parts: tuple[str, ...] = LAYERS
    max_tokens: int | None = None
    prompt_price: float | None = None
    completion_price: float | None = None

    @property
    def options(self) -> dict[str, Any]:
        limit = self.max_tokens or self.template.max_tokens
        return {"temperature": self.template.temperature, "max_tokens": limit}

    def question(self, case: Case) -> list[Message]:
        return messages_for(case, self.template, self.parts)

    def cost(self, prompt_tokens: float, completion_tokens: float) -> float | None:
        """None where no price is known: unknown is not free."""
        if self.prompt_price is None or self.completion_price is None:
            return None
        paid = prompt_tokens * self.prompt_price + completion_tokens * self.completion_price
        return round(paid / MILLION, 6)


@dataclass(frozen=True)
class ModelRun:
    """Asks one model about many cases. `read` makes a proposal of an answer's text."""

    plan: ModelPlan
    model: Model
    journal: Cache
    read: Callable[[str | None, Case], dict[str, Any]]
    concurrency: int = 3
    clock: Callable[[], float] = time.perf_counter

    def proposals(self, cases: Iterable[Case]) -> Iterator[dict[str, Any]]:
        """One proposal per case. An error of the service as a whole stops the run; run it again to go on."""
        waiting: deque[tuple[Case, Future[Answer]]] = deque()
        pool = ThreadPoolExecutor(self.concurrency)
        try:
            for case in cases:
                waiting.append((case, pool.submit(self._answer, case)))
                if len(waiting) >= 2 * self.concurrency:
                    yield self._proposal(waiting)
            while waiting:
                yield self._proposal(waiting)
        finally:
            pool.shutdown(cancel_futures=True)  # what is under way is paid for: its answers are kept

    def _answer(self, case: Case) -> Answer:
        """From the journal, or from the model and then into the journal."""
        question = self.plan.question(case)
        key = self._key(question)
        kept = self.journal.get(key)
        if kept is not None:
            stored: Answer = orjson.loads(kept.body)
            return stored
        answer = self._ask(question)
        if answer["refused"] is None:
            self.journal.put(key, json_bytes(answer))
        return answer

    def _ask(self, question: list[Message]) -> Answer:
        start = self.clock()
        try:
            said = self.model.complete(self.plan.model, question, **self.plan.options)
        except Refused as refused:
            if refused.status not in REFUSES_THE_QUESTION:
                raise
            return {"text": None, "refused": refused.problem, "usage": {}, "latency_s": None}
        return {
            "text": said.text,
            "refused": None,
            "finish_reason": said.finish_reason,
            "model": said.model,
            "usage": dict(said.usage),
            "latency_s": round(self.clock() - start, 3),
        }

    def _key(self, question: list[Message]) -> str:
        asked = {"model": self.plan.model, "options": self.plan.options, "messages": question}
        return sha256_of_bytes(json_bytes(asked))

    def _proposal(self, waiting: deque[tuple[Case, Future[Answer]]]) -> dict[str, Any]:
        case, coming = waiting.popleft()
        answer = coming.result()
        return {
            **self.read(answer["text"], case),
            "case_id": case["id"],
            "raw": answer["text"],
            "service_refused": answer["refused"],
            "usage": self._usage(answer),
            "layers": list(self.plan.parts),
            "model": answer.get("model") or self.plan.model,
            "prompt_digest": self.plan.template.digest,
            "schema_version": SCHEMA_VERSION,
        }

    def _usage(self, answer: Answer) -> dict[str, Any]:
        prompt, completion = (answer["usage"].get(name) for name in ("prompt_tokens", "completion_tokens"))
        known = prompt is not None and completion is not None
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "cost": self.plan.cost(prompt, completion) if known else None,
            "latency_s": answer["latency_s"],
        }


CHARACTERS_A_TOKEN = 4  # of English text; other scripts take more tokens, hence the range in `estimate`


def estimate(cases: Iterable[Case], plan: ModelPlan) -> dict[str, Any]:
    """What a run would cost, without asking anybody: tokens and, where prices are known, money."""
    count = low = high = 0
    for case in cases:
        texts = [message["content"] for message in plan.question(case)]
        count += 1
        low += sum(len(text) for text in texts) // CHARACTERS_A_TOKEN
        high += sum(len(text.encode()) for text in texts) // 2
    most = (plan.options["max_tokens"] or 0) * count
    return {
        "cases": count,
        "prompt_tokens": [low, high],
        "completion_tokens_at_most": most or None,
        "cost": [plan.cost(low, 0), plan.cost(high, most)],
        "model": plan.model,
        "prompt_digest": plan.template.digest,
    }
