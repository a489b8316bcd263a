"""The case browser in a real browser, opened from disk with the network watched."""

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from upath import UPath

from wikidata_repair_eval.benchmark.browser.build import build_browser
from wikidata_repair_eval_tests.browser.cases import AWKWARD, case, many, reform, write_release

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    flags = ["--no-sandbox", "--disable-background-networking"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    cases = [case(1, label=AWKWARD), reform(2), case(3, label="東京タワー"), *list(many(130))[3:]]
    write_release(folder / "release", cases, [case(900, label="Lost one", diagnostic_reason="lost")])
    build_browser(UPath(folder / "release"), UPath(folder / "out"), version="1.0-dev")
    return folder / "out" / "index.html"


@pytest.fixture
def page(chromium, site, request):
    opened = chromium.new_page(viewport=getattr(request, "param", LAPTOP))
    opened.troubles = []
    opened.on("pageerror", lambda error: opened.troubles.append(str(error)))
    opened.on("console", lambda message: opened.troubles.append(message.text))
    opened.on("request", lambda r: None if r.url.startswith("file:") else opened.troubles.append(r.url))
    opened.goto(site.as_uri())
    opened.wait_for_selector("#cases tbody tr")
    yield opened
    assert opened.troubles == []
    opened.close()


def status(page) -> str:
    return page.inner_text("#status")


def test_it_opens_from_disk_and_lists_the_cases_without_network(page):
    assert page.inner_text("#about") == "131 cases of release 1.0-dev."
    assert status(page) == "131 cases match; these are 1 to 50."


def test_search_finds_labels_in_any_script_and_ids(page):
    page.fill("#search", "東京")
    assert status(page) == "1 cases match; these are 1 to 1."
    page.fill("#search", "reform_q2")
    assert status(page) == "1 cases match; these are 1 to 1."
    page.fill("#search", "nobody at all")
    assert status(page) == "No case matches these filters."


def test_filters_narrow_the_list_and_can_be_cleared(page):
    page.select_option("select[name=track]", label="T_BOX (1)")
    assert status(page).startswith("1 cases match")
    page.click("button[type=reset]")
    page.wait_for_function("document.getElementById('status').textContent.startsWith('131 ')")


def test_pages_can_be_turned(page):
    page.click("text=Next page")
    assert status(page) == "131 cases match; these are 51 to 100."
    page.click("text=Next page")
    assert status(page) == "131 cases match; these are 101 to 131."


def test_a_case_page_shows_the_whole_story_and_no_markup_of_its_texts(page):
    page.click("#cases tbody a >> nth=0")
    page.wait_for_selector("#case-title")
    text = page.inner_text("#case")
    told = [
        "VIAF 12",
        "12 [preferred]",
        "violated",
        "digits are kept",
        "Wikidata:Database reports",
        "same property",
    ]
    assert [one for one in told if one not in text] == []
    assert page.inner_text("#case-title").startswith("</script>")
    assert page.query_selector("#case img") is None


def test_the_keyboard_alone_opens_a_case_and_comes_back(page):
    page.focus("#cases tbody a >> nth=1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#case-title")
    assert page.evaluate("document.activeElement.id") == "case-title"
    page.focus("text=Back to the list")
    page.keyboard.press("Enter")
    page.wait_for_selector("#cases tbody a >> visible=true")
    assert page.evaluate("document.activeElement.id") == "list-title"


def test_a_case_has_an_address_of_its_own(chromium, site):
    opened = chromium.new_page()
    opened.goto(site.as_uri() + "#case=reform_Q2_P214_7")
    opened.wait_for_selector("#case-title")
    assert "no two entities" in opened.inner_text("#case")
    opened.goto(site.as_uri() + "#case=repair_Q0_0")
    opened.wait_for_selector("text=No such case")
    opened.close()


@pytest.mark.parametrize("page", [PHONE, LAPTOP], indirect=True, ids=["phone", "laptop"])
def test_nothing_is_wider_than_the_screen(page):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.click("#cases tbody a >> nth=0")
    page.wait_for_selector("#case-title")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_every_control_has_a_name_and_every_table_a_caption(page):
    named = "[...document.querySelectorAll('input,select')].every((one) => one.labels.length === 1)"
    assert page.evaluate(named)
    page.click("#cases tbody a >> nth=0")
    page.wait_for_selector("#case-title")
    assert page.evaluate("[...document.querySelectorAll('table')].every((one) => one.caption)")
    levels = page.evaluate(
        "[...document.querySelectorAll('#case h2,#case h3,#case h4')].map((one) => +one.tagName[1])"
    )
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.slow
def test_fifty_thousand_cases_can_be_searched_at_once(chromium, tmp_path):
    write_release(tmp_path / "release", many(50_000))
    build_browser(UPath(tmp_path / "release"), UPath(tmp_path / "out"), version="1.0")
    opened = chromium.new_page()
    opened.goto((tmp_path / "out" / "index.html").as_uri())
    opened.wait_for_selector("#cases tbody tr", timeout=20_000)
    took = opened.evaluate(
        "() => { const start = performance.now(); go(new URLSearchParams('q=person 4999')); "
        "return performance.now() - start; }"
    )
    assert took < 1_000
    assert status(opened).startswith("30 cases match")
    opened.close()
