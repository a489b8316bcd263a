"""Lists of the action API: pages by prefix, log events, page properties, the site."""

import pytest

from wikidata_repair_eval.net.errors import UnreadableAnswer
from wikidata_repair_eval.net.pages import PageName, PageProps, Pages
from wikidata_repair_eval_tests.net.wiki_server import reply_json, served

PREFIX = "Database reports/Constraint violations/P"


def listed(name: str, *rows: dict, more: dict | None = None):
    end = {"continue": more} if more else {"batchcomplete": True}
    return reply_json({**end, "query": {name: list(rows)}})


def test_pages_by_prefix_follow_their_continuation(tmp_path):
    replies = [
        listed(
            "allpages",
            {"pageid": 7, "ns": 4, "title": "Wikidata:A"},
            more={"apcontinue": "B", "continue": "-||"},
        ),
        listed("allpages", {"pageid": 8, "ns": 4, "title": "Wikidata:B"}),
    ]
    with served(tmp_path, replies) as site:
        found = list(Pages(site.wiki).all_pages(PREFIX, 4))
        first, second = (seen.path for seen in site.server.seen)
    assert found == [PageName(7, "Wikidata:A"), PageName(8, "Wikidata:B")]
    assert "apnamespace=4" in first
    assert "apcontinue=B" in second


def test_log_events_keep_hidden_parts_apart(tmp_path):
    whole = {
        "logid": 1,
        "timestamp": "2026-03-01T00:00:00Z",
        "type": "delete",
        "action": "delete",
        "title": "Q6",
    }
    whole |= {"user": "Bob", "comment": "", "params": {}}
    hidden = {"logid": 2, "timestamp": "2026-03-02T00:00:00Z", "type": "delete", "userhidden": True}
    hidden |= {"actionhidden": "", "commenthidden": True}
    with served(tmp_path, [listed("logevents", hidden, whole)]) as site:
        pages = Pages(site.wiki)
        two, one = pages.log_events("Q6", "delete", "2026-02-01T00:00:00Z", "2026-04-01T00:00:00Z")
        asked = site.server.seen[0].path
    assert (one.user, one.comment, one.title, one.hidden) == ("Bob", "", "Q6", ())
    assert (two.user, two.comment, two.title, two.hidden) == (None, None, None, ("action", "comment", "user"))
    assert "lestart=2026-04-01" in asked
    assert "leend=2026-02-01" in asked


def test_page_properties_come_back_under_the_titles_asked_for(tmp_path):
    query = {
        "normalized": [{"from": "mike Potts", "to": "Mike Potts"}],
        "redirects": [{"from": "DNA (film)", "to": "Douglas Adams"}],
        "pages": [
            {"title": "Douglas Adams", "pageid": 1, "pageprops": {"wikibase_item": "Q42"}},
            {"title": "Mike Potts", "pageid": 2, "pageprops": {"disambiguation": "", "wikibase_item": "Q9"}},
            {"title": "Nobody", "missing": True},
            {"title": "Unlinked", "pageid": 3},
        ],
    }
    with served(tmp_path, [reply_json({"batchcomplete": True, "query": query})]) as site:
        titles = ["DNA (film)", "mike Potts", "Nobody", "Unlinked", "a|b", "Douglas Adams"]
        found = Pages(site.wiki).page_props(titles)
    assert list(found.values()) == [
        PageProps("DNA (film)", "Douglas Adams", "here", True, "Q42"),
        PageProps("mike Potts", "Mike Potts", "here", False, "Q9", True),
        PageProps("Nobody", "Nobody", "missing"),
        PageProps("Unlinked", "Unlinked", "here"),
        PageProps("a|b", "a|b", "invalid"),
        PageProps("Douglas Adams", "Douglas Adams", "here", False, "Q42"),
    ]


def test_page_properties_are_gathered_over_a_continuation(tmp_path):
    bare = {"title": "B", "pageid": 2}
    first = {"pages": [{"title": "A", "pageid": 1, "pageprops": {"wikibase_item": "Q1"}}, bare]}
    second = {"pages": [{"title": "A", "pageid": 1}, {**bare, "pageprops": {"wikibase_item": "Q2"}}]}
    replies = [
        reply_json({"continue": {"ppcontinue": "2", "continue": "||"}, "query": first}),
        reply_json({"batchcomplete": True, "query": second}),
    ]
    with served(tmp_path, replies) as site:
        found = Pages(site.wiki).page_props(["A", "B"])
    assert [found[title].wikibase_item for title in "AB"] == ["Q1", "Q2"]


def test_a_title_that_the_answer_does_not_mention_is_never_taken_for_missing(tmp_path):
    with served(tmp_path, [reply_json({"batchcomplete": True, "query": {"pages": []}})]) as site:
        with pytest.raises(UnreadableAnswer, match="does not speak of 'A'"):
            Pages(site.wiki).page_props(["A"])


def test_the_site_tells_its_name_namespaces_and_clock(tmp_path):
    general = {"sitename": "Wikidata", "generator": "MediaWiki 1.43.0", "time": "2026-07-01T00:00:00Z"}
    namespaces = {"0": {"id": 0, "name": ""}, "4": {"id": 4, "name": "Wikidata"}}
    body = {"batchcomplete": True, "query": {"general": general, "namespaces": namespaces}}
    with served(tmp_path, [reply_json(body)]) as site:
        info = Pages(site.wiki).siteinfo()
    assert (info.name, info.generator, info.server_time) == ("Wikidata", "MediaWiki 1.43.0", general["time"])
    assert info.namespaces == {0: "", 4: "Wikidata"}
