"""The tables behind the world: formats fit their templates, wrong values are wrong under every format."""

import re
from random import Random

import pytest

from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.kinds import KINDS, page_specs
from wikidata_repair_eval.sandbox.names import languages, person_name, place_name
from wikidata_repair_eval_tests.sandbox.world_readings import SEEDS, small

IDENTIFIERS = table("properties")["identifiers"]
DATATYPES = {entry["id"]: entry["datatype"] for entry in table("properties")["properties"]}


def sample(template, digit):
    return "".join(digit if letter in "dN" else letter for letter in template)


@pytest.mark.parametrize("entry", IDENTIFIERS, ids=lambda entry: entry["id"])
def test_identifiers_of_the_template_match_the_format(entry):
    for digit in "159":
        assert re.fullmatch(entry["regex"], sample(entry["template"], digit))


@pytest.mark.parametrize("entry", IDENTIFIERS, ids=lambda entry: entry["id"])
def test_the_wrong_values_of_the_stories_match_no_format(entry):
    good = sample(entry["template"], "7")
    wrong = ["id32?", "lol! 7", "TMP_123456", "unknown", "see notes", "see record 11", "n/a 1234", f"{good}?"]
    wrong += [f"{entry['label'].split()[0]} {good}", "Q5, A: see Q42"]
    assert not [value for value in wrong if re.fullmatch(entry["regex"], value)]


def test_templates_leave_room_for_the_largest_scale():
    assert all(sum(entry["template"].count(letter) for letter in "dN") >= 5 for entry in IDENTIFIERS)


def test_every_page_is_of_a_known_kind_and_of_a_known_property():
    specs = page_specs(len(IDENTIFIERS), all_pages=True)
    assert {spec["kind"] for spec in specs} == set(KINDS)
    assert len({spec["id"] for spec in specs}) == len(specs) >= 60
    assert all(spec["id"] in DATATYPES or "regex" in spec for spec in specs)


def test_padding_is_about_properties_without_reports():
    reported = {spec["id"] for spec in page_specs(len(IDENTIFIERS), all_pages=True)}
    assert not reported & set(table("properties")["padding"])
    assert all(DATATYPES[key] == "external-id" for key in table("properties")["padding"])


def test_every_class_has_its_parents_and_no_class_is_above_itself():
    classes = table("vocabulary")["classes"]
    for start in classes:
        above, seen = list(classes[start]["parents"]), set()
        while above:
            parent = above.pop()
            seen.add(parent)
            above += [up for up in classes[parent]["parents"] if up not in seen]
        assert start not in seen


@pytest.mark.parametrize("language", languages())
def test_names_have_a_native_and_a_latin_spelling(language):
    person, place = person_name(Random(1), language), place_name(Random(1), language)
    assert person.latin.isascii() or language in ("nb", "sv", "de", "fr", "lv", "ja")
    assert person.gender in ("f", "m")
    assert place.native
    assert place.latin[0].isupper()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_items_share_an_article(seed):
    owners = {}
    for item, site, title in small(seed).sitelinks():
        assert owners.setdefault((site, title), item) == item, (site, title)
