"""Wikipedia over HTTP: HTML in Parsoid's form, three kinds of redirect, page properties, summaries."""

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

import orjson
import pytest

from wikidata_repair_eval.sandbox.second_half.articles.model import Disambiguation, Redirect
from wikidata_repair_eval_tests.sandbox.second_half_world import (
    CLOCK,
    article_world,
    in_path,
    item,
    serving,
    world_of,
)

REST = "/wikipedia/w/rest.php/v1/page/"
V1 = "/wikipedia/api/rest_v1/page/"
API = "/wikipedia/w/api.php"
PAGEPROPS = {"action": "query", "format": "json", "prop": "pageprops", "ppprop": "wikibase_item"}


@pytest.fixture(scope="module")
def world():
    return article_world()


@pytest.fixture(scope="module")
def client(world):
    with serving(world) as served:
        yield served


@pytest.fixture(scope="module")
def articles(world):
    return [article for article in world.articles.articles() if article.qid]


@pytest.fixture(scope="module")
def redirect(world):
    pages = world.articles.pages
    return next(
        page
        for page in pages.values()
        if isinstance(page, Redirect)
        and not isinstance(pages[page.target], Redirect)
        and "/" not in page.target
    )


@pytest.fixture(scope="module")
def double_redirect(world):
    pages = world.articles.pages
    return next(
        p for p in pages.values() if isinstance(p, Redirect) and isinstance(pages[p.target], Redirect)
    )


@pytest.fixture(scope="module")
def disambiguation(world):
    return next(page for page in world.articles.pages.values() if isinstance(page, Disambiguation))


# --- with_html and html -------------------------------------------------------------------------------------


def test_with_html_has_the_keys_of_the_real_answer(client, articles):
    article = articles[0]
    body = client.get(f"{REST}{in_path(article.page.title)}/with_html").json()
    assert body.keys() == {"id", "key", "title", "latest", "content_model", "license", "html"}
    assert body["latest"] == {"id": article.page.revision_id, "timestamp": article.page.timestamp}
    assert body["key"] == article.page.title.replace(" ", "_")
    answer = client.get(f"{REST}{in_path(article.page.title)}/html")
    assert answer.text == body["html"]
    assert answer.headers["content-type"].startswith("text/html; charset=utf-8; profile=")


def test_an_unchanged_page_is_not_sent_again(client, articles):
    path = f"{REST}{in_path(articles[0].page.title)}/html"
    etag = client.get(path).headers["ETag"]
    assert client.get(path, {"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("sign", list("/?&+%'"))
def test_a_title_with_an_awkward_sign_is_found_when_it_is_encoded(client, articles, sign):
    article = next(article for article in articles if sign in article.page.title)
    body = client.get(f"{REST}{in_path(article.page.title)}/with_html").json()
    assert body["title"] == article.page.title


def test_a_title_with_a_slash_that_is_not_encoded_matches_no_route(client, articles):
    title = next(article.page.title for article in articles if "/" in article.page.title)
    answer = client.get(f"{REST}{title.replace(' ', '_')}/with_html")
    assert (answer.status_code, answer.json()["errorKey"]) == (404, "rest-no-match")


def test_a_title_with_a_question_mark_that_is_not_encoded_is_another_title(client, articles):
    title = next(article.page.title for article in articles if "?" in article.page.title)
    answer = client.get(f"{REST}{title.replace(' ', '_')}/with_html")
    assert answer.status_code == 404


def test_a_missing_page_is_a_404_in_json(client):
    answer = client.get(REST + "No_such_page/html")
    assert answer.status_code == 404
    assert answer.json() == {
        "errorKey": "rest-nonexistent-title",
        "messageTranslations": {"en": "The specified page (No_such_page) does not exist"},
        "httpCode": 404,
        "httpReason": "Not Found",
    }


def test_a_title_in_another_spelling_is_sent_to_the_wikis_own_by_301(client, articles):
    title = next(a.page.title for a in articles if " " in a.page.title and a.page.title[0].isalpha())
    asked = title[0].lower() + title[1:]
    answer = client.get(f"{REST}{asked.replace(' ', '%20')}/with_html?flavor=view")
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"{REST}{in_path(title)}/with_html?flavor=view"


def test_a_wiki_redirect_is_a_307_one_level_deep(client, redirect, double_redirect):
    answer = client.get(f"{REST}{in_path(redirect.page.title)}/with_html")
    assert answer.status_code == 307
    assert answer.headers["Location"] == f"{REST}{in_path(redirect.target)}/with_html?redirect=no"
    assert client.follow(f"{REST}{in_path(redirect.page.title)}/with_html").json()["title"] == redirect.target
    half_way = client.follow(f"{REST}{in_path(double_redirect.page.title)}/with_html").json()
    assert half_way["title"] == double_redirect.target
    assert "mw:PageProp/redirect" in half_way["html"]


def test_redirect_no_shows_the_redirect_page_itself(client, redirect):
    body = client.get(f"{REST}{in_path(redirect.page.title)}/with_html", redirect="no").json()
    assert body["title"] == redirect.page.title
    assert body["redirect_target"] == f"{REST}{in_path(redirect.target)}/with_html"


# --- Parsoid's form -----------------------------------------------------------------------------------------


def html_of(client, title):
    return client.get(f"{REST}{in_path(title)}/html").text


def test_revision_page_id_and_base_stand_in_the_head(client, articles):
    page = articles[0].page
    html = html_of(client, page.title)
    assert f'about="https://en.wikipedia.org/wiki/Special:Redirect/revision/{page.revision_id}"' in html
    assert f'<meta property="mw:pageId" content="{page.page_id}"/>' in html
    assert '<base href="//en.wikipedia.org/wiki/"/>' in html


def test_data_mw_of_the_infobox_is_on_the_style_and_not_on_the_table(client, articles):
    for article in articles:
        html = html_of(client, article.page.title)
        table = re.search(r'<table class="infobox[^>]*>', html).group()
        assert "data-mw" not in table
        assert "mw:Transclusion" not in table
        about = re.search(r'about="(#mwt\d+)"', table).group(1)
        style = re.search(rf"<style [^>]*about=\"{about}\" data-mw='([^']*)'[^>]*>", html)
        data = orjson.loads(unescape(style.group(1)))
        assert data["parts"][0]["template"]["target"]["wt"] == article.draft.infobox
        assert "mw:Extension/templatestyles mw:Transclusion" in style.group()


def test_some_rows_of_an_infobox_are_not_in_the_template_parameters(client, articles):
    html = html_of(client, articles[0].page.title)
    parameters = orjson.loads(unescape(re.search(r"<style [^>]*data-mw='([^']*)'", html).group(1)))
    named = parameters["parts"][0]["template"]["params"].keys()
    labels = re.findall(r'class="infobox-label">([^<]*)<', html)
    missing = [label for label in labels if unescape(label).lower().replace(" ", "_") not in named]
    assert 0 < len(missing) < len(labels)


def test_sections_nest_and_are_numbered(client, articles):
    html = html_of(client, articles[0].page.title)
    numbers = [int(number) for number in re.findall(r'data-mw-section-id="(\d+)"', html)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 4
    assert re.search(r"</section></section></body>|</section><div.*</section></body>", html, re.DOTALL)
    assert html.count("<section") == html.count("</section>")


def test_birthdays_are_hidden_iso_dates_beside_the_visible_ones(client, articles):
    html = html_of(client, articles[0].page.title)
    day = articles[0].draft.facts[2].value.time[1:11]
    assert f'<span style="display:none"> (<span class="bday">{day}</span>) </span>' in html


def test_what_a_reader_of_articles_must_drop_is_there(client, articles):
    pages = [html_of(client, article.page.title) for article in articles]
    for sign in (
        'class="navbox"',
        "mw-references-wrap",
        'typeof="mw:Extension/ref"',
        "shortdescription",
        "redlink=1",
    ):
        assert all(sign in html for html in pages), sign
    for sign in ("hatnote", "ambox"):
        assert any(sign in html for html in pages), sign
        assert not all(sign in html for html in pages), sign


def test_element_ids_are_unique(client, articles):
    for article in articles:
        ids = re.findall(r' id="(mw[^"]*)"', html_of(client, article.page.title))
        assert len(ids) == len(set(ids))


def test_wikilinks_lead_to_pages_that_exist(client, articles, world):
    html = html_of(client, articles[0].page.title)
    links = re.findall(r'<a rel="mw:WikiLink" href="([^"]*)" title="([^"]*)"', html)
    assert links
    for _href, title in links:
        assert unescape(title) in world.articles.pages


def test_a_disambiguation_page_says_so_in_the_html_the_summary_and_the_page_properties(
    client, disambiguation
):
    title = disambiguation.page.title
    assert '<meta property="mw:PageProp/disambiguation"' in html_of(client, title)
    assert client.get(f"{V1}summary/{in_path(title)}").json()["type"] == "disambiguation"
    answer = client.get(API, action="query", format="json", formatversion=2, prop="pageprops", titles=title)
    [page] = answer.json()["query"]["pages"]
    assert page["pageprops"] == {"wikibase_item": disambiguation.qid, "disambiguation": ""}


# --- the older REST -----------------------------------------------------------------------------------------


def test_rest_v1_sends_redirects_on_by_302_with_a_relative_address(client, redirect):
    path = f"{V1}html/{in_path(redirect.page.title)}"
    answer = client.get(path)
    assert answer.status_code == 302
    assert not urlsplit(answer.headers["Location"]).netloc
    assert urljoin(path, answer.headers["Location"]) == f"{V1}html/{in_path(redirect.target)}"
    stays = client.get(path, redirect="false")
    assert (stays.status_code, "mw:PageProp/redirect" in stays.text) == (200, True)


def test_the_summary_has_the_keys_of_the_real_one_and_the_revision_as_text(client, articles):
    article = articles[0]
    body = client.get(f"{V1}summary/{in_path(article.page.title)}").json()
    assert list(body) == [
        *("type", "title", "displaytitle", "namespace", "wikibase_item", "titles", "pageid", "lang", "dir"),
        *("revision", "tid", "timestamp", "description", "description_source", "content_urls"),
        *("extract", "extract_html"),
    ]
    assert body["revision"] == str(article.page.revision_id)
    assert body["wikibase_item"] == article.qid
    assert body["type"] == "standard"
    assert body["content_urls"]["desktop"].keys() == {"page", "revisions", "edit", "talk"}


def test_an_article_without_item_has_no_item_in_its_summary(client, world):
    article = next(article for article in world.articles.articles() if article.qid is None)
    assert "wikibase_item" not in client.get(f"{V1}summary/{in_path(article.page.title)}").json()


@pytest.mark.parametrize("path", ["summary/Nothing_here", "html/Nothing_here", "html/a/b", "other/France"])
def test_rest_v1_answers_404_in_json(client, path):
    answer = client.get(V1 + path)
    assert (answer.status_code, answer.json()["title"]) == (404, "Not found.")


# --- api.php ------------------------------------------------------------------------------------------------


def test_titles_are_normalised_and_redirects_followed_and_both_are_told(client, redirect, articles, world):
    title = redirect.page.title
    asked = (title[0].lower() + title[1:]).replace(" ", "_")
    answer = client.get(API, **PAGEPROPS, formatversion=2, redirects=1, titles=asked).json()
    assert answer["batchcomplete"] is True
    query = answer["query"]
    assert query["normalized"] == [{"fromencoded": False, "from": asked, "to": title}]
    assert query["redirects"] == [{"from": title, "to": redirect.target}]
    target = world.articles.pages[redirect.target]
    assert query["pages"] == [
        {
            "pageid": target.page.page_id,
            "ns": 0,
            "title": redirect.target,
            "pageprops": {"wikibase_item": target.qid},
        }
    ]


def test_without_redirects_the_redirect_page_answers_for_itself_and_has_no_item(client, redirect):
    answer = client.get(API, **PAGEPROPS, formatversion=2, titles=redirect.page.title).json()
    [page] = answer["query"]["pages"]
    assert page == {"pageid": redirect.page.page_id, "ns": 0, "title": redirect.page.title}


def test_a_double_redirect_is_followed_to_its_end_and_a_section_is_named(client, double_redirect, world):
    pages = world.articles.pages
    answer = client.get(
        API, **PAGEPROPS, formatversion=2, redirects=1, titles=double_redirect.page.title
    ).json()
    assert [step["from"] for step in answer["query"]["redirects"]] == [
        double_redirect.page.title,
        double_redirect.target,
    ]
    assert "pageprops" in answer["query"]["pages"][0]
    section = next(p for p in pages.values() if isinstance(p, Redirect) and p.fragment)
    answer = client.get(API, **PAGEPROPS, formatversion=2, redirects=1, titles=section.page.title).json()
    assert answer["query"]["redirects"][0]["tofragment"] == section.fragment


def test_missing_and_invalid_titles_in_both_format_versions(client):
    query = {**PAGEPROPS, "titles": "No such page|Bad[title|France"}
    old = client.get(API, **query).json()
    assert old["batchcomplete"] == ""
    assert old["query"]["pages"]["-1"] == {"ns": 0, "title": "No such page", "missing": ""}
    assert old["query"]["pages"]["-2"]["invalid"] == ""
    new = client.get(API, **query, formatversion=2).json()["query"]["pages"]
    assert [page.get("missing", page.get("invalid")) for page in new] == [None, True, True]


def test_fifty_titles_are_answered_and_fifty_one_refused_with_http_200(client, articles):
    titles = [article.page.title for article in articles] + [f"Missing {n}" for n in range(50)]
    answer = client.post(API, data={**PAGEPROPS, "formatversion": "2", "titles": "|".join(titles[:50])})
    assert len(answer.json()["query"]["pages"]) == 50
    refused = client.post(API, data={**PAGEPROPS, "titles": "|".join(titles[:51])})
    assert (refused.status_code, refused.json()["error"]["code"]) == (200, "toomanyvalues")


def test_a_plus_sign_survives_the_query_string_only_when_it_is_encoded(client, articles):
    title = next(article.page.title for article in articles if "+" in article.page.title)
    [found] = client.get(API, **PAGEPROPS, formatversion=2, titles=title).json()["query"]["pages"]
    assert found["title"] == title
    raw = f"{API}?action=query&format=json&formatversion=2&prop=pageprops&titles={title.replace(' ', '_')}"
    [lost] = client.get(raw).json()["query"]["pages"]
    assert lost["missing"] is True


def test_the_clock_is_the_worlds_and_unknown_props_only_warn(client):
    answer = client.get(
        API, action="query", format="json", prop="pageprops|nonsense", curtimestamp=1, titles="France"
    )
    assert answer.json()["curtimestamp"] == CLOCK
    assert "nonsense" in answer.json()["warnings"]["query"]["*"]
    assert "query" in answer.json()


@pytest.mark.parametrize("query", [{}, {"action": "edit", "format": "json"}, {"action": "query"}])
def test_what_the_api_does_not_do_is_an_error_with_http_200(client, query):
    answer = client.get(API, **query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (200, "badvalue")


# --- worlds without planted articles ------------------------------------------------------------------------


def test_every_english_sitelink_of_the_world_has_at_least_a_stub():
    with serving(
        world_of(item("Q42", title="Douglas Adams", en="Douglas Adams"), item("Q43", en="x"))
    ) as client:
        body = client.get(f"{V1}summary/Douglas_Adams").json()
        assert (body["wikibase_item"], body["extract"]) == ("Q42", "Douglas Adams is a topic.")
        assert client.get(f"{REST}Douglas_Adams/html").status_code == 200
