"""A hand-made world of a few pages, so that a test of the server can name every id, second and hidden field.

Q1 has an awkward history, Q2 was merged into Q3, Q4 was deleted, Q5 has 45 revisions, P31 and P214 are
properties, L1 is a lexeme, and there are report pages with a look-alike and a redirect.
"""

from typing import Any

from wikidata_repair_eval.sandbox.contents import EntityHistory, RenderedPages, TextHistory
from wikidata_repair_eval.sandbox.model import LogEvent, Page, Revision, User, World

CLOCK = "2026-03-01T00:00:00Z"
PREFIX = "Wikidata:Database reports/Constraint violations/"
ALICE = User("Alice", 3)
ADMIN = User("Admin", 1)
BOT = User("KrBot2", 6, bot=True)
NOBODY = User("192.0.2.7", 0)
TEMPORARY = User("~2026-44710-20", 50, temp=True)
HIDDEN = frozenset({"text", "user", "comment"})


def statement(entity_id: str, property_id: str, value: str) -> dict[str, Any]:
    snak = {"snaktype": "value", "property": property_id, "datavalue": {"value": value, "type": "string"}}
    return {
        "mainsnak": snak,
        "type": "statement",
        "id": f"{entity_id}$0000-{property_id}-{value}",
        "rank": "normal",
    }


def item(entity_id: str, label: str, **claims: str) -> dict[str, Any]:
    return {
        "type": "item",
        "id": entity_id,
        "labels": {"en": {"language": "en", "value": label}},
        "descriptions": {},
        "aliases": {},
        "claims": {name: [statement(entity_id, name, value)] for name, value in claims.items()},
        "sitelinks": {},
    }


class Desk:
    """Writes pages into a world, one revision at a time, with ids of the writer's choice."""

    def __init__(self) -> None:
        self.world = World(seed=0, scale="tiny", clock=CLOCK, report_prefix=PREFIX)
        self._rendered = RenderedPages()

    def page(self, number: int, title: str, model: str = "wikibase-item") -> Page:
        namespace = {"Property": 120, "Lexeme": 146, "Wikidata": 4}.get(title.partition(":")[0], 0)
        history = TextHistory() if model == "wikitext" else EntityHistory(self._rendered)
        page = Page(number, namespace, title, model, history)
        self.world.pages[title] = page
        return page

    def save(
        self, page: Page, number: int, timestamp: str, content: Any, user: User = ALICE, **fields: Any
    ) -> Revision:
        """`content` is wikitext, a whole entity, or a list of operations on the entity."""
        if isinstance(content, dict):
            content = [["replace", content]]
        ordinal = page.history.append(content)  # type: ignore[attr-defined]
        parent = fields.pop("parent_id", page.revisions[-1].id if page.revisions else 0)
        comment = fields.pop("comment", f"/* wbeditentity-update:0| */ edit {number}")
        fields = {"tags": (), "minor": False, "hidden": frozenset()} | fields
        revision = Revision(number, parent, page.title, timestamp, user, comment, ordinal, **fields)
        page.revisions.append(revision)
        page.revisions.sort(key=lambda each: (each.timestamp, each.id))
        self.world.revisions[number] = revision
        return revision


def tiny_world() -> World:
    desk = Desk()
    _awkward_item(desk)
    _merged_items(desk)
    _deleted_item(desk)
    _long_item(desk)
    _properties(desk)
    _lexeme(desk)
    _reports(desk)
    return desk.world


def _awkward_item(desk: Desk) -> None:
    """Ids out of order, two revisions in one second, a hidden one, an IP, a temporary account, an undo."""
    page = desk.page(10, "Q1")
    first = item("Q1", "Zoë Ångström", P214="100")
    first["sitelinks"] = {"enwiki": {"site": "enwiki", "title": "Zoë Ångström", "badges": []}}
    desk.save(page, 101, "2026-01-01T10:00:00Z", first, NOBODY, comment="/* wbeditentity-create-item:0| */")
    changed = [["claims", "P214", [statement("Q1", "P214", "200")]]]
    desk.save(page, 109, "2026-02-10T10:00:00Z", changed, TEMPORARY, minor=True)
    desk.save(page, 104, "2026-02-11T10:00:00Z", [["claims", "P214", None]], hidden=HIDDEN)
    desk.save(page, 105, "2026-02-12T10:00:00Z", [["restore", 1]], tags=("mw-undo",), parent_id=109)
    desk.save(page, 106, "2026-02-12T10:00:00Z", [["labels", "mul", {"language": "mul", "value": "Z"}]], BOT)


def _merged_items(desk: Desk) -> None:
    source, target = desk.page(11, "Q2"), desk.page(12, "Q3")
    desk.save(source, 201, "2026-01-02T00:00:00Z", item("Q2", "Twin"))
    desk.save(target, 301, "2026-01-02T00:00:00Z", item("Q3", "Elder twin", P214="300"))
    redirect = {"entity": "Q2", "redirect": "Q3"}
    desk.save(source, 202, "2026-02-15T00:00:00Z", redirect, tags=("mw-new-redirect",))
    source.redirect_to = "Q3"


def _deleted_item(desk: Desk) -> None:
    page = desk.page(13, "Q4")
    desk.save(page, 401, "2026-01-03T00:00:00Z", item("Q4", "Gone"))
    del desk.world.pages["Q4"]
    del desk.world.revisions[401]
    desk.world.deleted_pages["Q4"] = page
    desk.world.deleted_revision_ids = frozenset({401})
    desk.world.log_events += [
        LogEvent(7, "delete", "delete", 0, "Q4", 13, "2026-02-20T00:00:00Z", ADMIN, "not notable"),
        LogEvent(5, "delete", "revision", 0, "Q1", 10, "2026-02-11T12:00:00Z", ADMIN, "", {"ids": [104]}),
        LogEvent(6, "delete", "delete", 0, "Q9", 19, "2026-02-11T12:00:00Z", ADMIN, "test page"),
    ]


def _long_item(desk: Desk) -> None:
    page = desk.page(14, "Q5")
    desk.save(page, 1000, "2026-01-01T00:00:00Z", item("Q5", "Long", P214="0"))
    for number in range(1, 45):
        change = [["claims", "P214", [statement("Q5", "P214", str(number))]]]
        stamp = f"2026-01-{number // 24 + 2:02}T{number % 24:02}:00:00Z"
        desk.save(page, 1000 + number, stamp, change, BOT if number % 3 else ALICE)


def _properties(desk: Desk) -> None:
    for number, (name, datatype) in enumerate({"P31": "wikibase-item", "P214": "external-id"}.items()):
        page = desk.page(20 + number, f"Property:{name}", "wikibase-property")
        content = {**item(name, name), "type": "property", "datatype": datatype}
        del content["sitelinks"]
        desk.save(page, 500 + number, "2026-01-01T00:00:00Z", content)
        desk.world.datatypes[name] = datatype


def _lexeme(desk: Desk) -> None:
    page = desk.page(30, "Lexeme:L1", "wikibase-lexeme")
    content = {
        "type": "lexeme",
        "id": "L1",
        "lemmas": {"en": {"language": "en", "value": "run"}},
        "lexicalCategory": "Q3",
        "language": "Q3",
        "claims": {},
        "forms": [],
        "senses": [],
    }
    desk.save(page, 600, "2026-01-01T00:00:00Z", content)


def _reports(desk: Desk) -> None:
    for number, name in enumerate(["P214", "P31", "Summary", "P9", "P9/old"]):
        page = desk.page(40 + number, PREFIX + name, "wikitext")
        first = 700 + 10 * number
        desk.save(page, first, f"2026-02-01T0{number}:00:00Z", f"old report of {name}", BOT)
        comment = f"report update for [[Property:{name}]]"
        desk.save(page, first + 1, f"2026-02-25T0{number}:00:00Z", f"report of {name}", BOT, comment=comment)
    desk.world.pages[PREFIX + "P9/old"].redirect_to = PREFIX + "P9"
