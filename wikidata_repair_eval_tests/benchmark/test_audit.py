"""The human audit: a sample that anybody can draw again, and two raters compared without trusting headers."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy
import pytest
from click.testing import CliRunner
from statsmodels.stats.inter_rater import cohens_kappa
from upath import UPath

from wikidata_repair_eval.benchmark.agreement import agreement
from wikidata_repair_eval.benchmark.audit import KIND, counts_of, draw, read_ratings, stratum_of, summary
from wikidata_repair_eval.benchmark.publishing import publish
from wikidata_repair_eval.cli.main import commands
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_lines
from wikidata_repair_eval_tests.benchmark.build_cases import case, classified, reform, repair
from wikidata_repair_eval_tests.benchmark.test_release import staged


def cases():
    common = [case(repair(f"Q{n}")) for n in range(1, 61)]
    rare = [case(reform(f"Q{n}")) for n in range(100, 130)]
    third = repair("Q500")
    return [*common, *rare, case(third, classified=classified(third, "TypeC"))]


def ratings(*verdicts: str | None, name: str = "a", **counts: int):
    rows = [{"case_id": f"c{n}", "verdict": verdict, "note": ""} for n, verdict in enumerate(verdicts)]
    header = {"kind": KIND, "counts": counts_of(verdicts) | counts}
    return read_ratings([header, *rows], name)


def test_a_sample_has_every_stratum_and_their_shares():
    found = {one["id"]: stratum_of(one) for one in cases()}
    sizes, rows = draw(cases(), 20, seed=1)
    assert sum(sizes.values()) == 91
    drawn = Counter(found[row["case_id"]] for row in rows)
    assert drawn == {"TypeA | A_BOX | Format": 13, "T_BOX | T_BOX | Format": 6, "TypeC | A_BOX | Format": 1}


def test_the_same_seed_draws_the_same_cases_in_any_order_and_another_seed_others():
    first = draw(cases(), 20, seed=1)
    assert draw(reversed(cases()), 20, seed=1) == first
    assert draw(cases(), 20, seed=2) != first


def test_more_than_there_are_is_all_of_them():
    assert len(draw(cases(), 500, seed=1)[1]) == 91


def test_fewer_than_there_are_strata_goes_to_the_largest():
    assert len(draw(cases(), 1, seed=1)[1]) == 1


def test_a_row_does_not_give_the_class_away():
    _, rows = draw(cases(), 20, seed=1)
    assert not any("TypeA" in str(row) or row.get("class") for row in rows)
    assert {row["verdict"] for row in rows} == {None}


def test_kappa_by_hand():
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: po = 0.7, pe = 0.5, kappa = 0.4."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    found = agreement(pairs)
    assert (found.pairs, found.agreement) == (50, pytest.approx(0.7))
    assert found.kappa == pytest.approx(0.4)


@pytest.mark.parametrize("seed", range(5))
def test_kappa_and_its_interval_are_those_of_statsmodels(seed: int):
    chance, names = random.Random(seed), "abcd"
    pairs = []
    for _ in range(80):
        left = chance.choice(names)
        pairs.append((left, left if chance.random() < 0.6 else chance.choice(names)))
    table = numpy.array([[pairs.count((row, column)) for column in names] for row in names])
    theirs, ours = cohens_kappa(table), agreement(pairs)
    assert ours.kappa == pytest.approx(theirs.kappa)
    assert ours.interval == pytest.approx((theirs.kappa_low, theirs.kappa_upp))


@pytest.mark.parametrize(
    "pairs",
    [pytest.param([], id="no pairs"), pytest.param([("a", "a")] * 9, id="only one category")],
)
def test_kappa_is_undefined_where_chance_explains_everything(pairs):
    assert agreement(pairs).kappa is None


def test_the_summary_lists_disagreements_and_who_judged_what():
    first = ratings("TypeA", "TypeB", "TypeC", None, name="a")
    second = ratings("TypeA", "TypeC", "TypeC", "TypeA", "T_BOX", name="b")
    told = summary(first, second)
    assert told["judged_by_both"] == 3
    assert told["agreement"] == pytest.approx(2 / 3)
    assert [(one["case_id"], one["a"], one["b"]) for one in told["disagreements"]] == [
        ("c1", "TypeB", "TypeC")
    ]
    assert told["only_in_b"] == ["c4"]
    assert told["header_problems"] == []


def test_header_counts_are_counted_anew_and_never_believed():
    told = summary(ratings("TypeA", "TypeA", TypeA=7), ratings("TypeA", "TypeB"))
    assert told["counts"][0]["TypeA"] == 2
    assert told["header_problems"] == ["the header says TypeA: 7, and there are 2"]


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        pytest.param([{"case_id": "c1", "verdict": "TypeX"}], "line 2, verdict", id="an unknown verdict"),
        pytest.param([{"verdict": "TypeA"}], "line 2", id="no case"),
        pytest.param([{"case_id": "c1"}, {"case_id": "c1"}], "line 3", id="one case twice"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_by_its_line(rows, place):
    with pytest.raises(InputError, match=place):
        read_ratings([{"kind": KIND}, *rows], "anna.jsonl")


def test_a_file_without_its_header_is_refused():
    with pytest.raises(InputError, match="no header"):
        read_ratings([{"case_id": "c1"}], "anna.jsonl")


def write(path: Path, *verdicts: str, rows: int | None = None) -> str:
    header = {"kind": KIND, "counts": counts_of(verdicts) | ({"rows": rows} if rows else {})}
    given = [{"case_id": f"c{n}", "verdict": verdict} for n, verdict in enumerate(verdicts)]
    path.write_bytes(json_lines([header, *given]))
    return str(path)


def test_the_command_tells_kappa_and_exits_1_where_a_header_lies(tmp_path: Path):
    first = write(tmp_path / "a.jsonl", "TypeA", "TypeB", "TypeA")
    second = write(tmp_path / "b.jsonl", "TypeA", "TypeB", "TypeB")
    told = CliRunner().invoke(commands, ["audit", "summarize", first, second])
    assert (told.exit_code, json.loads(told.stdout)["judged_by_both"]) == (0, 3)
    lying = write(tmp_path / "c.jsonl", "TypeA", "TypeB", "TypeB", rows=9)
    told = CliRunner().invoke(commands, ["audit", "summarize", first, lying])
    assert told.exit_code == 1
    assert "the header says rows: 9, and there are 3" in told.stderr


def test_the_command_draws_from_a_release_and_never_over_somebodys_judgements(tmp_path: Path):
    publish(staged(tmp_path / "a"), UPath(tmp_path / "1.0.0"), "1.0.0")
    out = tmp_path / "anna.jsonl"
    options = ["audit", "sample", "--release", str(tmp_path / "1.0.0"), "--n", "2", "--out", str(out)]
    assert CliRunner().invoke(commands, options).exit_code == 0
    header, *rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert (header["kind"], header["counts"]["rows"], len(rows)) == (KIND, 2, 2)
    assert read_ratings([header, *rows], str(out)).header_problems == []
    again = CliRunner().invoke(commands, options)
    assert isinstance(again.exception, InputError)
    assert "may hold judgements" in str(again.exception)
