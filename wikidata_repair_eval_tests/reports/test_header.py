"""The header template: its date in both styles, its count, and what it may look like."""

import pytest

from wikidata_repair_eval.reports.header import read_header, read_number, utc_date


@pytest.mark.parametrize(
    ("text", "date", "count"),
    [
        pytest.param(
            "{{Constraint violations report|date=2025-08-10T11:59:01Z|item count=1691671}}",
            "2025-08-10T11:59:01Z",
            1691671,
            id="the line of P244",
        ),
        pytest.param(
            "{{Constraint violations report|item count=5|date=2025-08-10T11:59:01Z}}",
            "2025-08-10T11:59:01Z",
            5,
            id="other order",
        ),
        pytest.param(
            "{{ constraint violations report\n | date = 2025-08-10T11:59:01Z\n | item  count = 1,691 }}",
            "2025-08-10T11:59:01Z",
            1691,
            id="blanks, lines, small letter, thousands",
        ),
        pytest.param(
            "{{Constraint violations report|date=2014-05-01 10:30 (UTC)|item count=}}",
            "2014-05-01T10:30:00Z",
            None,
            id="old style, empty count",
        ),
        pytest.param("{{Constraint violations report}}", None, None, id="nothing inside"),
        pytest.param(
            "{{Constraint violations report|date={{x|y}}|item count=3}}", None, 3, id="nested template"
        ),
        pytest.param("A note.\n{{Constraint violations report|item count=3}}", None, 3, id="below a note"),
    ],
)
def test_header_is_read_in_every_known_form(text, date, count):
    header = read_header(text)
    assert (header.data_date, header.items_processed) == (date, count)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(
            "{{Complex constraint violations report|date=2025-01-01 10:00 (UTC)}}", id="another report"
        ),
        pytest.param("{{Constraint violations report|date=2025-08-10T11:59:01Z", id="never closed"),
        pytest.param("* [[Q1]]: {{Constraint violations report|item count=3}}", id="as a value"),
        pytest.param("{{Constraint violations reports|item count=3}}", id="another template"),
    ],
)
def test_what_is_no_header_is_not_read_as_one(text):
    assert read_header(text) is None


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2025-08-10T11:59:01Z", "2025-08-10T11:59:01Z"),
        ("2025-08-10T11:59:01", "2025-08-10T11:59:01Z"),
        ("2025-08-10T11:59:01+02:00", "2025-08-10T09:59:01Z"),
        ("2014-05-01 10:30 (UTC)", "2014-05-01T10:30:00Z"),
        ("2014-05-01 10:30 ()", "2014-05-01T10:30:00Z"),
        ("2014-05-01 01:30 (CEST)", "2014-04-30T23:30:00Z"),
        ("2014-05-01 10:30 (cet)", "2014-05-01T09:30:00Z"),
        ("2014-05-01 10:30 (MSK)", "2014-05-01T06:30:00Z"),
        ("2015-05-01 10:30 (MSK)", "2015-05-01T07:30:00Z"),
        ("2014-05-01 10:30 (UTC+3)", "2014-05-01T07:30:00Z"),
        ("2014-05-01 10:30 (-0530)", "2014-05-01T16:00:00Z"),
    ],
)
def test_dates_of_both_styles_become_utc(text, date):
    assert utc_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "2025-08-10", "2025-13-10T11:59:01Z", "2025-02-30T11:59:01Z", "2014-05-01 10:30 (XYZ)"],
)
def test_an_unreadable_date_is_unknown_and_not_guessed(text):
    assert utc_date(text) is None


def test_what_the_header_does_not_say_is_noted():
    assert read_header("{{Constraint violations report|date=soon|item count=many}}").notes == (
        "date is not readable: 'soon'",
        "item count is not readable: 'many'",
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("1,234", 1234),
        ("1 234", 1234),
        ("1.234.567", 1234567),
        ("", None),
        ("-1", None),
        ("12a", None),
    ],
)
def test_numbers_may_have_thousands_separators(text, number):
    assert read_number(text) == number
