"""One property with its report page, as a scenario sees it: constraints, windows, lines, truth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.editors import ADMINISTRATOR
from wikidata_repair_eval.sandbox.ground import Ground
from wikidata_repair_eval.sandbox.life import live
from wikidata_repair_eval.sandbox.report import FOREVER, Parameter, Report, Section, Transition
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity, guid, snak, statement
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, MINUTE, at
from wikidata_repair_eval.sandbox.wiki import Draft, Stamp

MARGIN = 3 * HOUR  # room for an edit session before a window closes
CONSTRAINTS_SINCE = at("2017-07-14")


@dataclass(slots=True)
class Site:
    """A property, its page, its report, and the pen to tell stories with."""

    ground: Ground
    property_id: str
    kind: str
    spec: JsonObject
    report: Report
    draft: Draft
    rng: Random
    constraints: dict[str, JsonObject] = field(default_factory=dict)
    cast: list[Subject] = field(default_factory=list)  # settled when the story is told
    sites: dict[str, "Site"] = field(default_factory=dict)  # all of them, for stories on two pages
    used_values: set[str] = field(default_factory=set)

    # --- constraints ---------------------------------------------------------------------------------

    def constrain(
        self,
        key: str,
        family: str,
        type_id: str,
        qualifiers: Sequence[JsonObject] = (),
        head: str | None = None,
        parameters: Sequence[str] = (),
        grouped: bool = False,
    ) -> None:
        """Define a constraint (a P2302 statement) and, unless `family` is empty, its report section."""
        main = snak("P2302", entity(type_id))
        self.constraints[key] = statement(guid(self.rng, self.property_id), main, qualifiers)
        if family:
            self.section(key, family, head, parameters, grouped)

    def section(
        self,
        key: str,
        family: str,
        head: str | None = None,
        parameters: Sequence[str] = (),
        grouped: bool = False,
    ) -> None:
        self.report.sections[key] = Section(
            key,
            family,
            family if head is None else head,
            [Parameter(text) for text in parameters],
            grouped=grouped,
            subjects_last=family == "Unique value",
        )

    def amend_constraint(self, seconds: int, key: str, change: changes.Change, summary: str = "") -> Stamp:
        """An edit of the property page that touches one constraint."""
        comment = summary or "/* wbsetclaim-update:2||1|1 */ [[Property:P2302]]"
        return self.draft.edit(seconds, self.ground.editors.person(self.rng), comment, change)

    def extend_constraint(self, seconds: int, key: str, qualifier: JsonObject, heading: str = "") -> Stamp:
        """Add one parameter; `heading` is what it adds to the section's heading."""
        if heading:
            self.report.sections[key].parameters.append(Parameter(heading, since=seconds))
        change = changes.add_qualifier("P2302", self.constraints[key]["id"], qualifier)
        return self.amend_constraint(seconds, key, change)

    def close_section(self, seconds: int, key: str) -> None:
        self.report.sections[key].until = seconds

    # --- windows -------------------------------------------------------------------------------------

    def item_moment(self, pair: Transition) -> int:
        """A moment that the new report's data has and the old one's has not; often before the old report
        was even published. Without a data date only the publication counts."""
        start = pair.old.data
        if pair.old.date_form == "none":
            start = pair.old.published
        elif self.rng.random() < 0.5:
            return self.rng.randrange(start + MINUTE, pair.old.published)
        return self.rng.randrange(max(start, pair.old.published) + MINUTE, pair.new.data - MARGIN)

    def constraint_moment(self, pair: Transition) -> int:
        """Between the two publications; half of the time after the new report's data date."""
        if self.rng.random() < 0.5:
            return self.rng.randrange(pair.new.data + MINUTE, pair.new.published - MINUTE)
        return self.rng.randrange(pair.old.published + MINUTE, pair.new.data - MINUTE)

    def onset(self, pair: Transition) -> tuple[int, int]:
        """When a violation began, and the first run that shows it; quiet updates show nothing new."""
        first = self.rng.choice((0, 0, 0, pair.old.index))
        if first - 1 in self.report.reserved or first == 0:
            return at("2019-01-01") + self.rng.randrange(5 * 365 * DAY), 0
        earlier = self.report.runs[first - 1]
        return self.rng.randrange(earlier.published + HOUR, self.report.runs[first].data - HOUR), first

    # --- the cast ------------------------------------------------------------------------------------

    def meet(self, subject: Subject) -> Subject:
        """Let the subject take part; its page is settled when the story has been told."""
        self.cast.append(subject)
        return subject

    def curtain(self) -> None:
        """The story is told: give everybody an ordinary life and settle the pages."""
        for subject in self.cast:
            live(self.ground, subject)
            page = self.ground.wiki.settle(subject.draft)
            if subject.deleted:
                self.ground.wiki.delete(page, subject.until, ADMINISTRATOR, subject.deleted)
        self.cast.clear()

    def introduce(self, subject: Subject, claim: JsonObject, pair: Transition) -> int:
        """Add the statement that does harm; answers with the first run that shows it."""
        seconds, first = self.onset(pair)
        subject.add(seconds, claim)
        subject.harmed = seconds
        return first

    def harm_from_the_start(self, subject: Subject, claim: JsonObject) -> int:
        """As `introduce`, for harm that was there before the first run."""
        subject.harmed = subject.created + 2 * HOUR
        subject.add(subject.harmed, claim)
        return 0

    # --- lines and truth -----------------------------------------------------------------------------

    def listed(
        self,
        section: str,
        subjects: Sequence[str],
        values: str,
        first: int,
        last: int | None = None,
        group: Callable[[int], str] | None = None,
    ) -> None:
        """Put a line on the report from run `first` to run `last` (None: to the end)."""
        self.report.list_line(section, subjects, values, first, FOREVER if last is None else last, group)

    def repaired(self, qid: str, section: str, pair: Transition, stamp: Stamp, **facts: Any) -> None:
        """One entry of the truth. `facts`: action, kind (the class) and reason; before and after are the
        values (or terms) that the edit replaced, so that anybody can check them by reading JSON."""
        entry = {
            "qid": qid,
            "property": self.property_id,
            "violation_type": self.report.sections[section].family,
            "locus": "A_BOX",
            "through": "same_property",
            "event": {
                "entity": stamp.entity,
                "revision_id": stamp.revision_id,
                "timestamp": stamp.timestamp,
            },
            "report_revision_old": pair.old.stamp.revision_id,
            "report_revision_new": pair.new.stamp.revision_id,
            "persists": True,
            **facts,
        }
        entry["class"] = entry.pop("kind")
        self.ground.wiki.world.truth.repairs.append(entry)

    def reformed(self, qid: str, section: str, pair: Transition, stamp: Stamp, **facts: Any) -> None:
        """A repair by an edit of the constraint."""
        tbox = {"locus": "T_BOX", "through": "constraint", "action": "UPDATE", "kind": "T_BOX"}
        self.repaired(qid, section, pair, stamp, **{**tbox, **facts})

    def not_repaired(self, qid: str, trap: str, candidate: bool, reason: str, **facts: Any) -> None:
        self.ground.wiki.world.truth.not_repairs.append(
            {
                "qid": qid,
                "property": self.property_id,
                "trap": trap,
                "candidate": candidate,
                "reason": reason,
                **facts,
            }
        )

    def shows(self, trap: str, *where: object) -> None:
        """Note where a trap of FORMATS 11 or DESIGN 3 can be seen."""
        self.ground.wiki.world.trap_index.setdefault(trap, []).extend(str(place) for place in where)
