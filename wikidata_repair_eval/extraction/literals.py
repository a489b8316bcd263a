"""What an extractor wrote as subject or object: RDF literals, IRIs and CURIEs taken apart, without guessing.

Which of the readings is meant is decided by whoever compares them (`names`, `values`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

_QUOTED = re.compile(
    r"""\A(?P<quote>"{1,3}|'{1,3})(?P<text>.*)(?P=quote)(?:@(?P<lang>[A-Za-z]{2,8}(?:-[A-Za-z0-9]+)*)|\^\^(?P<type>\S+))?\Z""",
    re.DOTALL,
)
_UNQUOTED_TYPE = re.compile(r"\A(?P<text>.*\S)\s*\^\^\s*(?P<type><[^>]*>|[\w.-]+:\w+)\Z", re.DOTALL)
_UNQUOTED_LANG = re.compile(r"\A(?P<text>.*[^\s@])@(?P<lang>[a-z]{2,3}(?:-[A-Za-z0-9]+)*)\Z", re.DOTALL)
_IRI = re.compile(r"\A(?:https?|urn|ftp|tag|file)://?\S+\Z", re.IGNORECASE)
_CURIE = re.compile(r"\A(?P<prefix>[A-Za-z][\w.-]*|):(?P<local>(?!//)\S+)\Z")
_ENTITY = re.compile(
    r"\A(?:(?:wd|wikidata|wdt|entity|d|wde):|https?://(?:www\.|m\.)?wikidata\.org/"
    r"(?:entity/|wiki/(?:Special:EntityData/|Property:)?))?(?P<id>[QP][1-9][0-9]*)(?:\.json|\.ttl|#\S*)?\Z",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)")
_QUALIFIER = re.compile(r"\A(?P<bare>.*\S)[\s_]*\([^()]*\)\Z", re.DOTALL)
_THING_ITSELF = frozenset({"this", "it", "me", "i", "id"})  # the page's subject, not a section
_AFTER_WIKI = re.compile(r"/(?:wiki|resource|page|entity|id)/(?P<rest>.+)\Z")


@dataclass(frozen=True, slots=True)
class Literal:
    """A text without its quotes, and the language tag or datatype that stood behind it."""

    text: str
    language: str | None = None
    datatype: str | None = None


@lru_cache(maxsize=65_536)
def parse_literal(raw: str) -> Literal:
    """`"Paris"@en`, `"1867"^^xsd:gYear`, `<http://...>` or plain text."""
    text = unescape(raw).strip()  # extractors copy `&amp;` from pages
    for pattern in (_QUOTED, _UNQUOTED_TYPE, _UNQUOTED_LANG):
        if found := pattern.match(text):
            parts = found.groupdict()
            return Literal(_unbracketed(parts["text"].strip()), parts.get("lang"), parts.get("type"))
    return Literal(_unbracketed(text))


@lru_cache(maxsize=65_536)
def entity_id(raw: str) -> str | None:
    """The id, if this is an entity of Wikidata in any of its spellings."""
    found = _ENTITY.match(parse_literal(raw).text)
    return found["id"].upper() if found else None


@lru_cache(maxsize=65_536)
def readings(raw: str) -> tuple[str, ...]:
    """Every name this may stand for, the most literal first: `ex:MarieCurie` is also `Marie Curie`."""
    text = parse_literal(raw).text
    found: dict[str, None] = {}
    for name in _names(text):
        for spelt in _spellings(name):
            found.setdefault(spelt)
    return tuple(found)


def is_bare_id(raw: str) -> bool:
    """Is this an id and nothing else, so that it may also be a name (the Q7)?"""
    return entity_id(raw) == parse_literal(raw).text.upper()


def without_qualifier(name: str) -> str | None:
    """`Mercury (planet)` without its parenthesis, or None where there is none."""
    found = _QUALIFIER.match(name)
    return found["bare"] if found else None


def is_address(raw: str) -> bool:
    """Is this an IRI or a CURIE, not words?"""
    text = parse_literal(raw).text
    return bool(_IRI.match(text) or _CURIE.match(text))


def _unbracketed(text: str) -> str:
    return text[1:-1].strip() if text.startswith("<") and text.endswith(">") and " " not in text else text


def _names(text: str) -> list[str]:
    if text.startswith("_:"):
        return []  # a blank node has no name
    if _IRI.match(text):
        return _names_of_iri(text)
    curie = _CURIE.match(text)
    return [text, curie["local"]] if curie else [text]


def _names_of_iri(iri: str) -> list[str]:
    address, _, fragment = iri.partition("#")
    if fragment and fragment.casefold() not in _THING_ITSELF:
        return [fragment]
    path = address.partition("?")[0].rstrip("/")
    longer = _AFTER_WIKI.search(path)  # a title may have slashes of its own: AC/DC
    last = re.split(r"[/:]", path)[-1]
    return [longer["rest"], last] if longer else [last]


def _spellings(name: str) -> list[str]:
    plain = unquote(name) if _PERCENT.search(name) else name
    plain = plain.replace("_", " ").strip()
    parted = _CAMEL.sub(" ", plain) if " " not in plain else plain
    return [spelt for spelt in dict.fromkeys((plain, parted)) if spelt]
