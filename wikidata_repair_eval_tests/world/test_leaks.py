"""A planted leak is found in every layer; what stood there before is none."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from wikidata_repair_eval.world.answers import Answer, answer_of, plain
from wikidata_repair_eval.world.audit import leaking
from wikidata_repair_eval.world.layers import world_state
from wikidata_repair_eval.world.leaks import find_leaks
from wikidata_repair_eval.world.pieces import constraint_rows
from wikidata_repair_eval.world.prompts import prompt_view
from wikidata_repair_eval_tests.build import coordinate, item, quantity, snak, statement, text, time
from wikidata_repair_eval_tests.world.frozen_cases import (
    LATE,
    Raw,
    abox,
    frozen,
    one_of,
    repair,
    rules,
    state,
    tbox,
    term_edit,
    thing,
)

PROPERTY = thing("P20", "place of death", one_of("P20", "Q12", "Q13"))
WIDER = thing("P20", "place of death", one_of("P20", "Q12", "Q13", "Q11"), modified=LATE)
SUBJECT = {"P2303": [item("Q1")]}
PLACE = statement("P19", item("Q20"))
BEFORE = thing("Q1", "Ada", statement("P20", item("Q10")), PLACE)
AFTER = thing("Q1", "Ada", statement("P20", item("Q11")), PLACE, modified=LATE)
WORLD = [
    AFTER,
    WIDER,
    thing("Q11", "Berlin", descriptions={"en": "capital"}, aliases={"en": ["Spree-Athen"]}),
    thing("Q10", "Nowhere"),
    thing("Q12", "Hamburg"),
    thing("Q20", "Potsdam", descriptions={"en": "a town"}, modified=LATE),
]


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Raw:
    return make(tmp_path_factory.mktemp("world"), abox(BEFORE, AFTER, "P20"))


def make(folder: Path, target: Raw) -> Raw:
    record = repair(BEFORE, "P20", target)
    before = state(BEFORE, rules(PROPERTY))
    with frozen(folder, *WORLD) as snapshot:
        world = world_state(record, before, snapshot)
    return {**record, "pre_repair_state": before, "world_state": world}


def ego_value(view: Raw) -> None:
    view["L1_ego_node"]["properties"]["P20"].append("Q11")


def ego_statement(view: Raw) -> None:
    view["L1_ego_node"]["statements"]["P20"] += AFTER["claims"]["P20"]


def ego_text(view: Raw) -> None:
    view["L1_ego_node"]["description"] = "died in Berlin"


def ego_alias(view: Raw) -> None:
    view["L1_ego_node"]["aliases"]["de"] = ["Ada aus spree-athen"]


def name_of_the_answer(view: Raw) -> None:
    view["L2_labels"]["entities"]["Q11"] = {"label": "Berlin", "description": None}


def name_of_another(view: Raw) -> None:
    view["L2_labels"]["entities"]["Q20"]["description"] = "a town near Berlin"


def edge(view: Raw) -> None:
    row = {"property_id": "P20", "target_qid": "Q11", "target_label": None, "target_description": None}
    view["L3_neighborhood"]["outgoing_edges"].append(row)


def edge_text(view: Raw) -> None:
    view["L3_neighborhood"]["outgoing_edges"][0]["target_description"] = "once part of Berlin"


def edge_name(view: Raw) -> None:
    view["L3_neighborhood"]["outgoing_edges"][0]["target_label"] = "Berlin"


def node_value(view: Raw) -> None:
    view["L3_neighborhood"]["nodes"]["Q20"]["properties"]["P47"] = ["Q11"]


def node_itself(view: Raw) -> None:
    view["L3_neighborhood"]["nodes"]["Q11"] = {"label": None, "properties": {}}


def node_alias(view: Raw) -> None:
    view["L3_neighborhood"]["nodes"]["Q20"]["aliases"] = ["Little Berlin"]


def class_edge(view: Raw) -> None:
    view["L3_neighborhood"]["class_edges"].append(["Q20", "Q11"])


def parameter(view: Raw) -> None:
    view["L4_constraints"]["constraints"][0]["qualifiers"]["P2305"].append(snak("P2305", item("Q11")))


def sentence(view: Raw) -> None:
    view["L4_constraints"]["constraints"][0]["rule_summary"] += " Berlin is allowed now."


def offending(view: Raw) -> None:
    view["violation_context"]["value"] = ["Q10", "Q11"]


def companion(view: Raw) -> None:
    view["violation_context"]["companions"] = ["Q11"]


def something_new(view: Raw) -> None:
    view["hint"] = {"deep": ["look at Q11"]}


def beside_a_name(view: Raw) -> None:
    view["L2_labels"]["entities"]["Q20"]["aliases"] = ["Little Berlin"]


def beside_a_node(view: Raw) -> None:
    view["L3_neighborhood"]["nodes"]["Q20"]["sitelinks"] = {"enwiki": "Berlin"}


def beside_an_edge(view: Raw) -> None:
    view["L3_neighborhood"]["outgoing_edges"][0]["note"] = "Q11"


def beside_the_report(view: Raw) -> None:
    view["violation_context"]["hint"] = "Berlin"


PLANTS = [
    beside_a_name, beside_a_node, beside_an_edge, beside_the_report,
    ego_value, ego_statement, ego_text, ego_alias, name_of_the_answer, name_of_another, edge, edge_text,
    edge_name, node_value, node_itself, node_alias, class_edge, parameter, sentence, offending, companion,
    something_new,
]  # fmt: skip


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(case: Raw, plant: Callable[[Raw], None]):
    view = deepcopy(prompt_view(case))
    assert find_leaks(case, view) == []
    plant(view)
    assert len(find_leaks(case, view)) == 1


@pytest.mark.parametrize("plant", [parameter, sentence], ids=lambda plant: plant.__name__)
def test_the_new_definition_is_a_leak_for_a_constraint_edit(tmp_path: Path, plant: Callable[[Raw], None]):
    case = make(tmp_path, tbox(PROPERTY, WIDER))
    view = deepcopy(prompt_view(case))
    assert find_leaks(case, view) == []
    plant(view)
    assert len(find_leaks(case, view)) == 1


@pytest.mark.parametrize(
    "today",
    [
        pytest.param(WIDER, id="a value more"),
        pytest.param(thing("P20", "x", one_of("P20", "Q12")), id="a value less"),
        pytest.param(thing("P20", "x"), id="no constraint"),
        pytest.param(
            thing("P20", "x", one_of("P20", "Q12", "Q13", qualifiers={"P2303": [item("Q1")]})),
            id="an exception",
        ),
        pytest.param(thing("P20", "x", one_of("P20", "Q12", "Q13", rank="deprecated")), id="deprecated"),
    ],
)
def test_the_whole_new_definition_is_found_even_if_it_names_nothing_new(tmp_path: Path, today: Raw):
    case = make(tmp_path, tbox(PROPERTY, today))
    view = deepcopy(prompt_view(case))
    assert find_leaks(case, view) == []
    view["L4_constraints"]["constraints"] = constraint_rows(rules(today), "P20", {})
    assert find_leaks(case, view) != []


def test_a_place_is_found_by_its_statement(tmp_path: Path):
    before = thing("Q1", "Ada", statement("P625", coordinate(1, 2)))
    after = thing("Q1", "Ada", statement("P625", coordinate(3, 4)), modified=LATE)
    record = repair(before, "P20", abox(before, after, "P625"))
    with frozen(tmp_path, after, WIDER) as snapshot:
        world = world_state(record, state(before, rules(PROPERTY)), snapshot)
    case = {**record, "pre_repair_state": state(before, rules(PROPERTY)), "world_state": world}
    view = deepcopy(prompt_view(case))
    assert find_leaks(case, view) == []
    view["L1_ego_node"]["statements"] = after["claims"]
    assert find_leaks(case, view) == ["L1 statements P625"]


def test_where_the_subject_itself_is_the_answer_the_edited_neighbour_is_looked_at(tmp_path: Path):
    before, mended = thing("Q20", "Potsdam"), thing("Q20", "Potsdam", statement("P8", item("Q1")))
    mended["modified"] = LATE
    record = repair(BEFORE, "P19", abox(before, mended, "P8", entity="Q20"))
    then = state(BEFORE, [], neighbours=[before])
    with frozen(tmp_path, BEFORE, mended, thing("P19", "place of birth")) as snapshot:
        case = {
            **record, "pre_repair_state": then, "world_state": world_state(record, then, snapshot),
        }  # fmt: skip
    view = deepcopy(prompt_view(case))
    assert find_leaks(case, view) == []
    view["L3_neighborhood"]["nodes"]["Q20"]["properties"]["P8"] = ["Q1"]
    assert find_leaks(case, view) == ["L3 node Q20 P8"]


def test_a_merged_value_that_is_replaced_by_its_target_was_in_view(case: Raw):
    merged = deepcopy(case)
    merged["pre_repair_state"]["neighbours"] = {
        "Q10": {"entity": "Q10", "redirect": "Q11"},
        "Q11": thing("Q11", "Berlin"),
    }
    assert find_leaks(merged, prompt_view(merged)) == []


def test_the_frozen_layers_themselves_would_leak(case: Raw):
    """The search is no formality: what a prompt is not made of gives everything away."""
    assert len(find_leaks(case, case["world_state"])) >= 3


def test_the_check_names_the_case_and_the_place(case: Raw, monkeypatch: pytest.MonkeyPatch):
    assert leaking([case]) == []
    monkeypatch.setattr("wikidata_repair_eval.world.audit.prompt_view", lambda one: one["world_state"])
    assert leaking([case])[0].startswith("repair_Q1_200: L1 ")


def test_a_removal_has_no_answer_to_give_away():
    gone = thing("Q1", "Ada", PLACE)
    record = repair(BEFORE, "P20", abox(BEFORE, gone, "P20"))
    assert not answer_of({**record, "pre_repair_state": {}, "world_state": {}})


@pytest.mark.parametrize(
    ("old", "new", "ids", "texts"),
    [
        pytest.param(item("Q10"), item("Q11"), {"Q11"}, set(), id="an item"),
        pytest.param(text("a 7"), text("7"), set(), {"7"}, id="a string"),
        pytest.param(
            time("+1052-01-01"),
            time("+1952-01-01"),
            set(),
            {
                "1952-01-01",
                "+1952-01-01t00:00:00z",
                "1 january 1952",
                "january 1, 1952",
                "1 jan 1952",
            },
            id="a date",
        ),
        pytest.param(
            quantity("+5", "Q1"), quantity("+5", "Q11573"), {"Q11573"}, {"5 q11573", "+5", "5"}, id="a unit"
        ),
    ],
)
def test_an_answer_is_known_in_all_its_forms(old: Raw, new: Raw, ids: set[str], texts: set[str]):
    before, after = thing("Q1", "Ada", statement("P20", old)), thing("Q1", "Ada", statement("P20", new))
    found = answer_of(repair(before, "P20", abox(before, after, "P20")))
    assert (found.ids, found.texts) == (ids, texts)


def test_the_values_tell_the_answer_even_without_operations():
    record = repair(BEFORE, "P20", abox(BEFORE, AFTER, "P20", statement_ops=[]))
    assert answer_of(record).ids == {"Q11"}


def test_a_source_that_came_with_the_value_is_not_the_answer():
    sourced = statement("P20", item("Q11"), references=[{"P248": [item("Q77")]}])
    found = answer_of(repair(BEFORE, "P20", abox(BEFORE, thing("Q1", "Ada", sourced), "P20")))
    assert found.ids == {"Q11"}


def test_a_source_that_is_all_that_was_added_is_the_answer():
    sourced = statement("P20", item("Q10"), references=[{"P248": [item("Q77")]}])
    found = answer_of(repair(BEFORE, "P20", abox(BEFORE, thing("Q1", "Ada", sourced, PLACE), "P20")))
    assert found.ids == {"Q77"}


def test_a_qualifier_that_was_added_is_the_answer():
    dated = statement("P20", item("Q10"), qualifiers={"P585": [time("+1952-00-00", 9)]})
    found = answer_of(repair(BEFORE, "P20", abox(BEFORE, thing("Q1", "Ada", dated, PLACE), "P20")))
    assert "1952" in found.texts


def test_a_label_that_was_added_is_the_answer():
    assert answer_of(repair(BEFORE, "P20", term_edit(BEFORE, "labels/ru", "Ада"))).texts == {"ада"}


def test_the_question_is_never_the_answer():
    """An exception for the item itself: its id stands everywhere, and gives nothing away."""
    exempt = thing("P20", "x", one_of("P20", "Q12", "Q13", qualifiers={"P2303": [item("Q1")]}))
    assert answer_of(repair(BEFORE, "P20", tbox(PROPERTY, exempt))).ids == frozenset()


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Q11", True), ("see Q11.", True), ("http://www.wikidata.org/entity/Q11", True), ("Q110", False),
        ("berlin", True), ("in BERLIN (DE)", True), ("Berliner", False), ("12", True), ("12 km", False),
    ],
)  # fmt: skip
def test_the_answer_is_found_as_an_id_or_as_whole_words(said: str, found: bool):
    assert Answer(frozenset({"Q11"}), frozenset({"berlin", "12"})).is_in(said) is found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("https://x/thes/p079263417", True), ("https://x/1079263417", False),
        ("https://x/Z%7Cn99314570", True), ("https://x/Zn99314570", False),
    ],
)  # fmt: skip
def test_the_answer_is_found_in_web_addresses(said: str, found: bool):
    assert Answer(frozenset(), frozenset({"079263417", "n99314570"})).is_in(said) is found


def test_composed_and_decomposed_letters_read_the_same():
    assert plain("Zu\u0308rich  HB") == plain("Z\u00fcrich HB")
