"""The table of types is complete and says of each where it applies; nothing is judged here."""

from pathlib import Path

import pytest

from wikidata_repair_eval.constraints import CONSTRAINT_TYPES
from wikidata_repair_eval.constraints.vocabulary import PLACES
from wikidata_repair_eval_tests.build import item, statement
from wikidata_repair_eval_tests.constraints.definitions import EXAMPLES, constraint, main_use, status

ALL_TYPES = (
    *("Q21502410", "Q21510857", "Q19474404", "Q52060874", "Q21510862", "Q21510855", "Q21503250", "Q21510865"),
    *("Q21503247", "Q21510864", "Q21502838", "Q21510859", "Q52558054", "Q21510856", "Q21510851", "Q21510860"),
    *("Q21510854", "Q21510852", "Q25796498", "Q21502404", "Q21528958", "Q21510863", "Q21528959", "Q53869507"),
    *("Q51723761", "Q52848401", "Q21514353", "Q52004125", "Q54554025", "Q55819106", "Q108139345"),
)
CHECK_DEPRECATED = {
    *("Q21510852", "Q21502404", "Q21528958", "Q21510863", "Q21528959"),
    *("Q53869507", "Q51723761", "Q52848401", "Q21514353", "Q54554025"),
}
MAIN_VALUES_ONLY = {"Q21510856", "Q21510851", "Q25796498", "Q54554025"}
UNFINISHED_ELSEWHERE = {"Q21510862", "Q21510855", "Q21503247", "Q21502838"}
MAIN_BY_DEFAULT = MAIN_VALUES_ONLY | UNFINISHED_ELSEWHERE | {"Q21502410", "Q21503250"}


def test_all_31_types_are_in_the_table_and_nothing_else_is():
    assert sorted(CONSTRAINT_TYPES) == sorted(ALL_TYPES)
    assert len(ALL_TYPES) == 31


def test_there_is_an_example_of_every_type():
    assert [example.type for example in EXAMPLES] == list(CONSTRAINT_TYPES)


@pytest.mark.parametrize("qid", ALL_TYPES)
def test_each_type_says_where_it_is_checked(qid):
    row = CONSTRAINT_TYPES[qid]
    assert row.places == ({"statement"} if qid in MAIN_BY_DEFAULT else set(PLACES))
    assert row.possible == ({"statement"} if qid in MAIN_VALUES_ONLY else set(PLACES))
    assert row.unfinished == ({"qualifier", "reference"} if qid in UNFINISHED_ELSEWHERE else set())


@pytest.mark.parametrize("qid", ALL_TYPES)
def test_each_type_says_whether_deprecated_statements_are_skipped(qid):
    assert CONSTRAINT_TYPES[qid].skips_deprecated == (qid not in CHECK_DEPRECATED)


@pytest.mark.parametrize("qid", sorted(set(ALL_TYPES) - CHECK_DEPRECATED))
def test_a_deprecated_statement_is_skipped_before_the_parameters_are_read(qid):
    use = main_use(statement("P1", item("Q5"), rank="deprecated"))
    assert status(use, constraint(qid)) == "deprecated"


def test_lexeme_language_and_label_in_language_apply_to_their_own_entity_types():
    narrow = {qid: row.entity_types for qid, row in CONSTRAINT_TYPES.items() if len(row.entity_types) < 6}
    assert narrow == {"Q55819106": {"lexeme", "form", "sense"}, "Q108139345": {"item", "property"}}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: CONSTRAINT_TYPES[example.type].label)
def test_every_example_is_well_formed(example):
    assert CONSTRAINT_TYPES[example.type].problems(example, None) == []


def test_the_documentation_has_a_row_for_every_type():
    table = (Path(__file__).parents[2] / "docs" / "constraints.md").read_text()
    rows = [line.split()[1] for line in table.splitlines() if line.startswith("| Q")]
    assert sorted(rows) == sorted(ALL_TYPES)
