"""Whole entities as lines: terms, statements with ranks, sitelinks, property declarations, redirects.

As in the query service, and unlike the RDF dump, data nodes are folded into the entity and the types
`wikibase:Item` and `wikibase:Statement` are left out.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

from wikidata_repair_eval.sandbox.second_half.rdf.statements import statement_lines
from wikidata_repair_eval.sandbox.second_half.rdf.terms import (
    SCHEMA,
    XSD,
    A,
    iri,
    line,
    prefixed,
    text,
    typed,
)
from wikidata_repair_eval.sandbox.second_half.rdf.values import property_type

JsonObject = dict[str, Any]

# Which predicates belong to a property, and what the ontology calls each of them.
DECLARED = {
    "directClaim": "wdt",
    "claim": "p",
    "statementProperty": "ps",
    "statementValue": "psv",
    "qualifier": "pq",
    "qualifierValue": "pqv",
    "reference": "pr",
    "referenceValue": "prv",
    "novalue": "wdno",
}

LABEL = prefixed("rdfs", "label")
DESCRIPTION = f"<{SCHEMA}description>"
ALIAS = prefixed("skos", "altLabel")

PROJECTS = {
    "wiki": "wikipedia",
    "wikiquote": "wikiquote",
    "wikisource": "wikisource",
    "wiktionary": "wiktionary",
}


def entity_lines(entity: JsonObject, told: set[str]) -> Iterator[str]:
    """`told` are the nodes that entities share and that were described before; it grows."""
    node = prefixed("wd", entity["id"])
    yield line(node, f"<{SCHEMA}version>", typed(str(entity["lastrevid"]), XSD + "integer"))
    yield line(node, f"<{SCHEMA}dateModified>", typed(entity["modified"], XSD + "dateTime"))
    yield from _term_lines(node, entity)
    yield from _statements(node, entity, told)
    yield from _kind_lines(node, entity, told)
    for site, link in sorted(entity.get("sitelinks", {}).items()):
        yield from _sitelink_lines(node, site, link, told)


def redirect_line(source: str, target: str) -> str:
    return line(prefixed("wd", source), prefixed("owl", "sameAs"), prefixed("wd", target))


def _term_lines(node: str, entity: JsonObject) -> Iterator[str]:
    for section, predicate in (("labels", LABEL), ("descriptions", DESCRIPTION)):
        for term in entity.get(section, {}).values():
            yield line(node, predicate, text(term["value"], term["language"]))
    for terms in entity.get("aliases", {}).values():
        for term in terms:
            yield line(node, ALIAS, text(term["value"], term["language"]))


def _statements(node: str, entity: JsonObject, told: set[str]) -> Iterator[str]:
    counts = {"statements": 0, "identifiers": 0}
    for statements in entity["claims"].values():
        counts["statements"] += len(statements)
        counts["identifiers"] += sum(found["mainsnak"]["datatype"] == "external-id" for found in statements)
        yield from statement_lines(node, statements, told)
    counts["sitelinks"] = len(entity.get("sitelinks", {}))
    for name, count in counts.items():
        yield line(node, prefixed("wikibase", name), typed(str(count), XSD + "integer"))


def _kind_lines(node: str, entity: JsonObject, told: set[str]) -> Iterable[str]:
    if entity["type"] == "property":
        return _property_lines(node, entity)
    return _lexeme_lines(node, entity, told) if entity["type"] == "lexeme" else ()


def _property_lines(node: str, entity: JsonObject) -> Iterator[str]:
    yield line(node, A, prefixed("wikibase", "Property"))
    yield line(node, prefixed("wikibase", "propertyType"), property_type(entity["datatype"]))
    for name, prefix in DECLARED.items():
        yield line(node, prefixed("wikibase", name), prefixed(prefix, entity["id"]))


def _lexeme_lines(node: str, entity: JsonObject, told: set[str]) -> Iterator[str]:
    yield line(node, A, prefixed("ontolex", "LexicalEntry"))
    yield line(node, prefixed("dct", "language"), prefixed("wd", entity["language"]))
    yield line(node, prefixed("wikibase", "lexicalCategory"), prefixed("wd", entity["lexicalCategory"]))
    for lemma in entity["lemmas"].values():
        yield line(node, prefixed("wikibase", "lemma"), text(lemma["value"], lemma["language"]))
    for form in entity.get("forms", []):
        form_node = prefixed("wd", form["id"])
        yield line(node, prefixed("ontolex", "lexicalForm"), form_node)
        for statements in form["claims"].values():
            yield from statement_lines(form_node, statements, told)
    for sense in entity.get("senses", []):
        yield line(node, prefixed("ontolex", "sense"), prefixed("wd", sense["id"]))


def _sitelink_lines(node: str, site: str, link: JsonObject, told: set[str]) -> Iterator[str]:
    found = _home_of(site)
    if found is None:
        return
    home, language, group = found
    page = iri(f"{home}wiki/{quote(link['title'].replace(' ', '_'), safe=';@$!*(),/~:-_.')}")
    yield line(page, A, f"<{SCHEMA}Article>")
    yield line(page, f"<{SCHEMA}about>", node)
    yield line(page, f"<{SCHEMA}inLanguage>", text(language))
    yield line(page, f"<{SCHEMA}isPartOf>", iri(home))
    yield line(page, f"<{SCHEMA}name>", text(link["title"], language))
    for badge in link.get("badges", []):
        yield line(page, prefixed("wikibase", "badge"), prefixed("wd", badge))
    if home not in told:
        told.add(home)
        yield line(iri(home), prefixed("wikibase", "wikiGroup"), text(group))


@cache
def _home_of(site: str) -> tuple[str, str, str] | None:
    """enwiki -> https://en.wikipedia.org/, en, wikipedia; None for a wiki outside the language families."""
    if site == "commonswiki":
        return "https://commons.wikimedia.org/", "en", "commons"
    for suffix in sorted(PROJECTS, key=len, reverse=True):
        if site.endswith(suffix) and site != suffix:
            language = site.removesuffix(suffix).replace("_", "-")
            return f"https://{language}.{PROJECTS[suffix]}.org/", language, PROJECTS[suffix]
    return None
