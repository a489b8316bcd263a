"""Ranges, differences, units, whole numbers, bounds: quantities and dates with the reference's quirks."""

import pytest

from wikidata_repair_eval.constraints import UnitTable, World, now_from
from wikidata_repair_eval_tests.build import item, none, quantity, statement, text, time, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

RANGE, DIFFERENCE, UNITS, INTEGER, NO_BOUNDS = "Q21510860", "Q21510854", "Q21514353", "Q52848401", "Q51723761"
METRE, KILOMETRE, GRAM, KILOGRAM, DAY, YEAR, SECOND = (
    "Q11573",
    "Q828224",
    "Q41803",
    "Q11570",
    "Q573",
    "Q577",
    "Q11574",
)
TABLE = UnitTable.from_json(
    {
        f"http://www.wikidata.org/entity/{KILOMETRE}": {"factor": "1000", "unit": METRE},
        METRE: {"factor": "1", "unit": METRE},
        GRAM: {"factor": "0.001", "unit": KILOGRAM},
        DAY: {"factor": "86400", "unit": SECOND},
        YEAR: {"factor": "31557600", "unit": SECOND},
        "Q9999": {"factor": "-1", "unit": METRE},
    }
)
WORLD = World(units=TABLE, now=now_from("2026-01-01T00:00:00Z"))


def quantities(low, high):
    return constraint(RANGE, P2313=[low], P2312=[high])


def dates(low, high):
    return constraint(RANGE, P2310=[low], P2311=[high])


def in_range(value, rule, context=WORLD):
    return status(main_use(statement("P1", value)), rule, context)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [("+0", "compliance"), ("+9", "compliance"), ("+9.0001", "violation"), ("-0.0001", "violation")],
)
def test_both_ends_belong_to_the_range(amount, expected):
    assert in_range(quantity(amount), quantities(quantity("+0"), quantity("+9"))) == expected


@pytest.mark.parametrize("blank", [unknown(), none()], ids=["unknown value", "no value"])
@pytest.mark.parametrize("qid", [RANGE, DIFFERENCE])
def test_blank_values_pass_before_the_parameters_are_read(qid, blank):
    assert in_range(blank, constraint(qid)) == "compliance"


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(constraint(RANGE), id="no ends"),
        pytest.param(constraint(RANGE, P2313=[quantity("+1")]), id="only one end of the pair"),
        pytest.param(quantities(none(), none()), id="both ends open"),
        pytest.param(quantities(quantity("+1"), quantity("+1")), id="equal ends"),
        pytest.param(quantities(unknown(), quantity("+1")), id="unknown end of a quantity"),
        pytest.param(constraint(RANGE, P2313=[quantity("+1"), none()], P2312=[none()]), id="two minimums"),
        pytest.param(quantities(quantity("+1", YEAR), quantity("+2", DAY)), id="exactly one end in years"),
        pytest.param(quantities(text("1"), quantity("+9")), id="an end that is no quantity"),
    ],
)
def test_malformed_ranges(rule):
    assert in_range(quantity("+5"), rule) == "bad_parameters"


def test_ends_that_are_written_differently_are_two_ends():
    assert in_range(quantity("+1"), quantities(quantity("+1"), quantity("+1.0"))) == "compliance"


def test_a_value_that_is_neither_quantity_nor_date_is_the_constraints_fault():
    rule = quantities(quantity("+0"), quantity("+9"))
    assert in_range(text("5"), rule) == "bad_parameters"
    assert in_range(time("+1952-01-01"), rule) == "bad_parameters"


def test_a_value_below_the_minimum_violates_before_a_malformed_maximum_is_looked_at():
    rule = quantities(quantity("+10"), text("none"))
    assert in_range(quantity("+5"), rule) == "violation"
    assert in_range(quantity("+15"), rule) == "bad_parameters"


def test_uncertainty_does_not_widen_the_comparison():
    assert (
        in_range(quantity("+10", lower="+8", upper="+12"), quantities(none(), quantity("+9"))) == "violation"
    )


@pytest.mark.parametrize(
    ("value", "maximum", "expected"),
    [
        pytest.param(
            quantity("+1", KILOMETRE), quantity("+999", METRE), "violation", id="units are converted"
        ),
        pytest.param(quantity("+1", KILOMETRE), quantity("+1000", METRE), "compliance", id="and inclusive"),
        pytest.param(
            quantity("+99.99", KILOMETRE, "+98.99", "+100.99"),
            quantity("+99.99", KILOMETRE),
            "violation",
            id="rounded up",
        ),
        pytest.param(
            quantity("+0.5", KILOMETRE, "-0.5", "+1.5"),
            quantity("+1", METRE),
            "compliance",
            id="rounded to 0",
        ),
        pytest.param(
            quantity("+5", "Q1"), quantity("+4", "Q2"), "violation", id="unknown units compare as numbers"
        ),
        pytest.param(
            quantity("+5", "Q9999"), quantity("+4", METRE), "violation", id="negative factors convert nothing"
        ),
        pytest.param(quantity("+5"), quantity("+5", METRE), "compliance", id="no unit is never converted"),
    ],
)
def test_units_in_ranges_trap_43(value, maximum, expected):
    assert in_range(value, quantities(none(), maximum)) == expected


def test_without_a_conversion_table_only_equal_units_compare():
    rule = quantities(none(), quantity("+5", METRE))
    assert in_range(quantity("+6", METRE), rule, World()) == "violation"
    assert in_range(quantity("+6", KILOMETRE), rule, World()) == "todo"


def test_https_and_http_unit_addresses_are_the_same_unit_trap_43():
    other = quantity("+6", METRE)
    other["datavalue"]["value"]["unit"] = "https://www.wikidata.org/entity/Q11573"
    assert in_range(other, quantities(none(), quantity("+5", METRE)), World()) == "violation"


@pytest.mark.parametrize(
    ("date", "low", "high", "expected"),
    [
        pytest.param(
            "+1952-00-00", "+1952-01-01", "+1953-01-01", "compliance", id="month and day 0 count as 1"
        ),
        pytest.param(
            "+1952-00-00", "+1952-01-02", "+1953-01-01", "violation", id="so the year begins in January"
        ),
        pytest.param("+00000001952-03-11", "+1952-03-11", "+1953-01-01", "compliance", id="padded years"),
        pytest.param("-0044-03-15", "-0100-01-01", "-0001-12-31", "compliance", id="years before Christ"),
        pytest.param("-0001-06-01", "+0001-01-01", "+0100-01-01", "violation", id="1 BCE is before 1 CE"),
        pytest.param(
            "-13798000000-00-00", "-9999999999999999-00-00", "+0001-01-01", "compliance", id="geology"
        ),
        pytest.param(
            "+2024-02-31", "+2024-03-02", "+2024-03-02", "bad_parameters", id="equal ends, whatever the day"
        ),
        pytest.param(
            "+2023-02-31", "+2023-03-03", "+2023-03-04", "compliance", id="31 February runs on into March"
        ),
    ],
)
def test_date_ranges_trap_42(date, low, high, expected):
    assert in_range(time(date), dates(time(low), time(high))) == expected


def test_precision_and_calendar_are_ignored_but_the_timezone_counts():
    rule = dates(time("+1952-03-11"), time("+1952-03-12"))
    assert in_range(time("+1952-03-11", 9, calendar="Q1985786"), rule) == "compliance"
    assert in_range(time("+1952-03-11", timezone=60), rule) == "violation"


def test_year_0_and_1_bce_fall_together():
    assert in_range(time("+0000-06-01"), dates(time("-0001-06-01"), time("-0001-06-02"))) == "compliance"


@pytest.mark.parametrize(
    "date",
    [
        "+1952-13-01",
        "+1952-01-32",
        "+1952-00-05",
        "1952-01-01",
        "+1952-01-01T25:00:00Z",
        "+1952-01-00T01:00:00Z",
    ],
)
def test_a_date_that_wikibase_would_not_read_is_no_date(date):
    assert in_range(time(date), dates(none(), time("+2000-01-01"))) == "bad_parameters"


def test_an_unknown_end_of_dates_is_now():
    rule = dates(none(), unknown())
    assert in_range(time("+2025-12-31"), rule) == "compliance"
    assert in_range(time("+2026-01-02"), rule) == "violation"
    assert in_range(time("+2026-01-02"), rule, World()) == "todo"
    assert in_range(time("+1900-01-01"), dates(time("+1950-01-01"), unknown()), World()) == "violation"
    assert in_range(time("+1900-01-01"), dates(unknown(), unknown())) == "bad_parameters"


def differing(own, other, low, high, context=WORLD, **more):
    rule = constraint(DIFFERENCE, P2306=[item("P2")], P2313=[low], P2312=[high])
    others = [statement("P2", value, **more) for value in ([other] if isinstance(other, dict) else other)]
    return status(main_use(statement("P1", own), *others), rule, context)


ZERO, LIFE = quantity("+0", YEAR), quantity("+150", YEAR)


@pytest.mark.parametrize(
    ("death", "birth", "expected"),
    [
        pytest.param("+2000-01-01", "+1850-01-01", "compliance", id="exactly 150 years"),
        pytest.param("+2000-01-02", "+1850-01-01", "violation", id="a day more is half a year more"),
        pytest.param("+1999-12-31", "+1850-01-01", "compliance", id="a day less is within"),
        pytest.param("+1950-01-01", "+1950-01-02", "violation", id="a day before is half a year too little"),
        pytest.param("+0100-01-01", "-0050-01-01", "compliance", id="no year 0: 149 years"),
        pytest.param("+0101-01-01", "-0050-01-01", "compliance", id="no year 0: 150 years"),
        pytest.param("+0102-01-01", "-0050-01-01", "violation", id="no year 0: 151 years"),
        pytest.param("+2000-00-00", "+1850-01-01", "compliance", id="incomplete dates count as January"),
    ],
)
def test_differences_in_years(death, birth, expected):
    assert differing(time(death), time(birth), ZERO, LIFE) == expected


def test_differences_of_dates_in_other_units_are_converted_seconds():
    five, ten = quantity("+5", DAY), quantity("+10", DAY)
    assert differing(time("+1970-01-11"), time("+1970-01-01"), five, ten) == "compliance"
    assert differing(time("+1970-01-12"), time("+1970-01-01"), five, ten) == "violation"
    assert differing(time("+1970-01-12"), time("+1970-01-01"), five, ten, World()) == "todo"


def test_differences_of_quantities_are_binary_floats_after_conversion():
    low, high = quantity("-100", GRAM), quantity("+100", GRAM)
    assert differing(quantity("+1.5", GRAM), quantity("+101.5", GRAM), low, high) == "violation"
    assert differing(quantity("+1.5", GRAM), quantity("+101.4", GRAM), low, high) == "compliance"


@pytest.mark.parametrize("other", [[], [unknown()], [none()]], ids=["missing", "unknown value", "no value"])
def test_without_a_known_other_value_there_is_no_difference(other):
    assert differing(time("+2000-01-01"), other, ZERO, LIFE) == "compliance"


def test_only_the_first_known_other_value_counts():
    values = [unknown(), time("+1990-01-01"), time("+1000-01-01")]
    assert differing(time("+2000-01-01"), values, ZERO, LIFE) == "compliance"
    assert differing(time("+2000-01-01"), values[::-1], ZERO, LIFE) == "violation"


def test_a_deprecated_other_value_does_not_count():
    assert differing(time("+2000-01-01"), time("+1000-01-01"), ZERO, LIFE, rank="deprecated") == "compliance"


def test_values_of_different_types_violate_and_of_one_odd_type_are_open():
    assert differing(time("+2000-01-01"), text("1950"), ZERO, LIFE) == "violation"
    assert differing(text("2000"), text("1950"), ZERO, LIFE) == "todo"


@pytest.mark.parametrize("make", [qualifier_use, reference_use], ids=["qualifier", "reference"])
def test_differences_within_a_qualifier_set_or_a_reference(make):
    rule = constraint(DIFFERENCE, P2306=[item("P2")], P2313=[ZERO], P2312=[LIFE])
    assert (
        status(make({"P1": [time("+2000-01-01")], "P2": [time("+1000-01-01")]}), rule, WORLD) == "violation"
    )
    assert status(make({"P1": [time("+2000-01-01")]}), rule, WORLD) == "compliance"


@pytest.mark.parametrize(
    ("value", "units", "expected"),
    [
        pytest.param(quantity("+1", METRE), [item(METRE)], "compliance", id="listed unit"),
        pytest.param(quantity("+1", KILOMETRE), [item(METRE)], "compliance", id="converts to a listed one"),
        pytest.param(quantity("+1", METRE), [item(KILOMETRE)], "compliance", id="both convert to one"),
        pytest.param(quantity("+1", GRAM), [item(METRE)], "violation", id="another standard unit"),
        pytest.param(quantity("+1"), [item(METRE)], "violation", id="no unit is not allowed"),
        pytest.param(quantity("+1"), [none()], "compliance", id="no unit is allowed as no value (trap 68)"),
        pytest.param(quantity("+1", METRE), [none()], "violation", id="only no unit is allowed"),
        pytest.param(text("1 m"), [item(METRE)], "violation", id="no quantity"),
        pytest.param(none(), [item(METRE)], "compliance", id="no value"),
        pytest.param(none(), [unknown()], "bad_parameters", id="unknown value in the list is malformed"),
        pytest.param(quantity("+1"), [], "bad_parameters", id="no list is malformed"),
    ],
)
def test_allowed_units(value, units, expected):
    assert status(main_use(statement("P1", value)), constraint(UNITS, P2305=units), WORLD) == expected


def test_allowed_units_without_a_table_know_only_the_listed_ones():
    rule = constraint(UNITS, P2305=[item(METRE)])
    assert status(main_use(statement("P1", quantity("+1", METRE))), rule, World()) == "compliance"
    assert status(main_use(statement("P1", quantity("+1", KILOMETRE))), rule, World()) == "todo"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(quantity("+7251"), "compliance", id="whole"),
        pytest.param(quantity("+7251.0"), "compliance", id="7251.0 counts as whole"),
        pytest.param(quantity("+7251.5"), "violation", id="a half"),
        pytest.param(quantity("+7", lower="+6.5", upper="+8"), "violation", id="a bound that is not whole"),
        pytest.param(quantity("+7", lower="+6.0", upper="+8.0"), "compliance", id="whole bounds"),
        pytest.param(text("1.5"), "compliance", id="no quantity"),
        pytest.param(unknown(), "compliance", id="unknown value"),
    ],
)
def test_whole_numbers(value, expected):
    assert status(main_use(statement("P1", value)), constraint(INTEGER)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(quantity("+7"), "compliance", id="no bounds"),
        pytest.param(quantity("+7", lower="+7", upper="+7"), "violation", id="bounds equal to the amount"),
        pytest.param(text("7"), "compliance", id="no quantity"),
    ],
)
def test_no_bounds(value, expected):
    assert status(main_use(statement("P1", value)), constraint(NO_BOUNDS)) == expected


@pytest.mark.parametrize("amount", ["5.", "+05", "five", "+1e5", "", None, True], ids=repr)
def test_an_amount_that_wikibase_would_not_read_is_no_quantity(amount):
    broken = quantity("+1")
    broken["datavalue"]["value"]["amount"] = amount
    assert in_range(broken, quantities(quantity("+0"), quantity("+9"))) == "bad_parameters"
