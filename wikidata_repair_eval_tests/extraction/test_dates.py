"""Dates: what is said and what is stated, in all their spellings and precisions."""

import pytest

from wikidata_repair_eval.extraction.date_texts import dates_in
from wikidata_repair_eval.extraction.records import Statement
from wikidata_repair_eval.extraction.values import prepare
from wikidata_repair_eval.extraction.values import said as spoken
from wikidata_repair_eval_tests.extraction.build_cases import said, text, thing, time

DAY = time("1867-11-07T00:00:00Z")
JULIAN = "http://www.wikidata.org/entity/Q1985786"


@pytest.mark.parametrize(
    "spelt",
    [
        "1867-11-07",
        "1867-11-07T00:00:00Z",
        "+1867-11-07T00:00:00Z",
        "1867-11-07T00:00:00+01:00",
        '"1867-11-07"^^xsd:date',
        '"1867-11-07"^^<http://www.w3.org/2001/XMLSchema#date>',
        "7 November 1867",
        "7th of November 1867",
        "7 Nov. 1867",
        "November 7, 1867",
        "Nov 7 1867",
        "November 7th, 1867",
        "Thursday, 7 November 1867",
        "7 November 1867 (aged 66)",
        "1867/11/07",
        "7.11.1867",
        "1867年11月7日",
        "on 7 November 1867",
        "\uff17 November \uff11\uff18\uff16\uff17",
    ],
)
def test_a_day_is_the_same_in_every_spelling(spelt):
    assert said(spelt, DAY) == 1.0


@pytest.mark.parametrize(
    ("value", "statement", "score"),
    [
        pytest.param("1867", DAY, 0.95, id="a year for a day is a year-level match"),
        pytest.param(1867, DAY, 0.95, id="a year as a JSON number"),
        pytest.param('"1867"^^xsd:gYear', DAY, 0.95, id="a typed year"),
        pytest.param("1867?", DAY, 0.95, id="a doubtful year"),
        pytest.param("c. 1867", DAY, 0.95, id="circa"),
        pytest.param("November 1867", DAY, 0.97, id="a month for a day"),
        pytest.param("1867-11", DAY, 0.97, id="an ISO month for a day"),
        pytest.param("1868", DAY, 0.0, id="another year"),
        pytest.param("1867-11-08", DAY, 0.0, id="a contradicting day is no match"),
        pytest.param("1867-01-01", DAY, 0.0, id="the first of January is a day like any other"),
        pytest.param("October 1867", DAY, 0.0, id="a contradicting month is no match"),
        pytest.param("1867-13-07", DAY, 0.0, id="month 13 is no date"),
        pytest.param("1867-02-30", DAY, 0.0, id="30 February is no date"),
        pytest.param("1867\u20131934", DAY, 0.0, id="a span of years is no date"),
        pytest.param("1867 in Warsaw", DAY, 0.0, id="a text with a year in it is no date"),
        pytest.param("1860s", DAY, 0.0, id="a decade says too little"),
        pytest.param("unknown", DAY, 0.0, id="a word is no date"),
        pytest.param("", DAY, 0.0, id="nothing is no date"),
        pytest.param(
            "1867-05-03", time("1867-01-01T00:00:00Z", 9), 0.95, id="month and day of a year are noise"
        ),
        pytest.param("1867", time("1867-00-00T00:00:00Z", 9), 0.95, id="year 1867 with zeros"),
        pytest.param("1867", time("+1867-00-00T00:00:00Z", None), 0.95, id="precision left out"),
        pytest.param("1868-01-01", time("1867-01-01T00:00:00Z", 9), 0.0, id="the first day of the next year"),
        pytest.param("1867-11-07", time("1867-11-01T00:00:00Z", 10), 0.97, id="a day of a stated month"),
        pytest.param("1867-12-01", time("1867-11-01T00:00:00Z", 10), 0.0, id="a day of another month"),
        pytest.param("1860s", time("1860-01-01T00:00:00Z", 8), 1.0, id="a decade"),
        pytest.param("1867", time("1860-01-01T00:00:00Z", 8), 0.9, id="a year of a stated decade"),
        pytest.param("1870", time("1860-01-01T00:00:00Z", 8), 0.0, id="the year after a decade"),
        pytest.param("19th century", time("1801-01-01T00:00:00Z", 7), 1.0, id="a century by its first year"),
        pytest.param(
            "nineteenth century", time("1900-01-01T00:00:00Z", 7), 1.0, id="a century by its last year"
        ),
        pytest.param("18th century", time("1801-01-01T00:00:00Z", 7), 0.0, id="another century"),
        pytest.param("3/4/1900", time("1900-04-03T00:00:00Z"), 1.0, id="day first"),
        pytest.param("3/4/1900", time("1900-03-04T00:00:00Z"), 1.0, id="month first"),
        pytest.param("30/4/1900", time("1900-04-30T00:00:00Z"), 1.0, id="there is no month 30"),
    ],
)
def test_dates_match_as_far_as_both_speak(value, statement, score):
    assert said(value, statement) == score


@pytest.mark.parametrize(
    ("value", "statement", "score"),
    [
        pytest.param("476", time("0476-09-04T00:00:00Z"), 0.95, id="years below 1000 are years"),
        pytest.param("AD 476", time("0476-09-04T00:00:00Z"), 0.95, id="AD 476"),
        pytest.param("4 September 476", time("0476-09-04T00:00:00Z"), 1.0, id="a day of 476"),
        pytest.param("79 CE", time("0079-08-24T00:00:00Z"), 0.95, id="two digits and an era"),
        pytest.param("44 BC", time("-0043-03-15T00:00:00Z"), 0.95, id="44 BC in astronomical years"),
        pytest.param("44 BC", time("-0044-03-15T00:00:00Z"), 0.95, id="44 BC in Wikibase's years"),
        pytest.param("15 March 44 B.C.", time("-0043-03-15T00:00:00Z"), 1.0, id="a day before the era"),
        pytest.param("16 March 44 BC", time("-0043-03-15T00:00:00Z"), 0.0, id="another day before the era"),
        pytest.param("-0043-03-15", time("-0043-03-15T00:00:00Z"), 1.0, id="the same spelling"),
        pytest.param("-44", time("-0043-03-15T00:00:00Z"), 0.95, id="a short negative year"),
        pytest.param("44", time("-0043-03-15T00:00:00Z"), 0.0, id="44 is not 44 BC"),
        pytest.param("0044-03-15", time("-0044-03-15T00:00:00Z"), 0.0, id="the sign counts"),
        pytest.param("44 BC", time("0044-03-15T00:00:00Z"), 0.0, id="44 BC is not 44"),
        pytest.param("50 BC", time("-0043-03-15T00:00:00Z"), 0.0, id="another year before the era"),
        pytest.param("5th century BC", time("-0450-01-01T00:00:00Z", 7), 1.0, id="a century before the era"),
        pytest.param("5th century", time("-0450-01-01T00:00:00Z", 7), 0.0, id="a century of the wrong era"),
        pytest.param(
            "66 million years ago", time("-66000000-00-00T00:00:00Z", 3), 1.0, id="a geological age"
        ),
        pytest.param("10000 BC", time("-9999-01-01T00:00:00Z", 9), 0.95, id="five digits"),
    ],
)
def test_years_before_1000_and_before_the_era(value, statement, score):
    assert said(value, statement) == score


@pytest.mark.parametrize(
    ("value", "stated", "calendar", "score"),
    [
        pytest.param(
            "25 December 1642", "1643-01-04T00:00:00Z", JULIAN, 1.0, id="said Julian, stored Gregorian"
        ),
        pytest.param(
            "4 January 1643", "1642-12-25T00:00:00Z", JULIAN, 1.0, id="said Gregorian, stored Julian"
        ),
        pytest.param("25 December 1642", "1642-12-25T00:00:00Z", "Q1985786", 1.0, id="both Julian"),
        pytest.param("26 December 1642", "1643-01-04T00:00:00Z", JULIAN, 0.0, id="another day"),
        pytest.param("25 December 1642", "1643-01-04T00:00:00Z", None, 0.0, id="nothing says Julian"),
        pytest.param("25 December 1642", "1643-01-04T00:00:00Z", "Q1985727", 0.0, id="Gregorian"),
        pytest.param(
            "13 March 44 BC", "-0043-03-15T00:00:00Z", JULIAN, 1.0, id="the ides of March, proleptic"
        ),
    ],
)
def test_a_julian_day_may_be_told_in_either_calendar(value, stated, calendar, score):
    assert said(value, time(stated, calendar=calendar)) == score


@pytest.mark.parametrize(
    "impossible", ["1867-02-30", "1867-13-07", "31 April 1900", "29 February 1867", "32/13/1900"]
)
def test_a_day_that_no_calendar_has_is_no_date(impossible):
    assert dates_in(impossible) == ()


def test_the_year_rule_applies_to_time_values_only():
    assert said("2012 Tony Award", text("2012 Grammy Award", pid="P166")) == 0.0
    assert said("2012", text("2012 Grammy Award", pid="P166")) == 0.0
    assert said("1984", thing("Q208460", "Nineteen Eighty-Four (1984)", pid="P800")) == 0.0


@pytest.mark.parametrize(
    ("value", "years", "words"),
    [
        pytest.param("-0043-03-15T00:00:00Z", "astronomical", {"44 BC"}, id="RDF counts a year 0"),
        pytest.param("-0044-03-15T00:00:00Z", "historical", {"44 BC"}, id="JSON does not"),
        pytest.param("-0044-03-15T00:00:00Z", None, {"44 BC", "45 BC"}, id="nobody says which"),
        pytest.param("-0044-00-00T00:00:00Z", None, {"44 BC"}, id="zeros are JSON's"),
        pytest.param("0000-01-01T00:00:00Z", None, {"1 BC"}, id="a year 0 is RDF's"),
    ],
)
def test_years_before_1_are_never_off_by_one_where_the_spelling_is_known(value, years, words):
    truth = prepare(Statement("P570", value, "time", precision=9, years=years))
    tried = [f"{year} BC" for year in (1, 2, 43, 44, 45, 46)]
    assert {text for text in tried if truth.compare(spoken(text)) >= 0.85} == words
