"""Does a repair still stand in the dump? By value, and as old as the dumped entity."""

from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.world.persistence import persistence_of
from wikidata_repair_eval_tests.build import item, quantity, statement, text
from wikidata_repair_eval_tests.world.frozen_cases import (
    EARLY,
    LATE,
    Raw,
    abox,
    frozen,
    one_of,
    repair,
    rules,
    state,
    tbox,
    term_edit,
    thing,
)

PROPERTY = thing("P21", "sex or gender", one_of("P21", "Q11"))
WRONG, RIGHT = statement("P21", item("Q10")), statement("P21", item("Q11"))
BEFORE, AFTER = thing("Q1", "Ada", WRONG), thing("Q1", "Ada", RIGHT, modified=LATE)
GONE = thing("Q1", "Ada", modified=LATE)


def check(folder: Path, record: Raw, *dumped: Raw, before: Raw | None = None) -> Raw:
    with frozen(
        folder, *dumped, thing("Q9", "somebody", modified=LATE), wanted=["Q1", "P21", "Q9"]
    ) as snapshot:
        return persistence_of(record, before, snapshot)


@pytest.mark.parametrize(
    ("after", "today", "status"),
    [
        pytest.param(AFTER, AFTER, "persists", id="the new value is there"),
        pytest.param(
            AFTER, thing("Q1", "Ada", RIGHT, WRONG, modified=LATE), "lost", id="the old one came back"
        ),
        pytest.param(AFTER, thing("Q1", "Ada", WRONG, modified=LATE), "lost", id="it was undone"),
        pytest.param(AFTER, GONE, "lost", id="the new value was removed"),
        pytest.param(
            AFTER,
            thing("Q1", "Ada", statement("P21", item("Q11"), id="Q1$another"), modified=LATE),
            "persists",
            id="the value counts, not the statement's id",
        ),
        pytest.param(
            AFTER,
            thing("Q1", "Ada", RIGHT, statement("P21", item("Q10"), rank="deprecated"), modified=LATE),
            "persists",
            id="the old value is only there as deprecated",
        ),
        pytest.param(GONE, GONE, "persists", id="what was removed is absent"),
        pytest.param(GONE, thing("Q1", "Ada", WRONG, modified=LATE), "lost", id="what was removed is back"),
        pytest.param(
            GONE,
            thing("Q1", "Ada", RIGHT, modified=LATE),
            "persists",
            id="what was removed is absent and something else was added",
        ),
    ],
)
def test_values_decide(tmp_path: Path, after: Raw, today: Raw, status: str):
    record = repair(BEFORE, "P21", abox(BEFORE, after, "P21"))
    assert check(tmp_path, record, today, PROPERTY)["status"] == status


def dated(value: str = "Q10", **more: Any) -> Raw:
    """Said anew, with a date."""
    return statement("P21", item(value), id="Q1$anew", qualifiers={"P580": [text("1990")]}, **more)


@pytest.mark.parametrize(
    ("anew", "today", "status"),
    [
        pytest.param(dated(), [dated()], "persists", id="as it was made"),
        pytest.param(dated(), [], "lost", id="nothing is left"),
        pytest.param(dated(), [WRONG], "lost", id="the qualifier is gone"),
        pytest.param(dated(), [dated("Q11")], "lost", id="another value has the qualifier"),
        pytest.param(
            dated(rank="preferred"), [dated(rank="preferred")], "persists", id="the rank that it got"
        ),
        pytest.param(dated(rank="preferred"), [dated()], "lost", id="another rank"),
    ],
)
def test_a_statement_made_anew_with_the_same_value_must_be_there_with_what_it_got(
    tmp_path: Path, anew: Raw, today: list[Raw], status: str
):
    record = repair(BEFORE, "P21", abox(BEFORE, thing("Q1", "Ada", anew), "P21"))
    assert {op["op"] for op in record["repair_target"]["statement_ops"]} == {"remove", "add"}
    assert check(tmp_path, record, thing("Q1", "Ada", *today, modified=LATE), PROPERTY)["status"] == status


def test_the_answer_is_as_old_as_the_dumped_entity(tmp_path: Path):
    found = check(tmp_path, repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21")), AFTER, PROPERTY)
    assert found["checked_at"] == LATE
    assert [value["text"] for value in found["current_value"]] == ["Q11"]
    assert found["best_rank"] is True


def test_a_dump_older_than_the_repair_cannot_tell(tmp_path: Path):
    old = thing("Q1", "Ada", WRONG, modified=EARLY)
    found = check(tmp_path, repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21")), old, PROPERTY)
    assert found["status"] == "not_checked"
    assert "before the repair" in found["reason"]


@pytest.mark.parametrize(("after", "status"), [(AFTER, "lost"), (GONE, "persists")], ids=["added", "removed"])
def test_of_a_deleted_entity_only_a_removal_persists(tmp_path: Path, after: Raw, status: str):
    found = check(tmp_path, repair(BEFORE, "P21", abox(BEFORE, after, "P21")), PROPERTY)
    assert (found["status"], found["checked_at"]) == (status, LATE)


def test_nobody_can_tell_of_an_entity_that_was_not_asked_for(tmp_path: Path):
    record = repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21", entity="Q8"))
    assert check(tmp_path, record, AFTER, PROPERTY)["status"] == "not_checked"


@pytest.mark.parametrize(("today", "status"), [("Ада", "persists"), ("Ада Лавлейс", "lost"), (None, "lost")])
def test_a_label_that_was_added_is_compared_as_a_text(tmp_path: Path, today: str | None, status: str):
    labels = {"ru": {"language": "ru", "value": today}} if today else {}
    dumped = {**thing("Q1", "Ada", modified=LATE), "labels": labels}
    record = repair(BEFORE, "P21", term_edit(BEFORE, "labels/ru", "Ада"))
    assert check(tmp_path, record, dumped, PROPERTY)["status"] == status


WIDER = thing("P21", "sex or gender", one_of("P21", "Q11", "Q10"), modified=LATE)


@pytest.mark.parametrize(
    ("today", "status"),
    [
        pytest.param(WIDER, "persists", id="still allowed"),
        pytest.param(thing("P21", "x", one_of("P21", "Q11"), modified=LATE), "lost", id="allowed no more"),
        pytest.param(thing("P21", "x", modified=LATE), "persists", id="the constraint is gone altogether"),
        pytest.param(
            thing("P21", "x", one_of("P21", "Q11", id="P21$new"), modified=LATE),
            "lost",
            id="narrow again under a new id",
        ),
        pytest.param(
            thing("P21", "x", one_of("P21", "Q11", rank="deprecated"), modified=LATE),
            "persists",
            id="deprecated",
        ),
        pytest.param(thing("P21", "x", one_of("P21", "Q11")), "not_checked", id="the dump is older"),
    ],
)
def test_a_constraint_edit_persists_while_the_entity_is_clean_under_it(
    tmp_path: Path, today: Raw, status: str
):
    record = repair(BEFORE, "P21", tbox(PROPERTY, WIDER))
    found = check(tmp_path, record, AFTER, today, before=state(BEFORE, rules(PROPERTY)))
    assert found["status"] == status


@pytest.mark.parametrize(("asked", "status"), [("P22", "persists"), ("P569", "lost")])
def test_a_constraint_about_another_property_is_not_the_one_that_was_removed(
    tmp_path: Path, asked: str, status: str
):
    def against(other: str, guid: str) -> Raw:
        return statement("P2302", item("Q21502838"), id=f"P21${guid}", qualifiers={"P2306": [item(other)]})

    before = thing("Q1", "Ada", WRONG, statement("P22", item("Q3")), statement("P569", text("1815")))
    narrow, free = (
        thing("P21", "x", against("P569", "00000000-0000-4000-8000-00000000000a")),
        thing("P21", "x", modified=LATE),
    )
    today = thing("P21", "x", against(asked, "new"), modified=LATE)
    record = repair(before, "P21", tbox(narrow, free))
    found = check(tmp_path, record, before, today, before=state(before, rules(narrow)))
    assert found["status"] == status


def test_without_the_state_before_a_constraint_edit_is_not_judged(tmp_path: Path):
    found = check(tmp_path, repair(BEFORE, "P21", tbox(PROPERTY, WIDER)), AFTER, WIDER)
    assert found["status"] == "not_checked"


def test_a_neighbour_that_the_state_lacks_is_taken_from_the_dump(tmp_path: Path):
    """Value type: the class of the value is asked for, and only the snapshot has it."""
    rule = statement(
        "P2302",
        item("Q21510865"),
        id="P21$00000000-0000-4000-8000-00000000000a",
        qualifiers={"P2308": [item("Q5")], "P2309": [item("Q21503252")]},
    )
    narrow = thing("P21", "x", rule)
    wide = thing("P21", "x", {**rule, "rank": "deprecated"}, modified=LATE)
    value = thing("Q10", "value", statement("P31", item("Q6")))
    record = repair(BEFORE, "P21", tbox(narrow, wide))
    before = state(BEFORE, rules(narrow))
    again = thing("P21", "x", rule, modified=LATE)
    with frozen(tmp_path, AFTER, again, value, thing("Q6", "c", statement("P279", item("Q5")))) as snapshot:
        assert persistence_of(record, before, snapshot)["status"] == "persists"


@pytest.mark.parametrize(("highest", "status"), [("+1", "persists"), ("+0.1", "lost")])
def test_units_convert_as_their_frozen_pages_say(tmp_path: Path, highest: str, status: str):
    """A range in kilometres, a value in metres."""

    def ranged(amount: str, modified: str) -> Raw:
        guid = "P21$00000000-0000-4000-8000-00000000000a"
        ends = {"P2313": [quantity("+0", "Q3")], "P2312": [quantity(amount, "Q3")]}
        return thing(
            "P21", "x", statement("P2302", item("Q21510860"), id=guid, qualifiers=ends), modified=modified
        )

    before = thing("Q1", "Ada", statement("P21", quantity("+500", "Q2")))
    units = [
        thing("Q2", "metre", statement("P2370", quantity("+1", "Q2"))),
        thing("Q3", "kilometre", statement("P2370", quantity("+1000", "Q2"))),
    ]
    record = repair(before, "P21", tbox(ranged("+0.2", EARLY), ranged("+1", LATE)))
    then = state(before, rules(ranged("+0.2", EARLY)))
    with frozen(tmp_path, AFTER, ranged(highest, LATE), *units) as snapshot:
        assert persistence_of(record, then, snapshot)["status"] == status


def test_a_string_value_is_compared_as_written(tmp_path: Path):
    before = thing("Q1", "Ada", statement("P21", text("VIAF 1")))
    after = thing("Q1", "Ada", statement("P21", text("1")), modified=LATE)
    record = repair(before, "P21", abox(before, after, "P21"))
    assert check(tmp_path, record, after, PROPERTY)["status"] == "persists"
