"""One entity as evidence: its texts, and the facts of its statements, qualifiers and references.

Made of entity JSON of any dialect, or of the thinner forms in which a frozen layer mentions an entity. What
counts as evidence, and of what, is decided elsewhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wikidata_repair_eval.benchmark.taxonomy.change import qualifier_pairs, reference_pairs
from wikidata_repair_eval.benchmark.taxonomy.said import Said, said_by, said_in_record
from wikidata_repair_eval.benchmark.taxonomy.texts import without_brackets
from wikidata_repair_eval.wikibase import Entity, Malformed, parse_entity, rank_of

Raw = Mapping[str, Any]
Source = Literal["pre_repair", "frozen"]
Place = Literal["statement", "qualifier", "reference"]


@dataclass(frozen=True, slots=True)
class Text:
    """A label, alias, description, sitelink title or lemma, and its language or site."""

    kind: str
    language: str
    text: str

    @property
    def names(self) -> bool:
        """It is a name of the entity, not a sentence about it."""
        return self.kind != "description"


@dataclass(frozen=True, slots=True)
class Fact:
    """One snak: under which property it stands, and in which property's statement.

    `short`: only the text of the value is known, whatever its type.
    """

    place: Place
    property: str
    statement: str
    said: Said
    short: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """An entity as far as it is known; `whole` if its statements are, `later` if it may show the repair."""

    id: str
    source: Source
    as_of: str | None
    whole: bool
    texts: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()
    raw: Raw | None = field(default=None, compare=False)
    later: bool = False

    @property
    def targets(self) -> set[str]:
        """The entities that statements and qualifiers point to; the source of a reference is no neighbour."""
        return {fact.said.entity for fact in self.facts if fact.said.entity and fact.place != "reference"}

    @property
    def names(self) -> set[str]:
        return {text.text for text in self.texts if text.names and text.kind != "sitelink"}


def node_of(raw: Any, source: Source, as_of: str | None) -> Node | None:
    """The node of entity JSON; None for what is merged, missing or unreadable."""
    if not isinstance(raw, Mapping):
        return None
    try:
        entity = parse_entity(raw)
        if not isinstance(entity, Entity):
            return None
        return Node(
            entity.id, source, as_of, True, tuple(_texts(entity)), tuple(facts_of(entity.claims)), raw
        )
    except Malformed:
        return None


def facts_of(claims: Any) -> Iterator[Fact]:
    """All snaks of full statements by property; deprecated statements say nothing."""
    if not isinstance(claims, Mapping):
        return
    for name, statements in claims.items():
        for statement in statements:
            if rank_of(statement) == "deprecated":
                continue
            said = said_by(statement["mainsnak"])
            if said is not None:
                yield Fact("statement", name, name, said)
            for inner, value in qualifier_pairs(statement):
                yield Fact("qualifier", inner, name, value)
            for inner, value in reference_pairs(statement):
                yield Fact("reference", inner, name, value)


def short_facts(properties: Any) -> Iterator[Fact]:
    """Main values in the short form of a layer: `{P: [text, ...]}`."""
    if not isinstance(properties, Mapping):
        return
    for name, values in properties.items():
        for value in values if isinstance(values, list | tuple) else [values]:
            said = said_in_record(value)
            if said is not None:
                yield Fact("statement", name, name, said, short=True)


def layer_texts(raw: Raw) -> tuple[Text, ...]:
    """Texts of a layer: in all languages where it has them, else the one label and description."""
    found = [
        *_layer_terms("label", raw.get("labels") or raw.get("label")),
        *_layer_terms("description", raw.get("descriptions") or raw.get("description")),
        *_layer_terms("alias", raw.get("aliases")),
        *(
            Text("sitelink", t.language, without_brackets(t.text))
            for t in _layer_terms("", raw.get("sitelinks"))
        ),
    ]
    return tuple(found)


def _layer_terms(kind: str, terms: Any) -> Iterator[Text]:
    """`{language: text or texts}`, a list of texts, or one text; a language is not always told."""
    groups = terms if isinstance(terms, Mapping) else {"en": terms}
    for language, texts in groups.items():
        for text in texts if isinstance(texts, list | tuple) else [texts]:
            if isinstance(text, Mapping):
                text = text.get("value") or text.get("title")
            if isinstance(text, str) and text:
                yield Text(kind, str(language), text)


def _texts(entity: Entity) -> Iterator[Text]:
    for kind, terms in (("label", entity.raw.get("labels")), ("description", entity.raw.get("descriptions"))):
        yield from _terms(kind, terms)
    yield from _terms("lemma", entity.raw.get("lemmas"))
    aliases = entity.raw.get("aliases")
    for language, terms in aliases.items() if isinstance(aliases, Mapping) else ():
        for term in terms:
            yield Text("alias", language, term["value"])
    sitelinks = entity.raw.get("sitelinks")
    for site, link in sitelinks.items() if isinstance(sitelinks, Mapping) else ():
        yield Text("sitelink", site, without_brackets(link["title"]))
    for sense in entity.raw.get("senses") or ():
        yield from _terms("description", sense.get("glosses"))


def _terms(kind: str, terms: Any) -> Iterator[Text]:
    if isinstance(terms, Mapping):
        for language, term in terms.items():
            yield Text(kind, language, term["value"] if isinstance(term, Mapping) else str(term))
