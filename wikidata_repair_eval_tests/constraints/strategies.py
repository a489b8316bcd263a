"""Random definitions and entities, well-formed or not, for properties that must hold of every check."""

from typing import Any

from hypothesis import strategies as st

from wikidata_repair_eval.constraints import CONSTRAINT_TYPES
from wikidata_repair_eval_tests.build import (
    entity,
    item,
    monolingual,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
)
from wikidata_repair_eval_tests.constraints.definitions import EXAMPLES, definition

PARAMETERS = (
    "P2303",
    "P2305",
    "P2306",
    "P2307",
    "P2308",
    "P2309",
    "P2310",
    "P2311",
    "P2312",
    "P2313",
    "P2316",
)
MORE_PARAMETERS = ("P4155", "P4680", "P6607", "P1793", "P2916", "P5314", "P424")
ITEMS = (
    "Q1",
    "Q2",
    "Q5",
    "Q21502408",
    "Q46466787",
    "Q46466783",
    "Q21503252",
    "Q30208840",
    "Q54828448",
    "Q29934200",
)
_AMOUNTS = ("+0", "+1", "-1.5", "+1e9", "99.99")
_DATES = ("+1952-03-11", "-0044-00-00", "+0000-00-00", "+2024-02-30", "-13798000000-00-00", "+1952-13-01")

values = st.one_of(
    st.sampled_from([item(name) for name in (*ITEMS, "P1", "P2", "P31", "L1-F1")]),
    st.sampled_from([text("abc"), text("Q1"), text(""), text("(a+)+$"), text("[")]),
    st.sampled_from([unknown(), none(), monolingual("abc"), monolingual("x", "de")]),
    st.builds(quantity, st.sampled_from(_AMOUNTS), st.sampled_from(["1", "Q577", "Q11573"])),
    st.sampled_from([time(date) for date in _DATES] + [quantity("+1", lower="+0", upper="+2")]),
)
_names, _contents = st.sampled_from(["P1", "P2", "P580"]), st.lists(values, min_size=1, max_size=3)
groups = st.dictionaries(_names, _contents, min_size=1, max_size=2)


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    return statement(
        draw(st.sampled_from(["P1", "P1", "P2", "P31", "P569", "P570"])),
        draw(values),
        rank=draw(st.sampled_from(["normal", "preferred", "deprecated"])),
        qualifiers=draw(st.none() | groups),
        references=draw(st.none() | st.lists(groups, min_size=1, max_size=1)),
    )


@st.composite
def entities(draw: st.DrawFn, entity_id: str = "Q1") -> dict[str, Any]:
    return entity(
        entity_id, *draw(st.lists(statements(), max_size=6)), labels=draw(st.sampled_from([{}, {"en": "x"}]))
    )


@st.composite
def definitions(draw: st.DrawFn) -> dict[str, Any]:
    """An example of a type, or the type with whatever parameters."""
    if draw(st.booleans()):
        return dict(draw(st.sampled_from(EXAMPLES)).raw)
    names = st.sampled_from(PARAMETERS + MORE_PARAMETERS)
    parameters = draw(st.dictionaries(names, st.lists(values, min_size=1, max_size=2), max_size=4))
    return definition(draw(st.sampled_from([*CONSTRAINT_TYPES, "Q111204896"])), **parameters)


json_scraps = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from(["", "value", "Q1", "P1", "time", "statement"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["mainsnak", "snaktype", "datavalue", "value", "type", "qualifiers", "P1", "property", "id"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
