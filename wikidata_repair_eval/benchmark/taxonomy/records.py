"""What `classify` gives: the class of one repair and the trace that leads to it. No deciding here."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 1
ClassName = Literal["TypeA", "TypeB", "TypeC", "T_BOX"]


class Step(BaseModel):
    """One step of the trace: what was asked, what was found in words, and the data that show it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    step: str
    finding: str
    evidence: Mapping[str, Any] | None = None


class ClassifiedCase(BaseModel):
    """How hard a repair is: which information a solver needs beyond the violation itself."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: str
    class_: ClassName = Field(alias="class")
    subtype: str
    confidence: float = Field(ge=0, le=1)
    main_score: bool
    trace: tuple[Step, ...]
    evidence_as_of: str | None
    schema_version: int = SCHEMA_VERSION

    def plain(self) -> dict[str, Any]:
        """As it is written to a file."""
        return self.model_dump(by_alias=True, mode="json")
