"""Other names under which models write keys, operations, tracks and ranks. Only tables."""

from collections.abc import Mapping
from typing import Any


def folded(text: Any) -> str:
    """`A-Box`, `a box` and `A_BOX` are one spelling; anything but text is none."""
    return text.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(text, str) else ""


def _table(rows: Mapping[str, str]) -> dict[str, str]:
    named = {name: name for name in rows}
    return named | {other: name for name, others in rows.items() for other in others.split()}


PROPOSAL_KEYS = _table(
    {
        "case_id": "id case caseid",
        "track": "box locus diagnosis",
        "operations": "ops edits changes repair repairs actions proposal operation_list",
        "abstain": "abstained abstention",
        "confidence": "probability certainty",
        "rationale": "explanation reason reasoning justification",
        "usage": "",
        "layers": "layer_set",
        "model": "",
        "raw": "",
    }
)
OPERATION_KEYS = _table(
    {
        "op": "operation action type kind",
        "entity": "item qid subject entity_id target_entity",
        "property": "pid property_id predicate",
        "statement_id": "statement guid statement_guid",
        "value": "statement_value main_value text label",
        "qualifier": "qualifier_property qualifier_id",
        "language": "lang language_code",
        "old": "old_value from before current current_value",
        "new": "new_value to after replacement target into with",
        "rank": "new_rank",
        "constraint_type": "constraint type_qid constraint_type_qid",
        "change": "delta parameters",
    }
)
CHANGE_KEYS = _table(
    {
        "add": "added adds",
        "remove": "removed removes",
        "rank": "",
        "delete": "deleted",
        "create": "created",
    }
)
OPERATIONS = _table(
    {
        "add": "create insert add_value add_statement add_claim",
        "remove": "delete remove_value remove_statement remove_claim delete_value delete_statement",
        "replace": "update change modify change_value replace_value set_value update_value edit",
        "set_rank": "change_rank rank deprecate",
        "add_qualifier": "create_qualifier",
        "remove_qualifier": "delete_qualifier",
        "replace_qualifier": "change_qualifier update_qualifier set_qualifier",
        "add_reference": "create_reference",
        "remove_reference": "delete_reference",
        "set_label": "add_label change_label update_label remove_label",
        "merge_into": "merge redirect",
        "none": "noop no_op nothing no_change keep do_nothing",
        "change_constraint": "edit_constraint update_constraint modify_constraint constraint_change",
    }
)
TRACKS = {
    **dict.fromkeys(("a_box", "abox", "a", "assertion", "data", "statement", "item"), "A_BOX"),
    **dict.fromkeys(("t_box", "tbox", "t", "terminology", "schema", "constraint", "property"), "T_BOX"),
}
RANKS = {
    **{name: name for name in ("preferred", "normal", "deprecated")},
    "deprecate": "deprecated",
    "best": "preferred",
}


def renamed(members: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The members under their proper names; the proper name wins over another that means the same."""
    found: dict[str, Any] = {}
    for key, value in members.items():
        name = names.get(folded(key), str(key))
        if name not in found or folded(key) == name:
            found[name] = value
    return found
