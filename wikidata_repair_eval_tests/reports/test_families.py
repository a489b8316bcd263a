"""The table of heading families holds everything that is known of the pages, and no more."""

import pytest

from wikidata_repair_eval.reports.families import family_table
from wikidata_repair_eval.reports.headings import (
    ConstraintHeading,
    GroupHeading,
    OtherHeading,
    heading_text,
    read_heading,
)

# heading inside the quotes, family, type ids, properties, items, language
KNOWN = [
    ("Single value", "Single value", ["Q19474404", "Q52060874"], [], [], None),
    ("Unique value", "Unique value", ["Q21502410"], [], [], None),
    ("Format", "Format", ["Q21502404"], [], [], None),
    ("Type {{Q|5}}, {{Q|95074}}", "Type", ["Q21503250"], [], ["Q5", "Q95074"], None),
    ("Value type {{Q|5}}", "Value type", ["Q21510865"], [], ["Q5"], None),
    ("Item {{P|31}}", "Item", ["Q21503247"], ["P31"], [], None),
    ("Item {{P|31}} one of {{Q|1}}, {{Q|2}}", "Item", ["Q21503247"], ["P31"], ["Q1", "Q2"], None),
    ("Item {{P|31}} = {{Q|5}}", "Item", ["Q21503247"], ["P31"], ["Q5"], None),
    ("Target required claim {{P|17}}", "Target required claim", ["Q21510864"], ["P17"], [], None),
    (
        "Target required claim {{P|21}} one of {{Q|44148}}",
        "Target required claim",
        ["Q21510864"],
        ["P21"],
        ["Q44148"],
        None,
    ),
    ("Conflicts with {{P|31}}", "Conflicts with", ["Q21502838"], ["P31"], [], None),
    ("Conflicts with", "Conflicts with", ["Q21502838"], [], [], None),
    ("Inverse", "Inverse", ["Q21510855"], [], [], None),
    ("Symmetric", "Symmetric", ["Q21510862"], [], [], None),
    ("One of", "One of", ["Q21510859"], [], [], None),
    ("None of", "None of", ["Q52558054"], [], [], None),
    ("Allowed qualifiers", "Allowed qualifiers", ["Q21510851"], [], [], None),
    ("Allowed Qualifiers", "Allowed qualifiers", ["Q21510851"], [], [], None),
    ("Qualifiers", "Allowed qualifiers", ["Q21510851", "Q21510856"], [], [], None),
    ("Mandatory Qualifiers", "Mandatory Qualifiers", ["Q21510856"], [], [], None),
    ("Units", "Units", ["Q21514353"], [], [], None),
    ("Scope", "Scope", ["Q53869507"], [], [], None),
    ("Entity types", "Entity types", ["Q52004125"], [], [], None),
    ("Commons link", "Commons link", ["Q21510852"], [], [], None),
    ("Contemporary", "Contemporary", ["Q25796498"], [], [], None),
    ("Label in 'lv' language", "Label in language", ["Q108139345"], [], [], "lv"),
    ("Label in 'zh-hant' language", "Label in language", ["Q108139345"], [], [], "zh-hant"),
    ("Self link", "Self link", [], [], [], None),
    ("Range", "Range", ["Q21510860"], [], [], None),
    ("Multi value", "Multi value", ["Q21510857"], [], [], None),
    ("Diff within range", "Diff within range", ["Q21510854"], [], [], None),
    ("Difference within range", "Diff within range", ["Q21510854"], [], [], None),
    ("Integer", "Integer", ["Q52848401"], [], [], None),
    ("Value only", "Value only", ["Q21528958"], [], [], None),
    ("Qualifier", "Qualifier", ["Q21510863"], [], [], None),
    ("Source only", "Source only", ["Q21528959"], [], [], None),
]

ALL_TYPES = [
    "Q19474404", "Q21502404", "Q21502410", "Q21502838", "Q21503247", "Q21503250", "Q21510851", "Q21510852",
    "Q21510854", "Q21510855", "Q21510856", "Q21510857", "Q21510859", "Q21510860", "Q21510862", "Q21510863",
    "Q21510864", "Q21510865", "Q21514353", "Q21528958", "Q21528959", "Q25796498", "Q51723761", "Q52004125",
    "Q52060874", "Q52558054", "Q52848401", "Q53869507", "Q54554025", "Q55819106", "Q108139345",
]  # fmt: skip


@pytest.mark.parametrize(
    ("heading", "family", "types", "properties", "items", "language"),
    [pytest.param(*row, id=row[0]) for row in KNOWN],
)
def test_every_known_heading_names_its_family_and_parameters(
    heading, family, types, properties, items, language
):
    found = read_heading(f'== "{heading}" violations ==')
    assert isinstance(found, ConstraintHeading)
    assert found.constraint.model_dump() == {
        "family": family,
        "type_qids": tuple(types),
        "properties": tuple(properties),
        "items": tuple(items),
        "language": language,
        "heading": heading,
    }


def test_the_table_has_no_family_beyond_the_known_ones():
    assert {family.family for family in family_table().families} == {row[1] for row in KNOWN}


def test_every_constraint_type_has_a_heading_or_is_known_to_have_none():
    table = family_table()
    with_heading = {qid for family in table.families for qid in family.type_qids}
    assert with_heading | set(table.types_without_heading) == set(ALL_TYPES)
    assert not with_heading & set(table.types_without_heading)


def test_trap_13_single_value_means_single_best_value_too():
    assert read_heading('== "Single value" violations ==').constraint.type_qids == ("Q19474404", "Q52060874")


def test_trap_14_self_link_stands_for_no_constraint_type():
    assert read_heading('== "Self link" violations ==').constraint.type_qids == ()


@pytest.mark.parametrize(
    ("line", "family"),
    [
        pytest.param('== "Value type {{Q|5}}" violations ==', "Value type", id="value type is not type"),
        pytest.param('== "Type {{Q|5}}" violations ==', "Type", id="type is type"),
        pytest.param('== "Value only" violations ==', "Value only", id="value only is not a value type"),
        pytest.param('== "TYPE {{q|5}}" violations ==', "Type", id="case does not matter"),
        pytest.param('== "Qualifier" violations ==', "Qualifier", id="qualifier is not qualifiers"),
    ],
)
def test_trap_15_longest_whole_name_wins(line, family):
    assert read_heading(line).constraint.family == family


@pytest.mark.parametrize(
    "line",
    ["== Types statistics ==", '== "Types statistics" ==', "=== types statistics ==="],
)
def test_trap_15_types_statistics_is_not_type(line):
    found = read_heading(line)
    assert isinstance(found, OtherHeading)
    assert found.statistics


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('== "Types {{Q|5}}" violations ==', id="a plural is another word"),
        pytest.param('== "TypeQ5" violations ==', id="a name that goes on is another name"),
        pytest.param('== "Type of thing" violations ==', id="words where ids belong"),
        pytest.param('== "Single value per country" violations ==', id="words where nothing belongs"),
        pytest.param('== "Type {{P|5}}" violations ==', id="a property where classes belong"),
        pytest.param('== "Item {{P|31}} one of" violations ==', id="a list that is not there"),
        pytest.param("== \"Label in 'en', 'de' language\" violations ==", id="two languages"),
        pytest.param("== Description in 'en' language ==", id="a family nobody has seen"),
        pytest.param("== Notes ==", id="somebody's notes"),
        pytest.param("==", id="nothing but marks"),
        pytest.param('== "Format" violations', id="a heading that never closes"),
    ],
)
def test_a_heading_of_no_family_is_never_guessed(line):
    found = read_heading(line)
    assert isinstance(found, OtherHeading)
    assert not found.statistics


@pytest.mark.parametrize(
    ("line", "label"),
    [
        pytest.param("=== {{Q|145}} ===", "Q145", id="one value"),
        pytest.param("== {{Q|163740}}, {{Q|43229}} ==", "Q163740, Q43229", id="two values, any level"),
        pytest.param("==== [[Q5]] ====", "Q5", id="as a link"),
        pytest.param("== Q5 ==", "Q5", id="bare"),
        pytest.param("=== empty ===", "empty", id="no value"),
        pytest.param("=== Empty ===", "empty", id="no value, capital"),
    ],
)
def test_trap_3_headings_of_ids_alone_are_groups(line, label):
    assert read_heading(line) == GroupHeading(label)


@pytest.mark.parametrize(
    "reference",
    ["{{P|31}}", "{{P|P31}}", "{{p|31}}", "{{ P | 31 }}", "[[Property:P31]]", "[[Property:P31|P31]]", "P31"],
)
def test_trap_16_every_spelling_of_a_property_in_a_heading(reference):
    found = read_heading(f'== "Item {reference}" violations ==')
    assert found.constraint.properties == ("P31",)


@pytest.mark.parametrize(
    "reference", ["{{Q|5}}", "{{Q|Q5}}", "{{q|5}}", "[[Q5]]", "[[q5]]", "[[Q5|a, b]]", "Q5"]
)
def test_trap_16_every_spelling_of_an_item_in_a_heading(reference):
    found = read_heading(f'== "Type {reference}, {{{{Q|6}}}}" violations ==')
    assert found.constraint.items == ("Q5", "Q6")


@pytest.mark.parametrize(
    "line",
    [
        '== "Item {{P|31}} = {{Q|5}}" violations ==',
        '=="Item {{P|31}} = {{Q|5}}" violations==  ',
        '====== "Item {{P|31}} = {{Q|5}}" violations ======',
        '== "Item {{P|31}} = {{Q|5}}" violations == <!-- a note -->',
        "== &quot;Item {{P|31}} = {{Q|5}}&quot; violations ==",
        '== "Item {{P|31}} = {{Q|5}}" ==',
        "== Item {{P|31}} = {{Q|5}} matches ==",
    ],
)
def test_trap_6_a_heading_may_hold_an_equals_sign(line):
    assert read_heading(line).constraint.items == ("Q5",)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("== a = b ==", "a = b", id="inside"),
        pytest.param("=== a ==", "= a", id="more on the left"),
        pytest.param("== a ===", "a =", id="more on the right"),
        pytest.param("======= a =======", "= a =", id="at most six count"),
        pytest.param("== a", "== a", id="never closed"),
        pytest.param("=", "=", id="one alone"),
        pytest.param("==", "==", id="two alone have nothing between them"),
        pytest.param("=== ", "=", id="three alone"),
    ],
)
def test_trap_6_the_same_number_of_equals_signs_is_taken_from_both_ends(line, text):
    assert heading_text(line) == text


def test_a_heading_of_eighty_classes_is_read_to_its_end():
    classes = [f"Q{number}" for number in range(1, 90)]
    spelled = ", ".join(f"{{{{Q|{qid[1:]}}}}}" for qid in classes)
    assert read_heading(f'== "Type {spelled}" violations ==').constraint.items == tuple(classes)
