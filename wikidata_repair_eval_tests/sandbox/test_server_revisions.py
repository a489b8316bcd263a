"""`prop=revisions` over real HTTP: windows, batches, continuations, cut answers, hidden and bad revisions."""

import json
from collections.abc import Iterator

import pytest

from wikidata_repair_eval_tests.sandbox.asking import Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import tiny_world

CONTENT = {"prop": "revisions", "rvprop": "ids|timestamp|content", "rvslots": "main"}


@pytest.fixture(scope="module")
def wiki() -> Iterator[Asker]:
    with asking(tiny_world()) as asker:
        yield asker


@pytest.fixture(scope="module")
def narrow_wiki() -> Iterator[Asker]:
    """Cuts its answers at 1,200 bytes, as the real one does at megabytes."""
    with asking(tiny_world(), result_bytes=1200) as asker:
        yield asker


def listed(wiki: Asker, title: str, **parameters: str | int) -> list[int]:
    [page] = wiki.query(prop="revisions", titles=title, rvprop="ids", **parameters)["query"]["pages"]
    return [revision["revid"] for revision in page.get("revisions", [])]


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        pytest.param(
            {"rvlimit": 9}, [106, 105, 104, 109, 101], id="newest first by time and then id, not by id"
        ),
        pytest.param({"rvdir": "newer"}, [101, 109, 104, 105, 106], id="newer turns it round"),
        pytest.param(
            {"rvstart": "2026-02-11T10:00:00Z", "rvend": "2026-02-10T10:00:00Z"},
            [104, 109],
            id="both bounds are inclusive",
        ),
        pytest.param(
            {"rvdir": "newer", "rvstart": "20260211100000", "rvend": "2026-02-12T10:00:00Z"},
            [104, 105, 106],
            id="newer swaps the bounds and 14 digits are a time",
        ),
        pytest.param(
            {"rvstart": "2026-02-12T10:00:00Z", "rvlimit": 1}, [106], id="one second, higher id first"
        ),
        pytest.param(
            {"rvstartid": 105, "rvendid": 109}, [105, 104, 109], id="bounds by id mean places in time"
        ),
        pytest.param({"rvuser": "Alice"}, [105], id="a hidden user is not found by name"),
        pytest.param({"rvexcludeuser": "KrBot2"}, [105, 109, 101], id="nor by leaving out others"),
        pytest.param({"rvtag": "mw-undo", "rvlimit": 5}, [105], id="by tag"),
        pytest.param({"rvstart": "2025-01-01T00:00:00Z"}, [], id="nothing before the first revision"),
    ],
)
def test_a_window_of_one_history(wiki: Asker, window: dict[str, str | int], expected: list[int]) -> None:
    assert listed(wiki, "Q1", **window) == expected


def test_without_list_parameters_each_page_gives_its_latest_revision(wiki: Asker) -> None:
    pages = wiki.query(prop="revisions", titles="Q3|Q1|Q77", rvprop="ids")["query"]["pages"]
    assert pages == [
        {"ns": 0, "title": "Q77", "missing": True},
        {"pageid": 10, "ns": 0, "title": "Q1", "revisions": [{"revid": 106, "parentid": 105}]},
        {"pageid": 12, "ns": 0, "title": "Q3", "revisions": [{"revid": 301, "parentid": 0}]},
    ]


def test_a_redirect_page_is_itself_unless_redirects_are_asked_for(wiki: Asker) -> None:
    assert listed(wiki, "Q2", rvlimit=5) == [202, 201]
    followed = wiki.query(prop="revisions", titles="Q2", redirects=1, rvprop="ids")["query"]
    assert followed["redirects"] == [{"from": "Q2", "to": "Q3"}]
    assert followed["pages"][0]["title"] == "Q3"


def test_listing_continues_with_timestamp_and_id_and_repeats_nothing(wiki: Asker) -> None:
    pieces = wiki.all_pieces(prop="revisions", titles="Q1", rvlimit=2, rvprop="ids")
    assert pieces[0]["continue"] == {"rvcontinue": "20260211100000|104", "continue": "||"}
    assert [piece.get("batchcomplete", False) for piece in pieces] == [False, False, True]
    found = [revision["revid"] for piece in pieces for revision in piece["query"]["pages"][0]["revisions"]]
    assert found == [106, 105, 104, 109, 101]


def test_a_continuation_inside_one_second_is_exact(wiki: Asker) -> None:
    pieces = wiki.all_pieces(prop="revisions", titles="Q1", rvlimit=1, rvprop="ids", rvdir="newer")
    assert pieces[3]["continue"]["rvcontinue"] == "20260212100000|106"
    assert [piece["query"]["pages"][0]["revisions"][0]["revid"] for piece in pieces] == [
        101,
        109,
        104,
        105,
        106,
    ]


def test_revids_are_grouped_by_page_and_ordered_by_id_not_as_asked(wiki: Asker) -> None:
    answer = wiki.query(prop="revisions", revids="301|109|1001|101", rvprop="ids")
    pages = answer["query"]["pages"]
    assert [page["title"] for page in pages] == ["Q1", "Q3", "Q5"]
    assert [[revision["revid"] for revision in page["revisions"]] for page in pages] == [
        [101, 109],
        [301],
        [1001],
    ]
    assert answer["batchcomplete"] is True


def test_unknown_and_deleted_revisions_are_bad_and_the_rest_is_answered(wiki: Asker) -> None:
    answer = wiki.query(prop="revisions", revids="401|999|201", rvprop="ids")["query"]
    assert answer["badrevids"] == {
        "401": {"revid": 401, "missing": True},
        "999": {"revid": 999, "missing": True},
    }
    assert [page["title"] for page in answer["pages"]] == ["Q2"]


def test_when_every_revision_is_bad_there_are_no_pages_at_all(wiki: Asker) -> None:
    answer = wiki.query(prop="revisions", revids="401|999", rvprop="ids")
    assert set(answer["query"]) == {"badrevids"}


def test_a_big_batch_is_cut_and_pages_are_listed_again_without_revisions(narrow_wiki: Asker) -> None:
    ids = "101|109|201|301|1000"
    pieces = narrow_wiki.all_pieces(revids=ids, **CONTENT)
    assert len(pieces) > 2
    assert isinstance(pieces[0]["continue"]["rvcontinue"], int)
    assert "truncated" in pieces[0]["warnings"]["result"]["warnings"]
    for piece in pieces:
        assert [page["title"] for page in piece["query"]["pages"]] == ["Q1", "Q2", "Q3", "Q5"]
    assert any("revisions" not in page for page in pieces[0]["query"]["pages"])
    found = [
        revision["revid"]
        for piece in pieces
        for page in piece["query"]["pages"]
        for revision in page.get("revisions", [])
    ]
    assert found == [101, 109, 201, 301, 1000]


def test_a_revision_larger_than_the_limit_still_arrives(narrow_wiki: Asker) -> None:
    with asking(tiny_world(), result_bytes=10) as tight:
        pieces = tight.all_pieces(revids="101|109", **CONTENT)
    assert [len(piece["query"]["pages"][0]["revisions"]) for piece in pieces] == [1, 1]


def test_a_long_listing_with_content_is_cut_by_size_with_the_listing_continuation(narrow_wiki: Asker) -> None:
    pieces = narrow_wiki.all_pieces(titles="Q1", rvlimit=5, **CONTENT)
    assert len(pieces) > 1
    assert "|" in pieces[0]["continue"]["rvcontinue"]
    found = [revision["revid"] for piece in pieces for revision in piece["query"]["pages"][0]["revisions"]]
    assert found == [106, 105, 104, 109, 101]


def test_hidden_text_has_no_content_and_says_so(wiki: Asker) -> None:
    props = "ids|timestamp|user|userid|comment|content|sha1|size"
    [page] = wiki.query(prop="revisions", revids=104, rvprop=props, rvslots="main")["query"]["pages"]
    [revision] = page["revisions"]
    assert revision["slots"] == {"main": {"texthidden": True}}
    hidden = {"userhidden": True, "commenthidden": True, "sha1hidden": True}
    assert hidden.items() <= revision.items()
    assert not {"user", "userid", "comment", "sha1"} & set(revision)
    assert revision["size"] > 0


def test_an_oversighted_revision_says_suppressed() -> None:
    world = tiny_world()
    old = world.revisions[301]
    new = type(old)(
        **{name: getattr(old, name) for name in old.__slots__ if name != "hidden"},
        hidden=frozenset({"text", "suppressed"}),
    )
    world.revisions[301] = new
    world.pages["Q3"].revisions[0] = new
    with asking(world) as wiki:
        [page] = wiki.query(revids=301, **CONTENT)["query"]["pages"]
    assert page["revisions"][0]["suppressed"] is True


def test_the_keys_of_a_revision_stand_in_the_recorded_order(wiki: Asker) -> None:
    [page] = wiki.query(
        prop="revisions",
        revids=105,
        rvslots="main",
        rvprop="ids|flags|timestamp|user|userid|size|sha1|content|comment|tags",
    )["query"]["pages"]
    [revision] = page["revisions"]
    order = "revid parentid minor user userid timestamp size sha1 slots comment tags"
    assert list(revision) == order.split()
    assert list(revision["slots"]["main"]) == ["contentmodel", "contentformat", "content"]
    assert (revision["parentid"], revision["tags"], revision["user"]) == (109, ["mw-undo"], "Alice")


def test_content_is_stored_json_without_datatypes_and_with_empty_lists(wiki: Asker) -> None:
    [page] = wiki.query(revids=109, **CONTENT)["query"]["pages"]
    content = json.loads(page["revisions"][0]["slots"]["main"]["content"])
    assert content["descriptions"] == []
    assert "datatype" not in content["claims"]["P214"][0]["mainsnak"]
    assert content["labels"]["en"]["value"] == "Zoë Ångström"


def test_a_merged_item_ends_in_redirect_content(wiki: Asker) -> None:
    [page] = wiki.query(revids=202, **CONTENT)["query"]["pages"]
    assert json.loads(page["revisions"][0]["slots"]["main"]["content"]) == {"entity": "Q2", "redirect": "Q3"}


@pytest.mark.parametrize(
    ("revision", "flags"),
    [
        pytest.param(101, {"user": "192.0.2.7", "anon": True, "userid": 0}, id="an IP is anonymous"),
        pytest.param(
            109, {"user": "~2026-44710-20", "temp": True, "userid": 50}, id="a temporary account is not"
        ),
        pytest.param(106, {"user": "KrBot2", "userid": 6}, id="an account is just named"),
    ],
)
def test_kinds_of_users(wiki: Asker, revision: int, flags: dict[str, object]) -> None:
    [page] = wiki.query(prop="revisions", revids=revision, rvprop="user|userid")["query"]["pages"]
    assert page["revisions"] == [flags]


def test_without_rvslots_the_old_flat_form_comes_with_a_warning(wiki: Asker) -> None:
    answer = wiki.query(prop="revisions", revids=720, rvprop="content")
    [revision] = answer["query"]["pages"][0]["revisions"]
    assert revision == {
        "contentmodel": "wikitext",
        "contentformat": "text/x-wiki",
        "content": "old report of Summary",
    }
    assert "rvslots" in answer["warnings"]["revisions"]["warnings"]


def test_formatversion_1_keys_pages_by_id_and_spells_true_as_an_empty_string(wiki: Asker) -> None:
    answer = wiki.query(formatversion=None, titles="Q77|[bad|Q2", **CONTENT)
    assert answer["batchcomplete"] == ""
    pages = answer["query"]["pages"]
    assert set(pages) == {"-1", "-2", "11"}
    assert pages["-1"] == {"ns": 0, "title": "Q77", "missing": ""}
    assert pages["-2"]["invalid"] == ""
    assert list(pages["11"]["revisions"][0]["slots"]["main"]) == ["contentmodel", "contentformat", "*"]
    bad = wiki.query(formatversion=1, prop="revisions", revids="104|999", rvprop="flags|content", rvslots="*")
    assert bad["query"]["badrevids"] == {"999": {"revid": 999, "missing": ""}}
    assert bad["query"]["pages"]["10"]["revisions"] == [{"slots": {"main": {"texthidden": ""}}}]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        pytest.param({"revids": "101", "rvlimit": 5}, "invalidparammix", id="revids with rvlimit"),
        pytest.param({"revids": "101", "rvdir": "newer"}, "invalidparammix", id="revids with a direction"),
        pytest.param({"revids": "101", "rvstart": "now"}, "invalidparammix", id="revids with a window"),
        pytest.param({"titles": "Q1|Q3", "rvlimit": 5}, "invalidparammix", id="several titles with rvlimit"),
        pytest.param({"titles": "Q1", "revids": "101"}, "invalidparammix", id="titles and revids"),
        pytest.param(
            {"titles": "Q1", "rvstart": "now", "rvstartid": 101}, "invalidparammix", id="two kinds of start"
        ),
        pytest.param({"titles": "Q1", "rvdir": "up"}, "badvalue", id="unknown direction"),
        pytest.param({"titles": "Q1", "rvlimit": "many"}, "badinteger", id="a limit that is no number"),
        pytest.param({"titles": "Q1", "rvstart": "yesterday"}, "badtimestamp", id="a time that is none"),
        pytest.param(
            {"titles": "Q1", "rvlimit": 1, "rvcontinue": "105"}, "badcontinue", id="a foreign place"
        ),
        pytest.param(
            {"revids": "101", "rvcontinue": "2026|1"}, "badcontinue", id="a place of the other mode"
        ),
        pytest.param({"titles": "Q1", "rvstartid": 99}, "badid_rvstartid", id="a start that does not exist"),
        pytest.param({"revids": "|".join(map(str, range(1, 52)))}, "toomanyvalues", id="51 revids"),
        pytest.param({"revids": "Q1"}, "badinteger", id="a revid that is no number"),
    ],
)
def test_refusals_come_with_http_200(wiki: Asker, parameters: dict[str, str | int], code: str) -> None:
    response = wiki.api_response(action="query", prop="revisions", **parameters)
    assert response.status_code == 200
    assert response.json()["error"]["code"] == code
    assert response.headers["MediaWiki-API-Error"] == code


def test_one_existing_and_one_missing_title_may_be_listed(wiki: Asker) -> None:
    pages = wiki.query(prop="revisions", titles="Q1|Q77", rvlimit=1, rvprop="ids")["query"]["pages"]
    assert [page.get("missing", False) for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("limit", "props", "count", "warned"),
    [
        pytest.param(5000, "ids", 45, True, id="more than 500 is cut down with a warning"),
        pytest.param("max", "ids", 45, False, id="max is no trespass"),
        pytest.param(None, "ids", 10, False, id="ten if nothing is said"),
        pytest.param(0, "ids", 1, True, id="at least one"),
    ],
)
def test_limits_of_a_listing(
    wiki: Asker, limit: int | str | None, props: str, count: int, warned: bool
) -> None:
    answer = wiki.query(prop="revisions", titles="Q5", rvlimit=limit, rvdir="newer", rvprop=props)
    assert len(answer["query"]["pages"][0]["revisions"]) == count
    assert ("revisions" in answer.get("warnings", {})) is warned


def test_with_content_at_most_fifty_revisions_come_at_once() -> None:
    world = tiny_world()
    with asking(world) as wiki:
        answer = wiki.query(titles="Q5", rvlimit="max", **CONTENT)
        assert answer["limits"] == {"revisions": 50}
        assert wiki.query(titles="Q5", rvlimit=51, **CONTENT)["warnings"]["revisions"]["warnings"].endswith(
            "50."
        )


def test_fifty_revids_of_one_item_are_one_page(wiki: Asker) -> None:
    ids = "|".join(str(number) for number in range(1000, 1045))
    [page] = wiki.query(revids=ids, **CONTENT)["query"]["pages"]
    assert len(page["revisions"]) == 45
