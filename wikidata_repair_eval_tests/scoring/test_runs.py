"""`score` and `compare` on files alone: exit codes, bad lines, order, processes, releases."""

import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from wikidata_repair_eval.cli.main import run as command
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, json_lines, sha256_of
from wikidata_repair_eval.scoring import proposal_files, replay, score_proposals
from wikidata_repair_eval.scoring.case_files import ranges_of
from wikidata_repair_eval.scoring.runs import score_files
from wikidata_repair_eval_tests.build import Raw
from wikidata_repair_eval_tests.scoring.builders import edit, exception_case, format_case, proposal


def some_cases(count: int = 6) -> list[Raw]:
    kinds = [format_case, exception_case]
    return [kinds[n % 2]() | {"id": f"case_{n:03}", "cluster_id": f"k{n // 2}"} for n in range(count)]


def people(cases: list[Raw]) -> list[Raw]:
    made = [replay(case) for case in cases]
    return [one.model_dump(mode="json", exclude_none=True) for one in made if one]


def written(folder: Path, cases: list[Raw], proposals: list[Any]) -> tuple[Path, Path]:
    lines = [one if isinstance(one, bytes) else json_bytes(one) for one in proposals]
    (folder / "cases.jsonl").write_bytes(json_lines(cases))
    (folder / "proposals.jsonl").write_bytes(b"".join(lines))
    return folder / "cases.jsonl", folder / "proposals.jsonl"


def scored(folder: Path, cases: list[Raw], proposals: list[Any], **more: Any) -> Any:
    return score_files(*written(folder, cases, proposals), folder / "out", **more)


def test_people_score_one_and_the_exit_code_is_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases, proposals = written(tmp_path, some_cases(), people(some_cases()))
    out = tmp_path / "out"
    assert command(["score", "--cases", str(cases), "--proposals", str(proposals), "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "6 cases of the main score in 3 clusters" in printed
    summary = orjson.loads((out / "summary.json").read_bytes())
    assert {one["mean"] for one in summary["main"]["micro"].values()} == {1.0}
    traces = [orjson.loads(line) for line in (out / "traces.jsonl").read_bytes().splitlines()]
    assert [trace["case_id"] for trace in traces] == [f"case_{n:03}" for n in range(6)]


def test_files_and_records_give_the_same_scores(tmp_path: Path) -> None:
    cases = some_cases()
    given = [*people(cases)[:3], {"case_id": "case_004", "op": "nonsense"}]
    summary = scored(tmp_path, cases, given)
    found = score_proposals(cases, given)
    assert summary["main"] == found.summary["main"]
    assert json_lines(found.traces) == (tmp_path / "out" / "traces.jsonl").read_bytes()


def test_what_is_missing_unknown_or_twice_is_reported_and_exits_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = some_cases()
    given = people(cases)[1:]
    first = given[0]["case_id"]
    cases_file, proposals = written(
        tmp_path,
        cases,
        [
            *given,
            {"case_id": first, "abstain": True},
            {"case_id": "nobody", "abstain": True},
            b"garbage\n",
            b"\n",
        ],
    )
    out = tmp_path / "out"
    assert (
        command(["score", "--cases", str(cases_file), "--proposals", str(proposals), "--out", str(out)]) == 1
    )
    printed = capsys.readouterr().out
    assert "1 cases have no proposal; they count as 0." in printed
    problems = orjson.loads((out / "summary.json").read_bytes())["problems"]
    assert {name: one["count"] for name, one in problems.items()} == {
        "unknown_cases": 1,
        "second_proposals": 1,
        "lines_without_case_id": 1,
        "unscorable_cases": 0,
    }
    assert problems["unknown_cases"]["first"] == ["nobody"]
    summary = orjson.loads((out / "summary.json").read_bytes())
    assert summary["all"]["counts"]["missing"] == 1
    assert summary["main"]["micro"]["s_info"]["mean"] == pytest.approx(5 / 6, abs=1e-6)


def test_a_bad_line_still_belongs_to_its_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposal_files, "LONGEST_LINE", 10_000)
    cut = b'{"case_id": "case_000", "operations": [{"op": "rem\n'
    long = b'{"case_id": "case_001", "raw": "' + b"x" * 50_000 + b'"}\n'
    nan = b'{"case_id": "case_002", "operations": [], "confidence": NaN}\n'
    summary = scored(tmp_path, some_cases(4), [cut, long, nan, *people(some_cases(4))[3:]])
    assert summary["all"]["counts"]["invalid"] == 3
    traces = [orjson.loads(line) for line in (tmp_path / "out" / "traces.jsonl").read_bytes().splitlines()]
    assert "longer than" in traces[1]["reason"]
    assert [trace["invalid"] for trace in traces] == [True, True, True, False]


def test_neither_order_nor_processes_change_a_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = some_cases(12)
    given = [
        *people(cases)[:8],
        *({"case_id": f"case_{n:03}", **proposal(edit("remove"))} for n in (8, 9, 10)),
    ]
    results = []
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        files = written(folder, cases, given)
        if number == 2:
            monkeypatch.setattr(
                "wikidata_repair_eval.scoring.runs.ranges_of", lambda path: ranges_of(path, 20_000)
            )
        score_files(*files, folder / "out", processes=number)
        summary = orjson.loads((folder / "out" / "summary.json").read_bytes())
        del summary["cases_sha256"]  # another order of lines is another file
        results.append((summary, (folder / "out" / "traces.jsonl").read_bytes()))
        random.Random(number).shuffle(cases)
        random.Random(number).shuffle(given)
    assert results[0] == results[1] == results[2]


def test_a_release_is_known_by_its_digest_and_a_changed_file_is_refused(tmp_path: Path) -> None:
    cases, proposals = written(tmp_path, some_cases(), people(some_cases()))
    assert score_files(cases, proposals, tmp_path / "out")["release_digest"] is None
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(f"{sha256_of(cases)}  cases.jsonl\n")
    summary = score_files(cases, proposals, tmp_path / "out")
    assert (summary["release_digest"], summary["cases_sha256"]) == (sha256_of(sums), sha256_of(cases))
    cases.write_bytes(cases.read_bytes() + json_bytes(format_case()))
    with pytest.raises(InputError, match="not the file that SHA256SUMS beside it lists"):
        score_files(cases, proposals, tmp_path / "out")


def test_the_prompt_digest_comes_from_the_proposals(tmp_path: Path) -> None:
    given = [{**one, "prompt_digest": "abc"} for one in people(some_cases())]
    assert scored(tmp_path, some_cases(), given)["prompt_digest"] == "abc"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param(b"{cut\n", "not JSON", id="not JSON"),
        pytest.param(b"[1]\n", "not a case", id="not an object"),
        pytest.param(b'{"id": "x"}\n', "x has no qid", id="not a case"),
        pytest.param(json_bytes(format_case() | {"id": "case_000"}), "stands there twice", id="a case twice"),
    ],
)
def test_bad_cases_are_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, problem: str
) -> None:
    cases, proposals = written(tmp_path, some_cases(), [])
    cases.write_bytes(cases.read_bytes() + line)
    out = str(tmp_path / "out")
    assert command(["score", "--cases", str(cases), "--proposals", str(proposals), "--out", out]) == 2
    assert problem in capsys.readouterr().err


def test_cases_are_cut_only_at_line_ends(tmp_path: Path) -> None:
    lines = [b"x" * n + b"\n" for n in (5, 1, 300, 2, 2, 90, 7)]
    path = tmp_path / "lines"
    path.write_bytes(b"".join(lines))
    for size in (1, 3, 50, 10_000):
        ranges = ranges_of(path, size)
        pieces = [path.read_bytes()[start:end] for start, end in ranges]
        assert b"".join(pieces) == b"".join(lines)
        assert all(piece.endswith(b"\n") for piece in pieces)


def test_two_runs_are_compared_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = some_cases(20)
    files = written(tmp_path, cases, people(cases))
    score_files(*files, tmp_path / "people")
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_bytes(json_lines({"case_id": case["id"], "operations": []} for case in cases))
    score_files(files[0], nothing, tmp_path / "none")
    assert command(["compare", str(tmp_path / "none"), str(tmp_path / "people")]) == 0
    printed = capsys.readouterr().out
    assert "people against none, on 20 common cases of the main score:" in printed
    assert "s_info: none 0.000, people 1.000" in printed
    assert command(["compare", "--json", str(tmp_path / "none"), str(tmp_path / "people")]) == 0
    assert json.loads(capsys.readouterr().out)["scores"]["s_info"]["first"] == 0.0


def test_compare_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert command(["compare", str(tmp_path / "empty"), str(tmp_path / "empty")]) == 2
    assert "traces.jsonl: this file is missing" in capsys.readouterr().err
    assert command(["compare", str(tmp_path / "empty")]) == 2


def test_a_date_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases, proposals = written(tmp_path, some_cases(), [])
    arguments = ["score", "--cases", str(cases), "--proposals", str(proposals), "--out", str(tmp_path / "o")]
    assert command([*arguments, "--cutoff", "yesterday"]) == 2
    assert "is no date" in capsys.readouterr().err
