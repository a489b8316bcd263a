"""The REST history: twenty a page, no parents, links only to configured hosts, never silently short."""

import pytest

from wikidata_repair_eval.net.errors import ForeignHost, UnreadableAnswer
from wikidata_repair_eval.net.rest_history import HistoryTooDeep, RestHistory, parse_rest_revision
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.net.titles import PageMissing, title_path
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import TinyWiki, reply_json, rev, served

START = "2026-03-01T00:00:00Z"
NOW = "2026-07-01T00:00:00Z"
REPORT = "Wikidata:Database reports/Constraint violations/P214"


def long_history(count: int) -> TinyWiki:
    return TinyWiki({"Q1": [rev(n, shifted(START, n)) for n in range(1, count + 1)]})


def rest(site, **more) -> RestHistory:
    return RestHistory(site.http, f"{site.server.url}/w/rest.php", **more)


def ids(pages) -> list[int]:
    return [revision.revid for page in pages for revision in page.revisions]


def test_a_history_is_followed_page_by_page_to_its_end(tmp_path):
    with served(tmp_path, long_history(45)) as site:
        pages = list(rest(site).older("Q1", NOW))
    assert ids(pages) == list(range(45, 0, -1))
    assert [page.complete for page in pages] == [False, False, True]
    assert pages[0].server_time == NOW


def test_paging_stops_once_it_is_beyond_the_window(tmp_path):
    with served(tmp_path, long_history(200)) as site:
        pages = list(rest(site).older("Q1", NOW, shifted(START, 165)))
        assert site.requests == 2
    assert ids(pages)[-1] == 161


def test_a_window_too_far_back_is_an_outcome_of_its_own_and_no_short_answer(tmp_path):
    with served(tmp_path, long_history(200)) as site:
        with pytest.raises(HistoryTooDeep, match=r"more than 3 pages back to 2026-03-01T00:00:05Z.*action"):
            list(rest(site, max_pages=3).older("Q1", NOW, shifted(START, 5)))
        assert site.requests == 3


def test_a_deleted_page_is_missing_and_not_without_edits(tmp_path):
    with served(tmp_path, long_history(1)) as site, pytest.raises(PageMissing, match="'Q900006'"):
        list(rest(site).older("Q900006", NOW))


def test_trap_24_parents_tags_and_hashes_are_not_told_here():
    raw = {"id": 264, "timestamp": START, "minor": False, "size": 5, "comment": "", "delta": 8}
    found = parse_rest_revision({**raw, "user": {"id": 1, "name": "Admin"}})
    assert (found.parentid, found.tags, found.sha1) == (None, None, None)
    assert (found.user, found.comment, found.hidden) == ("Admin", "", ())


@pytest.mark.parametrize(
    ("raw", "user", "anon", "hidden"),
    [
        pytest.param({"user": None, "comment": None}, None, False, ("comment", "user"), id="hidden"),
        pytest.param(
            {"user": {"id": None, "name": "192.0.2.1"}, "comment": ""}, "192.0.2.1", True, (), id="IP"
        ),
    ],
)
def test_hidden_users_and_addresses_are_told_apart(raw, user, anon, hidden):
    found = parse_rest_revision({"id": 1, "timestamp": START, **raw})
    assert (found.user, found.anon, found.hidden) == (user, anon, hidden)


def test_a_paging_link_to_another_host_is_refused(tmp_path):
    body = {"revisions": [], "older": "http://elsewhere.example/w/rest.php/v1/page/Q1/history?older_than=1"}
    with (
        served(tmp_path, [reply_json(body)]) as site,
        pytest.raises(ForeignHost, match=r"elsewhere\.example"),
    ):
        list(rest(site).older("Q1", NOW))


def test_a_paging_link_to_itself_is_noticed(tmp_path):
    def circling(seen, _number):
        return reply_json({"revisions": [], "older": f"http://{seen.headers['Host']}{seen.path}"})

    with served(tmp_path, circling) as site, pytest.raises(UnreadableAnswer, match="leads to its own page"):
        list(rest(site).older("Q1", NOW))


def test_a_title_in_another_form_is_redirected_to_a_relative_address(tmp_path):
    wiki = long_history(3)

    def normalising(seen, number):
        if "/q1/" in seen.path:
            return Reply(301, b"", {"Location": seen.path.replace("/q1/", "/Q1/")})
        return wiki(seen, number)

    with served(tmp_path, normalising) as site:
        assert ids(rest(site).older("q1", NOW)) == [3, 2, 1]


def test_trap_60_a_title_is_one_path_segment_with_everything_encoded(tmp_path):
    with served(tmp_path, TinyWiki({REPORT.replace(" ", "_"): [rev(1, START)]})) as site:
        assert ids(rest(site).older(REPORT, NOW)) == [1]
        assert site.server.seen[0].path == (
            "/w/rest.php/v1/page/Wikidata%3ADatabase_reports%2FConstraint_violations%2FP214/history"
        )


@pytest.mark.parametrize(
    ("title", "path"),
    [
        pytest.param("AC/DC", "AC%2FDC", id="slash"),
        pytest.param("Who? Me & you", "Who%3F_Me_%26_you", id="question mark and ampersand"),
        pytest.param("L'Été", "L%27%C3%89t%C3%A9", id="apostrophe and accents"),
        pytest.param("E\u0301te\u0301", "%C3%89t%C3%A9", id="combining accents are composed"),
        pytest.param("100%", "100%25", id="percent sign"),
    ],
)
def test_trap_60_titles_in_addresses(title, path):
    assert title_path(title) == path


@pytest.mark.parametrize(
    "body", [{"revisions": [{"id": 1}]}, {}, {"revisions": [{"id": 1, "timestamp": "x"}]}]
)
def test_a_malformed_history_is_unreadable_and_not_empty(tmp_path, body):
    with served(tmp_path, [reply_json(body)]) as site, pytest.raises(UnreadableAnswer, match="is malformed"):
        list(rest(site).older("Q1", NOW))
