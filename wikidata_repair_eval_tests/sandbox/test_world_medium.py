"""The medium world: heavy enough that costs measured on it mean something. Longer than CI wants."""

from collections import Counter
from random import Random
from statistics import median

import pytest

from wikidata_repair_eval.sandbox.build import build_world

pytestmark = pytest.mark.slow

ELSEWHERE = ("neighbour", "hierarchy", "other_holder", "constraint")


@pytest.fixture(scope="module")
def world():
    return build_world(1, "medium")


def test_about_sixty_pages_and_thousands_of_repairs(world):
    assert 55 <= len({entry["property"] for entry in world.truth.repairs}) <= 70
    assert len(world.truth.repairs) > 2000


def test_the_median_item_has_twenty_kilobytes_and_thirty_revisions(world):
    items = [page for page in world.pages.values() if page.content_model == "wikibase-item"]
    assert median(len(page.revisions) for page in items) >= 30
    drawn = Random(1).sample(items, 300)
    assert median(len(world.content(page.latest)) for page in drawn) >= 20_000


def test_a_third_of_the_repairs_happens_elsewhere_than_on_the_item(world):
    through = Counter(entry["through"] for entry in world.truth.repairs)
    assert sum(through[key] for key in ELSEWHERE) / through.total() >= 0.3
