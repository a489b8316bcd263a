"""Who leads and by how much; what may not stand side by side; what must add up."""

from typing import Any

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring import audit, replay, score_proposals
from wikidata_repair_eval.scoring.baselines import proposals_of
from wikidata_repair_eval.scoring.comparison import run_from
from wikidata_repair_eval.scoring.leaderboard import PART, as_markdown, in_part, leaderboard, refuse_mixing
from wikidata_repair_eval_tests.scoring.builders import format_case


def cases(count: int = 12, part: str = "test") -> list[Any]:
    made = []
    for number in range(count):
        one = format_case(cluster_id=f"c{number}", splits={"temporal": part}, main_score=True)
        one["id"] = f"repair_Q1_{number}"
        made.append(one | {"class": "TypeA"})
    return made


def scored(name: str, given: list[Any]) -> Any:
    if name == "people":
        answers = [replay(case).model_dump() | {"case_id": case["id"]} for case in given]
    else:
        answers = list(proposals_of(name, given))
    result = score_proposals(given, answers)
    result.summary |= {"release_digest": "r1"}
    return result


def board(names: list[str], given: list[Any]) -> list[dict[str, Any]]:
    runs = {name: scored(name, given) for name in names}

    def run_of(name: str) -> Any:
        kept = [trace for trace in runs[name].traces if in_part(trace, PART)]
        return run_from(name, kept, runs[name].summary)

    return leaderboard({name: run.summary for name, run in runs.items()}, run_of)


def test_people_lead_and_always_delete_comes_last():
    rows = board(["always-delete", "people", "do-nothing"], cases())
    assert [row["run"] for row in rows] == ["people", "do-nothing", "always-delete"]
    assert [row["s_info"] for row in rows] == [1.0, 0.0, -0.5]


def test_the_difference_to_the_next_is_told_with_what_it_is_worth():
    first, second, last = board(["always-delete", "people", "do-nothing"], cases())
    assert first["significant"]
    assert second["significant"]
    assert "people is 1.000 higher" in first["against_next"]
    assert last["against_next"] is None


def test_equal_runs_are_not_told_apart():
    given = cases()
    one, other = scored("do-nothing", given), scored("do-nothing", given)
    runs = {"a": one, "b": other}
    rows = leaderboard(
        {name: run.summary for name, run in runs.items()},
        lambda name: run_from(name, runs[name].traces, runs[name].summary),
    )
    assert [row["run"] for row in rows] == ["a", "b"]
    assert rows[0]["significant"] is False
    assert "no difference" in rows[0]["against_next"]


def test_only_the_test_part_ranks():
    given = [*cases(6, "train"), *cases(6)]
    for number, case in enumerate(given):
        case["id"] = f"repair_Q1_{number}"
    [row] = board(["do-nothing"], given)
    assert (row["cases"], row["all_cases"]) == (6, 12)


def test_without_a_test_part_nothing_is_compared():
    rows = board(["do-nothing", "people"], cases(3, "train"))
    assert [row["cases"] for row in rows] == [0, 0]
    assert [row["s_info"] for row in rows] == [None, None]
    assert "| - |" in as_markdown(rows)


@pytest.mark.parametrize(
    ("change", "told"),
    [({"release_digest": "r2"}, "releases"), ({"scorer_version": "0"}, "scorer versions")],
    ids=["another release", "another scorer"],
)
def test_runs_that_do_not_mean_the_same_are_refused(change, told):
    summary = scored("do-nothing", cases(2)).summary
    with pytest.raises(InputError, match=told):
        refuse_mixing({"a": summary, "b": summary | change})


def test_the_text_names_release_scorer_and_every_run():
    text = as_markdown(board(["people", "do-nothing"], cases()))
    assert all(
        word in text for word in ("r1", "scorer", "| 1 | people |", "| 2 | do-nothing |", "## Differences")
    )
    assert "No run" in as_markdown([])


def test_a_case_that_is_left_out_or_answered_twice_is_named():
    proposals = [{"case_id": "a"}, {"case_id": "a"}, {"case_id": "x"}]
    assert audit.not_answered_once(["a", "b"], proposals) == ["a", "b", "x"]
    assert audit.not_answered_once(["a"], [{"case_id": "a"}]) == []


def test_a_summary_that_its_traces_do_not_give_is_found():
    result = scored("always-delete", cases(4))
    assert audit.not_adding_up(result.traces, result.summary) == []
    result.traces[0]["s_info"] = 1.0
    assert len(audit.not_adding_up(result.traces, result.summary)) == 1
    result.traces[0]["s_info"] = -3.0
    assert any("-3.0" in one for one in audit.not_adding_up(result.traces, result.summary))
