"""The writing of Parsoid's HTML: element ids, transclusions, links, references, the frame of a document.

What an article says is put together in `pages`.
"""

import base64
import hashlib
from html import escape
from urllib.parse import quote

import orjson

from wikidata_repair_eval.sandbox.second_half.articles.model import PageData

HTML_VERSION = "2.8.0"
SITE = "https://en.wikipedia.org"
STYLE = (
    ".mw-parser-output .infobox{border:1px solid #a2a9b1;float:right}.mw-parser-output .infobox td{padding:0}"
)


def page_key(title: str) -> str:
    return title.replace(" ", "_")


def encoded(title: str) -> str:
    """A title inside a path: underscores for spaces, everything unsafe percent-encoded, slashes too."""
    return quote(page_key(title), safe="!()*,:;@$~-_.")


class Writer:
    """Counts what Parsoid counts: element ids, transclusions, references."""

    def __init__(self, page: PageData) -> None:
        self.page = page
        self._ids = 0
        self._abouts = 0
        self.references: list[str] = []

    def id(self) -> str:
        """mwAQ, mwAg, ...: the number in base 64."""
        self._ids += 1
        length = (self._ids.bit_length() + 7) // 8
        number = base64.urlsafe_b64encode(self._ids.to_bytes(length, "big")).decode().rstrip("=")
        return f' id="mw{number}"'

    def about(self) -> str:
        self._abouts += 1
        return f"#mwt{self._abouts}"

    def link(self, title: str, text: str | None = None) -> str:
        href = "./" + quote(page_key(title), safe="!()*,:;@$~-_./")
        shown = escape(title if text is None else text, quote=False)
        return f'<a rel="mw:WikiLink" href="{escape(href)}" title="{escape(title)}"{self.id()}>{shown}</a>'

    def red_link(self, title: str) -> str:
        href = "./" + quote(page_key(title), safe="!()*,:;@$~-_./") + "?action=edit&redlink=1"
        attributes = f'class="new" title="{escape(title)}" typeof="mw:LocalizedAttrs"'
        shown = escape(title, quote=False)
        return f'<a rel="mw:WikiLink" href="{escape(href)}" {attributes}{self.id()}>{shown}</a>'

    def reference(self, text: str) -> str:
        self.references.append(text)
        number = len(self.references)
        data = data_mw({"name": "ref", "attrs": {}, "body": {"id": f"mw-reference-text-cite_note-{number}"}})
        href = f"./{encoded(self.page.title)}#cite_note-{number}"
        shown = f'<span class="mw-reflink-text">[{number}]</span>'
        return (
            f'<sup about="{self.about()}" class="mw-ref reference" id="cite_ref-{number}" '
            f'rel="dc:references" typeof="mw:Extension/ref" {data}><a href="{escape(href)}">{shown}</a></sup>'
        )

    def section(self, number: int, content: str) -> str:
        return f'<section data-mw-section-id="{number}"{self.id()}>{content}</section>'

    def heading(self, level: int, text: str) -> str:
        return f'<h{level} id="{escape(page_key(text))}">{escape(text, quote=False)}</h{level}>\n'

    def paragraph(self, content: str) -> str:
        return f"<p{self.id()}>{content}</p>\n"


def template_data(name: str, parameters: dict[str, str]) -> str:
    target = {"wt": name, "href": "./Template:" + page_key(name)}
    params = {key: {"wt": text} for key, text in parameters.items()}
    return data_mw({"parts": [{"template": {"target": target, "params": params, "i": 0}}]})


def data_mw(content: object) -> str:
    """Parsoid quotes this attribute with apostrophes, so that the JSON inside stays readable."""
    text = orjson.dumps(content).decode().replace("&", "&amp;").replace("'", "&apos;").replace("<", "&lt;")
    return f"data-mw='{text}'"


def document(page: PageData, body: str) -> str:
    """The frame around the sections: revision, page id, times, base address."""
    head = [
        '<meta charset="utf-8"/>',
        f'<meta property="mw:pageId" content="{page.page_id}"/>',
        '<meta property="mw:pageNamespace" content="0"/>',
        f'<link rel="dc:replaces" resource="mwr:revision/{page.parent_id}"/>',
        f'<meta property="mw:revisionSHA1" content="{_sha1(body)}"/>',
        f'<meta property="dc:modified" content="{page.timestamp.removesuffix("Z")}.000Z"/>',
        f'<meta property="mw:htmlVersion" content="{HTML_VERSION}"/>',
        f'<meta property="mw:html:version" content="{HTML_VERSION}"/>',
        f'<link rel="dc:isVersionOf" href="//en.wikipedia.org/wiki/{encoded(page.title)}"/>',
        '<base href="//en.wikipedia.org/wiki/"/>',
        f"<title>{escape(page.title, quote=False)}</title>",
        '<meta http-equiv="content-language" content="en"/><meta http-equiv="vary" content="Accept"/>',
    ]
    about = f"{SITE}/wiki/Special:Redirect/revision/{page.revision_id}"
    classes = "mw-content-ltr sitedir-ltr ltr mw-body-content parsoid-body mediawiki mw-parser-output"
    return (
        f'<!DOCTYPE html>\n<html prefix="dc: http://purl.org/dc/terms/ mw: http://mediawiki.org/rdf/" '
        f'about="{about}"><head prefix="mwr: {SITE}/wiki/Special:Redirect/">{"".join(head)}</head>'
        f'<body id="mwAA" lang="en" class="{classes}" dir="ltr">{body}</body></html>'
    )


def _sha1(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
