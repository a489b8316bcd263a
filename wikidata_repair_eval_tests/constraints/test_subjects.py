"""Where a property is used: the same answer for the first property asked for and for the tenth."""

from itertools import permutations

import pytest

from wikidata_repair_eval.constraints.subjects import FEW, Subject, qualifier_uses, reference_uses
from wikidata_repair_eval_tests.build import entity, statement, text

PROPERTIES = [f"P{number}" for number in range(1, FEW + 3)]
ENTITY = entity(
    "Q1",
    *(
        statement(
            "P100",
            text(str(number)),
            qualifiers={one: [text("a"), text("b")] for one in PROPERTIES[:number]},
            references=[{one: [text("c")]} for one in PROPERTIES[:number]],
        )
        for number in range(1, len(PROPERTIES) + 1)
    ),
)


@pytest.mark.parametrize("find", [qualifier_uses, reference_uses])
def test_uses_do_not_depend_on_what_was_asked_before(find):
    def told(subject, property_id):
        return [(use.snak, use.index, use.reference) for use in find(subject, property_id)]

    alone = {one: told(Subject(ENTITY), one) for one in (*PROPERTIES, "P999")}
    assert len(alone["P1"]) > len(alone[PROPERTIES[-1]]) > len(alone["P999"]) == 0
    for order in list(permutations(alone))[::97]:
        subject = Subject(ENTITY)
        assert {one: told(subject, one) for one in order} == alone
