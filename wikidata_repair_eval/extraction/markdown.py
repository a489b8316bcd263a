"""Clean Markdown from an article's HTML: headings, lists, tables, links and the infobox stay."""

import re

from selectolax.lexbor import LexborHTMLParser as HTMLParser

_BLANK_LINES = re.compile(r"\n{3,}")
_TRAILING = re.compile(r"[ \t]+\n")


def to_markdown(title: str, tree: HTMLParser) -> str:
    """The article under its title as the first heading; links keep their targets (`./Title`)."""
    from markdownify import markdownify  # slow to import

    _prepare_links(tree)
    _flatten_cells(tree)
    body = tree.body
    text = markdownify(
        body.html or "" if body is not None else "",
        heading_style="ATX",
        bullets="-",
        escape_misc=False,
        escape_underscores=False,
        escape_asterisks=False,
    )
    lines = _BLANK_LINES.sub("\n\n", _TRAILING.sub("\n", text.replace("\xa0", " "))).strip()
    return f"# {title}\n\n{lines}\n"


def _prepare_links(tree: HTMLParser) -> None:
    for node in tree.css("a[href]"):
        if "redlink=1" in (node.attributes.get("href") or ""):
            node.unwrap()  # a page that does not exist is no target
        elif "title" in node.attributes:
            del node.attrs["title"]  # the target says the same


def _flatten_cells(tree: HTMLParser) -> None:
    """A row of a Markdown table is one line: lists and line breaks in it become semicolons."""
    for cell in tree.css("td"):
        for node in cell.css("br"):
            node.replace_with("; ")
        for number, node in enumerate(cell.css("li")):
            if number:
                node.insert_before("; ")
            node.unwrap()
