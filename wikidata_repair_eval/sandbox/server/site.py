"""`meta=siteinfo` and `meta=userinfo`: what the wiki says of itself and of who asks."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.server.call import Call, JsonObject
from wikidata_repair_eval.sandbox.server.titles import ALIASES, NAMESPACES

GENERATOR = "MediaWiki 1.46.0-sandbox"


def site_info(call: Call) -> JsonObject:
    """Several keys of `query`, one per `siprop`."""
    asked = call.parameters.of("siteinfo", "si").choices("prop", _SITE_PARTS, ("general",))
    return {name: _SITE_PARTS[name](call) for name in _SITE_PARTS if name in asked}


def user_info(call: Call) -> JsonObject:
    asked = call.parameters.of("userinfo", "ui").choices("prop", ("groups", "rights", "blockinfo", "hasmsg"))
    found: JsonObject = {"id": 0, "name": call.client, "anon": True}
    if "groups" in asked:
        found["groups"] = ["*"]
    if "rights" in asked:
        found["rights"] = ["read"]
    return {"userinfo": found}


def _general(call: Call) -> JsonObject:
    return {
        "mainpage": "Wikidata:Main Page",
        "base": f"{call.base_url}/wiki/Wikidata:Main_Page",
        "sitename": "Wikidata",
        "generator": GENERATOR,
        "case": "first-letter",
        "lang": "en",
        "writeapi": True,
        "maxarticlesize": 4_194_304,
        "timezone": "UTC",
        "timeoffset": 0,
        "articlepath": "/wiki/$1",
        "scriptpath": "/w",
        "script": "/w/index.php",
        "server": call.base_url,
        "servername": call.base_url.partition("://")[2].partition(":")[0],
        "wikiid": "wikidatawiki",
        "time": call.catalogue.world.clock,
        "wikibase-conceptbaseuri": "http://www.wikidata.org/entity/",
    }


def _aliases(call: Call) -> list[JsonObject]:
    key = "*" if call.version == 1 else "alias"
    return [{"id": number, key: name.capitalize()} for name, number in sorted(ALIASES.items())]


def _namespaces(call: Call) -> JsonObject:
    key = "*" if call.version == 1 else "name"
    return {
        str(number): {"id": number, "case": "first-letter", key: name, "content": number in (0, 120, 146)}
        for number, name in NAMESPACES.items()
    }


def _statistics(call: Call) -> JsonObject:
    world = call.catalogue.world
    items = sum(page.namespace == 0 for page in world.pages.values())
    return {"pages": len(world.pages), "articles": items, "edits": len(world.revisions)}


_SITE_PARTS: dict[str, Callable[[Call], object]] = {
    "general": _general,
    "namespaces": _namespaces,
    "namespacealiases": _aliases,
    "statistics": _statistics,
    "dbrepllag": lambda _call: [{"host": "", "lag": 0}],
}
