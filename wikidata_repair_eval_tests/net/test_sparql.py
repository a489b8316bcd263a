"""SPARQL: a whole result or a failure, and values that say what they are."""

import json

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.errors import Refused
from wikidata_repair_eval.net.sparql import QueryFailed, Sparql, Term
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import HTML, served

RESULTS = {"Content-Type": "application/sparql-results+json;charset=utf-8"}
TRACE = b"""\njava.util.concurrent.ExecutionException: java.util.concurrent.TimeoutException
\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)\n"""
WD = "http://www.wikidata.org/entity/"


def uri(value: str) -> dict:
    return {"type": "uri", "value": value}


def result(*rows: dict) -> Reply:
    body = {"head": {"vars": ["item", "label"]}, "results": {"bindings": list(rows)}}
    return Reply(body=json.dumps(body).encode(), headers=RESULTS)


def client(site, **more) -> Sparql:
    return Sparql(site.http, f"{site.server.url}/sparql", **more)


def test_rows_come_back_typed_and_unbound_variables_are_absent(tmp_path):
    label = {"type": "literal", "value": "Tarzan", "xml:lang": "fr"}
    with served(
        tmp_path, [result({"item": uri(f"{WD}Q1"), "label": label}, {"item": uri(f"{WD}Q2")})]
    ) as site:
        found = client(site).select("SELECT ...")
        seen = site.server.seen[0]
    assert found.variables == ("item", "label")
    assert found.rows[0] == {"item": Term("uri", f"{WD}Q1"), "label": Term("literal", "Tarzan", None, "fr")}
    assert "label" not in found.rows[1]
    assert (seen.method, seen.body) == ("POST", b"query=SELECT+...")
    assert seen.headers["Accept"] == "application/sparql-results+json"


def test_no_rows_are_an_empty_result(tmp_path):
    with served(tmp_path, [result()]) as site:
        assert client(site).select("SELECT ...").rows == ()


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(
            Reply(body=result().body[:-20] + TRACE, headers=RESULTS), id="cut result and stack trace"
        ),
        pytest.param(Reply(body=result().body + TRACE, headers=RESULTS), id="whole result and stack trace"),
        pytest.param(Reply(500, b"SPARQL-QUERY: queryStr=" + TRACE, HTML), id="500 with a stack trace"),
    ],
)
def test_trap_56_a_stack_trace_is_a_failed_query_and_never_a_short_result(tmp_path, failure):
    with served(tmp_path, [failure]) as site:
        with pytest.raises(QueryFailed, match="the query failed on the server"):
            client(site).select("SELECT ...")
        assert site.requests == 1  # a query that timed out is not sent six times


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(Reply(body=b"<html>gateway</html>", headers=HTML), id="HTML page"),
        pytest.param(Reply(body=result().body[:-5], headers=RESULTS), id="cut without a word"),
        pytest.param(Reply(body=b'{"boolean": true}', headers=RESULTS), id="another kind of result"),
        pytest.param(Reply(500, b"internal error"), id="500 without a trace"),
        pytest.param(Reply(429, b"", {"Retry-After": "0"}), id="429"),
    ],
)
def test_other_trouble_is_asked_again(tmp_path, trouble):
    with served(tmp_path, [trouble, result()]) as site:
        assert client(site).select("SELECT ...").rows == ()
        assert site.requests == 2


def test_a_malformed_query_is_refused_at_once(tmp_path):
    with served(tmp_path, [Reply(400, b"MalformedQueryException")]) as site:
        with pytest.raises(Refused, match="MalformedQueryException"):
            client(site).select("SELEC")
        assert site.requests == 1


@pytest.mark.parametrize(
    ("term", "somevalue", "entity", "statement"),
    [
        pytest.param(Term("uri", f"{WD}Q42"), False, "Q42", None, id="item"),
        pytest.param(Term("uri", f"{WD}L1-F2"), False, "L1-F2", None, id="form"),
        pytest.param(
            Term("uri", "http://www.wikidata.org/.well-known/genid/9f8e7d6c"), True, None, None, id="genid"
        ),
        pytest.param(Term("bnode", "t284055162"), True, None, None, id="blank node of old"),
        pytest.param(
            Term("uri", f"{WD}statement/Q254-9D9E264A-835F-483C-B7A6-64142FCFBE27"),
            False,
            None,
            "Q254$9D9E264A-835F-483C-B7A6-64142FCFBE27",
            id="statement",
        ),
        pytest.param(Term("literal", f"{WD}Q42"), False, None, None, id="text that looks like an item"),
    ],
)
def test_trap_44_an_unknown_value_is_an_address_but_no_entity(term, somevalue, entity, statement):
    assert (term.is_somevalue, term.entity_id, term.statement_id) == (somevalue, entity, statement)


def test_trap_57_an_item_without_rows_is_looked_for_in_the_scholarly_graph(tmp_path):
    def two_graphs(seen, _number):
        return result({"item": uri(f"{WD}Q1")}) if "scholarly" in seen.path else result()

    with served(tmp_path, two_graphs) as site:
        both = client(site, scholarly_url=f"{site.server.url}/scholarly/sparql")
        assert both.graphs == ("main", "scholarly")
        assert both.select("SELECT ...").rows == ()
        found = both.select_anywhere("SELECT ...")
        assert (found.graph, len(found.rows)) == ("scholarly", 1)
        assert client(site).select_anywhere("SELECT ...").graph == "main"


def test_a_result_is_kept_and_a_failure_is_not_hammered(tmp_path):
    now = [1_000.0]
    cache = Cache(tmp_path / "http.sqlite", "test", clock=lambda: now[0], negative_ttl_s=600)
    replies = [result({"item": uri(f"{WD}Q1")}), Reply(500, TRACE), result()]
    with served(tmp_path, replies) as site:
        sparql = client(site, cache=cache, ttl_s=3_600)
        assert sparql.select("good") == sparql.select("good")
        assert site.requests == 1
        for said in ("failed on the server", "a short while ago; not asked again"):
            with pytest.raises(QueryFailed, match=said):
                sparql.select("heavy")
        assert site.requests == 2
        now[0] += 601
        assert sparql.select("heavy").rows == ()
