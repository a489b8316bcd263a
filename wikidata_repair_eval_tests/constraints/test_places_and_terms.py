"""Qualifiers, references, places, entity types, labels, lexemes, Commons: what is left of the 31 types."""

import pytest

from wikidata_repair_eval.constraints import Subject, Use, World
from wikidata_repair_eval_tests.build import entity, item, none, statement, text, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

REQUIRED, ALLOWED, CITATION, LABEL, LEXEME, COMMONS = (
    *("Q21510856", "Q21510851", "Q54554025", "Q108139345", "Q55819106", "Q21510852"),
)


def qualified(**groups):
    return main_use(statement("P1", item("Q5"), qualifiers=groups or None))


@pytest.mark.parametrize("value", [item("Q6"), unknown(), none()], ids=["item", "unknown value", "no value"])
def test_any_snak_of_the_required_qualifier_satisfies(value):
    assert status(qualified(P2=[value]), constraint(REQUIRED, P2306=[item("P2")])) == "compliance"


def test_a_missing_required_qualifier_violates():
    assert status(qualified(P3=[item("Q6")]), constraint(REQUIRED, P2306=[item("P2")])) == "violation"


@pytest.mark.parametrize(
    ("groups", "allowed", "expected"),
    [
        pytest.param({}, [item("P2")], "compliance", id="no qualifiers"),
        pytest.param({"P2": [item("Q6")]}, [item("P2"), item("P3")], "compliance", id="an allowed one"),
        pytest.param({"P2": [item("Q6")], "P4": [item("Q6")]}, [item("P2")], "violation", id="a foreign one"),
        pytest.param({"P2": [item("Q6")]}, [none()], "violation", id="no value forbids all (trap 68)"),
        pytest.param({}, [none()], "compliance", id="no value, no qualifiers"),
        pytest.param({}, [none(), item("P2")], "bad_parameters", id="no value among others is malformed"),
        pytest.param({}, [unknown()], "bad_parameters", id="unknown value is malformed"),
        pytest.param({}, [], "bad_parameters", id="no list at all"),
    ],
)
def test_allowed_qualifiers(groups, allowed, expected):
    assert status(qualified(**groups), constraint(ALLOWED, P2306=allowed)) == expected


@pytest.mark.parametrize("rank", ["normal", "deprecated"])
def test_citation_needed_checks_deprecated_statements_too(rank):
    assert status(main_use(statement("P1", item("Q5"), rank=rank)), constraint(CITATION)) == "violation"


def test_an_imported_from_reference_counts_and_an_empty_one_does_not():
    imported = statement("P1", item("Q5"), references=[{"P143": [item("Q328")]}])
    assert status(main_use(imported), constraint(CITATION)) == "compliance"
    empty = statement("P1", item("Q5")) | {"references": [{"hash": "0", "snaks": []}]}
    assert status(main_use(empty), constraint(CITATION)) == "violation"


USES = {
    "statement": main_use(statement("P1", item("Q5"))),
    "qualifier": qualifier_use({"P1": [item("Q5")]}),
    "reference": reference_use({"P1": [item("Q5")]}),
}


@pytest.mark.parametrize("place", USES)
@pytest.mark.parametrize(
    ("qid", "right"), [("Q21528958", "statement"), ("Q21510863", "qualifier"), ("Q21528959", "reference")]
)
def test_properties_for_one_place_only(qid, right, place):
    assert status(USES[place], constraint(qid)) == ("compliance" if place == right else "violation")


@pytest.mark.parametrize("place", USES)
def test_property_scope_lists_the_places(place):
    rule = constraint("Q53869507", P5314=[item("Q54828448"), item("Q54828450")])
    assert status(USES[place], rule) == ("violation" if place == "qualifier" else "compliance")


@pytest.mark.parametrize(
    "scope", [[], [item("Q1")], [none()], [text("main")]], ids=["none", "strange", "blank", "text"]
)
def test_malformed_property_scope(scope):
    assert status(USES["statement"], constraint("Q53869507", P5314=scope)) == "bad_parameters"


@pytest.mark.parametrize(
    ("entity_id", "expected"),
    [("Q1", "compliance"), ("P9", "violation"), ("L1", "violation"), ("M1", "violation")],
)
def test_entity_types_judge_the_holder_of_the_snak(entity_id, expected):
    subject = Subject(entity(entity_id, statement("P1", item("Q5"))))
    [[holder]] = subject.claims.values()
    use = Use(subject, "statement", holder, holder["mainsnak"])
    assert status(use, constraint("Q52004125", P2305=[item("Q29934200")])) == expected


@pytest.mark.parametrize(
    "listed", [[], [item("Q5")], [none()]], ids=["missing", "no entity type", "no value"]
)
def test_malformed_entity_types(listed):
    assert status(USES["statement"], constraint("Q52004125", P2305=listed)) == "bad_parameters"


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({"en": "x"}, "compliance"),
        ({"fr": "x"}, "compliance"),
        ({"mul": "x"}, "compliance"),
        ({"de": "x"}, "violation"),
        ({}, "violation"),
    ],
    ids=["first language", "second language", "mul holds it (trap 46)", "another language", "no label"],
)
def test_label_in_language(labels, expected):
    use = main_use(statement("P1", item("Q5")), labels=labels)
    assert status(use, constraint(LABEL, P424=[text("en"), text("fr")])) == expected


def test_labels_that_were_not_loaded_are_unknown_and_not_empty():
    use = main_use(statement("P1", item("Q5")))
    del use.subject.raw["labels"]
    assert status(use, constraint(LABEL, P424=[text("en")])) == "todo"


def test_an_empty_label_map_may_be_a_list_trap_34():
    use = main_use(statement("P1", item("Q5")))
    use.subject.raw["labels"] = []
    assert status(use, constraint(LABEL, P424=[text("en")])) == "violation"


def lexeme_use(raw):
    subject = Subject(raw)
    [[holder]] = subject.claims.values()
    return Use(subject, "statement", holder, holder["mainsnak"])


SENSE = {
    "id": "L2-S1",
    "type": "sense",
    "glosses": {},
    "claims": {"P1": [statement("P1", item("Q5"), id="L2-S1$1")]},
}
ENGLISH = constraint(LEXEME, P2305=[item("Q1860"), none()])


def test_lexeme_language_is_that_of_the_lexeme_or_of_the_owner_of_a_sense():
    lexeme = entity("L2", statement("P1", item("Q5")))
    assert status(lexeme_use(lexeme), ENGLISH) == "compliance"
    assert status(lexeme_use(lexeme | {"language": "Q188"}), ENGLISH) == "violation"
    assert status(lexeme_use(SENSE), ENGLISH, World({"L2": lexeme})) == "compliance"
    assert status(lexeme_use(SENSE), ENGLISH, World({"L2": {"id": "L2", "missing": ""}})) == "not_in_scope"
    assert status(lexeme_use(SENSE), ENGLISH) == "todo"


TITLES = {"File:a.jpg": "File:A.jpg", "File:b.jpg": False, "gallery": "Gallery", "Data:x.map": "Data:X.map"}


def commons(value, datatype="commonsMedia", namespace=("File",)):
    use = main_use(statement("P1", value, datatype=datatype))
    rule = constraint(COMMONS, P2307=[text(name) for name in namespace])
    return status(use, rule, World(commons_titles=TITLES))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(text("a.jpg"), "compliance", id="an existing file"),
        pytest.param(text("b.jpg"), "violation", id="no such file"),
        pytest.param(text("c.jpg"), "todo", id="nobody knows"),
        pytest.param(text("a_b.jpg"), "violation", id="an underscore is not well formed"),
        pytest.param(text("a%20b.jpg"), "violation", id="an encoded space neither"),
        pytest.param(text(" a.jpg"), "violation", id="outer spaces neither"),
        pytest.param(item("Q5"), "violation", id="no string"),
        pytest.param(unknown(), "compliance", id="unknown value"),
    ],
)
def test_commons_links(value, expected):
    assert commons(value) == expected


def test_commons_namespaces():
    assert commons(text("gallery"), "string", ()) == "compliance"
    assert commons(text("Data:x.map"), "geo-shape", ("Data",)) == "compliance"
    assert commons(text("x.map"), "geo-shape", ("Data",)) == "violation"
    assert commons(text("a.jpg"), namespace=("File", "Data")) == "bad_parameters"


def test_a_commons_link_without_datatype_asks_the_context():
    raw = statement("P1", text("a.jpg"))
    del raw["mainsnak"]["datatype"]
    rule = constraint(COMMONS, P2307=[text("File")])
    assert status(main_use(raw), rule, World(commons_titles=TITLES)) == "todo"
    known = World(commons_titles=TITLES, datatypes={"P1": "commonsMedia"})
    assert status(main_use(raw), rule, known) == "compliance"


def test_deprecated_statements_are_still_checked_by_commons_link():
    use = main_use(statement("P1", text("b.jpg"), rank="deprecated", datatype="commonsMedia"))
    assert status(use, constraint(COMMONS, P2307=[text("File")]), World(commons_titles=TITLES)) == "violation"
