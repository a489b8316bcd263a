"""Articles and their views: every title on the way is kept, and trouble is never zero."""

import json

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.errors import ForeignHost, ServerBusy
from wikidata_repair_eval.net.pageviews import PageviewsClient, months_between
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.net.wikipedia import Wikipedia
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import JSON, reply_json, served


def article(title: str, html: str = "<p>text</p>") -> Reply:
    latest = {"id": 1052159182, "timestamp": "2021-10-27T18:20:34Z"}
    return reply_json(
        {"id": 5, "key": title.replace(" ", "_"), "title": title, "latest": latest, "html": html}
    )


def encyclopedia(seen, _number) -> Reply:
    """`douglas Adams` is normalised, `DNA (author)` a redirect, `Twice` a redirect to a redirect."""
    path = seen.path.removeprefix("/w/rest.php/v1/page/").replace("/with_html", "")
    go = {
        "douglas_Adams": (301, "Douglas_Adams/with_html"),
        "dNA_%28author%29": (301, "DNA_%28author%29/with_html"),
        "DNA_%28author%29": (307, "Douglas_Adams/with_html?redirect=no"),
        "Twice": (307, "DNA_%28author%29/with_html?redirect=no"),
    }
    if path in go:
        status, target = go[path]
        return Reply(status, b"", {"Location": f"/w/rest.php/v1/page/{target}"})
    if path == "DNA_%28author%29?redirect=no":
        return article("DNA (author)", '<link rel="mw:PageProp/redirect" href="./Douglas_Adams"/>')
    if path.startswith("Douglas_Adams"):
        return article("Douglas Adams")
    if path == "AC%2FDC":
        return article("AC/DC")
    return reply_json({"errorKey": "rest-nonexistent-title"}, 404)


@pytest.mark.parametrize(
    ("asked", "normalised", "title", "redirected", "is_redirect"),
    [
        pytest.param("Douglas Adams", "Douglas Adams", "Douglas Adams", False, False, id="plain"),
        pytest.param("AC/DC", "AC/DC", "AC/DC", False, False, id="trap 60: slash in the title"),
        pytest.param("douglas Adams", "Douglas Adams", "Douglas Adams", False, False, id="normalised"),
        pytest.param(
            "DNA (author)", "DNA (author)", "Douglas Adams", True, False, id="trap 60: redirect is noted"
        ),
        pytest.param("dNA (author)", "DNA (author)", "Douglas Adams", True, False, id="both"),
        pytest.param("Twice", "Twice", "DNA (author)", True, True, id="a second redirect is no article"),
    ],
)
def test_requested_normalised_and_final_title(tmp_path, asked, normalised, title, redirected, is_redirect):
    with served(tmp_path, encyclopedia) as site:
        page = Wikipedia(site.http, f"{site.server.url}/w/rest.php").page(asked)
    assert (page.requested, page.normalised, page.title) == (asked, normalised, title)
    assert (page.redirected, page.is_redirect) == (redirected, is_redirect)
    assert (page.revision, page.timestamp) == (1052159182, "2021-10-27T18:20:34Z")


def test_a_missing_article_is_an_error_and_no_empty_page(tmp_path):
    with served(tmp_path, encyclopedia) as site, pytest.raises(PageMissing, match="no page 'Nobody'"):
        Wikipedia(site.http, f"{site.server.url}/w/rest.php").page("Nobody")


def test_an_answer_without_html_is_asked_again(tmp_path):
    with served(tmp_path, [reply_json({"title": "A"}), article("A")]) as site:
        assert Wikipedia(site.http, f"{site.server.url}/w/rest.php").page("A").html == "<p>text</p>"


def test_a_redirect_to_another_host_is_refused(tmp_path):
    away = Reply(307, b"", {"Location": "http://elsewhere.example/page"})
    with served(tmp_path, [away]) as site, pytest.raises(ForeignHost, match=r"elsewhere\.example"):
        Wikipedia(site.http, f"{site.server.url}/w/rest.php").page("A")


def views(**months: int) -> Reply:
    rows = [{"article": "A", "timestamp": f"{name[1:]}0100", "views": n} for name, n in months.items()]
    return reply_json({"items": rows})


NO_DATA = Reply(404, json.dumps({"status": 404, "title": "Not Found"}).encode(), JSON)


def test_months_without_a_row_are_told_apart_from_months_with_views(tmp_path):
    with served(tmp_path, [views(m202501=7, m202503=0)]) as site:
        found = PageviewsClient(site.http, f"{site.server.url}/pageviews").monthly(
            "AC/DC", "2025-01", "2025-04"
        )
        assert site.server.seen[0].path == (
            "/pageviews/all-access/user/AC%2FDC/monthly/2025010100/2025043000"
        )
    assert found.months == {"2025-01": 7, "2025-03": 0}
    assert found.without_data == ("2025-02", "2025-04")
    assert found.total == 7


def test_trap_63_no_data_is_an_answer_and_neither_a_failure_nor_zero(tmp_path):
    with served(tmp_path, [NO_DATA]) as site:
        found = PageviewsClient(site.http, f"{site.server.url}/pageviews").monthly("A", "2025-01", "2025-02")
    assert (found.months, found.total) == ({}, None)
    assert found.without_data == ("2025-01", "2025-02")


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(Reply(503, b"<html>busy</html>"), id="503"),
        pytest.param(Reply(404, b"<html>proxy</html>", {"Content-Type": "text/html"}), id="a proxy's 404"),
        pytest.param(reply_json({"no": "items"}), id="another JSON"),
        pytest.param(reply_json([]), id="no object"),
    ],
)
def test_trap_63_trouble_is_never_zero_views(tmp_path, trouble):
    with served(tmp_path, [trouble]) as site:
        site.http.policy = RetryPolicy(first_wait_s=0.01, deadline_s=0.001)
        with pytest.raises(ServerBusy):
            PageviewsClient(site.http, f"{site.server.url}/pageviews").monthly("A", "2025-01", "2025-02")


def test_views_are_kept_long_and_no_data_shortly(tmp_path):
    now = [1_000.0]
    cache = Cache(tmp_path / "http.sqlite", "test", clock=lambda: now[0], negative_ttl_s=600)
    with served(tmp_path, [views(m202501=7), NO_DATA, NO_DATA]) as site:
        client = PageviewsClient(site.http, f"{site.server.url}/pageviews", cache=cache)
        for _ in range(2):
            assert client.monthly("A", "2025-01", "2025-01").total == 7
            assert client.monthly("B", "2025-01", "2025-01").total is None
        assert site.requests == 2
        now[0] += 601
        client.monthly("A", "2025-01", "2025-01")
        client.monthly("B", "2025-01", "2025-01")
        assert site.requests == 3


def test_months_between():
    assert months_between("2024-11", "2025-02") == ["2024-11", "2024-12", "2025-01", "2025-02"]
    with pytest.raises(ValueError, match="no month from '2025-02' to '2025-01'"):
        months_between("2025-02", "2025-01")
