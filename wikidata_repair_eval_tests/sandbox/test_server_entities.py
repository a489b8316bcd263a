"""`wbgetentities` and `Special:EntityData` over HTTP: redirects, missing and malformed ids, HTML errors."""

from collections.abc import Iterator

import pytest

from wikidata_repair_eval_tests.sandbox.asking import Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import tiny_world

DATA = "/wiki/Special:EntityData"


@pytest.fixture(scope="module")
def wiki() -> Iterator[Asker]:
    with asking(tiny_world()) as asker:
        yield asker


def test_a_merged_item_is_found_under_the_id_that_was_asked(wiki: Asker) -> None:
    answer = wiki.api(action="wbgetentities", ids="Q2|Q999", props="info")
    assert answer == {
        "entities": {
            "Q2": {
                "pageid": 12,
                "ns": 0,
                "title": "Q3",
                "lastrevid": 301,
                "modified": "2026-01-02T00:00:00Z",
                "redirects": {"from": "Q2", "to": "Q3"},
                "type": "item",
                "id": "Q3",
            },
            "Q999": {"id": "Q999", "missing": ""},
        },
        "success": 1,
    }


@pytest.mark.parametrize("version", ["1", "2"])
def test_missing_is_an_empty_string_in_both_versions(wiki: Asker, version: str) -> None:
    answer = wiki.api(action="wbgetentities", ids="Q4", formatversion=version)
    assert answer["entities"] == {"Q4": {"id": "Q4", "missing": ""}}


def test_unfollowed_redirects_are_missing(wiki: Asker) -> None:
    answer = wiki.api(action="wbgetentities", ids="Q2", redirects="no")
    assert answer["entities"]["Q2"] == {"id": "Q2", "missing": ""}


def test_one_malformed_id_fails_the_whole_batch(wiki: Asker) -> None:
    response = wiki.api_response(action="wbgetentities", ids="Q1|Q0|Q3")
    assert response.status_code == 200
    assert response.json()["error"]["code"] == "no-such-entity"
    assert "Q0" in response.json()["error"]["info"]
    assert "entities" not in response.json()


def test_fifty_ids_pass_and_fifty_one_do_not(wiki: Asker) -> None:
    ids = [f"Q{number}" for number in range(1, 52)]
    assert len(wiki.api(action="wbgetentities", ids="|".join(ids[:50]))["entities"]) == 50
    error = wiki.api(action="wbgetentities", ids="|".join(ids))["error"]
    assert (error["code"], error["limit"]) == ("toomanyvalues", 50)


def test_nothing_asked_for_is_an_error(wiki: Asker) -> None:
    assert wiki.api(action="wbgetentities")["error"]["code"] == "param-missing"


def test_the_published_flavour_has_datatypes_and_maps(wiki: Asker) -> None:
    entity = wiki.api(action="wbgetentities", ids="q1")["entities"]["Q1"]
    assert entity["claims"]["P214"][0]["mainsnak"]["datatype"] == "external-id"
    assert entity["descriptions"] == {}
    assert list(entity)[:5] == ["pageid", "ns", "title", "lastrevid", "modified"]
    properties = wiki.api(action="wbgetentities", ids="P31|L1")["entities"]
    assert properties["P31"]["datatype"] == "wikibase-item"
    assert properties["L1"]["lemmas"]["en"]["value"] == "run"


def test_props_and_languages_cut_the_entity(wiki: Asker) -> None:
    asked = {"action": "wbgetentities", "ids": "Q1"}
    entity = wiki.api(**asked, props="labels", languages="mul|de")["entities"]["Q1"]
    assert entity == {"type": "item", "id": "Q1", "labels": {"mul": {"language": "mul", "value": "Z"}}}
    fallen = wiki.api(**asked, props="labels", languages="de", languagefallback=1)["entities"]["Q1"]
    assert fallen["labels"] == {"de": {"language": "mul", "value": "Z", "for-language": "de"}}


def test_an_item_is_found_by_its_sitelink(wiki: Asker) -> None:
    answer = wiki.api(action="wbgetentities", sites="enwiki", titles="Zoë Ångström|Nobody", props="info")
    assert answer["entities"]["Q1"]["id"] == "Q1"
    assert answer["entities"]["-1"] == {"site": "enwiki", "title": "Nobody", "missing": ""}


# --- Special:EntityData -----------------------------------------------------------------------------------


def test_entity_data_of_a_merged_item_answers_under_the_targets_key(wiki: Asker) -> None:
    response = wiki.get(f"{DATA}/Q2.json")
    assert response.status_code == 200
    assert list(response.json()["entities"]) == ["Q3"]


def test_entity_data_of_a_revision_is_that_revision(wiki: Asker) -> None:
    response = wiki.get(f"{DATA}/Q1.json", params={"revision": 101})
    entity = response.json()["entities"]["Q1"]
    assert (entity["lastrevid"], entity["modified"]) == (101, "2026-01-01T10:00:00Z")
    assert entity["claims"]["P214"][0]["mainsnak"]["datavalue"]["value"] == "100"
    assert response.headers["Last-Modified"] == "Thu, 01 Jan 2026 10:00:00 GMT"
    assert response.headers["Content-Type"] == "application/json; charset=UTF-8"


@pytest.mark.parametrize(
    ("document", "status", "words"),
    [
        pytest.param(
            "Q2.json?revision=202", 400, "Can&#x27;t show revision 202", id="a revision that is a redirect"
        ),
        pytest.param("Q4.json", 404, "No entity with ID Q4 was found", id="a deleted item"),
        pytest.param("Q999.json", 404, "No entity with ID Q999", id="an unknown item"),
        pytest.param("Q4.json?revision=401", 404, "No entity with ID Q4", id="a revision of a deleted item"),
        pytest.param("Q1.json?revision=301", 404, "revision 301", id="a revision of another item"),
        pytest.param("Q1.json?revision=99999", 404, "revision 99999", id="an unknown revision"),
        pytest.param("Q1.json?revision=104", 404, "revision 104", id="a hidden revision"),
        pytest.param("X1.json", 400, "Invalid ID: X1", id="a bad id"),
        pytest.param("Q1.docx", 415, "docx", id="an unknown format"),
    ],
)
def test_entity_data_errors_are_html_pages(wiki: Asker, document: str, status: int, words: str) -> None:
    response = wiki.get(f"{DATA}/{document}")
    assert response.status_code == status
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert words in response.text


@pytest.mark.parametrize(
    ("document", "accept", "status", "location"),
    [
        pytest.param("q1.json", "*/*", 301, f"{DATA}/Q1.json", id="lower case"),
        pytest.param(
            "q1.json?revision=101", "*/*", 301, f"{DATA}/Q1.json?revision=101", id="keeping the revision"
        ),
        pytest.param("Q1", "application/json", 303, f"{DATA}/Q1.json", id="no extension, JSON accepted"),
        pytest.param("Q1", "text/html", 303, "/wiki/Q1", id="no extension, HTML accepted"),
        pytest.param("Q1.html", "*/*", 303, "/wiki/Q1", id="HTML is the page itself"),
    ],
)
def test_entity_data_sends_to_the_canonical_address(
    wiki: Asker, document: str, accept: str, status: int, location: str
) -> None:
    response = wiki.get(f"{DATA}/{document}", headers={"Accept": accept})
    assert (response.status_code, response.headers["Location"]) == (status, wiki.url + location)


def test_nothing_acceptable_is_said_so(wiki: Asker) -> None:
    assert wiki.get(f"{DATA}/Q1", headers={"Accept": "image/png"}).status_code == 406


def test_entity_data_can_be_asked_conditionally(wiki: Asker) -> None:
    since = wiki.get(f"{DATA}/Q1.json").headers["Last-Modified"]
    assert wiki.get(f"{DATA}/Q1.json", headers={"If-Modified-Since": since}).status_code == 304
