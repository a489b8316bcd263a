"""A client that knows nothing of us (`mwclient`) reads histories and contents and follows continuations."""

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import mwclient
import pytest

from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval_tests.sandbox.tiny_world import PREFIX, tiny_world


@pytest.fixture(scope="module")
def site() -> Iterator[mwclient.Site]:
    with serve(tiny_world(), result_bytes=2000) as served:
        site = mwclient.Site(
            urlsplit(served.url).netloc, scheme="http", clients_useragent="test (a@example.org)"
        )
        yield site
        site.connection.close()


def test_it_lists_a_history_in_pieces(site: mwclient.Site) -> None:
    page = site.pages["Q5"]
    revisions = list(page.revisions(api_chunk_size=7, prop="ids|timestamp|user"))
    assert [revision["revid"] for revision in revisions] == list(range(1044, 999, -1))


def test_it_lists_a_window(site: mwclient.Site) -> None:
    page = site.pages["Q1"]
    window = page.revisions(start="2026-02-10T00:00:00Z", end="2026-02-12T10:00:00Z", dir="newer", prop="ids")
    assert [revision["revid"] for revision in window] == [109, 104, 105, 106]


def test_it_reads_contents_through_answers_cut_by_size(site: mwclient.Site) -> None:
    page = site.pages["Q5"]
    revisions = list(page.revisions(prop="ids|content", slots="main", dir="newer"))
    values = [
        json.loads(revision["slots"]["main"]["*"])["claims"]["P214"][0]["mainsnak"]["datavalue"]["value"]
        for revision in revisions
    ]
    assert values == [str(number) for number in range(45)]


def test_it_reads_the_text_of_a_report(site: mwclient.Site) -> None:
    page = site.pages[PREFIX + "P31"]
    assert (page.exists, page.namespace, page.text()) == (True, 4, "report of P31")


def test_it_sees_that_a_page_is_gone(site: mwclient.Site) -> None:
    assert not site.pages["Q4"].exists


def test_it_lists_pages_by_prefix(site: mwclient.Site) -> None:
    prefix = PREFIX.removeprefix("Wikidata:")
    pages = site.allpages(prefix=prefix + "P", namespace="4", generator=False, api_chunk_size=1)
    assert list(pages) == [PREFIX + name for name in ("P214", "P31", "P9", "P9/old")]


def test_it_reads_the_log(site: mwclient.Site) -> None:
    assert [event["logid"] for event in site.logevents(title="Q4")] == [7]
