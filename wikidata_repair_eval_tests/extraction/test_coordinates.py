"""Coordinates: order, letters, minutes and seconds, and two halves of one place."""

import pytest

from wikidata_repair_eval.extraction.coordinates import coordinate_in
from wikidata_repair_eval_tests.extraction.build_cases import counts, point, said, score

PARIS = point(2.3522, 48.8566)
SYDNEY = point(151.2093, -33.8688)


@pytest.mark.parametrize(
    ("value", "statement", "matches"),
    [
        pytest.param("48.8566, 2.3522", PARIS, True, id="latitude, longitude"),
        pytest.param("48.8566 2.3522", PARIS, True, id="without comma"),
        pytest.param("(48.8566; 2.3522)", PARIS, True, id="in brackets"),
        pytest.param("Point(2.3522 48.8566)", PARIS, True, id="well-known text has the longitude first"),
        pytest.param('"Point(2.3522 48.8566)"^^geo:wktLiteral', PARIS, True, id="a typed literal"),
        pytest.param("geo:48.8566,2.3522", PARIS, True, id="a geo address"),
        pytest.param("48.8566° N, 2.3522° E", PARIS, True, id="letters"),
        pytest.param("2.3522° E, 48.8566° N", PARIS, True, id="letters win over order"),
        pytest.param("48°51\u203224\u2033N 2°21\u203208\u2033E", PARIS, True, id="minutes and seconds"),
        pytest.param("48° 51' 24\" N, 2° 21' 8\" E", PARIS, True, id="ASCII minutes and seconds"),
        pytest.param("48°51\u2032N 2°21\u2032E", PARIS, True, id="minutes only"),
        pytest.param("48.86, 2.35", PARIS, True, id="rounded"),
        pytest.param("2.3522, 48.8566", PARIS, False, id="swapped"),
        pytest.param("Point(48.8566 2.3522)", PARIS, False, id="swapped well-known text"),
        pytest.param("48.8566, -2.3522", PARIS, False, id="west for east"),
        pytest.param("48°51\u203224\u2033N 2°21\u203208\u2033W", PARIS, False, id="west for east in letters"),
        pytest.param("48.95, 2.3522", PARIS, False, id="ten kilometres off"),
        pytest.param("48.8566", PARIS, False, id="one half"),
        pytest.param("Paris", PARIS, False, id="a name"),
        pytest.param("-33.8688, 151.2093", SYDNEY, True, id="south"),
        pytest.param("33.8688° S, 151.2093° E", SYDNEY, True, id="south in letters"),
        pytest.param("33.8688, 151.2093", SYDNEY, False, id="the sign counts"),
        pytest.param("0.0, -179.9999", point(180.0, 0.0, 0.001), True, id="across the date line"),
    ],
)
def test_coordinates(value, statement, matches):
    assert (said(value, statement) >= 0.85) is matches


@pytest.mark.parametrize("impossible", ["151.2093, -33.8688", "Point(2.35 97.0)", "91° N, 2° E", "5, 999"])
def test_a_latitude_beyond_the_pole_is_no_place(impossible):
    assert coordinate_in(impossible) is None


LAT, LONG = ["ex:Paris", "geo:lat", "48.8566", 0.9], ["ex:Paris", "geo:long", "2.3522", 0.9]


@pytest.mark.parametrize(
    ("triples", "expected"),
    [
        pytest.param([LAT, LONG], {"tp": 1, "merged": 1}, id="two halves are one match"),
        pytest.param([LONG, LAT], {"tp": 1, "merged": 1}, id="in either order"),
        pytest.param(
            [LAT, ["ex:Paris", "geo:long", "3.5", 0.9]],
            {"fp": 1, "fn": 1, "merged": 1},
            id="half a match is no match",
        ),
        pytest.param([LAT], {"fp": 1, "fn": 1}, id="one half alone is no place"),
        pytest.param(
            [LAT, LONG, LAT, LONG], {"tp": 1, "redundant": 1, "merged": 2}, id="said twice, found once"
        ),
        pytest.param(
            [LAT, LONG, ["ex:Paris", "schema:geo", "48.8566, 2.3522", 0.9]],
            {"tp": 1, "redundant": 1, "merged": 1},
            id="halves and a whole",
        ),
        pytest.param(
            [
                ["ex:Paris", "http://www.w3.org/2003/01/geo/wgs84_pos#lat", "48.8566", 0.9],
                ["ex:Paris", "schema:longitude", "2.3522", 0.9],
            ],
            {"tp": 1, "merged": 1},
            id="two vocabularies",
        ),
        pytest.param(
            [LAT, ["ex:London", "geo:long", "2.3522", 0.9]],
            {"fp": 1, "fn": 1, "off_subject": 1},
            id="another subject's half is not ours",
        ),
    ],
)
def test_latitude_and_longitude_are_merged(triples, expected):
    assert counts(score(triples, PARIS, title="Paris", qid="Q90")) == expected


def test_the_second_half_by_the_order_of_the_input_is_the_merged_one():
    result = score([LONG, LAT], PARIS, title="Paris", qid="Q90")
    assert [match["type"] for match in result["matches"]] == ["exact", "merged"]
    assert result["pairs"] == [[0, 0]]
