"""Means and intervals: by hand, against statsmodels and scipy on random data, and in any order."""

import random
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats
from statsmodels.api import OLS
from statsmodels.stats.proportion import proportion_confint

from wikidata_repair_eval.statistics import (
    cluster_bootstrap,
    cluster_mean,
    cluster_means,
    macro_mean,
    paired_difference,
    student,
    wilson,
)


def drawn(seed: int, n: int = 120, groups: int = 17) -> tuple[list[float], list[str]]:
    chance = random.Random(seed)
    clusters = [f"c{chance.randrange(groups)}" for _ in range(n)]
    effects = {name: chance.gauss(0, 0.3) for name in sorted(set(clusters))}
    return [effects[name] + chance.gauss(0.4, 0.5) for name in clusters], clusters


def test_a_mean_computed_by_hand() -> None:
    """Clusters a: 1, 0; b: 1; c: 0, 0. Mean 0.4; sums of deviations 0.2, 0.6, -0.8; 1.04 * 3/2 / 25."""
    found = cluster_mean([1, 0, 1, 0, 0], list("aabcc"))
    assert (found.mean, found.n, found.clusters) == (0.4, 5, 3)
    assert found.se == pytest.approx((1.04 * 1.5) ** 0.5 / 5)
    assert found.high == pytest.approx(0.4 + 4.302652729911275 * found.se)


def test_a_mean_of_group_means_computed_by_hand() -> None:
    """Group x has 1, 1, 0, 0 (mean 0.5), group y has 1 (mean 1): 0.75, whatever their sizes."""
    found = macro_mean([1, 1, 0, 0, 1], list("xxxxy"), list("abcde"))
    assert found.mean == 0.75
    # Deviations 0.5, 0.5, -0.5, -0.5 with weight 1/8 each, 0 with 1/2: 4 / 256 * 5/4.
    assert found.se == pytest.approx((4 * (0.5 / 8) ** 2 * 5 / 4) ** 0.5)


@pytest.mark.parametrize("seed", range(5))
def test_intervals_agree_with_statsmodels(seed: int) -> None:
    values, clusters = drawn(seed)
    codes = np.unique(clusters, return_inverse=True)[1]
    fitted = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": codes}, use_t=True)
    found = cluster_mean(values, clusters)
    assert found.mean == pytest.approx(fitted.params[0])
    assert found.se == pytest.approx(fitted.bse[0])
    assert (found.low, found.high) == pytest.approx(tuple(fitted.conf_int()[0]))


@pytest.mark.parametrize("seed", range(3))
def test_with_clusters_of_one_the_interval_is_students(seed: int) -> None:
    values, _ = drawn(seed, 40)
    found = cluster_mean(values, range(len(values)))
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize("seed", range(3))
def test_a_paired_difference_is_the_paired_t_test(seed: int) -> None:
    first, _ = drawn(seed, 60)
    second, _ = drawn(seed + 100, 60)
    found = paired_difference(first, second, range(60))
    interval = stats.ttest_rel(second, first).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_copies_of_a_case_make_nothing_surer() -> None:
    """Five copies of each of eight cases: the error of eight cases, not of forty."""
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
    copies = cluster_mean(
        [value for value in values for _ in range(5)], [i for i in range(8) for _ in range(5)]
    )
    assert copies.se == pytest.approx(cluster_mean(values, range(8)).se)
    assert (copies.n, copies.clusters) == (40, 8)


@pytest.mark.parametrize(("successes", "n"), [(0, 5), (5, 5), (3, 10), (99, 100)])
def test_wilsons_interval_agrees_with_statsmodels(successes: int, n: int) -> None:
    assert wilson(successes, n) == pytest.approx(proportion_confint(successes, n, method="wilson"), abs=1e-12)


def test_students_quantile_is_scipys() -> None:
    assert student(7) == pytest.approx(stats.t.ppf(0.975, 7))
    assert student(10**7) == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-5)


def test_the_bootstrap_of_clusters_agrees_roughly_with_the_sandwich() -> None:
    values, clusters = drawn(3, 600, 150)
    found, interval = cluster_mean(values, clusters), cluster_bootstrap(values, clusters)
    assert interval == pytest.approx((found.low, found.high), abs=0.03)
    assert cluster_bootstrap(values, clusters) == interval


def test_the_order_of_the_data_changes_nothing() -> None:
    values, clusters = drawn(4)
    places = list(range(len(values)))
    random.Random(0).shuffle(places)
    moved, own = [values[place] for place in places], [clusters[place] for place in places]
    assert cluster_mean(moved, own).record() == cluster_mean(values, clusters).record()
    assert cluster_bootstrap(moved, own) == pytest.approx(cluster_bootstrap(values, clusters))


@pytest.mark.parametrize("outcome", [0, 1])
def test_no_variation_is_no_certainty(outcome: int) -> None:
    found = cluster_mean([outcome] * 9, list("aabbccddd"))
    assert (found.low, found.high) == pytest.approx(wilson(4 * outcome, 4))


def test_fewer_than_two_clusters_give_no_interval() -> None:
    one = cluster_mean([0.0, 1.0], ["a", "a"])
    assert (one.mean, one.low, one.high, one.se, one.clusters) == (0.5, None, None, None, 1)
    nothing = cluster_mean([], [])
    assert (nothing.mean, nothing.n) == (None, 0)
    assert cluster_bootstrap([0.0, 1.0], ["a", "a"]) is None
    assert cluster_means([], []) == []


def test_an_interval_tells_on_which_side_of_zero_it_lies() -> None:
    assert paired_difference([0] * 30, [1] * 29 + [0], range(30)).excludes_zero
    assert not paired_difference([0, 1] * 15, [1, 0] * 15, range(30)).excludes_zero
    assert not paired_difference([0], [1], ["a"]).excludes_zero
