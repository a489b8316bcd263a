"""The scorer: triples against an item's statements, paired one to one, counted and explained."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.assignment import assign
from wikidata_repair_eval.extraction.claims import Claim, Sorted, sort_triples
from wikidata_repair_eval.extraction.name_index import StatementIndex
from wikidata_repair_eval.extraction.names import MATCH
from wikidata_repair_eval.extraction.records import Item, Triple
from wikidata_repair_eval.extraction.subjects import subject_of
from wikidata_repair_eval.extraction.values import Truth, nearness, prepare

DIGITS = 4
SCORER_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Match:
    """What became of one triple. `statement` is the one it matches, or repeats."""

    triple: int
    type: str
    score: float
    statement: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """What one article's triples are worth. Ratios that nothing defines are None, never 0."""

    tp: int
    fp: int
    fn: int
    novel: int
    off_subject: int
    redundant: int
    below_confidence: int
    merged: int
    alignable: int
    no_ground_truth: bool
    matches: tuple[Match, ...]

    @property
    def precision(self) -> float | None:
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float | None:
        return ratio(self.tp, self.tp + self.fn)

    @property
    def recall_alignable(self) -> float | None:
        return ratio(self.tp, self.alignable)

    @property
    def f1(self) -> float | None:
        return f1_of(self.precision, self.recall)

    @property
    def pairs(self) -> list[list[int]]:
        """Triple and statement of each true positive."""
        return [
            [m.triple, m.statement] for m in self.matches if m.type == "exact" and m.statement is not None
        ]

    def as_json(self) -> dict[str, Any]:
        ratios = ("precision", "recall", "f1", "recall_alignable")
        counts = ("tp", "fp", "fn", "novel", "off_subject", "redundant", "below_confidence", "merged")
        return {
            **{name: getattr(self, name) for name in (*counts, "no_ground_truth", "pairs")},
            **{name: rounded(getattr(self, name)) for name in ratios},
            "matches": [
                {"triple": m.triple, "type": m.type, "score": rounded(m.score), "statement": m.statement}
                for m in self.matches
            ],
        }


class Scorer:
    """Scores one article at a time and remembers nothing of it."""

    def __init__(
        self,
        table: PropertyAlignmentTable | None = None,
        *,
        match_threshold: float = MATCH,
        min_confidence: float = 0.0,
    ) -> None:
        self.table = table or PropertyAlignmentTable.default()
        self.match_threshold = match_threshold
        self.min_confidence = min_confidence

    def score(self, item: Item, triples: Sequence[Triple], article_title: str | None = None) -> Score:
        """Pair the triples with the item's ground truth and count."""
        truths = {n: prepare(s) for n, s in enumerate(item.statements) if s.is_ground_truth}
        subject = subject_of(article_title, item.qid, item.label, item.aliases)
        stated = [truth.statement for truth in truths.values()]
        found = sort_triples(triples, subject, self.table, self.min_confidence, stated)
        groups = _by_property(truths)
        edges = self._edges(found.claims, groups)
        matches = _matches(found, edges, groups)
        alignable = sum(statement.property_id in self.table for statement in stated)
        return _count(matches, len(truths), alignable)

    def _edges(
        self, claims: Sequence[Claim], groups: Mapping[str, Mapping[int, Truth]]
    ) -> dict[tuple[int, int], float]:
        """Every claim and statement of its properties that match, with their score."""
        used = {pid for claim in claims for pid in claim.properties if pid in groups}
        indexes = {pid: StatementIndex(groups[pid]) for pid in sorted(used)}
        compared = (
            ((claim.triple, number), groups[pid][number].compare(claim.said))
            for claim in claims
            for pid in claim.properties
            if pid in indexes
            for number in indexes[pid].candidates(claim.said)
        )
        return {pair: score for pair, score in compared if score >= self.match_threshold}


def _by_property(truths: Mapping[int, Truth]) -> dict[str, dict[int, Truth]]:
    groups: dict[str, dict[int, Truth]] = defaultdict(dict)
    for number, truth in truths.items():
        groups[truth.statement.property_id][number] = truth
    return groups


def _matches(
    found: Sorted, edges: Mapping[tuple[int, int], float], groups: Mapping[str, Mapping[int, Truth]]
) -> list[Match]:
    pairs = assign(edges)
    repeats: dict[int, int] = {}
    for triple, statement in sorted(edges, key=lambda pair: (-edges[pair], pair)):
        repeats.setdefault(triple, statement)
    matches = [Match(triple, kind, 0.0, None) for triple, kind in found.unscored.items()]
    for claim in found.claims:
        others = [truth for pid in claim.properties for truth in groups.get(pid, {}).values()]
        matches.append(_match(claim, pairs, repeats, edges, others))
        if claim.merged is not None:
            matches.append(Match(claim.merged, "merged", 0.0, None))
    return sorted(matches, key=lambda match: match.triple)


def _match(
    claim: Claim,
    pairs: Mapping[int, int],
    repeats: Mapping[int, int],
    edges: Mapping[tuple[int, int], float],
    others: Sequence[Truth],
) -> Match:
    """A match, a repetition of one, or a miss with how near it came."""
    if claim.triple in pairs:
        statement = pairs[claim.triple]
        return Match(claim.triple, "exact", edges[claim.triple, statement], statement)
    if claim.triple in repeats:
        statement = repeats[claim.triple]
        return Match(claim.triple, "redundant", edges[claim.triple, statement], statement)
    return Match(claim.triple, "partial", nearness(others, claim.said), None)


def _count(matches: Sequence[Match], truths: int, alignable: int) -> Score:
    kinds = Counter(match.type for match in matches)
    return Score(
        tp=kinds["exact"],
        fp=kinds["partial"],
        fn=truths - kinds["exact"],
        novel=kinds["no_match"],
        off_subject=kinds["off_subject"],
        redundant=kinds["redundant"],
        below_confidence=kinds["below_confidence"],
        merged=kinds["merged"],
        alignable=alignable,
        no_ground_truth=truths == 0,
        matches=tuple(matches),
    )


def ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def f1_of(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
