"""The shelf of large worlds: what is kept outside of memory comes back as it was."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from wikidata_repair_eval.sandbox import scales
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.shelf import PAGES_AT_HAND, RevisionsOfPages, Shelf
from wikidata_repair_eval_tests.sandbox.world_readings import small


@pytest.fixture(scope="module")
def shelved():
    """The small world, kept on a shelf."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(scales.SCALES, "small", replace(scales.SCALES["small"], shelved=True))
        return build_world(1, "small")


def test_large_worlds_are_kept_on_a_shelf_and_smaller_ones_in_memory():
    assert {name for name, scale in scales.SCALES.items() if scale.shelved} == {"large"}


def test_a_world_on_the_shelf_is_the_world_in_memory(shelved):
    kept = small(1)
    assert shelved.truth == kept.truth
    assert list(shelved.pages) == list(kept.pages)
    assert isinstance(shelved.revisions, RevisionsOfPages)
    for title, page in kept.pages.items():
        other = shelved.pages[title]
        assert list(other.revisions) == list(page.revisions)
        assert other.latest == page.latest
        assert other.revisions[:2] == page.revisions[:2]
        assert [shelved.content(revision) for revision in other.revisions] == [
            kept.content(revision) for revision in page.revisions
        ]


def test_revisions_are_found_by_id_and_those_of_deleted_pages_are_not(shelved):
    kept = small(1)
    assert len(shelved.revisions) == len(kept.revisions)
    assert dict(shelved.revisions) == kept.revisions
    assert shelved.deleted_revision_ids == kept.deleted_revision_ids
    assert all(number not in shelved.revisions for number in kept.deleted_revision_ids)
    assert shelved.revisions.get(-1) is None


def test_many_readers_at_once_get_the_same_as_one(shelved):
    numbers = sorted(shelved.revisions)[::7]
    with ThreadPoolExecutor(8) as readers:
        found = list(readers.map(lambda number: shelved.content(shelved.revisions[number]), numbers))
    assert found == [small(1).content(small(1).revisions[number]) for number in numbers]


def test_memory_holds_only_the_pages_read_last():
    revisions = [revision for page in small(1).pages.values() for revision in page.revisions[:1]]
    shelf = Shelf()
    kept = [shelf.keep_revisions([revision]) for revision in revisions]
    assert [each[0] for each in kept] == revisions
    assert len(revisions) > PAGES_AT_HAND
    assert len(shelf._at_hand) == PAGES_AT_HAND
