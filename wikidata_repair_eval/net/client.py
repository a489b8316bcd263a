"""The polite HTTP client: every request of this program goes through `HttpClient`.

Here: sending, retrying, redirects, limits, counters. Not here: what an answer means (the API clients
bring a `judge`), and caches.
"""

import logging
import os
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

import orjson
import requests
from requests.structures import CaseInsensitiveDict
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from wikidata_repair_eval.net.answers import Answer, Expect, check_content_type
from wikidata_repair_eval.net.bodies import BodyCut, BodyLate, BodyLimit, read_body
from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.errors import (
    BodyTooLarge,
    ConnectionTrouble,
    CutBody,
    NetError,
    NoConnection,
    NotFound,
    Refused,
    RetryableAnswer,
    ServerBusy,
    TransientError,
    UnreadableAnswer,
)
from wikidata_repair_eval.net.hosts import AllowedHosts, host_of
from wikidata_repair_eval.net.limiter import Limiter, PausedTooLong, all_permits
from wikidata_repair_eval.net.retry import BUSY_STATUSES, RETRY_STATUSES, Patience, RetryPolicy, retry_after
from wikidata_repair_eval.net.secrets import names_a_secret, scrub

log = logging.getLogger(__name__)

Judge = Callable[[Answer], None]
REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAX_REDIRECTS = 5
SECRET_HEADERS = frozenset({"authorization", "cookie", "x-api-key", "api-key"})


@dataclass(frozen=True, slots=True)
class Timeouts:
    """`attempt_s` bounds one try from sending to the last byte, however slowly the bytes drip."""

    connect_s: float = 10.0
    read_s: float = 60.0
    attempt_s: float = 300.0


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    params: Mapping[str, str] | None
    data: bytes | Mapping[str, str] | None
    headers: Mapping[str, str]
    expect: Expect
    max_bytes: int
    judge: Judge | None
    ok: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Again:
    """Why one try was no answer, and what the caller gets if it stays so."""

    error: type[TransientError]
    reason: str
    fix: str
    retry_after: float | None = None
    pause_everyone: bool = False


@dataclass
class HttpClient:
    """Thread-safe; one per run. Use as a context manager, or `close()` it."""

    user_agent: str
    hosts: AllowedHosts
    limiters: Callable[[str], tuple[Limiter, ...]]
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    timeouts: Timeouts = field(default_factory=Timeouts)
    max_bytes: int = 64 * 1024 * 1024
    secrets: tuple[str, ...] = field(default=(), repr=False)
    counters: Counters = field(default_factory=Counters)
    chance: random.Random = field(default_factory=random.Random, repr=False)

    def __post_init__(self) -> None:
        self._local = threading.local()
        self._sessions: list[requests.Session] = []
        self._sessions_lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._sessions_lock:
            while self._sessions:
                self._sessions.pop().close()
        self._local = threading.local()

    def get(
        self,
        url: str,
        params: Mapping[str, str] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        expect: Expect = "json",
        max_bytes: int | None = None,
        judge: Judge | None = None,
        ok: tuple[int, ...] = (200,),
    ) -> Answer:
        """The whole answer, or an error of `net.errors`. `ok` lists the statuses that answer the caller."""
        return self._send(
            _Request("GET", url, params, None, headers or {}, expect, max_bytes or self.max_bytes, judge, ok)
        )

    def post(
        self,
        url: str,
        data: Mapping[str, str] | None = None,
        *,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        expect: Expect = "json",
        max_bytes: int | None = None,
        judge: Judge | None = None,
        ok: tuple[int, ...] = (200,),
    ) -> Answer:
        """Like `get`, with a form (`data`) or a JSON body. Only for requests that may be sent twice."""
        sent = dict(headers or {})
        body: bytes | Mapping[str, str] | None = data
        if json is not None:
            body = orjson.dumps(json)
            sent.setdefault("Content-Type", "application/json")
        return self._send(
            _Request("POST", url, None, body, sent, expect, max_bytes or self.max_bytes, judge, ok)
        )

    def check_link(self, url: str, base: str | None = None) -> str:
        """A link from an answer, made absolute; ForeignHost if its host is not configured."""
        return self.hosts.check(url, base)

    def _send(self, request: _Request) -> Answer:
        _refuse_secrets_in_address(request)
        self.hosts.check(request.url)
        patience = Patience(self.policy)
        while True:
            outcome = self._attempt(request, patience)
            if isinstance(outcome, Answer):
                return outcome
            self._wait_before_retry(request, outcome, patience)

    def _attempt(self, request: _Request, patience: Patience) -> Answer | _Again:
        """Follow redirects to an answer that the judge accepts, or say why to ask again."""
        url, method, params, visited = request.url, request.method, request.params, []
        while True:
            outcome = self._one_exchange(request, method, url, params, patience)
            if isinstance(outcome, _Again):
                return outcome
            if outcome.status not in REDIRECTS or outcome.status in request.ok:
                break
            visited.append(url)
            method, url, params = self._redirect(request, outcome, visited), self._location(outcome), None
        answer = outcome.redirected(tuple(visited))
        if answer.status not in request.ok:
            return self._sort_status(answer)
        if answer.status == 200 and (wrong := check_content_type(answer, request.expect)):
            return _Again(UnreadableAnswer, wrong, "check the address in the source file, or try later")
        return self._judged(answer, request.judge)

    def _judged(self, answer: Answer, judge: Judge | None) -> Answer | _Again:
        try:
            if judge:
                judge(answer)
        except RetryableAnswer as again:
            asked = again.retry_after if again.retry_after is not None else self._retry_after(answer)
            return _Again(ServerBusy, again.reason, "run again later", asked, again.pause_everyone)
        return answer

    def _redirect(self, request: _Request, answer: Answer, visited: list[str]) -> str:
        host = host_of(answer.url)
        if len(visited) > MAX_REDIRECTS:
            raise Refused(
                host, answer.url, f"more than {MAX_REDIRECTS} redirects", "check the address", answer.status
            )
        if request.method == "POST" and answer.status not in (307, 308):
            raise Refused(
                host,
                answer.url,
                f"a POST was redirected with {answer.status}, which would drop its body",
                "put the address it redirects to into the source file",
                answer.status,
            )
        return request.method

    def _location(self, answer: Answer) -> str:
        location = answer.headers.get("Location")
        if not location:
            raise Refused(
                host_of(answer.url), answer.url, "redirect without a Location", "try later", answer.status
            )
        return self.hosts.check(location, answer.url)

    def _one_exchange(
        self,
        request: _Request,
        method: str,
        url: str,
        params: Mapping[str, str] | None,
        patience: Patience,
    ) -> Answer | _Again:
        host = host_of(url)
        try:
            with all_permits(self.limiters(host), patience.left()) as waited:
                self.counters.add("wait_seconds", waited)
                patience.start()
                return self._exchange(request, method, url, params)
        except PausedTooLong as pause:
            raise ServerBusy(
                host,
                url,
                f"asks everyone to wait {pause.seconds:.0f} s, longer than our deadline allows",
                "run again later; what was fetched is kept",
            ) from None

    def _exchange(
        self, request: _Request, method: str, url: str, params: Mapping[str, str] | None
    ) -> Answer | _Again:
        give_up_at = time.monotonic() + self.timeouts.attempt_s
        self.counters.add("requests")
        try:
            response = self._session().request(
                method,
                url,
                params=params,
                data=request.data,
                headers=self._headers(request, url),
                timeout=(self.timeouts.connect_s, self.timeouts.read_s),
                allow_redirects=False,
                stream=True,
                proxies=requests.utils.get_environ_proxies(url),
            )
        except requests.RequestException as error:
            kind, what = (NoConnection, "connection") if _never_sent(error) else (ConnectionTrouble, "answer")
            reason = f"no {what} ({type(error).__name__})"
            return _Again(kind, reason, "check the network and the address, or try later")
        with response:
            return self._read(response, request.max_bytes, give_up_at)

    def _read(self, response: requests.Response, limit: int, give_up_at: float) -> Answer | _Again:
        url = response.url or ""
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        try:
            body = read_body(response.raw, encoding, limit, give_up_at)
        except BodyLimit:
            raise BodyTooLarge(
                host_of(url),
                url,
                f"the answer is larger than the limit of {limit:,} bytes",
                "ask for less at a time, or raise max_body_bytes in the source file",
            ) from None
        except BodyCut as cut:
            return _Again(CutBody, f"the answer is cut: {cut}", "try later")
        except BodyLate:
            late = f"the answer was not complete after {self.timeouts.attempt_s:.0f} s"
            return _Again(ConnectionTrouble, late, "try later, or ask for less at a time")
        self.counters.add("bytes", len(body))
        headers = CaseInsensitiveDict(response.headers)
        return Answer(response.status_code, headers, body, url)

    def _sort_status(self, answer: Answer) -> _Again:
        """Ask again where that can help; otherwise raise what the caller must decide about."""
        status, host = answer.status, host_of(answer.url)
        if status in RETRY_STATUSES or status >= 500:
            asked = self._retry_after(answer)
            everyone = status in BUSY_STATUSES or asked is not None
            return _Again(ServerBusy, f"HTTP {status}", "run again later", asked, everyone)
        said = scrub(answer.excerpt(), self.secrets)
        if status in (404, 410):
            raise NotFound(host, answer.url, f"HTTP {status}: {said}", "check that it exists")
        fix = "set WRE_CONTACT, and check the key" if status in (401, 403) else "check what is asked for"
        raise Refused(host, answer.url, f"HTTP {status}: {said}", fix, status)

    def _retry_after(self, answer: Answer) -> float | None:
        return retry_after(answer.headers, datetime.now(UTC))

    def _wait_before_retry(self, request: _Request, again: _Again, patience: Patience) -> None:
        host = host_of(request.url)
        wait = self.policy.wait(patience.attempts, self.chance)
        if again.retry_after is not None:
            # Never sooner than asked; the jitter on top keeps waiters from returning all at once.
            wait = again.retry_after + min(wait, 1.0) * self.chance.random()
        if patience.is_over(wait, unreadable=again.error is UnreadableAnswer):
            raise self._gave_up(host, request.url, again, patience)
        self.counters.add("retries")
        self.counters.add(f"retries: {again.error.__name__}")
        log.warning("%s: %s; asking again in %.1f s", host, scrub(again.reason, self.secrets), wait)
        if again.pause_everyone:
            for limiter in self.limiters(host):
                limiter.pause(wait)
        else:
            self.counters.add("wait_seconds", wait)
            time.sleep(wait)

    def _gave_up(self, host: str, url: str, again: _Again, patience: Patience) -> NetError:
        spent = f"after {patience.attempts} tries in {patience.spent():.0f} s"
        asked = f", Retry-After {again.retry_after:.0f} s" if again.retry_after is not None else ""
        return again.error(
            host, url, f"{scrub(again.reason, self.secrets)}{asked}; gave up {spent}", again.fix
        )

    def _headers(self, request: _Request, url: str) -> dict[str, str]:
        # A key belongs to the host it was meant for, also when another configured host redirects to it.
        same = host_of(url) == host_of(request.url)
        kept = {k: v for k, v in request.headers.items() if same or k.lower() not in SECRET_HEADERS}
        return {"User-Agent": self.user_agent, "Accept-Encoding": "gzip", **kept}

    def _session(self) -> requests.Session:
        session: requests.Session | None = getattr(self._local, "session", None)
        if session is None:
            session = requests.Session()
            # A .netrc must not add credentials behind our back; proxies are passed explicitly.
            session.trust_env = False
            session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or True
            self._local.session = session
            with self._sessions_lock:
                self._sessions.append(session)
        return session


def _refuse_secrets_in_address(request: _Request) -> None:
    """Keys travel in headers: an address is logged by servers, proxies and caches."""
    for name in request.params or ():
        if names_a_secret(name):
            raise ValueError(f"parameter {name!r} would put a secret into an address; send it as a header")


def _never_sent(error: requests.RequestException) -> bool:
    """Did it fail before there was a connection? Then no server can have seen or counted the request."""
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(reason, NewConnectionError | ConnectTimeoutError)
