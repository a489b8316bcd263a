"""Search over HTTP: Tavily's shape, keys, domains, and pages that do or do not hold answers."""

import pytest

from wikidata_repair_eval_tests.sandbox.second_half_world import (
    article_world,
    item,
    points_to,
    prop,
    serving,
    statement,
    world_of,
)

KEY = {"Authorization": "Bearer tvly-sandbox"}


@pytest.fixture(scope="module")
def world():
    return article_world()


@pytest.fixture(scope="module")
def client(world):
    with serving(world) as served:
        yield served


def ask(client, query, headers=KEY, **more):
    return client.post("/search", json={"query": query, **more}, headers=headers)


def title_of(world, domain):
    return next(article.page.title for article in world.articles.articles() if article.domain == domain)


def test_the_answer_has_the_keys_of_the_real_one(client, world):
    body = ask(client, title_of(world, "organization")).json()
    assert list(body)[:6] == ["query", "follow_up_questions", "answer", "images", "results", "response_time"]
    assert body["answer"] is None
    assert isinstance(body["response_time"], float)
    assert body["results"][0].keys() == {"title", "url", "content", "score", "raw_content"}
    assert body["results"][0]["raw_content"] is None


def test_the_article_that_is_asked_for_comes_first_and_scores_fall(client, world):
    title = title_of(world, "event")
    results = ask(client, f"When and where was the {title}?").json()["results"]
    assert title in results[0]["title"]
    scores = [result["score"] for result in results]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_max_results_is_kept_and_five_is_the_default(client, world):
    assert len(ask(client, "company").json()["results"]) == 5
    assert len(ask(client, "company", max_results=2).json()["results"]) == 2
    assert ask(client, "company", max_results=0).json()["results"] == []


def test_excluded_domains_and_their_subdomains_are_left_out(client, world):
    title = title_of(world, "scientific")
    hosts = [result["url"].split("/")[2] for result in ask(client, title, max_results=20).json()["results"]]
    assert {"en.wikipedia.org", "www.wikiwand.com", "almanac.example"} <= set(hosts)
    results = ask(client, title, max_results=20, exclude_domains=["wikipedia.org", "www.wikiwand.com"]).json()
    assert {result["url"].split("/")[2] for result in results["results"]} == {"almanac.example"}


def test_included_domains_are_all_there_is(client, world):
    results = ask(client, "company", max_results=20, include_domains=["almanac.example"]).json()["results"]
    assert results
    assert all(result["url"].startswith("https://almanac.example/") for result in results)


def test_a_query_in_another_script_finds_its_page_and_not_another(client, world):
    titles = [article.page.title for article in world.articles.articles()]
    foreign = next(title for title in titles if not title.isascii() and title.isalpha() and len(title) < 8)
    results = ask(client, foreign).json()["results"]
    assert results
    assert all(foreign in result["title"] for result in results)


def test_nothing_found_is_an_empty_list(client):
    assert ask(client, "xyzzyqwert").json()["results"] == []


def test_raw_content_answer_and_usage_come_only_when_asked_for(client, world):
    more = {"include_raw_content": True, "include_answer": "basic", "include_usage": True}
    body = ask(client, title_of(world, "event"), **more).json()
    assert body["results"][0]["raw_content"].startswith(body["results"][0]["content"])
    assert body["answer"]
    assert body["usage"] == {"credits": 1}


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 401, id="no key"),
        pytest.param({"Authorization": "Bearer sk-other"}, 401, id="the key of another service"),
        pytest.param({"Authorization": "tvly-naked"}, 401, id="no scheme"),
        pytest.param({"Authorization": "Bearer tvly-limited-1"}, 429, id="too fast"),
        pytest.param({"Authorization": "Bearer tvly-spent-1"}, 432, id="plan used up"),
    ],
)
def test_keys_choose_the_refusal(client, headers, status):
    answer = ask(client, "anything", headers)
    assert answer.status_code == status
    assert isinstance(answer.json()["detail"]["error"], str)
    assert ("Retry-After" in answer.headers) == (status == 429)


def test_a_key_in_the_body_opens_nothing(client):
    assert ask(client, "anything", {}, api_key="tvly-sandbox").status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"not json", id="not JSON"),
        pytest.param(b"[]", id="not an object"),
        pytest.param(b"{}", id="no query"),
        pytest.param(b'{"query": "x", "max_results": 21}', id="too many results"),
        pytest.param(b'{"query": "x", "max_results": true}', id="results that are no number"),
        pytest.param(b'{"query": "x", "search_depth": "abyss"}', id="unknown depth"),
        pytest.param(b'{"query": "x", "exclude_domains": "wikidata.org"}', id="domains that are no list"),
    ],
)
def test_a_bad_request_is_a_400(client, body):
    answer = client.post("/search", data=body, headers=KEY)
    assert answer.status_code == 400
    assert answer.json()["detail"]["error"]


# --- pages about repairs ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def repaired():
    """Thirty people whose birthplaces only the outside world knows."""
    people = [
        item(f"Q{n}", {"P19": [statement(f"Q{n}$A", points_to("P19", "Q900"))]}, en=f"Person Nr{n}")
        for n in range(100, 130)
    ]
    world = world_of(prop("P19", "wikibase-item"), item("Q900", en="Quelimane"), *people)
    world.truth.repairs = [
        {"qid": entity["id"], "property": "P19", "class": "TypeA" if entity["id"] == "Q129" else "TypeC"}
        for entity in people
    ]
    with serving(world) as served:
        yield served


def answered(client, number, **more):
    results = ask(client, f"Person Nr{number} label of P19", **more).json()["results"]
    mine = [result for result in results if f"Q{number}" in result["url"]]
    return {result["url"].split("/")[2]: "Quelimane" in result["content"] for result in mine}


def test_wikidata_always_gives_the_answer_away_unless_it_is_excluded(repaired):
    found = [answered(repaired, number) for number in range(100, 129)]
    assert all(pages["www.wikidata.org"] for pages in found)
    found = [answered(repaired, number, exclude_domains=["wikidata.org"]) for number in range(100, 129)]
    assert all("www.wikidata.org" not in pages for pages in found)


def test_some_answers_can_be_found_elsewhere_and_some_cannot(repaired):
    found = [answered(repaired, number, exclude_domains=["wikidata.org"]) for number in range(100, 129)]
    with_answer = [pages for pages in found if any(pages.values())]
    assert 0 < len(with_answer) < len(found)
    assert all(pages["gazette.example"] is False for pages in found)


def test_repairs_that_need_no_outside_world_have_no_page(repaired):
    assert answered(repaired, 129) == {}


def test_the_same_question_has_the_same_answer(client):
    assert ask(client, "lighthouse").content == ask(client, "lighthouse").content
