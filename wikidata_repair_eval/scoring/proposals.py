"""Proposals in their strict form: what a run writes and what is scored. Forgiving reading is in `reading`.

Which statement an operation means is told by `statement_id`, else by its main value: `value`, or `old` where
that is not needed for anything else. Values stay as they were given, in the short or the full form; they are
read against the case when the proposal is applied.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Track = Literal["A_BOX", "T_BOX"]
Rank = Literal["preferred", "normal", "deprecated"]
EditName = Literal[
    "add",
    "remove",
    "replace",
    "set_rank",
    "add_qualifier",
    "remove_qualifier",
    "replace_qualifier",
    "add_reference",
    "remove_reference",
    "set_label",
    "merge_into",
    "none",
]
MOST_OPERATIONS, MOST_VALUES = 2_000, 5_000


class Strict(BaseModel):
    """Frozen, and nothing in it that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Edit(Strict):
    """One edit of an entity."""

    op: EditName
    entity: str
    property: str | None = None
    statement_id: str | None = None
    value: Any = None
    qualifier: str | None = None
    language: str | None = None
    old: Any = None
    new: Any = None

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "Edit":
        if self.op not in ("set_label", "merge_into", "none") and self.property is None:
            raise ValueError(f"{self.op} names no property")
        if self.op.endswith("_qualifier") and self.qualifier is None:
            raise ValueError(f"{self.op} names no qualifier")
        if self.op in _NEEDS_NEW and self.new is None:
            raise ValueError(f"{self.op} has no new value")
        return self


_NEEDS_NEW = frozenset(
    {"add", "replace", "set_rank", "add_qualifier", "replace_qualifier", "add_reference", "merge_into"}
)


class ConstraintChange(Strict):
    """What to add to and remove from the parameters of a constraint, or what to do with it as a whole."""

    add: dict[str, Annotated[list[Any], Field(max_length=MOST_VALUES)]] = Field(default_factory=dict)
    remove: dict[str, Annotated[list[Any], Field(max_length=MOST_VALUES)]] = Field(default_factory=dict)
    rank: Rank | None = None
    delete: bool = False
    create: bool = False

    @model_validator(mode="after")
    def _changes_something(self) -> "ConstraintChange":
        if self.delete and self.create:
            raise ValueError("a constraint cannot be deleted and created at once")
        if not (self.add or self.remove or self.rank or self.delete or self.create):
            raise ValueError("the change of the constraint is empty")
        return self


class ChangeConstraint(Strict):
    """One edit of the constraint's definition."""

    op: Literal["change_constraint"] = "change_constraint"
    property: str
    statement_id: str | None = None
    constraint_type: str | None = None
    change: ConstraintChange

    @model_validator(mode="after")
    def _names_a_constraint(self) -> "ChangeConstraint":
        if self.constraint_type is None and (self.change.create or self.statement_id is None):
            raise ValueError("names neither the constraint's statement_id nor its constraint_type")
        return self


Operation = Annotated[Edit | ChangeConstraint, Field(discriminator="op")]


class Usage(BaseModel):
    """What the answer cost; providers tell more or less."""

    model_config = ConfigDict(frozen=True, extra="allow")

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    latency_s: float | None = None


class Proposal(Strict):
    """What somebody proposes for one case."""

    case_id: str
    track: Track | None = None
    operations: tuple[Operation, ...] = Field(default=(), max_length=MOST_OPERATIONS)
    abstain: bool = False
    confidence: float | None = Field(default=None, ge=0, le=1)
    rationale: str | None = None
    usage: Usage | None = None
    layers: tuple[str, ...] | None = None
    model: str | None = None
    raw: Any = None
    # What a run of ours adds: which words were used, why the model did not answer, why nobody could read it.
    prompt_digest: str | None = None
    service_refused: str | None = None
    malformed: str | None = None
    schema_version: int | None = None

    @model_validator(mode="after")
    def _is_of_one_track(self) -> "Proposal":
        tracks = {_track_of(operation) for operation in self.operations} - {None}
        if len(tracks) > 1:
            raise ValueError("operations of both tracks are mixed")
        if self.track is not None and tracks and self.track not in tracks:
            raise ValueError(f"the track is {self.track}, but the operations are of the other one")
        return self

    @property
    def diagnosis(self) -> Track | None:
        """The track it is on, said or shown by its operations."""
        shown = (_track_of(operation) for operation in self.operations)
        return self.track or next((track for track in shown if track), None)


def _track_of(operation: Edit | ChangeConstraint) -> Track | None:
    if isinstance(operation, ChangeConstraint):
        return "T_BOX"
    return None if operation.op == "none" else "A_BOX"
