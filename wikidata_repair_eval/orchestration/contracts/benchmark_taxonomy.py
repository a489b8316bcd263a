"""The class of every repair."""

from wikidata_repair_eval.artifacts import Artifact

CLASSIFIED_CASES = Artifact(
    "classified_cases",
    {"": "classified_cases/{partition}.jsonl"},
    made_from=("wikidata_repairs", "pre_repair_states", "world_state"),
)

CLASS_COLUMNS = {
    "id": "of the repair",
    "class": "TypeA: constraint and literals; TypeB: one hop away; TypeC: neither; T_BOX: the constraint",
    "subtype": "the rule, the place of the evidence, or the direction of a T-box edit",
    "confidence": "0 to 1",
    "main_score": "false where there is no answer to find",
    "trace": "step, finding and evidence, in the order of the decision",
    "evidence_as_of": "the day of the state in which the evidence stands",
}
