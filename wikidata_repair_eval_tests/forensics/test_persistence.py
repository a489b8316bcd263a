"""What counts as lost: told by values, on the live wiki."""

from typing import Any

import pytest

from wikidata_repair_eval_tests.build import Raw, item, statement, text
from wikidata_repair_eval_tests.constraints.definitions import definition
from wikidata_repair_eval_tests.forensics.stories import LETTERS, SINGLE, Story

OTHER = "Q1$22222222-0000-4000-8000-000000000001"


def value(content: str, **more: Any) -> Raw:
    return statement(
        "P1", text(content), id=more.pop("id", "Q1$00000000-0000-4000-8000-000000000001"), **more
    )


def changed(*today: Raw) -> Story:
    """A1 became abc; this is what stands there today."""
    story = Story(LETTERS)
    story.state("2024-01-01", value("A1"))
    story.state("03-05", value("abc"))
    story.state("09-01", *today, user="Otto")
    return story


@pytest.mark.parametrize(
    ("today", "outcome"),
    [
        pytest.param([value("abc")], "proven", id="still there"),
        pytest.param([value("abc", id=OTHER)], "proven", id="still there under another statement id"),
        pytest.param([value("abc"), value("xyz", id=OTHER)], "proven", id="another value beside it"),
        pytest.param([value("abc", references=[{"P9": [text("x")]}])], "proven", id="cited since"),
        pytest.param([value("abc", rank="deprecated")], "proven", id="there, of another rank"),
        pytest.param(
            [value("abc"), value("A1", id=OTHER, rank="deprecated")],
            "proven",
            id="the old one back, deprecated",
        ),
        pytest.param([value("abc"), value("A1", id=OTHER)], "lost", id="the old one back beside it"),
        pytest.param([value("xyz")], "lost", id="changed again"),
        pytest.param([value("A1")], "lost", id="undone"),
        pytest.param([], "lost", id="removed"),
    ],
)
def test_a_changed_value_persists_if_it_is_there_and_the_old_one_is_not(
    today: list[Raw], outcome: str
) -> None:
    assert changed(*today).outcome().name == outcome


@pytest.mark.parametrize(("rank", "best"), [("normal", True), ("deprecated", False)])
def test_whether_it_has_the_best_rank_is_noted(rank: str, best: bool) -> None:
    repair = changed(value("abc", rank=rank)).outcome().repair
    assert repair is not None
    assert repair.persistence_check.live.best_rank is best
    assert [v.text for v in repair.persistence_check.live.current_value or ()] == ["abc"]


@pytest.mark.parametrize(
    ("today", "outcome"),
    [
        pytest.param([value("a")], "proven", id="still gone"),
        pytest.param([], "proven", id="all gone"),
        pytest.param([value("a"), value("b", id=OTHER)], "lost", id="back again"),
    ],
)
def test_a_removed_value_persists_if_it_is_still_absent(today: list[Raw], outcome: str) -> None:
    story = Story(definition(SINGLE))
    story.state("2024-01-01", value("a"), value("b", id=OTHER))
    story.state("03-05", value("a"))
    story.state("09-01", *today, user="Otto")
    assert story.outcome(type_qid=SINGLE, family="Single value").name == outcome


def test_a_removed_duplicate_is_not_lost_because_the_other_one_stands() -> None:
    story = Story(definition(SINGLE))
    story.state("2024-01-01", value("a"), value("a", id=OTHER))
    story.state("03-05", value("a"))
    assert story.outcome(type_qid=SINGLE, family="Single value").name == "proven"


@pytest.mark.parametrize(
    ("qualifiers", "outcome"),
    [
        pytest.param({"P5": [text("x")]}, "proven", id="still qualified"),
        pytest.param({"P5": [text("x")], "P6": [text("y")]}, "proven", id="and by more"),
        pytest.param(None, "lost", id="no longer qualified"),
    ],
)
def test_an_added_qualifier_must_still_be_there(qualifiers: Any, outcome: str) -> None:
    story = Story(definition("Q21510856", P2306=[item("P5")]))
    story.state("2024-01-01", value("a"))
    story.state("03-05", value("a", qualifiers={"P5": [text("x")]}))
    story.state("09-01", value("a", qualifiers=qualifiers), user="Otto")
    assert story.outcome(type_qid="Q21510856", family="Mandatory Qualifiers").name == outcome


def test_of_an_item_merged_since_the_target_tells() -> None:
    story = changed(value("abc"))
    story.state("2024-01-01", value("abc"), qid="Q2")
    story.redirect("10-01", "Q2")
    assert story.outcome().name == "proven"


def test_an_item_deleted_since_cannot_be_read_at_all() -> None:
    story = changed(value("abc"))
    del story.wiki.pages["Q1"]
    story.wiki.deletions["Q1"] = "2025-10-01T00:00:00Z"
    assert story.outcome().name == "undecidable"


def test_the_time_of_the_check_is_the_servers() -> None:
    repair = changed(value("abc")).outcome().repair
    assert repair is not None
    assert repair.persistence_check.live.checked_at == "2026-06-01T00:00:00Z"
