"""`/v1/chat/completions` and `/v1/models`. What the models say is decided in `repair` and `extraction`.

Any key opens the door except `sk-limited...` (429, slow down) and `sk-spent...` (429, quota). Models:
`sandbox-rules-1` follows the rules, `sandbox-silent-1` always abstains, `sandbox-garbled-1` follows the rules
and then loses the second half of its answer, as models that run out of tokens do.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.second_half.chat.extraction import extract
from wikidata_repair_eval.sandbox.second_half.chat.repair import propose

MODELS = ("sandbox-rules-1", "sandbox-silent-1", "sandbox-garbled-1")
PUZZLED = "I follow a few written rules, and none of them is about this."
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Refused(Exception):
    def __init__(self, status: int, kind: str, code: str | None, message: str) -> None:
        super().__init__(status, message)
        self.status = status
        self.body = {"error": {"message": message, "type": kind, "param": None, "code": code}}


def chat_routes(world: World) -> list[Route]:
    created = int(datetime.fromisoformat(world.clock.replace("Z", "+00:00")).timestamp())

    async def complete(request: Request) -> Response:
        body = await request.body()
        return _answered(request, lambda: completion(_parsed(body), created))

    async def models(request: Request) -> Response:
        return _answered(request, lambda: {"object": "list", "data": [_model(m, created) for m in MODELS]})

    return [
        Route("/v1/chat/completions", complete, methods=["POST"]),
        Route("/v1/models", models),
    ]


def _answered(request: Request, make: Callable[[], dict[str, Any]]) -> Response:
    try:
        _check_key(request.headers.get("authorization", ""))
        return Response(orjson.dumps(make()), media_type="application/json")
    except Refused as refused:
        headers = {"Retry-After": "1"} if refused.status == 429 else {}
        content = orjson.dumps(refused.body)
        return Response(content, refused.status, headers=headers, media_type="application/json")


def _check_key(header: str) -> None:
    scheme, _, key = header.partition(" ")
    if scheme != "Bearer" or not key.strip():
        raise Refused(401, "invalid_request_error", "invalid_api_key", "You didn't provide an API key.")
    if key.startswith("sk-limited"):
        raise Refused(429, "requests", "rate_limit_exceeded", "Rate limit reached. Please try again in 1s.")
    if key.startswith("sk-spent"):
        raise Refused(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota.")


def _model(name: str, created: int) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": created, "owned_by": "sandbox"}


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        wanted = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise Refused(400, "invalid_request_error", None, "We could not parse the JSON body.") from None
    if not isinstance(wanted, dict):
        raise Refused(400, "invalid_request_error", None, "The body must be a JSON object.")
    return wanted


def completion(wanted: dict[str, Any], created: int) -> dict[str, Any]:
    """One answer. The same question has the same answer, id included; the time is the world's."""
    model = _known_model(wanted)
    prompt = _prompt(wanted)
    text, finish = _within_limit(reply(model, prompt), wanted)
    digest = hashlib.sha1(f"{model}\n{prompt}".encode(), usedforsecurity=False).hexdigest()
    message = {"role": "assistant", "content": text, "refusal": None}
    sent, received = count_tokens(prompt), count_tokens(text)
    usage = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    return {
        "id": f"chatcmpl-{digest[:29]}",
        "object": "chat.completion",
        "created": created,
        "model": model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": usage,
        "system_fingerprint": "fp_sandbox",
    }


def reply(model: str, prompt: str) -> str:
    proposal = propose(prompt)
    if proposal is not None:
        if model == "sandbox-silent-1":
            proposal = {**proposal, "operations": [], "abstain": True}
        content = orjson.dumps(proposal).decode()
    else:
        triples = extract(prompt)
        if triples is None:
            return PUZZLED
        content = orjson.dumps({"triples": [] if model == "sandbox-silent-1" else triples}).decode()
    return content[: len(content) // 2] if model == "sandbox-garbled-1" else content


def count_tokens(text: str) -> int:
    """Words and punctuation marks: near enough for an account of costs, and the same everywhere."""
    return len(_TOKEN.findall(text))


def _known_model(wanted: dict[str, Any]) -> str:
    model = wanted.get("model")
    if not isinstance(model, str):
        raise Refused(400, "invalid_request_error", None, "you must provide a model parameter")
    if model not in MODELS:
        text = f"The model `{model}` does not exist or you do not have access to it."
        raise Refused(404, "invalid_request_error", "model_not_found", text)
    if wanted.get("stream"):
        raise Refused(400, "invalid_request_error", "unsupported_value", "The sandbox does not stream.")
    return model


def _prompt(wanted: dict[str, Any]) -> str:
    messages = wanted.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Refused(400, "invalid_request_error", None, "messages must be a list that is not empty")
    return "\n\n".join(_text_of(message) for message in messages)


def _text_of(message: Any) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    raise Refused(400, "invalid_request_error", None, "each message needs content: text or parts of text")


def _within_limit(text: str, wanted: dict[str, Any]) -> tuple[str, str]:
    limit = wanted.get("max_completion_tokens", wanted.get("max_tokens"))
    if not isinstance(limit, int) or count_tokens(text) <= limit:
        return text, "stop"
    ends = [match.end() for match in _TOKEN.finditer(text)]
    return text[: ends[limit - 1] if limit > 0 else 0], "length"
