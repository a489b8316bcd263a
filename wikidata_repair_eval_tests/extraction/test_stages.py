"""The run cut into tables: nothing is lost in one, a bad article costs a row, a kill nothing that is done."""

import pyarrow as pa
import pytest

from wikidata_repair_eval.extraction import stages, stored
from wikidata_repair_eval.extraction.articles import Article, NotAnArticle
from wikidata_repair_eval.extraction.ground_truth import GroundTruth
from wikidata_repair_eval.extraction.html import InfoboxRow, InfoboxValue, WikiLink
from wikidata_repair_eval.extraction.records import Item, Statement, Triple
from wikidata_repair_eval.extraction.scorer import Scorer
from wikidata_repair_eval.net.errors import NetError, NotFound, ServerBusy
from wikidata_repair_eval.orchestration.contracts import extraction as contracts

ARTICLE = Article(
    requested="Marie Curie",
    normalised="Marie Curie",
    title="Marie Curie",
    revision=7,
    timestamp="2026-01-01T00:00:00Z",
    redirected=False,
    markdown="# Marie Curie",
    links=(WikiLink("Paris", "Paris"), WikiLink("x", "X", missing=True)),
    infobox=(
        InfoboxRow("Born", (InfoboxValue("1867", None, "1867-11-07"), InfoboxValue("Warsaw", "Warsaw"))),
    ),
    fetched_at=None,
    from_cache=True,
)
ITEM = Item(
    "Q7186",
    "Marie Curie",
    ("Maria Skłodowska",),
    (
        Statement(
            "P569", "1867-11-07T00:00:00Z", "time", precision=11.0, calendar="Q1985727", years="astronomical"
        ),
        Statement("P106", "Q169470", "wikibaseitem", "physicist", ("physics expert",), rank="preferred"),
        Statement(
            "P26", "", "wikibaseitem", snaktype="somevalue", qualifiers=(("P580", "1895"), ("P580", "1896"))
        ),
    ),
)
TRIPLES = [Triple("ex:Marie_Curie", "pgc:birthDate", "1867", 0.9), Triple("s", "p", "o", None)]


def listed(*titles, **more):
    common = {"domain": "event", "listed_qid": None, "qid": "Q1", "status": "ok", "reason": None}
    return [{"title": title, "resolved_title": title, **common, **more} for title in titles]


def through_a_table(row, artifact):
    table = pa.Table.from_pylist(
        [{"title": "Marie Curie", "status": "ok", **row}], schema=artifact.schemas[""]
    )
    return table.to_pylist()[0]


def test_articles_items_and_triples_come_back_from_a_table_as_they_went_in():
    text = through_a_table(stored.article_row(ARTICLE), contracts.WIKIPEDIA_ARTICLES)
    assert stored.article_of(text) == ARTICLE
    truth = GroundTruth(ITEM, "2026-06-01T00:00:00Z")
    assert stored.item_of(through_a_table(stored.item_row(truth), contracts.WIKIDATA_STATEMENTS)) == ITEM
    told = through_a_table({"triples": stored.triple_rows(TRIPLES)}, contracts.EXTRACTED_TRIPLES)
    assert stored.triples_of(told) == TRIPLES


def made(articles, make, tmp_path, say=lambda _: None):
    with stages.RowJournal(tmp_path / "journal.sqlite", "test") as kept:
        return stages.each_article(articles, make, kept, say)


def test_a_bad_article_costs_its_row_which_says_why(tmp_path):
    def make(article):
        if article["title"] == "Bad":
            raise NotAnArticle("it is a disambiguation page")
        return {"value": 1}

    articles = [
        *listed("Good", "Bad", "Fine"),
        *listed("Gone", status="failed", reason="the page is missing"),
    ]
    said = []
    rows = made(articles, make, tmp_path, said.append)
    assert [(row["title"], row["status"], row["reason"]) for row in rows] == [
        ("Good", "ok", None),
        ("Bad", "failed", "NotAnArticle: it is a disambiguation page"),
        ("Fine", "ok", None),
        ("Gone", "failed", "the page is missing"),
    ]
    assert said[0] == "2 of 4: Bad: failed (NotAnArticle: it is a disambiguation page)"


def test_finished_rows_are_not_made_again_and_failures_are_tried_again(tmp_path):
    asked = []

    def make(article):
        asked.append(article["title"])
        if article["title"] == "Busy" and asked.count("Busy") == 1:
            raise ServerBusy("x", "http://x", "busy", "wait")
        return {"value": len(asked)}

    first = made(listed("Good", "Busy"), make, tmp_path)
    second = made(listed("Good", "Busy"), make, tmp_path)
    assert asked == ["Good", "Busy", "Busy"]
    assert [row["status"] for row in first] == ["ok", "failed"]
    assert [(row["status"], row["value"]) for row in second] == [("ok", 1), ("ok", 3)]


def test_a_service_that_answers_nothing_at_all_is_an_error_of_its_own(tmp_path):
    def make(_):
        raise ServerBusy("x", "http://x", "busy", "wait")

    with pytest.raises(NetError):
        made([*listed("A", "B"), *listed("Gone", status="failed", reason="missing")], make, tmp_path)


def test_one_article_that_is_not_there_is_no_service_that_is_down(tmp_path):
    def make(_):
        raise NotFound("x", "http://x", "no such page", "look")

    assert [row["status"] for row in made(listed("A"), make, tmp_path)] == ["failed"]


def rows_for(item, triples):
    items = {"Marie Curie": {**stored.item_row(GroundTruth(item, "2026-06-01T00:00:00Z")), "status": "ok"}}
    told = {"article": "Marie Curie", "revision": 7, "triples": stored.triple_rows(triples), "status": "ok"}
    return items, {"Marie Curie": told}


def test_matches_are_counted_and_what_failed_before_is_told():
    items, told = rows_for(ITEM, TRIPLES)
    broken = {**told["Marie Curie"], "title": "Other", "status": "failed", "reason": "the answer was cut"}
    rows = stages.match(
        listed("Marie Curie", "Other", "New"),
        {**items, "Other": items["Marie Curie"]},
        {**told, "Other": broken},
        Scorer(),
    )
    assert (rows[0]["tp"], rows[0]["fn"], rows[0]["off_subject"]) == (1, 1, 1)
    assert rows[1]["reason"] == "the answer was cut"
    assert "its statements are missing: the list has changed" in rows[2]["reason"]
    assert stages.inconsistencies(rows) == []


@pytest.mark.parametrize(
    "change",
    [{"tp": 2}, {"fn": 0}, {"fp": 1}, {"triples": []}, {"statements": []}],
    ids=["too many right", "too few missed", "too many wrong", "no triples", "no statements"],
)
def test_counts_that_do_not_add_up_are_found(change):
    [row] = stages.match(listed("Marie Curie"), *rows_for(ITEM, TRIPLES), Scorer())
    assert stages.inconsistencies([{**row, **change}]) == ["Marie Curie"]


def test_a_report_of_tables_dates_itself_by_the_servers_and_lists_failures():
    rows = stages.match(listed("Marie Curie", "Other", listed_qid="Q9"), *rows_for(ITEM, TRIPLES), Scorer())
    report = stages.report_of(rows, Scorer().table, {"source": "test"})
    assert report["run_date"] == "2026-06-01T00:00:00Z"
    assert [one["article"] for one in report["failures"]] == ["Other"]
    assert report["articles"][0]["listed_qid"] == "Q9"
    assert report["articles"][0]["requested"] == "Marie Curie"
