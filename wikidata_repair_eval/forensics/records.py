"""The records of Stage 2 that are written to files and read by later stages. No finding, no judging."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from wikidata_repair_eval.reports.records import Candidate

SCHEMA_VERSION = 1

Raw = dict[str, Any]
Track = Literal["A_BOX", "T_BOX"]
ActionName = Literal["CREATE", "UPDATE", "DELETE"]
ProofVerdict = Literal["proven", "refuted", "undecidable", "checker_disagrees_with_report"]
Locus = Literal["A_BOX", "T_BOX", "OVERDETERMINED", "JOINT", "NONE"]
Through = Literal[
    "same_property",
    "other_property",
    "terms",
    "neighbour",
    "other_holder",
    "hierarchy",
    "entity_removed",
    "constraint",
    "external",
]
# `removed`: the page holds a redirect, so there is no entity to judge.
StateStatus = Literal["violated", "undecidable", "clean", "retracted", "removed"]
UnprovenOutcome = Literal[
    "refuted",
    "undecidable",
    "checker_disagrees_with_report",
    "entity_removed",
    "history_too_deep",
    "lost",
    "error",
]


class Record(BaseModel):
    """What all records share: frozen, and nothing in them that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ShownValue(Record):
    """One value as artifacts hold it; `text` is the short rendering."""

    snaktype: str
    datatype: str | None
    value: Any
    rank: str
    text: str


class ViolationContext(Record):
    """What the report said; `value` are the offending values at the last violated state, or None."""

    report_violation_type: str
    report_violation_types: tuple[str, ...]
    value: tuple[ShownValue, ...] | None
    report_fix_date: str | None
    report_revision_old: int | None
    report_revision_new: int | None
    report_page_title: str | None


class Violation(ViolationContext):
    """One disappearance that ended in a repair, and the report page that it left."""

    property: str


class StatementOp(Record):
    op: Literal["add", "remove", "change_value", "change_rank", "change_qualifiers", "change_references"]
    statement_id: str | None
    before: Raw | None
    after: Raw | None


class AboxTarget(Record):
    """The edit of an entity. `property` is None where a term was edited; then `term` says which."""

    kind: Literal["A_BOX"] = "A_BOX"
    action: ActionName
    entity: str
    property: str | None
    term: str | None = None
    old_value: tuple[ShownValue, ...]
    new_value: tuple[ShownValue, ...]
    value: tuple[ShownValue, ...]
    statement_ops: tuple[StatementOp, ...]
    revision_id: int
    parent_id: int | None
    session_revision_ids: tuple[int, ...]
    timestamp: str
    author: str | None
    comment: str | None


class ConstraintDelta(Record):
    """All P2302 statements of the property before and after the edit."""

    hash_before: str
    hash_after: str
    statements_before: tuple[Raw, ...]
    statements_after: tuple[Raw, ...]
    direction: str | None


class TboxTarget(Record):
    """The edit of the constraint."""

    kind: Literal["T_BOX"] = "T_BOX"
    property_revision_id: int
    property_revision_prev: int | None
    timestamp: str
    author: str | None
    comment: str | None
    constraint_delta: ConstraintDelta


RepairTarget = Annotated[AboxTarget | TboxTarget, Field(discriminator="kind")]


class ConstraintUsed(Record):
    type_qid: str | None
    statement_id: str | None
    property_revision_id: int | None


class EventRecord(Record):
    entity: str
    revision_id: int
    timestamp: str


class PartialRepair(Record):
    """An earlier edit after which fewer statements violated, for good."""

    entity: str
    revision_id: int
    timestamp: str
    statements: tuple[str, ...]


class Cells(Record):
    """Item state x constraint definition at the two ends of the window."""

    old_item_old_def: StateStatus
    new_item_old_def: StateStatus
    old_item_new_def: StateStatus
    new_item_new_def: StateStatus


class ClassTree(Record):
    as_of: str
    classes_read: int


class Proof(Record):
    """Why the event is the repair, or why none could be proven."""

    verdict: ProofVerdict
    locus: Locus
    through: Through | None
    constraints: tuple[ConstraintUsed, ...]
    event: EventRecord | None
    before: StateStatus | None
    after: StateStatus | None
    cells: Cells | None
    violating_statements: tuple[str, ...]
    partial_repairs: tuple[PartialRepair, ...]
    class_tree: ClassTree | None
    reason: str
    retracted: bool = False
    window_widened: bool = False
    judged_entities: tuple[str, ...] = ()  # whose statements; of inverse lines it can be the other item


class ProtocolAttribution(Record):
    """What the plain protocol rule would have answered; `agrees_with_proof` is None without a proof."""

    track: Track
    revision_id: int | None
    property_revision_id: int | None
    timestamp: str
    action: ActionName | None
    agrees_with_proof: bool | None


class Provenance(Record):
    source: str
    tool_version: str
    history_api: str


class LiveCheck(Record):
    """Whether what the repair said still holds on the live wiki, by value."""

    status: Literal["persists", "lost", "not_applicable", "not_checked"]
    current_value: tuple[ShownValue, ...] | None
    best_rank: bool | None = None
    checked_at: str | None


class PersistenceCheck(Record):
    live: LiveCheck


class Repair(Record):
    """A proven repair."""

    id: str
    qid: str
    property: str
    track: Track
    violation_context: ViolationContext
    repair_target: RepairTarget
    persistence_check: PersistenceCheck
    ambiguous: bool
    ambiguous_reasons: tuple[str, ...]
    proof: Proof
    protocol_attribution: ProtocolAttribution | None
    provenance: Provenance
    # All disappearances that ended in this edit, this record's own first.
    violations: tuple[Violation, ...] = ()
    schema_version: int = SCHEMA_VERSION


class UnprovenCandidate(Record):
    """A candidate without a released repair, and why."""

    candidate: Candidate
    outcome: UnprovenOutcome
    reason: str
    proof: Proof | None
    protocol_attribution: ProtocolAttribution | None
    persistence_check: PersistenceCheck | None = None
    schema_version: int = SCHEMA_VERSION


class PreRepairState(Record):
    """The world before the repair, as far as the constraint asks of it: enough to judge without a network."""

    id: str
    entity: Raw
    neighbours: dict[str, Raw]
    class_edges: tuple[tuple[str, str], ...]
    constraints: tuple[Raw, ...]
    as_of: str
    companions: tuple[str, ...] = ()
    judged_entities: tuple[str, ...] = ()  # whose statements violated; not always the entity's own
    schema_version: int = SCHEMA_VERSION


class FetchStats(Record):
    """What one candidate cost. A request for several of a batch is shared out among those it was for."""

    qid: str
    property_id: str | None
    report_revision_old: int | None
    report_revision_new: int | None
    violation_type: str
    outcome: str
    reason: str
    requests: float
    cache_hits: float
    revisions_read: int
