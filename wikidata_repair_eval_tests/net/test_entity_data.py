"""Special:EntityData: its statuses mean particular things, and its errors are HTML."""

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.entity_data import EntityData
from wikidata_repair_eval.net.errors import Refused, ServerBusy
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import HTML, reply_json, served


def page(status: int, text: str) -> Reply:
    body = f"<!DOCTYPE html>\n<html><body><h1>Oh</h1><p>{text}</p></body></html>"
    return Reply(status, body.encode(), HTML)


def document(entity: str, revision: int = 5) -> Reply:
    return reply_json({"entities": {entity: {"id": entity, "lastrevid": revision, "claims": {}}}})


REDIRECT_REVISION = page(400, "Can&#039;t show revision 256 of entity Q11.")


def client(site, snapshots: Snapshots | None = None) -> EntityData:
    return EntityData(site.http, f"{site.server.url}/wiki/Special:EntityData", snapshots)


def test_an_entity_at_a_revision(tmp_path):
    with served(tmp_path, [document("Q1", 7)]) as site:
        found = client(site).document("Q1", 7)
        assert site.server.seen[0].path == "/wiki/Special:EntityData/Q1.json?revision=7"
    assert (found.state, found.id, found.redirected) == ("here", "Q1", False)
    assert found.json["lastrevid"] == 7


def test_trap_38_a_merged_item_answers_with_another_key(tmp_path):
    with served(tmp_path, [document("Q10")]) as site:
        found = client(site).document("Q11")
    assert (found.asked, found.id, found.redirected) == ("Q11", "Q10", True)


def test_an_id_in_lower_case_is_another_spelling_and_no_merge(tmp_path):
    def normalising(seen, _number):
        if "/q1.json" in seen.path:
            return Reply(301, b"", {"Location": seen.path.replace("/q1.json", "/Q1.json")})
        return document("Q1", 7)

    with served(tmp_path, normalising) as site:
        found = client(site).document("q1", 7)
    assert (found.state, found.id, found.redirected) == ("here", "Q1", False)


def test_trap_39_a_revision_that_is_a_redirect_is_a_result_and_no_bad_request(tmp_path):
    with served(tmp_path, [REDIRECT_REVISION]) as site:
        found = client(site).document("Q11", 256)
        assert site.requests == 1
    assert (found.state, found.json) == ("redirect_revision", None)


@pytest.mark.parametrize(
    ("revision", "text"),
    [
        pytest.param(7, "Invalid ID: Q.", id="another 400 with a revision"),
        pytest.param(None, "Can&#039;t show revision 256 of entity Q11.", id="no revision was asked for"),
    ],
)
def test_trap_39_any_other_400_is_a_refusal(tmp_path, revision, text):
    with served(tmp_path, [page(400, text)]) as site, pytest.raises(Refused, match="HTTP 400") as caught:
        client(site).document("Q11", revision)
    assert caught.value.status == 400


def test_trap_39_a_deleted_entity_is_missing(tmp_path):
    with served(tmp_path, [page(404, "No entity with ID Q900006 was found.")]) as site:
        assert client(site).document("Q900006").state == "missing"


def test_a_storage_error_is_asked_again_and_is_never_a_missing_entity(tmp_path):
    with served(tmp_path, [page(500, "Oops"), document("Q1")]) as site:
        assert client(site).document("Q1").state == "here"
    with served(tmp_path, [page(500, "Oops")]) as site:
        site.http.policy = RetryPolicy(first_wait_s=0.01, deadline_s=0.001)
        with pytest.raises(ServerBusy, match="HTTP 500"):
            client(site).document("Q1")


def test_a_revision_answered_with_another_entity_is_refused(tmp_path):
    with served(tmp_path, [document("Q10")]) as site, pytest.raises(Refused, match="was answered with Q10"):
        client(site).document("Q11", 7)


@pytest.mark.parametrize("body", [{}, {"entities": {}}, {"entities": []}, []])
def test_a_document_without_an_entity_is_no_answer(tmp_path, body):
    with served(tmp_path, [reply_json(body), document("Q1")]) as site:
        assert client(site).document("Q1").id == "Q1"
        assert site.requests == 2


def test_a_revision_is_fetched_once_and_the_present_every_time(tmp_path):
    replies = [document("Q1", 7), REDIRECT_REVISION, document("Q1"), document("Q1")]
    with served(tmp_path, replies) as site:
        snapshots = Snapshots(Cache(tmp_path / "s.sqlite", "test"))
        first = client(site, snapshots).document("Q1", 7)
        redirect = client(site, snapshots).document("Q11", 256)
        assert client(site, snapshots).document("Q1", 7) == first
        assert client(site, snapshots).document("Q11", 256) == redirect
        assert site.requests == 2
        client(site, snapshots).document("Q1")
        client(site, snapshots).document("Q1")
        assert site.requests == 4


def test_a_missing_revision_is_remembered_only_for_a_while(tmp_path):
    now = [1_000.0]
    snapshots = Snapshots(Cache(tmp_path / "s.sqlite", "test", clock=lambda: now[0], negative_ttl_s=600))
    with served(tmp_path, [page(404, "No"), document("Q1", 7)]) as site:
        assert client(site, snapshots).document("Q1", 7).state == "missing"
        assert client(site, snapshots).document("Q1", 7).state == "missing"
        now[0] += 601
        assert client(site, snapshots).document("Q1", 7).state == "here"
        assert site.requests == 2
