# ruff: noqa: RUF001 - the odd characters are what extractors write
"""More objects against one statement each: conversions, calendars, rounding, scripts, formulas.

What each datatype's scores are stands in its own test; here only match or no match.
"""

import pytest

from wikidata_repair_eval_tests.extraction.build_cases import amount, point, said, text, thing, time

DATES = [
    ("July 4, 1776", time("1776-07-04T00:00:00Z"), True),
    ("4th of July 1776", time("1776-07-04T00:00:00Z"), True),
    ("4 Jul 1776", time("1776-07-04T00:00:00Z"), True),
    ("04/07/1776", time("1776-07-04T00:00:00Z"), True),
    ("July 5, 1776", time("1776-07-04T00:00:00Z"), False),
    ("1776-07", time("1776-07-04T00:00:00Z"), True),
    ("1776-08", time("1776-07-04T00:00:00Z"), False),
    ("Jul 1776", time("1776-07-04T00:00:00Z"), True),
    ("79 AD", time("0079-08-24T00:00:00Z"), True),
    ("0079", time("0079-08-24T00:00:00Z"), True),
    ("79", time("0079-08-24T00:00:00Z"), True),
    ("1979", time("0079-08-24T00:00:00Z"), False),
    ("AD 79", time("+00000000079-08-24T00:00:00Z"), True),
    ("384 BC", time("-0383-01-01T00:00:00Z", 9), True),
    ("384 BCE", time("-0384-01-01T00:00:00Z", 9), True),
    ("384", time("-0383-01-01T00:00:00Z", 9), False),
    ("322 BC", time("-0383-01-01T00:00:00Z", 9), False),
    ("384 B.C.E.", time("-0383-01-01T00:00:00Z", 9), True),
    ("5 October 1582", time("1582-10-15T00:00:00Z", calendar="Q1985786"), True),
    ("1582-10-15", time("1582-10-15T00:00:00Z", calendar="Q1985786"), True),
    ("7 November 1917", time("1917-11-07T00:00:00Z"), True),
    ("25 October 1917", time("1917-11-07T00:00:00Z", calendar="Q1985786"), True),
    ("25 October 1917", time("1917-11-07T00:00:00Z"), False),
    ("13.8 billion years ago", time("-13798000000-00-00T00:00:00Z", 3), True),
    ("66 million years ago", time("-66000000-00-00T00:00:00Z", 3), True),
    ("2000s", time("2000-01-01T00:00:00Z", 8), True),
    ("1990s", time("2000-01-01T00:00:00Z", 8), False),
    ("the 1860s", time("1860-01-01T00:00:00Z", 8), True),
    ("15th century", time("1401-01-01T00:00:00Z", 7), True),
    ("15th century", time("1500-01-01T00:00:00Z", 7), True),
    ("1452", time("1401-01-01T00:00:00Z", 7), True),
]
AMOUNTS = [
    ("8.84886 km", amount("8848.86", "Q11573"), True),
    ("884886 cm", amount("8848.86", "Q11573"), True),
    ("67 million", amount("67390000"), True),
    ("67.4 million", amount("67390000"), True),
    ("68 million", amount("67390000"), False),
    ("67,390", amount("67390000"), False),
    ("67390 thousand", amount("67390000"), True),
    ("67.39M", amount("67390000"), True),
    ("6.739e7", amount("67390000"), True),
    ("6.739×10^7", amount("67390000"), True),
    ("6.739 × 10⁷", amount("67390000"), True),
    ("−40 °C", amount("-40", "Q25267"), True),
    ("-40 °F", amount("-40", "Q25267"), True),
    ("40 °C", amount("-40", "Q25267"), False),
    ("3.14", amount("3.14159"), True),
    ("3.15", amount("3.14159"), False),
    ("3.1416", amount("3.14159"), True),
    ("314159", amount("3.14159"), False),
    ("1,5", amount("1.5"), True),
    ("15", amount("1.5"), False),
    ("1.5", amount("15"), False),
    ("0", amount("0"), True),
    ("-0", amount("0"), True),
    ("12 km²", amount("12", "Q712226"), True),
    ("12 km2", amount("12000000", "Q25343"), True),
    ("100 km", amount("62.137", "Q253276"), True),
    ("62 mi", amount("100", "Q828224"), True),
    ("500 kg", amount("1102.31", "Q100995"), True),
    ("1 tonne", amount("1000", "Q11570"), True),
    ("120 min", amount("2", "Q25235"), True),
    ("2 hours", amount("120", "Q7727"), True),
    ("7200 s", amount("120", "Q7727"), True),
    ("120", amount("120", "Q7727"), True),
    ("2.10 million", amount("2102650"), True),
    ("2.103 million", amount("2102650"), True),
    ("approximately 2,100,000", amount("2102650"), True),
    ("about 2,000,000", amount("2102650"), False),
    ("2,100,000", amount("2102650"), False),
]
PLACES = [
    ("51°30′26″N 0°7′39″W", point(-0.1275, 51.507222), True),
    ("51.5072, -0.1275", point(-0.1275, 51.507222), True),
    ("51.5072, 0.1275", point(-0.1275, 51.507222), False),
    ("51.5072N 0.1275W", point(-0.1275, 51.507222), True),
    ("-0.1275, 51.5072", point(-0.1275, 51.507222), False),
    ("51°30.433′N 0°7.65′W", point(-0.1275, 51.507222), True),
    ("Point(-0.1275 51.5072)", point(-0.1275, 51.507222), True),
    ("179.9, 0", point(-179.9, 0), False),
]
THINGS = [
    ("İstanbul", thing("Q406", "Istanbul"), True),
    ("Sao Paulo", thing("Q174", "São Paulo"), True),
    ("Malmo", thing("Q2211", "Malmö"), True),
    ("Zurich", thing("Q72", "Zürich"), True),
    ("Łódź", thing("Q580", "Lodz"), True),
    ("Ho Chi Minh City", thing("Q1854", "Thành phố Hồ Chí Minh"), False),
    ("Beyonce", thing("Q36153", "Beyoncé"), True),
    ("BEYONCÉ", thing("Q36153", "Beyoncé"), True),
    ("Bjork", thing("Q42455", "Björk"), True),
    ("Crème brûlée", thing("Q1", "Creme brulee"), True),
    ("New York, New York", thing("Q60", "New York City"), False),
    ("N.Y.C.", thing("Q60", "New York City", "NYC"), True),
    ("Rock and roll", thing("Q7749", "rock & roll"), True),
    ("sci-fi film", thing("Q1", "science fiction film"), False),
    ("American", thing("Q30", "United States", "American"), True),
    ("French", thing("Q142", "France"), False),
    ("Bach", thing("Q1339", "Johann Sebastian Bach"), False),
    ("J. S. Bach", thing("Q1339", "Johann Sebastian Bach"), False),
    ("J.S. Bach", thing("Q1339", "Johann Sebastian Bach", "J. S. Bach"), True),
]
TEXTS = [
    ("Straße des 17. Juni", text("Strasse des 17. Juni"), True),
    ("CO₂", text("CO2"), True),
    ("H2O", text("H₂O"), True),
    ("H2O2", text("H2O"), False),
    ("C6H12O6", text("C12H6O6"), False),
    ("Homo sapiens", text("homo sapiens"), True),
    ("Sapiens Homo", text("Homo sapiens"), True),
    ("Homo erectus", text("Homo sapiens"), False),
]


def row_id(row):
    written, statement, matches = row
    unit = f" {statement['unit']}" if statement.get("unit") else ""
    told = statement["value_label"] or statement["value"]
    return f"{written!r} {'is' if matches else 'is not'} {told}{unit}"


ROWS = [pytest.param(*row, id=row_id(row)) for row in (*DATES, *AMOUNTS, *PLACES, *THINGS, *TEXTS)]


@pytest.mark.parametrize(("written", "statement", "matches"), ROWS)
def test_an_object_matches_what_it_says_and_nothing_else_here_either(written, statement, matches):
    assert (said(written, statement) >= 0.85) is matches
