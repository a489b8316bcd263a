"""How far two raters agree: share, Cohen's kappa and its interval. Pure arithmetic."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Agreement:
    """`kappa` and `interval` are None where chance alone explains everything (one category, or no pairs)."""

    pairs: int
    agreement: float | None
    kappa: float | None
    interval: tuple[float, float] | None


def agreement(pairs: Sequence[tuple[str, str]]) -> Agreement:
    """Of pairs (what A said, what B said)."""
    count = len(pairs)
    if not count:
        return Agreement(0, None, None, None)
    observed = sum(left == right for left, right in pairs) / count
    first, second = Counter(left for left, _ in pairs), Counter(right for _, right in pairs)
    expected = sum(first[name] * second[name] for name in first) / count**2
    if expected == 1:
        return Agreement(count, observed, None, None)
    kappa = (observed - expected) / (1 - expected)
    error = math.sqrt(_variance(pairs, observed, expected))
    return Agreement(
        count, observed, kappa, (max(kappa - Z_95 * error, -1.0), min(kappa + Z_95 * error, 1.0))
    )


def _variance(pairs: Sequence[tuple[str, str]], observed: float, expected: float) -> float:
    """The large-sample variance of kappa (Fleiss, Cohen and Everitt, 1969)."""
    count, cells = len(pairs), Counter(pairs)
    rows, columns = Counter(left for left, _ in pairs), Counter(right for _, right in pairs)
    kappa = (observed - expected) / (1 - expected)
    agreeing = sum(
        number / count * (1 - (rows[left] + columns[right]) / count * (1 - kappa)) ** 2
        for (left, right), number in cells.items()
        if left == right
    )
    disagreeing = (1 - kappa) ** 2 * sum(
        number / count * ((columns[left] + rows[right]) / count) ** 2
        for (left, right), number in cells.items()
        if left != right
    )
    correction = (kappa - expected * (1 - kappa)) ** 2
    return max((agreeing + disagreeing - correction) / (count * (1 - expected) ** 2), 0.0)
