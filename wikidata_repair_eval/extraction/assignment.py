"""The best one-to-one pairing: as many pairs as possible, and among those the one with the best scores."""

from collections import defaultdict
from collections.abc import Mapping

Edges = Mapping[tuple[int, int], float]  # (claim, statement): score
Pairs = dict[int, int]


def assign(edges: Edges) -> Pairs:
    """Claim to statement. Ties go to the lowest numbers."""
    pairs: Pairs = {}
    for component in _components(edges):
        pairs.update(_solve(component))
    return pairs


def _components(edges: Edges) -> list[dict[tuple[int, int], float]]:
    """Parts of the graph that share no node are solved apart: most of them are single pairs."""
    by_claim: dict[int, list[int]] = defaultdict(list)
    by_statement: dict[int, list[int]] = defaultdict(list)
    for claim, statement in sorted(edges):
        by_claim[claim].append(statement)
        by_statement[statement].append(claim)
    seen: set[int] = set()
    components = []
    for start in by_claim:
        if start not in seen:
            claims = _reachable(start, by_claim, by_statement)
            seen |= claims
            components.append({(c, s): edges[c, s] for c in sorted(claims) for s in by_claim[c]})
    return components


def _reachable(
    start: int, by_claim: Mapping[int, list[int]], by_statement: Mapping[int, list[int]]
) -> set[int]:
    claims, waiting = {start}, [start]
    known: set[int] = set()
    while waiting:
        for statement in by_claim[waiting.pop()]:
            if statement not in known:
                known.add(statement)
                new = set(by_statement[statement]) - claims
                claims |= new
                waiting += sorted(new)
    return claims


def _solve(edges: dict[tuple[int, int], float]) -> Pairs:
    claims = sorted({claim for claim, _ in edges})
    statements = sorted({statement for _, statement in edges})
    if len(claims) == 1 or len(statements) == 1:
        claim, statement = min(edges, key=lambda pair: (-edges[pair], pair))
        return {claim: statement}
    return _solve_with_scipy(edges, claims, statements)


def _solve_with_scipy(edges: dict[tuple[int, int], float], claims: list[int], statements: list[int]) -> Pairs:
    import numpy as np  # slow to import, and most cases never need it
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    size = min(len(claims), len(statements))
    weights = np.zeros((len(claims), len(statements)))
    row = {claim: n for n, claim in enumerate(claims)}
    column = {statement: n for n, statement in enumerate(statements)}
    for (claim, statement), score in edges.items():
        # One more pair outweighs any difference in scores; equal scores prefer the order of the input.
        order = (row[claim] * len(statements) + column[statement]) / (len(claims) * len(statements))
        weights[row[claim], column[statement]] = 1 + size + score - order * 1e-7
    chosen = zip(*linear_sum_assignment(weights, maximize=True), strict=True)
    pairs = [(claims[int(r)], statements[int(c)]) for r, c in chosen]
    return {claim: statement for claim, statement in pairs if (claim, statement) in edges}
