"""What else is in the wiki: pages that look like reports, deleted properties, odd values, restored items."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.editors import ADMINISTRATOR, KRBOT2
from wikidata_repair_eval.sandbox.ground import CLOCK, Ground, item_content, terms
from wikidata_repair_eval.sandbox.model import PROJECT_NAMESPACE
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.report_text import link
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JULIAN,
    JsonObject,
    day,
    entity,
    guid,
    quantity,
    snak,
    statement,
    string,
    time,
)
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, at, iso
from wikidata_repair_eval.sandbox.wiki import PlannedEdit, Stamp

LOOKALIKES = (
    "Summary",
    "All properties",
    "Mandatory constraints",
    "Mandatory constraints/Violations",
    "P569/Period/de",
)
DELETED_PROPERTY, MOVED_PROPERTY = "P1112", "P2439"


def _text_page(ground: Ground, title: str, revisions: list[tuple[int, str, str]]) -> None:
    """A project page; revisions are (seconds, comment, text) by KrBot2."""
    edits = []
    for seconds, comment, text in revisions:
        stamp = Stamp(title, ground.wiki.take_revision_id(seconds), seconds)
        edits.append((PlannedEdit(stamp, [], KRBOT2, comment), text))
    ground.wiki.settle_text(title, PROJECT_NAMESPACE, edits)


def pages_that_look_like_reports(ground: Ground, sites: dict[str, Site]) -> None:
    """Other pages under the same prefix; the summary is stale and names a property without report."""
    prefix = ground.wiki.world.report_prefix
    rows = "\n|-\n".join(f'| {{{{P|{key[1:]}}}}} || {len(sites)} || || "3"' for key in sites)
    head = '{| class="wikitable"\n! Property !! Items count !! "Single value"\n|-\n'
    table = f"{head}{rows}\n|-\n| P99999 || 1 || ||\n|}}"
    for number, name in enumerate(LOOKALIKES):
        _text_page(ground, prefix + name, [(at("2024-09-02") + number * HOUR, "summary update", table)])
        ground.wiki.world.trap_index.setdefault("pages that look like reports", []).append(prefix + name)


def deleted_property(ground: Ground, _sites: dict[str, Site]) -> None:
    """The property is gone, its report remains, and a line disappears from it."""
    world, rng = ground.wiki.world, ground.rng
    subject = person(ground)
    world.datatypes[DELETED_PROPERTY] = "string"
    draft = ground.wiki.draft(DELETED_PROPERTY)
    content: JsonObject = {"type": "property", "datatype": "string", "id": DELETED_PROPERTY}
    content |= terms({"en": "catalogue number (obsolete)"}) | {"aliases": {}, "claims": {}}
    draft.edit(
        at("2014-04-04"), ground.editors.person(rng), "/* wbeditentity-create:0| */", changes.become(content)
    )
    page = ground.wiki.settle(draft)
    ground.wiki.delete(page, at("2025-03-01"), ADMINISTRATOR, "deleted after discussion")
    head = "{{{{Constraint violations report|date={}|item count=1}}}}\n"
    head += '== "Format" violations ==\nViolations count: {}\n'
    first, second = at("2024-11-01"), at("2024-11-09")
    revisions = [
        (first, head.format(iso(first - HOUR), 1) + f"* [[{subject.id}]]: no. 7\n"),
        (second, head.format(iso(second - HOUR), 0)),
    ]
    comment = f"report update for [[Property:{DELETED_PROPERTY}]]"
    title = world.report_prefix + DELETED_PROPERTY
    _text_page(ground, title, [(seconds, comment, text) for seconds, text in revisions])
    claim = statement(guid(rng, subject.id), snak(DELETED_PROPERTY, string("no. 7")))
    subject.add(at("2019-01-01"), claim)
    subject.remove(at("2024-11-04"), claim)
    ground.wiki.settle(subject.draft)
    world.truth.not_repairs.append(
        {
            "qid": subject.id,
            "property": DELETED_PROPERTY,
            "trap": "property_deleted",
            "candidate": True,
            "reason": "undecidable: the property and its constraints are gone",
        }
    )
    world.trap_index.setdefault("property deleted, report remains", []).append(title)


def moved_report_page(ground: Ground, _sites: dict[str, Site]) -> None:
    """A page that was moved away: at the old title only a redirect is left, by a person."""
    world = ground.wiki.world
    title, target = world.report_prefix + MOVED_PROPERTY, world.report_prefix + MOVED_PROPERTY + "/Archive"
    seconds = at("2023-05-05T10:00:00Z")
    comment = f"{ADMINISTRATOR.name} moved page [[{title}]] to [[{target}]]"
    stamp = Stamp(title, ground.wiki.take_revision_id(seconds), seconds)
    planned = PlannedEdit(stamp, [], ADMINISTRATOR, comment, tags=("mw-new-redirect",))
    page = ground.wiki.settle_text(title, PROJECT_NAMESPACE, [(planned, f"#REDIRECT [[{target}]]")])
    page.redirect_to = target
    ground.wiki.log(page, seconds, ADMINISTRATOR, "merged properties", "move", "move")
    text = "{{Constraint violations report|date=2023-01-01T00:00:00Z|item count=2}}\n"
    _text_page(ground, target, [(at("2023-01-02"), f"report update for [[Property:{MOVED_PROPERTY}]]", text)])
    world.trap_index.setdefault("moved report page leaves a redirect", []).append(title)


def deleted_and_restored(ground: Ground, _sites: dict[str, Site]) -> None:
    """An item that an administrator deleted and brought back: two log lines, a history as before."""
    subject = person(ground)
    page = ground.wiki.settle(subject.draft)
    deleted = CLOCK - ground.rng.randrange(100, 300) * DAY
    ground.wiki.log(page, deleted, ADMINISTRATOR, "empty item", "delete", "delete")
    ground.wiki.log(page, deleted + 2 * HOUR, ADMINISTRATOR, "still needed", "delete", "restore")
    ground.wiki.world.trap_index.setdefault("deleted and restored", []).append(subject.id)


def odd_values(ground: Ground, _sites: dict[str, Site]) -> None:
    """Values as old data has them: eleven-digit years, geological ages, numeric ids alone, bounds."""
    item_id, rng = ground.take_item_id(), ground.rng
    only_numeric = {"value": {"entity-type": "item", "numeric-id": 223557}, "type": "wikibase-entityid"}
    measured = quantity("+10.38", "Q11573")
    measured["value"] |= {"upperBound": "+10.39", "lowerBound": "+10.37"}
    snaks = [
        snak("P31", only_numeric),
        snak("P571", time("-13798000000-00-00", precision=3)),
        snak("P577", time("+00000001952-03-11")),
        snak("P580", time("-0044-03-15", calendar=JULIAN)),
        snak("P2049", measured) if "P2049" not in _sites else snak("P1012", entity("Q2")),
        snak("P585", day(2001, 9, 9)),
    ]
    claims = [statement(guid(rng, item_id), entry) for entry in snaks]
    content = item_content(item_id, terms({"mul": "Meteorite of old data"}), claims)
    draft = ground.wiki.draft(item_id)
    ground.create(draft, at("2013-03-03"), content)
    ground.wiki.settle(draft)
    ground.wiki.world.trap_index.setdefault("old and odd values", []).append(link(item_id)[2:-2])


WORLD_SCENARIOS = (
    pages_that_look_like_reports,
    deleted_property,
    moved_report_page,
    deleted_and_restored,
    odd_values,
)
