"""Functions that the query service adds to SPARQL: labels, and the test for unknown values."""

from collections.abc import Callable

from pyoxigraph import BlankNode, Literal, NamedNode, Store, Triple

from wikidata_repair_eval.sandbox.second_half.rdf.terms import ENTITY, GENID, ONTOLOGY, PREFIXES
from wikidata_repair_eval.sandbox.second_half.sparql.services import LABEL_FUNCTION

Term = NamedNode | BlankNode | Literal | Triple
Function = Callable[..., Term | None]

LABEL = PREFIXES["rdfs"] + "label"
ALIAS = PREFIXES["skos"] + "altLabel"


def functions_over(store: Store) -> dict[NamedNode, Function]:
    def label(subject: Term, predicate: Term, languages: Term) -> Term | None:
        return _label(store, subject, str(getattr(predicate, "value", "")), getattr(languages, "value", ""))

    return {NamedNode(LABEL_FUNCTION): label, NamedNode(ONTOLOGY + "isSomeValue"): is_some_value}


def is_some_value(term: Term) -> Literal:
    return Literal(isinstance(term, NamedNode) and term.value.startswith(GENID))


def _label(store: Store, subject: Term, predicate: str, languages: str) -> Term | None:
    if not isinstance(subject, NamedNode):
        return Literal(subject.value) if isinstance(subject, Literal) and predicate == LABEL else None
    for language in languages.split(","):
        found = _texts(store, subject, predicate, language)
        if found:
            return Literal(", ".join(found) if predicate == ALIAS else found[0], language=language)
    return Literal(subject.value.removeprefix(ENTITY)) if predicate == LABEL else None


def _texts(store: Store, subject: NamedNode, predicate: str, language: str) -> list[str]:
    quads = store.quads_for_pattern(subject, NamedNode(predicate), None)
    terms = (quad.object for quad in quads)
    return sorted(term.value for term in terms if isinstance(term, Literal) and term.language == language)
