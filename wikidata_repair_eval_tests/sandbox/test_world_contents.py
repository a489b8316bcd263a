"""How contents are kept: operations in, the JSON of each revision out."""

import orjson
import pytest

from wikidata_repair_eval.sandbox.contents import EntityHistory, RenderedPages, TextHistory

EMPTY = {"type": "item", "id": "Q1", "labels": {}, "claims": {}}
ENGLISH = {"language": "en", "value": "one"}


def history(*edits, limit=10_000):
    built = EntityHistory(RenderedPages(limit))
    for edit in edits:
        built.append(edit)
    return built


def test_empty_maps_are_stored_as_lists():
    assert orjson.loads(history([["replace", EMPTY]]).content(0)) == {**EMPTY, "labels": [], "claims": []}


def test_each_revision_is_what_was_saved_then():
    pages = history([["replace", EMPTY]], [["labels", "en", ENGLISH]], [["labels", "en", None]])
    assert [orjson.loads(pages.content(number))["labels"] for number in range(3)] == [[], {"en": ENGLISH}, []]


def test_restore_brings_an_earlier_revision_back():
    pages = history([["replace", EMPTY]], [["labels", "en", ENGLISH]], [["restore", 0]], [["restore", 1]])
    assert pages.content(2) == pages.content(0)
    assert pages.content(3) == pages.content(1)


def test_large_edits_survive_compression():
    long = {"language": "en", "value": "x" * 9000}
    assert orjson.loads(history([["replace", EMPTY], ["labels", "en", long]]).content(0))["labels"] == {
        "en": long
    }


def test_an_edit_after_reading_is_seen():
    pages = history([["replace", EMPTY]])
    assert len(pages) == len([pages.content(0)])
    pages.append([["labels", "en", ENGLISH]])
    assert orjson.loads(pages.content(1))["labels"] == {"en": ENGLISH}


def test_a_full_cache_drops_pages_but_never_changes_an_answer():
    cache = RenderedPages(100)
    pages = [EntityHistory(cache) for _ in range(5)]
    for number, page in enumerate(pages):
        page.append([["replace", {**EMPTY, "id": f"Q{number}"}]])
    for _ in range(2):
        ids = [orjson.loads(page.content(0))["id"] for page in pages]
        assert ids == ["Q0", "Q1", "Q2", "Q3", "Q4"]


def test_an_unknown_operation_is_refused():
    with pytest.raises(ValueError, match="is no operation"):
        history([["labels"]]).content(0)


def test_texts_are_kept_as_they_are():
    texts = TextHistory()
    texts.append("* [[Q1]]: é\n")
    assert texts.content(0) == "* [[Q1]]: é\n".encode()
    assert len(texts) == 1
