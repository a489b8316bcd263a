"""Article lists: the one that ships, the ones people write, and the items behind them."""

from collections import Counter

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.article_lists import (
    DOMAINS,
    Wanted,
    benchmark_list,
    named_list,
    problems_of,
    resolve,
)
from wikidata_repair_eval.net.pages import PageProps
from wikidata_repair_eval.orchestration import partitions


def test_the_list_that_ships_has_a_thousand_articles_by_the_protocols_numbers():
    wanted = benchmark_list(None)
    assert len(wanted) == len({one.title for one in wanted}) == len({one.qid for one in wanted}) == 1000
    assert Counter(one.domain for one in wanted) == {
        "biography_living": 150,
        "biography_historical": 200,
        "organization": 150,
        "geographic": 150,
        "creative_work": 150,
        "scientific": 100,
        "event": 100,
    }


def test_the_list_that_ships_names_no_disambiguation_page_and_no_list():
    titles = [one.title for one in benchmark_list(None)]
    assert [title for title in titles if "disambiguation" in title or title.startswith("List of")] == []
    assert [title for title in titles if title != title.strip() or "_" in title or "#" in title] == []


def test_the_list_that_ships_is_known_by_its_name():
    assert named_list("wikidata-benchmark-1k") == benchmark_list(None)


def test_domains_are_those_that_the_assets_are_cut_by():
    assert list(DOMAINS) == partitions.DOMAINS.get_partition_keys()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        pytest.param([Wanted("A b", "event"), Wanted("a_b", "event")], "listed 2 times", id="two spellings"),
        pytest.param(
            [Wanted("A", "event", "Q1"), Wanted("B", "event", "Q1")], "Q1 is listed 2", id="one item"
        ),
        pytest.param([Wanted("A", "sport")], "'sport' is none of", id="an unknown domain"),
        pytest.param([Wanted("A")], "None is none of", id="no domain"),
        pytest.param([Wanted("A", "event", "P31")], "no item id", id="a property for an item"),
    ],
)
def test_a_list_that_cannot_be_used_says_why(rows, problem):
    assert problem in problems_of(rows)[0]


def test_a_list_of_somebody_is_refused_by_name(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("articles: [{title: A, domain: sport}]")
    with pytest.raises(InputError, match=r"mine\.yaml.*'sport'.*Fix:"):
        benchmark_list(str(path))


def test_items_come_from_sitelinks_and_a_bad_title_costs_one_row():
    props = {
        "Right": PageProps("Right", "Right", "here", wikibase_item="Q1"),
        "Wrong": PageProps("Wrong", "Wrong", "here", wikibase_item="Q2"),
        "Old": PageProps("Old", "Right", "here", redirected=True, wikibase_item="Q1"),
        "Gone": PageProps("Gone", "Gone", "missing"),
        "Many": PageProps("Many", "Many", "here", wikibase_item="Q3", disambiguation=True),
        "Alone": PageProps("Alone", "Alone", "here"),
    }
    wanted = [Wanted(title, "event", "Q1") for title in ("Right", "Wrong", "Gone", "Many", "Alone")]
    rows = {row["title"]: row for row in resolve([*wanted, Wanted("Old", "scientific")], lambda _: props)}
    assert {title: (row["qid"], row["status"]) for title, row in rows.items()} == {
        "Right": ("Q1", "ok"),
        "Wrong": ("Q2", "ok"),
        "Gone": (None, "failed"),
        "Many": (None, "failed"),
        "Alone": (None, "failed"),
        "Old": ("Q1", "failed"),
    }
    assert rows["Wrong"]["listed_qid"] == "Q1"
    assert rows["Old"]["reason"] == "it is the same article as 'Right' (Q1)"
    assert rows["Many"]["reason"] == "it is a disambiguation page"
