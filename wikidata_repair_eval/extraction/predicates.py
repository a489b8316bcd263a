"""Predicates in one spelling: CURIE, full IRI, http or https, angle brackets, case and underscores.

What a predicate means stands in the alignment table.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_PROPERTY = re.compile(
    r"(?:(?:wdt|wd|p|ps|psv|wdtn|wikidata|prop):|https?://(?:www\.)?wikidata\.org/"
    r"(?:prop/(?:[a-z-]+/)*|entity/|wiki/Property:))?(?P<id>[Pp][1-9][0-9]*)"
)
_PGC = re.compile(r"\S+[/:]pgc[/#:](?P<local>[^/#?:\s]+)/?", re.IGNORECASE)
_CURIE = re.compile(r"(?P<prefix>[A-Za-z][\w.-]*):(?P<local>(?!//)[^\s:]+)")
_JOINTS = re.compile(r"[\s_-]+")


@dataclass(frozen=True)
class Vocabulary:
    """Prefixes, their namespaces, and other spellings of the prefixes."""

    prefixes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)

    def key(self, predicate: str) -> str:
        """Equal for all spellings of one predicate."""
        text = predicate.strip().removeprefix("<").removesuffix(">").strip()
        if found := _PROPERTY.fullmatch(text):
            return found["id"].upper()
        if text == "a":
            return "rdf:type"  # as Turtle writes it
        if "://" in text or text.casefold().startswith("urn:"):
            return self._key_of_iri(text)
        if found := _CURIE.fullmatch(text):
            prefix = found["prefix"].casefold()
            return _joined(self.synonyms.get(prefix, prefix), found["local"])
        return _plain(text)

    def _key_of_iri(self, iri: str) -> str:
        if found := _PGC.fullmatch(iri):  # pgc has no fixed namespace
            return _joined("pgc", found["local"])
        address = re.sub(r"^https?://", "http://", iri, flags=re.IGNORECASE).rstrip("/")
        for prefix, namespaces in self.prefixes.items():
            for namespace in namespaces:
                local = address.removeprefix(namespace)
                if local != address and local and not re.search(r"[/#?]", local):
                    return _joined(prefix, local)
        return address


def _joined(prefix: str, local: str) -> str:
    return f"{prefix}:{_plain(local)}"


def _plain(name: str) -> str:
    return _JOINTS.sub("", name.casefold())
