"""The query endpoints over HTTP: statements, labels, refusals, bounds, and the answer that is cut short."""

import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import pytest

from wikidata_repair_eval.sandbox.second_half import Limits
from wikidata_repair_eval_tests.sandbox.second_half_world import (
    article_world,
    item,
    points_to,
    prop,
    serving,
    statement,
    time_content,
    value,
    world_of,
)

ENTITY = "http://www.wikidata.org/entity/"
JSON = {"Accept": "application/sparql-results+json"}
STATEMENTS = """
SELECT ?prop ?st ?rank ?v ?type WHERE {
  wd:%s ?claim ?st .
  ?prop wikibase:claim ?claim ; wikibase:statementProperty ?ps ; wikibase:propertyType ?type .
  ?st ?ps ?v ; wikibase:rank ?rank .
  FILTER(?type NOT IN (wikibase:ExternalId, wikibase:CommonsMedia, wikibase:Url)) }
"""


def small_world():
    unknown = {"snaktype": "somevalue", "property": "P20"}
    nothing = {"snaktype": "novalue", "property": "P40"}
    year = value("P585", "time", time_content("+2001-00-00T00:00:00Z", 9))
    reference = {"hash": "ab" * 20, "snaks": {"P854": [value("P854", "string", "http://x.example/")]}}
    person = item(
        "Q1",
        {
            "P31": [statement("Q1$AAA", points_to("P31", "Q5"), references=[reference])],
            "P1082": [
                statement("Q1$OLD", value("P1082", "quantity", {"amount": "+10", "unit": "1"})),
                statement(
                    "Q1$NEW",
                    value("P1082", "quantity", {"amount": "+20", "unit": "1"}),
                    "preferred",
                    qualifiers={"P585": [year]},
                ),
                statement("Q1$BAD", value("P1082", "quantity", {"amount": "+99", "unit": "1"}), "deprecated"),
            ],
            "P20": [statement("Q1$UNK", unknown)],
            "P40": [statement("Q1$NON", nothing)],
            "P214": [statement("Q1$EXT", value("P214", "string", "123"))],
        },
        "Douglas Adams",
        en="Douglas",
        de="Der Douglas",
    )
    paper = item("Q9", {"P31": [statement("Q9$A", points_to("P31", "Q13442814"))]}, en="A paper")
    return world_of(
        prop("P31", "wikibase-item"),
        prop("P1082", "quantity"),
        prop("P20", "wikibase-item"),
        prop("P40", "wikibase-item"),
        prop("P585", "time"),
        prop("P854", "url"),
        prop("P214", "external-id"),
        person,
        item("Q5", mul="human"),
        item("Q6", de="nur deutsch"),
        paper,
        redirects={"Q77": "Q1"},
    )


@pytest.fixture(scope="module")
def client():
    with serving(small_world()) as served:
        yield served


# --- what is in the graph -----------------------------------------------------------------------------------


def test_truthy_values_are_of_the_best_rank_only(client):
    assert client.values("SELECT ?v { wd:Q1 wdt:P1082 ?v }") == ["20"]
    assert client.values("SELECT ?v { wd:Q1 p:P1082/ps:P1082 ?v }") == ["10", "20", "99"]
    assert client.values("SELECT ?v { ?v a wikibase:BestRank . wd:Q1 p:P1082 ?v }") == [
        ENTITY + "statement/Q1-NEW"
    ]


def test_the_statements_query_gives_ranks_types_and_statement_ids(client):
    rows = client.sparql(STATEMENTS % "Q1")
    found = {row["st"]["value"].rpartition("/")[2]: row for row in rows}
    assert found.keys() == {"Q1-AAA", "Q1-OLD", "Q1-NEW", "Q1-BAD", "Q1-UNK"}
    assert found["Q1-BAD"]["rank"]["value"] == "http://wikiba.se/ontology#DeprecatedRank"
    assert found["Q1-NEW"]["v"] == {
        "type": "literal",
        "datatype": "http://www.w3.org/2001/XMLSchema#decimal",
        "value": "20",
    }


def test_somevalue_is_an_iri_and_novalue_is_a_type_without_any_value(client):
    [unknown] = client.values("SELECT ?v { wd:Q1 p:P20/ps:P20 ?v FILTER(wikibase:isSomeValue(?v)) }")
    assert unknown.startswith("http://www.wikidata.org/.well-known/genid/")
    assert client.values("SELECT ?v { wd:Q1 wdt:P20 ?v }") == [unknown]
    assert client.sparql("SELECT ?v { wd:Q1 p:P40/ps:P40 ?v }") == []
    assert client.values("SELECT ?v { wd:Q1 p:P40 ?v . ?v a wdno:P40 }") == [ENTITY + "statement/Q1-NON"]


def test_qualifiers_and_references_hang_on_the_statement(client):
    query = "SELECT ?v { wd:Q1 p:P1082 ?s . ?s pqv:P585 [ wikibase:timePrecision ?v ] }"
    assert client.values(query) == ["9"]
    query = "SELECT ?v { wd:Q1 p:P31/prov:wasDerivedFrom/pr:P854 ?v }"
    assert client.values(query) == ["http://x.example/"]


def test_sitelinks_versions_and_redirects_are_there(client):
    query = """SELECT ?v { ?a schema:about ?v ; schema:isPartOf <https://en.wikipedia.org/> ;
               schema:name "Douglas Adams"@en }"""
    assert client.values(query) == [ENTITY + "Q1"]
    assert client.values("SELECT ?v { wd:Q77 owl:sameAs ?v }") == [ENTITY + "Q1"]
    assert client.values("SELECT ?v { wd:Q1 schema:version ?v }") == ["1008"]


def test_scholarly_items_have_no_statements_in_the_main_graph(client):
    query = "SELECT ?v { wd:Q9 wdt:P31 ?v }"
    assert client.values(query) == []
    assert client.values(query, path="/sparql-scholarly") == [ENTITY + "Q13442814"]
    assert client.values("SELECT ?v { wd:Q1 wdt:P31 ?v }", path="/sparql-scholarly") == []
    assert client.sparql(STATEMENTS % "Q9", "/sparql-scholarly") != []  # properties are declared there too


# --- the wire -----------------------------------------------------------------------------------------------


def test_post_as_form_and_as_raw_query_give_what_get_gives(client):
    query = "SELECT ?v { wd:Q1 wdt:P31 ?v }"
    got = client.get("/sparql", JSON, query=query).content
    assert client.post("/sparql", data={"query": query}, headers=JSON).content == got
    raw = {**JSON, "Content-Type": "application/sparql-query"}
    assert client.post("/sparql", data=query, headers=raw).content == got


def test_unbound_variables_are_absent_and_plain_strings_have_no_datatype(client):
    [row] = client.sparql("SELECT ?v ?w { wd:Q1 wdt:P214 ?v OPTIONAL { wd:Q1 wdt:P999 ?w } }")
    assert row == {"v": {"type": "literal", "value": "123"}}


def test_a_client_that_does_not_ask_for_json_gets_xml(client):
    answer = client.get("/sparql", {"Accept": "*/*"}, query="SELECT ?v { wd:Q1 rdfs:label ?v }")
    assert answer.headers["content-type"].startswith("application/sparql-results+xml")
    literals = ET.fromstring(answer.text).iter("{http://www.w3.org/2005/sparql-results#}literal")
    assert sorted(literal.text for literal in literals) == ["Der Douglas", "Douglas"]


def test_ask_and_construct_are_answered_in_their_own_forms(client):
    answer = client.get("/sparql", JSON, query="ASK { wd:Q1 wdt:P31 wd:Q5 }")
    assert answer.json() == {"head": {}, "boolean": True}
    answer = client.get("/sparql", query="CONSTRUCT WHERE { wd:Q1 wdt:P31 ?v }")
    assert answer.text == f"<{ENTITY}Q1> <http://www.wikidata.org/prop/direct/P31> <{ENTITY}Q5> .\n"


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("SELECT ?v { wd:Q1 ", id="broken"),
        pytest.param("", id="empty"),
        pytest.param("INSERT DATA { wd:Q1 wdt:P31 wd:Q2 }", id="an update is no query"),
        pytest.param("SELECT * { SERVICE <http://127.0.0.1:9/sparql> { ?s ?p ?o } }", id="federation"),
        pytest.param(
            "SELECT * { service silent wikibase:mwapi { ?s ?p ?o } }", id="another service, silently"
        ),
        pytest.param("SELECT * { ?s ?p ?o SERVICE", id="nothing after SERVICE"),
        pytest.param(
            "SELECT * { VALUES ?x { <http://127.0.0.1:9/> } SERVICE ?x { ?s ?p ?o } }", id="by variable"
        ),
    ],
)
def test_what_is_wrong_with_the_query_is_a_400_in_words(client, query):
    answer = client.get("/sparql", JSON, query=query)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.strip()


def test_the_word_service_in_a_string_a_comment_or_a_name_is_no_service(client):
    query = """# SERVICE <http://x/> { }
    SELECT ?v { wd:Q1 wdt:P214 ?v . FILTER(?v != "SERVICE <http://x/> {" && ?v != 'a#b') }"""
    assert client.values(query) == ["123"]


# --- labels -------------------------------------------------------------------------------------------------

LABELS = 'SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul". }'


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(f"SELECT ?xLabel {{ BIND(wd:Q1 AS ?x) {LABELS} }}", "Douglas", id="English"),
        pytest.param(f"SELECT ?xLabel {{ BIND(wd:Q5 AS ?x) {LABELS} }}", "human", id="no English label: mul"),
        pytest.param(f"SELECT ?xLabel {{ BIND(wd:Q6 AS ?x) {LABELS} }}", "Q6", id="neither: the id"),
        pytest.param(
            "SELECT ?xLabel { BIND(wd:Q5 AS ?x) SERVICE wikibase:label "
            '{ bd:serviceParam wikibase:language "en" } }',
            "Q5",
            id="mul is not asked unless it is listed",
        ),
        pytest.param(
            f"SELECT ?xLabel {{ {LABELS} wd:Q1 wdt:P31 ?x }}", "human", id="the service stands first"
        ),
        pytest.param(
            f"SELECT ?xLabel {{ wd:Q1 wdt:P214 ?x {LABELS} }}", "123", id="a literal is its own label"
        ),
        pytest.param(
            "SELECT ?xLabel { wd:Q1 wdt:P31 ?x SERVICE wikibase:label "
            '{ bd:serviceParam wikibase:language "mul". ?x rdfs:label ?xLabel . } }',
            "human",
            id="asked for by hand",
        ),
        pytest.param(
            "PREFIX wb: <http://wikiba.se/ontology#> "
            "SELECT ?xLabel { wd:Q1 wdt:P31 ?x SERVICE wb:label { } }",
            "human",
            id="under another prefix, without languages",
        ),
        pytest.param(
            f"SELECT ?xLabel (COUNT(?s) AS ?n) {{ ?s wdt:P31 ?x {LABELS} }} GROUP BY ?xLabel",
            "human",
            id="grouped",
        ),
        pytest.param(
            f"SELECT ?xLabel {{ {{ SELECT ?x {{ wd:Q1 wdt:P31 ?x }} LIMIT 1 }} {LABELS} }}",
            "human",
            id="subquery",
        ),
        pytest.param(
            f'SELECT ?xLabel {{ VALUES ?x {{ wd:Q5 wd:Q1 }} {LABELS} FILTER(?xLabel = "human"@mul) }}',
            "human",
            id="filtered by label",
        ),
    ],
)
def test_the_label_service_is_answered_here(client, query, expected):
    assert client.values(query, "xLabel") == [expected]


def test_an_unbound_variable_has_no_label_and_multiplies_nothing(client):
    query = f"SELECT ?x ?xLabel {{ wd:Q1 wdt:P31 ?c OPTIONAL {{ ?c wdt:P999 ?x }} {LABELS} }}"
    assert client.sparql(query) == [{}]


def test_descriptions_and_aliases_come_along_where_they_exist():
    entity = item("Q1", en="One")
    entity["descriptions"] = {"en": {"language": "en", "value": "a number"}}
    entity["aliases"] = {"en": [{"language": "en", "value": name} for name in ("uno", "eins")]}
    query = f"SELECT ?xLabel ?xDescription ?xAltLabel {{ VALUES ?x {{ wd:Q1 wd:Q2 }} {LABELS} }}"
    with serving(world_of(entity, item("Q2", en="Two"))) as client:
        first, second = sorted(client.sparql(query), key=lambda row: row["xLabel"]["value"])
    assert (first["xDescription"]["value"], first["xAltLabel"]["value"]) == ("a number", "eins, uno")
    assert second.keys() == {"xLabel"}


# --- bounds -------------------------------------------------------------------------------------------------

SLOW = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f }"  # some 30 million pairs: seconds, not hours


def test_a_query_that_takes_too_long_ends_as_a_500_with_a_java_exception():
    with serving(article_world(), Limits(seconds=0.5)) as client:
        client.sparql("SELECT ?v { wd:Q5 wdt:P31 ?v }")  # the graph is loaded, the clock starts fair
        before = time.monotonic()
        answer = client.get("/sparql", JSON, query=SLOW)
        assert time.monotonic() - before < 5
    assert answer.status_code == 500
    assert "java.util.concurrent.TimeoutException" in answer.text


def test_abandoned_queries_keep_their_slot_so_that_the_next_one_is_told_to_wait():
    with serving(article_world(), Limits(seconds=0.3, at_once=1)) as client:
        assert client.get("/sparql", JSON, query=SLOW).status_code == 500
        answer = client.get("/sparql", JSON, query="ASK { ?a ?b ?c }")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")


def test_more_rows_than_allowed_are_cut_as_a_time_out_is():
    with serving(small_world(), Limits(rows=3)) as client:
        answer = client.get("/sparql", JSON, query="SELECT ?a { ?a ?b ?c }")
    assert answer.status_code == 200
    with pytest.raises(json.JSONDecodeError):
        answer.json()


def test_a_planted_time_out_answers_200_with_half_a_body_and_a_stack_trace():
    query = "SELECT ?a ?b ?c { ?a ?b ?c } LIMIT 10"
    with serving(small_world(), fault="stack_trace") as client:
        answer = client.get("/sparql", JSON, query=query)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/sparql-results+json")
    whole_rows = [
        line for line in answer.text.splitlines() if line.startswith('{"a"') and line.endswith("},")
    ]
    assert whole_rows, "a reader that goes line by line must be tempted"
    last_row = answer.text.partition("\nSPARQL-QUERY")[0].splitlines()[-1]
    assert last_row.startswith('{"a"')
    assert not last_row.endswith("}}"), "the cut falls inside a row"
    assert "\tat com.bigdata" in answer.text
    with pytest.raises(json.JSONDecodeError):
        answer.json()


def test_other_faults_are_not_this_endpoints_business():
    with serving(small_world(), fault="maxlag") as client:
        assert client.values("SELECT ?v { wd:Q1 wdt:P31 ?v }") == [ENTITY + "Q5"]


# --- sameness -----------------------------------------------------------------------------------------------

ORDER_PROGRAM = """
from wikidata_repair_eval.sandbox.second_half.rdf.graphs import Graphs
from wikidata_repair_eval.sandbox.second_half.sparql.bodies import results_json
from wikidata_repair_eval.sandbox.second_half.sparql.engine import Engine, Limits
from wikidata_repair_eval_tests.sandbox.second_half_world import article_world
query = "SELECT ?c (COUNT(?s) AS ?n) ?cLabel { ?s wdt:P31 ?c SERVICE wikibase:label {} } GROUP BY ?c ?cLabel"
store = Graphs(article_world()).main()
answers = [Engine(Limits()).answer(store, text) for text in (query, "SELECT ?a ?b ?c { ?a ?b ?c } LIMIT 500")]
import hashlib
print(hashlib.sha256(b"".join(map(results_json, answers))).hexdigest())
"""


def test_the_same_query_gives_the_same_bytes_in_another_process():
    digests = {
        subprocess.run(
            [sys.executable, "-c", ORDER_PROGRAM],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
