"""`check-constraints`: judge cases from a file, one answer a line. `check`: an entity of the source.

What is judged, and how, is in `constraints`; here are arguments, exit codes and the way from the source's API
to what the checkers ask for.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from wikidata_repair_eval.constraints import (
    MISSING,
    VIOLATED,
    Constraint,
    NoContext,
    Subject,
    constraints_of,
    judge,
    now_from,
)
from wikidata_repair_eval.constraints.cases import CaseError, check_case
from wikidata_repair_eval.constraints.context import Found
from wikidata_repair_eval.constraints.fold import Result
from wikidata_repair_eval.constraints.subjects import (
    all_statements,
    qualifiers_of,
    reference_snaks,
    references_of,
)
from wikidata_repair_eval.constraints.summaries import type_label
from wikidata_repair_eval.constraints.verdicts import UNDECIDED
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.net.entities import Entities
from wikidata_repair_eval.net.mediawiki import BATCH, MediaWiki, pages_of
from wikidata_repair_eval.net.revision import Revision, parse_revision
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.net.times import checked_moment
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import Settings, load_settings
from wikidata_repair_eval.wikibase import (
    Entity,
    MalformedId,
    Redirect,
    id_from_title,
    normalise_id,
    parse_entity,
    render_id,
    sort_key,
    title_of,
)


@click.command("check-constraints")
@click.argument("cases", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--checker-only", is_flag=True, help="leave out exceptions, scope and status")
def check_constraints(cases: str, checker_only: bool) -> None:
    """Check each case of CASES (JSON Lines; - is stdin) and write one answer a line.

    A case is {id, constraint, property, entity, context?, neighbours?, facts?}. Exit code 0: nothing is
    violated; 1: something is; 2: some lines could not be used.

    \b
    Example:
      wikidata-repair-eval check-constraints cases.jsonl > answers.jsonl
    """
    exit_code = 0
    with click.open_file(cases, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                exit_code = max(exit_code, _answer(line, cases, number, checker_only))
    raise SystemExit(exit_code)


def _answer(line: bytes, file: str, number: int, checker_only: bool) -> int:
    """One line in, one line out; what this line means for the exit code."""
    try:
        result = check_case(line, file=file, place=f"line {number}", checker_only=checker_only)
    except CaseError as error:
        click.echo(str(error), err=True)
        click.echo(json_bytes({"id": error.case_id, "error": str(error)}), nl=False)
        return 2
    click.echo(json_bytes(result), nl=False)
    return int(result.get("status") in VIOLATED or result.get("item_status") == "violated")


@click.command("check")
@click.argument("entity_id", metavar="ID")
@click.option("--property", "only", help="check the constraints of this property alone")
@click.option("--revision", type=int, help="the entity as of this revision of its page")
@click.option(
    "--at", "moment", metavar="TIME", help="the world as of this time, such as 2024-05-01T00:00:00Z"
)
def check_entity(entity_id: str, only: str | None, revision: int | None, moment: str | None) -> None:
    """Every violation of the entity ID on the configured source, in words.

    Exit code 0: nothing is violated; 1: something is. What could not be decided is counted at the end.

    \b
    Example:
      wikidata-repair-eval check Q42 --property P569 --at 2024-05-01T00:00:00Z
    """
    if revision is not None and moment is not None:
        raise click.UsageError("--revision and --at exclude each other; give one of them.")
    with _wiki(load_settings()) as wiki:
        source = _source(wiki, checked_id(entity_id, "ID"), revision, moment)
        subject = source.subject(checked_id(entity_id, "ID"))
        properties = [checked_id(only, "--property")] if only else properties_used(subject)
        raise SystemExit(_report(subject, source, properties))


def checked_id(text: str, name: str) -> str:
    try:
        return normalise_id(text)
    except MalformedId as error:
        raise click.BadParameter(f"{text!r} is no entity id, such as Q42 or P31.", param_hint=name) from error


@contextmanager
def _wiki(settings: Settings) -> Iterator[MediaWiki]:
    ensure_world(settings)
    with connect(settings) as client:
        yield MediaWiki(client, settings.source.api_url, maxlag=settings.source.maxlag)


def properties_used(subject: Subject) -> list[str]:
    """All properties of main values, qualifiers and references, lowest number first."""
    used = set(subject.claims)
    for statement in all_statements(subject):
        used |= set(qualifiers_of(statement))
        used |= {str(snak["property"]) for raw in references_of(statement) for snak in reference_snaks(raw)}
    return sorted(used, key=sort_key)


class Source(NoContext):
    """The configured source as a context: other entities are asked for when a check needs them.

    Classes come with those that other loaded classes point to, so that a tree costs as many requests as it is
    deep. Other holders of a value, units and Commons are not asked for: such checks stay undecided.
    """

    def __init__(self, wiki: MediaWiki) -> None:
        self._wiki, self._loaded = wiki, dict[str, Found]()
        self.labels: dict[str, str] = {}

    def subject(self, entity_id: str) -> Subject:
        found = self.entity(entity_id)
        if isinstance(found, Subject):
            return found
        problem = "does not exist" if found is MISSING else "cannot be read"
        raise InputError("the source", entity_id, f"this entity {problem} there", "check the id and the time")

    def entity(self, entity_id: str) -> Found:
        if entity_id not in self._loaded:
            self.load([entity_id, *self._awaited_classes()])
        return self._loaded.get(entity_id)

    def load(self, ids: Sequence[str]) -> None:
        """Ask for those of these entities that are not there yet."""
        wanted = [entity_id for entity_id in dict.fromkeys(ids) if entity_id not in self._loaded]
        self._loaded |= self._fetch(wanted)

    def _taken(self, raw: Mapping[str, Any]) -> Subject:
        subject = Subject(raw)
        label = Entity(raw).label() if "labels" in raw else None
        if label:
            self.labels[subject.id] = label
        return subject

    def _awaited_classes(self) -> list[str]:
        known = [found for found in self._loaded.values() if isinstance(found, Subject)]
        parents = {parent for subject in known for parent in subject.best_targets("P279")}
        return sorted(parents - set(self._loaded), key=sort_key)[: BATCH - 1]

    def _fetch(self, ids: Sequence[str]) -> dict[str, Found]:
        """The entities as they are now."""
        answers = Entities(self._wiki).entities(ids)
        return {asked: self._taken(found.json) if found.json else MISSING for asked, found in answers.items()}


class PastSource(Source):
    """The source as of a moment: one request per entity, and nothing newer than the moment counts."""

    def __init__(self, wiki: MediaWiki, moment: str) -> None:
        super().__init__(wiki)
        self._moment, self._revisions = moment, Revisions(wiki)
        self.now = now_from(moment)

    def entity(self, entity_id: str) -> Found:
        if entity_id not in self._loaded:
            self.load([entity_id])  # nothing beforehand: here each entity costs a request
        return self._loaded.get(entity_id)

    def put(self, entity_id: str, revision: Revision) -> None:
        """An entity that is known already, at a revision of the caller's choice."""
        self._loaded[entity_id] = self._read(entity_id, revision)

    def _fetch(self, ids: Sequence[str]) -> dict[str, Found]:
        return {entity_id: self._as_of(entity_id) for entity_id in ids}

    def _as_of(self, entity_id: str, followed: bool = False) -> Found:
        try:
            page = next(iter(self._revisions.older(title_of(entity_id), self._moment, first=1, content=True)))
        except PageMissing:
            return MISSING
        if not page.revisions:
            return MISSING
        return self._read(entity_id, page.revisions[0], followed)

    def _read(self, entity_id: str, revision: Revision, followed: bool = False) -> Found:
        """Hidden text is unknown, which is not the same as missing."""
        text = revision.content.text if revision.content else None
        if text is None:
            return None
        parsed = parse_entity(text)
        if isinstance(parsed, Redirect):
            return MISSING if followed else self._as_of(parsed.target, followed=True)
        return self._taken(_part(parsed.raw, entity_id)) if isinstance(parsed, Entity) else MISSING


def _part(raw: Mapping[str, Any], entity_id: str) -> Mapping[str, Any]:
    """A form or sense out of its lexeme; everything else is the page's own entity."""
    parts = [*(raw.get("forms") or ()), *(raw.get("senses") or ())] if "-" in entity_id else []
    return next((part for part in parts if part.get("id") == entity_id), raw)


def _source(wiki: MediaWiki, entity_id: str, revision: int | None, moment: str | None) -> Source:
    if moment is not None:
        try:
            return PastSource(wiki, checked_moment(moment))
        except ValueError as error:
            raise click.BadParameter(f"{error}.", param_hint="--at") from error
    if revision is None:
        source = Source(wiki)
        source.now = now_from(str(wiki.ask({"action": "query", "meta": "siteinfo"})["curtimestamp"]))
        return source
    chosen = _revision(wiki, entity_id, revision)
    past = PastSource(wiki, chosen.timestamp)
    past.put(entity_id, chosen)
    return past


def _revision(wiki: MediaWiki, entity_id: str, number: int) -> Revision:
    params = {
        "prop": "revisions",
        "revids": str(number),
        "rvprop": "ids|timestamp|content",
        "rvslots": "main",
    }
    for body in wiki.query(params):
        for page in pages_of(body):
            for raw in page.get("revisions") or ():
                if id_from_title(str(page.get("title"))) == title_id(entity_id):
                    return parse_revision(raw, str(page["title"]), with_content=True)
    problem = f"this is no readable revision of {entity_id}"
    raise InputError("the source", f"revision {number}", problem, "give a revision of the entity's own page")


def title_id(entity_id: str) -> str:
    """Forms and senses live on the page of their lexeme."""
    return entity_id.partition("-")[0]


def _report(subject: Subject, source: Source, properties: Sequence[str]) -> int:
    """One line per violation, then a summary; 1 if there was any."""
    source.load(properties)
    violations = undecided = checked = 0
    for property_id in properties:
        for constraint in _constraints(source.entity(property_id)):
            results = judge(subject, constraint, source).results
            checked += len(results)
            undecided += sum(result.verdict.status in UNDECIDED for result in results)
            for result in (result for result in results if result.verdict.status in VIOLATED):
                violations += 1
                click.echo(_line(constraint, result, source.labels))
    click.echo(
        f"{subject.id}: {violations} violations in {checked} checks; {undecided} could not be decided."
    )
    return int(violations > 0)


def _constraints(found: Found) -> list[Constraint]:
    return constraints_of(found.raw) if isinstance(found, Subject) else []


def _line(constraint: Constraint, result: Result, labels: Mapping[str, str]) -> str:
    verdict = result.verdict
    name = f"{render_id(constraint.property, labels)}, {type_label(constraint)}"
    return f"{verdict.status:10} {name}: {verdict.message(labels)} [{result.statement_id}]"
