"""Means with intervals that know about clusters: cases that share an edit are not independent.

Sandwich (CR1) errors with Student's t over clusters minus one, also for paired differences and for means
of group means; a seeded bootstrap of whole clusters as a second opinion; Wilson's interval for shares. Fewer
than two clusters give no interval. Where all outcomes are 0 or all are 1 the sandwich would claim certainty;
Wilson's interval over the clusters stands in. The order of the input shows in nothing but the last bits,
which `Estimate.record` rounds away. Several columns at once are as cheap as one.
"""

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

LEVEL, ROUNDS, SEED = 0.95, 2_000, 20_260_101
_DIGITS = 6
Table = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its standard error and interval (None: cannot be told), and what it rests on."""

    mean: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int
    clusters: int

    def record(self) -> dict[str, Any]:
        """For artifacts, rounded; minus zero is zero."""
        told = asdict(self)
        for name in ("mean", "low", "high", "se"):
            if told[name] is not None:
                told[name] = round(told[name], _DIGITS) + 0.0
        return told

    @property
    def excludes_zero(self) -> bool:
        """True if the interval lies on one side of 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


NOTHING = Estimate(None, None, None, None, 0, 0)


def cluster_mean(values: Sequence[float], clusters: Sequence[Hashable], level: float = LEVEL) -> Estimate:
    """The mean of all values, with a cluster-robust interval."""
    [found] = cluster_means([[value] for value in values], clusters, level) or [NOTHING]
    return found


def cluster_means(rows: Table, clusters: Sequence[Hashable], level: float = LEVEL) -> list[Estimate]:
    """The mean of each column; one row per case. No rows: no estimates."""
    return macro_means(rows, [None] * len(rows), clusters, level)


def macro_mean(
    values: Sequence[float], groups: Sequence[Hashable], clusters: Sequence[Hashable], level: float = LEVEL
) -> Estimate:
    """The mean of the groups' means: a small group counts as much as a large one."""
    [found] = macro_means([[value] for value in values], groups, clusters, level) or [NOTHING]
    return found


def macro_means(
    rows: Table, groups: Sequence[Hashable], clusters: Sequence[Hashable], level: float = LEVEL
) -> list[Estimate]:
    """The mean of the groups' means of each column."""
    if len(rows) == 0:
        return []
    import numpy as np  # slow to import, and not every command needs it

    table = np.asarray(rows, dtype=float)
    codes, sizes = _codes(groups)
    means = _sums(table, codes, len(sizes)) / np.array(sizes)[:, None]
    weights = 1.0 / (np.array(sizes) * len(sizes))
    parts = (table - means[codes]) * weights[codes][:, None]
    return _estimates(means.mean(axis=0), table, parts, clusters, level)


def paired_difference(
    first: Sequence[float], second: Sequence[float], clusters: Sequence[Hashable], level: float = LEVEL
) -> Estimate:
    """How much more the second scores than the first, on the same cases."""
    differences = [[b - a] for a, b in zip(first, second, strict=True)]
    if not differences:
        return NOTHING
    import numpy as np

    table = np.asarray(differences, dtype=float)
    mean = table.mean(axis=0)
    [found] = _sandwich(mean, (table - mean) / len(table), clusters, level)
    return found


def _estimates(
    means: Any, table: Any, parts: Any, clusters: Sequence[Hashable], level: float
) -> list[Estimate]:
    found = _sandwich(means, parts, clusters, level)
    low, high = table.min(axis=0), table.max(axis=0)
    return [
        _by_wilson(one, level) if one.clusters > 1 and low[place] == high[place] in (0, 1) else one
        for place, one in enumerate(found)
    ]


def _by_wilson(found: Estimate, level: float) -> Estimate:
    low, high = wilson(round(found.mean or 0) * found.clusters, found.clusters, level)
    return Estimate(found.mean, low, high, 0.0, found.n, found.clusters)


def _sandwich(means: Any, parts: Any, clusters: Sequence[Hashable], level: float) -> list[Estimate]:
    codes, sizes = _codes(clusters)
    n, count = len(parts), len(sizes)
    if count < 2:
        return [Estimate(float(mean), None, None, None, n, count) for mean in means]
    squares = (_sums(parts, codes, count) ** 2).sum(axis=0) * count / (count - 1)
    reach = student(count - 1, level)
    found = []
    for mean, square in zip(means, squares, strict=True):
        error = sqrt(float(square))
        low, high = float(mean) - reach * error, float(mean) + reach * error
        found.append(Estimate(float(mean), low, high, error, n, count))
    return found


def _codes(names: Sequence[Hashable]) -> tuple[Any, list[int]]:
    """A number for each name, and how often each number stands there."""
    import numpy as np

    known: dict[Hashable, int] = {}
    codes = np.fromiter(
        (known.setdefault(name, len(known)) for name in names), dtype=np.int64, count=len(names)
    )
    return codes, np.bincount(codes, minlength=len(known)).tolist()


def _sums(table: Any, codes: Any, count: int) -> Any:
    import numpy as np

    columns = [np.bincount(codes, weights=column, minlength=count) for column in table.T]
    return np.stack(columns, axis=1)


def student(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors an interval reaches to each side."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, (1 + level) / 2))


def wilson(successes: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval of a share of n independent trials."""
    from scipy.special import ndtri

    if n < 1:
        raise ValueError("a share of nothing has no interval")
    z = float(ndtri((1 + level) / 2))
    share, weight = successes / n, z * z / n
    centre = (share + weight / 2) / (1 + weight)
    reach = z * sqrt(share * (1 - share) / n + weight / n / 4) / (1 + weight)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def cluster_bootstrap(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
    level: float = LEVEL,
) -> tuple[float, float] | None:
    """The percentile interval of the mean when whole clusters are drawn again; None with fewer than two."""
    import numpy as np

    codes, sizes = _codes(clusters)
    if len(sizes) < 2:
        return None
    sums = _sums(np.asarray(values, dtype=float)[:, None], codes, len(sizes))[:, 0]
    # Sorted by content, so that the same draws meet the same clusters in any order of input.
    rows = np.array(sorted(zip(sums.tolist(), sizes, strict=True)))
    chance = np.random.default_rng(seed)
    drawn = chance.integers(0, len(rows), size=(rounds, len(rows)))
    means = rows[drawn, 0].sum(axis=1) / rows[drawn, 1].sum(axis=1)
    edges = np.percentile(means, [50 * (1 - level), 50 * (1 + level)])
    return float(edges[0]), float(edges[1])
