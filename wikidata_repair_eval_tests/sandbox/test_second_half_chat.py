"""The chat endpoint over HTTP: OpenAI's shape, and models that follow their written rules."""

import json

import pytest

from wikidata_repair_eval.sandbox.second_half.chat.extraction import extract
from wikidata_repair_eval_tests.sandbox.second_half_world import empty_world, serving

KEY = {"Authorization": "Bearer sk-anything"}
RULES = "sandbox-rules-1"


@pytest.fixture(scope="module")
def client():
    with serving(empty_world()) as served:
        yield served


def ask(client, prompt, model=RULES, headers=KEY, **more):
    messages = [{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": prompt}]
    return client.post(
        "/v1/chat/completions", json={"model": model, "messages": messages, **more}, headers=headers
    )


def said(answer):
    return answer.json()["choices"][0]["message"]["content"]


CASE = {
    "case_id": "repair_Q1_22",
    "qid": "Q1",
    "property": "P569",
    "violation_context": {"value": "2999-01-01"},
}


# --- the wire -----------------------------------------------------------------------------------------------


def test_the_answer_has_the_keys_of_the_real_one_and_the_worlds_time(client):
    body = ask(client, json.dumps(CASE)).json()
    assert body["object"] == "chat.completion"
    assert body["created"] == 1780272000  # 1 June 2026
    assert body["choices"][0].keys() == {"index", "message", "logprobs", "finish_reason"}
    assert body["choices"][0]["finish_reason"] == "stop"
    usage = body["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert usage["prompt_tokens"] > 10


def test_the_same_prompt_has_the_same_bytes_and_another_prompt_another_id(client):
    first, second = ask(client, "hello"), ask(client, "hello")
    assert first.content == second.content
    assert ask(client, "hello!").json()["id"] != first.json()["id"]


def test_models_are_listed(client):
    body = client.get("/v1/models", KEY).json()
    assert [model["id"] for model in body["data"]] == [
        "sandbox-rules-1",
        "sandbox-silent-1",
        "sandbox-garbled-1",
    ]


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        pytest.param({}, 401, "invalid_api_key", id="no key"),
        pytest.param({"Authorization": "Bearer "}, 401, "invalid_api_key", id="empty key"),
        pytest.param({"Authorization": "Bearer sk-limited"}, 429, "rate_limit_exceeded", id="too fast"),
        pytest.param({"Authorization": "Bearer sk-spent"}, 429, "insufficient_quota", id="no money"),
    ],
)
def test_keys_choose_the_refusal(client, headers, status, code):
    for answer in (ask(client, "x", headers=headers), client.get("/v1/models", headers)):
        assert answer.status_code == status
        assert answer.json()["error"].keys() == {"message", "type", "param", "code"}
        assert answer.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(b"{", 400, id="not JSON"),
        pytest.param(b"[]", 400, id="not an object"),
        pytest.param(b"{}", 400, id="no model"),
        pytest.param(b'{"model": "gpt-17", "messages": [{"content": "x"}]}', 404, id="unknown model"),
        pytest.param(b'{"model": "sandbox-rules-1", "messages": []}', 400, id="no messages"),
        pytest.param(b'{"model": "sandbox-rules-1", "messages": [{"content": 5}]}', 400, id="no text"),
        pytest.param(
            b'{"model": "sandbox-rules-1", "stream": true, "messages": [{"content": "x"}]}',
            400,
            id="streaming",
        ),
    ],
)
def test_bad_requests_are_refused_in_the_shape_of_errors(client, body, status):
    answer = client.post("/v1/chat/completions", data=body, headers=KEY)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_content_may_come_in_parts(client):
    messages = [{"role": "user", "content": [{"type": "text", "text": json.dumps(CASE)}]}]
    answer = client.post("/v1/chat/completions", json={"model": RULES, "messages": messages}, headers=KEY)
    assert json.loads(said(answer))["case_id"] == "repair_Q1_22"


def test_an_answer_over_the_token_limit_is_cut_and_says_so(client):
    answer = ask(client, json.dumps(CASE), max_tokens=5)
    assert answer.json()["choices"][0]["finish_reason"] == "length"
    assert answer.json()["usage"]["completion_tokens"] == 5


# --- repairs ------------------------------------------------------------------------------------------------

L1 = {"qid": "Q1", "properties": {"P569": ["2999-01-01", "1950-01-01"]}}


@pytest.mark.parametrize(
    ("prompt", "old"),
    [
        pytest.param(json.dumps(CASE), "2999-01-01", id="bare JSON"),
        pytest.param(
            f"Repair this:\n```json\n{json.dumps(CASE, indent=1)}\n```\nThanks {{!}}",
            "2999-01-01",
            id="fenced",
        ),
        pytest.param(
            json.dumps({"id": "repair_Q1_22", "property": "P569", "world_state": {"L1_ego_node": L1}}),
            "2999-01-01",
            id="only the layers",
        ),
        pytest.param(
            json.dumps({**CASE, "violation_context": {"value": {"id": "Q5"}}}),
            {"id": "Q5"},
            id="a full value",
        ),
        pytest.param(
            f'An example: {{"case_id": "x"}}\nThe case: {json.dumps(CASE)}', "2999-01-01", id="last counts"
        ),
    ],
)
def test_the_rule_removes_the_value_at_fault(client, prompt, old):
    proposal = json.loads(said(ask(client, prompt)))
    assert proposal["case_id"] == "repair_Q1_22"
    assert proposal["track"] == "A_BOX"
    assert proposal["abstain"] is False
    assert proposal["operations"] == [
        {"op": "remove", "entity": "Q1", "property": "P569", "old": old, "new": None}
    ]


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param(json.dumps({"case_id": "repair_Q1_22", "qid": "Q1", "property": "P569"}), id="no value"),
        pytest.param("Please repair repair_Q1_22 for me.", id="only the id in words"),
        pytest.param(json.dumps({**CASE, "qid": None}), id="no entity"),
    ],
)
def test_the_rule_abstains_where_nothing_to_remove_is_named(client, prompt):
    proposal = json.loads(said(ask(client, prompt)))
    assert (proposal["case_id"], proposal["abstain"], proposal["operations"]) == ("repair_Q1_22", True, [])


def test_the_silent_model_abstains_and_the_garbled_one_loses_half(client):
    assert json.loads(said(ask(client, json.dumps(CASE), "sandbox-silent-1")))["abstain"] is True
    with pytest.raises(json.JSONDecodeError):
        json.loads(said(ask(client, json.dumps(CASE), "sandbox-garbled-1")))


# --- extraction ---------------------------------------------------------------------------------------------

ARTICLE = """Extract triples from this article.
# Anna Weber

| Born | 9 November 1965<br>[Lyon](./Lyon) |
| Occupation | writer; painter |
| **Alma mater** | [University of Vienna](./University_of_Vienna) |
| Favourite colour | green |

Website: www.example.org
- Awards: Fields Medal
Anna Weber lives in Warsaw.
"""


def test_infobox_lines_with_known_labels_become_triples(client):
    triples = json.loads(said(ask(client, ARTICLE)))["triples"]
    assert {triple["subject"] for triple in triples} == {"ex:Anna_Weber"}
    assert [(triple["predicate"], triple["object"]) for triple in triples] == [
        ("pgc:birthDate", "9 November 1965"),
        ("pgc:birthPlace", "Lyon"),
        ("pgc:hasOccupation", "writer"),
        ("pgc:hasOccupation", "painter"),
        ("pgc:educatedAt", "University of Vienna"),
        ("pgc:awardReceived", "Fields Medal"),
    ]
    assert json.loads(said(ask(client, ARTICLE, "sandbox-silent-1"))) == {"triples": []}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Born: 44 BC Rome", [("pgc:birthDate", "44 BC"), ("pgc:birthPlace", "Rome")], id="BC"),
        pytest.param("Born: Rome", [("pgc:birthPlace", "Rome")], id="only a place"),
        pytest.param("Died: 1970", [("pgc:deathDate", "1970")], id="only a year"),
        pytest.param(
            "Born: (1965-11-09) 9 November 1965 Lyon",
            [("pgc:birthDate", "1965-11-09"), ("pgc:birthPlace", "Lyon")],
            id="the hidden ISO date wins",
        ),
        pytest.param("born: Rome", [], id="a lower-case line is prose"),
    ],
)
def test_days_and_places_of_birth_and_death(line, expected):
    found = extract(f"triples please\nTitle: X\n{line}")
    assert [(triple["predicate"], triple["object"]) for triple in found] == expected


def test_what_no_rule_is_about_is_answered_in_words(client):
    assert "none of them is about this" in said(ask(client, "What is the capital of France?"))
