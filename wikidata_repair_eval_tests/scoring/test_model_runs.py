"""Runs of a model: what is asked, what is paid for, what survives a kill; and what a run would cost."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.chat import Completion
from wikidata_repair_eval.net.errors import Refused, ServerBusy
from wikidata_repair_eval.scoring import read_record, score_case
from wikidata_repair_eval.scoring.model_runs import ModelPlan, ModelRun, estimate
from wikidata_repair_eval.scoring.prompts import handle_of, load_template, messages_for, prompt_case
from wikidata_repair_eval_tests.scoring.builders import format_case

ANSWER = (
    '{"track": "A_BOX", "operations": [{"op": "replace", "entity": "Q1", "property": "P1",'
    ' "old": "abc", "new": "123"}]}'
)


class Stub:
    """A model that says what it is told to, and counts."""

    def __init__(self, *said: Any) -> None:
        self.said, self.asked, self.at_once, self._now = list(said), [], 0, 0
        self._lock = threading.Lock()

    def complete(self, model: str, messages: Any, **options: Any) -> Completion:
        with self._lock:
            self.asked.append((model, messages, options))
            self._now += 1
            self.at_once = max(self.at_once, self._now)
            say = self.said[min(len(self.asked), len(self.said)) - 1]
        time.sleep(0.002)  # long enough for others to come in, if they were let
        with self._lock:
            self._now -= 1
        if isinstance(say, Exception):
            raise say
        usage = {"prompt_tokens": 1_000, "completion_tokens": 10}
        return Completion(say, "stop", "stub-1", usage, {}, None)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Cache]:
    with closing(Cache(tmp_path / "run.sqlite", "stub")) as cache:
        yield cache


def cases(count: int) -> list[Any]:
    made = []
    for number in range(1, count + 1):
        one = format_case()
        one["id"] = f"repair_Q1_{number}"
        made.append(one)
    return made


def plan(**more: Any) -> ModelPlan:
    return ModelPlan("stub-1", load_template(), **more)


def run(journal: Cache, model: Stub, count: int = 3, **more: Any) -> list[dict[str, Any]]:
    tool = ModelRun(plan(**more), model, journal, read_record, concurrency=2)
    return list(tool.proposals(cases(count)))


def test_proposals_come_in_the_order_of_the_cases_and_score(journal):
    proposals = run(journal, Stub(ANSWER), 7)
    assert [one["case_id"] for one in proposals] == [f"repair_Q1_{n}" for n in range(1, 8)]
    assert score_case(cases(1)[0], proposals[0])["exact"]
    assert proposals[0]["layers"] == ["L1", "L2", "L3", "L4"]


def test_what_was_answered_is_never_asked_again(journal):
    first = run(journal, Stub(ANSWER))
    again = Stub("something else")
    assert run(journal, again) == first
    assert again.asked == []


def test_a_run_that_stops_keeps_what_it_paid_for(journal):
    busy = ServerBusy("host", "http://host/", "too many requests", "wait")
    with pytest.raises(ServerBusy):
        run(journal, Stub(ANSWER, ANSWER, busy), 6)
    rest = Stub(ANSWER)
    assert len(run(journal, rest, 6)) == 6
    assert len(rest.asked) <= 4


def test_another_template_model_or_limit_is_another_question(journal):
    run(journal, Stub(ANSWER), 1)
    other = Stub(ANSWER)
    run(journal, other, 1, max_tokens=7)
    assert len(other.asked) == 1
    assert other.asked[0][2] == {"temperature": 0, "max_tokens": 7}


def test_a_question_that_the_service_refuses_costs_one_invalid_answer(journal):
    refused = Refused("host", "http://host/", "HTTP 400: context_length_exceeded", "shorten it", 400)
    proposals = run(journal, Stub(refused), 1)
    assert proposals[0]["service_refused"] == "HTTP 400: context_length_exceeded"
    assert score_case(cases(1)[0], proposals[0])["invalid"]


def test_a_wrong_key_stops_the_run(journal):
    with pytest.raises(Refused):
        run(journal, Stub(Refused("host", "http://host/", "HTTP 401", "set the key", 401)), 1)


@pytest.mark.parametrize("said", [None, "", "I cannot help with that.", '{"operations": '], ids=str)
def test_an_answer_that_is_no_proposal_is_one_invalid_answer(journal, said):
    [proposal] = run(journal, Stub(said), 1)
    assert proposal["raw"] == said
    assert score_case(cases(1)[0], proposal)["invalid"]


def test_never_more_questions_at_once_than_allowed(journal):
    model = Stub(ANSWER)
    run(journal, model, 20)
    assert model.at_once == 2


def test_costs_are_counted_where_prices_are_known_and_unknown_otherwise(journal):
    [priced] = run(journal, Stub(ANSWER), 1, prompt_price=2.0, completion_price=10.0)
    assert priced["usage"]["cost"] == pytest.approx(0.0021)
    [unpriced] = run(journal, Stub(ANSWER), 1)
    assert unpriced["usage"]["cost"] is None
    assert unpriced["usage"]["prompt_tokens"] == 1_000


def test_an_estimate_asks_nobody_and_brackets_the_cost():
    told = estimate(cases(2), plan(prompt_price=1.0, completion_price=1.0, max_tokens=100))
    low, high = told["prompt_tokens"]
    assert 0 < low < high
    assert told["completion_tokens_at_most"] == 200
    assert told["cost"][0] < told["cost"][1]
    assert estimate(cases(1), plan())["cost"] == [None, None]


def test_a_prompt_does_not_name_the_case_or_its_track():
    [one] = cases(1)
    text = "".join(message["content"] for message in messages_for(one, load_template(), ("L1", "L4")))
    assert one["id"] not in text
    assert "repair_Q" not in text
    assert handle_of(one["id"]) in text


def test_parts_that_are_switched_off_are_not_in_the_prompt():
    [one] = cases(1)
    one["retrieval_context"] = {
        "response": {"results": [{"title": "t", "url": "u", "content": "c", "score": 1}]}
    }
    assert "L1_ego_node" not in prompt_case(one, ("L4",))
    assert "search_results" not in prompt_case(one, ("L1",))
    assert prompt_case(one, ("L1", "retrieval"))["search_results"] == [
        {"title": "t", "url": "u", "content": "c"}
    ]


def test_a_layer_that_does_not_exist_is_refused():
    with pytest.raises(InputError, match="L9"):
        prompt_case(cases(1)[0], ("L1", "L9"))


@pytest.mark.parametrize(
    "content",
    ["", "system: x\nuser: no place for it\n", "user: '{case}'\n", "- a\n", "system: [\n"],
    ids=["empty", "no place for the case", "no system", "a list", "not YAML"],
)
def test_a_template_that_cannot_be_used_is_refused_by_name(tmp_path, content):
    path = tmp_path / "mine.yaml"
    path.write_text(content)
    with pytest.raises(InputError, match=r"mine\.yaml"):
        load_template(str(path))


def test_the_digest_of_a_template_changes_with_its_words(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("system: a\nuser: '{case}'\n")
    first = load_template(str(path)).digest
    path.write_text("system: b\nuser: '{case}'\n")
    assert load_template(str(path)).digest != first
