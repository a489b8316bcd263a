"""Web search (Tavily's form). The key travels in a header and nowhere else: not in the body, not stored."""

import re
from dataclasses import dataclass, field
from typing import Any

import orjson

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import RetryableAnswer, UnreadableAnswer
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.secrets import MASK, names_a_secret

_KEY_SHAPE = re.compile(r"tvly-[\w-]{4,}")


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What was asked and what came, without any key: safe to store as it is."""

    query: str
    parameters: dict[str, Any]
    response: dict[str, Any]
    server_time: str | None


@dataclass(frozen=True)
class Search:
    """One search service. Every call costs money and may answer differently tomorrow: freeze the answer."""

    http: HttpClient
    url: str
    key: str = field(repr=False)

    def search(self, query: str, **parameters: Any) -> SearchAnswer:
        """The whole response, with fields that we do not know; parameters that are None are not sent."""
        refuse_keys(parameters)
        sent = {name: value for name, value in sorted(parameters.items()) if value is not None}
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = self.http.post(self.url, json={"query": query, **sent}, headers=headers, judge=_judge)
        return SearchAnswer(query, sent, self._without_keys(answer), answer.server_time())

    def _without_keys(self, answer: Answer) -> dict[str, Any]:
        text = answer.body.decode("utf-8", "replace")
        text = _KEY_SHAPE.sub(MASK, text.replace(self.key, MASK) if self.key else text)
        try:
            response: dict[str, Any] = orjson.loads(text)
        except orjson.JSONDecodeError:
            raise UnreadableAnswer(
                host_of(self.url), self.url, "the answer is no JSON", "try later"
            ) from None
        return response


def refuse_keys(parameters: dict[str, Any]) -> None:
    """A key in the body would be logged and stored with the request."""
    for name in parameters:
        if names_a_secret(name):
            raise ValueError(
                f"parameter {name!r} would put a key into the request's body; it goes in a header"
            )


def _judge(answer: Answer) -> None:
    body = answer.json()
    if not isinstance(body, dict) or not isinstance(body.get("results"), list):
        raise RetryableAnswer("the search answer has no results list", pause_everyone=False)
