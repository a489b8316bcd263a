"""`build_world`: ground, properties, report plans, stories; then all pages settled, in a fixed order."""

from collections.abc import Callable
from random import Random

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.editors import ADMINISTRATOR, all_editors
from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.ground import CLOCK, FIRST_ITEMS, Ground, lay, terms
from wikidata_repair_eval.sandbox.kinds import KINDS, page_specs
from wikidata_repair_eval.sandbox.model import PROJECT_NAMESPACE, User, World
from wikidata_repair_eval.sandbox.report import Report, Run
from wikidata_repair_eval.sandbox.report_text import run_text
from wikidata_repair_eval.sandbox.scales import Scale, scale_named
from wikidata_repair_eval.sandbox.scenarios import PAGE_SCENARIOS, STORIES, WORLD_SCENARIOS
from wikidata_repair_eval.sandbox.schedule import echo_runs, plan_runs
from wikidata_repair_eval.sandbox.second_half import plant_articles
from wikidata_repair_eval.sandbox.shelf import RevisionsOfPages, Shelf
from wikidata_repair_eval.sandbox.site import CONSTRAINTS_SINCE, Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity, guid, snak, statement, string
from wikidata_repair_eval.sandbox.timeline import DAY, at, iso
from wikidata_repair_eval.sandbox.wiki import Draft, PlannedEdit, Stamp, Wiki

REPORT_PREFIX = "Wikidata:Database reports/Constraint violations/"


def build_world(seed: int, scale: str) -> World:
    """The world of that seed and scale: the same bytes on any machine, on any day."""
    sizes = scale_named(scale)
    world = World(seed, scale, iso(CLOCK), REPORT_PREFIX)
    rng = Random(f"{seed}/{scale}")
    ground = Ground(_wiki(world, rng, sizes), rng, all_editors(), sizes)
    lay(ground)
    properties = _declare_properties(ground)
    sites = _open_sites(ground, sizes, properties)
    for site in sites.values():
        _tell_stories(site, sizes)
    for scenario in WORLD_SCENARIOS:
        scenario(ground, sites)
    _settle(ground, sites, properties)
    plant_articles(world)
    return world


def _wiki(world: World, rng: Random, sizes: Scale) -> Wiki:
    if not sizes.shelved:
        return Wiki(world, rng)
    world.revisions = RevisionsOfPages(world.pages)
    return Wiki(world, rng, Shelf())


# --- properties ----------------------------------------


def _declare_properties(ground: Ground) -> dict[str, Draft]:
    facts = table("properties")
    identifiers = [{**entry, "datatype": "external-id"} for entry in facts["identifiers"]]
    drafts = {}
    for entry in sorted([*facts["properties"], *identifiers], key=lambda e: int(e["id"][1:])):
        ground.wiki.world.datatypes[entry["id"]] = entry["datatype"]
        drafts[entry["id"]] = _declare(ground, entry)
    return drafts


def _declare(ground: Ground, entry: JsonObject) -> Draft:
    """A property page as it was before constraints became statements."""
    property_id, rng = entry["id"], ground.rng
    claims = {"P31": [statement(guid(rng, property_id), snak("P31", entity("Q18616576")))]}
    if "url" in entry:
        claims["P1630"] = [statement(guid(rng, property_id), snak("P1630", string(entry["url"])))]
    content: JsonObject = {"type": "property", "datatype": entry["datatype"], "id": property_id}
    content |= terms({"en": entry["label"]}) | {"aliases": {}, "claims": claims}
    draft = ground.wiki.draft(property_id)
    seconds = FIRST_ITEMS + 90 * DAY + rng.randrange(300 * DAY)
    comment = f"/* wbeditentity-create-property:0| */ {entry['label']}"
    created = {**content, "datatype": entry.get("was", entry["datatype"])}
    draft.edit(seconds, ground.editors.person(rng), comment, changes.become(created))
    if created != content:
        _change_datatype(ground, draft, content)
    return draft


def _change_datatype(ground: Ground, draft: Draft, content: JsonObject) -> None:
    """As identifiers got a datatype of their own in 2016: the values stay, the property page says another."""
    comment = f"Changed datatype to {content['datatype']}"
    seconds = at("2016-02-16") + ground.rng.randrange(DAY)
    stamp = draft.edit(seconds, ADMINISTRATOR, comment, changes.become(content))
    ground.wiki.world.trap_index.setdefault("datatype changed", []).append(str(stamp.revision_id))


def _open_sites(ground: Ground, sizes: Scale, properties: dict[str, Draft]) -> dict[str, Site]:
    sites: dict[str, Site] = {}
    for number, spec in enumerate(page_specs(sizes.identifiers, sizes.all_pages)):
        sites[spec["id"]] = _open_site(ground, sizes, spec, properties[spec["id"]], number, sites)
    return sites


def _open_site(
    ground: Ground, sizes: Scale, spec: JsonObject, draft: Draft, number: int, sites: dict[str, Site]
) -> Site:
    title = REPORT_PREFIX + spec["id"]
    report = Report(spec["id"], title, shows_empty_sections=number % 3 != 2)
    if spec["kind"] == "death":  # made from the same data as births, so that one edit can leave both pages
        report.runs = echo_runs(ground.wiki, title, sites["P569"].report.runs)
        report.reserved = sites["P569"].report.reserved
    else:
        report.runs = plan_runs(ground.wiki, ground.rng, title, sizes.runs, long_gap=number % 4 == 3)
    site = Site(ground, spec["id"], spec["kind"], spec, report, draft, ground.rng, sites=sites)
    KINDS[spec["kind"]](site)
    _publish_constraints(site)
    for scenario in PAGE_SCENARIOS:
        if scenario.fits(site, number):
            scenario.plant(site)
            site.curtain()
    return site


def _publish_constraints(site: Site) -> None:
    """The constraints arrive in July 2017, one edit each, as the bot that moved them from talk pages did."""
    for number, constraint in enumerate(site.constraints.values()):
        seconds = CONSTRAINTS_SINCE + number * 40 + site.rng.randrange(30)
        comment = changes.claim_summary("wbsetclaim-create:2||1", constraint["mainsnak"])
        site.draft.edit(seconds, site.ground.editors.bot(site.rng), comment, changes.put(constraint))


# --- stories and pages ----------------------------------------


def _tell_stories(site: Site, sizes: Scale) -> None:
    for story in STORIES:
        if site.kind not in story.kinds:
            continue
        for _ in range(1 if story.once else max(1, round(sizes.copies * story.weight))):
            story.plant(site)
            site.curtain()


def _settle(ground: Ground, sites: dict[str, Site], properties: dict[str, Draft]) -> None:
    for site in sites.values():
        ground.wiki.settle_text(site.report.title, PROJECT_NAMESPACE, _report_edits(site))
    for draft in [*ground.drafts.values(), *properties.values()]:
        ground.wiki.settle(draft)
    ground.wiki.finish()


def _report_edits(site: Site) -> list[tuple[PlannedEdit, str]]:
    comment = f"report update for [[Property:{site.property_id}]]"
    edits = [
        (PlannedEdit(run.stamp, [], run.bot, comment), run_text(site.report, run)) for run in site.report.runs
    ]
    return edits + site.report.extras + [_edited_copy(site, *copy) for copy in site.report.edited_copies]


def _edited_copy(
    site: Site, seconds: int, user: User, run: Run, rewrite: Callable[[str], str]
) -> tuple[PlannedEdit, str]:
    stamp = Stamp(site.report.title, site.ground.wiki.take_revision_id(seconds), seconds)
    return PlannedEdit(stamp, [], user, "copy-edit"), rewrite(run_text(site.report, run))
