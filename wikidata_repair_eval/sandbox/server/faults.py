"""Planted trouble: which kinds there are, how often each, and which request meets which.

Whether a request is hit depends on the seed, on the request and on how often it was made before: not on the
order of arrival, so that several clients at once meet the same trouble as one. Applying it is `edge`'s part,
except for the kinds that only an endpoint can imitate (`IN_ENDPOINT`).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from starlette.requests import HTTPConnection

from wikidata_repair_eval.errors import InputError

KINDS: dict[str, str] = {
    "too_many_requests": "HTTP 429 with Retry-After in seconds",
    "too_many_requests_date": "HTTP 429 with Retry-After as a date",
    "unavailable": "HTTP 503 with an HTML page and no Retry-After",
    "maxlag": "HTTP 200 with the error maxlag, where api.php was asked with maxlag",
    "api_error": "HTTP 200 with another passing error of api.php (readonly, ratelimited, database)",
    "html": "HTTP 200 with an HTML page instead of the answer",
    "cut": "the connection closes in the middle of the body",
    "garbled": "a complete HTTP answer that holds the first half of the body",
    "slow": "the right answer, late",
    "reset": "the connection is reset without an answer",
    "stack_trace": "SPARQL only: HTTP 200, half a result, then a Java stack trace",
}
IN_ENDPOINT = frozenset({"maxlag", "api_error", "stack_trace"})
API_ERRORS = ("readonly", "ratelimited", "internal_api_error_DBQueryError")
SCOPE_KEY = "sandbox.fault"


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Rates are shares of requests (0 to 1) and may add up to 1 at most."""

    seed: int = 0
    rates: Mapping[str, float] = field(default_factory=dict)
    retry_after_s: float = 1.0
    slow_s: float = 0.5
    paths: tuple[str, ...] = ("/",)
    refuse_generic_agents: bool = False

    def draw(self, path: str, request: bytes, attempt: int) -> str | None:
        """The kind of trouble for the `attempt`-th sending of `request` (a digest), or None."""
        if not self.rates or not path.startswith(self.paths):
            return None
        number = hashlib.blake2b(request, key=f"{self.seed}|{attempt}".encode(), digest_size=8).digest()
        left = int.from_bytes(number) / 2**64
        for kind in KINDS:
            left -= self.rates.get(kind, 0.0)
            if left < 0:
                return kind
        return None

    def as_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "rates": dict(self.rates),
            "retry_after_s": self.retry_after_s,
            "slow_s": self.slow_s,
            "paths": list(self.paths),
            "refuse_generic_agents": self.refuse_generic_agents,
        }


@dataclass(slots=True)
class Fault:
    """The trouble of one request. `applied` says whether anybody could make it happen."""

    kind: str
    plan: FaultPlan
    request: bytes = b""
    applied: bool = False

    def is_a(self, kind: str) -> bool:
        """Asked by the place that imitates this kind; a yes counts as applied."""
        self.applied = self.applied or self.kind == kind
        return self.kind == kind

    def retry_after(self) -> str:
        return f"{self.plan.retry_after_s:g}"

    def api_error_code(self) -> str:
        return API_ERRORS[sum(self.request) % len(API_ERRORS)]


def fault_of(request: HTTPConnection) -> Fault | None:
    """The trouble that an endpoint should imitate, if any."""
    fault: Fault | None = request.scope.get(SCOPE_KEY)
    return fault


def load_faults(path: Path) -> FaultPlan:
    """A YAML or JSON file such as `{seed: 7, rates: {unavailable: 0.1, cut: 0.05}}`."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(str(path), "whole file", "it does not exist", "give an existing file") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(str(path), "whole file", f"not YAML ({error})", "write YAML or JSON") from None
    return read_faults(content, str(path))


def read_faults(content: Any, where: str) -> FaultPlan:
    """A parsed plan, checked. An empty one plants nothing."""
    content = {} if content is None else content
    if not isinstance(content, dict):
        raise InputError(where, "whole file", "it is no mapping", "write seed, rates and so on as keys")
    known = FaultPlan().as_json()
    for name, value in content.items():
        if name not in known:
            raise InputError(where, f"key {name}", "unknown", f"use {', '.join(known)}")
        if not _same_kind(value, known[name]):
            raise InputError(
                where, f"key {name}", f"{value!r} is no value for it", f"write like {known[name]!r}"
            )
    rates = _read_rates(content.get("rates", {}), where)
    paths = tuple(map(str, content.get("paths", known["paths"])))
    return FaultPlan(**{**known, **content, "rates": rates, "paths": paths})


def _same_kind(value: Any, example: Any) -> bool:
    if isinstance(example, bool):
        return isinstance(value, bool)
    if isinstance(example, int | float):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return isinstance(value, type(example))


def _read_rates(content: dict[str, Any], where: str) -> dict[str, float]:
    rates = {}
    for kind, rate in content.items():
        place = f"key rates.{kind}"
        if kind not in KINDS:
            raise InputError(where, place, "unknown kind of fault", f"use {', '.join(KINDS)}")
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise InputError(where, place, f"{rate!r} is no share", "use a number from 0 to 1")
        rates[kind] = float(rate)
    if sum(rates.values()) > 1 + 1e-9:
        raise InputError(where, "key rates", "they add up to more than 1", "make them smaller")
    return rates
