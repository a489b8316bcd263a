"""Short texts of values: every type, every precision, and nothing that crashes."""

import pytest

from wikidata_repair_eval.wikibase import render_datavalue, render_id, render_snak
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

JULIAN = "Q1985786"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(item("Q5"), "Q5", id="item"),
        pytest.param(item("L1-F1"), "L1-F1", id="form"),
        pytest.param(text("71000137"), "71000137", id="text"),
        pytest.param(monolingual("Haus", "de"), "Haus (de)", id="monolingual"),
        pytest.param(unknown(), "unknown value", id="trap 44: unknown value"),
        pytest.param(none(), "no value", id="trap 44: no value"),
        pytest.param(time("+1952-03-11"), "1952-03-11", id="day"),
        pytest.param(time("+00000001952-03-11"), "1952-03-11", id="trap 42: padded year"),
        pytest.param(time("+1952-03-11", 10), "1952-03", id="month"),
        pytest.param(time("+1952-03-11", 9), "1952", id="year, whatever day it carries"),
        pytest.param(time("+1952-00-00", 11), "1952", id="trap 42: a day that is not given"),
        pytest.param(time("+1952-03-00", 11), "1952-03", id="a month and no day"),
        pytest.param(time("+1952-00-00", 8), "1950s", id="decade"),
        pytest.param(time("+1852-00-00", 7), "19th century", id="century"),
        pytest.param(time("+1900-00-00", 7), "19th century", id="the last year of a century"),
        pytest.param(time("+1901-00-00", 7), "20th century", id="the first year of a century"),
        pytest.param(time("+2050-00-00", 7), "21st century", id="21st"),
        pytest.param(time("+1150-00-00", 7), "12th century", id="12th"),
        pytest.param(time("+1500-00-00", 6), "2nd millennium", id="millennium"),
        pytest.param(
            time("-0044-03-15", calendar=JULIAN), "0044-03-15 BCE (Julian)", id="trap 42: BCE, Julian"
        ),
        pytest.param(time("-0044-00-00", 9), "44 BCE", id="trap 42: 44 BCE is -44, not -43"),
        pytest.param(time("-0450-00-00", 7), "5th century BCE", id="century BCE"),
        pytest.param(time("-0045-00-00", 8), "40s BCE", id="decade BCE"),
        pytest.param(time("-13798000000-00-00", 3), "13798000000 (to 1 million years) BCE", id="geology"),
        pytest.param(time("+2000-01-01T10:30:00Z", 14), "2000-01-01T10:30:00", id="time of day"),
        pytest.param(time("+2000-01-01", 11, "Q12345"), "2000-01-01 (Q12345)", id="another calendar"),
        pytest.param(quantity("+10.380"), "10.380", id="amount with its digits"),
        pytest.param(quantity("-5", "Q11573"), "-5 Q11573", id="unit"),
        pytest.param(quantity("+10", lower="+9.5", upper="+10.5"), "10±0.5", id="even bounds"),
        pytest.param(quantity("+10", "Q11573", "+9", "+12"), "10 [9, 12] Q11573", id="uneven bounds"),
        pytest.param(quantity("+10", lower="+9"), "10 [9, ..]", id="one bound"),
        pytest.param(coordinate(52.5166667, -13.4), "52.516667, -13.4", id="place"),
        pytest.param(coordinate(0.00000001, -0.00000001), "0, 0", id="no exponents"),
        pytest.param(coordinate(1, 2, None, "Q405"), "1, 2 (Q405)", id="on the moon"),
        pytest.param(
            value("time", {"time": "yesterday"}),
            '{"type":"time","value":{"time":"yesterday"}}',
            id="malformed value",
        ),
        pytest.param(value("bad", {"a": 1}), '{"type":"bad","value":{"a":1}}', id="unsupported value"),
        pytest.param({"snaktype": "value"}, "null", id="value without a value"),
    ],
)
def test_short_texts(content, expected):
    assert render_snak(snak("P1", content)) == expected


def test_labels_are_shown_beside_ids_where_known():
    labels = {"Q5": "human", "Q11573": "metre"}
    assert render_id("Q5", labels) == "human (Q5)"
    assert render_id("Q6", labels) == "Q6"
    assert render_datavalue(quantity("+2", "Q11573")["datavalue"], labels) == "2 metre (Q11573)"
