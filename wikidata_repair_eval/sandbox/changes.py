"""What one edit does to an entity, and the summary that Wikibase writes for it.

A change looks at the state that it meets and answers with operations (`contents`), so that edits of several
scenarios on one shared page can be planned in any order and applied in the order of time.
"""

from collections.abc import Callable
from typing import Any

from wikidata_repair_eval.sandbox.contents import Operation
from wikidata_repair_eval.sandbox.snaks import JsonObject, qualifiers_of, short, with_qualifiers

State = dict[str, Any]
Change = Callable[[State], list[Operation]]


def _statements(state: State, property_id: str) -> list[JsonObject]:
    claims: dict[str, list[JsonObject]] = state.get("claims") or {}
    return claims.get(property_id, [])


def put(statement: JsonObject) -> Change:
    """Add the statement, or replace the one with its id where it stands."""

    def change(state: State) -> list[Operation]:
        property_id = statement["mainsnak"]["property"]
        old = _statements(state, property_id)
        if any(entry["id"] == statement["id"] for entry in old):
            new = [statement if entry["id"] == statement["id"] else entry for entry in old]
        else:
            new = [*old, statement]
        return [["claims", property_id, new]]

    return change


def drop(statement: JsonObject) -> Change:
    """Remove the statement with this id; a property without statements loses its key."""

    def change(state: State) -> list[Operation]:
        property_id = statement["mainsnak"]["property"]
        left = [entry for entry in _statements(state, property_id) if entry["id"] != statement["id"]]
        return [["claims", property_id, left or None]]

    return change


def amend(property_id: str, statement_id: str, edit: Callable[[JsonObject], JsonObject]) -> Change:
    """Change the statement as it stands at that moment (property pages are shared by many scenarios)."""

    def change(state: State) -> list[Operation]:
        old = _statements(state, property_id)
        return [["claims", property_id, [edit(e) if e["id"] == statement_id else e for e in old]]]

    return change


def add_qualifier(property_id: str, statement_id: str, qualifier: JsonObject) -> Change:
    return amend(
        property_id, statement_id, lambda old: with_qualifiers(old, [*qualifiers_of(old), qualifier])
    )


def remove_qualifier(property_id: str, statement_id: str, qualifier: JsonObject) -> Change:
    def without(old: JsonObject) -> JsonObject:
        return with_qualifiers(old, [q for q in qualifiers_of(old) if q["hash"] != qualifier["hash"]])

    return amend(property_id, statement_id, without)


def term(section: str, language: str, text: str | None) -> Change:
    """Set or remove a label or description."""
    value = None if text is None else {"language": language, "value": text}
    return lambda _state: [[section, language, value]]


def aliases(language: str, texts: list[str]) -> Change:
    return lambda _state: [["aliases", language, [{"language": language, "value": text} for text in texts]]]


def sitelink(site: str, title: str | None) -> Change:
    value = None if title is None else {"site": site, "title": title, "badges": []}
    return lambda _state: [["sitelinks", site, value]]


def become(content: JsonObject) -> Change:
    """Replace everything: creation, redirect, lexemes, the emptied source of a merge."""
    return lambda _state: [["replace", content]]


# --- summaries ----------------------------------------


def rendered(snak: JsonObject) -> str:
    """A value as summaries show it: items as links, the rest formatted."""
    text = short(snak)
    return f"[[{text}]]" if snak.get("datavalue", {}).get("type") == "wikibase-entityid" else text.lstrip("+")


def claim_summary(key: str, snak: JsonObject, note: str = "") -> str:
    """`/* wbsetclaim-update:2||1|1 */ [[Property:P31]]: [[Q5]], note`."""
    text = f"/* {key} */ [[Property:{snak['property']}]]: {rendered(snak)}"
    return f"{text}, {note}" if note else text


CREATE_CLAIM = ("wbsetclaim-create:2||1", "wbcreateclaim-create:1|")
UPDATE_CLAIM = ("wbsetclaim-update:2||1|1", "wbsetclaimvalue:1|")
REMOVE_CLAIM = ("wbremoveclaims-remove:1|",)
