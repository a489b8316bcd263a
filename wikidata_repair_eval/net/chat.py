"""Chat completions of an OpenAI-compatible service. Prompts and what answers mean belong to `scoring`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import ApiError, RetryableAnswer
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.search import refuse_keys


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model said. `text` is None if it said nothing, which is not the same as an empty text."""

    text: str | None
    finish_reason: str | None
    model: str
    usage: Mapping[str, Any]
    raw: Mapping[str, Any]
    server_time: str | None


@dataclass(frozen=True)
class Chat:
    """One model service; `key` may be empty for a local one."""

    http: HttpClient
    url: str
    key: str = field(default="", repr=False)

    def complete(self, model: str, messages: Sequence[Mapping[str, Any]], **options: Any) -> Completion:
        """One completion; options that are None are not sent."""
        refuse_keys(options)
        sent = {name: value for name, value in sorted(options.items()) if value is not None}
        body = {"model": model, "messages": list(messages), **sent}
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        address = f"{self.url.rstrip('/')}/chat/completions"
        answer = self.http.post(address, json=body, headers=headers, judge=_judge)
        return _completion(answer, model)


def _completion(answer: Answer, model: str) -> Completion:
    raw: dict[str, Any] = answer.json()
    choice = raw["choices"][0]
    return Completion(
        text=choice["message"].get("content"),
        finish_reason=choice.get("finish_reason"),
        model=str(raw.get("model", model)),
        usage=raw.get("usage") or {},
        raw=raw,
        server_time=answer.server_time(),
    )


def _judge(answer: Answer) -> None:
    body = answer.json()
    if isinstance(body, dict) and isinstance(error := body.get("error"), dict):
        code, info = str(error.get("code") or error.get("type") or "unknown"), str(error.get("message", ""))
        problem, fix = f"the model service says {code}: {info}", "check the model's name and the request"
        raise ApiError(host_of(answer.url), answer.url, problem, fix, code, info)
    choices = body.get("choices") if isinstance(body, dict) else None
    if not choices or not isinstance(choices[0].get("message"), dict):
        raise RetryableAnswer("the answer has no choices", pause_everyone=False)
