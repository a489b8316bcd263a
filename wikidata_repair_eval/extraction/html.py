"""Parsoid HTML read: what is no content is dropped, links are listed, infobox rows are taken apart.

Rendered cells are read, never `data-mw`: values from Wikidata and template defaults stand only there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

DROPPED = (
    "style, script, link, meta, figure, .navbox, .navbox-styles, .metadata, .ambox, .hatnote, .sistersitebox,"
    " .mw-references-wrap, .reflist, .shortdescription, .mw-editsection, .noprint, .mw-cite-backlink,"
    ' sup.reference, [typeof~="mw:Extension/ref"], [typeof~="mw:Extension/references"], [role="navigation"],'
    " .geo-multi-punct, .geo-nondefault"
)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_OTHER_NAMESPACE = re.compile(
    r"(?:file|image|category|help|template|wikipedia|special|portal|talk|user|draft|module|mediawiki)\s?:",
    re.I,
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class WikiLink:
    """A link to another page; `missing` pages are red on the wiki."""

    text: str
    target: str
    missing: bool = False


@dataclass(frozen=True, slots=True)
class InfoboxValue:
    """One value of a row: its text, the page it links to, and the ISO date or decimal place hidden in it."""

    text: str
    target: str | None = None
    hidden: str | None = None


@dataclass(frozen=True, slots=True)
class InfoboxRow:
    label: str
    values: tuple[InfoboxValue, ...]


def is_disambiguation(html: str) -> bool:
    return HTMLParser(html).css_first('meta[property="mw:PageProp/disambiguation"]') is not None


def content_tree(html: str) -> HTMLParser:
    """The tree without references, navigation, maintenance boxes, hidden text and sections left empty."""
    tree = HTMLParser(html)
    for node in tree.css(DROPPED):
        node.decompose()
    for node in tree.css("[style]"):
        if _HIDDEN.search(node.attributes.get("style") or ""):
            node.decompose()
    _drop_empty_sections(tree)
    return tree


def wiki_links(tree: HTMLParser) -> tuple[WikiLink, ...]:
    """Links to articles in the order of the page, each target with each of its texts once."""
    found: dict[WikiLink, None] = {}
    for node in tree.css('a[rel~="mw:WikiLink"]'):
        target = _target(node)
        if target:
            red = "redlink=1" in (node.attributes.get("href") or "")
            found.setdefault(WikiLink(_text(node), target, red))
    return tuple(found)


def infobox_rows(html: str) -> tuple[InfoboxRow, ...]:
    """Label and values of each row of the first infobox; rows of tables inside it are not its own."""
    tree = HTMLParser(html)
    for node in tree.css('style, sup.reference, [typeof~="mw:Extension/ref"], .noprint, .mw-editsection'):
        node.decompose()
    box = tree.css_first("table.infobox, div.infobox")
    return tuple(_rows(box)) if box is not None else ()


def _rows(box: Node) -> Iterator[InfoboxRow]:
    for row in box.css("tr"):
        cells = {child.tag: child for child in row.iter()}  # children only: a cell may hold a table
        label, cell = cells.get("th"), cells.get("td")
        if label is None or cell is None or not _is_own(row, box):
            continue
        values = tuple(value for value in map(_value, _parts(cell)) if value.text or value.hidden)
        if _text(label) and values:
            yield InfoboxRow(_text(label), values)


def _is_own(row: Node, box: Node) -> bool:
    node = row.parent
    while node is not None and node.tag not in ("table", "div"):
        node = node.parent
    return node is not None and node.mem_id == box.mem_id


def _parts(cell: Node) -> list[str]:
    """A list's items, or what stands between line breaks."""
    items = cell.css("li")
    if items:
        return [item.html or "" for item in items]
    return re.split(r"<br\s*/?>", cell.html or "")


def _value(part: str) -> InfoboxValue:
    tree = HTMLParser(part)
    hidden = tree.css_first(".bday, .dtstart, .geo")
    secret = _text(hidden) if hidden is not None else None
    for node in tree.css("[style], .geo-nondefault, .geo-multi-punct"):
        style = node.attributes.get("style") or ""
        if _HIDDEN.search(style) or (node.tag == "span" and "geo-" in (node.attributes.get("class") or "")):
            node.decompose()
    link = tree.css_first('a[rel~="mw:WikiLink"]')
    body = tree.body
    return InfoboxValue(_text(body) if body is not None else "", _target(link) if link else None, secret)


def _target(node: Node) -> str | None:
    href = node.attributes.get("href") or ""
    if not href.startswith("./"):
        return None
    title = unquote(re.split(r"[?#]", href[2:], maxsplit=1)[0]).replace("_", " ").strip()
    return None if not title or _OTHER_NAMESPACE.match(title) else title


def _text(node: Node) -> str:
    return _SPACE.sub(" ", node.text(deep=True, separator="")).strip()


def _drop_empty_sections(tree: HTMLParser) -> None:
    """`References` without references is no content; the innermost sections go first."""
    for section in reversed(tree.css("section")):
        heading = section.css_first("h2, h3, h4, h5, h6")
        if heading is not None and _text(section) == _text(heading):
            section.decompose()
