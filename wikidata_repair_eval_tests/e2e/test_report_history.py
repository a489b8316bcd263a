"""A report page's history over HTTP: batched, incremental, and the same however it was read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.reports import SnapshotTables
from wikidata_repair_eval.reports.fetch import Reach, ReportWiki
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import served, small_world

ALL = Reach()
NOTHING = SnapshotTables()


@contextmanager
def report_wiki(folder: Path, world: World) -> Iterator[tuple[ReportWiki, str, dict[str, float]]]:
    """Reads the world's reports; gives the title prefix and a live view of the counters too."""
    with served(folder, world) as (source, _):
        settings = load_settings({"WRE_SOURCE": source})
        with connect(settings, folder / "limits") as client:
            api = MediaWiki(client, settings.source.api_url)
            wiki = ReportWiki(Revisions(api), Contents(api), settings.source.report_bots)
            yield wiki, settings.source.report_prefix, client.counters


def as_of(world: World, title: str, count: int) -> World:
    """The world when this page had only its first `count` revisions."""
    page = world.pages[title]
    return replace(world, pages={**world.pages, title: replace(page, revisions=page.revisions[:count])})


@pytest.mark.parametrize("key", ["P569", "P214", "P131"])
def test_a_history_read_in_parts_is_the_history_read_at_once(tmp_path: Path, key: str):
    world = small_world(1)
    with report_wiki(tmp_path, world) as (wiki, prefix, _):
        at_once = wiki.walk(prefix + key, key, ALL, NOTHING)
    known, count = NOTHING, len(at_once.revisions)
    for part in (count // 3, 2 * count // 3, count):
        with report_wiki(tmp_path, as_of(world, prefix + key, part)) as (wiki, _, _):
            known = wiki.walk(prefix + key, key, ALL, known)
    assert known == at_once


def test_texts_come_fifty_to_a_request(tmp_path: Path):
    with report_wiki(tmp_path, small_world(1)) as (wiki, prefix, counters):
        tables = wiki.walk(f"{prefix}P569", "P569", ALL, NOTHING)
        read = sum(row.status in ("ok", "blank", "unparseable") for row in tables.revisions)
        assert counters["requests"] <= 1 + -(-read // 50)


def test_a_look_that_finds_nothing_new_costs_one_request(tmp_path: Path):
    with report_wiki(tmp_path, small_world(1)) as (wiki, prefix, counters):
        known = wiki.walk(f"{prefix}P569", "P569", ALL, NOTHING)
        before = counters["requests"]
        assert wiki.walk(f"{prefix}P569", "P569", ALL, known) == known
        assert counters["requests"] == before + 1


def test_the_reach_limits_what_is_listed_and_read(tmp_path: Path):
    with report_wiki(tmp_path, small_world(1)) as (wiki, prefix, _):
        whole = wiki.walk(f"{prefix}P569", "P569", ALL, NOTHING)
        middle = whole.revisions[len(whole.revisions) // 2].saved
        later = wiki.walk(f"{prefix}P569", "P569", Reach(since=middle), NOTHING)
        assert [r.revision_id for r in later.revisions] == [
            r.revision_id for r in whole.revisions if r.saved >= middle
        ]
        newest = wiki.walk(f"{prefix}P569", "P569", Reach(max_revisions=3), NOTHING)
        assert [r.revision_id for r in newest.revisions] == [r.revision_id for r in whole.revisions[-3:]]


def test_another_set_of_bots_makes_the_page_be_walked_anew(tmp_path: Path):
    with report_wiki(tmp_path, small_world(1)) as (wiki, prefix, _):
        known = wiki.walk(f"{prefix}P569", "P569", ALL, NOTHING)
        assert {row.bot for row in known.revisions} > {"KrBot2"}
        wiki.bots = frozenset({"KrBot2"})
        anew = wiki.walk(f"{prefix}P569", "P569", ALL, known)
        assert {row.bot for row in anew.revisions} == {"KrBot2", None}  # the others are strangers now
        assert len(anew.revisions) == len(known.revisions)
