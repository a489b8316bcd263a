"""Keys never reach a message, a log line, an exception or a stored address."""

import logging
import pickle
from pathlib import Path

import pytest

from wikidata_repair_eval.net.errors import ApiError, NotFound, Refused, ServerBusy
from wikidata_repair_eval.net.secrets import scrub, scrub_url
from wikidata_repair_eval_tests.net.clients import impatient_client
from wikidata_repair_eval_tests.net.rude_server import Reply, rude_server

KEY = "my-very-own-key-0815"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("key tvly-abc123DEF failed", "key *** failed", id="Tavily's shape"),
        pytest.param("sk-proj-abcdefghij", "***", id="OpenAI's shape"),
        pytest.param("Authorization: Bearer abcdefgh", "Authorization: Bearer ***", id="bearer"),
        pytest.param(f"wrong key {KEY}!", "wrong key ***!", id="a known value of any shape"),
        pytest.param("the task-force of Q5", "the task-force of Q5", id="ordinary text stays"),
    ],
)
def test_scrub_masks_what_is_secret_and_nothing_else(text: str, shown: str):
    assert scrub(text, (KEY,)) == shown


def test_scrub_url_drops_user_password_and_key_parameters():
    assert scrub_url("https://me:pw@host/p?api_key=abc&q=x#f") == "https://host/p?api_key=***&q=x#f"
    assert scrub_url("https://host/p?titles=Q1|Q2") == "https://host/p?titles=Q1|Q2"


def test_an_error_page_that_repeats_the_key_does_not_leak_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    page = Reply(status=401, body=f"bad key {KEY}".encode())
    with rude_server([Reply(status=503), page]) as server:
        with impatient_client(tmp_path, [server.url], secrets=(KEY,)) as client:
            with pytest.raises(Refused) as caught:
                client.get(server.url, headers={"Authorization": f"Bearer {KEY}"})
            assert KEY not in str(caught.value) + repr(caught.value) + repr(client) + caplog.text
    assert "bad key ***" in str(caught.value)


def test_a_key_in_the_address_is_refused_before_it_is_sent(tmp_path: Path):
    with rude_server([Reply()]) as server, impatient_client(tmp_path, [server.url]) as client:
        with pytest.raises(ValueError, match="send it as a header"):
            client.get(server.url, {"api_key": KEY})
        assert server.seen == []


@pytest.mark.parametrize(
    "error",
    [
        NotFound("h", "http://h/?token=x", "p", "f"),
        ServerBusy("h", "http://h/", "p", "f"),
        Refused("h", "http://h/", "p", "f", 403),
        ApiError("h", "http://h/", "p", "f", "no-such-entity", "bogus"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_the_way_between_processes(error: Exception):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
    assert "token=x" not in str(again)
