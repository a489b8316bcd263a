"""Ids of entities and statements: spelling, kind, order, and the URLs and page titles that stand for them.

Whether the entity exists, or redirects to another one, is not known here.
"""

import re

from wikidata_repair_eval.wikibase.errors import MalformedId

_ID = re.compile(r"(?:[QPME][1-9][0-9]*|L[1-9][0-9]*(?:-[FS][1-9][0-9]*)?)", re.ASCII)
_URL = re.compile(r"(?:https?:)?//[^/]+/entity/([A-Za-z][0-9A-Za-z-]*)", re.ASCII)
_NODE_URL = re.compile(r"(?:https?:)?//[^/]+/entity/statement/(.+)", re.ASCII)
# In RDF the `$` of a statement id is written `-`, and a UUID may begin like a form's number (`F1234567-`), so
# the UUID is recognised by its shape.
_UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_NODE = re.compile(rf"([A-Za-z][0-9]+(?:-[FfSs][0-9]+)?)[-$]({_UUID})", re.ASCII)

TYPE_OF_LETTER = {
    "Q": "item",
    "P": "property",
    "L": "lexeme",
    "F": "form",
    "S": "sense",
    "M": "mediainfo",
    "E": "entity-schema",
}
# The namespaces under which Wikidata keeps its entities; items of other wikis may stand in `Item:`.
_NAMESPACE_OF_TYPE = {
    "item": "",
    "property": "Property:",
    "lexeme": "Lexeme:",
    "entity-schema": "EntitySchema:",
}
_TYPE_OF_NAMESPACE = {
    "": "item",
    "item": "item",
    "property": "property",
    "lexeme": "lexeme",
    "entityschema": "entity-schema",
}


def is_entity_id(text: object) -> bool:
    """True for an id in its canonical spelling: `Q42`, `P31`, `L1`, `L1-F1`, `L1-S1`, `M1`, `E1`."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def normalise_id(text: str) -> str:
    """`q42` and ` Q42 ` are `Q42`; anything that names no entity is refused."""
    spelled = str(text).strip().upper()
    if not is_entity_id(spelled):
        raise MalformedId(
            f"id {text!r}", "is not an entity id", "use an id such as Q42, P31, L1, L1-F1 or M1"
        )
    return spelled


def _kind_letter(entity_id: str) -> str:
    _, dash, part = entity_id.partition("-")
    return part[0] if dash else entity_id[0]


def entity_type(entity_id: str) -> str:
    """`item`, `property`, `lexeme`, `form`, `sense`, `mediainfo` or `entity-schema`."""
    return TYPE_OF_LETTER[_kind_letter(normalise_id(entity_id))]


def numeric_part(entity_id: str) -> int:
    """42 of `Q42`; of a form or sense the number of its lexeme."""
    return int(normalise_id(entity_id).partition("-")[0][1:])


def sort_key(entity_id: str) -> tuple[str, int, str, int]:
    """Orders `P9` before `P31` before `Q1`, and `L1` before its forms before its senses."""
    head, _, part = normalise_id(entity_id).partition("-")
    return (head[0], int(head[1:]), part[:1], int(part[1:] or 0))


def id_from_number(kind: str, number: int) -> str:
    """The id that old data leaves out: entity type `item` and 42 are `Q42`."""
    for letter, name in TYPE_OF_LETTER.items():
        if name == kind and letter not in "FS":
            return normalise_id(f"{letter}{number}")
    problem = f"entity type {kind!r} has no ids made of a number alone"
    raise MalformedId(f"numeric-id {number}", problem, "use the full id")


def id_from_url(url: str) -> str | None:
    """The id behind `http(s)://any.host/entity/Q42`; None for every other URL (somevalue IRIs included)."""
    match = _URL.fullmatch(url)
    if match is None:
        return None
    spelled = match[1].upper()
    return spelled if is_entity_id(spelled) else None


def guid_from_node_url(url: str) -> str | None:
    """The statement id behind `.../entity/statement/Q254-UUID`; None for every other URL."""
    match = _NODE_URL.fullmatch(url)
    node = _NODE.fullmatch(match[1]) if match else None
    return f"{node[1].upper()}${node[2]}" if node else None


def id_from_title(title: str) -> str | None:
    """The entity whose page this is (`Q42`, `Property:P31`, `Lexeme:L1#F1`); None if it is no entity page.

    `P31` alone is None: on Wikidata that title is an (absent) page among the items.
    """
    namespace, _, name = title.strip().rpartition(":")
    kind = _TYPE_OF_NAMESPACE.get(namespace.replace("_", "").replace(" ", "").lower())
    spelled = name.strip().replace("#", "-").upper()
    if kind is None or not is_entity_id(spelled):
        return None
    return spelled if entity_type(spelled.partition("-")[0]) == kind else None


def title_of(entity_id: str) -> str:
    """The page that holds the entity; forms and senses live on their lexeme's page."""
    page_id = normalise_id(entity_id).partition("-")[0]
    namespace = _NAMESPACE_OF_TYPE.get(entity_type(page_id))
    if namespace is None:
        problem = "the page of a media file has the file's name"
        raise MalformedId(f"id {entity_id!r}", problem, "ask the wiki for the title")
    return namespace + page_id


def normalise_guid(guid: str) -> str:
    """Statement ids differ in the case of their entity part alone: `q1$ab` is `Q1$ab`."""
    head, dollar, tail = str(guid).partition("$")
    spelled = head.upper()
    if not dollar or not tail or not is_entity_id(spelled):
        raise MalformedId(
            f"statement id {guid!r}", "has not the form ENTITY$UUID", "use an id such as Q42$..."
        )
    return spelled + dollar + tail
