"""Services with keys: the key travels in a header only, and is in nothing that is kept or said."""

import json
import logging

import pytest

from wikidata_repair_eval.net.chat import Chat
from wikidata_repair_eval.net.errors import ApiError, Refused
from wikidata_repair_eval.net.search import Search
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import JSON, reply_json, served

KEY = "tvly-dev-abcdef123456"
FOUND = {"query": "q", "answer": None, "results": [{"title": "t", "url": "u", "score": 0.7}], "new_field": 1}


def search(site) -> Search:
    return Search(site.http, f"{site.server.url}/search", KEY)


def test_trap_65_the_key_is_in_the_header_and_not_in_the_body(tmp_path):
    with served(tmp_path, [reply_json(FOUND)]) as site:
        found = search(site).search("who", max_results=5, exclude_domains=["wikidata.org"], topic=None)
        [seen] = site.server.seen
    assert seen.headers["Authorization"] == f"Bearer {KEY}"
    assert json.loads(seen.body) == {"query": "who", "max_results": 5, "exclude_domains": ["wikidata.org"]}
    assert found.parameters == {"exclude_domains": ["wikidata.org"], "max_results": 5}
    assert found.response == FOUND
    assert found.server_time is not None


@pytest.mark.parametrize("name", ["api_key", "API_KEY", "token"])
def test_trap_65_a_key_as_a_parameter_is_refused_before_anything_is_sent(tmp_path, name):
    with served(tmp_path, [reply_json(FOUND)]) as site:
        with pytest.raises(ValueError, match=r"key into the request's body"):
            search(site).search("who", **{name: KEY})
        with pytest.raises(ValueError, match=r"key into the request's body"):
            Chat(site.http, site.server.url, KEY).complete("m", [], **{name: KEY})
        assert site.requests == 0


def test_trap_65_a_response_that_repeats_the_key_is_scrubbed(tmp_path):
    echo = {**FOUND, "request": {"api_key": KEY}, "note": "try tvly-other-key99 from sk-hynix-memory.example"}
    with served(tmp_path, [reply_json(echo)]) as site:
        found = search(site).search("who")
    assert found.response["request"] == {"api_key": "***"}
    assert found.response["note"] == "try *** from sk-hynix-memory.example"


def test_trap_65_a_key_of_any_shape_is_scrubbed_from_the_response(tmp_path):
    with served(tmp_path, [reply_json({**FOUND, "request": {"auth": "plainkey987"}})]) as site:
        found = Search(site.http, f"{site.server.url}/search", "plainkey987").search("who")
    assert found.response["request"] == {"auth": "***"}


@pytest.mark.parametrize(
    ("status", "detail"),
    [
        pytest.param(401, {"error": f"Unauthorized: invalid key {KEY}"}, id="wrong key"),
        pytest.param(432, {"error": "plan limit"}, id="plan limit"),
        pytest.param(433, "pay-as-you-go limit", id="detail may be text"),
        pytest.param(400, {"error": "Query is missing"}, id="bad request"),
    ],
)
def test_trap_65_refusals_are_not_repeated_and_never_show_the_key(tmp_path, caplog, status, detail):
    with served(tmp_path, [Reply(status, json.dumps({"detail": detail}).encode(), JSON)]) as site:
        with caplog.at_level(logging.DEBUG), pytest.raises(Refused) as caught:
            search(site).search("who")
        assert site.requests == 1
        assert caught.value.status == status
        assert KEY not in f"{caught.value} {caught.value.args} {caplog.text} {search(site)!r}"


def test_a_busy_search_is_asked_again(tmp_path):
    with served(
        tmp_path, [Reply(429, b"", {"Retry-After": "0"}), reply_json({"results": "?"}), reply_json(FOUND)]
    ) as site:
        assert search(site).search("who").response == FOUND
        assert site.requests == 3


def test_an_empty_result_is_an_answer(tmp_path):
    with served(tmp_path, [reply_json({"results": []})]) as site:
        assert search(site).search("who").response == {"results": []}


USAGE = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}


def completion(content: str | None = "hello") -> Reply:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    return reply_json({"id": "x", "model": "m-2026-01", "choices": [choice], "usage": USAGE})


def test_a_completion_tells_text_model_and_usage(tmp_path):
    messages = [{"role": "user", "content": "hi"}]
    with served(tmp_path, [completion()]) as site:
        said = Chat(site.http, f"{site.server.url}/v1/", "sk-secret-12345").complete(
            "m", messages, temperature=0
        )
        [seen] = site.server.seen
    assert (said.text, said.finish_reason, said.model, said.usage) == ("hello", "stop", "m-2026-01", USAGE)
    assert seen.path == "/v1/chat/completions"
    assert seen.headers["Authorization"] == "Bearer sk-secret-12345"
    assert json.loads(seen.body) == {"model": "m", "messages": messages, "temperature": 0}


def test_a_local_model_needs_no_key(tmp_path):
    with served(tmp_path, [completion()]) as site:
        Chat(site.http, site.server.url).complete("m", [])
        assert "Authorization" not in site.server.seen[0].headers


def test_a_model_that_says_nothing_is_not_a_model_that_says_an_empty_text(tmp_path):
    with served(tmp_path, [completion(None), completion("")]) as site:
        chat = Chat(site.http, site.server.url)
        assert chat.complete("m", []).text is None
        assert chat.complete("m", []).text == ""


def test_an_error_with_http_200_is_no_completion(tmp_path):
    with served(
        tmp_path, [reply_json({"error": {"message": "no such model", "code": "model_not_found"}})]
    ) as site:
        with pytest.raises(ApiError, match="model_not_found: no such model"):
            Chat(site.http, site.server.url).complete("m", [])


def test_an_answer_without_choices_is_asked_again(tmp_path):
    with served(tmp_path, [reply_json({"choices": []}), completion()]) as site:
        assert Chat(site.http, site.server.url).complete("m", []).text == "hello"


def test_the_key_is_not_in_the_clients_own_text(tmp_path):
    with served(tmp_path, [completion()]) as site:
        assert "sk-secret" not in repr(Chat(site.http, site.server.url, "sk-secret-12345"))
