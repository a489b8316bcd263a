"""How the tests of the sandbox's world read it: windows of a truth entry, runs of a page."""

import re
from functools import cache
from itertools import pairwise

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval_tests.sandbox.plain_rules import Wayback, listed

BOTS = ("KrBot2", "KrBot", "DeltaBot")
SEEDS = (1, 2, 11)


@cache
def small(seed):
    return build_world(seed, "small")


@cache
def wayback(seed):
    return Wayback(small(seed))


def text_of(world, revision_id):
    return world.content(world.revisions[revision_id]).decode()


def data_date(world, revision_id):
    """The date in the header, or the time of saving where the header has none."""
    found = re.search(r"\|date=(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)Z)?", text_of(world, revision_id))
    if found is None:
        return world.revisions[revision_id].timestamp
    return f"{found[1]}T{found[2]}:{found[3] or '00'}Z"


def window(world, entry):
    """(data old, published old, data new, published new) of a repair."""
    old, new = entry["report_revision_old"], entry["report_revision_new"]
    published = [world.revisions[number].timestamp for number in (old, new)]
    return data_date(world, old), published[0], data_date(world, new), published[1]


def report_pages(world):
    """Property id -> page, for the pages that really are reports."""
    titles = {title.removeprefix(world.report_prefix): title for title in world.report_titles()}
    return {key: world.pages[title] for key, title in titles.items() if re.fullmatch(r"P[1-9]\d*", key)}


def complete_runs(world, page):
    """Revisions by a report bot that are whole reports."""
    return [
        revision
        for revision in page.revisions
        if revision.user.name in BOTS and b"{{Constraint violations report" in world.content(revision)
    ]


def disappearances(world, page):
    """(subject, old revision, new revision) by the whole-page rule, each bot compared with itself."""
    for bot in BOTS:
        runs = [revision for revision in complete_runs(world, page) if revision.user.name == bot]
        for old, new in pairwise(runs):
            before, after = text_of(world, old.id), text_of(world, new.id)
            if "Too many results" in after:
                continue
            gone = {subject for subject, _ in listed(before)[0]} - {
                subject for subject, _ in listed(after)[0]
            }
            yield from ((subject, old.id, new.id) for subject in sorted(gone))


def event_revisions(history, entry):
    """The edited page and the index of the fixing revision in it."""
    page = history.pages[entry["event"]["entity"]]
    index = [revision.id for revision in page.revisions].index(entry["event"]["revision_id"])
    return page, index
