"""Every trap is in the small world, whatever the seed, and is what its name says."""

import re
from itertools import pairwise

import pytest

from wikidata_repair_eval.sandbox.kinds import KINDS
from wikidata_repair_eval.sandbox.scenarios import PAGE_SCENARIOS, STORIES, WORLD_SCENARIOS
from wikidata_repair_eval_tests.sandbox.plain_rules import listed, statements, target
from wikidata_repair_eval_tests.sandbox.world_readings import SEEDS, complete_runs, small, text_of, wayback

WORLD = small(1)


def revisions(trap):
    return [WORLD.revisions[int(number)] for number in WORLD.trap_index[trap]]


def page_of(entity_id):
    return WORLD.entity_page(entity_id)


def trapped(name):
    return [entry["qid"] for entry in WORLD.truth.not_repairs if entry["trap"] == name]


ALL_TRAPS = [
    "remove-then-add is an update",
    "bare ids and separators inside a value",
    "summary names the qualifier's property",
    "non-Latin labels",
    "no en label: mul holds it",
    "merge",
    "delete",
    "exception added: the heading does not change",
    "heading changes with the constraint",
    "a section vanishes with its constraint",
    "deprecated rank is not a present value",
    "single value may mean single best value",
    "preferred rank: same values, other best rank",
    "one edit leaves two report pages",
    "the neighbour was edited, not the item",
    "the class tree was edited, not the item",
    "self link has no constraint statement",
    "subjects in other spellings",
    "coincident constraint edit",
    "group headings are no constraints",
    "a heading may contain =",
    "unique value with item values: the first link is the value",
    "property subjects",
    "lexeme subjects",
    "one item in two sections",
    "a value with a comma or a colon",
    "rollback names no property",
    "undo restores the good state",
    "restore carries no tag",
    "a repair undone inside the window",
    "override clears the entity",
    "a repair that does not persist",
    "partial repair",
    "the latest change of the property is not the repair",
    "two revisions in the same second",
    "the parent is not the line before",
    "clean already at the old data date",
    "userhidden revision",
    "texthidden revision",
    "redirect content is no empty item",
    "huge item",
    "long history",
    "somevalue and novalue",
    "constraint re-added under a new id",
    "lowering a constraint's status",
    "unchanged except the date",
    "failed report of 108 bytes",
    "a person edited the report",
    "blanked and reverted: same sha1",
    "DeltaBot between two runs of KrBot2",
    "KrBot gives way to KrBot2",
    "a page in DeltaBot's style",
    "truncated section",
    "count exceeds the lines",
    "types statistics are no violations",
    "no data date",
    "before July 2017",
    "pages that look like reports",
    "property deleted, report remains",
    "moved report page leaves a redirect",
    "deleted and restored",
    "old and odd values",
    "datatype changed",
    "an edit that only reorders",
    "an inverse line with the target as subject",
]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_trap_is_planted_whatever_the_seed(seed):
    assert set(small(seed).trap_index) == set(ALL_TRAPS)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_trap_of_the_truth_is_planted_whatever_the_seed(seed):
    names = {entry["trap"] for entry in small(seed).truth.not_repairs}
    assert names >= {
        *("deleted", "merged", "hidden_revision", "moved_between_sections", "moved_between_groups"),
        *("truncated", "failed_report", "struck_by_a_person", "blanked", "bot_changed", "other_bot"),
        *("still_violated", "never_violated", "external", "before_2017", "property_deleted"),
        *("other_holder_deleted", "status_lowered", "types_statistics", "still_listed"),
    }


def test_tables_name_every_scenario_once():
    planted = [story.plant for story in STORIES]
    assert len(planted) == len(set(planted))
    assert {kind for story in STORIES for kind in story.kinds} == set(KINDS)
    assert PAGE_SCENARIOS
    assert WORLD_SCENARIOS


# --- histories ----------------------------------------


def test_merged_items_keep_their_history_and_end_as_redirects():
    for item in WORLD.trap_index["merge"]:
        page = page_of(item)
        assert WORLD.content_json(page.latest) == {"entity": item, "redirect": WORLD.resolve(item)}
        assert [r.comment.split(":")[0] for r in page.revisions[-2:]] == [
            "/* wbmergeitems-to",
            "/* wbcreateredirect",
        ]
        assert WORLD.content_json(page.revisions[-2])["claims"] == []
        assert WORLD.current_entity(item) is None


def test_deleted_items_leave_only_a_log_line():
    for item in trapped("deleted"):
        assert page_of(item) is None
        assert [event.action for event in WORLD.log_events if event.title == item] == ["delete"]
        assert not [r for r in WORLD.revisions.values() if r.title == item]
    assert WORLD.deleted_revision_ids.isdisjoint(WORLD.revisions)


def test_hidden_revisions_say_what_is_hidden():
    texts = revisions("texthidden revision")
    users = revisions("userhidden revision")
    assert all("text" in revision.hidden for revision in texts)
    assert any("suppressed" in revision.hidden for revision in texts)
    assert all(revision.hidden == {"user", "comment"} for revision in users)


def test_two_revisions_of_one_second_are_ordered_by_id():
    [revision] = revisions("two revisions in the same second")
    page = WORLD.pages[revision.title]
    twins = [r.id for r in page.revisions if r.timestamp == revision.timestamp]
    assert twins == sorted(twins)
    assert (twins[0], len(twins)) == (revision.id, 2), "the repair came first, the reference second"


def test_ids_are_not_monotonic_in_time_but_histories_are_sorted_by_time_and_id():
    for page in WORLD.pages.values():
        keys = [(revision.timestamp, revision.id) for revision in page.revisions]
        assert keys == sorted(keys)
    everything = sorted(WORLD.revisions.values(), key=lambda revision: revision.timestamp)
    assert any(later.id < earlier.id for earlier, later in pairwise(everything))


def test_a_parent_may_not_be_the_line_before():
    [revision] = revisions("the parent is not the line before")
    ids = [r.id for r in WORLD.pages[revision.title].revisions]
    assert ids.index(revision.parent_id) < ids.index(revision.id) - 1


def test_reverts_carry_the_tags_and_comments_of_the_wiki():
    [rolled_back], [undone], [restored] = (
        revisions(trap)
        for trap in ("rollback names no property", "undo restores the good state", "restore carries no tag")
    )
    assert (rolled_back.tags, rolled_back.comment[:18]) == (("mw-rollback",), "Reverted edits by ")
    assert undone.tags == ("mw-undo",)
    assert re.match(r"/\* undo:0\|\|\d+\|", undone.comment)
    assert restored.tags == ()
    assert re.match(r"/\* restore:0\|\|\d+\|", restored.comment)


def test_an_override_empties_the_entity_and_a_rollback_brings_it_back():
    [cleared] = revisions("override clears the entity")
    page = WORLD.pages[cleared.title]
    index = page.revisions.index(cleared)
    assert WORLD.content_json(cleared)["claims"] == []
    assert WORLD.content_json(page.revisions[index + 1])["claims"] != []


def test_people_bots_temporary_accounts_and_ips_edit():
    users = {revision.user for revision in WORLD.revisions.values()}
    assert any(user.bot for user in users)
    assert any(user.temp and user.name.startswith("~2") for user in users)
    assert any(user.anonymous for user in users)


def test_huge_item_and_long_history():
    [huge], [long] = WORLD.trap_index["huge item"], WORLD.trap_index["long history"]
    assert len(WORLD.content(page_of(huge).latest)) > 500_000
    assert len(page_of(long).revisions) > 200
    snaktypes = {
        s["mainsnak"]["snaktype"] for p in ("P22", "P570") for s in statements(wayback(1).at(long, "9"), p)
    }
    assert snaktypes == {"novalue", "somevalue"}


def test_a_constraint_comes_back_under_another_id():
    [old_id] = WORLD.trap_index["constraint re-added under a new id"]
    page = page_of(old_id.split("$")[0].upper())
    ids = [{s["id"] for s in statements(WORLD.content_json(r), "P2302")} for r in page.revisions]
    last = max(index for index, present in enumerate(ids) if old_id in present)
    assert len(ids[last + 1]) == len(ids[last]) - 1
    assert len(ids[last + 2]) == len(ids[last])


def test_old_and_odd_values_are_stored_as_they_were():
    [item] = WORLD.trap_index["old and odd values"]
    text = WORLD.content(page_of(item).latest).decode()
    for odd in ("-13798000000-00-00", "+00000001952-03-11", "Q1985786", "upperBound"):
        assert odd in text
    assert '"value":{"entity-type":"item","numeric-id":223557}' in text
    assert WORLD.current_entity(item)["labels"].keys() == {"mul"}


def test_statement_ids_of_early_items_are_lower_case():
    pattern = re.compile(rb'"id":"q\d+\$')
    assert any(pattern.search(WORLD.content(page.latest)) for page in WORLD.pages.values())


# --- report pages ----------------------------------------


def test_a_truncated_list_hides_items_that_come_back():
    [run] = revisions("truncated section")
    runs = complete_runs(WORLD, WORLD.pages[run.title])
    index = [r.id for r in runs].index(run.id)
    before, cut, after = (
        {s for s, _ in listed(text_of(WORLD, r.id))[0]} for r in runs[index - 1 : index + 2]
    )
    hidden = set(trapped("truncated"))
    assert hidden <= before
    assert hidden <= after
    assert not hidden & cut


def test_a_failed_report_has_108_bytes_and_its_own_comment():
    for revision in revisions("failed report of 108 bytes"):
        assert WORLD.size_and_sha1(revision)[0] == 108
        assert revision.comment.startswith("error while update for [[Property:P")


def test_count_exceeds_the_lines_without_a_marker():
    for revision in revisions("count exceeds the lines"):
        section = text_of(WORLD, revision.id).split("\n<span")[1]
        count = int(re.search(r"Violations count: (\d+)", section)[1])
        assert count > section.count("\n* ")
        assert "Too many" not in section


def test_only_real_report_pages_match_the_pattern_of_a_property():
    names = [title.removeprefix(WORLD.report_prefix) for title in WORLD.report_titles()]
    lookalikes = {name for name in names if not re.fullmatch(r"P[1-9]\d*", name)}
    assert lookalikes >= {"Summary", "All properties", "Mandatory constraints", "P569/Period/de"}


def test_the_moved_page_is_a_redirect_by_a_person():
    [title] = WORLD.trap_index["moved report page leaves a redirect"]
    assert WORLD.pages[title].redirect_to in WORLD.pages
    assert not WORLD.pages[title].latest.user.bot


def test_one_edit_leaves_two_pages():
    [item, *_] = WORLD.trap_index["one edit leaves two report pages"]
    entries = [entry for entry in WORLD.truth.repairs if entry["qid"] == item]
    assert {entry["property"] for entry in entries} == {"P569", "P570"}
    assert len({entry["event"]["revision_id"] for entry in entries}) == 1


def test_the_first_link_of_a_shared_item_value_is_no_subject():
    values = set(WORLD.trap_index["unique value with item values: the first link is the value"])
    assert values
    assert not values & {entry["qid"] for entry in WORLD.truth.repairs + WORLD.truth.not_repairs}


def test_an_inverse_line_of_deltabot_names_the_silent_item_first():
    silent = WORLD.trap_index["an inverse line with the target as subject"]
    assert {entry["qid"] for entry in WORLD.truth.repairs if entry["violation_type"] == "Inverse"} >= set(
        silent
    )
    text = "\n".join(text_of(WORLD, r.id) for r in WORLD.pages[f"{WORLD.report_prefix}P527"].revisions)
    for item in silent:
        [holder] = {line[1] for line in re.finditer(rf"^\*\[\[{item}\]\]:\[\[(Q\d+)\]\]$", text, re.M)}
        [entry] = [entry for entry in WORLD.truth.repairs if entry["qid"] == item]
        assert entry["event"]["entity"] in {item, holder}
        pointed = [statements(WORLD.content_json(r), "P527") for r in page_of(holder).revisions]
        assert any(item in {target(s["mainsnak"]) for s in found} for found in pointed)


def test_an_edit_that_only_reorders_changes_nothing_else():
    for change in revisions("an edit that only reorders"):
        page = WORLD.pages[change.title]
        before, after = (WORLD.content(page.revisions[change.ordinal + step]) for step in (-1, 0))
        assert before != after
        assert sorted(before) == sorted(after)


def test_a_changed_datatype_leaves_the_values_as_they_were():
    [change] = revisions("datatype changed")
    page = WORLD.pages[change.title]
    before, after = (WORLD.content_json(page.revisions[change.ordinal + step]) for step in (-1, 0))
    assert (before["datatype"], after["datatype"]) == ("string", "external-id")
    assert {**before, "datatype": ""} == {**after, "datatype": ""}
    assert WORLD.datatypes[page.entity_id] == "external-id"
