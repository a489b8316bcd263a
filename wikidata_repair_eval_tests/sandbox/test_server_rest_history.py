"""The REST history endpoint over real HTTP: pages of 20, bounds by id, canonical titles, JSON errors."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from wikidata_repair_eval_tests.sandbox.asking import Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import PREFIX, tiny_world


@pytest.fixture(scope="module")
def wiki() -> Iterator[Asker]:
    with asking(tiny_world()) as asker:
        yield asker


def path(title: str) -> str:
    return f"/w/rest.php/v1/page/{quote(title.replace(' ', '_'), safe='')}/history"


def ids(body: dict[str, list[dict[str, int]]]) -> list[int]:
    return [revision["id"] for revision in body["revisions"]]


def test_twenty_per_page_newest_first_until_there_is_no_older(wiki: Asker) -> None:
    body = wiki.get(path("Q5")).json()
    assert set(body) == {"revisions", "latest", "older"}
    found = [ids(body)]
    while "older" in body:
        body = wiki.session.get(body["older"], timeout=20).json()
        found.append(ids(body))
    assert [len(page) for page in found] == [20, 20, 5]
    assert [number for page in found for number in page] == list(range(1044, 999, -1))
    assert set(body) == {"revisions", "latest", "newer"}


def test_newer_than_is_exclusive_newest_first_and_always_has_older(wiki: Asker) -> None:
    body = wiki.get(path("Q5"), params={"newer_than": 1003}).json()
    assert ids(body) == list(range(1023, 1003, -1))
    assert body["older"].endswith("?older_than=1004")
    assert body["newer"].endswith("?newer_than=1023")
    last = wiki.get(path("Q5"), params={"newer_than": 1040}).json()
    assert "older" in last
    assert "newer" not in last


def test_order_is_by_time_and_ids_may_go_up_and_down(wiki: Asker) -> None:
    body = wiki.get(path("Q1")).json()
    assert ids(body) == [106, 105, 104, 109, 101]
    assert ids(wiki.get(path("Q1"), params={"older_than": 104}).json()) == [109, 101]


def test_a_revision_has_seven_keys_and_neither_parent_nor_tags(wiki: Asker) -> None:
    revisions = wiki.get(path("Q1")).json()["revisions"]
    for revision in revisions:
        assert list(revision) == ["id", "timestamp", "minor", "size", "comment", "user", "delta"]
    first = revisions[-1]
    assert first["delta"] is None
    assert first["user"] == {"id": None, "name": "192.0.2.7"}
    assert revisions[1]["delta"] == 0  # counted from its parent (109), not from the line below (104)


def test_hidden_users_and_comments_are_null(wiki: Asker) -> None:
    hidden = wiki.get(path("Q1")).json()["revisions"][2]
    assert (hidden["id"], hidden["user"], hidden["comment"]) == (104, None, None)


def test_addresses_are_absolute_and_fully_encoded(wiki: Asker) -> None:
    body = wiki.get(path(PREFIX + "P31")).json()
    encoded = "Wikidata%3ADatabase_reports%2FConstraint_violations%2FP31"
    assert body["latest"] == f"{wiki.url}/w/rest.php/v1/page/{encoded}/history"
    assert ids(body) == [711, 710]


def test_a_merged_item_answers_with_its_own_history(wiki: Asker) -> None:
    assert ids(wiki.get(path("Q2")).json()) == [202, 201]


@pytest.mark.parametrize(
    ("asked", "canonical"),
    [
        pytest.param("q1", "Q1", id="lower case"),
        pytest.param("property:P31", "Property%3AP31", id="namespace in lower case"),
        pytest.param(
            quote(PREFIX + "P31", safe=""),
            "Wikidata%3ADatabase_reports%2FConstraint_violations%2FP31",
            id="spaces instead of underscores",
        ),
    ],
)
def test_other_spellings_are_moved_to_a_relative_address(wiki: Asker, asked: str, canonical: str) -> None:
    response = wiki.get(f"/w/rest.php/v1/page/{asked}/history?older_than=99")
    assert response.status_code == 301
    assert response.headers["Location"] == f"/w/rest.php/v1/page/{canonical}/history?older_than=99"


@pytest.mark.parametrize(
    ("address", "status", "key"),
    [
        pytest.param(path("Q4"), 404, "rest-nonexistent-title", id="a deleted page"),
        pytest.param(path("P31"), 404, "rest-nonexistent-title", id="a property without its namespace"),
        pytest.param(
            path("Q5") + "?older_than=101", 404, "rest-nonexistent-title-revision", id="a foreign bound"
        ),
        pytest.param(
            path("Q5") + "?older_than=0", 400, "rest-pagehistory-param-range-error", id="a bound below 1"
        ),
        pytest.param(
            path("Q5") + "?older_than=x", 400, "parameter-validation-failed", id="a bound of letters"
        ),
        pytest.param(path("Q5") + "?filter=nice", 400, "parameter-validation-failed", id="an unknown filter"),
        pytest.param(
            path("Q5") + "?older_than=1001&newer_than=1000",
            400,
            "rest-pagehistory-incompatible-params",
            id="two bounds",
        ),
        pytest.param(
            "/w/rest.php/v1/page/Wikidata:Database_reports/P31/history",
            404,
            "rest-no-match",
            id="a bare slash",
        ),
    ],
)
def test_errors_are_json_with_their_status(wiki: Asker, address: str, status: int, key: str) -> None:
    response = wiki.get(address)
    assert (response.status_code, response.json()["errorKey"]) == (status, key)
    assert response.json()["httpCode"] == status
    assert response.headers["Content-Type"] == "application/json"


def test_the_etag_is_the_latest_revision_and_conditional_requests_work(wiki: Asker) -> None:
    response = wiki.get(path("Q1"))
    assert response.headers["ETag"] == '"106"'
    assert response.headers["Last-Modified"] == "Thu, 12 Feb 2026 10:00:00 GMT"
    again = wiki.get(path("Q1"), headers={"If-None-Match": '"106"'})
    assert (again.status_code, again.content) == (304, b"")
    assert wiki.get(path("Q1"), headers={"If-None-Match": '"1"'}).status_code == 200


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("bot", [106], id="bots"),
        pytest.param("anonymous", [101], id="a temporary account is not anonymous"),
        pytest.param("minor", [109], id="minor"),
        pytest.param("reverted", [105], id="the edits that revert, not the reverted ones"),
    ],
)
def test_filters(wiki: Asker, name: str, expected: list[int]) -> None:
    body = wiki.get(path("Q1"), params={"filter": name}).json()
    assert ids(body) == expected
    assert body["latest"].endswith(f"?filter={name}")
