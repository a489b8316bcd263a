"""Frozen retrieval: what is asked, that it is asked once, and what a missing answer says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.benchmark.answers import Answer, answers
from wikidata_repair_eval.benchmark.asked import Asked
from wikidata_repair_eval.benchmark.domains import excluded_domains, is_excluded, without_excluded
from wikidata_repair_eval.benchmark.queries import query_of
from wikidata_repair_eval.benchmark.retrieval import LOST, Question, Retriever
from wikidata_repair_eval.net.errors import (
    ConnectionTrouble,
    CutBody,
    NetError,
    NoConnection,
    Refused,
    ServerBusy,
    UnreadableAnswer,
)
from wikidata_repair_eval.net.search import SearchAnswer
from wikidata_repair_eval_tests.benchmark.build_cases import repair, state
from wikidata_repair_eval_tests.build import item, statement

WHERE = ("search.example", "https://search.example/search")
ANSWERS = [Answer(("12345",))]


def refused(status: int) -> Refused:
    return Refused(*WHERE, f"HTTP {status}", "check the key", status)


class Service:
    """Answers each question with the next of `results`, or raises it, and remembers what it was asked."""

    def __init__(self, *results: list[dict[str, Any]] | NetError) -> None:
        self._results = iter(results)
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def search(self, query: str, **parameters: Any) -> SearchAnswer:
        self.asked.append((query, parameters))
        found = next(self._results, [])
        if isinstance(found, NetError):
            raise found
        return SearchAnswer(query, parameters, {"results": found}, "2026-06-01T00:00:00Z")


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asked]:
    memory = Asked(tmp_path / "asked.db", "test")
    yield memory
    memory.close()


def retriever(asked: Asked, service: Service | None, **more: Any) -> Retriever:
    return Retriever(asked, service, provider="search.example", excluded=["wikidata.org"], **more)


def question(case_id: str = "repair_Q1_100") -> Question:
    return Question(case_id, '"Subject Q1" shelf mark', ANSWERS)


def page(url: str, content: str = "nothing") -> dict[str, Any]:
    return {"title": "t", "url": url, "content": content, "score": 0.5, "raw_content": None}


def test_a_case_is_asked_once_and_answered_from_memory_ever_after(asked: Asked):
    service = Service([page("https://a.example/1", "It reads 12345.")])
    first = retriever(asked, service).snapshot(question())
    second = retriever(asked, service).snapshot(question())
    assert first == second
    assert len(service.asked) == 1
    assert first["status"] == "frozen"
    assert first["requested_at"] == "2026-06-01T00:00:00Z"
    assert first["answer_found_in"] == ["https://a.example/1"]


def test_a_case_on_two_pages_is_asked_once(asked: Asked):
    service = Service([])
    one = retriever(asked, service)
    assert one.snapshot(question(), None) == one.snapshot(question(), None)
    assert len(service.asked) == 1


def test_an_answer_of_an_earlier_run_is_kept_though_the_question_would_differ_today(asked: Asked, tmp_path):
    stored = retriever(asked, Service([page("https://a.example/1")])).snapshot(question())
    fresh, service = Asked(tmp_path / "other.db", "test"), Service()
    other = Question("repair_Q1_100", "another question", ANSWERS)
    assert retriever(fresh, service).snapshot(other, stored) == stored
    assert retriever(fresh, service).snapshot(other) == stored, "remembered for other pages too"
    assert service.asked == []
    fresh.close()


def test_a_kill_between_question_and_answer_is_never_asked_again(asked: Asked):
    assert asked.about_to_ask("repair_Q1_100", "the question")
    service = Service([page("https://a.example/1")])
    found = retriever(asked, service).snapshot(question())
    assert (found["status"], found["reason"]) == ("retrieval_missing", LOST)
    assert service.asked == []


def test_a_lost_answer_stays_lost_where_nobody_can_be_asked_at_all(asked: Asked):
    asked.about_to_ask("repair_Q1_100", "the question")
    found = retriever(asked, None, why_not="no key: TAVILY_API_KEY is not set").snapshot(question())
    assert found["reason"] == LOST


def test_the_note_is_on_disk_before_the_question_leaves(asked: Asked, tmp_path: Path):
    seen = []

    class Looking(Service):
        def search(self, query: str, **parameters: Any) -> SearchAnswer:
            other = Asked(tmp_path / "asked.db", "test")
            seen.append(other.was_asked("repair_Q1_100"))
            other.close()
            return super().search(query, **parameters)

    retriever(asked, Looking([])).snapshot(question())
    assert seen == [True]


def test_two_processes_with_the_same_case_send_one_question(asked: Asked, tmp_path: Path):
    other = Asked(tmp_path / "asked.db", "test")
    assert [asked.about_to_ask("repair_Q1_100", "q"), other.about_to_ask("repair_Q1_100", "q")] == [
        True,
        False,
    ]
    other.close()


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(refused(401), id="wrong key"),
        pytest.param(refused(402), id="payment required"),
        pytest.param(refused(432), id="plan used up"),
        pytest.param(ServerBusy(*WHERE, "HTTP 429", "later"), id="too many requests"),
        pytest.param(ServerBusy(*WHERE, "HTTP 503", "later"), id="server down"),
        pytest.param(NoConnection(*WHERE, "no connection", "later"), id="nobody there, nothing sent"),
        pytest.param(UnreadableAnswer(*WHERE, "HTML", "later"), id="an answer that is none"),
    ],
)
def test_what_was_certainly_not_answered_is_missing_and_filled_by_a_later_run(
    asked: Asked, trouble: NetError
):
    found = retriever(asked, Service(trouble)).snapshot(question())
    assert found["status"] == "retrieval_missing"
    assert found["reason"].startswith("no answer")
    later = retriever(asked, Service([page("https://a.example/1")])).snapshot(question(), found)
    assert later["status"] == "frozen"


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(ConnectionTrouble(*WHERE, "no answer (ReadTimeout)", "later"), id="timeout"),
        pytest.param(CutBody(*WHERE, "cut", "later"), id="cut body"),
    ],
)
def test_what_may_have_been_served_is_lost_and_never_asked_again_unless_told_to(
    asked: Asked, trouble: NetError
):
    found = retriever(asked, Service(trouble)).snapshot(question())
    assert found["reason"].startswith(LOST)
    service = Service([page("https://a.example/1")])
    assert retriever(asked, service).snapshot(question())["reason"] == LOST
    assert service.asked == []
    told = retriever(asked, service, ask_lost_again=True).snapshot(question())
    assert told["status"] == "frozen"


def test_after_a_refusal_that_others_would_meet_too_nobody_else_is_asked(asked: Asked):
    service = Service(refused(432), [])
    one = retriever(asked, service)
    found = [one.snapshot(question(f"repair_Q{n}_1")) for n in range(3)]
    assert len(service.asked) == 1
    assert {row["status"] for row in found} == {"retrieval_missing"}
    assert not asked.was_asked("repair_Q2_1"), "a question that was not sent can be sent later"


def test_a_question_that_is_refused_for_itself_costs_only_itself(asked: Asked):
    service = Service(refused(400), [])
    one = retriever(asked, service)
    assert [one.snapshot(question(f"repair_Q{n}_1"))["status"] for n in range(2)] == [
        "retrieval_missing",
        "frozen",
    ]


def test_without_a_key_everything_is_missing_and_says_so(asked: Asked):
    found = retriever(asked, None, why_not="no key: TAVILY_API_KEY is not set").snapshot(question())
    assert found["status"] == "retrieval_missing"
    assert "TAVILY_API_KEY" in found["reason"]
    assert not asked.was_asked("repair_Q1_100")


def test_wikidata_is_excluded_in_the_question_and_once_more_in_the_answer(asked: Asked):
    leak = page("https://www.wikidata.org/wiki/Q1", "It reads 12345.")
    service = Service([leak, page("https://a.example/1")])
    found = retriever(asked, service).snapshot(question())
    assert service.asked[0][1]["exclude_domains"] == ["wikidata.org"]
    assert [one["url"] for one in found["response"]["results"]] == ["https://a.example/1"]
    assert found["excluded_results"] == ["https://www.wikidata.org/wiki/Q1"]
    assert found["answer_found_in"] == []


def test_the_memory_of_another_source_is_not_ours(asked: Asked, tmp_path: Path):
    retriever(asked, Service([])).snapshot(question())
    other = Asked(tmp_path / "asked.db", "another source")
    assert other.snapshot("repair_Q1_100") is None
    assert other.is_empty()
    other.close()


@pytest.mark.parametrize(
    ("url", "excluded"),
    [
        ("https://www.wikidata.org/wiki/Q1", True),
        ("https://m.wikidata.org/wiki/Q1", True),
        ("https://WWW.WIKIDATA.ORG./wiki/Q1", True),
        ("https://query.wikidata.org/#x", True),
        ("https://web.archive.org/web/2026/https://www.wikidata.org/wiki/Q1", True),
        ("https://proxy.example/?u=https%3A%2F%2Fwww.wikidata.org%2Fwiki%2FQ1", True),
        ("https://www-wikidata-org.translate.goog/wiki/Q1", True),
        ("https://dbpedia.org/page/X", True),
        ("https://en.wikipedia.org/wiki/X", False),
        ("https://notwikidata.org/x", False),
        ("https://wikidata.org.example/x", False),
        ("not an address", False),
        ("https://[broken/", False),
    ],
)
def test_mirrors_archives_and_proxies_of_wikidata_are_known(url: str, excluded: bool):
    assert is_excluded(url, excluded_domains()) is excluded


def test_a_response_keeps_what_it_has_beside_its_results():
    response, removed = without_excluded({"results": [], "new_field": 1}, ["wikidata.org"])
    assert (response, removed) == ({"results": [], "new_field": 1}, [])


def test_the_question_names_subject_and_relation_and_never_the_answer():
    one = repair()
    asked_for = query_of(one, state(one), {"P1": "shelf mark"}, answers(one, {}))
    assert asked_for == '"Subject Q1" an example shelf mark'


def test_a_description_that_says_the_answer_is_left_out_of_the_question():
    one = repair()
    before = state(one)
    before["entity"]["descriptions"]["en"]["value"] = "the book with the shelf mark 12345"
    assert query_of(one, before, {"P1": "shelf mark"}, answers(one, {})) == '"Subject Q1" shelf mark'


def test_a_subject_whose_very_name_is_the_answer_is_not_asked_for():
    one = repair()
    before = state(one)
    before["entity"]["labels"] = {"en": {"language": "en", "value": "12345"}}
    assert query_of(one, before, {}, answers(one, {})) is None


def test_trap_46_a_subject_without_an_english_label_goes_by_mul_or_by_what_it_has():
    one = repair()
    before = state(one)
    before["entity"]["labels"] = {"mul": {"language": "mul", "value": "Ærø"}}
    assert query_of(one, before, {}, []).startswith('"Ærø"')
    before["entity"]["labels"] = {"ja": {"language": "ja", "value": "東京"}}
    assert query_of(one, before, {}, []).startswith('"東京"')
    before["entity"]["labels"] = {}
    assert query_of(one, before, {}, []) is None


def test_trap_19_a_lexeme_is_asked_for_by_its_lemma():
    one = repair()
    before = state(one)
    before["entity"] = {"id": "L1", "type": "lexeme", "lemmas": {"de": {"language": "de", "value": "Haus"}}}
    assert query_of(one, before, {"P1": "gender"}, []) == '"Haus" gender'


def test_the_property_that_the_violated_constraint_names_is_asked_for_as_well():
    one = repair()
    before = state(one)
    named = statement("P2302", item("Q21503247"), id="P1$RULE", qualifiers={"P2306": [item("P19")]})
    before["constraints"] = [named]
    assert query_of(one, before, {"P1": "born", "P19": "place of birth"}, []).endswith("born place of birth")
