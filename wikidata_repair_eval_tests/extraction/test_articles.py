"""Articles over real HTTP: titles, the cache and its modes, and what is refused."""

import pytest

from wikidata_repair_eval.extraction import CacheOnlyError, NotAnArticle, WikipediaClient
from wikidata_repair_eval.extraction.article_cache import ArticleCache
from wikidata_repair_eval.extraction.articles import NoArticle, title_in
from wikidata_repair_eval.net.errors import NetError, TransientError
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.sandbox.second_half.articles.model import Article, Disambiguation, Redirect
from wikidata_repair_eval_tests.extraction.served import served_source, source_at
from wikidata_repair_eval_tests.sandbox.second_half_world import article_world

WORLD = article_world()
DAY = 24 * 3600.0
NOWHERE = source_at("http://127.0.0.1:9")


def of_kind(kind):
    return [page for page in WORLD.articles.pages.values() if isinstance(page, kind)]


ARTICLE = next(page for page in of_kind(Article) if page.domain == "biography_historical")


@pytest.fixture(scope="module")
def source():
    with served_source(WORLD) as (found, _):
        yield found


@pytest.fixture
def clock():
    return [1_000_000.0]


@pytest.fixture
def client(source, tmp_path, clock):
    with WikipediaClient(tmp_path, source, now=lambda: clock[0]) as made:
        yield made


def test_an_article_comes_with_its_titles_revision_markdown_links_and_infobox(client):
    article = client.get(ARTICLE.page.title)
    assert (article.title, article.revision) == (ARTICLE.page.title, ARTICLE.page.revision_id)
    assert article.markdown.startswith(f"# {ARTICLE.page.title}\n")
    assert article.links
    assert "Born" in [row.label for row in article.infobox]
    assert article.from_cache is False


def test_a_redirect_keeps_the_asked_title_and_tells_where_the_content_comes_from(client):
    redirects = [
        page for page in of_kind(Redirect) if isinstance(WORLD.articles.pages.get(page.target), Article)
    ]
    article = client.get(redirects[0].page.title)
    assert (article.requested, article.title) == (redirects[0].page.title, redirects[0].target)
    assert article.redirected is True


def test_titles_with_marks_of_addresses_are_asked_for_correctly(client):
    odd = [page.page.title for page in of_kind(Article) if set(page.page.title) & set("/?&%+")]
    assert len(odd) >= 4
    assert [client.get(title).title for title in odd] == odd


def test_an_item_is_found_by_its_sitelink(client):
    assert client.get(ARTICLE.qid).title == ARTICLE.page.title
    with pytest.raises(NoArticle, match="has no article"):
        client.get("Q999999999")


def test_a_disambiguation_page_is_refused_and_not_kept(client, tmp_path):
    title = of_kind(Disambiguation)[0].page.title
    with pytest.raises(NotAnArticle, match="disambiguation"):
        client.get(title)
    assert not list(tmp_path.rglob("*.json"))


def test_a_missing_page_is_an_error_and_never_an_empty_article(client, tmp_path):
    with pytest.raises(PageMissing):
        client.get("No such page at all")
    assert not list(tmp_path.rglob("*.json"))


def test_a_failed_fetch_is_an_error_and_never_a_cached_placeholder(tmp_path):
    with WikipediaClient(tmp_path, NOWHERE) as client:
        with pytest.raises(TransientError):
            client.get("Paris")
    assert not list(tmp_path.rglob("*.json"))


def test_the_cache_serves_while_fresh_and_is_refreshed_when_old(client, clock):
    title = ARTICLE.page.title
    client.get(title)
    clock[0] += 29 * DAY
    assert client.get(title).from_cache is True
    clock[0] += 2 * DAY
    assert client.get(title).from_cache is False


def test_no_cache_neither_reads_nor_writes(client, tmp_path):
    title = ARTICLE.page.title
    client.get(title, cache="no")
    assert not list(tmp_path.rglob("*.json"))
    client.get(title)
    assert client.get(title, cache="no").from_cache is False


def test_cache_only_needs_no_network_at_any_age_and_raises_where_there_is_nothing(client, tmp_path):
    fresh = client.get(ARTICLE.page.title)
    with WikipediaClient(tmp_path, NOWHERE, now=lambda: 9e9) as offline:
        article = offline.get(ARTICLE.page.title, cache="only")
        with pytest.raises(CacheOnlyError, match="not in the cache"):
            offline.get("Paris", cache="only")
    assert (article.markdown, article.from_cache) == (fresh.markdown, True)


def test_an_old_entry_is_not_served_when_the_fetch_fails(client, tmp_path):
    client.get(ARTICLE.page.title)
    with WikipediaClient(tmp_path, NOWHERE, now=lambda: 9e9) as offline:
        with pytest.raises(NetError):
            offline.get(ARTICLE.page.title)


def test_a_broken_cache_file_is_as_good_as_none(client, tmp_path):
    client.get(ARTICLE.page.title)
    [file] = tmp_path.rglob("*.json")
    file.write_bytes(file.read_bytes()[:100])
    assert client.get(ARTICLE.page.title).from_cache is False
    assert client.get(ARTICLE.page.title).from_cache is True


def test_cache_keys_keep_like_titles_apart(tmp_path):
    cache = ArticleCache(tmp_path, "wikidata")
    titles = ["C", "c", "C++", "C#", "C/C++", "東京", "大阪", "A" * 250, "A" * 251, "", "../x"]
    assert len({str(cache.path(title)).casefold() for title in titles}) == len(titles)
    assert all(cache.path(title).parent.parent == tmp_path for title in titles)
    assert cache.path("Ire\u0300ne") == cache.path("Irène")  # one title in two Unicode forms
    assert ArticleCache(tmp_path, "sandbox").path("C") != cache.path("C")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param("Marie_Curie", "Marie Curie", id="underscores"),
        pytest.param("https://en.wikipedia.org/wiki/Marie_Curie", "Marie Curie", id="an address"),
        pytest.param("https://en.wikipedia.org/wiki/C%2B%2B#History", "C++", id="encoded, with a fragment"),
        pytest.param("https://en.wikipedia.org/wiki/AC/DC", "AC/DC", id="a slash"),
        pytest.param(
            "https://en.wikipedia.org/w/index.php?title=Marie_Curie&oldid=1", "Marie Curie", id="index.php"
        ),
        pytest.param("Who Painted the Meridian?", "Who Painted the Meridian?", id="a question mark"),
    ],
)
def test_titles_in_addresses(text, title):
    assert title_in(text) == title
