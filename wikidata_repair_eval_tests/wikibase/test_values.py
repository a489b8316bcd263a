"""Values: every type, old spellings, exactness, and what is refused or kept as it is."""

from decimal import Decimal

import pytest

from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    GlobeCoordinateValue,
    MalformedValue,
    MonolingualTextValue,
    QuantityValue,
    Snak,
    StringValue,
    TimeValue,
    UnsupportedValue,
    parse_datavalue,
    to_datavalue,
)
from wikidata_repair_eval_tests.build import (
    coordinate,
    item,
    monolingual,
    none,
    quantity,
    snak,
    text,
    time,
    unknown,
    value,
)


def parsed(raw):
    return parse_datavalue(raw["datavalue"])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(item("Q5"), EntityIdValue("Q5", "item"), id="item"),
        pytest.param(item("L1-F1"), EntityIdValue("L1-F1", "form"), id="form, which has no number"),
        pytest.param(
            value("wikibase-entityid", {"entity-type": "item", "numeric-id": 1454986}),
            EntityIdValue("Q1454986", "item"),
            id="trap 41: only numeric-id",
        ),
        pytest.param(
            value("wikibase-entityid", {"entity-type": "property", "numeric-id": 31}),
            EntityIdValue("P31", "property"),
            id="trap 41: only numeric-id of a property",
        ),
        pytest.param(text("Q5"), StringValue("Q5"), id="the text Q5 is not the item Q5"),
        pytest.param(monolingual("Haus", "de"), MonolingualTextValue("Haus", "de"), id="monolingual"),
        pytest.param(time("+1952-03-11"), TimeValue(1952, 3, 11, 11), id="day"),
        pytest.param(
            time("+00000001952-03-11"),
            TimeValue(1952, 3, 11, 11),
            id="trap 42: 11-digit year is the same day",
        ),
        pytest.param(
            time("-13798000000-00-00", 3), TimeValue(-13798000000, 0, 0, 3), id="trap 42: geological year"
        ),
        pytest.param(time("+1952-00-00", 9), TimeValue(1952, 0, 0, 9), id="trap 42: month 00"),
        pytest.param(
            time("-0044-03-15", calendar="Q1985786"),
            TimeValue(-44, 3, 15, 11, calendar="Q1985786"),
            id="trap 42: Julian, BCE",
        ),
        pytest.param(
            time("+2000-01-01", before=1, after=2, timezone=60),
            TimeValue(2000, 1, 1, 11, before=1, after=2, timezone=60),
            id="before, after and timezone are kept",
        ),
        pytest.param(quantity("+10.38"), QuantityValue(Decimal("10.38")), id="trap 43: no bounds, unit 1"),
        pytest.param(
            quantity("+0.1", "Q11573", "+0.05", "+0.15"),
            QuantityValue(Decimal("0.1"), "Q11573", Decimal("0.05"), Decimal("0.15")),
            id="bounds and unit",
        ),
        pytest.param(
            quantity("-5", "https://www.wikidata.org/entity/Q11573"),
            QuantityValue(Decimal(-5), "Q11573"),
            id="trap 43: https unit",
        ),
        pytest.param(
            coordinate(52.5, 13.4, None), GlobeCoordinateValue(52.5, 13.4), id="coordinate without precision"
        ),
        pytest.param(
            coordinate(1, 2, 0.1, "Q405"), GlobeCoordinateValue(1.0, 2.0, 0.1, None, "Q405"), id="on the moon"
        ),
    ],
)
def test_values_are_read_exactly(raw, expected):
    assert parsed(raw) == expected


def test_trap_43_no_digit_of_an_amount_passes_through_a_float():
    amount = "+0.1000000000000000055511151231257827021181583404541015625"
    assert str(parsed(quantity(amount)).amount) == amount[1:]


def test_trap_42_bce_years_are_off_by_one_in_rdf():
    assert parsed(time("-0001-00-00", 9)).astronomical_year == 0
    assert parsed(time("+0001-00-00", 9)).astronomical_year == 1


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        pytest.param(value("time", {"precision": 11}), "time is None", id="time without time"),
        pytest.param(time("1952-03-11"), "not of the form", id="time without sign"),
        pytest.param(time("+1952-03-11", precision="11"), "precision is '11'", id="precision in text"),
        pytest.param(value("time", "+1952"), "is no map", id="time as text"),
        pytest.param(quantity(10.38), "not a decimal in text form", id="trap 43: an amount that was a float"),
        pytest.param(quantity("1e5"), "not a decimal in text form", id="an exponent"),
        pytest.param(quantity("NaN"), "not a decimal in text form", id="NaN"),
        pytest.param(value("wikibase-entityid", {"entity-type": "item"}), "holds no entity id", id="no id"),
        pytest.param(
            value("wikibase-entityid", {"entity-type": "form", "numeric-id": 1}),
            "holds no entity id",
            id="a form by number alone",
        ),
        pytest.param(coordinate("52", 13), "latitude is '52'", id="latitude in text"),
        pytest.param(value("monolingualtext", {"text": "x"}), "language is None", id="no language"),
        pytest.param(value("string", 5), "string is 5", id="a number as string"),
        pytest.param({"datavalue": {"type": "string"}}, "without a value", id="no value"),
        pytest.param({"datavalue": {"value": "x"}}, "no map with a type", id="no type"),
        pytest.param({"datavalue": None}, "no map with a type", id="nothing"),
    ],
)
def test_a_value_that_contradicts_its_type_is_refused(raw, problem):
    with pytest.raises(MalformedValue, match=r"^here: ") as caught:
        parse_datavalue(raw["datavalue"], "here")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "bad", "value": {"odd": [1]}, "error": "broken"},
        {"type": "time", "value": {"time": "x"}, "error": "Malformed time"},
        {"type": "from-the-future", "value": {"a": None}},
    ],
    ids=["bad", "known type with an error", "unknown type"],
)
def test_what_the_wiki_itself_cannot_read_is_kept_whole(raw):
    kept = parse_datavalue(raw)
    assert isinstance(kept, UnsupportedValue)
    assert (kept.type, kept.error) == (raw["type"], raw.get("error"))
    assert to_datavalue(kept) == raw
    assert hash(kept) == hash(parse_datavalue(dict(raw)))


@pytest.mark.parametrize(
    "raw",
    [
        item("Q5"),
        item("L1-S1"),
        text("x"),
        monolingual("Haus", "de"),
        time("-0044-03-15", calendar="Q1985786", before=1),
        time("-13798000000-00-00", 3),
        quantity("+10.380", "Q11573", "+10.375", "+10.385"),
        quantity("-3"),
        coordinate(-52.5, 13.4, None, "Q405"),
    ],
    ids=lambda raw: raw["datavalue"]["type"],
)
def test_todays_spelling_is_written_back_as_it_was(raw):
    assert to_datavalue(parsed(raw)) == raw["datavalue"]


def test_trap_44_unknown_and_no_value_have_no_datavalue_and_differ():
    some, no = Snak(snak("P40", unknown())), Snak(snak("P40", none()))
    assert (some.snaktype, some.value) == ("somevalue", None)
    assert (no.snaktype, no.value) == ("novalue", None)
    assert some != no
    assert not some.same_value(no)
    assert some.same_value(Snak(snak("P41", unknown())))


def test_a_snak_parses_its_value_only_when_asked_and_names_the_place():
    broken = Snak(snak("P569", time("yesterday")), "Q1$a")
    assert broken.property == "P569"
    with pytest.raises(MalformedValue, match=r"Q1\$a, P569: time 'yesterdayT00:00:00Z'"):
        _ = broken.value


def test_snaks_are_equal_in_any_dialect():
    new = Snak(snak("P31", item("Q5")))
    old_value = {"type": "wikibase-entityid", "value": {"entity-type": "item", "numeric-id": 5}}
    old = Snak({"property": "P31", "snaktype": "value", "datavalue": old_value})
    assert new == old
    assert len({new, old}) == 1
    assert new.same_value(Snak(snak("P279", item("Q5"))))
    assert new != Snak(snak("P279", item("Q5")))
    assert (new.datatype, old.datatype) == ("wikibase-item", None)
