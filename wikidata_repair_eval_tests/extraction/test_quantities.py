"""Quantities: sign, separators, scale words, rounding to the stated digits, units."""

import pytest

from wikidata_repair_eval_tests.extraction.build_cases import amount, said

METRE, KILOMETRE, FOOT, SQUARE_KM, CELSIUS, MINUTE, DOLLAR = (
    "Q11573",
    "Q828224",
    "Q3710",
    "Q712226",
    "Q25267",
    "Q7727",
    "Q4917",
)
EVEREST = amount("8848.86", METRE)
PARIS = amount("2102650", None, pid="P1082")


@pytest.mark.parametrize(
    ("value", "statement", "score"),
    [
        pytest.param("8848.86 m", EVEREST, 1.0, id="the same"),
        pytest.param(8848.86, EVEREST, 1.0, id="a JSON number"),
        pytest.param('"8848.86"^^xsd:decimal', EVEREST, 1.0, id="a typed number"),
        pytest.param("+8848.86", EVEREST, 1.0, id="a plus sign"),
        pytest.param("8,848.86 metres above sea level", EVEREST, 1.0, id="thousands and words"),
        pytest.param("8 848.86 m", EVEREST, 1.0, id="a space in the number"),
        pytest.param("8\u202f848.86 m", EVEREST, 1.0, id="a narrow space in the number"),
        pytest.param("8.848,86 m", EVEREST, 1.0, id="a decimal comma"),
        pytest.param(
            "about 8,848.86 m (29,031.7 ft)", EVEREST, 1.0, id="hedged, with another unit in brackets"
        ),
        pytest.param("8,849 m", EVEREST, 0.95, id="rounded to the metre"),
        pytest.param("8,848.9 m", EVEREST, 0.95, id="rounded to one decimal"),
        pytest.param("8,850 m", EVEREST, 0.95, id="zeros at the end may be rounded"),
        pytest.param("9,000 m", EVEREST, 0.0, id="one digit and zeros is no rounding"),
        pytest.param("8,848 m", EVEREST, 0.0, id="cut, not rounded"),
        pytest.param("8,848.87 m", EVEREST, 0.0, id="the last digit counts"),
        pytest.param("884886", EVEREST, 0.0, id="the decimal point counts"),
        pytest.param("-8848.86", EVEREST, 0.0, id="the sign counts"),
        pytest.param("29,032 ft", EVEREST, 0.95, id="feet for metres, rounded to the foot"),
        pytest.param("29,029 ft", EVEREST, 0.0, id="feet of an older survey"),
        pytest.param("8.84886 km", EVEREST, 0.95, id="kilometres for metres"),
        pytest.param("8.849 km", EVEREST, 0.95, id="rounded kilometres"),
        pytest.param("8848.86 km", EVEREST, 0.0, id="the same number of another unit"),
        pytest.param("8848.86 kg", EVEREST, 0.0, id="a unit of another kind"),
        pytest.param("8848.86 bananas", EVEREST, 0.0, id="no unit at all"),
        pytest.param("8000-9000 m", EVEREST, 0.0, id="a range"),
        pytest.param("very high", EVEREST, 0.0, id="no number"),
        pytest.param("NaN", EVEREST, 0.0, id="not a number"),
        pytest.param("1e999999999", EVEREST, 0.0, id="an absurd power"),
        pytest.param("-10.9 °C", amount("-10.9", CELSIUS), 1.0, id="negative"),
        pytest.param("\u221210.9", amount("-10.9", CELSIUS), 1.0, id="a typographic minus"),
        pytest.param("10.9 °C", amount("-10.9", CELSIUS), 0.0, id="the minus is missing"),
        pytest.param("12.4 °F", amount("-10.9", CELSIUS), 0.95, id="Fahrenheit for Celsius"),
        pytest.param("0 °C", amount("0", CELSIUS), 1.0, id="zero"),
        pytest.param("105.4 km²", amount("105.4", SQUARE_KM), 1.0, id="a power in the unit"),
        pytest.param("105.4 square kilometers", amount("105.4", SQUARE_KM), 1.0, id="a unit in words"),
        pytest.param("40.7 sq mi", amount("105.4", SQUARE_KM), 0.95, id="square miles"),
        pytest.param("1 h 30 min", amount("90", MINUTE), 1.0, id="two units, one amount"),
        pytest.param("PT1H30M", amount("90", MINUTE), 1.0, id="an ISO duration"),
        pytest.param("PT2H", amount("120", MINUTE), 0.95, id="an ISO duration in hours"),
        pytest.param("PT", amount("120", MINUTE), 0.0, id="an ISO duration of nothing"),
        pytest.param("5 ft 11 in", amount("1.80", METRE), 0.95, id="feet and inches"),
        pytest.param("$5 million", amount("5000000", DOLLAR), 1.0, id="a currency before the number"),
        pytest.param("€5 million", amount("5000000", DOLLAR), 0.0, id="another currency"),
    ],
)
def test_amounts_with_units(value, statement, score):
    assert said(value, statement) == score


@pytest.mark.parametrize(
    ("value", "score"),
    [
        pytest.param("2102650", 1.0, id="the same"),
        pytest.param("2,102,650", 1.0, id="thousands"),
        pytest.param("2.102.650", 1.0, id="points for thousands"),
        pytest.param("2'102'650", 1.0, id="apostrophes for thousands"),
        pytest.param("21,02,650", 1.0, id="Indian grouping"),
        pytest.param("٢١٠٢٦٥٠", 1.0, id="Arabic digits"),
        pytest.param("2,102,650 inhabitants", 1.0, id="a counted noun"),
        pytest.param("2.1 million", 0.95, id="rounded millions"),
        pytest.param("2.10 million", 0.95, id="one digit more"),
        pytest.param("2.1M", 0.95, id="M for million"),
        pytest.param("2 million", 0.95, id="the digit that is stated"),
        pytest.param("over 2.1 million people", 0.95, id="hedged, rounded, counted"),
        pytest.param("2.1 \u00d7 10⁶", 0.95, id="a power of ten"),
        pytest.param("2.2 million", 0.0, id="rounded to another number"),
        pytest.param("2.11 million", 0.0, id="a digit too far"),
        pytest.param("2.1", 0.0, id="the million is missing"),
        pytest.param("2.1 billion", 0.0, id="another scale"),
        pytest.param("2102651", 0.0, id="one more"),
        pytest.param("-2102650", 0.0, id="negative"),
        pytest.param("2102650 km", 0.0, id="a unit where none is stated"),
    ],
)
def test_mere_numbers(value, score):
    assert said(value, PARIS) == score


def test_a_stated_number_may_be_the_rounded_one():
    assert said("8848.86 m", amount("8849", METRE)) == 0.95
    assert said("8848.86 m", amount("8848", METRE)) == 0.0


def test_a_unit_that_nobody_knows_is_compared_by_number():
    assert said("12", amount("12", "Q999999999")) == 1.0
    assert said("12 foos", amount("12", "http://www.wikidata.org/entity/Q999999999")) == 0.9
    assert said("13 foos", amount("12", "Q999999999")) == 0.0
