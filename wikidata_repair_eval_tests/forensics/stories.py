"""Small pasts to tell in a test: a property P1 with constraints, items that are edited, one candidate.

The old report has the data of 1 March 2025 and came out on the 2nd; the new one the data of the 11th, out on
the 12th. Moments are written `03-05 10:00`; a year in front is possible.
"""

from typing import Any

import orjson

from wikidata_repair_eval.forensics import Limits, Outcome, find_repairs
from wikidata_repair_eval.reports.records import Candidate, ConstraintRecord
from wikidata_repair_eval_tests.build import Raw, as_revision_content, entity, text
from wikidata_repair_eval_tests.constraints.definitions import definition
from wikidata_repair_eval_tests.forensics.memory_wiki import Edit, MemoryWiki

FORMAT, SINGLE, TYPE, UNIQUE = "Q21502404", "Q19474404", "Q21503250", "Q21502410"
LETTERS = definition(FORMAT, P1793=[text("[a-z]+")])
LETTERS_AND_DIGITS = definition(FORMAT, P1793=[text("[a-z0-9]+")])


def moment(when: str) -> str:
    date, _, clock = when.partition(" ")
    year = "" if date.count("-") == 2 else "2025-"
    return f"{year}{date}T{clock or '00:00'}:00Z"


class Story:
    """A wiki that is written edit by edit, and the candidate that asks about it."""

    def __init__(self, *definitions: Raw) -> None:
        self.wiki = MemoryWiki()
        self._next = 1000
        self.define("2018-01-01", *definitions)

    def edit(self, entity_id: str, when: str, content: str | None, user: str | None = "Anna") -> int:
        self._next += 1
        self.wiki.write(entity_id, Edit(self._next, moment(when), content, user, parentid=self._next - 1))
        return self._next

    def state(
        self, when: str, *statements: Raw, qid: str = "Q1", user: str | None = "Anna", **parts: Any
    ) -> int:
        raw = as_revision_content(entity(qid, *statements, **parts))
        return self.edit(qid, when, orjson.dumps(raw).decode(), user)

    def define(self, when: str, *definitions: Raw, user: str = "Bert") -> int:
        raw = as_revision_content(entity("P1", *definitions)) | {"datatype": "string"}
        return self.edit("P1", when, orjson.dumps(raw).decode(), user)

    def redirect(self, when: str, target: str, qid: str = "Q1", user: str = "Anna") -> int:
        return self.edit(qid, when, orjson.dumps({"entity": qid, "redirect": target}).decode(), user)

    def hide(self, revid: int) -> None:
        for title, edits in self.wiki.pages.items():
            self.wiki.pages[title] = [
                Edit(e.revid, e.timestamp, None, e.user, e.comment, e.parentid) if e.revid == revid else e
                for e in edits
            ]

    def outcome(self, limits: Limits | None = None, **candidate: Any) -> Outcome:
        [found] = find_repairs([asked(**candidate)], self.wiki.past(), limits)
        return found


def asked(type_qid: str = FORMAT, family: str = "Format", **more: Any) -> Candidate:
    """The candidate Q1 on the report of P1."""
    record = ConstraintRecord(family=family, type_qids=(type_qid,) if type_qid else (), heading=family)
    fields: dict[str, Any] = {
        "qid": "Q1",
        "property_id": "P1",
        "violation_type": family,
        "violation_types": (family,),
        "fix_date": moment("03-12"),
        "report_revision_old": 1,
        "report_revision_new": 2,
        "report_page_title": "Report/P1",
        "published_old": moment("03-02"),
        "published_new": moment("03-12"),
        "data_date_old": moment("03-01"),
        "data_date_new": moment("03-11"),
        "constraints": (record,),
        "report_bot": "KrBot2",
        "values": (),
        "companions": (),
        "flags": (),
    }
    return Candidate(**{**fields, **more})
