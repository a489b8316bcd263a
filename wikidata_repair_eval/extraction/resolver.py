"""Which item an IRI of an extractor means, in three stages, each with its confidence.

1. sitelink: the IRI names the article itself (title, label, aliases, id): confidence 1.
2. label: its words are one candidate's label or alias: confidence is the likeness of the names.
3. context: several candidates have that name; the one whose class fits the article's domain is meant.
Below the threshold, or among equals, the answer is None, with the reason. Nothing is kept between calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.extraction.literals import entity_id, readings, without_qualifier
from wikidata_repair_eval.extraction.names import MATCH, name_of, similarity
from wikidata_repair_eval.extraction.subjects import subject_of
from wikidata_repair_eval.extraction.tables import shipped_table
from wikidata_repair_eval.extraction.text import tokens

Stage = Literal["sitelink", "label", "context"]
Candidate = Mapping[str, Any]
QUALIFIED = 0.9
SITELINK = 0.98  # the same words; a misspelt title is for the label stage to weigh
CONTEXT_COSTS = 0.05  # a class that fits is a hint, not an identity


@dataclass(frozen=True, slots=True)
class Resolution:
    """The item that is meant, or None and why."""

    qid: str | None
    confidence: float
    stage: Stage | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntityResolver:
    """`threshold`: from which likeness on a name counts; `margin`: how close the second best makes a tie."""

    threshold: float = MATCH
    margin: float = 0.02

    def resolve(
        self,
        iri: str,
        article_title: str | None,
        article_qid: str | None,
        candidates: Sequence[Candidate] = (),
        domain: str | None = None,
    ) -> Resolution:
        """The item that `iri` means on the page of this article."""
        own = next((one for one in candidates if article_qid and one.get("qid") == article_qid), {})
        subject = subject_of(article_title, article_qid, own.get("label"), tuple(own.get("aliases") or ()))
        if article_qid and subject.similarity(iri) >= SITELINK:
            return Resolution(article_qid, 1.0, "sitelink")
        if found := entity_id(iri):
            return _known_id(found, candidates)
        if not readings(iri):
            return Resolution(None, 0.0, None, "it has no name")
        return self._by_label(iri, candidates, domain)

    def _by_label(self, iri: str, candidates: Sequence[Candidate], domain: str | None) -> Resolution:
        scored = sorted(
            ((_likeness(iri, one), one) for one in candidates),
            key=lambda pair: (-pair[0], str(pair[1].get("qid"))),
        )
        if not scored:
            return Resolution(None, 0.0, None, "there are no candidates")
        best = scored[0][0]
        if best < self.threshold:
            reason = f"the best candidate reaches {best:.2f}, less than {self.threshold:.2f}"
            return Resolution(None, round(best, 4), None, reason)
        tied = {
            str(one["qid"]): one
            for score, one in scored
            if score >= best - self.margin and score >= self.threshold
        }
        if len(tied) == 1:
            return Resolution(next(iter(tied)), round(best, 4), "label")
        return _by_context(iri, list(tied.values()), best, domain)


def _likeness(iri: str, candidate: Candidate) -> float:
    names = [
        name_of(str(text)) for text in (candidate.get("label"), *(candidate.get("aliases") or ())) if text
    ]
    texts = readings(iri)
    bare = [text for text in map(without_qualifier, texts) if text]
    whole = [similarity(mine, name_of(text)) for mine in names for text in texts]
    qualified = [QUALIFIED * similarity(mine, name_of(text)) for mine in names for text in bare]
    return max([0.0, *whole, *qualified])


def _known_id(found: str, candidates: Sequence[Candidate]) -> Resolution:
    """An IRI of Wikidata says itself which item it is, whatever the candidates are."""
    known = any(one.get("qid") == found for one in candidates)
    return Resolution(found, 1.0, "label", "" if known else "an id that is not among the candidates")


def _by_context(iri: str, tied: list[Candidate], best: float, domain: str | None) -> Resolution:
    names = ", ".join(sorted(str(one["qid"]) for one in tied))
    fitting = [one for one in tied if _fits(one, _hints(iri, domain))]
    if len(fitting) == 1:
        confidence = round(max(best - CONTEXT_COSTS, 0.0), 4)
        return Resolution(str(fitting[0]["qid"]), confidence, "context")
    why = "none" if not fitting else f"{len(fitting)}"
    return Resolution(
        None, round(best, 4), None, f"{names} have that name, and {why} of them fit the context"
    )


def _hints(iri: str, domain: str | None) -> tuple[frozenset[str], frozenset[str]]:
    """Classes that the domain expects, and the words of the IRI's own qualifier: Mercury_(planet)."""
    classes = frozenset(shipped_table("domain-classes-v1.yaml")["domains"].get(domain or "", ()))
    words: set[str] = set()
    for text in readings(iri):
        bare = without_qualifier(text)
        words |= set(tokens(text[len(bare) :])) if bare else set()
    return classes, frozenset(words)


def _fits(candidate: Candidate, hints: tuple[frozenset[str], frozenset[str]]) -> bool:
    classes, words = hints
    types = [str(one) for one in candidate.get("types") or ()]
    if words:  # what the IRI says itself is nearer than the article's domain
        return any(words & set(tokens(one)) for one in types)
    return any((entity_id(one) or one.casefold()) in classes for one in types)
