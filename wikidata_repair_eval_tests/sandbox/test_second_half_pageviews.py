"""Pageviews over HTTP: missing months are missing rows, nothing at all is a 404 and no failure."""

import pytest

from wikidata_repair_eval.sandbox.second_half.articles.model import Article, Redirect
from wikidata_repair_eval_tests.sandbox.second_half_world import article_world, in_path, serving

BASE = "/pageviews/per-article/en.wikipedia/all-access/user/"
YEAR = "/monthly/2025010100/2025123100"


@pytest.fixture(scope="module")
def world():
    return article_world()


@pytest.fixture(scope="module")
def client(world):
    with serving(world) as served:
        yield served


@pytest.fixture(scope="module")
def answers(client, world):
    """title -> (status, items) of a year, for every page."""
    found = {}
    for title in world.articles.pages:
        answer = client.get(BASE + in_path(title) + YEAR)
        found[title] = (answer.status_code, answer.json().get("items", []))
    return found


def test_rows_have_the_keys_of_the_real_ones(client, answers):
    title, (_status, items) = next(entry for entry in answers.items() if entry[1][0] == 200)
    row = dict(items[0])
    assert row.pop("views") > 0
    assert row.pop("timestamp").startswith("2025")
    assert row == {
        "project": "en.wikipedia",
        "article": title.replace(" ", "_"),
        "granularity": "monthly",
        "access": "all-access",
        "agent": "user",
    }


def test_months_without_views_are_missing_rows_and_never_zeros(answers):
    rows = [items for status, items in answers.values() if status == 200]
    assert any(0 < len(items) < 12 for items in rows)
    assert any(len(items) == 12 for items in rows)
    assert all(item["views"] > 0 for items in rows for item in items)


def test_an_article_nobody_reads_and_a_wrong_title_are_the_same_404(client, answers):
    assert any(status == 404 for status, _items in answers.values())
    answer = client.get(BASE + "No_such_page" + YEAR)
    assert answer.status_code == 404
    assert answer.json().keys() == {"detail", "status", "title"}
    assert (answer.json()["status"], answer.json()["title"]) == (404, "Not Found")


def test_popularity_differs_by_orders_of_magnitude(answers):
    totals = sorted(
        sum(item["views"] for item in items) for status, items in answers.values() if status == 200
    )
    assert totals[-1] > 1000 * totals[0]


def test_redirects_are_counted_under_their_own_title_and_read_less(answers, world):
    pages = world.articles.pages
    views = {title: sum(item["views"] for item in items) for title, (_status, items) in answers.items()}
    redirects = [views[title] for title, page in pages.items() if isinstance(page, Redirect)]
    articles = [views[title] for title, page in pages.items() if isinstance(page, Article)]
    assert 0 < max(redirects) < max(articles) / 10


def test_a_slash_in_the_title_must_be_encoded(client, world):
    title = next(title for title in world.articles.pages if "/" in title)
    assert client.get(BASE + title.replace(" ", "_") + YEAR).json()["detail"] == "Invalid route"
    assert client.get(BASE + in_path(title) + YEAR).json().get("detail") != "Invalid route"


def test_only_whole_months_that_are_over_are_counted(client, answers):
    title = next(title for title, (_status, items) in answers.items() if len(items) == 12)
    months = [
        item["timestamp"]
        for item in client.get(BASE + in_path(title) + "/monthly/2026021500/2026123100").json()["items"]
    ]
    assert months == ["2026030100", "2026040100", "2026050100"]  # the world's clock stands at 1 June 2026


@pytest.mark.parametrize(
    "path",
    [
        "all-access/user/France/monthly/2025130100/2025123100",
        "all-access/user/France/monthly/2026010100/2025010100",
        "all-access/user/France/yearly/2025010100/2025123100",
        "no-access/user/France/monthly/2025010100/2025123100",
    ],
)
def test_a_malformed_question_is_a_400(client, path):
    assert client.get("/pageviews/per-article/en.wikipedia/" + path).status_code == 400


def test_wikimedias_own_path_gives_the_same(client, answers):
    title = next(title for title, (status, _items) in answers.items() if status == 200)
    path = "/en.wikipedia/all-access/user/" + in_path(title) + YEAR
    other = client.get("/api/rest_v1/metrics/pageviews/per-article" + path)
    assert other.json()["items"] == answers[title][1]
