"""Type A: which literal rule gives the answer, and which look-alikes give none."""

import pytest

from wikidata_repair_eval_tests.benchmark.taxonomy.stories import Story, created, replaced, rule, story
from wikidata_repair_eval_tests.build import (
    coordinate,
    entity,
    item,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
)

FORMAT, ONE_OF, NONE_OF, UNITS = "Q21502404", "Q21510859", "Q52558054", "Q21514353"
SINGLE, BEST, RANGE, DIFFERENCE = "Q19474404", "Q52060874", "Q21510860", "Q21510854"
DIGITS = rule(FORMAT, P1793=[text(r"\d{5,9}")])
NORMALISED, EXTERNAL = ("TypeA", "format_normalised"), ("TypeC", "external")


def texts(old: str, new: str, pattern: str) -> Story:
    return replaced(text(old), text(new), rules=[rule(FORMAT, P1793=[text(pattern)])])


def named(label: str, old: str, new: str) -> Story:
    """Both parts of the old text have the form; the property is called by this label."""
    rules = [rule(FORMAT, P1793=[text(r"[A-Z][A-Za-z]+\d*")])]
    world = {"L2_labels": {"entities": {"P1": {"label": label, "description": None}}}}
    return replaced(text(old), text(new), rules=rules, world=world)


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param(texts("VIAF 123456", "123456", r"\d+"), NORMALISED, id="prefix with a space"),
        pytest.param(texts("SCHEMBL968307", "968307", r"\d+"), NORMALISED, id="letters before digits"),
        pytest.param(
            named("BNB person ID", "BNB Person228874", "Person228874"), NORMALISED, id="the property's name"
        ),
        pytest.param(
            named("GND ID", "BNB Person228874", "Person228874"), EXTERNAL, id="a word that is not its name"
        ),
        pytest.param(texts("ARGUNI/", "ARGUNI", "[A-Z]+"), NORMALISED, id="slash at the end"),
        pytest.param(texts(" 12 345 ", "12345", r"\d+"), NORMALISED, id="spaces inside"),
        pytest.param(texts("nm12345", "NM12345", r"NM\d+"), NORMALISED, id="letter case"),
        pytest.param(
            texts("1234567X", "1234-567X", r"\d{4}-\d{3}[\dX]"), NORMALISED, id="separator inserted"
        ),
        pytest.param(texts("5891", "05891", r"\d{5}"), NORMALISED, id="leading zero"),
        pytest.param(texts("1,234,567", "1234567", r"\d+"), NORMALISED, id="digit grouping"),
        pytest.param(
            texts("https://x.org/id/A77?lang=de", "A77", r"A\d+"), NORMALISED, id="part of a web address"
        ),
        pytest.param(
            texts("https://x.org/show?id=a77", "A77", r"A\d+"), NORMALISED, id="query value in capitals"
        ),
        pytest.param(texts("Category:Foo bar", "Foo bar", r"(?!Category:).+"), NORMALISED, id="namespace"),
        pytest.param(
            texts("\uff11\uff12\uff13\uff14\uff15", "12345", r"[0-9]+"), NORMALISED, id="full-width digits"
        ),
        pytest.param(texts("12345\u200e", "12345", r"[0-9]+"), NORMALISED, id="invisible mark"),
        pytest.param(texts("12345 or 67890", "12345", r"\d+"), EXTERNAL, id="two pieces would do"),
        pytest.param(texts("123456", "12345", r"\d{5}"), EXTERNAL, id="which digit is too many is not told"),
        pytest.param(texts("lol! 41", "964274951", r"\d+"), EXTERNAL, id="vandalism hides the value"),
        pytest.param(texts("A-12345", "12345", r"[A-Z]-\d+"), EXTERNAL, id="the format refuses the result"),
    ],
)
def test_a_text_in_the_demanded_form_is_type_a_if_the_old_text_determines_it(told: Story, answer: tuple):
    assert told.answer == answer


def test_the_format_of_the_reported_property_does_not_judge_another_one():
    before, after = (
        entity("Q1", statement("P1", text("12345")), statement("P2", text(one)))
        for one in ("abc def", "ABC DEF")
    )
    assert story(before, after, edited="P2", rules=[DIGITS]).answer == NORMALISED


def dates(old: str, new: str, *, precision: int = 11, new_precision: int = 11, **more) -> Story:
    return replaced(time(old, precision), time(new, new_precision), family="Range", **more)


NOT_AFTER_2000 = rule(RANGE, P2310=[time("+1950-01-01")], P2311=[time("+2000-01-01")])
LIVES = rule(DIFFERENCE, P2306=[item("P3")], P2313=[quantity("+0", "Q577")], P2312=[quantity("+150", "Q577")])


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param(
            dates("+1990-05-12", "+1990-12-05", rules=[NOT_AFTER_2000]),
            ("TypeA", "day_month_swapped"),
            id="day and month swapped",
        ),
        pytest.param(
            dates("+2078-05-12", "+1978-05-12", rules=[NOT_AFTER_2000]),
            ("TypeA", "century_slip"),
            id="the range leaves one century",
        ),
        pytest.param(
            dates(
                "+2078-05-12", "+1978-05-12", rules=[rule(RANGE, P2310=[none()], P2311=[time("+2000-01-01")])]
            ),
            EXTERNAL,
            id="an open range leaves many centuries",
        ),
        pytest.param(
            dates("+1950-01-01", "+1950-00-00", new_precision=9, rules=[NOT_AFTER_2000]),
            ("TypeA", "date_shortened"),
            id="a day that nobody knew",
        ),
        pytest.param(
            dates("+0044-03-15", "-0044-03-15", rules=[NOT_AFTER_2000]),
            ("TypeA", "era_corrected"),
            id="before our era",
        ),
        pytest.param(
            dates(
                "+1927-07-26",
                "+1883-12-25",
                rules=[LIVES],
                rest=(statement("P3", time("+1883-12-25")),),
            ),
            ("TypeA", "swapped_properties"),
            id="swapped with the other property",
        ),
        pytest.param(
            dates("+2078-05-12", "+1979-06-13", rules=[NOT_AFTER_2000]),
            EXTERNAL,
            id="another date altogether",
        ),
    ],
)
def test_dates_are_type_a_if_a_slip_of_the_pen_explains_them(told: Story, answer: tuple):
    assert told.answer == answer


METRES = rule(UNITS, P2305=[item("Q11573")])


@pytest.mark.parametrize(
    ("old", "new", "rules", "answer"),
    [
        pytest.param(
            quantity("+180", "Q25267"), quantity("+180", "Q11573"), [METRES], "unit_replaced", id="wrong unit"
        ),
        pytest.param(
            quantity("+6", "Q3710"),
            quantity("+1.83", "Q11573"),
            [METRES],
            "unit_converted",
            id="feet to metres",
        ),
        pytest.param(quantity("-2679"), quantity("+2679"), [rule(RANGE)], "sign_corrected", id="sign"),
        pytest.param(
            quantity("+3.877"), quantity("+3877"), [rule("Q52848401")], "digit_grouping", id="thousands point"
        ),
        pytest.param(quantity("+12.6"), quantity("+13"), [rule("Q52848401")], "rounded", id="rounded"),
        pytest.param(
            quantity("+12", "1", "+11", "+13"),
            quantity("+12"),
            [rule("Q51723761")],
            "bounds_corrected",
            id="bounds",
        ),
        pytest.param(
            quantity("+6", "Q3710"),
            quantity("+2.5", "Q11573"),
            [METRES],
            "external",
            id="another amount as well",
        ),
        pytest.param(
            quantity("+12.5"), quantity("+99"), [rule("Q52848401")], "external", id="another number"
        ),
    ],
)
def test_quantities(old: dict, new: dict, rules: list, answer: str):
    assert replaced(old, new, rules=rules, family="Units").answer[1] == answer


Q5_ONLY = rule("Q21503247", P2306=[item("P2")], P2305=[item("Q5")])
TWO = rule("Q21503247", P2306=[item("P2")], P2305=[item("Q5"), item("Q6")])
TYPE = rule("Q21503250", P2308=[item("Q5")], P2309=[item("Q21503252")])


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param(
            replaced(item("Q7"), item("Q8"), rules=[rule(ONE_OF, P2305=[item("Q8")])]),
            ("TypeA", "only_allowed_value"),
            id="one-of with one member",
        ),
        pytest.param(
            replaced(item("Q7"), item("Q8"), rules=[rule(ONE_OF, P2305=[item("Q8"), item("Q9")])]),
            EXTERNAL,
            id="one-of with two members",
        ),
        pytest.param(
            replaced(item("Q7"), item("Q8"), rules=[rule(NONE_OF, P2305=[item("Q7")], P9729=[item("Q8")])]),
            ("TypeA", "named_replacement"),
            id="none-of names the replacement",
        ),
        pytest.param(
            replaced(item("Q7"), item("Q8"), rules=[rule(NONE_OF, P2305=[item("Q70")], P9729=[item("Q8")])]),
            EXTERNAL,
            id="the replacement of another value",
        ),
        pytest.param(
            created(item("Q5"), rules=[Q5_ONLY]), ("TypeA", "only_required_value"), id="required value"
        ),
        pytest.param(created(item("Q5"), rules=[TWO]), EXTERNAL, id="two required values"),
        pytest.param(
            created(item("Q5"), property_id="P31", rules=[TYPE]),
            ("TypeA", "only_required_value"),
            id="only class",
        ),
        pytest.param(created(item("Q99"), property_id="P31", rules=[TYPE]), EXTERNAL, id="a class not named"),
        pytest.param(created(unknown(), rules=[TWO]), ("TypeA", "unknown_value_set"), id="unknown value"),
    ],
)
def test_what_the_constraint_names_is_type_a(told: Story, answer: tuple):
    assert told.answer == answer


@pytest.mark.parametrize(
    ("rules", "back"),
    [
        pytest.param([rule("Q21510862")], "P1", id="symmetric"),
        pytest.param([rule("Q21510855", P2306=[item("P9")])], "P9", id="inverse"),
    ],
)
def test_the_statement_that_points_back_needs_no_search(rules: list, back: str):
    subject = entity("Q1", statement("P1", item("Q2")))
    told = story(
        entity("Q2"), entity("Q2", statement(back, item("Q1"))), subject=subject, edited=back, rules=rules
    )
    assert told.answer == ("TypeA", "statement_points_back")


def test_another_property_that_points_back_is_not_what_an_inverse_constraint_asked_for():
    subject = entity("Q1", statement("P1", item("Q2")))
    rules = [rule("Q21510855", P2306=[item("P9")])]
    told = story(
        entity("Q2"), entity("Q2", statement("P8", item("Q3"))), subject=subject, edited="P8", rules=rules
    )
    assert told.answer == EXTERNAL


def kept(*values: dict, dropped: int, rules: list, violating: list[int] | None = None, **more) -> Story:
    """Of these values one was removed."""
    statements = [statement("P1", value, id=f"Q1${number}") for number, value in enumerate(values)]
    before = entity("Q1", *statements)
    after = entity("Q1", *(one for number, one in enumerate(statements) if number != dropped))
    blamed = None if violating is None else [f"Q1${number}" for number in violating]
    return story(before, after, rules=rules, violating=blamed, **more)


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param(
            kept(text("12345"), text("x"), dropped=1, rules=[DIGITS], violating=[1]),
            ("TypeA", "violating_removed"),
            id="the bad one of two",
        ),
        pytest.param(
            kept(item("Q2"), item("Q1"), dropped=1, rules=[], violating=[1], family="Self link"),
            ("TypeA", "self_link_removed"),
            id="self link",
        ),
        pytest.param(
            kept(text("12345"), text("12345"), dropped=1, rules=[rule(SINGLE)]),
            ("TypeA", "duplicate_removed"),
            id="the same twice",
        ),
        pytest.param(
            kept(time("+1950-05-03"), time("+1950-00-00", 9), dropped=1, rules=[rule(SINGLE)]),
            ("TypeA", "more_precise_kept"),
            id="less precise date",
        ),
        pytest.param(
            kept(time("+1950-05-03"), time("+1951-00-00", 9), dropped=1, rules=[rule(SINGLE)]),
            EXTERNAL,
            id="less precise but another date",
        ),
        pytest.param(
            kept(text("ab-123"), text("AB-123"), dropped=0, rules=[rule(SINGLE)]),
            ("TypeA", "variant_dropped"),
            id="another spelling",
        ),
        pytest.param(
            kept(text("12345"), text("abc"), dropped=1, rules=[rule(SINGLE), DIGITS], violating=[0, 1]),
            ("TypeA", "refused_value_removed"),
            id="only one passes the format",
        ),
        pytest.param(
            kept(text("12345"), unknown(), dropped=1, rules=[rule(SINGLE)]),
            ("TypeA", "unknown_dropped"),
            id="unknown value dropped",
        ),
        pytest.param(
            kept(coordinate(50.1, 8.6, 0.0001), coordinate(50.0, 9.0, 1.0), dropped=1, rules=[rule(SINGLE)]),
            ("TypeA", "more_precise_kept"),
            id="coarser coordinates",
        ),
        pytest.param(
            kept(text("12345"), text("67890"), dropped=1, rules=[rule(SINGLE)]), EXTERNAL, id="two equals"
        ),
    ],
)
def test_removing_is_type_a_if_the_constraint_or_the_literals_say_which(told: Story, answer: tuple):
    assert told.answer == answer


def ranked(qualifiers: list[dict], raised: int) -> Story:
    values = [quantity(f"+{1000 + number}") for number in range(len(qualifiers))]
    ranks = ["preferred" if number == raised else "normal" for number in range(len(values))]
    before, after = (
        entity(
            "Q1",
            *(
                statement("P1", value, id=f"Q1${number}", rank=rank, qualifiers=qualifiers[number])
                for number, (value, rank) in enumerate(zip(values, which, strict=True))
            ),
        )
        for which in (["normal"] * len(values), ranks)
    )
    return story(before, after, rules=[rule(BEST)], family="Single value")


def test_the_latest_figure_made_preferred_is_type_a_and_an_older_one_is_not():
    years = [{"P585": [time("+2001-00-00", 9)]}, {"P585": [time("+2011-00-00", 9)]}]
    assert ranked(years, raised=1).answer == ("TypeA", "latest_preferred")
    assert ranked(years, raised=0).answer == EXTERNAL


def test_the_statement_without_an_end_is_the_current_one():
    ends = [{"P582": [time("+2001-00-00", 9)]}, {"P580": [time("+2001-00-00", 9)]}]
    assert ranked(ends, raised=1).answer == ("TypeA", "current_kept")


def qualified(before: dict | None, after: dict | None, rules: list, rest: tuple = ()) -> Story:
    old, new = (entity("Q1", statement("P1", item("Q2"), qualifiers=one), *rest) for one in (before, after))
    return story(old, new, rules=rules, family="Allowed qualifiers")


@pytest.mark.parametrize(
    ("before", "after", "rules", "answer"),
    [
        pytest.param(
            {"P5": [text("x")]},
            None,
            [rule("Q21510851", P2306=[item("P6")])],
            ("TypeA", "qualifiers_removed"),
            id="forbidden qualifier removed",
        ),
        pytest.param(
            {"P5": [time("+2001-02-03")]},
            {"P6": [time("+2001-02-03")]},
            [rule("Q21510851", P2306=[item("P6")])],
            ("TypeA", "value_moved"),
            id="moved to an allowed qualifier",
        ),
        pytest.param(
            None,
            {"P6": [item("Q77")]},
            [rule("Q21510856", P2306=[item("P6")], P2305=[item("Q77")])],
            ("TypeA", "only_required_value"),
            id="required qualifier with one value",
        ),
        pytest.param(
            None,
            {"P6": [item("Q77")]},
            [rule("Q21510856", P2306=[item("P6")])],
            EXTERNAL,
            id="required, any value",
        ),
    ],
)
def test_qualifiers(before: dict | None, after: dict | None, rules: list, answer: tuple):
    assert qualified(before, after, rules).answer == answer


def test_start_and_end_that_changed_places_on_one_statement_are_literals():
    early, late = time("+1995-00-00", 9), time("+2001-00-00", 9)
    told = qualified({"P580": [late], "P582": [early]}, {"P580": [early], "P582": [late]}, [rule(RANGE)])
    assert told.answer == ("TypeA", "value_moved")


def test_start_and_end_that_changed_places_on_the_item_are_literals():
    other = (statement("P576", time("+1901-05-06")),)
    told = replaced(
        time("+1990-01-02"), time("+1901-05-06"), property_id="P571", rest=other, rules=[rule(RANGE)]
    )
    assert told.answer == ("TypeA", "swapped_properties")


@pytest.mark.parametrize(("family", "subtype"), [("Inverse", "statement_points_back"), ("Type", "external")])
def test_an_inverse_constraint_known_by_name_only_still_dictates_the_way_back(family: str, subtype: str):
    subject = entity("Q1", statement("P1", item("Q2")))
    after = entity("Q2", statement("P9", item("Q1")))
    told = story(entity("Q2"), after, subject=subject, edited="P9", family=family)
    assert told.without_state().told()["subtype"] == subtype


def test_a_removal_without_statement_operations_is_judged_by_the_parameters():
    told = kept(text("12345"), text("x"), dropped=1, rules=[DIGITS], violating=[1])
    told.repair["repair_target"]["statement_ops"] = []
    assert told.answer == ("TypeA", "refused_value_removed")


def test_a_conflicting_value_that_the_constraint_lists_is_removed_by_rule():
    rules = [rule("Q21502838", P2306=[item("P31")], P2305=[item("Q9")])]
    said = statement("P1", text("x"), id="Q1$1")
    before = entity(
        "Q1", said, statement("P31", item("Q5"), id="Q1$2"), statement("P31", item("Q9"), id="Q1$3")
    )
    after = entity("Q1", said, statement("P31", item("Q5"), id="Q1$2"))
    assert story(before, after, rules=rules, edited="P31").answer == ("TypeA", "conflicting_removed")


def test_deleting_has_no_answer_to_find_and_no_place_in_the_main_score():
    case = story(entity("Q1", statement("P1", text("x"))), entity("Q1"), rules=[DIGITS]).told()
    assert (case["class"], case["subtype"], case["main_score"]) == ("TypeA", "delete", False)


def test_a_deprecated_statement_is_out_of_the_main_score():
    before, after = (entity("Q1", statement("P1", text("x"), rank=rank)) for rank in ("normal", "deprecated"))
    case = story(before, after, rules=[DIGITS], retracted=True).told()
    assert (case["class"], case["subtype"], case["main_score"]) == ("TypeA", "retracted", False)


def test_a_repair_of_several_parts_is_as_hard_as_its_hardest():
    values = [statement("P1", text(one), id=f"Q1${n}") for n, one in enumerate(("id 12345", "lol"))]
    after = [statement("P1", text(one), id=f"Q1${n}") for n, one in enumerate(("12345", "67890"))]
    told = story(entity("Q1", *values), entity("Q1", *after), rules=[DIGITS])
    assert told.answer == EXTERNAL
    assert [step["step"] for step in told.told()["trace"]].count("rule") == 1
