"""Namespaces and the spelling of terms as N-Triples. What terms say is decided in `values` and `entities`.

Lines of text, not objects: the engine reads them several times faster than it takes quads from Python.
"""

import re

WIKIDATA = "http://www.wikidata.org/"
ENTITY = WIKIDATA + "entity/"
STATEMENT = ENTITY + "statement/"
GENID = WIKIDATA + ".well-known/genid/"
ONTOLOGY = "http://wikiba.se/ontology#"
SCHEMA = "http://schema.org/"
XSD = "http://www.w3.org/2001/XMLSchema#"

# What the query service declares for everybody; a query may use these without PREFIX lines.
PREFIXES = {
    "wd": ENTITY,
    "wds": STATEMENT,
    "wdv": WIKIDATA + "value/",
    "wdref": WIKIDATA + "reference/",
    "wdt": WIKIDATA + "prop/direct/",
    "p": WIKIDATA + "prop/",
    "ps": WIKIDATA + "prop/statement/",
    "psv": WIKIDATA + "prop/statement/value/",
    "pq": WIKIDATA + "prop/qualifier/",
    "pqv": WIKIDATA + "prop/qualifier/value/",
    "pr": WIKIDATA + "prop/reference/",
    "prv": WIKIDATA + "prop/reference/value/",
    "wdno": WIKIDATA + "prop/novalue/",
    "wdata": WIKIDATA + "wiki/Special:EntityData/",
    "wikibase": ONTOLOGY,
    "schema": SCHEMA,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": XSD,
    "prov": "http://www.w3.org/ns/prov#",
    "geo": "http://www.opengis.net/ont/geosparql#",
    "bd": "http://www.bigdata.com/rdf#",
    "dct": "http://purl.org/dc/terms/",
    "ontolex": "http://www.w3.org/ns/lemon/ontolex#",
}

_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_TO_ESCAPE = re.compile(r'[\x00-\x1f"\\\x7f]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def iri(address: str) -> str:
    """An address people typed may hold what no IRI holds; percent signs keep it loadable."""
    return f"<{_NOT_IN_IRI.sub(lambda match: f'%{ord(match.group()):02X}', address)}>"


def prefixed(prefix: str, name: str) -> str:
    return f"<{PREFIXES[prefix]}{name}>"


def text(value: str, language: str | None = None) -> str:
    quoted = '"' + _TO_ESCAPE.sub(_escape, value) + '"'
    return f"{quoted}@{language}" if language else quoted


def typed(value: str, datatype: str) -> str:
    return f"{text(value)}^^<{datatype}>"


def line(subject: str, predicate: str, value: str) -> str:
    return f"{subject} {predicate} {value} .\n"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04X}"


A = prefixed("rdf", "type")
