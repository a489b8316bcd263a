"""Over a real wire: a question is sent once, whatever comes back, unless the server says when to return."""

from pathlib import Path

import pytest

from wikidata_repair_eval.benchmark.retrieval import asking_once
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.net.search import Search
from wikidata_repair_eval_tests.net.clients import impatient_client
from wikidata_repair_eval_tests.net.rude_server import Reply, rude_server

FINE = Reply(body=b'{"results": []}')


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(Reply(status=500), id="500"),
        pytest.param(Reply(status=503), id="503 without Retry-After"),
        pytest.param(Reply(body=b'{"results": []}', cut=4), id="cut body"),
        pytest.param(Reply(reset=True), id="reset"),
        pytest.param(Reply(delay_s=0.8), id="later than we wait"),
        pytest.param(Reply(body=b"<html>", headers={"Content-Type": "text/html"}), id="HTML"),
        pytest.param(Reply(body=b"{}"), id="no results list"),
    ],
)
def test_a_question_that_may_have_been_counted_is_not_repeated(tmp_path: Path, trouble: Reply):
    with rude_server([trouble, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        with asking_once(client) as once, pytest.raises(NetError):
            Search(once, server.url, "tvly-key").search("who?")
        assert len(server.seen) == 1


def test_a_server_that_says_when_to_come_back_is_asked_again(tmp_path: Path):
    busy = Reply(status=429, headers={"Retry-After": "0"})
    with rude_server([busy, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        with asking_once(client) as once:
            assert Search(once, server.url, "tvly-key").search("who?").response == {"results": []}
        assert len(server.seen) == 2
