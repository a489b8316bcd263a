"""Where each trap of FORMATS 11 and DESIGN 3 is shown: planted in the world, or by an answer of the server.

A number without a place fails, and so does a place that is not there any more.
"""

import ast
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from wikidata_repair_eval_tests.sandbox.plain_rules import parameter, qualifiers, statements, target, value
from wikidata_repair_eval_tests.sandbox.world_readings import complete_runs, report_pages, small

# Traps of the world's `trap_index`, of the truth's `not_repairs` (by name), or tests of this folder.
FORMATS = {
    1: ["the neighbour was edited, not the item", "an inverse line with the target as subject"],
    2: ["unique value with item values: the first link is the value"],
    3: ["group headings are no constraints"],
    4: ["moved_between_groups"],
    5: ["types statistics are no violations"],
    6: ["a heading may contain ="],
    7: ["heading changes with the constraint", "a section vanishes with its constraint"],
    8: ["truncated section"],
    9: ["failed report of 108 bytes"],
    10: ["a person edited the report", "blanked and reverted: same sha1"],
    11: ["DeltaBot between two runs of KrBot2", "a page in DeltaBot's style", "KrBot gives way to KrBot2"],
    12: ["pages that look like reports"],
    13: ["single value may mean single best value"],
    14: ["self link has no constraint statement"],
    15: ["types statistics are no violations"],
    16: ["subjects in other spellings"],
    17: ["bare ids and separators inside a value"],
    18: ["a value with a comma or a colon"],
    19: ["property subjects", "lexeme subjects"],
    20: ["test_item_events_lie_between_the_data_dates_and_constraint_events_between_the_publications"],
    21: ["before July 2017"],
    22: ["unchanged except the date"],
    23: ["test_some_reports_are_weeks_apart"],
    24: ["test_a_revision_has_seven_keys_and_neither_parent_nor_tags"],
    25: ["test_refusals_come_with_http_200"],
    26: ["test_a_big_batch_is_cut_and_pages_are_listed_again_without_revisions"],
    27: ["test_a_big_batch_is_cut_and_pages_are_listed_again_without_revisions"],
    28: ["texthidden revision", "test_hidden_text_has_no_content_and_says_so"],
    29: ["userhidden revision"],
    30: ["the parent is not the line before"],
    31: ["two revisions in the same second"],
    32: [
        "test_refusals_come_with_http_200",
        "test_unknown_parameters_are_warned_about_and_the_answer_stands",
    ],
    33: ["test_formatversion_1_keys_pages_by_id_and_spells_true_as_an_empty_string"],
    34: ["test_content_is_stored_json_without_datatypes_and_with_empty_lists"],
    35: ["test_the_published_flavour_has_datatypes_and_maps"],
    36: ["an edit that only reorders"],
    37: ["redirect content is no empty item"],
    38: ["test_entity_data_of_a_merged_item_answers_under_the_targets_key"],
    39: ["test_entity_data_errors_are_html_pages"],
    40: ["test_one_malformed_id_fails_the_whole_batch"],
    41: ["old and odd values", "test_statement_ids_of_early_items_are_lower_case"],
    42: ["old and odd values", "test_dates_are_proleptic_gregorian_with_astronomical_years"],
    43: [
        "old and odd values",
        "test_a_quantity_without_unit_has_the_unit_one_and_no_bounds_it_was_not_given",
    ],
    44: [
        "somevalue and novalue",
        "test_somevalue_is_an_iri_and_novalue_is_a_type_without_any_value",
    ],
    45: ["deprecated rank is not a present value", "preferred rank: same values, other best rank"],
    46: ["no en label: mul holds it"],
    47: ["summary names the qualifier's property"],
    48: ["restore carries no tag", "rollback names no property", "override clears the entity"],
    49: ["a repair undone inside the window", "undo restores the good state"],
    50: ["a repair undone inside the window"],  # the undone edit has no tag
    51: ["test_the_many_members_are_cut_between_an_entity_and_its_comma"],
    52: ["test_neither_sorted_nor_properties_first", "test_items_and_properties_only_and_no_redirects"],
    53: ["test_every_line_is_as_of_its_own_date"],
    54: ["test_keys_stand_in_the_order_of_the_dump"],
    56: ["test_a_planted_time_out_answers_200_with_half_a_body_and_a_stack_trace"],
    57: ["test_scholarly_items_have_no_statements_in_the_main_graph"],
    58: [
        "test_truthy_values_are_of_the_best_rank_only",
        "test_precision_and_calendar_stand_on_the_value_node_alone",
    ],
    59: ["test_property_types_are_spelt_as_the_ontology_spells_them"],
    60: [
        "test_a_title_with_an_awkward_sign_is_found_when_it_is_encoded",
        "test_a_wiki_redirect_is_a_307_one_level_deep",
    ],
    61: ["test_a_disambiguation_page_says_so_in_the_html_the_summary_and_the_page_properties"],
    62: ["test_data_mw_of_the_infobox_is_on_the_style_and_not_on_the_table"],
    63: ["test_an_article_nobody_reads_and_a_wrong_title_are_the_same_404"],
    64: [
        "test_too_many_requests_by_date_is_in_the_future_of_its_own_date",
        "test_an_impatient_client_is_seen_over_http",
    ],
    65: ["test_a_key_in_the_body_opens_nothing"],
    66: ["exception added: the heading does not change"],
    67: ["property deleted, report remains", "datatype changed"],
    68: ["test_constraints_have_unknown_values_and_no_values_as_parameters"],
    69: ["test_a_format_has_an_empty_alternative"],
    70: ["the neighbour was edited, not the item", "the class tree was edited, not the item"],
}
NOT_SHOWN = {55: "the sandbox writes its dump to a file and publishes no directory of dated ones"}

DESIGN = [
    "moved_between_sections",
    "undo restores the good state",
    "rollback names no property",
    "delete",
    "merge",
    "texthidden revision",
    "test_item_events_lie_between_the_data_dates_and_constraint_events_between_the_publications",
    "truncated section",
    "failed report of 108 bytes",
    "coincident constraint edit",
    "constraint re-added under a new id",
    "one edit leaves two report pages",
    "non-Latin labels",
    "lexeme subjects",
    "huge item",
]


def names_of_tests():
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("test_*.py"))
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}


PLACES = {
    *small(1).trap_index,
    *(entry["trap"] for entry in small(1).truth.not_repairs),
    *names_of_tests(),
}


def test_every_number_has_its_place_or_a_reason():
    assert set(FORMATS) | set(NOT_SHOWN) == set(range(1, 71))
    assert not set(FORMATS) & set(NOT_SHOWN)


@pytest.mark.parametrize(("number", "places"), FORMATS.items(), ids=lambda value: str(value)[:3])
def test_a_trap_of_the_formats_is_shown(number, places):
    assert set(places) <= PLACES, number


@pytest.mark.parametrize("place", DESIGN)
def test_a_trap_of_the_design_is_shown(place):
    assert place in PLACES


def test_every_way_of_repairing_is_planted():
    ways = {entry["through"] for entry in small(1).truth.repairs}
    expected = {"same_property", "other_property", "terms", "neighbour", "other_holder", "hierarchy"}
    assert ways == expected | {"constraint"}
    assert {entry["locus"] for entry in small(1).truth.repairs} == {
        "A_BOX",
        "T_BOX",
        "OVERDETERMINED",
        "JOINT",
    }


def test_some_reports_are_weeks_apart():
    days = [
        (datetime.fromisoformat(new.timestamp) - datetime.fromisoformat(old.timestamp)).days
        for page in report_pages(small(1)).values()
        for old, new in pairwise(complete_runs(small(1), page))
    ]
    assert any(21 < gap < 90 for gap in days)
    assert any(gap <= 7 for gap in days)


def constraints_of(property_id):
    world = small(1)
    return statements(world.content_json(world.entity_page(property_id).latest), "P2302")


def test_constraints_have_unknown_values_and_no_values_as_parameters():
    [bounds] = [each for each in constraints_of("P570") if target(each["mainsnak"]) == "Q21510860"]
    assert qualifiers(bounds, "P2310")[0]["snaktype"] == "novalue"
    assert qualifiers(bounds, "P2311")[0]["snaktype"] == "somevalue"
    [allowed] = [each for each in constraints_of("P5185") if target(each["mainsnak"]) == "Q21510859"]
    assert None in parameter(allowed, "P2305")


def test_a_format_has_an_empty_alternative():
    [constraint] = [each for each in constraints_of("P214") if target(each["mainsnak"]) == "Q21502404"]
    assert "||" in value(qualifiers(constraint, "P1793")[0]) + "|"
