"""SPARQL queries. A result is whole or it is a failure: half an answer is never read as a short one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import RetryableAnswer, TransientError
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.http_cache import request_key

Graph = Literal["main", "scholarly"]
TermType = Literal["uri", "literal", "bnode"]

TTL_S = 24 * 3600.0
_ACCEPT = {"Accept": "application/sparql-results+json"}
_STACK_TRACE = re.compile(rb"java\.[\w.]+(Exception|Error)|com\.bigdata\.|\bat org\.|TimeoutException")
_ENTITY = re.compile(r"https?://[^/]+/entity/([A-Z][1-9]\d*(?:-[FS][1-9]\d*)?)")
_STATEMENT = re.compile(r"https?://[^/]+/entity/statement/([A-Za-z][1-9]\d*(?:-[FS]\d+)?)-([0-9A-Fa-f-]{36})")


class QueryFailed(TransientError):
    """The query service gave up on the query (time, memory, a crash): nothing is known of its result."""


@dataclass(frozen=True, slots=True)
class Term:
    """One value of a row. Numbers and dates stay text; `datatype` says what they are."""

    type: TermType
    value: str
    datatype: str | None = None
    lang: str | None = None

    @property
    def is_somevalue(self) -> bool:
        """Wikibase's unknown value: a genid address today, a blank node before."""
        return self.type == "bnode" or (self.type == "uri" and "/.well-known/genid/" in self.value)

    @property
    def entity_id(self) -> str | None:
        """The id, if this is the address of an entity (an unknown value or a statement is none)."""
        found = _ENTITY.fullmatch(self.value) if self.type == "uri" else None
        return found[1] if found else None

    @property
    def statement_id(self) -> str | None:
        """`Q42$UUID`, if this is a statement node, where the `$` is written `-`."""
        found = _STATEMENT.fullmatch(self.value) if self.type == "uri" else None
        return f"{found[1]}${found[2]}" if found else None


@dataclass(frozen=True, slots=True)
class Rows:
    """The result of a SELECT. A variable that is not bound in a row is not a key of that row."""

    variables: tuple[str, ...]
    rows: tuple[Mapping[str, Term], ...]
    graph: Graph
    server_time: str | None


class Sparql:
    """One query service, and the one that holds the scholarly half of the graph since May 2025."""

    def __init__(
        self,
        http: HttpClient,
        url: str,
        scholarly_url: str | None = None,
        *,
        cache: Cache | None = None,
        ttl_s: float = TTL_S,
    ) -> None:
        self._http, self._cache, self._ttl = http, cache, ttl_s
        self._urls: dict[Graph, str] = {"main": url}
        if scholarly_url:
            self._urls["scholarly"] = scholarly_url

    @property
    def graphs(self) -> tuple[Graph, ...]:
        return tuple(self._urls)

    def select(self, query: str, graph: Graph = "main") -> Rows:
        """The whole result, or QueryFailed. Only of this graph: see `select_anywhere`."""
        url = self._urls[graph]
        key = request_key("POST", url, {"query": query})
        body, server_time = self._remembered(url, key) or self._fetched(url, key, query)
        rows = tuple({name: _term(raw) for name, raw in row.items()} for row in body["results"]["bindings"])
        return Rows(tuple(body["head"]["vars"]), rows, graph, server_time)

    def select_anywhere(self, query: str) -> Rows:
        """The first graph's result that has rows: an item without any may live in the other graph."""
        result = self.select(query)
        for graph in self.graphs[1:]:
            if not result.rows:
                result = self.select(query, graph)
        return result

    def _fetched(self, url: str, key: str, query: str) -> tuple[dict[str, Any], str | None]:
        try:
            # Timeouts come as 500 or, once the answer has begun, as 200 with a stack trace at its end.
            answer = self._http.post(
                url, {"query": query}, headers=_ACCEPT, expect="any", judge=_judge, ok=(200, 500)
            )
        except QueryFailed as error:
            if self._cache is not None:
                self._cache.put_absent(key, "failed", error.problem)
            raise
        body = answer.json()
        if self._cache is not None:
            kept = {"server_time": answer.server_time(), "body": body}
            self._cache.put(key, orjson.dumps(kept), ttl_s=self._ttl)
        return body, answer.server_time()

    def _remembered(self, url: str, key: str) -> tuple[dict[str, Any], str | None] | None:
        entry = self._cache.get(key) if self._cache is not None else None
        if entry is None:
            return None
        if entry.state != "value":
            problem = f"{entry.body.decode()} (a short while ago; not asked again)"
            raise QueryFailed(host_of(url), url, problem, "ask for less, or try later")
        kept = orjson.loads(entry.body)
        return kept["body"], kept["server_time"]


def _judge(answer: Answer) -> None:
    if answer.status == 200 and _is_result(answer.body):
        return
    if _STACK_TRACE.search(answer.body):
        problem = f"the query failed on the server (HTTP {answer.status})"
        fix = "ask for less at a time, or try later"
        raise QueryFailed(host_of(answer.url), answer.url, problem, fix)
    reason = f"no query result (HTTP {answer.status}): {answer.excerpt(80)!r}"
    raise RetryableAnswer(reason, pause_everyone=False)


def _is_result(body: bytes) -> bool:
    try:
        parsed = orjson.loads(body)
        return isinstance(parsed["head"]["vars"], list) and isinstance(parsed["results"]["bindings"], list)
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return False


def _term(raw: Mapping[str, Any]) -> Term:
    kind: TermType = "literal" if raw["type"] == "typed-literal" else raw["type"]
    return Term(kind, raw["value"], raw.get("datatype"), raw.get("xml:lang"))
