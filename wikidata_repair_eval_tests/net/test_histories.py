"""Windows and as-of questions ask the wiki as little as possible and claim only what they have seen."""

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.histories import Histories
from wikidata_repair_eval.net.history import HistoryStore, NotYetCreated, Unknown
from wikidata_repair_eval.net.rest_history import RestHistory
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval.net.times import BEGINNING, Interval, shifted
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval_tests.net.wiki_server import TinyWiki, rev, served


def day(number: int) -> str:
    return f"2026-03-{number:02}T00:00:00Z"


def daily(first: int, last: int) -> list[dict]:
    """One edit a day at midnight; the revision id is the day."""
    return [rev(n, day(n), 0 if n == first else n - 1) for n in range(first, last + 1)]


def ids(revisions) -> list[int]:
    return [revision.revid for revision in revisions]


@pytest.fixture(params=["action", "rest"])
def world(request, tmp_path):
    wiki = TinyWiki({"Q1": daily(3, 20)})
    with served(tmp_path, wiki) as site:
        store = HistoryStore(tmp_path / "history.sqlite", request.param)
        rest = RestHistory(site.http, f"{site.server.url}/w/rest.php")
        source = Revisions(site.wiki) if request.param == "action" else rest
        yield site, wiki, Histories(source, store)


def test_a_window_comes_with_its_carry_in_in_one_request(world):
    site, _, histories = world
    window = histories.window("Q1", day(10), day(12))
    assert ids(window.revisions) == [10, 11, 12]
    assert isinstance(window.carry_in, Revision)
    assert window.carry_in.revid == 9
    assert site.requests == 1


def test_a_window_asked_again_or_inside_another_costs_nothing(world):
    site, _, histories = world
    first = histories.window("Q1", day(8), day(12))
    assert histories.window("Q1", day(8), day(12)) == first
    assert ids(histories.window("Q1", day(9), day(11)).revisions) == [9, 10, 11]
    assert histories.as_of("Q1", shifted(day(10), 5)).revid == 10
    assert site.requests == 1
    assert histories.counters.snapshot() == {"history_hits": 2, "history_misses": 1}


def test_before_the_first_edit_the_page_was_not_yet_created(world):
    _, _, histories = world
    window = histories.window("Q1", day(1), day(4))
    assert ids(window.revisions) == [3, 4]
    assert isinstance(window.carry_in, NotYetCreated)
    assert isinstance(histories.as_of("Q1", "2020-01-01T00:00:00Z"), NotYetCreated)


def test_a_missing_page_is_asked_for_once_and_is_no_empty_history(world):
    site, _, histories = world
    for _ in range(3):
        with pytest.raises(PageMissing, match="no readable page 'Q404'"):
            histories.window("Q404", day(1), day(4))
    assert site.requests == 1
    assert histories.store.covered("Q404") == []


def test_coverage_ends_before_the_servers_clock_and_never_at_ours(world):
    _, wiki, histories = world
    wiki.clock = "2026-07-01T00:00:00Z"  # which is also the Date header; our own clock shows another year
    histories.window("Q1", day(19), "2031-01-01T00:00:00Z")
    [covered] = histories.store.covered("Q1")
    assert covered.end == shifted(wiki.clock, -10)


def test_an_edit_made_after_the_answer_is_found_by_the_next_window(world):
    _, wiki, histories = world
    histories.window("Q1", day(19), "2026-07-01T00:00:00Z")
    wiki.pages["Q1"].append(rev(21, "2026-06-30T23:59:58Z", 20))  # the database lagged behind the clock
    later = histories.window("Q1", day(19), "2026-07-01T00:00:00Z")
    assert ids(later.revisions) == [19, 20, 21]


def test_as_of_a_moment_the_server_has_not_seen_is_unknown(world):
    _, _, histories = world
    assert isinstance(histories.as_of("Q1", "2030-01-01T00:00:00Z"), Unknown)


def test_as_of_the_last_seconds_is_answered_though_not_yet_claimed(world):
    _, wiki, histories = world
    assert histories.as_of("Q1", wiki.clock).revid == 20
    assert histories.store.as_of("Q1", wiki.clock) == Unknown("Q1", wiki.clock)


def test_an_overlapping_window_asks_only_for_what_is_missing(tmp_path):
    wiki = TinyWiki({"Q1": [rev(n, shifted(day(1), 3600 * n)) for n in range(1, 600)]})
    with served(tmp_path, wiki) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        histories.window("Q1", shifted(day(1), 3600 * 300), shifted(day(1), 3600 * 310))
        [before] = histories.store.covered("Q1")
        histories.window("Q1", shifted(day(1), 3600 * 305), shifted(day(1), 3600 * 320))
    [_, second] = wiki.asked
    assert second["rvend"] == shifted(before.end, 1)
    assert second["rvstart"] == shifted(day(1), 3600 * 320)


def test_a_window_longer_than_an_answer_is_read_to_its_end(tmp_path):
    wiki = TinyWiki({"Q1": [rev(n, shifted(day(1), n), n - 1) for n in range(1, 1_300)]})
    with served(tmp_path, wiki) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        window = histories.window("Q1", shifted(day(1), 100), shifted(day(1), 1_250))
    assert ids(window.revisions) == list(range(100, 1_251))
    assert window.carry_in.revid == 99
    assert len(wiki.asked) == 4  # 50 + 500 + 500 + the rest


def test_trap_31_a_carry_in_second_with_several_edits_is_read_whole(tmp_path):
    # The newest by id (9) is the parent of 8: only reading the whole second shows that 8 was current.
    same_second = [rev(9, day(5), 4), rev(8, day(5), 9)]
    wiki = TinyWiki({"Q1": [rev(4, day(4), 0), *same_second, rev(20, day(9), 8)]})
    with served(tmp_path, wiki) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        assert histories.window("Q1", day(8), day(10)).carry_in.revid == 8


def test_a_second_that_may_go_on_in_the_next_answer_is_not_claimed(tmp_path):
    # 60 edits in one second: the first answer (50) ends in the middle of it.
    crowd = [rev(n, day(5), n - 1) for n in range(100, 160)]
    wiki = TinyWiki({"Q1": [rev(1, day(2), 0), *crowd, rev(200, day(9), 159)]})
    with served(tmp_path, wiki) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        assert histories.as_of("Q1", day(9)).revid == 200
        assert histories.store.covered("Q1") == [Interval(shifted(day(5), 1), day(9))]
        assert histories.as_of("Q1", day(5)).revid == 159
        assert len(histories.store.between("Q1", day(5), day(5))) == 60
        assert histories.store.covered("Q1") == [Interval(BEGINNING, day(9))]


def test_a_short_window_brings_its_texts_along_so_that_reading_them_costs_no_request(tmp_path):
    wiki = TinyWiki({"Q1": daily(3, 20)})
    with served(tmp_path, wiki) as site:
        snapshots = Snapshots(Cache(tmp_path / "s.sqlite", "test"))
        histories = Histories(Revisions(site.wiki, snapshots), HistoryStore(tmp_path / "h.sqlite", "test"))
        window = histories.window("Q1", day(10), day(12), content=True)
        wanted = [*ids(window.revisions), window.carry_in.revid]
        texts = Contents(site.wiki, snapshots).contents(wanted)
        assert [texts[revid].text for revid in wanted] == [f"text of {n}" for n in (10, 11, 12, 9)]
        assert site.requests == 1


def test_a_long_window_asks_for_texts_only_once(tmp_path):
    wiki = TinyWiki({"Q1": [rev(n, shifted(day(1), n), n - 1) for n in range(1, 200)]})
    with served(tmp_path, wiki) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        window = histories.window("Q1", shifted(day(1), 50), shifted(day(1), 150), content=True)
    assert len(window.revisions) == 101
    assert ["content" in asked["rvprop"] for asked in wiki.asked] == [True, False]
    assert wiki.asked[0]["rvlimit"] == "5"


def test_what_was_read_before_a_failure_is_kept_and_not_asked_again(tmp_path):
    wiki = TinyWiki({"Q1": [rev(n, shifted(day(1), n), n - 1) for n in range(1, 1_300)]})
    calls = 0

    def failing(seen, number):
        nonlocal calls
        calls += 1
        reply = wiki(seen, number)
        return reply if calls != 3 else type(reply)(status=403)

    start, end = shifted(day(1), 100), shifted(day(1), 1_250)
    with served(tmp_path, failing) as site:
        histories = Histories(Revisions(site.wiki), HistoryStore(tmp_path / "h.sqlite", "test"))
        with pytest.raises(Exception, match="HTTP 403"):
            histories.window("Q1", start, end)
        assert len(histories.window("Q1", start, end).revisions) == 1_151
    assert wiki.asked[3]["rvstart"] < shifted(end, -500)


def test_a_rest_history_goes_on_under_what_is_known(tmp_path):
    wiki = TinyWiki({"Q1": [rev(n, shifted(day(1), n), n - 1) for n in range(1, 200)]})
    with served(tmp_path, wiki) as site:
        rest = RestHistory(site.http, f"{site.server.url}/w/rest.php")
        histories = Histories(rest, HistoryStore(tmp_path / "h.sqlite", "test"))
        histories.window("Q1", shifted(day(1), 150), shifted(day(1), 160))
        first = site.requests
        window = histories.window("Q1", shifted(day(1), 125), shifted(day(1), 160))
        assert ids(window.revisions) == list(range(125, 161))
        assert window.carry_in.revid == 124
        assert (first, site.requests) == (3, 4)  # from the top it would be four more
