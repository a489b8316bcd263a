"""HTML to Markdown, links and infobox rows: what is kept and what is dropped."""

import pytest

from wikidata_repair_eval.extraction.html import (
    InfoboxValue,
    WikiLink,
    content_tree,
    infobox_rows,
    is_disambiguation,
    wiki_links,
)
from wikidata_repair_eval.extraction.markdown import to_markdown

LINK = '<a rel="mw:WikiLink" href="./Lyon" title="Lyon">Lyon</a>'


def page(body: str) -> str:
    section = f'<section data-mw-section-id="0">{body}</section>'
    return f"<html><head><title>T</title></head><body>{section}</body></html>"


def markdown(body: str) -> str:
    return to_markdown("T", content_tree(page(body)))


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        pytest.param("<h2>Early life</h2><p>born</p>", "## Early life\n\nborn", id="headings"),
        pytest.param("<ul><li>one</li><li>two</li></ul>", "- one\n- two", id="lists"),
        pytest.param(f"<p>in {LINK}.</p>", "in [Lyon](./Lyon).", id="links"),
        pytest.param(
            "<table><tr><th>Year</th><th>Prize</th></tr><tr><td>1903</td><td>Physics</td></tr></table>",
            "| Year | Prize |\n| --- | --- |\n| 1903 | Physics |",
            id="tables",
        ),
        pytest.param(
            '<table class="infobox"><tr><th>Born</th><td>1867<br/>Warsaw</td></tr></table>',
            "| Born | 1867; Warsaw |",
            id="the infobox, a row on one line",
        ),
        pytest.param(
            '<table class="infobox"><tr><th>Job</th><td><ul><li>a</li><li>b</li></ul></td></tr></table>',
            "| Job | a; b |",
            id="a list in a cell",
        ),
        pytest.param("<p>snake_case *star*</p>", "snake_case *star*", id="text as it stands"),
        pytest.param("<p>東京</p>", "東京", id="any script"),
    ],
)
def test_content_is_kept(body, kept):
    assert kept in markdown(body)


@pytest.mark.parametrize(
    "noise",
    [
        pytest.param('<sup class="reference" typeof="mw:Extension/ref">NOISE</sup>', id="reference marks"),
        pytest.param('<div class="mw-references-wrap"><ol><li>NOISE</li></ol></div>', id="references"),
        pytest.param('<div class="navbox" role="navigation">NOISE</div>', id="navigation"),
        pytest.param('<table class="box metadata ambox"><tr><td>NOISE</td></tr></table>', id="maintenance"),
        pytest.param('<div role="note" class="hatnote">NOISE</div>', id="hatnotes"),
        pytest.param('<div class="shortdescription">NOISE</div>', id="short descriptions"),
        pytest.param("<style>NOISE</style>", id="styles"),
        pytest.param('<span style="display: none">NOISE</span>', id="hidden text"),
        pytest.param('<span class="mw-editsection">NOISE</span>', id="edit links"),
        pytest.param('<figure typeof="mw:File"><figcaption>NOISE</figcaption></figure>', id="pictures"),
        pytest.param("<section><h2>NOISE</h2></section>", id="a section left empty"),
    ],
)
def test_what_is_no_content_is_dropped(noise):
    text = markdown(f"<p>before</p>{noise}<p>after</p>")
    assert "NOISE" not in text
    assert "before" in text
    assert "after" in text


def test_the_title_is_the_first_heading():
    assert markdown("<p>x</p>").startswith("# T\n\n")


def test_links_are_listed_with_their_targets():
    body = (
        f"{LINK} {LINK}"
        '<a rel="mw:WikiLink" href="./C%2B%2B#History" title="C++">language</a>'
        '<a rel="mw:WikiLink" href="./Nobody?action=edit&amp;redlink=1" class="new">Nobody</a>'
        '<a rel="mw:WikiLink" href="./File:X.jpg">X</a><a rel="mw:ExtLink" href="https://x.example/">out</a>'
    )
    assert wiki_links(content_tree(page(body))) == (
        WikiLink("Lyon", "Lyon"),
        WikiLink("language", "C++"),
        WikiLink("Nobody", "Nobody", missing=True),
    )


def test_a_disambiguation_page_is_known_by_its_page_property():
    assert is_disambiguation('<html><body><meta property="mw:PageProp/disambiguation"/></body></html>')
    assert not is_disambiguation(page("<p>disambiguation</p>"))


BOX = (
    "<style typeof='mw:Transclusion' about='#mwt1' data-mw='{\"parts\":[]}'>.x{}</style>"
    '<table class="infobox vcard" about="#mwt1"><tbody><tr><th colspan="2">T</th></tr>%s'
    "</tbody></table>"
)


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        pytest.param("plain", (InfoboxValue("plain"),), id="text"),
        pytest.param(LINK, (InfoboxValue("Lyon", "Lyon"),), id="a link"),
        pytest.param(
            '<div class="plainlist"><ul><li>a</li><li>b</li></ul></div>',
            (InfoboxValue("a"), InfoboxValue("b")),
            id="a list",
        ),
        pytest.param("a<br/>b", (InfoboxValue("a"), InfoboxValue("b")), id="line breaks"),
        pytest.param(
            '<span style="display:none">(<span class="bday">1965-11-09</span>)</span>9 November 1965',
            (InfoboxValue("9 November 1965", None, "1965-11-09"),),
            id="a hidden date",
        ),
        pytest.param('1867<sup class="reference">[1]</sup>', (InfoboxValue("1867"),), id="a reference"),
        pytest.param(
            '<span class="geo-dms">1°S</span><span class="geo-nondefault" style="display:none">'
            '<span class="geo">-1.0; 2.0</span></span>',
            (InfoboxValue("1°S", None, "-1.0; 2.0"),),
            id="a hidden place",
        ),
    ],
)
def test_infobox_cells(cell, values):
    [row] = infobox_rows(page(BOX % f"<tr><th>Label</th><td>{cell}</td></tr>"))
    assert (row.label, row.values) == ("Label", values)


def test_data_mw_is_never_needed_and_a_nested_tables_rows_are_not_the_infoboxs_own():
    nested = "<tr><td colspan='2'><table><tr><th>Inner</th><td>x</td></tr></table></td></tr>"
    rows = infobox_rows(page(BOX % f"{nested}<tr><th>Outer</th><td>y</td></tr>"))
    assert [row.label for row in rows] == ["Outer"]
    assert infobox_rows(page("<p>no infobox</p>")) == ()
