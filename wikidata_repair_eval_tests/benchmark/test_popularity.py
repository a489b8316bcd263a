"""Head, torso and tail by views; nothing to count is not zero, and an outage is neither."""

import pytest

from wikidata_repair_eval.benchmark.eligible import entities_to_ask
from wikidata_repair_eval.benchmark.popularity import by_entity, months_before, popularity_rows, site_of
from wikidata_repair_eval.net.errors import ServerBusy
from wikidata_repair_eval.net.pageviews import Pageviews
from wikidata_repair_eval_tests.benchmark.build_cases import classified, reform, repair, world

MONTHS = ("2025-01", "2025-12")


def service(views):
    """Views by title; a title that is not there has no data."""

    def monthly(title, first, last):
        return Pageviews(title, {first: views[title]} if title in views else {}, ())

    return monthly


def rows(views, **titles):
    sitelinks = {qid: {"enwiki": title} if title else {} for qid, title in titles.items()}
    return popularity_rows(titles, sitelinks, MONTHS, "enwiki", service(views))


def test_a_tenth_is_head_and_the_next_four_tenths_are_torso():
    titles = {f"Q{n}": f"T{n}" for n in range(1, 21)}
    found = rows({f"T{n}": n * 10 for n in range(1, 21)}, **titles)
    tiers = [row["tier"] for row in sorted(found, key=lambda row: -row["views"])]
    assert tiers == ["head"] * 2 + ["torso"] * 8 + ["tail"] * 10


def test_equal_views_share_the_tier_that_the_last_of_them_has_earned():
    found = rows({f"T{n}": 7 for n in range(10)}, **{f"Q{n}": f"T{n}" for n in range(10)})
    assert {row["tier"] for row in found} == {"tail"}


def test_an_entity_without_an_article_has_no_views_and_is_tail():
    [none, read] = rows({"T": 5}, Q1="", Q2="T")
    assert (none["views"], none["status"], none["tier"]) == (None, "no_article", "tail")
    assert (read["views"], read["status"], read["tier"]) == (5, "counted", "head")


def test_trap_63_no_data_is_an_answer_and_not_zero():
    [row] = rows({}, Q1="T")
    assert (row["views"], row["status"], row["tier"]) == (None, "no_data", "tail")


def test_trap_63_an_outage_is_no_answer_and_ends_the_run():
    def down(title, first, last):
        raise ServerBusy("host", "https://host/", "HTTP 503", "run again later")

    with pytest.raises(ServerBusy):
        popularity_rows(["Q1"], {"Q1": {"enwiki": "T"}}, MONTHS, "enwiki", down)


def test_without_the_service_nobody_has_a_tier():
    found = popularity_rows(["Q1", "Q2"], {"Q1": {"enwiki": "T"}, "Q2": {}}, MONTHS, "enwiki", None)
    assert [(row["status"], row["tier"]) for row in found] == [("switched_off", None), ("no_article", None)]


def test_sitelinks_are_counted_and_unknown_where_the_entity_is_not_frozen():
    known = {"Q1": {"enwiki": "T", "dewiki": "T"}}
    found = by_entity(popularity_rows(["Q1", "Q2"], known, MONTHS, "enwiki", service({"T": 1})))
    assert found["Q1"]["sitelinks"] == 2
    assert (found["Q2"]["sitelinks"], found["Q2"]["status"], found["Q2"]["tier"]) == (
        None,
        "not_frozen",
        None,
    )


@pytest.mark.parametrize(
    ("moment", "months"),
    [
        ("2026-06-01T00:00:00Z", ("2025-06", "2026-05")),
        ("2026-01-31T23:59:59Z", ("2025-01", "2025-12")),
    ],
)
def test_the_window_is_the_twelve_whole_months_before_the_dump(moment, months):
    assert months_before(moment) == months


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article/en.wikipedia", "enwiki"),
        ("http://127.0.0.1/pageviews/per-article/de.wikipedia.org/", "dewiki"),
        ("https://x/be-tarask.wikipedia", "be_taraskwiki"),
    ],
)
def test_the_site_comes_from_the_address(url, site):
    assert site_of(url) == site


def test_views_are_asked_only_for_cases_that_can_be_released():
    fine, lost, unclassified = repair("Q1"), repair("Q2"), repair("Q3")
    seen = [
        (fine, classified(fine), world(fine, sitelinks={"enwiki": "T"})),
        (lost, classified(lost), world(lost, persists="lost")),
        (unclassified, None, world(unclassified)),
    ]
    assert entities_to_ask(seen) == {"Q1": {"enwiki": "T"}}


def test_surplus_witnesses_of_a_cluster_are_not_asked_for():
    many = [reform(f"Q{n}") for n in range(1, 61)]
    assert len(entities_to_ask((one, classified(one, "T_BOX"), world(one)) for one in many)) == 25
