"""One complete HTTP answer, and whether it is of the promised kind."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property
from typing import Any, Literal

import orjson

from wikidata_repair_eval.net.errors import UnreadableAnswer
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.retry import http_date

Expect = Literal["json", "html", "any"]


@dataclass(frozen=True)  # no slots: the decoded body is kept, since checking an answer decodes it already
class Answer:
    """Status, headers (any case), whole body, final address, and the addresses that redirected to it."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    redirected_from: tuple[str, ...] = ()

    def json(self) -> Any:
        """The body as JSON; an answer that is none raises UnreadableAnswer and never looks empty."""
        return self._decoded

    @cached_property
    def _decoded(self) -> Any:
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError as error:
            raise UnreadableAnswer(
                host_of(self.url), self.url, f"the answer is no JSON: {error}", "try later"
            ) from None

    def server_time(self) -> str | None:
        """When the server answered, by its own clock (`Date`), as `2026-06-08T11:20:00Z`."""
        moment = http_date(self.headers.get("Date") or "")
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None

    def excerpt(self, length: int = 200) -> str:
        """The beginning of the body on one line, for messages."""
        return " ".join(self.body[: 4 * length].decode("utf-8", "replace").split())[:length]

    def redirected(self, visited: tuple[str, ...]) -> "Answer":
        return replace(self, redirected_from=visited)


def check_content_type(answer: Answer, expect: Expect) -> str | None:
    """What is wrong with the kind of this answer, or None."""
    kind = answer.headers.get("Content-Type", "").split(";")[0].strip().lower()
    if expect == "json":
        if kind and "json" not in kind:
            return f"{kind} where JSON was promised: {answer.excerpt(80)!r}"
        return _json_problem(answer)
    if expect == "html" and kind and "html" not in kind:
        return f"{kind} where HTML was promised"
    return None


def _json_problem(answer: Answer) -> str | None:
    try:
        answer.json()
    except UnreadableAnswer as error:
        return error.problem
    return None
