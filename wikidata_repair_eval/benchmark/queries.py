"""What is asked of a search engine about a case: only what was known before the repair, never the answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.answers import Answer, said_by

Raw = Mapping[str, Any]
PROPERTY_PARAMETER = "P2306"
LONGEST = 400  # search services cut longer questions


def query_of(repair: Raw, state: Raw, names: Mapping[str, str], answers: Sequence[Answer]) -> str | None:
    """Who it is about and which relation is in question; None where the subject has no name to ask for.

    `names` are labels of properties. The subject's own label and description are those before the repair;
    a part that happens to say the answer is left out.
    """
    subject = _term(state["entity"], "labels") or _term(state["entity"], "lemmas")
    if subject is None or said_by(subject, answers):
        return None
    description = _term(state["entity"], "descriptions")
    properties = dict.fromkeys((repair["property"], *_named_by_constraints(repair, state)))
    relations = [names[one] for one in properties if names.get(one)]
    parts = [description or "", *relations]
    kept = [part for part in parts if part and not said_by(part, answers)]
    return " ".join([f'"{subject}"', *kept])[:LONGEST]


def _term(entity: Raw, kind: str) -> str | None:
    """English, else the language-independent one, else the first by language code."""
    terms = entity.get(kind) or {}
    for language in ("en", "mul", *sorted(terms)):
        if language in terms and terms[language]["value"].strip():
            return str(terms[language]["value"]).strip()
    return None


def _named_by_constraints(repair: Raw, state: Raw) -> Iterator[str]:
    """Properties that the violated constraints name: what is missing is often not the report's property."""
    violated = {used["statement_id"] for used in repair["proof"]["constraints"]}
    for statement in state["constraints"]:
        if statement.get("id") in violated:
            for snak in (statement.get("qualifiers") or {}).get(PROPERTY_PARAMETER, ()):
                if snak.get("snaktype") == "value":
                    yield snak["datavalue"]["value"]["id"]
