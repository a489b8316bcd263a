"""From stored entity content to the published flavour: datatypes on snaks, `{}` for empty maps, page data."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

JsonObject = dict[str, Any]

MAPS = ("labels", "descriptions", "aliases", "claims", "sitelinks")


class _Page(Protocol):
    id: int
    namespace: int
    title: str


class _Revision(Protocol):
    @property
    def id(self) -> int: ...

    @property
    def timestamp(self) -> str: ...


def published_entity(
    content: JsonObject, datatypes: Mapping[str, str], page: _Page, revision: _Revision
) -> JsonObject:
    """Changes `content` in place and returns it: callers parse it afresh, and items can be megabytes."""
    for part in _parts(content):
        _empty_maps(part)
        for statements in part["claims"].values():
            for statement in statements:
                _fill_datatypes(statement, datatypes)
    content.update(pageid=page.id, ns=page.namespace, title=page.title, lastrevid=revision.id)
    content["modified"] = revision.timestamp
    return content


def _parts(content: JsonObject) -> Iterator[JsonObject]:
    """The entity itself and, for a lexeme, its forms and senses: all of them carry claims."""
    yield content
    yield from content.get("forms", [])
    yield from content.get("senses", [])


def _empty_maps(part: JsonObject) -> None:
    for key in MAPS:
        if part.get(key) == []:
            part[key] = {}
    part.setdefault("claims", {})


def _fill_datatypes(statement: JsonObject, datatypes: Mapping[str, str]) -> None:
    groups = [{"": [statement["mainsnak"]]}, statement.get("qualifiers") or {}]
    groups += [reference["snaks"] or {} for reference in statement.get("references", [])]
    for snaks in (snaks for group in groups for snaks in group.values()):
        for snak in snaks:
            snak["datatype"] = datatypes[snak["property"]]
