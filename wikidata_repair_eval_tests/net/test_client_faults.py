"""Whatever the server does, the client gets every byte it asked for, or a clear error."""

import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from wikidata_repair_eval.net.client import Timeouts
from wikidata_repair_eval.net.errors import (
    BodyTooLarge,
    ConnectionTrouble,
    CutBody,
    ForeignHost,
    NetError,
    NoConnection,
    NotFound,
    Refused,
    RetryableAnswer,
    ServerBusy,
    UnreadableAnswer,
)
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval_tests.net.clients import impatient_client
from wikidata_repair_eval_tests.net.rude_server import Reply, rude_server

FINE = Reply()
HTML = {"Content-Type": "text/html; charset=utf-8"}
ONE_TRY = RetryPolicy(first_wait_s=0.01, max_wait_s=0.02, deadline_s=0.005)
PATIENT = Timeouts(connect_s=10, read_s=10, attempt_s=20)


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(Reply(status=429, headers={"Retry-After": "0"}), id="429 with Retry-After"),
        pytest.param(Reply(status=429), id="429 without Retry-After"),
        pytest.param(Reply(status=503, body=b"<html>busy</html>", headers=HTML), id="503 with an HTML page"),
        pytest.param(Reply(status=502), id="502"),
        pytest.param(Reply(status=504), id="504"),
        pytest.param(Reply(status=408), id="408"),
        pytest.param(Reply(body=b"<html>gateway</html>", headers=HTML), id="HTML with HTTP 200"),
        pytest.param(Reply(body=b'{"a": 1}', cut=4), id="body shorter than announced"),
        pytest.param(Reply(body=b'{"a": [1, 2', announce_length=False), id="cut JSON of unannounced length"),
        pytest.param(Reply(body=b'{"a": 1}' * 99, zipped=True, cut=20), id="cut gzip"),
        pytest.param(
            Reply(body=b'{"a": 1}' * 99, zipped=True, cut=20, announce_length=False), id="cut gzip, no length"
        ),
        pytest.param(Reply(reset=True), id="connection reset"),
        pytest.param(Reply(delay_s=0.8), id="answer slower than the read timeout"),
        pytest.param(Reply(body=b"x" * 99, drip_s=0.1), id="body that drips past the attempt's time"),
    ],
)
def test_a_passing_trouble_is_asked_again_and_ends_with_the_whole_answer(tmp_path: Path, trouble: Reply):
    with rude_server([trouble, trouble, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        assert client.get(server.url).json() == {"fine": True}
        assert len(server.seen) == 3
        assert client.counters["requests"] == 3
        assert client.counters["retries"] == 2


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        pytest.param(Reply(status=503), ServerBusy, id="503"),
        pytest.param(Reply(cut=3), CutBody, id="cut body"),
        pytest.param(Reply(body=b"<html>", headers=HTML), UnreadableAnswer, id="HTML"),
        pytest.param(Reply(reset=True), ConnectionTrouble, id="reset"),
    ],
)
def test_a_lasting_trouble_ends_with_its_own_error_that_names_host_and_tries(
    tmp_path: Path, trouble: Reply, error: type[NetError]
):
    with (
        rude_server([trouble]) as server,
        # None of these is slow, so a busy machine gets the time it needs.
        impatient_client(tmp_path, [server.url], policy=ONE_TRY, timeouts=PATIENT) as client,
    ):
        with pytest.raises(error, match=r"127\.0\.0\.1:\d+: .*gave up after 1 tries .*Fix: "):
            client.get(server.url)


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(Reply(body=b"x" * 9999, cut=500), id="plain"),
        pytest.param(Reply(body=b"x" * 9999, zipped=True, cut=20), id="gzip"),
        pytest.param(
            Reply(body=b"x" * 9999, zipped=True, cut=20, announce_length=False), id="gzip, no length"
        ),
    ],
)
def test_a_cut_body_is_noticed_by_its_length_or_its_gzip_end_whatever_it_holds(tmp_path: Path, cut: Reply):
    with rude_server([cut]) as server, impatient_client(tmp_path, [server.url], policy=ONE_TRY) as client:
        with pytest.raises(CutBody, match="the answer is cut"):
            client.get(server.url, expect="any")


def test_html_where_json_was_promised_is_called_so_even_if_it_parses(tmp_path: Path):
    with rude_server([Reply(body=b'"sorry"', headers=HTML)]) as server:
        with impatient_client(tmp_path, [server.url], policy=ONE_TRY) as client:
            with pytest.raises(UnreadableAnswer, match="text/html where JSON was promised"):
                client.get(server.url)


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, Refused), (401, Refused), (403, Refused), (404, NotFound), (410, NotFound), (414, Refused)],
)
def test_what_a_retry_cannot_help_is_not_retried(tmp_path: Path, status: int, error: type[NetError]):
    with (
        rude_server([Reply(status=status, body=b"no")]) as server,
        impatient_client(tmp_path, [server.url]) as client,
    ):
        with pytest.raises(error, match=f"HTTP {status}: no"):
            client.get(server.url)
        assert len(server.seen) == 1


def test_a_status_the_caller_calls_ok_is_an_answer(tmp_path: Path):
    with (
        rude_server([Reply(status=404, body=b"{}")]) as server,
        impatient_client(tmp_path, [server.url]) as client,
    ):
        assert client.get(server.url, ok=(200, 404)).status == 404


@pytest.mark.parametrize("form", ["seconds", "fraction", "date", "date of a server whose clock is wrong"])
def test_trap_64_retry_after_is_kept_as_seconds_and_as_a_date(tmp_path: Path, form: str):
    def busy() -> Reply:
        if form == "seconds":
            return Reply(status=429, headers={"Retry-After": "1"})
        if form == "fraction":
            return Reply(status=429, headers={"Retry-After": "1.0"})
        if form == "date":  # dates have whole seconds: two ahead is at least one
            until = datetime.now(UTC) + timedelta(seconds=2)
            return Reply(status=503, headers={"Retry-After": format_datetime(until, usegmt=True)})
        wrong = datetime(2031, 1, 1, tzinfo=UTC)
        headers = {"Retry-After": format_datetime(wrong + timedelta(seconds=1), usegmt=True)}
        return Reply(status=503, headers={**headers, "Date": format_datetime(wrong, usegmt=True)})

    def answer(seen: object, number: int) -> Reply:
        return busy() if number == 0 else FINE

    with rude_server(answer) as server, impatient_client(tmp_path, [server.url]) as client:
        client.get(server.url)
        first, second = server.seen
        assert 0.95 < second.began - first.began < 3.5


def test_a_retry_after_beyond_the_deadline_ends_at_once_and_says_so(tmp_path: Path):
    busy = Reply(status=429, headers={"Retry-After": "3600"})
    with rude_server([busy]) as server, impatient_client(tmp_path, [server.url]) as client:
        begun = time.monotonic()
        with pytest.raises(ServerBusy, match="Retry-After 3600 s; gave up"):
            client.get(server.url)
        assert time.monotonic() - begun < 1


@pytest.mark.parametrize("text", ["soon", "nan", "inf", "-5", "Wed, 99 Foo 2026"])
def test_an_odd_retry_after_neither_crashes_nor_stops_the_client(tmp_path: Path, text: str):
    busy = Reply(status=503, headers={"Retry-After": text})
    with rude_server([busy, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        assert client.get(server.url).status == 200


def test_trap_32_an_error_inside_http_200_is_asked_again_when_the_judge_says_so(tmp_path: Path):
    lagged = Reply(body=b'{"error": {"code": "maxlag"}}', headers={"Content-Type": "application/json"})

    def judge(answer):
        if "error" in answer.json():
            raise RetryableAnswer("maxlag")

    with rude_server([lagged, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        assert client.get(server.url, judge=judge).json() == {"fine": True}
        assert client.counters["retries"] == 1


def test_an_answer_larger_than_the_limit_is_refused_with_host_and_limit(tmp_path: Path):
    with rude_server([Reply(body=b'"' + b"x" * 2000 + b'"')]) as server:
        with impatient_client(tmp_path, [server.url], max_bytes=1000) as client:
            with pytest.raises(BodyTooLarge, match=r"127\.0\.0\.1:\d+: .* limit of 1,000 bytes"):
                client.get(server.url)
            assert len(server.seen) == 1


def test_an_endless_body_is_refused_while_it_streams(tmp_path: Path):
    with rude_server([Reply(endless=True)]) as server, impatient_client(tmp_path, [server.url]) as client:
        with pytest.raises(BodyTooLarge, match="limit of 1,000,000 bytes"):
            client.get(server.url)


def test_a_gzip_bomb_is_refused_before_it_unpacks(tmp_path: Path):
    bomb = Reply(body=b"0" * 40_000_000, zipped=True)
    with rude_server([bomb]) as server, impatient_client(tmp_path, [server.url]) as client:
        client.timeouts = Timeouts(connect_s=5, read_s=20, attempt_s=20)
        client.get(server.url, ok=(200,), max_bytes=50_000_000, expect="any")  # it is a real bomb
        tracemalloc.start()
        with pytest.raises(BodyTooLarge, match="limit of 1,000,000 bytes"):
            client.get(server.url, expect="any")
        # The server's own copy is compressed in this process as well, but was made before or is small.
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
        tracemalloc.stop()


def test_a_drip_of_bytes_does_not_outlast_the_attempt(tmp_path: Path):
    drip = Reply(body=b"1" * 10_000, drip_s=0.05)
    with (
        rude_server([drip]) as server,
        impatient_client(
            tmp_path, [server.url], policy=ONE_TRY, timeouts=Timeouts(connect_s=1, read_s=1, attempt_s=0.5)
        ) as client,
    ):
        begun = time.monotonic()
        with pytest.raises(ConnectionTrouble, match="not complete after"):
            client.get(server.url)
        assert time.monotonic() - begun < 3


def test_a_relative_redirect_is_followed_and_remembered(tmp_path: Path):
    def answer(seen, number):
        return Reply(status=301, headers={"Location": "/there"}) if seen.path == "/here" else FINE

    with rude_server(answer) as server, impatient_client(tmp_path, [server.url]) as client:
        answer = client.get(f"{server.url}/here")
        assert answer.url == f"{server.url}/there"
        assert answer.redirected_from == (f"{server.url}/here",)


@pytest.mark.parametrize(
    "location",
    [
        "http://evil.example/x",
        "//evil.example/x",
        "ftp://127.0.0.1/x",
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
    ],
)
def test_a_redirect_to_another_host_is_refused_by_name(tmp_path: Path, location: str):
    reply = Reply(status=302, headers={"Location": location})
    with rude_server([reply]) as server, impatient_client(tmp_path, [server.url]) as client:
        with pytest.raises(ForeignHost, match="is not followed"):
            client.get(server.url)
        assert len(server.seen) == 1


def test_a_redirect_loop_ends(tmp_path: Path):
    with rude_server([Reply(status=302, headers={"Location": "/again"})]) as server:
        with impatient_client(tmp_path, [server.url]) as client:
            with pytest.raises(Refused, match="more than 5 redirects"):
                client.get(server.url)


def test_a_paging_link_to_another_host_is_refused(tmp_path: Path):
    with impatient_client(tmp_path, ["http://wiki.example/w/api.php"]) as client:
        assert client.check_link("/w/next", "http://wiki.example/w/") == "http://wiki.example/w/next"
        with pytest.raises(ForeignHost, match=r"evil\.example, which is not a configured host"):
            client.check_link("http://evil.example/next", "http://wiki.example/w/")
        with pytest.raises(ForeignHost, match="user name"):
            client.check_link("http://me:pw@wiki.example/next")


def test_a_host_that_is_not_configured_is_never_contacted(tmp_path: Path):
    with rude_server([FINE]) as server, impatient_client(tmp_path, ["http://wiki.example/"]) as client:
        with pytest.raises(ForeignHost):
            client.get(server.url)
        assert server.seen == []


def test_trap_65_a_key_header_does_not_follow_a_redirect_to_another_host(tmp_path: Path):
    with rude_server([FINE]) as other:
        reply = Reply(status=307, headers={"Location": f"{other.url}/x"})
        with rude_server([reply]) as server:
            with impatient_client(tmp_path, [server.url, other.url]) as client:
                client.get(server.url, headers={"Authorization": "Bearer tvly-secret", "X-Plain": "1"})
        assert server.seen[0].headers["Authorization"] == "Bearer tvly-secret"
        assert "Authorization" not in other.seen[0].headers
        assert other.seen[0].headers["X-Plain"] == "1"


def test_a_post_is_not_silently_turned_into_a_get(tmp_path: Path):
    with rude_server([Reply(status=301, headers={"Location": "/new"})]) as server:
        with impatient_client(tmp_path, [server.url]) as client:
            with pytest.raises(Refused, match="would drop its body"):
                client.post(server.url, {"a": "1"})


def test_every_request_says_who_asks_and_accepts_gzip(tmp_path: Path):
    with rude_server([Reply(zipped=True)]) as server, impatient_client(tmp_path, [server.url]) as client:
        assert client.get(server.url).json() == {"fine": True}
        assert "test@example.org" in server.seen[0].headers["User-Agent"]
        assert server.seen[0].headers["Accept-Encoding"] == "gzip"


def test_the_counters_tell_requests_bytes_retries_and_waits(tmp_path: Path):
    busy = Reply(status=429, headers={"Retry-After": "0.2"})
    with rude_server([busy, FINE]) as server, impatient_client(tmp_path, [server.url]) as client:
        client.get(server.url)
        counted = client.counters.snapshot()
        assert (counted["requests"], counted["retries"]) == (2, 1)
        assert counted["bytes"] == len(busy.body) + len(FINE.body)
        assert counted["wait_seconds"] >= 0.2


def test_a_request_that_was_never_sent_is_told_from_one_whose_answer_is_lost(tmp_path: Path):
    with rude_server([Reply(reset=True)] * 9) as server:
        with impatient_client(tmp_path, [server.url], policy=ONE_TRY) as client:
            with pytest.raises(ConnectionTrouble, match="no answer") as lost:
                client.get(server.url)
    with impatient_client(tmp_path, [server.url], policy=ONE_TRY) as client:
        with pytest.raises(NoConnection, match="no connection"):
            client.get(server.url)
    assert not isinstance(lost.value, NoConnection)
