"""Histories of one page through the action API, and the newest revisions of many."""

import pytest

from wikidata_repair_eval.net.errors import Refused, UnreadableAnswer
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval_tests.net.wiki_server import TinyWiki, hidden_rev, reply_json, rev, served


def day(number: int) -> str:
    return f"2026-03-{number:02}T00:00:00Z"


HISTORY = [rev(n, day(n), 0 if n == 1 else n - 1) for n in range(1, 11)]


def test_bounds_of_a_window_are_inclusive_and_the_newest_comes_first(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY})) as site:
        found = list(Revisions(site.wiki).revisions("Q1", day(3), day(6)))
    assert [revision.revid for revision in found] == [6, 5, 4, 3]
    assert all(revision.content is None for revision in found)


def test_a_short_window_carries_its_texts_in_one_request(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY})) as site:
        found = list(Revisions(site.wiki).revisions("Q1", day(3), day(6), content="auto"))
        assert site.requests == 1
    assert [revision.content.text for revision in found] == [f"text of {n}" for n in (6, 5, 4, 3)]


def test_a_long_window_carries_texts_only_at_its_newest_end(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY})) as site:
        found = list(Revisions(site.wiki).revisions("Q1", day(1), day(10), content="auto"))
        assert site.requests == 2
    assert [revision.revid for revision in found] == list(range(10, 0, -1))
    assert [revision.content is not None for revision in found] == [True] * 5 + [False] * 5


def test_trap_26_a_window_with_texts_that_the_server_cuts_is_read_to_its_end(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY}, cut_at=2)) as site:
        found = list(Revisions(site.wiki).revisions("Q1", day(3), day(6), content="auto"))
    assert [revision.revid for revision in found] == [6, 5, 4, 3]


def test_trap_29_hidden_revisions_stay_in_their_place(tmp_path):
    history = [rev(1, day(1), 0), hidden_rev(2, day(2)), rev(3, day(3))]
    with served(tmp_path, TinyWiki({"Q1": history})) as site:
        found = list(Revisions(site.wiki).revisions("Q1", day(1), day(3), content="auto"))
    assert [(r.revid, r.user, r.content.state) for r in found] == [
        (3, "Alice", "text"),
        (2, None, "hidden"),
        (1, "Alice", "text"),
    ]


def test_a_window_without_edits_is_empty_and_not_missing(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY})) as site:
        assert list(Revisions(site.wiki).revisions("Q1", day(20), day(25))) == []


@pytest.mark.parametrize(
    ("page", "error", "said"),
    [
        pytest.param({"title": "Q404", "missing": True}, PageMissing, "no readable page", id="missing"),
        pytest.param(
            {"title": "Q404", "missing": ""}, PageMissing, "no readable page", id="missing, version 1"
        ),
        pytest.param(
            {"title": "<", "invalid": True, "invalidreason": "bad"}, Refused, "no title", id="invalid"
        ),
    ],
)
def test_a_page_that_does_not_exist_is_an_error_of_its_own(tmp_path, page, error, said):
    answer = reply_json({"batchcomplete": True, "query": {"pages": [page]}})
    with served(tmp_path, [answer]) as site, pytest.raises(error, match=said):
        list(Revisions(site.wiki).revisions("Q404", day(1), day(2)))


def test_a_malformed_revision_is_an_unreadable_answer_and_not_a_short_history(tmp_path):
    pages = [{"title": "Q1", "revisions": [{"revid": 1}]}]
    with served(tmp_path, [reply_json({"batchcomplete": True, "query": {"pages": pages}})]) as site:
        with pytest.raises(UnreadableAnswer, match="a revision of Q1 is malformed"):
            list(Revisions(site.wiki).revisions("Q1", day(1), day(2)))


def test_the_newest_revisions_of_many_pages_cost_one_request_per_fifty(tmp_path):
    wiki = TinyWiki({f"Q{n}": [rev(n, day(1)), rev(1_000 + n, day(2))] for n in range(1, 121)})
    with served(tmp_path, wiki) as site:
        found = Revisions(site.wiki).latest([f"Q{n}" for n in range(1, 121)])
        assert site.requests == 3
    assert [found[f"Q{n}"].revision.revid for n in range(1, 121)] == list(range(1_001, 1_121))


def test_trap_25_several_titles_go_without_limit_and_window(tmp_path):
    wiki = TinyWiki({"Q1": HISTORY, "Q2": HISTORY})
    with served(tmp_path, wiki) as site:
        Revisions(site.wiki).latest(["Q1", "Q2"])
    assert not {"rvlimit", "rvstart", "rvend", "rvdir"} & wiki.asked[0].keys()


def test_titles_are_answered_as_they_were_asked_and_missing_ones_are_told_apart(tmp_path):
    with served(tmp_path, TinyWiki({"Q1": HISTORY})) as site:
        found = Revisions(site.wiki).latest(["q1", "Q404", "A|B", ""])
    assert [(asked, answer.title, answer.state) for asked, answer in found.items()] == [
        ("q1", "Q1", "here"),
        ("Q404", "Q404", "missing"),
        ("A|B", "A|B", "invalid"),
        ("", "", "invalid"),
    ]


def test_a_title_that_the_answer_does_not_mention_is_never_taken_for_missing(tmp_path):
    with served(tmp_path, [reply_json({"batchcomplete": True, "query": {"pages": []}})]) as site:
        with pytest.raises(UnreadableAnswer, match="does not speak of 'Q1'"):
            Revisions(site.wiki).latest(["Q1"])
