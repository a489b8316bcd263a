"""Every revision asked for ends in exactly one state, in as few requests as the server allows."""

import math
import os

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.errors import ApiError, UnreadableAnswer
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval_tests.net.rude_server import Reply
from wikidata_repair_eval_tests.net.wiki_server import TinyWiki, hidden_rev, reply_json, rev, served

DAY = "2026-03-01T00:00:00Z"


def wiki_of(count: int, **more) -> TinyWiki:
    """Revisions 1 to `count`, spread over seven pages."""
    pages: dict[str, list] = {}
    for revid in range(1, count + 1):
        pages.setdefault(f"Q{revid % 7}", []).append(rev(revid, DAY))
    return TinyWiki(pages, **more)


@pytest.mark.parametrize("count", [0, 1, 50, 51, 230])
def test_n_revisions_cost_one_request_per_fifty(tmp_path, count):
    wanted = list(range(count, 0, -1))
    with served(tmp_path, wiki_of(count or 1)) as site:
        found = Contents(site.wiki).contents(wanted)
        assert site.requests == math.ceil(count / 50)
    assert list(found) == wanted
    assert all(content.text == f"text of {revid}" for revid, content in found.items())


def test_trap_26_a_batch_that_the_server_cuts_is_read_to_its_end(tmp_path):
    with served(tmp_path, wiki_of(50, cut_at=7)) as site:
        found = Contents(site.wiki).contents(range(1, 51))
        assert site.requests == 8  # the continuations that the server forces, and no more
    assert {revid: content.text for revid, content in found.items()} == {
        n: f"text of {n}" for n in range(1, 51)
    }


def test_trap_27_pages_listed_without_revisions_in_a_piece_are_tolerated(tmp_path):
    wiki = wiki_of(14, cut_at=1)  # seven pages, of which six are bare in every piece
    with served(tmp_path, wiki) as site:
        assert len(Contents(site.wiki).contents(range(1, 15))) == 14


def test_trap_25_no_limit_is_sent_together_with_revids(tmp_path):
    wiki = wiki_of(3)
    with served(tmp_path, wiki) as site:
        Contents(site.wiki).contents([1, 2, 3])
    assert not {"rvlimit", "rvstart", "rvend", "rvdir"} & wiki.asked[0].keys()


def test_trap_28_hidden_bad_and_lost_revisions_are_told_apart(tmp_path):
    lost = rev(4, DAY, slots={"main": {"missing": True}})
    empty = rev(5, DAY, slots={"main": {"content": "", "contentmodel": "wikitext"}})
    with served(tmp_path, TinyWiki({"Q1": [rev(1, DAY), hidden_rev(2, DAY), lost, empty]})) as site:
        found = Contents(site.wiki).contents([5, 4, 999, 2, 1])
    assert {revid: (content.state, content.text) for revid, content in found.items()} == {
        5: ("text", ""),
        4: ("missing", None),
        999: ("bad", None),
        2: ("hidden", None),
        1: ("text", "text of 1"),
    }


def test_only_bad_ids_give_an_answer_without_pages(tmp_path):
    with served(tmp_path, TinyWiki({})) as site:
        assert Contents(site.wiki).contents([999])[999].state == "bad"


def test_an_id_that_an_answer_leaves_out_is_asked_for_again(tmp_path):
    wiki, calls = wiki_of(3), []

    def forgetful(seen, number):
        calls.append(number)
        if number == 0:
            pages = [{"title": "Q1", "revisions": [rev(1, DAY)]}]
            return reply_json({"batchcomplete": True, "query": {"pages": pages}})
        return wiki(seen, number)

    with served(tmp_path, forgetful) as site:
        found = Contents(site.wiki).contents([1, 2, 3])
    assert [found[n].text for n in (1, 2, 3)] == ["text of 1", "text of 2", "text of 3"]
    assert wiki.asked[0]["revids"] == "2|3"


def test_an_id_that_stays_unanswered_is_an_error_that_names_it(tmp_path):
    silent = reply_json({"batchcomplete": True, "query": {"pages": [{"title": "Q1"}]}})
    with (
        served(tmp_path, [silent]) as site,
        pytest.raises(UnreadableAnswer, match=r"nothing of revisions 7\|8"),
    ):
        Contents(site.wiki).contents([7, 8])


def test_a_revision_that_was_not_asked_for_is_not_taken_in(tmp_path):
    pages = [{"title": "Q1", "revisions": [rev(1, DAY), rev(2, DAY)]}]
    with served(tmp_path, [reply_json({"batchcomplete": True, "query": {"pages": pages}})]) as site:
        assert list(Contents(site.wiki).contents([1])) == [1]


def test_a_continuation_that_repeats_itself_is_noticed(tmp_path):
    stuck = reply_json({"continue": {"rvcontinue": 5, "continue": "||"}, "query": {"pages": []}})
    with served(tmp_path, [stuck]) as site, pytest.raises(ApiError, match="goes on for ever"):
        Contents(site.wiki).contents([5])


def test_what_was_read_once_is_never_asked_again(tmp_path):
    with served(tmp_path, wiki_of(60)) as site:
        first = Contents(site.wiki, Snapshots(Cache(tmp_path / "s.sqlite", "test"))).contents(range(1, 61))
        again = Contents(site.wiki, Snapshots(Cache(tmp_path / "s.sqlite", "test")))
        assert again.contents(range(1, 61)) == first
        assert site.requests == 2
        assert Contents(site.wiki, Snapshots(Cache(tmp_path / "s.sqlite", "other"))).contents([1]) == {
            1: first[1]
        }
        assert site.requests == 3


def test_hidden_and_bad_revisions_are_asked_again_after_a_while(tmp_path):
    now = [1_000.0]
    cache = Cache(tmp_path / "s.sqlite", "test", clock=lambda: now[0], negative_ttl_s=600)
    wiki = TinyWiki({"Q1": [hidden_rev(2, DAY)]})
    with served(tmp_path, wiki) as site:
        contents = Contents(site.wiki, Snapshots(cache))
        for _ in range(2):
            assert [c.state for c in contents.contents([2, 9]).values()] == ["hidden", "bad"]
        assert site.requests == 1
        wiki.pages["Q1"] = [rev(2, DAY), rev(9, DAY)]
        now[0] += 601
        assert [c.state for c in contents.contents([2, 9]).values()] == ["text", "text"]


def test_pieces_that_came_before_a_failure_are_kept(tmp_path):
    wiki = wiki_of(50, cut_at=20)

    def failing(seen, number):
        return Reply(status=403) if number == 2 else wiki(seen, number)

    with served(tmp_path, failing) as site:
        contents = Contents(site.wiki, Snapshots(Cache(tmp_path / "s.sqlite", "test")))
        with pytest.raises(Exception, match="HTTP 403"):
            contents.contents(range(1, 51))
        assert len(contents.contents(range(1, 51))) == 50
    assert wiki.asked[2]["revids"] == "|".join(str(n) for n in range(41, 51))


def test_through_a_rude_server_every_text_arrives_whole(tmp_path):
    wiki = wiki_of(200, cut_at=30)
    big = os.urandom(20_000).hex()
    for rows in wiki.pages.values():
        for raw in rows:
            raw["slots"]["main"]["content"] = f"{raw['revid']} {big}"
    troubles = {1: 429, 4: 503, 6: 0, 9: -1, 12: 500}

    def rude(seen, number):
        reply = wiki(seen, number)
        match troubles.get(number):
            case None:
                return reply
            case 0:
                return Reply(body=reply.body, cut=len(reply.body) // 2)
            case -1:
                return Reply(reset=True)
            case status:
                return Reply(status=status, headers={"Retry-After": "0"})

    with served(tmp_path, rude) as site:
        site.http.max_bytes = 10_000_000
        found = Contents(site.wiki).contents(range(1, 201))
    assert {revid: content.text for revid, content in found.items()} == {
        n: f"{n} {big}" for n in range(1, 201)
    }
