"""Planted faults over real HTTP, where they strike, and what the log says of the clients that met them."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.sandbox.server.faults import KINDS, FaultPlan, load_faults, read_faults
from wikidata_repair_eval.sandbox.server.manners import Manners
from wikidata_repair_eval_tests.sandbox.asking import AGENT, Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import tiny_world

ASKED: dict[str, Any] = {"action": "query", "prop": "revisions", "revids": "1000|1001|1002", "maxlag": 5}


@pytest.fixture(scope="module")
def server() -> Iterator[Asker]:
    with asking(tiny_world()) as asker:
        yield asker


@pytest.fixture
def wiki(server: Asker) -> Asker:
    """Without faults and with an empty log, whatever the test before did."""
    server.session.delete(f"{server.url}/_admin/faults", timeout=20)
    server.session.delete(f"{server.url}/_admin/log", timeout=20)
    return server


def plant(wiki: Asker, kind: str, rate: float = 1.0, **plan: Any) -> None:
    body = {"rates": {kind: rate}, **plan}
    assert wiki.session.put(f"{wiki.url}/_admin/faults", json=body, timeout=20).status_code == 200


def log(wiki: Asker) -> dict[str, Any]:
    found: dict[str, Any] = wiki.get("/_admin/log").json()
    return found


def test_too_many_requests_in_seconds(wiki: Asker) -> None:
    plant(wiki, "too_many_requests", retry_after_s=0.5)
    response = wiki.api_response(**ASKED)
    assert (response.status_code, response.headers["Retry-After"]) == (429, "0.5")
    assert response.headers["Content-Type"].startswith("text/html")


def test_too_many_requests_by_date_is_in_the_future_of_its_own_date(wiki: Asker) -> None:
    plant(wiki, "too_many_requests_date", retry_after_s=3)
    headers = wiki.api_response(**ASKED).headers
    wait = parsedate_to_datetime(headers["Retry-After"]) - parsedate_to_datetime(headers["Date"])
    assert 3 <= wait.total_seconds() <= 5
    assert abs(parsedate_to_datetime(headers["Date"]).timestamp() - time.time()) < 5


def test_unavailable_is_html_without_retry_after(wiki: Asker) -> None:
    plant(wiki, "unavailable")
    response = wiki.api_response(**ASKED)
    assert response.status_code == 503
    assert response.headers["Content-Type"].startswith("text/html")
    assert "Retry-After" not in response.headers


def test_maxlag_strikes_only_those_who_ask_with_maxlag(wiki: Asker) -> None:
    plant(wiki, "maxlag", retry_after_s=2)
    response = wiki.api_response(**ASKED)
    assert (response.status_code, response.json()["error"]["code"]) == (200, "maxlag")
    assert response.json()["error"]["lag"] > 5
    assert response.headers["Retry-After"] == "2"
    assert "query" in wiki.api(**{**ASKED, "maxlag": None})
    assert wiki.get("/w/rest.php/v1/page/Q1/history").status_code == 200
    assert log(wiki)["faults"] == {"maxlag": 1}


def test_other_passing_errors_come_with_http_200(wiki: Asker) -> None:
    plant(wiki, "api_error")
    codes = {wiki.api(action="query", requestid=str(number))["error"]["code"] for number in range(30)}
    assert codes == {"readonly", "ratelimited", "internal_api_error_DBQueryError"}


def test_html_comes_instead_of_json_with_http_200(wiki: Asker) -> None:
    plant(wiki, "html")
    response = wiki.api_response(**ASKED)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "text/html; charset=utf-8")


def test_a_cut_body_is_shorter_than_its_length_says(wiki: Asker) -> None:
    plant(wiki, "cut")
    with pytest.raises(requests.exceptions.ChunkedEncodingError, match="IncompleteRead"):
        wiki.api_response(**ASKED)


def test_a_garbled_body_is_complete_http_and_no_json(wiki: Asker) -> None:
    plant(wiki, "garbled")
    response = wiki.get("/w/rest.php/v1/page/Q1/history", headers={"Accept-Encoding": "identity"})
    assert int(response.headers["Content-Length"]) == len(response.content)
    with pytest.raises(requests.exceptions.JSONDecodeError):
        response.json()


def test_a_reset_gives_no_answer_at_all(wiki: Asker) -> None:
    plant(wiki, "reset")
    with pytest.raises(requests.exceptions.ConnectionError, match=r"(?i)reset by peer"):
        wiki.api_response(**ASKED)
    assert log(wiki)["statuses"] == {"none": 1}


def test_a_slow_answer_is_right(wiki: Asker) -> None:
    right = wiki.api(**ASKED)
    plant(wiki, "slow", slow_s=0.3)
    started = time.monotonic()
    assert wiki.api(**ASKED) == right
    assert time.monotonic() - started >= 0.3


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "stack_trace"])
def test_every_kind_strikes_and_is_counted(wiki: Asker, kind: str) -> None:
    plant(wiki, kind, slow_s=0.01, retry_after_s=0.01)
    try:
        wiki.api_response(**ASKED)
    except requests.exceptions.RequestException:
        assert kind in ("cut", "reset", "garbled")
    assert log(wiki)["faults"] == {kind: 1}


def test_faults_stay_on_the_paths_they_were_given(wiki: Asker) -> None:
    plant(wiki, "unavailable", paths=["/w/rest.php"])
    assert wiki.api_response(**ASKED).status_code == 200
    assert wiki.get("/w/rest.php/v1/page/Q1/history").status_code == 503


def test_generic_agents_are_refused_when_the_plan_says_so(wiki: Asker) -> None:
    plant(wiki, "slow", rate=0, refuse_generic_agents=True)
    assert requests.get(f"{wiki.url}/w/api.php", timeout=20).status_code == 403
    assert wiki.api_response(**ASKED).status_code == 200


def fates(plan: FaultPlan) -> list[str | None]:
    return [plan.draw("/w/api.php", str(number).encode(), 1) for number in range(4000)]


def test_rates_are_kept_and_the_seed_decides() -> None:
    plan = FaultPlan(seed=1, rates={"unavailable": 0.2, "cut": 0.05})
    found = fates(plan)
    assert found == fates(plan)
    assert found != fates(FaultPlan(seed=2, rates=plan.rates))
    assert 0.17 < found.count("unavailable") / 4000 < 0.23
    assert 0.035 < found.count("cut") / 4000 < 0.065


def test_a_retry_draws_again(wiki: Asker) -> None:
    plant(wiki, "unavailable", rate=0.5, seed=3)
    statuses = [wiki.api_response(**ASKED).status_code for _ in range(30)]
    assert set(statuses) == {200, 503}


def test_fate_does_not_depend_on_the_order_of_arrival(wiki: Asker) -> None:
    def one(number: int) -> int:
        return wiki.api_response(action="query", requestid=str(number)).status_code

    plant(wiki, "unavailable", rate=0.5, seed=9)
    forwards = [one(number) for number in range(20)]
    plant(wiki, "unavailable", rate=0.5, seed=9)
    backwards = [one(number) for number in reversed(range(20))]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(
            {"rates": {"rain": 0.1}}, "key rates.rain: unknown kind of fault. Fix: use too_many", id="kind"
        ),
        pytest.param({"rates": {"cut": 2}}, "key rates.cut: 2 is no share. Fix: use a number", id="share"),
        pytest.param({"rates": {"cut": 0.6, "slow": 0.6}}, "add up to more than 1", id="sum"),
        pytest.param({"speed": 1}, "key speed: unknown. Fix: use seed, rates", id="key"),
        pytest.param({"slow_s": "long"}, "key slow_s: 'long' is no value", id="type"),
        pytest.param([1], "it is no mapping", id="shape"),
    ],
)
def test_a_bad_plan_is_refused_in_words(content: object, message: str) -> None:
    with pytest.raises(InputError, match=r"plan\.yaml, ") as caught:
        read_faults(content, "plan.yaml")
    assert message in str(caught.value)


def test_a_plan_is_read_from_yaml_or_json(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("seed: 7\nrates: {unavailable: 0.1}\n")
    assert load_faults(path) == FaultPlan(seed=7, rates={"unavailable": 0.1})
    path.write_text('{"rates": {"cut": 1}}')
    assert load_faults(path).rates == {"cut": 1.0}
    with pytest.raises(InputError, match="it does not exist"):
        load_faults(tmp_path / "none.yaml")


def test_a_bad_plan_is_refused_by_the_admin_endpoint_and_changes_nothing(wiki: Asker) -> None:
    plant(wiki, "cut", rate=0.0)
    response = wiki.session.put(f"{wiki.url}/_admin/faults", json={"rates": {"cut": 5}}, timeout=20)
    assert response.status_code == 400
    assert wiki.get("/_admin/faults").json()["rates"] == {"cut": 0.0}


def test_without_admin_there_is_no_admin_endpoint() -> None:
    with asking(tiny_world(), with_admin=False) as wiki:
        assert wiki.get("/_admin/log").status_code == 404


# --- the log of manners -----------------------------------------------------------------------------------


def test_the_log_counts_requests_agents_and_statuses(wiki: Asker) -> None:
    wiki.api_response(**ASKED)
    wiki.get("/wiki/Special:EntityData/Q4.json")
    requests.get(f"{wiki.url}/w/api.php", timeout=20)
    report = log(wiki)
    assert report["requests"] == 3
    assert report["statuses"] == {"200": 2, "404": 1}
    assert report["paths"] == {"/w/api.php": 2, "/wiki/Special:EntityData/Q4.json": 1}
    assert report["user_agents"][AGENT] == 2
    assert report["generic_user_agents"] == 1


def test_the_log_sees_how_many_requests_were_open_at_once(wiki: Asker) -> None:
    plant(wiki, "slow", slow_s=0.3)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: wiki.api(action="query", requestid=number), range(4)))
    assert log(wiki)["max_concurrency"] == 4


class HandClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_retry_before_its_time_is_noticed_and_one_after_it_is_not() -> None:
    clock = HandClock()
    manners = Manners(clock)
    for wait in (0.9, 1.1):
        manners.begin(("a", "tool"), "/w/api.php", b"request")
        manners.told_to_wait(("a", "tool"), b"request", 1.0)
        clock.now += wait
    manners.begin(("a", "tool"), "/w/api.php", b"request")
    assert manners.report()["retries_before_retry_after"] == 1


@pytest.mark.parametrize(
    ("client", "later", "counted"),
    [
        pytest.param(
            ("a", "tool"), 0.7, 1, id="another request of the same client while it was told to wait"
        ),
        pytest.param(("a", "tool"), 0.2, 0, id="one that may have been on its way already"),
        pytest.param(("a", "tool"), 1.5, 0, id="one after the wait"),
        pytest.param(("b", "tool"), 0.7, 0, id="another address"),
        pytest.param(("a", "other"), 0.7, 0, id="another tool at the same address"),
    ],
)
def test_waiting_is_for_all_requests_of_a_client(client: tuple[str, str], later: float, counted: int) -> None:
    clock = HandClock()
    manners = Manners(clock)
    manners.told_to_wait(("a", "tool"), b"refused", 1.0)
    clock.now += later
    manners.begin(client, "/w/api.php", b"other")
    assert manners.report()["requests_while_told_to_wait"] == counted
    assert manners.report()["retries_before_retry_after"] == 0


def test_a_second_refusal_that_is_still_travelling_is_not_held_against_a_client() -> None:
    clock = HandClock()
    manners = Manners(clock)
    manners.told_to_wait(("a", "tool"), b"one", 1.0)
    clock.now += 0.99
    manners.told_to_wait(("a", "tool"), b"two", 1.0)
    clock.now += 0.02
    manners.begin(("a", "tool"), "/w/api.php", b"one")  # waited for the first, cannot know of the second
    assert manners.report()["requests_while_told_to_wait"] == 0
    clock.now += 0.6
    manners.begin(("a", "tool"), "/w/api.php", b"three")
    assert manners.report()["requests_while_told_to_wait"] == 1


def test_the_busiest_second_and_minute_are_windows_not_totals() -> None:
    clock = HandClock()
    manners = Manners(clock)
    for pause in (0.0, 0.4, 0.4, 0.4, 59.0):
        clock.now += pause
        manners.begin(("a", "tool"), "/", b"")
    report = manners.report()
    assert (report["busiest_second"], report["busiest_minute"]) == (3, 4)


def test_an_impatient_client_is_seen_over_http(wiki: Asker) -> None:
    plant(wiki, "too_many_requests", retry_after_s=5)
    wiki.api_response(**ASKED)
    wiki.api_response(**ASKED)
    assert log(wiki)["retries_before_retry_after"] == 1


def test_a_sparql_answer_can_end_in_a_stack_trace_with_http_200(wiki: Asker) -> None:
    plant(wiki, "stack_trace")
    query = {"query": "SELECT ?s ?p ?o WHERE { ?s ?p ?o }"}
    response = wiki.get("/sparql", params=query, headers={"Accept": "application/sparql-results+json"})
    assert response.status_code == 200
    assert "java.util.concurrent.TimeoutException" in response.text
    with pytest.raises(requests.exceptions.JSONDecodeError):
        response.json()
    assert wiki.api_response(**ASKED).status_code == 200
    assert log(wiki)["faults"] == {"stack_trace": 1}
