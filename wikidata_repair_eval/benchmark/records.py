"""The records of a release, as models: every case is checked against them, and users get them as JSON Schema.

Kept by hand, on purpose apart from the code that makes cases: a field that changes by accident fails here.
Fields for editors' names and comments do not exist, so a record that has one is refused.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from wikidata_repair_eval.benchmark.taxonomy.records import ClassifiedCase, Step

Raw = dict[str, Any]
Part = Literal["train", "validation", "test"]
DiagnosticReason = Literal[
    "lost", "not_frozen", "retracted", "not_classified", "inexpressible", "witness_cap"
]


class Record(BaseModel):
    """Nothing in it that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Open(BaseModel):
    """Named fields are checked, further ones are allowed: layers and answers of services may grow."""

    model_config = ConfigDict(frozen=True, extra="allow")


class ShownValue(Record):
    snaktype: str
    datatype: str | None
    value: Any
    rank: str
    text: str


class Violation(Record):
    """What one report page said of the case."""

    property: str
    report_violation_type: str
    report_violation_types: list[str]
    value: list[ShownValue] | None
    report_fix_date: str | None
    report_revision_old: int | None
    report_revision_new: int | None
    report_page_title: str | None


class ViolationContext(Record):
    report_violation_type: str
    report_violation_types: list[str]
    value: list[ShownValue] | None
    report_fix_date: str | None
    report_revision_old: int | None
    report_revision_new: int | None
    report_page_title: str | None


class StatementOp(Record):
    op: Literal["add", "remove", "change_value", "change_rank", "change_qualifiers", "change_references"]
    statement_id: str | None
    before: Raw | None
    after: Raw | None


class AboxTarget(Record):
    kind: Literal["A_BOX"]
    action: Literal["CREATE", "UPDATE", "DELETE"]
    entity: str
    property: str | None
    term: str | None = None
    old_value: list[ShownValue]
    new_value: list[ShownValue]
    value: list[ShownValue]
    statement_ops: list[StatementOp]
    revision_id: int
    parent_id: int | None
    session_revision_ids: list[int]
    timestamp: str


class ConstraintDelta(Record):
    hash_before: str
    hash_after: str
    statements_before: list[Raw]
    statements_after: list[Raw]
    direction: str | None


class TboxTarget(Record):
    kind: Literal["T_BOX"]
    property_revision_id: int
    property_revision_prev: int | None
    timestamp: str
    constraint_delta: ConstraintDelta


class PreRepairState(Open):
    id: str
    entity: Raw
    neighbours: dict[str, Raw]
    class_edges: list[tuple[str, str]]
    constraints: list[Raw]
    as_of: str


class WorldState(Open):
    """Layers L1 to L4; of a world that is not frozen only the reason is there."""

    status: Literal["frozen", "not_frozen"]
    persistence: Raw
    L1_ego_node: Raw | None = None
    L2_labels: Raw | None = None
    L3_neighborhood: Raw | None = None
    L4_constraints: Raw | None = None
    constraint_change_context: Raw | None = None


class RetrievalSnapshot(Record):
    """One search; `reason` says why there is none where `status` is retrieval_missing."""

    status: Literal["frozen", "retrieval_missing"]
    reason: str | None
    query: str | None
    requested_at: str | None
    provider: str
    parameters: Raw
    response: Raw | None
    excluded_domains: list[str]
    excluded_results: list[str]
    answer_found_in: list[str]
    schema_version: int


class Popularity(Record):
    title: str | None
    sitelinks: int | None
    views: int | None
    first_month: str
    last_month: str
    status: Literal["counted", "no_data", "no_article", "not_frozen", "switched_off"]
    tier: Literal["head", "torso", "tail"] | None


class Timestamps(Record):
    repair: str
    constraint: str | None


class CaseSplits(Record):
    temporal: Part | None
    definition_disjoint: Part | Literal["straddling"] | None
    entity_disjoint: Part | None


class BenchmarkCase(Record):
    """One case: the repair, what a solver may know, and how it is filed."""

    id: str = Field(pattern=r"^(repair_[A-Z]\d+(-[FS]\d+)?_\d+|reform_[A-Z]\d+(-[FS]\d+)?_P\d+_\d+)$")
    qid: str
    property: str
    track: Literal["A_BOX", "T_BOX"]
    violation_context: ViolationContext
    violations: list[Violation] = Field(min_length=1)
    repair_target: Annotated[AboxTarget | TboxTarget, Field(discriminator="kind")]
    persistence_check: Raw
    ambiguous: bool
    ambiguous_reasons: list[str]
    proof: Raw
    protocol_attribution: Raw | None
    provenance: Raw
    class_: Literal["TypeA", "TypeB", "TypeC", "T_BOX"] | None = Field(alias="class")
    subtype: str | None
    confidence: float | None
    trace: list[Step] | None
    evidence_as_of: str | None
    main_score: bool
    pre_repair_state: PreRepairState | None
    world_state: WorldState | None
    retrieval_context: RetrievalSnapshot | None
    popularity: Popularity | None
    cluster_id: str
    cluster_size: int
    definitions: list[str]
    timestamps: Timestamps
    splits: CaseSplits
    diagnostic_reason: DiagnosticReason | None
    diagnostic_detail: str | None
    schema_version: int


class SplitsFile(Record):
    """`splits.json`: split -> part -> ids."""

    version: str
    schema_version: int
    boundaries: dict[str, str | None]
    splits: dict[str, dict[str, list[str]]]


class Functional(Open):
    """What the checkers say of the state that a proposal leaves behind; None where they cannot tell."""

    fixed: bool | None
    newly_broken: int | None
    information_kept: float | None
    vacuous: bool | None


class ScoreTrace(Open):
    """How one proposal fared on one case."""

    case_id: str
    action_human: str | None
    action_model: str | None
    s_info: float | None
    action_match: bool | None
    exact: bool | None
    semantic: bool | None
    functional: Functional | None
    track_correct: bool | None
    abstained: bool
    invalid: bool
    cluster_id: str | None
    class_: str | None = Field(alias="class")


RECORDS: dict[str, type[BaseModel]] = {
    "benchmark_case": BenchmarkCase,
    "classified_case": ClassifiedCase,
    "pre_repair_state": PreRepairState,
    "retrieval_snapshot": RetrievalSnapshot,
    "score_trace": ScoreTrace,
    "splits": SplitsFile,
    "world_state": WorldState,
}
