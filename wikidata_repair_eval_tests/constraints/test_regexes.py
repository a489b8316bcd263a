"""The wiki's regular expressions: what matches, what is malformed, what cannot be run in time."""

import time

import pytest

from wikidata_repair_eval.constraints import NoContext, check
from wikidata_repair_eval.constraints.errors import BadParameters, Unknown
from wikidata_repair_eval.constraints.regexes import PATIENCE, SECONDS, matches
from wikidata_repair_eval_tests.build import item, monolingual, none, quantity, statement, text
from wikidata_repair_eval_tests.constraints.definitions import constraint, main_use, status

FORMAT = "Q21502404"


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        (r"(tt|nm)\d{7}", "nm0001398", True),
        (r"(tt|nm)\d{7}", "nm00013981", False),
        ("ab|cd", "ab", True),
        ("ab|cd", "abcd", False),
        (r"[1-9]\d*|", "", True),
        ("a", "b", False),
        ("a", "a\n", True),
        (r"\w+", "é", True),
        (r"\w+", "e\u0301", False),
        (r"\d", "\u0663", True),
        (r"\bé\b", "é", True),
        (r"\p{Lu}\pL\p{^Lu}", "Aéb", True),
        (r"\p{L&}", "a", True),
        (r"[[:alpha:]_]+", "aé_", True),
        (r"[[:^digit:]]", "x", True),
        (r"[^\W\d_]+", "abc", True),
        (r"[a&&b]+", "&&", True),
        (r"[--a]+", "-", True),
        (r"[]a]+", "]a", True),
        (r"[\w-]+", "a-b", True),
        (r"[[a]+", "[a", True),
        (r"\x{1F600}\x41\t", "\U0001f600A\t", True),
        (r"\Qa.b\E+", "a.bb", True),
        (r"\h\R", " \r\n", True),
        (r"(?i)strasse", "STRASSE", True),
        (r"(?i)strasse", "straße", False),
        (r"(?:a(?i)b)c", "aBc", True),
        (r"(?:a(?i)b)c", "aBC", False),
        (r"(\d)\1", "11", True),
        (r"(?<y>\d\d)-\k<y>", "19-19", True),
        (r"(a)(b)\g{-1}", "abb", True),
        (r"(?|(a)|(b))\1", "bb", True),
        (r"a++b", "aab", True),
        (r"(?<=a)b|ab", "ab", True),
        (r"a{,3}", "a{,3}", True),
        (r"(.{2,5)?", "xx", False),
        (r"(.{2,5)?", "x{2,5", True),
        (r"a(?#note)b", "ab", True),
        (r"https?://x/\d+", "http://x/1", True),
        (r"https?:\/\/x", "http://x", True),
        (r"a\Z", "a", True),
        (r"#a b", "#a b", True),
    ],
    ids=repr,
)
def test_patterns_match_the_whole_text_as_the_wiki_does_trap_69(pattern, value, expected):
    assert matches(pattern, value) is expected


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "[",
            "(a",
            "a)",
            "*a",
            "a**",
            "a{2}{3}",
            "a{3,2}",
            "[z-a]",
            r"[\w-.]",
            r"[a-\d]",
            "[[:foo:]]",
            "[[.a.]]",
        ),
        *(
            r"\p{Nonsense}",
            r"\p{IsHan}",
            r"\u0041",
            r"\i",
            r"(?<=a+)b",
            "(?<n>a)(?<n>b)",
            "a{70000}",
            r"\x{110000}",
        ),
        *("[(]", "[)]", "(?z)", "a\\"),
    ],
    ids=repr,
)
def test_patterns_that_the_wiki_refuses_are_malformed(pattern):
    with pytest.raises(BadParameters, match="P1793"):
        matches(pattern, "a")


@pytest.mark.parametrize(
    "pattern", [r"(?J)a", "(*UTF8)a", r"(?+1)(a)", r"\10", "a" * 10_001], ids=lambda p: p[:8]
)
def test_patterns_that_we_cannot_run_are_unknown_with_the_reason(pattern):
    with pytest.raises(Unknown, match="cannot be run"):
        matches(pattern, "a")


def test_a_catastrophic_pattern_ends_in_time_and_is_given_up_after_a_few_values():
    started = time.process_time()
    for number in range(PATIENCE + 20):
        with pytest.raises(Unknown):
            matches("(x|xx)+", "x" * (200 + number) + "!")
    assert time.process_time() - started < 3 * SECONDS * (PATIENCE + 1)


@pytest.mark.parametrize(
    ("value", "parameters", "expected"),
    [
        pytest.param(text("abc"), {"P1793": [text("[a-z]+")]}, "compliance", id="matching text"),
        pytest.param(text("ABC"), {"P1793": [text("[a-z]+")]}, "violation", id="another text"),
        pytest.param(monolingual("abc"), {"P1793": [text("[a-z]+")]}, "compliance", id="monolingual text"),
        pytest.param(item("Q1"), {"P1793": [text(".*")]}, "violation", id="an item has no format"),
        pytest.param(quantity("+1"), {"P1793": [text(".*")]}, "violation", id="a quantity neither"),
        pytest.param(none(), {"P1793": [text("[a-z]+")]}, "compliance", id="no value"),
        pytest.param(none(), {}, "bad_parameters", id="parameters are read before no value passes"),
        pytest.param(text("a"), {"P1793": [text("a"), text("b")]}, "bad_parameters", id="two formats"),
        pytest.param(text("a"), {"P1793": [item("Q1")]}, "bad_parameters", id="an item as format"),
        pytest.param(text("a"), {"P1793": [text("(")]}, "bad_parameters", id="an invalid pattern"),
        pytest.param(
            text("a"), {"P1793": [text("a")], "P2916": [text("b")]}, "bad_parameters", id="bad explanation"
        ),
        pytest.param(text("a" * 99 + "!"), {"P1793": [text("(a|aa)+")]}, "todo", id="a bomb"),
    ],
)
def test_format(value, parameters, expected):
    assert status(main_use(statement("P1", value)), constraint(FORMAT, **parameters)) == expected


def test_deprecated_statements_are_checked_for_their_format_too():
    use = main_use(statement("P1", text("ABC"), rank="deprecated"))
    assert status(use, constraint(FORMAT, P1793=[text("[a-z]+")])) == "violation"


def test_the_message_shows_the_format_and_its_explanation():
    rule = constraint(FORMAT, P1793=[text("[a-z]{3}")], P2916=[monolingual("three letters")])
    verdict = check(main_use(statement("P1", text("A{0}"))), rule, NoContext())
    assert verdict.message() == "A{0} is not in the format [a-z]{3} (three letters)."
