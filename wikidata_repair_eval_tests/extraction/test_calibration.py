"""Calibration and the novel discovery rate: undefined is null, edges belong where the contract says."""

import pytest

from wikidata_repair_eval.extraction import calibrate, novel_discovery_rate
from wikidata_repair_eval.extraction.calibration import bucket_of
from wikidata_repair_eval.extraction.reliability_plot import reliability_plot


@pytest.mark.parametrize(
    ("confidence", "bucket"),
    [(0.0, 0), (0.2499, 0), (0.25, 1), (0.4999, 1), (0.5, 2), (0.75, 3), (0.9999, 3), (1.0, 3)],
)
def test_edges_belong_to_the_upper_bucket_and_one_to_the_last(confidence, bucket):
    assert bucket_of(confidence) == bucket


def test_a_perfectly_ordered_extractor_has_rho_one():
    judged = [(0.1, False)] * 4 + [(0.3, True), *[(0.3, False)] * 3]
    judged += [(0.6, True)] * 2 + [(0.6, False)] * 2 + [(0.9, True)] * 3 + [(0.9, False)]
    result = calibrate(judged)
    assert [bucket["n"] for bucket in result["buckets"]] == [4, 4, 4, 4]
    assert [bucket["accuracy"] for bucket in result["buckets"]] == [0.0, 0.25, 0.5, 0.75]
    assert (result["pearson"], result["pearson_reliable"], result["non_empty_buckets"]) == (1.0, True, 4)
    assert result["ece_4bins"] == pytest.approx(0.1, abs=1e-4)
    assert result["brier"] == pytest.approx(
        (4 * 0.01 + 0.49 + 3 * 0.09 + 2 * 0.16 + 2 * 0.36 + 0.03 + 0.81) / 16, abs=1e-4
    )


@pytest.mark.parametrize(
    ("judged", "pearson", "reliable"),
    [
        pytest.param([], None, False, id="nothing"),
        pytest.param([(0.9, True), (0.8, False)], None, False, id="one bucket"),
        pytest.param([(0.9, True), (0.1, False)], 1.0, False, id="two buckets are not reliable"),
        pytest.param([(0.9, False), (0.1, True)], -1.0, False, id="upside down"),
        pytest.param([(0.9, True), (0.6, True), (0.1, True)], None, False, id="the same accuracy everywhere"),
        pytest.param([(0.9, True), (0.6, False), (0.1, False)], 0.7559, True, id="three buckets"),
    ],
)
def test_rho_is_null_where_it_is_undefined(judged, pearson, reliable):
    result = calibrate(judged)
    assert (result["pearson"], result["pearson_reliable"]) == (pearson, reliable)


def test_an_empty_bucket_has_no_accuracy():
    result = calibrate([(0.9, True)])
    assert result["buckets"][0] == {"low": 0.0, "high": 0.25, "n": 0, "accuracy": None}
    assert (calibrate([])["brier"], calibrate([])["ece_4bins"]) == (None, None)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan")])
def test_a_confidence_outside_0_to_1_is_refused(confidence):
    with pytest.raises(ValueError, match="not from 0 to 1"):
        calibrate([(confidence, True)])


def test_rho_is_blind_to_scale_but_brier_and_ece_are_not():
    judged = [(0.1, False)] * 4 + [(0.9, True)] * 4
    halved = [(confidence * 0.5, correct) for confidence, correct in judged]
    assert calibrate(judged)["pearson"] == calibrate(halved)["pearson"] == 1.0
    assert calibrate(halved)["ece_4bins"] > calibrate(judged)["ece_4bins"]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        pytest.param(
            {"correct": 134, "incorrect": 38, "uncertain": 24, "in_wikidata": 16},
            {"ndr": 0.7791, "judged": 172, "total": 212},
            id="uncertain and known ones are not judged",
        ),
        pytest.param(
            {"correct": 0, "incorrect": 2}, {"ndr": 0.0, "judged": 2, "total": 2}, id="none correct"
        ),
        pytest.param({"uncertain": 3}, {"ndr": None, "judged": 0, "total": 3}, id="nothing judged is null"),
        pytest.param({}, {"ndr": None, "judged": 0, "total": 0}, id="nothing"),
    ],
)
def test_the_novel_discovery_rate(verdicts, expected):
    assert novel_discovery_rate(verdicts) == expected


@pytest.mark.parametrize("verdicts", [{"maybe": 1}, {"correct": -1}, {"correct": 0.5}, {"correct": True}])
def test_verdicts_that_cannot_be_counted_are_refused(verdicts):
    with pytest.raises(ValueError, match="verdict"):
        novel_discovery_rate(verdicts)


def test_the_reliability_plot_has_a_bar_per_filled_bucket_and_says_what_is_undefined():
    from xml.etree import ElementTree

    plot = reliability_plot(calibrate([(0.9, True), (0.8, False), (0.1, False)]))
    labels = [node.text for node in ElementTree.fromstring(plot).iter("{http://www.w3.org/2000/svg}text")]
    assert [label for label in labels if " of " in label] == ["0.00 of 1", "0.50 of 2"]
    assert any("rho 1.0 (unreliable)" in label for label in labels)
    assert "rho undefined" in reliability_plot(calibrate([]))
