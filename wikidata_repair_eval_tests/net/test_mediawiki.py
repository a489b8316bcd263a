"""Manners of the action API: errors inside HTTP 200, warnings, continuation, long requests."""

import logging

import pytest

from wikidata_repair_eval.net.errors import ApiError, ServerBusy, UnreadableAnswer
from wikidata_repair_eval_tests.net.wiki_server import error, reply_json, served

DONE = reply_json({"batchcomplete": True, "query": {"fine": True}, "curtimestamp": "2026-07-01T00:00:00Z"})
LAGGED = {"lag": 626.1, "type": "wikibase-queryservice"}


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(error("maxlag", "Waiting for all: 3.45 seconds lagged.", **LAGGED), id="maxlag"),
        pytest.param(error("readonly"), id="read-only"),
        pytest.param(error("ratelimited"), id="rate limit"),
        pytest.param(error("internal_api_error_DBQueryError"), id="database error"),
        pytest.param({"errors": [{"code": "maxlag", "text": "lagged", "module": "main"}]}, id="newer form"),
        pytest.param([], id="not even an object"),
    ],
)
def test_trap_32_an_error_with_http_200_that_time_can_heal_is_asked_again(tmp_path, trouble):
    with served(tmp_path, [reply_json(trouble, **{"Retry-After": "0"}), DONE]) as site:
        assert site.wiki.ask({"action": "query"})["query"] == {"fine": True}
        assert site.requests == 2


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(error("badtoken", "bla bla"), id="error object"),
        pytest.param({"errors": [{"code": "badtoken", "text": "bla bla"}]}, id="error list"),
    ],
)
def test_trap_32_an_error_with_http_200_is_never_an_answer(tmp_path, trouble):
    with served(tmp_path, [reply_json(trouble)]) as site:
        with pytest.raises(ApiError, match="API error badtoken: bla bla") as caught:
            site.wiki.ask({"action": "query"})
        assert (caught.value.code, caught.value.info) == ("badtoken", "bla bla")
        assert site.requests == 1


def test_a_lag_that_does_not_end_is_given_up_as_busy(tmp_path):
    lagged = reply_json(error("maxlag", "lagged"), **{"Retry-After": "3600"})
    with served(tmp_path, [lagged]) as site, pytest.raises(ServerBusy, match="maxlag"):
        site.wiki.ask({"action": "query"})


@pytest.mark.parametrize(
    ("warnings", "said"),
    [
        pytest.param(
            {"main": {"*": "Unrecognized parameter"}}, "main: Unrecognized parameter", id="old form"
        ),
        pytest.param({"revisions": {"warnings": "too big"}}, "revisions: too big", id="format version 2"),
        pytest.param([{"module": "main", "code": "x", "text": "odd"}], "main: odd", id="list form"),
        pytest.param({"test": {"*": {"unknown": "structure"}}}, "unknown", id="unknown structure"),
        pytest.param({"wb": {"messages": [{"name": "patched"}]}}, "patched", id="messages"),
        pytest.param("just text", "just text", id="not even a structure"),
    ],
)
def test_trap_32_warnings_are_logged_and_counted_and_never_fail_a_request(tmp_path, caplog, warnings, said):
    with served(tmp_path, [reply_json({"warnings": warnings, "batchcomplete": True})]) as site:
        with caplog.at_level(logging.WARNING):
            site.wiki.ask({"action": "query"})
        assert said in caplog.text
        assert site.http.counters["api_warnings"] == 1


def test_a_warning_that_comes_with_every_request_is_logged_once_and_counted_always(tmp_path, caplog):
    with served(tmp_path, [reply_json({"warnings": {"main": {"warnings": "odd"}}})]) as site:
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                site.wiki.ask({"action": "query"})
        assert caplog.text.count("main: odd") == 1
        assert site.http.counters["api_warnings"] == 3


def test_every_request_asks_for_the_clock_and_says_how_much_lag_it_accepts(tmp_path):
    with served(tmp_path, [DONE]) as site:
        assert site.wiki.ask({"action": "query"})["curtimestamp"] == "2026-07-01T00:00:00Z"
        path = site.server.seen[0].path
        assert site.http.counters["api_warnings"] == 0
    for parameter in (
        "format=json",
        "formatversion=2",
        "curtimestamp=1",
        "maxlag=5",
    ):
        assert parameter in path


def test_a_long_request_is_posted_and_a_short_one_is_not(tmp_path):
    with served(tmp_path, [DONE]) as site:
        site.wiki.ask({"action": "query", "titles": "|".join(["Wikidata:Ünïcode and more"] * 50)})
        site.wiki.ask({"action": "query", "titles": "Q1"})
        assert [seen.method for seen in site.server.seen] == ["POST", "GET"]
        assert b"formatversion=2" in site.server.seen[0].body


def test_all_keys_of_continue_are_sent_back(tmp_path):
    more = reply_json({"continue": {"rvcontinue": 111, "continue": "||", "plcontinue": "x"}, "query": {}})
    with served(tmp_path, [more, DONE]) as site:
        assert len(list(site.wiki.query({"prop": "revisions"}))) == 2
        second = site.server.seen[1].path
    for pair in ("rvcontinue=111", "continue=%7C%7C", "plcontinue=x", "prop=revisions"):
        assert pair in second


def test_a_continuation_that_repeats_itself_is_noticed(tmp_path):
    def circling(_seen, number):
        ended = {"batchcomplete": True} if number > 20 else {"continue": {"rvcontinue": number % 3}}
        return reply_json({**ended, "query": {}})

    with served(tmp_path, circling) as site:
        with pytest.raises(ApiError, match="goes on for ever"):
            list(site.wiki.query({"prop": "revisions"}))
        assert site.requests == 4


def test_an_answer_that_is_neither_continued_nor_complete_is_refused(tmp_path):
    with served(tmp_path, [reply_json({"query": {"pages": []}})]) as site:
        with pytest.raises(UnreadableAnswer, match="neither continues nor says that it is complete"):
            list(site.wiki.query({"prop": "revisions"}))
