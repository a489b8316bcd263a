"""Witnesses: every fact and text in sight that could speak for an answer, and the finding if one does.

Which of them speak, and whether that is enough, is decided in `evidence`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wikidata_repair_eval.benchmark.taxonomy.nodes import Fact, Node, Text
from wikidata_repair_eval.benchmark.taxonomy.sight import own_facts
from wikidata_repair_eval.benchmark.taxonomy.situation import Finding, Situation

CONFIDENCE = {
    "own_statement": 0.9,
    "own_qualifier": 0.9,
    "own_reference": 0.8,
    "own_text": 0.85,
    "own_text_derived": 0.75,
    "neighbour_statement": 0.8,
    "neighbour_text": 0.65,
}
# What only a state later than the repair shows is less sure.
_LATER = 0.1


@dataclass(frozen=True, slots=True)
class Witness:
    """One fact or one text of an entity; `own` for those of the item and of the edited entity."""

    kind: str
    node: Node
    fact: Fact | None = None
    text: Text | None = None

    @property
    def own(self) -> bool:
        return self.kind.startswith("own")


def own_witnesses(situation: Situation) -> Iterator[Witness]:
    for node, fact in own_facts(situation.sight, situation.change):
        yield Witness(f"own_{fact.place}", node, fact=fact)
    for node in situation.sight.own():
        yield from (Witness("own_text", node, text=text) for text in node.texts)


def other_witnesses(nodes: Iterable[Node]) -> Iterator[Witness]:
    for node in nodes:
        yield from (Witness("neighbour_statement", node, fact=fact) for fact in node.facts)
        yield from (Witness("neighbour_text", node, text=text) for text in node.texts)


def told_by(witness: Witness, answer: str, less: float = 0.0) -> Finding:
    """The finding that this witness tells the answer; `less` sure than usual."""
    node = witness.node
    confidence = CONFIDENCE[witness.kind] - less - (_LATER if node.later else 0)
    words, evidence = _fact_words(witness, answer) if witness.fact else _text_words(witness, answer)
    told = {**evidence, "entity": node.id, "source": node.source}
    return Finding(witness.kind, words, round(confidence, 2), told, node.as_of)


def _fact_words(witness: Witness, answer: str) -> tuple[str, dict[str, str]]:
    fact = witness.fact
    assert fact is not None
    where = (
        fact.property if fact.place == "statement" else f"{fact.property}, a {fact.place} of {fact.statement}"
    )
    words = f"{witness.node.id} says {fact.said.text} under {where}, which holds the answer {answer}."
    return words, {"property": fact.property, "place": fact.place, "value": fact.said.text}


def _text_words(witness: Witness, answer: str) -> tuple[str, dict[str, str]]:
    text = witness.text
    assert text is not None
    words = (
        f"The {text.kind} of {witness.node.id} ({text.language}) tells the answer {answer}: {text.text!r}."
    )
    return words, {"text": text.text, "kind": text.kind, "language": text.language}
