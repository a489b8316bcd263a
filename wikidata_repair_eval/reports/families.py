"""The table of heading families (`families.yaml`) and which of them a heading's text names.

Reading the heading line itself is `headings`; reading the list lines below it is `lines`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

Parameters = Literal["none", "items", "property_items", "language"]
LineShape = Literal["subject_first", "value_first"]


class OldName(BaseModel):
    """A spelling of old pages; where it meant other types than the family does, they stand here."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    type_qids: tuple[str, ...]


class Family(BaseModel):
    """One heading family, as the table has it; what the fields mean is written at the table's top."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    family: str
    names: tuple[str, ...]
    old_names: tuple[OldName, ...] = ()
    type_qids: tuple[str, ...]
    parameters: Parameters
    line: LineShape
    values: str
    plain_list: bool = False


class FamilyTable(BaseModel):
    """All families, and what is known not to be one."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    families: tuple[Family, ...]
    statistics: tuple[str, ...]
    types_without_heading: dict[str, str]


@dataclass(frozen=True, slots=True)
class NamedFamily:
    """A family found at the start of a heading: the types it means in this spelling, and what follows."""

    family: Family
    type_qids: tuple[str, ...]
    rest: str


@lru_cache(maxsize=1)
def family_table() -> FamilyTable:
    text = files(__package__).joinpath("families.yaml").read_text(encoding="utf-8")
    return FamilyTable.model_validate(yaml.safe_load(text))


def named_family(text: str) -> NamedFamily | None:
    """The family whose name, as whole words, begins the text; None where no family does."""
    match = _names_pattern().match(text)
    if match is None:
        return None
    family, type_qids = _spellings()[match[1].casefold()]
    return NamedFamily(family, type_qids, text[match.end() :].strip())


def is_statistics(text: str) -> bool:
    """True for sections that hold links and counts but no violations."""
    return text.casefold() in {name.casefold() for name in family_table().statistics}


@lru_cache(maxsize=1)
def _spellings() -> dict[str, tuple[Family, tuple[str, ...]]]:
    spellings: dict[str, tuple[Family, tuple[str, ...]]] = {}
    for family in family_table().families:
        spellings.update({name.casefold(): (family, family.type_qids) for name in family.names})
        spellings.update({old.name.casefold(): (family, old.type_qids) for old in family.old_names})
    return spellings


@lru_cache(maxsize=1)
def _names_pattern() -> re.Pattern[str]:
    # Longest first, and whole words: `Value type` is not `Type`, and `Types statistics` is neither.
    names = sorted(_spellings(), key=lambda name: (-len(name), name))
    return re.compile(rf"({'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
