"""The truth can be read off the stored JSON: values before and after, windows, plain verdicts."""

import re
from collections import Counter

import pytest

from wikidata_repair_eval_tests.sandbox.plain_rules import (
    OneMoment,
    holders_of,
    listed,
    statements,
    target,
    unanswered_by,
    value,
    violated_families,
)
from wikidata_repair_eval_tests.sandbox.world_readings import (
    SEEDS,
    disappearances,
    event_revisions,
    report_pages,
    small,
    text_of,
    wayback,
    window,
)

REPAIR_KEYS = {
    *("qid", "property", "violation_type", "locus", "through", "action", "class", "event"),
    *("report_revision_old", "report_revision_new", "persists", "reason"),
}
CELLS = {  # violated? for old item and old definition, new item, new definition, both new
    "A_BOX": (True, False, True, False),
    "T_BOX": (True, True, False, False),
    "OVERDETERMINED": (True, False, False, False),
    "JOINT": (True, True, True, False),
}
EARLY = "repaired shortly before the date in the header"


def plain(statement):
    """A main value as the truth spells it."""
    snak = statement["mainsnak"]
    inner = value(snak)
    if not isinstance(inner, dict):
        return inner or snak["snaktype"]
    if "time" in inner:
        return inner["time"].removesuffix("T00:00:00Z")
    if "amount" in inner:
        unit = inner["unit"].rpartition("/")[2]
        return inner["amount"] if unit == "1" else f"{inner['amount']} {unit}"
    if "latitude" in inner:
        return f"{inner['latitude']},{inner['longitude']}"
    return target(snak)


def edited_values(entry, content):
    if "term" in entry:
        section, language = entry["term"].split("/")
        found = (content[section] or {}).get(language)
        return [found["value"]] if found else []
    return [plain(statement) for statement in statements(content, entry.get("edited", entry["property"]))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_repair_has_the_keys_of_the_contract(seed):
    truth = small(seed).truth_json()
    assert set(truth) == {"seed", "scale", "clock", "repairs", "not_repairs"}
    assert all(set(entry) >= REPAIR_KEYS for entry in truth["repairs"])
    assert all(
        set(entry) >= {"qid", "property", "trap", "candidate", "reason"} for entry in truth["not_repairs"]
    )
    assert all(entry["reason"] for entry in truth["repairs"] + truth["not_repairs"])


@pytest.mark.parametrize("seed", SEEDS)
def test_values_are_there_before_the_event_and_replaced_after_it(seed):
    history = wayback(seed)
    for entry in small(seed).truth.repairs:
        page, index = event_revisions(history, entry)
        before, after = (history.revision(page, number) for number in (index - 1, index))
        if entry["event"]["entity"] == entry["property"]:
            assert statements(before, "P2302") != statements(after, "P2302"), entry
            continue
        assert edited_values(entry, before) == entry["before"], entry
        if "session" in entry:
            assert edited_values(entry, after) == []
            after = history.revision(page, index + 1)
            assert page.revisions[index].user == page.revisions[index + 1].user
        assert edited_values(entry, after) == entry["after"], entry
        assert before != after


@pytest.mark.parametrize("seed", SEEDS)
def test_action_follows_from_the_values(seed):
    for entry in small(seed).truth.repairs:
        if entry["class"] != "T_BOX":
            expected = "CREATE" if not entry["before"] else "UPDATE" if entry["after"] else "DELETE"
            assert entry["action"] == expected, entry


@pytest.mark.parametrize("seed", SEEDS)
def test_item_events_lie_between_the_data_dates_and_constraint_events_between_the_publications(seed):
    world, early = small(seed), Counter()
    for entry in world.truth.repairs:
        data_old, published_old, data_new, published_new = window(world, entry)
        moment = entry["event"]["timestamp"]
        if entry["reason"].startswith(EARLY):
            continue
        if entry["through"] == "constraint":
            assert published_old < moment <= published_new, entry
        else:
            assert data_old < moment <= data_new, entry
            early[moment <= published_old] += 1
    assert early[True] > 10, "the bot has not seen many a repair when it publishes"


@pytest.mark.parametrize("seed", SEEDS)
def test_through_says_where_the_edit_was_made(seed):
    for entry in small(seed).truth.repairs:
        own = entry["event"]["entity"] == entry["qid"]
        edited = entry.get("edited", entry["property"])
        match entry["through"]:
            case "same_property":
                assert (own, edited) == (True, entry["property"]), entry
            case "other_property":
                assert (own, edited != entry["property"]) == (True, True), entry
            case "terms":
                assert (own, "term" in entry) == (True, True), entry
            case "constraint":
                assert entry["event"]["entity"] == entry["property"], entry
            case "neighbour" | "other_holder" | "hierarchy":
                assert not own, entry
            case unknown:
                pytest.fail(unknown)


class Judge:
    """The plain rules on one repair's subject, for the families under which the old report lists it."""

    def __init__(self, seed, entry):
        self.history, self.entry = wayback(seed), entry
        text = text_of(small(seed), entry["report_revision_old"])
        pairs, companions = listed(text)
        self.families = {family for subject, family in pairs if subject == entry["qid"]}
        self.companions = companions.get(entry["qid"], ())
        self.holders = holders_of(text, entry["qid"]) if "Inverse" in self.families else set()

    def violated(self, item_moment, definition_moment, pinned=None):
        when = OneMoment(self.history, item_moment, pinned)
        property_id = self.entry["property"]
        definition = (pinned or {}).get(property_id) or self.history.at(property_id, definition_moment)
        subject = when.entity(self.entry["qid"])
        rules = statements(definition, "P2302")
        if self.holders:
            return unanswered_by(subject, when, rules, property_id, self.holders)
        return bool(violated_families(subject, when, rules, property_id, self.companions) & self.families)

    def neighbourhood(self, moment):
        """Everything whose edits could matter: subject, property, companions, values, edited entity."""
        entry = self.entry
        subject = self.history.at(entry["qid"], moment)
        values = {target(statement["mainsnak"]) for statement in statements(subject, entry["property"])}
        around = {*self.companions, *self.holders, *values} - {None}
        return {entry["qid"], entry["property"], entry["event"]["entity"], *around}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_verdict_turns_from_violated_to_clean_at_the_event(seed):
    for entry in small(seed).truth.repairs:
        judge, (page, index) = Judge(seed, entry), event_revisions(wayback(seed), entry)
        assert entry["violation_type"] in judge.families, entry
        moment, edited = entry["event"]["timestamp"], entry["event"]["entity"]
        assert judge.violated(moment, moment, {edited: wayback(seed).revision(page, index - 1)}), entry
        assert not judge.violated(moment, moment, {edited: wayback(seed).revision(page, index)}), entry


@pytest.mark.parametrize("seed", SEEDS)
def test_the_verdict_stays_clean_to_the_end_of_the_window(seed):
    world, history = small(seed), wayback(seed)
    for entry in world.truth.repairs:
        judge, (_, _, data_new, published_new) = Judge(seed, entry), window(world, entry)
        start = entry["event"]["timestamp"]
        pages = [history.pages[key] for key in judge.neighbourhood(start) if key in history.pages]
        moments = {revision.timestamp for page in pages for revision in page.revisions}
        for moment in sorted(m for m in moments if start < m <= published_new):
            assert not judge.violated(min(moment, data_new), moment), (moment, entry)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_locus_is_that_of_the_two_by_two(seed):
    world = small(seed)
    for entry in world.truth.repairs:
        if entry["reason"].startswith(EARLY):
            continue
        judge, (data_old, published_old, data_new, published_new) = Judge(seed, entry), window(world, entry)
        cells = tuple(
            judge.violated(item, definition)
            for definition in (published_old, published_new)
            for item in (data_old, data_new)
        )
        assert cells == CELLS[entry["locus"]], entry


@pytest.mark.parametrize("seed", SEEDS)
def test_disappearances_are_exactly_the_repairs_and_the_candidates_of_the_traps(seed):
    world = small(seed)
    found = {
        (subject, property_id, old, new)
        for property_id, page in report_pages(world).items()
        for subject, old, new in disappearances(world, page)
    }
    repairs = {
        (e["qid"], e["property"], e["report_revision_old"], e["report_revision_new"])
        for e in world.truth.repairs
    }
    traps = {(e["qid"], e["property"]) for e in world.truth.not_repairs if e["candidate"]}
    never = {(e["qid"], e["property"]) for e in world.truth.not_repairs if not e["candidate"]}
    assert repairs <= found
    assert {entry[:2] for entry in found - repairs} == traps
    assert not {entry[:2] for entry in found} & never


@pytest.mark.parametrize("seed", SEEDS)
def test_persistent_repairs_still_stand_and_lost_ones_do_not(seed):
    world, history = small(seed), wayback(seed)
    for entry in world.truth.repairs:
        if entry["through"] == "constraint":
            today = Judge(seed, entry).violated(world.clock, world.clock)
            assert today is not entry["persists"], entry
        elif entry["action"] != "DELETE":
            current = edited_values(entry, history.at(entry["event"]["entity"], world.clock))
            assert (current == entry["after"]) is entry["persists"], entry


def test_lost_repairs_exist_on_both_tracks():
    lost = [entry for entry in small(1).truth.repairs if not entry["persists"]]
    assert {entry["locus"] for entry in lost} == {"A_BOX", "T_BOX"}


def test_reasons_name_no_editor():
    names = {user for page in small(1).pages.values() for user in (r.user.name for r in page.revisions)}
    text = " ".join(entry["reason"] for entry in small(1).truth.repairs)
    assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]
