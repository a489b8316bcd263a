"""Ground truth from a real SPARQL engine over real HTTP."""

import pytest

from wikidata_repair_eval.extraction import NoItem, Scorer, WikidataClient, WikipediaClient
from wikidata_repair_eval.extraction.infobox import infobox_triples
from wikidata_repair_eval.net.errors import TransientError
from wikidata_repair_eval.sandbox.second_half.articles.model import Article, Disambiguation
from wikidata_repair_eval_tests.extraction.served import served_source, source_at
from wikidata_repair_eval_tests.sandbox.second_half_world import (
    JULIAN,
    article_world,
    item,
    points_to,
    prop,
    statement,
    time_content,
    value,
    world_of,
)

EXCLUDED = {
    "P214": "external-id",
    "P18": "commonsMedia",
    "P856": "url",
    "P3896": "geo-shape",
    "P4150": "tabular-data",
    "P2534": "math",
}


def small_world():
    year = value("P585", "time", time_content("+2001-00-00T00:00:00Z", 9))
    amount = {"amount": "+20.5", "unit": "http://www.wikidata.org/entity/Q11573"}
    place = {
        "latitude": 48.8566,
        "longitude": 2.3522,
        "precision": 0.0001,
        "globe": "http://www.wikidata.org/entity/Q2",
    }
    claims = {
        "P31": [statement("Q1$A", points_to("P31", "Q5"))],
        "P40": [statement("Q1$B", {"snaktype": "novalue", "property": "P40"})],
        "P19": [statement("Q1$C", {"snaktype": "somevalue", "property": "P19"})],
        "P569": [
            statement("Q1$D", value("P569", "time", time_content("+1642-12-25T00:00:00Z", 11, JULIAN))),
            statement("Q1$E", value("P569", "time", time_content("+1700-01-01T00:00:00Z", 9)), "deprecated"),
        ],
        "P2048": [statement("Q1$F", value("P2048", "quantity", amount), qualifiers={"P585": [year]})],
        "P625": [statement("Q1$G", value("P625", "globecoordinate", place))],
        "P1559": [statement("Q1$H", value("P1559", "monolingualtext", {"text": "Иван", "language": "ru"}))],
        "P214": [statement("Q1$I", value("P214", "string", "123"))],
    }
    person = item("Q1", claims, "Ivan", en="Ivan")
    human = item("Q5", en="human")
    human["aliases"] = {
        "en": [{"language": "en", "value": "person"}],
        "de": [{"language": "de", "value": "Mensch"}],
    }
    types = {
        "P31": "wikibase-item",
        "P40": "wikibase-item",
        "P19": "wikibase-item",
        "P569": "time",
        "P585": "time",
        "P2048": "quantity",
        "P625": "globe-coordinate",
        "P1559": "monolingualtext",
        "P214": "external-id",
    }
    paper = item("Q9", {"P31": [statement("Q9$A", points_to("P31", "Q13442814"))]}, en="A paper")
    strings = {pid: [statement(f"Q11${pid}", value(pid, "string", "x"))] for pid in EXCLUDED}
    bare = item("Q10", {}, en="Nothing known")
    only_excluded = item("Q11", strings, mul="Only in mul")
    types |= EXCLUDED
    return world_of(
        *(prop(pid, kind) for pid, kind in types.items()), person, human, paper, bare, only_excluded
    )


@pytest.fixture(scope="module")
def truth():
    with served_source(small_world()) as (source, _), WikidataClient(source) as client:
        yield {qid: client.ground_truth(qid).item for qid in ("Q1", "Q9", "Q10", "Q11")}


def of(found, pid):
    return [one for one in found.statements if one.property_id == pid]


def test_an_item_value_has_its_label_and_its_aliases_in_english(truth):
    [kind] = of(truth["Q1"], "P31")
    assert (kind.value, kind.value_label, kind.value_aliases) == ("Q5", "human", ("person",))


def test_every_excluded_datatype_is_excluded_in_the_spelling_of_its_iri(truth):
    assert truth["Q11"].statements == ()
    assert of(truth["Q1"], "P214") == []


def test_a_label_that_only_mul_holds_is_found(truth):
    assert truth["Q11"].label == "Only in mul"


def test_unknown_absent_and_deprecated_values_are_seen_but_are_not_ground_truth(truth):
    assert [one.snaktype for pid in ("P19", "P40") for one in of(truth["Q1"], pid)] == [
        "somevalue",
        "novalue",
    ]
    assert sorted(one.rank for one in of(truth["Q1"], "P569")) == ["deprecated", "normal"]
    counted = [one.property_id for one in truth["Q1"].statements if one.is_ground_truth]
    assert counted == ["P31", "P569", "P625", "P1559", "P2048"]


def test_precision_calendar_unit_language_and_qualifiers_survive(truth):
    birth = next(one for one in of(truth["Q1"], "P569") if one.rank == "normal")
    assert (birth.precision, birth.calendar) == (11, "Q1985786")
    [height], [name], [place] = (of(truth["Q1"], pid) for pid in ("P2048", "P1559", "P625"))
    assert (height.value, height.unit) == ("20.5", "Q11573")
    assert [pid for pid, _ in height.qualifiers] == ["P585"]
    assert (name.value, name.language) == ("Иван", "ru")
    assert (place.value.upper(), place.precision) == ("POINT(2.3522 48.8566)", 0.0001)


def test_a_scholarly_item_is_found_in_the_other_graph(truth):
    assert [one.value for one in truth["Q9"].statements] == ["Q13442814"]


def test_an_item_without_statements_is_an_answer(truth):
    assert (truth["Q10"].statements, truth["Q10"].label) == ((), "Nothing known")


def test_an_endpoint_that_is_down_is_an_error_and_no_empty_item():
    with WikidataClient(source_at("http://127.0.0.1:9")) as client:
        with pytest.raises(TransientError):
            client.ground_truth("Q1")


def test_what_is_no_item_id_never_reaches_a_query():
    with WikidataClient(source_at("http://127.0.0.1:9")) as client:
        with pytest.raises(ValueError, match="no item id"):
            client.ground_truth("Q1 } DROP")


@pytest.fixture(scope="module")
def served():
    world = article_world()
    with served_source(world) as (source, _):
        yield world, source


def test_the_item_comes_from_the_sitelink_and_its_absence_has_a_reason(served):
    world, source = served
    pages = world.articles.pages.values()
    article = next(page for page in pages if isinstance(page, Article) and page.qid)
    unlinked = next(page for page in pages if isinstance(page, Article) and not page.qid)
    ambiguous = next(page for page in pages if isinstance(page, Disambiguation))
    with WikidataClient(source) as client:
        assert client.qid(article.page.title) == article.qid
        for page, reason in ((unlinked, "not linked"), (ambiguous, "disambiguation")):
            with pytest.raises(NoItem, match=reason):
                client.qid(page.page.title)
        with pytest.raises(NoItem, match="missing"):
            client.qid("No such page at all")


def test_the_infobox_extractor_finds_what_was_planted_from_end_to_end(served, tmp_path):
    world, source = served
    articles = [
        page for page in world.articles.articles() if page.qid and page.domain.startswith("biography")
    ]
    scorer = Scorer()
    with WikipediaClient(tmp_path, source) as wikipedia, WikidataClient(source) as wikidata:
        for page in articles[:4]:
            article = wikipedia.get(page.page.title)
            triples = infobox_triples(article)
            found = scorer.score(wikidata.ground_truth(page.qid).item, triples, article.title)
            # A spouse and a native name that only the article knows are planted there.
            assert found.tp >= 5
            wrong = {triples[match.triple].predicate for match in found.matches if match.type == "partial"}
            assert wrong <= {"pgc:spouse", "pgc:nativeLabel"}
