"""Many lines at once: the quick way finds what the long way finds, whatever stands on the lines."""

import gc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.reports import columns
from wikidata_repair_eval.reports.collecting import nothing_to_collect
from wikidata_repair_eval.reports.columns import SHAPES
from wikidata_repair_eval.reports.entries import AT_ONCE, EntryList
from wikidata_repair_eval.reports.lines import (
    first_subject,
    following_list,
    following_values,
    shared_value,
    subjects_at_end,
)

LONG_WAYS = {
    ("subject_first", False): (first_subject, following_values),
    ("subject_first", True): (first_subject, following_list),
    ("value_first", False): (subjects_at_end, shared_value),
}
# What bots and people write, what only looks like it, and blanks of every kind.
PIECES = [
    *("[[Q1]]", "[[Q22]]", "[[Q0]]", "[[q3]]", "[[Q4|x]]", "[[Property:P5]]", "[[Lexeme:L1#F1]]", "{{Q|6}}"),
    *("[https://x.org/1 a]", "[//x.org/2 b]", "[https://x.org/3 c d]", "[https://x.org/4]", "[http://a b"),
    *("[https://x.org/5 \u00a0e]", "[https://x.org/6 \u2003]", "<nowiki>[[Q7]]</nowiki>", "<b>", "{{", "}}"),
    *(": ", ":", ", ", ",", " ", "\t", "*", "\u00a0", "\u2028", "\r", "\x1f", "\x0b", "日本", "word", "Q8"),
    *("[[", "]]", "[", "]", "12", ""),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
COMMON = st.sampled_from(
    ["* [[Q1]]: ", "*[[Q2]]: ", "* [[Q3]]", "* ", "*", "** ", "* v: [[Q1]]", "* [[Q5]]: "]
)
ENDS = st.sampled_from(
    ["", ": [[Q1]], [[Q2]]", ": [[Q1]], [[Q2]], [[Q1]]", ", [[Q9]]", "[https://x.org/7 f]"]
)
LINES = st.builds("{}{}{}".format, COMMON, TEXTS, ENDS)


def long_way(line, subjects_of, values_of):
    subjects = tuple(dict.fromkeys(subjects_of(line).split()))
    return subjects, values_of(line) if subjects else ()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@given(lines=st.lists(LINES, max_size=6))
@example(lines=["* [[Q1]]: [https://x.org/5 \u00a0e]", "* [[Q1]]: [//x.org/5 a], [//x.org/6 \u2003]"])
@example(lines=["* [https://x.org/5 \u00a0e]: [[Q1]], [[Q2]]", "* \u00a0v\u00a0: [[Q1]]", "* v [[Q1]]"])
@example(lines=["* [[Q1]]: [//x.org a], [//x.org b], [//x.org \u00a0c], [//x.org d]", "* [[Q1]]: \u00a0"])
@settings(max_examples=150, deadline=None)
def test_the_quick_way_reads_what_the_long_way_reads(shape, lines):
    expected = [(*long_way(line, *LONG_WAYS[shape]), None, line) for line in lines]
    entries = EntryList.of(lines, SHAPES[shape])
    assert [tuple(entry) for entry in entries] == expected
    assert [entries.read(place) for place in range(len(lines))] == [entry[:2] for entry in expected]


@pytest.mark.parametrize(
    ("shape", "line"),
    [
        pytest.param(("subject_first", False), "* [[Q1]]", id="no value"),
        pytest.param(("subject_first", False), "* [[Q1]]: [[Q2]], [[Q3]]", id="items"),
        pytest.param(("subject_first", False), "* [[Q1]]: [https://x.org/1 a], [//x.org/2 b]", id="links"),
        pytest.param(("subject_first", True), "*[[Q1]]: some text, more", id="text"),
        pytest.param(("subject_first", True), "* [[Q1]]: " + ", ".join(["[//x.org a]"] * 5), id="five links"),
        pytest.param(("value_first", False), "* v: w: [[Q1]], [[Q2]]", id="shared text"),
        pytest.param(("value_first", False), "* [https://x.org/1 a]: [[Q1]], [[Q2]]", id="shared link"),
        pytest.param(("value_first", False), "* [[Q5]]: [[Q1]], [[Q2]]", id="shared item"),
    ],
)
def test_common_lines_never_go_the_long_way(shape, line, monkeypatch):
    expected = long_way(line, *LONG_WAYS[shape])
    for name in ("first_subject", "subjects_at_end", "shared_value"):
        monkeypatch.setattr(columns, name, None)
    entries = EntryList.of([line], SHAPES[shape])
    assert [tuple(entry)[:2] for entry in entries] == [expected]


def test_a_list_longer_than_what_is_read_at_once_keeps_its_order_and_its_groups():
    lines = [f"* [[Q{number}]]: {number}" for number in range(1, 3 * AT_ONCE)]
    starts = [(0, None), (AT_ONCE - 1, "Q145"), (AT_ONCE, "empty")]
    entries = list(EntryList.of(lines, SHAPES["subject_first", False], starts))
    assert [entry.raw for entry in entries] == lines
    assert [entry.values for entry in entries] == [(str(number),) for number in range(1, 3 * AT_ONCE)]
    assert [entry.group for entry in entries] == (
        [None] * (AT_ONCE - 1) + ["Q145"] + ["empty"] * (2 * AT_ONCE - 1)
    )


@pytest.fixture(params=[True, False], ids=["collecting", "not collecting"])
def collecting(request):
    before = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if before else gc.disable)()


def test_the_collector_rests_and_is_left_as_it_was_found_also_after_an_error(collecting):
    seen = []
    with pytest.raises(IndexError), nothing_to_collect():
        seen.pop(seen.append(gc.isenabled()) or 9)
    assert seen == [False]
    assert gc.isenabled() == collecting
