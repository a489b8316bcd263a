"""What a model may see: everything that was there before the repair, and nothing that was not."""

from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.world.layers import world_state
from wikidata_repair_eval.world.leaks import find_leaks
from wikidata_repair_eval.world.prompts import LAYERS, prompt_view
from wikidata_repair_eval_tests.build import item, monolingual, quantity, statement, text, time
from wikidata_repair_eval_tests.world.frozen_cases import (
    AS_OF,
    LATE,
    Raw,
    abox,
    frozen,
    leaves,
    one_of,
    repair,
    rules,
    state,
    tbox,
    term_edit,
    thing,
)

# Q10 was wrong, Q11 ("Berlin") is right; Q20 is a neighbour, Q30 a later one.
PROPERTY = thing("P20", "place of death", one_of("P20", "Q11", "Q12"))
LATER_PROPERTY = thing("P20", "place of death", one_of("P20", "Q11", "Q12", "Q66"), modified=LATE)
OLD, NEW = statement("P20", item("Q10")), statement("P20", item("Q11"))
PLACE = statement("P19", item("Q20"))
BEFORE = thing("Q1", "Ada", OLD, PLACE, descriptions={"en": "a person"})
AFTER = thing("Q1", "Ada Later", NEW, PLACE, statement("P551", item("Q30")), modified=LATE)
BERLIN = thing("Q11", "Berlin", aliases={"en": ["Spree-Athen"]}, modified=LATE)
WORLD = [
    AFTER,
    LATER_PROPERTY,
    BERLIN,
    thing("Q10", "Nowhere"),
    thing("Q12", "Hamburg"),
    thing("Q66", "Atlantis"),
    thing("Q30", "Bonn"),
    thing("P19", "place of birth"),
    thing("P551", "residence"),
    thing("P47", "shares border with"),
    thing("P2305", "item of property constraint"),
    thing("Q21510859", "one-of constraint"),
]


def case_in(folder: Path, record: Raw, before: Raw, *more: Raw) -> Raw:
    """The benchmark case of a repair, in a world where these entities are, too."""
    ids = {raw["id"] for raw in more}
    with frozen(folder, *(raw for raw in WORLD if raw["id"] not in ids), *more) as snapshot:
        world = world_state(record, before, snapshot)
    return {**record, "pre_repair_state": {**before, "id": record["id"]}, "world_state": world}


def plain_case(folder: Path, *more: Raw, before: Raw = BEFORE, after: Raw = AFTER, **state_parts: Any) -> Raw:
    record = repair(before, "P20", abox(before, after, "P20"))
    return case_in(folder, record, state(before, rules(PROPERTY), **state_parts), after, *more)


def neighbour(modified: str, *statements: Raw, description: str = "a place") -> Raw:
    return thing("Q20", "Potsdam", *statements, descriptions={"en": description}, modified=modified)


def test_the_entity_is_shown_as_it_was(tmp_path: Path):
    ego = prompt_view(plain_case(tmp_path))["L1_ego_node"]
    assert ego["label"] == "Ada"
    assert ego["properties"] == {"P19": ["Q20"], "P20": ["Q10"]}
    assert set(ego["statements"]) == {"P19", "P20"}


def test_edges_are_those_of_before(tmp_path: Path):
    edges = prompt_view(plain_case(tmp_path, neighbour(LATE)))["L3_neighborhood"]["outgoing_edges"]
    assert [(edge["property_id"], edge["target_qid"]) for edge in edges] == [("P19", "Q20"), ("P20", "Q10")]
    assert edges[0]["target_label"] == "Potsdam"


def test_constraints_are_those_of_the_day(tmp_path: Path):
    [row] = prompt_view(plain_case(tmp_path))["L4_constraints"]["constraints"]
    assert "Atlantis" not in row["rule_summary"]
    assert "one of Berlin (Q11) or Hamburg (Q12)" in row["rule_summary"]


def test_an_answer_that_the_constraint_allowed_stays_there_and_has_its_name(tmp_path: Path):
    view = prompt_view(plain_case(tmp_path))
    assert view["L2_labels"]["entities"]["Q11"]["label"] == "Berlin"
    assert find_leaks(plain_case(tmp_path), view) == []


def test_a_name_that_only_the_repair_brought_in_is_not_shown(tmp_path: Path):
    record = repair(BEFORE, "P20", abox(BEFORE, AFTER, "P20"))
    view = prompt_view(case_in(tmp_path, record, state(BEFORE)))
    assert not {"Q11", "Q30", "Berlin", "Bonn", "Spree-Athen"} & {*leaves(view)}


@pytest.mark.parametrize("layers", [(), ("L1",), ("L2",), ("L2", "L4"), ("L3",), LAYERS], ids="+".join)
def test_only_the_layers_asked_for_are_there(tmp_path: Path, layers: tuple[str, ...]):
    view = prompt_view(plain_case(tmp_path), layers)
    names = {name.partition("_")[0] for name in view if name.startswith("L")}
    assert names == set(layers)


def test_a_layer_may_be_called_by_its_full_name(tmp_path: Path):
    case = plain_case(tmp_path)
    assert prompt_view(case, ("L1_ego_node", "L4_constraints")) == prompt_view(case, ("L1", "L4"))


def test_names_are_those_of_the_layers_that_are_shown(tmp_path: Path):
    case = plain_case(tmp_path, neighbour(LATE))
    assert "Q20" not in prompt_view(case, ("L2", "L4"))["L2_labels"]["entities"]
    assert "Q20" in prompt_view(case, ("L2", "L1"))["L2_labels"]["entities"]


def test_an_unknown_layer_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match="L5"):
        prompt_view(plain_case(tmp_path), ("L1", "L5"))


def test_without_the_state_before_there_is_no_prompt(tmp_path: Path):
    with pytest.raises(InputError, match="pre_repair_state"):
        prompt_view({**plain_case(tmp_path), "pre_repair_state": None})


SAYS_BERLIN = statement("P47", item("Q11"))


@pytest.mark.parametrize(
    ("modified", "shown"),
    [
        pytest.param("2025-06-01T11:59:59Z", True, id="evidence of before stays"),
        pytest.param("2025-06-01T12:00:00Z", False, id="what may be younger is left out"),
    ],
)
def test_a_frozen_neighbour_keeps_the_answer_only_if_nobody_edited_it_since(
    tmp_path: Path, modified: str, shown: bool
):
    near = neighbour(modified, SAYS_BERLIN, statement("P47", item("Q12")), description="city near Berlin")
    case = plain_case(tmp_path, near)
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert node["properties"]["P47"] == (["Q11", "Q12"] if shown else ["Q12"])
    assert node["description"] == ("city near Berlin" if shown else None)
    assert prompt_view(case)["L2_labels"]["entities"]["Q20"]["description"] == node["description"]
    assert find_leaks(case, prompt_view(case)) == []


def test_a_neighbour_of_the_state_is_shown_as_it_was(tmp_path: Path):
    then = neighbour("2020-01-01T00:00:00Z", SAYS_BERLIN, description="near Berlin then")
    case = plain_case(tmp_path, neighbour(LATE, description="now"), neighbours=[then])
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert node["description"] == "near Berlin then"
    assert node["properties"] == {"P47": ["Q11"]}


def test_a_neighbour_that_only_the_repair_brought_into_play_is_not_shown(tmp_path: Path):
    """The check of the new value read it, so the state has it; the entity did not know of it."""
    record = repair(BEFORE, "P20", abox(BEFORE, AFTER, "P20"))
    before = state(BEFORE, neighbours=[BERLIN], class_edges=[("Q515", "Q486972")])
    view = prompt_view(case_in(tmp_path, record, before))
    assert "Q11" not in {*leaves(view)}
    assert view["L3_neighborhood"]["class_edges"] == []


def test_the_classes_above_are_those_of_before(tmp_path: Path):
    before = thing("Q1", "Ada", OLD, statement("P31", item("Q5")))
    edges = [("Q5", "Q215627"), ("Q215627", "Q35120"), ("Q515", "Q486972")]
    view = prompt_view(plain_case(tmp_path, before=before, class_edges=edges))
    assert view["L3_neighborhood"]["class_edges"] == [["Q5", "Q215627"], ["Q215627", "Q35120"]]


def test_an_edited_class_gets_its_old_values_back(tmp_path: Path):
    """The class tree was repaired: the class itself is frozen with the answer in it."""
    village = thing("Q20", "hamlet", statement("P279", item("Q12")))
    repaired = thing("Q20", "hamlet", statement("P279", item("Q11")), modified=LATE)
    subject = thing("Q1", "Ada", statement("P31", item("Q20")))
    record = repair(subject, "P20", abox(village, repaired, "P279"))
    case = case_in(tmp_path, record, state(subject, class_edges=[("Q20", "Q12")]), subject, repaired)
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert node["properties"]["P279"] == ["Q12"]
    assert find_leaks(case, prompt_view(case)) == []


def test_a_value_added_earlier_in_the_session_is_no_offending_value(tmp_path: Path):
    """Add the right one, then remove the wrong one: at the last violated state both stood there."""
    both = thing("Q1", "Ada", OLD, NEW)
    record = repair(both, "P20", abox(BEFORE, AFTER, "P20"))
    case = case_in(tmp_path, record, state(BEFORE, rules(PROPERTY)))
    assert len(record["violation_context"]["value"]) == 2
    assert prompt_view(case)["violation_context"]["value"] == "Q10"


def test_a_label_that_was_the_repair_is_not_shown(tmp_path: Path):
    before = {**BEFORE, "labels": {"de": {"language": "de", "value": "Ada (Person)"}}}
    record = repair(before, "P20", term_edit(before, "labels/en", "Ada Later"))
    case = case_in(tmp_path, record, state(before, rules(PROPERTY)))
    view = prompt_view(case)
    assert "Ada Later" not in {*leaves(view)}
    assert view["L1_ego_node"]["labels"] == {"de": "Ada (Person)"}
    assert find_leaks(case, view) == []


def test_a_neighbours_label_that_was_the_repair_is_not_shown(tmp_path: Path):
    near = thing("Q20", "Potsdam", modified=LATE)
    record = repair(BEFORE, "P20", term_edit({**near, "labels": {}}, "labels/en", "Potsdam"))
    case = case_in(tmp_path, record, state(BEFORE, rules(PROPERTY)), near)
    view = prompt_view(case)
    assert "Q20" in view["L3_neighborhood"]["nodes"]
    assert "Potsdam" not in {*leaves(view)}
    assert find_leaks(case, view) == []


def test_nothing_of_the_repair_and_of_its_author_is_shown(tmp_path: Path):
    written = json_bytes(prompt_view(plain_case(tmp_path))).decode()
    for secret in (
        "Editor Name",
        "wbsetclaimvalue",
        "repair_",
        "A_BOX",
        "a proof that nobody",
        "persists",
        LATE,
    ):
        assert secret not in written


def test_the_two_tracks_cannot_be_told_apart(tmp_path: Path):
    (tmp_path / "abox").mkdir(), (tmp_path / "tbox").mkdir()
    statements = state(BEFORE, rules(PROPERTY))
    edit = repair(BEFORE, "P20", abox(BEFORE, AFTER, "P20"))
    reform = repair(BEFORE, "P20", tbox(PROPERTY, LATER_PROPERTY))
    views = [
        prompt_view(case_in(tmp_path / name, record, statements))
        for name, record in (("abox", edit), ("tbox", reform))
    ]
    assert json_bytes(views[0]) == json_bytes(views[1])


def test_the_new_definition_is_not_shown(tmp_path: Path):
    record = repair(BEFORE, "P20", tbox(PROPERTY, LATER_PROPERTY))
    case = case_in(tmp_path, record, state(BEFORE, rules(PROPERTY)))
    view = prompt_view(case)
    assert not {"Q66", "Atlantis"} & {*leaves(view)}
    assert "constraint_change_context" not in view
    assert find_leaks(case, view) == []


def test_companions_are_shown_as_they_were(tmp_path: Path):
    other = thing("Q40", "Bob", statement("P20", item("Q10")))
    case = plain_case(tmp_path, neighbours=[other], companions=["Q40"])
    view = prompt_view(case)
    assert view["violation_context"]["companions"] == ["Q40"]
    assert view["L3_neighborhood"]["nodes"]["Q40"]["properties"] == {"P20": ["Q10"]}


def test_a_world_with_no_more_than_the_contract_has_names_and_loses_what_may_be_younger(tmp_path: Path):
    case = plain_case(tmp_path, neighbour(LATE, description="near Berlin"))
    edges = case["world_state"]["L3_neighborhood"]["outgoing_edges"]
    bare = {"L2_labels": {"entities": {}}, "L3_neighborhood": {"outgoing_edges": edges}}
    view = prompt_view({**case, "world_state": bare})
    assert view["L2_labels"]["entities"]["Q20"] == {"label": "Potsdam", "description": None}
    assert view["L3_neighborhood"]["outgoing_edges"][0]["target_label"] == "Potsdam"


def test_a_world_of_other_hands_may_lack_what_is_not_promised(tmp_path: Path):
    case = plain_case(tmp_path, neighbour(LATE))
    for nodes in (None, {"Q20": {"label": "Potsdam"}}):
        world = {"L2_labels": None, "L3_neighborhood": {"outgoing_edges": None, "nodes": nodes}}
        view = prompt_view({**case, "world_state": world})
        assert view["L1_ego_node"]["properties"]["P20"] == ["Q10"]
        assert find_leaks({**case, "world_state": world}, view) == []
    assert prompt_view({**case, "world_state": {"L2_labels": {"entities": {"Q20": {"label": "x"}}}}})


def test_merged_and_missing_neighbours_say_so(tmp_path: Path):
    case = plain_case(tmp_path)
    case["pre_repair_state"]["neighbours"] = {
        "Q20": {"entity": "Q20", "redirect": "Q21"},
        "Q10": {"id": "Q10", "missing": ""},
    }
    nodes = prompt_view(case)["L3_neighborhood"]["nodes"]
    assert nodes["Q20"] == {"redirect": "Q21"}
    assert nodes["Q10"] == {"missing": True}


def test_a_case_that_is_not_frozen_still_has_a_prompt(tmp_path: Path):
    case = {**plain_case(tmp_path), "world_state": {"status": "not_frozen", "reason": "no dump"}}
    view = prompt_view(case)
    assert view["L1_ego_node"]["properties"]["P20"] == ["Q10"]
    assert view["L2_labels"]["entities"]["Q1"]["label"] == "Ada"
    assert "Q10" not in view["L2_labels"]["entities"]  # unknown is not empty


@pytest.mark.parametrize(
    ("old", "new", "telling"),
    [
        pytest.param(text("VIAF 7001"), text("70012345"), "70012345", id="a string"),
        pytest.param(time("+2952-03-11"), time("+1952-03-11"), "1952-03-11", id="a date"),
        pytest.param(time("+2952-03-11"), time("+1952-03-11"), "born on 11 March 1952", id="a date in words"),
        pytest.param(
            time("+2952-03-11"), time("+1952-03-11"), "on March 11, 1952.", id="a date as in America"
        ),
        pytest.param(time("+2952-03-00", 10), time("+1952-03-00", 10), "in March 1952", id="a month"),
        pytest.param(time("+2952-00-00", 9), time("+1952-00-00", 9), "(1952\u20131999)", id="a year"),
        pytest.param(quantity("-12345"), quantity("+12345"), "12,345 people", id="grouped digits"),
        pytest.param(text("x"), text("070 012 345"), "no. 070012345", id="no blanks"),
        pytest.param(text("x"), text("Foo bar.jpg"), "File:Foo_bar.jpg", id="underscores"),
        pytest.param(text("x"), text("https://www.a.org/b1/"), "see a.org/b1", id="no scheme"),
        pytest.param(quantity("-4500"), quantity("+4500"), "4500", id="an amount"),
        pytest.param(monolingual("Hallo"), monolingual("Grüß Gott", "de"), "Grüß Gott (de)", id="a text"),
        pytest.param(text("x"), text("東京"), "東京都", id="a script without blanks"),
        pytest.param(item("Q10"), item("Q11"), "in SPREE-ATHEN itself", id="an alias in other letters"),
    ],
)
def test_a_later_text_of_a_neighbour_that_tells_the_answer_is_left_out(
    tmp_path: Path, old: Raw, new: Raw, telling: str
):
    before = thing("Q1", "Ada", statement("P20", old), PLACE)
    after = thing("Q1", "Ada", statement("P20", new), PLACE, modified=LATE)
    near = neighbour(LATE, statement("P1476", text(telling)), description=f"so: {telling}")
    case = plain_case(tmp_path, near, before=before, after=after)
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert node["description"] is None
    assert "P1476" not in node["properties"]


def test_what_is_less_exact_than_the_answer_is_no_answer(tmp_path: Path):
    before = thing("Q1", "Ada", statement("P20", time("+2952-03-11")), PLACE)
    after = thing("Q1", "Ada", statement("P20", time("+1952-03-11")), PLACE, modified=LATE)
    case = plain_case(tmp_path, neighbour(LATE, description="built in 1952"), before=before, after=after)
    assert prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]["description"] == "built in 1952"


def test_a_list_that_was_cut_loses_what_is_left_out_from_its_length_too(tmp_path: Path):
    values = [statement("P47", item(f"Q{number}")) for number in (11, *range(100, 139))]
    case = plain_case(tmp_path, neighbour(LATE, *values))
    assert case["world_state"]["L3_neighborhood"]["nodes"]["Q20"]["cut"] == {"P47": 40}
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert node["cut"] == {"P47": 39}
    assert "Q11" not in node["properties"]["P47"]


def test_a_constraint_edit_does_not_hide_what_the_entity_said_itself(tmp_path: Path):
    """Else the track could be told: what an edit of the entity leaves in view would be missing."""
    wider = thing("P20", "place of death", one_of("P20", "Q12", "Q10"), modified=LATE)
    near = neighbour(LATE, statement("P47", item("Q10")), description="a town near Nowhere")
    record = repair(BEFORE, "P20", tbox(PROPERTY, wider))
    case = case_in(tmp_path, record, state(BEFORE, rules(PROPERTY)), AFTER, near)
    node = prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]
    assert (node["properties"]["P47"], node["description"]) == (["Q10"], "a town near Nowhere")


def test_a_word_that_only_contains_the_answer_is_not_left_out(tmp_path: Path):
    case = plain_case(tmp_path, neighbour(LATE, description="home of Berliners"))
    assert prompt_view(case)["L3_neighborhood"]["nodes"]["Q20"]["description"] == "home of Berliners"


def test_a_view_is_of_the_moment_before(tmp_path: Path):
    assert prompt_view(plain_case(tmp_path))["as_of"] == AS_OF
