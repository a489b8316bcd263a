"""List lines: who is a subject, what is a value, and what is neither."""

import time

import pytest

from wikidata_repair_eval.reports.columns import SHAPES
from wikidata_repair_eval.reports.entries import EntryList

SUBJECT_FIRST = SHAPES["subject_first", False]
SEVERAL_VALUES = SHAPES["subject_first", True]
VALUE_FIRST = SHAPES["value_first", False]


def read(shape, line):
    [entry] = EntryList.of([line], shape)
    return list(entry.subjects), list(entry.values)


@pytest.mark.parametrize(
    ("line", "subject", "values"),
    [
        pytest.param("* [[Q42]]", "Q42", [], id="no values, no colon"),
        pytest.param("*[[Q42]]: x", "Q42", ["x"], id="DeltaBot has no blank after the star"),
        pytest.param("** [[Q42]]: x", "Q42", ["x"], id="two stars"),
        pytest.param("* [[Q42]]:", "Q42", [], id="a colon and nothing"),
        pytest.param("* [[Q42]]: [[Q5]], [[Q6]]", "Q42", ["Q5", "Q6"], id="items"),
        pytest.param("* [[Q42]]: [[Property:P580]]", "Q42", ["P580"], id="a property as value"),
        pytest.param("* [[Q42]]: [[P580]]", "Q42", ["P580"], id="a property linked without its namespace"),
        pytest.param(
            "* [[Q111]]: [https://viaf.org/viaf/111 111], [https://viaf.org/viaf/222 222]",
            "Q111",
            ["111", "222"],
            id="outside links show their text",
        ),
        pytest.param(
            "* [[Q1]]: [//x.org/1 1 a], [http://x.org/2]", "Q1", ["1 a", "http://x.org/2"], id="any link"
        ),
        pytest.param("* [[Q1]]: x, [[Q5]], y", "Q1", ["x", "Q5", "y"], id="plain text beside links"),
        pytest.param("* [[Q1]]: [[:File:A, b.jpg|A]]", "Q1", ["File:A, b.jpg"], id="a link to a page"),
        pytest.param("* [[Q1]]: <nowiki>[[Q5]], x</nowiki>", "Q1", ["[[Q5]], x"], id="nowiki is text"),
        pytest.param("* '''[[Q42]]''' - [[Q5]]", "Q42", ["Q5"], id="somebody's markup"),
        pytest.param("* [[Q42]] [[Q5]]", "Q42", ["Q5"], id="values without a colon"),
        pytest.param("* [[Q42]] : x", "Q42", ["x"], id="a blank before the colon"),
    ],
)
def test_first_link_is_the_subject_and_the_rest_are_values(line, subject, values):
    assert read(SUBJECT_FIRST, line) == ([subject], values)


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        pytest.param("* [[q42]]: x", "Q42", id="small letter"),
        pytest.param("* [[Q42|Douglas Adams]]: x", "Q42", id="label"),
        pytest.param("* [[ Q42 ]]: x", "Q42", id="blanks"),
        pytest.param("* [[:Q42]]: x", "Q42", id="colon"),
        pytest.param("* [[Q42#P31]]: x", "Q42", id="a place on the page"),
        pytest.param("* {{Q|42}}: x", "Q42", id="template"),
        pytest.param("* {{Q|Q42}}: x", "Q42", id="template with letter"),
        pytest.param("* {{q|42|some label}}: x", "Q42", id="template with label"),
    ],
)
def test_trap_16_every_spelling_of_an_item_subject_is_one_item(line, subject):
    assert read(SUBJECT_FIRST, line) == ([subject], ["x"])


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        pytest.param("* [[Property:P31]]: x", "P31", id="property"),
        pytest.param("* [[Property:P31|P31]]: x", "P31", id="property as DeltaBot links it"),
        pytest.param("* {{P|31}}: x", "P31", id="property template"),
        pytest.param("* [[Lexeme:L1]]: x", "L1", id="lexeme"),
        pytest.param("* [[Lexeme:L1#F1]]: x", "L1-F1", id="form"),
        pytest.param("* [[Lexeme:L1#S2|sense]]: x", "L1-S2", id="sense"),
    ],
)
def test_trap_19_property_and_lexeme_subjects_are_kept_as_such(line, subject):
    assert read(SUBJECT_FIRST, line) == ([subject], ["x"])


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("* Q123: x", id="bare"),
        pytest.param("* 12345", id="a number"),
        pytest.param("* [https://www.wikidata.org/wiki/Q5 Q5]", id="in a URL and its text"),
        pytest.param("* https://www.wikidata.org/wiki/Q5", id="in a bare URL"),
        pytest.param("* <nowiki>[[Q5]]</nowiki>", id="in nowiki"),
        pytest.param("* [[Property:Q5]]", id="an item among the properties"),
        pytest.param("* [[Q0]] [[Q05]] [[Quebec]] [[Q5a]]", id="links that only look like it"),
        pytest.param("* {{P|Q5}}", id="a template with the wrong letter"),
        pytest.param("* [[Q5", id="a link that never closes"),
    ],
)
def test_trap_17_only_a_link_is_an_entity(line):
    assert read(SUBJECT_FIRST, line) == ([], [])


def test_trap_17_a_bare_id_in_a_value_stays_text():
    assert read(SUBJECT_FIRST, "* [[Q42]]: Q123, https://x.org/Q9") == (["Q42"], ["Q123, https://x.org/Q9"])


@pytest.mark.parametrize(
    "value", ["Adams, Douglas", "a: b: c", "x|y, z: Q5", "12 [sic", "a, b, c", "File:A: b, c.jpg", "}} {{"]
)
def test_trap_18_plain_values_are_not_cut_at_commas_and_colons(value):
    assert read(SUBJECT_FIRST, f"* [[Q42]]: {value}") == (["Q42"], [value])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param("111, 222", ["111", "222"], id="two"),
        pytest.param("111, 222, 333", ["111", "222", "333"], id="three words without blanks"),
        pytest.param("New York, Los Angeles", ["New York", "Los Angeles"], id="one comma can only divide"),
        pytest.param(
            "Adams, Douglas, Smith, J. R.", ["Adams, Douglas, Smith, J. R."], id="could be cut anywhere"
        ),
        pytest.param(
            "[https://x.org/1 a, b], [https://x.org/2 c]", ["a, b", "c"], id="links divide themselves"
        ),
        pytest.param("[[Q5]], [[Q6]]", ["Q5", "Q6"], id="items"),
    ],
)
def test_values_that_must_be_several_are_divided_where_that_is_certain(text, values):
    assert read(SEVERAL_VALUES, f"* [[Q42]]: {text}") == (["Q42"], values)


@pytest.mark.parametrize(
    ("line", "value", "subjects"),
    [
        pytest.param("* 12345: [[Q1]], [[Q2]]", "12345", ["Q1", "Q2"], id="plain value"),
        pytest.param("*12345: [[Q1]], [[Q2]]", "12345", ["Q1", "Q2"], id="as DeltaBot writes it"),
        pytest.param("* [https://viaf.org/viaf/1 1]: [[Q1]], [[Q2]]", "1", ["Q1", "Q2"], id="outside link"),
        pytest.param("* [[Q5]]: [[Q1]], [[Q2]]", "Q5", ["Q1", "Q2"], id="the value is an item"),
        pytest.param("* {{Q|5}}: {{Q|1}}, {{Q|2}}", "Q5", ["Q1", "Q2"], id="the value is a template"),
        pytest.param(
            "* [[Property:P5|P5]]: [[Q1]], [[Q2]]", "P5", ["Q1", "Q2"], id="the value is a property"
        ),
        pytest.param(
            "* a: b, c: [[Q1]], [[Q2]]", "a: b, c", ["Q1", "Q2"], id="colons and commas in the value"
        ),
        pytest.param(
            "* http://x.org/Q9: [[Q1]], [[Q2]]", "http://x.org/Q9", ["Q1", "Q2"], id="a URL as value"
        ),
        pytest.param("* a: [[Q9]]: [[Q1]], [[Q2]]", "a: [[Q9]]", ["Q1", "Q2"], id="a link and a colon in it"),
        pytest.param(
            "* a, [[Q9]]: [[Q1]], [[Q2]]", "a, [[Q9]]", ["Q1", "Q2"], id="a link after a comma in it"
        ),
        pytest.param(
            "* [[Q8]], [[Q9]]: [[Q1]], [[Q2]]", "[[Q8]], [[Q9]]", ["Q1", "Q2"], id="two links as value"
        ),
        pytest.param("* v: [[Q1|a: b]], [[q2]]", "v", ["Q1", "Q2"], id="labels with colons"),
        pytest.param("* v:[[Q1]],[[Q2]]", "v", ["Q1", "Q2"], id="no blanks"),
        pytest.param("* v: [[Q1]], [[Q2]],", "v", ["Q1", "Q2"], id="a comma at the end"),
        pytest.param("* v: [[Q1]], [[Q1]]", "v", ["Q1"], id="the same item twice"),
        pytest.param("* v: [[Property:P1]], [[Lexeme:L1]]", "v", ["P1", "L1"], id="other entities"),
        pytest.param("* : [[Q1]], [[Q2]]", "", ["Q1", "Q2"], id="an empty value is a value"),
    ],
)
def test_trap_2_unique_value_lines_have_the_value_first_and_the_subjects_last(line, value, subjects):
    assert read(VALUE_FIRST, line) == (subjects, [value])


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("* [[Q1]], [[Q2]]", id="no value, so no telling which is which"),
        pytest.param("* v: [[Q1]] and more", id="words at the end"),
        pytest.param("* v: Q1, Q2", id="no links"),
        pytest.param("* v", id="a value alone"),
    ],
)
def test_unique_value_lines_of_another_shape_have_no_subjects(line):
    assert read(VALUE_FIRST, line) == ([], [])


@pytest.mark.parametrize(
    "shape", [SUBJECT_FIRST, SEVERAL_VALUES, VALUE_FIRST], ids=["subject", "list", "value"]
)
@pytest.mark.parametrize(
    "line",
    [
        "* [[Q1]]: [[Q2]], [[Q3]]",
        "* [[Q1]]: [https://x.org/1 a], [https://x.org/2 b]",
        "* [https://x.org/1 a]: [[Q1]], [[Q2]], [[Q1]]",
        "* plain: [[Q1]], [[Q2]]",
        "* [[Q1]]: plain",
    ],
)
def test_the_fast_way_and_the_long_way_read_the_same(shape, line):
    # A label or a blank more means the same to a reader, but no fast pattern allows for it.
    longer = line.replace("]]", "|x]]").replace("[https://x.org/1 ", "[https://x.org/1  ")
    assert read(shape, line) == read(shape, longer)


HOSTILE = [
    "[[",
    "[[Q1",
    "[http://a",
    "[http://a ",
    "{{Q|",
    "{{Q|1|",
    "<nowiki>",
    "<nowiki><",
    "[[Q1|",
    ": [[Q1]], ",
    "* ",
]


@pytest.mark.parametrize(
    "shape", [SUBJECT_FIRST, SEVERAL_VALUES, VALUE_FIRST], ids=["subject", "list", "value"]
)
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_line_costs_its_length_once(shape, piece):
    # A pattern that goes back over 100,000 characters for each of them takes many seconds; this takes none.
    line = "* [[Q42]]: " + piece * (100_000 // len(piece)) + "!"
    begin = time.process_time()
    read(shape, line)
    read(shape, line.removeprefix("* [[Q42]]: "))
    assert time.process_time() - begin < 1.5
