"""The whole-page rule on generated pages: what moves gives nothing, what leaves gives exactly itself."""

from hypothesis import given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.reports import compare, find_candidates, walk_history
from wikidata_repair_eval_tests.reports.pages import BOTS, NEW_DATE, History, page, report, section

FAMILIES = [
    "Single value",
    "Format",
    "Type {{Q|5}}",
    "Item {{P|31}}",
    "Item {{P|17}}",
    "Unique value",
    "Scope",
]
GROUPS = [None, "{{Q|145}}", "{{Q|146}}, {{Q|7}}", "empty"]
quick = settings(max_examples=60, deadline=None, database=None, derandomize=True)

subjects = st.sampled_from([f"Q{number}" for number in range(1, 13)] + ["P31", "L1"])
places = st.tuples(st.sampled_from(FAMILIES), st.sampled_from(GROUPS))
# Where each subject stands: a page is a list of (place, subject).
layouts = st.lists(st.tuples(places, subjects), max_size=25, unique=True)


def link(entity):
    return {"P": f"[[Property:{entity}]]", "L": f"[[Lexeme:{entity}]]"}.get(entity[0], f"[[{entity}]]")


def line(family, entity):
    return f"* [[Q900]]: {link(entity)}" if family == "Unique value" else f"* {link(entity)}: [[Q901]], x"


def sections(layout, families=FAMILIES):
    """Every family has its section, also where nobody stands in it, and every group its heading."""
    parts = []
    for family in families:
        lines = []
        for group in GROUPS:
            members = [
                line(family, entity) for (own, place), entity in layout if (own, place) == (family, group)
            ]
            lines += ([f"=== {group} ==="] if group else []) + members
        parts.append(section(family, *lines))
    return parts


def qids(candidates):
    return {candidate.qid for candidate in candidates}


@quick
@given(layouts, st.data())
def test_moving_entries_between_sections_and_groups_gives_no_candidate(layout, data):
    moved = [(data.draw(places), entity) for _, entity in layout]
    assert compare(page(*sections(layout)), page(*sections(moved), date=NEW_DATE)) == []


@quick
@given(layouts, layouts, st.permutations(FAMILIES), st.permutations(FAMILIES))
def test_shuffling_sections_changes_nothing(old, new, old_order, new_order):
    plain = compare(page(*sections(old)), page(*sections(new), date=NEW_DATE))
    shuffled = compare(page(*sections(old, old_order)), page(*sections(new, new_order), date=NEW_DATE))
    assert plain == shuffled


@quick
@given(layouts.filter(bool), st.data())
def test_removing_a_subject_everywhere_gives_exactly_that_candidate(layout, data):
    removed = data.draw(st.sampled_from(sorted({entity for _, entity in layout})))
    rest = [(place, entity) for place, entity in layout if entity != removed]
    found = compare(page(*sections(layout)), page(*sections(rest), date=NEW_DATE))
    assert [candidate.qid for candidate in found] == [removed]
    families = {family.partition(" {{")[0] for (family, _), entity in layout if entity == removed}
    assert set(found[0].violation_types) == families


@quick
@given(layouts, layouts)
def test_candidates_are_the_old_subjects_that_are_nowhere_on_the_new_page(old, new):
    found = compare(page(*sections(old)), page(*sections(new), date=NEW_DATE))
    assert qids(found) == {entity for _, entity in old} - {entity for _, entity in new}


@quick
@given(st.lists(st.tuples(layouts, st.sampled_from(BOTS)), max_size=6), st.integers(0, 6))
def test_a_walk_in_two_parts_is_a_walk_in_one_and_agrees_with_comparing_pages(steps, cut):
    history = History()
    for number, (layout, bot) in enumerate(steps):
        history.add(report(*sections(layout), date=f"2025-08-0{number + 1}T01:00:00Z"), bot)
    whole = walk_history(history.revisions, history.text, bots=BOTS)
    part = walk_history(history.revisions[:cut], history.text, bots=BOTS)
    assert walk_history(history.revisions, history.text, bots=BOTS, known=part) == whole
    assert find_candidates(whole, property_id="P214", title="T") == by_pages(history, steps)


def by_pages(history, steps):
    """The plain way: compare each page with the same bot's page before it."""
    found, before = [], {}
    for revision, (layout, bot) in zip(history.revisions, steps, strict=True):
        date = f"2025-08-{int(revision.timestamp[8:10]):02}T01:00:00Z"
        now = page(*sections(layout), date=date)
        if bot in before:
            old_page, old_revision = before[bot]
            found += compare(old_page, now, old_revision, revision, title="T")
        before[bot] = (now, revision)
    return found
