"""Values in the short and the full form, and when two of them mean the same."""

from typing import Any

import pytest

from wikidata_repair_eval.constraints import UnitTable
from wikidata_repair_eval.scoring import InvalidProposal
from wikidata_repair_eval.scoring.meaning import Meaning
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval_tests.build import (
    Raw,
    coordinate,
    entity,
    item,
    monolingual,
    none,
    quantity,
    snak,
    statement,
    text,
    unknown,
)
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.scoring.builders import FORMAT, case, p1, rule

JULIAN = "Q1985786"
SHOWN = {"P10": item("Q5"), "P11": date("+1950-01-01"), "P12": quantity("+1"), "P13": coordinate(1.0, 2.0)}
SHOWN |= {"P14": monolingual("x"), "P15": text("x")}


@pytest.fixture(scope="module")
def room() -> Room:
    subject = entity("Q1", p1(text("a")), *(statement(name, value) for name, value in SHOWN.items()))
    labels = {"Q5": {"label": "human"}, "Q11573": {"label": "metre"}}
    made = case(subject, [rule(FORMAT)], after=subject, world_state={"L2_labels": {"entities": labels}})
    return Room(made)


@pytest.mark.parametrize(
    ("property_id", "short", "full"),
    [
        ("P10", "Q6", item("Q6")),
        ("P10", "q6", item("Q6")),
        ("P10", "wd:Q6", item("Q6")),
        ("P10", "http://www.wikidata.org/entity/Q6", item("Q6")),
        ("P10", "something (Q6)", item("Q6")),
        ("P10", "Human", item("Q5")),
        ("P10", "unknown value", unknown()),
        ("P10", "no value", none()),
        ("P11", "1952-03-11", date("+1952-03-11")),
        ("P11", "+1952-03-11T00:00:00Z", date("+1952-03-11")),
        ("P11", "1952-03", date("+1952-03-00", 10)),
        ("P11", "1952", date("+1952-00-00", 9)),
        ("P11", "1950s", date("+1950-00-00", 8)),
        ("P11", "19th century", date("+1900-00-00", 7)),
        ("P11", "44 BCE (Julian)", date("-0044-00-00", 9, JULIAN)),
        ("P11", "1066-10-14", date("+1066-10-14", 11, JULIAN)),
        ("P11", "1066-10-14 (Gregorian)", date("+1066-10-14")),
        ("P12", "10", quantity("+10")),
        ("P12", "-10.50", quantity("-10.50")),
        ("P12", "10±1 Q11573", quantity("+10", "Q11573", "+9", "+11")),
        ("P12", "10 metre", quantity("+10", "Q11573")),
        ("P12", 7, quantity("+7")),
        ("P12", 0.5, quantity("+0.5")),
        ("P13", "52.5, 13.4", coordinate(52.5, 13.4, None)),
        ("P13", "Point(13.4 52.5)", coordinate(52.5, 13.4, None)),
        ("P14", "Haus (de)", monolingual("Haus", "de")),
        ("P14", '"Haus"@de', monolingual("Haus", "de")),
        ("P15", "no value", text("no value")),
        ("P15", "Q5", text("Q5")),
    ],
)
def test_a_short_value_is_read_by_the_type_of_its_property(
    room: Room, property_id: str, short: Any, full: Raw
) -> None:
    assert canonical_snak(room.values.snak(short, property_id)) == canonical_snak(snak(property_id, full))


@pytest.mark.parametrize(
    "value",
    [
        *SHOWN.values(),
        date("-0044-03-15", calendar=JULIAN),
        quantity("+3", "Q11573", "+2", "+5"),
        date("+1850-00-00", 7),
    ],
)
def test_every_full_form_is_read_and_says_the_same(room: Room, value: Raw) -> None:
    name = next(
        (name for name, one in SHOWN.items() if one["datavalue"]["type"] == value["datavalue"]["type"])
    )
    whole = snak(name, value)
    content = value["datavalue"]["value"]
    shown = {"snaktype": "value", "datatype": None, "value": content, "rank": "normal", "text": "?"}
    for form in (whole, value["datavalue"], shown, statement(name, value)):
        assert canonical_snak(room.values.snak(form, name)) == canonical_snak(whole)


@pytest.mark.parametrize(
    "value",
    [
        date("+1952-03-11"),
        date("+1950-00-00", 8),
        date("-0044-00-00", 9),
        date("+1952-03-00", 10),
        quantity("+1.50"),
        quantity("+3", "Q1", "+2", "+4"),
        item("Q9"),
        text("Ä b"),
        monolingual("Haus", "de"),
        unknown(),
        none(),
    ],
)
def test_the_text_that_artifacts_show_is_read_back(room: Room, value: Raw) -> None:
    kind = value.get("datavalue", {}).get("type")
    name = next((name for name, one in SHOWN.items() if one["datavalue"]["type"] == kind), "P10")
    said = room.values.snak(render_snak(snak(name, value)), name)
    assert room.meaning.same(said, snak(name, value))


@pytest.mark.parametrize(
    ("property_id", "value"),
    [
        ("P10", "nobody"),
        ("P11", "soon"),
        ("P11", "1952-13-01"),
        ("P12", "ten"),
        ("P12", "10 parsecs"),
        ("P13", "91, 0"),
        ("P14", "Haus"),
        ("P15", ""),
        ("P15", True),
        ("P15", None),
        ("P15", ["a"]),
        ("P10", {"type": "string", "value": "Q5"}),
        ("P12", 1e300),
    ],
)
def test_a_text_that_is_no_value_of_the_property_is_refused(room: Room, property_id: str, value: Any) -> None:
    with pytest.raises(InvalidProposal):
        room.values.snak(value, property_id)


CONVERTS = UnitTable.from_json({"Q1": {"factor": "1000", "unit": "Q2"}, "Q2": {"factor": "1", "unit": "Q2"}})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(date("+1952-01-01", 9), date("+1952-00-00", 9), True, id="a year hides its day"),
        pytest.param(date("+00000001952-01-01", 9), date("+1952-00-00", 9), True, id="a padded year"),
        pytest.param(date("+1952-03-11"), date("+1952-00-00", 9), False, id="a day is not a year"),
        pytest.param(date("+1952-03-11"), date("+1952-03-12"), False, id="another day"),
        pytest.param(
            date("+1917-11-07"), date("+1917-10-25", 11, JULIAN), True, id="one day in two calendars"
        ),
        pytest.param(
            date("+1917-11-07"), date("+1917-11-07", 11, JULIAN), False, id="one date in two calendars"
        ),
        pytest.param(date("+1953-00-00", 8), date("+1957-00-00", 8), True, id="one decade"),
        pytest.param(date("+1801-00-00", 7), date("+1900-00-00", 7), True, id="one century"),
        pytest.param(date("+1900-00-00", 7), date("+1901-00-00", 7), False, id="two centuries"),
        pytest.param(date("-0044-00-00", 9), date("+0044-00-00", 9), False, id="two eras"),
        pytest.param(quantity("+10"), quantity("+10.0"), True, id="digits after the point"),
        pytest.param(quantity("+10", "Q2", "+9", "+11"), quantity("+10", "Q2"), True, id="bounds"),
        pytest.param(quantity("+2", "Q1"), quantity("+2000", "Q2"), True, id="converted units"),
        pytest.param(quantity("+2", "Q3"), quantity("+2", "Q4"), False, id="units that nobody converts"),
        pytest.param(quantity("+2"), quantity("+2", "Q2"), False, id="no unit is another unit"),
        pytest.param(
            coordinate(1.0, 2.0, 0.01), coordinate(1.005, 2.0, 0.0001), True, id="within the precision"
        ),
        pytest.param(
            coordinate(1.0, 2.0, 0.01), coordinate(1.02, 2.0, 0.0001), False, id="beyond the precision"
        ),
        pytest.param(coordinate(0.0, 180.0), coordinate(0.0, -180.0), True, id="one meridian"),
        pytest.param(coordinate(1.0, 2.0), coordinate(1.0, 2.0, globe="Q405"), False, id="another globe"),
        pytest.param(text("é"), text("e\u0301"), True, id="Unicode forms"),
        pytest.param(text("abc"), text("ABC"), False, id="an identifier's case counts"),
        pytest.param(monolingual("a", "de"), monolingual("a", "fr"), False, id="another language"),
        pytest.param(item("Q1"), item("Q99"), True, id="a redirect"),
        pytest.param(item("Q1"), text("Q1"), False, id="the text Q1 is not the item Q1"),
        pytest.param(unknown(), none(), False, id="unknown is not none"),
    ],
)
def test_when_two_values_mean_the_same(one: Raw, other: Raw, same: bool) -> None:
    meaning = Meaning(CONVERTS, lambda entity_id: "Q1" if entity_id == "Q99" else entity_id)
    assert meaning.same(snak("P1", one), snak("P1", other)) is same
    assert meaning.same(snak("P1", other), snak("P1", one)) is same
