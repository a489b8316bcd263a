"""Calibration: is a triple that the extractor is sure of more often right?

The four buckets of the protocol, [low, high) and the last one closed. Pearson's rho over buckets is blind to
scale (confidences twice too high can still reach 1), so it stands beside ECE and Brier, which are not.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

EDGES = (0.0, 0.25, 0.5, 0.75, 1.0)
FEWEST, RELIABLE = 2, 3
DIGITS = 4
NOTE = "Pearson's rho is blind to scale: read it together with ECE and Brier."


def calibrate(judged: Iterable[tuple[float, bool]]) -> dict[str, Any]:
    """Buckets, correlation and error of (confidence, correct) pairs. What nothing defines is None."""
    pairs = [(float(confidence), bool(correct)) for confidence, correct in judged]
    for confidence, _ in pairs:
        if not 0 <= confidence <= 1:  # also refuses NaN
            raise ValueError(f"the confidence {confidence} is not from 0 to 1")
    groups = [[pair for pair in pairs if bucket_of(pair[0]) == n] for n in range(len(EDGES) - 1)]
    filled = [(n, group) for n, group in enumerate(groups) if group]
    middles = [(EDGES[n] + EDGES[n + 1]) / 2 for n, _ in filled]
    rho = _pearson(middles, [_accuracy(group) for _, group in filled])
    return {
        "buckets": [
            _bucket(low, high, group) for (low, high), group in zip(pairwise(EDGES), groups, strict=True)
        ],
        "non_empty_buckets": len(filled),
        "pearson": _rounded(rho),
        "pearson_reliable": rho is not None and len(filled) >= RELIABLE,
        "pearson_note": NOTE,
        "ece_4bins": _rounded(_expected_error([group for _, group in filled], len(pairs))),
        "brier": _rounded(_brier(pairs)),
    }


def bucket_of(confidence: float) -> int:
    """The number of the bucket: edges belong to the upper one, 1.0 to the last."""
    return min(int(confidence * 4), len(EDGES) - 2)


def _bucket(low: float, high: float, group: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    accuracy = _rounded(_accuracy(group)) if group else None
    return {"low": low, "high": high, "n": len(group), "accuracy": accuracy}


def _accuracy(group: Sequence[tuple[float, bool]]) -> float:
    return sum(correct for _, correct in group) / len(group)


def _pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """None with fewer than two points, or where the accuracy is the same everywhere."""
    if len(xs) < FEWEST:
        return None
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread_x, spread_y = (sum((v - m) ** 2 for v in vs) for vs, m in ((xs, mean_x), (ys, mean_y)))
    if not spread_x or not spread_y:
        return None
    shared = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return max(-1.0, min(1.0, shared / sqrt(spread_x * spread_y)))


def _expected_error(groups: Sequence[Sequence[tuple[float, bool]]], total: int) -> float | None:
    if not total:
        return None
    return sum(abs(_accuracy(g) - sum(c for c, _ in g) / len(g)) * len(g) / total for g in groups)


def _brier(pairs: Sequence[tuple[float, bool]]) -> float | None:
    return sum((confidence - correct) ** 2 for confidence, correct in pairs) / len(pairs) if pairs else None


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
