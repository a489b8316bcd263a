"""Bootstrap intervals over articles: the article is what was sampled, so the article is drawn again."""

from collections.abc import Callable, Sequence
from typing import Any

ROUNDS, SEED, DIGITS = 1_000, 20_260_101, 4
Counts = tuple[int, int, int]  # true positives, false positives, missed


def bootstrap(articles: Sequence[Counts], rounds: int = ROUNDS, seed: int = SEED) -> dict[str, Any]:
    """95 % percentile intervals of the micro ratios; None where fewer than two articles can vary."""
    if len(articles) < 2:
        return {"precision": None, "recall": None, "f1": None}
    import numpy as np  # slow to import, and a single article needs none

    chance = np.random.default_rng(seed)
    table = np.asarray(articles, dtype=float)
    drawn = chance.multinomial(len(articles), [1 / len(articles)] * len(articles), size=rounds) @ table
    tp, fp, fn = drawn.T
    with np.errstate(invalid="ignore", divide="ignore"):
        precision, recall = tp / (tp + fp), tp / (tp + fn)
        f1 = 2 * tp / (2 * tp + fp + fn)
    return {
        name: _percentiles(values, np.nanpercentile, np.isnan)
        for name, values in (("precision", precision), ("recall", recall), ("f1", f1))
    }


def _percentiles(
    values: Any, percentile: Callable[..., Any], is_nan: Callable[..., Any]
) -> list[float] | None:
    """Rounds in which a ratio is undefined (nothing was said) are left out; none left: no interval."""
    if is_nan(values).all():
        return None
    return [round(float(one), DIGITS) for one in percentile(values, [2.5, 97.5])]
