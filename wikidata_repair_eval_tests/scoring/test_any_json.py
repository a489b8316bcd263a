"""Whatever JSON an answer is made of, it gives one trace: scored or invalid, never a crash."""

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.scoring import score_case
from wikidata_repair_eval.scoring.operation_names import (
    CHANGE_KEYS,
    OPERATION_KEYS,
    OPERATIONS,
    PROPOSAL_KEYS,
)
from wikidata_repair_eval_tests.scoring.builders import exception_case, format_case

WORDS = st.sampled_from(
    [
        "Q1",
        "Q2",
        "Q9",
        "P1",
        "P2",
        "P3",
        "P2303",
        "abc",
        "123",
        "first",
        "1952",
        "10±1",
        "novalue",
        "preferred",
    ]
)
SCALARS = st.one_of(
    WORDS, st.none(), st.booleans(), st.integers(-5, 5), st.floats(-2, 2), st.text(max_size=4)
)
_NAMES = "type value snaktype datavalue mainsnak qualifiers references snaks rank property time precision"
MEMBERS = st.sampled_from(f"{_NAMES} amount unit id entity-type text language latitude P9".split())
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(MEMBERS, inner, max_size=4)),
    max_leaves=6,
)
CHANGES = st.dictionaries(
    st.sampled_from(sorted(CHANGE_KEYS)),
    st.one_of(VALUES, st.dictionaries(WORDS, VALUES, max_size=2)),
    max_size=3,
)
OPERATION = st.builds(
    lambda members, op, change: {**members, "op": op, **({"change": change} if change else {})},
    st.dictionaries(st.sampled_from(sorted(OPERATION_KEYS)), VALUES, max_size=6),
    st.sampled_from(sorted(OPERATIONS)),
    CHANGES,
)
ANSWERS = st.builds(
    lambda members, operations: {**members, "operations": operations},
    st.dictionaries(st.sampled_from(sorted(PROPOSAL_KEYS)), VALUES, max_size=2),
    st.lists(OPERATION, min_size=1, max_size=3),
)
CASES = [format_case(), exception_case()]
UNTOUCHED = copy.deepcopy(CASES)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(answer=st.one_of(ANSWERS, VALUES.filter(lambda one: isinstance(one, dict | list | str))))
def test_any_json_gives_one_trace(answer: Any) -> None:
    for made in CASES:
        trace = score_case(made, answer)
        assert -0.5 <= trace["s_info"] <= 1
        assert 0 <= trace["functional"]["information_kept"] <= 1
        assert not (trace["invalid"] and (trace["exact"] or not trace["reason"]))
    assert CASES == UNTOUCHED
