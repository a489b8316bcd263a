"""What is written to disk: shards that hold every case once, safe scripts, one build or the other."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from upath import UPath

from wikidata_repair_eval.benchmark.browser import build
from wikidata_repair_eval.benchmark.browser.answers import Evaluation
from wikidata_repair_eval.benchmark.browser.build import build_browser
from wikidata_repair_eval.benchmark.browser.view import MOST_ROWS, case_view
from wikidata_repair_eval.files import write_json_lines
from wikidata_repair_eval_tests.browser.cases import AWKWARD, case, many, reform, write_release


def built(folder: Path, cases: list[Any], **options: Any) -> Path:
    release = write_release(folder / "release", cases, options.pop("diagnostic", ()))
    build_browser(UPath(release), UPath(folder / "out"), version="1.0", **options)
    [data] = (folder / "out").glob("data-*")
    return data


def script(path: Path) -> Any:
    """The value that a data script hands over."""
    return json.loads(re.fullmatch(r'wre\.take\("[a-z:0-9]+",(.*)\);\n', path.read_text(), re.S)[1])


def test_every_case_stands_in_one_shard_in_the_order_of_the_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "SHARD_BYTES", 10_000)
    monkeypatch.setattr(build, "SHARD_ROWS", 7)
    data = built(tmp_path, list(many(30)))
    manifest = script(data / "manifest.js")
    rows = [row for number in range(manifest["row_files"]) for row in script(data / f"rows-{number}.js")]
    shards = [script(data / f"cases-{number}.js") for number in range(len(manifest["starts"]))]
    assert len(shards) > 3
    assert manifest["row_files"] == 5
    assert [row[0] for row in rows] == [view["id"] for shard in shards for view in shard]
    assert manifest["starts"] == [sum(map(len, shards[:number])) for number in range(len(shards))]


def test_no_text_of_a_case_can_end_its_script(tmp_path):
    data = built(tmp_path, [case(label=AWKWARD)])
    assert all("<" not in path.read_text() for path in data.glob("*[0-9].js"))
    assert script(data / "cases-0.js")[0]["name"] == AWKWARD


def test_filters_know_how_many_cases_each_value_has(tmp_path):
    data = built(tmp_path, [case(1), reform(2)], diagnostic=[case(3)])
    facets = dict(script(data / "manifest.js")["facets"])
    assert facets["set"] == [["main", 2], ["diagnostic", 1]]
    assert facets["track"] == [["A_BOX", 2], ["T_BOX", 1]]
    assert facets["property"] == [["VIAF ID (P214)", 3]]
    assert facets["definition"] == [["test", 3]]


def test_the_same_inputs_give_the_same_bytes_and_other_ones_another_folder(tmp_path):
    first = built(tmp_path / "a", [case(1)])
    again = built(tmp_path / "b", [case(1)])
    other = built(tmp_path / "c", [case(2)])
    assert first.name == again.name != other.name
    assert {p.name: p.read_bytes() for p in first.iterdir()} == {
        p.name: p.read_bytes() for p in again.iterdir()
    }


def test_a_new_build_takes_the_place_of_the_old_one(tmp_path):
    old = built(tmp_path, [case(1)])
    new = built(tmp_path, [case(1), case(2)])
    assert not old.exists()
    assert new.name in (tmp_path / "out" / "index.html").read_text()


def test_a_build_that_fails_leaves_the_page_as_it_was(tmp_path, monkeypatch):
    built(tmp_path, [case(1)])
    page = (tmp_path / "out" / "index.html").read_bytes()
    with pytest.raises(KeyError):
        build_browser(
            UPath(write_release(tmp_path / "release", [{"id": "x"}])), UPath(tmp_path / "out"), version="1.0"
        )
    assert (tmp_path / "out" / "index.html").read_bytes() == page


def test_the_page_names_no_address_to_load_from(tmp_path):
    data = built(tmp_path, [case(1)])
    texts = [(tmp_path / "out" / "index.html").read_text(), *(path.read_text() for path in data.glob("*.*s"))]
    assert not any(re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", text) for text in texts)


def test_answers_of_runs_stand_with_their_case_whatever_the_model_wrote(tmp_path):
    operation = {"op": "replace", "entity": "Q1", "property": "P214", "old": "VIAF 12", "new": "12"}
    proposals = [{"case_id": "repair_Q1_1001", "operations": [operation]}, {"case_id": 5}, ["odd"]]
    trace = {"case_id": "repair_Q1_1001", "action_model": "UPDATE", "s_info": 1.0, "exact": True}
    write_json_lines(tmp_path / "proposals.jsonl", proposals)
    write_json_lines(tmp_path / "traces.jsonl", [{**trace, "functional": {"fixed": True}}])
    run = Evaluation("replay", tmp_path / "proposals.jsonl", tmp_path / "traces.jsonl")
    data = built(tmp_path, [case(1), case(2)], evaluations=[run])
    first, second = script(data / "cases-0.js")
    assert second["answers"] == []
    assert first["answers"] == [
        {
            "run": "replay",
            "outcome": "answered",
            "action": "UPDATE",
            "s_info": 1.0,
            "exact": True,
            "fixed": True,
            "proposed": "replace Q1 P214: VIAF 12 -> 12",
        }
    ]


def test_a_constraint_change_shows_the_rules_that_went_and_came():
    change = case_view(reform(1))["change"]
    assert [len(change["before"]), len(change["after"]), change["kept"]] == [1, 1, 1]
    assert "format" in change["before"][0]
    assert "no two entities" in change["after"][0]


def test_a_value_change_shows_ranks_and_statements():
    change = case_view(case(1))["change"]
    assert change["after"] == ["12 [preferred]"]
    assert change["ops"] == [
        {"op": "change value", "before": "VIAF ID (P214): VIAF 12", "after": "VIAF ID (P214): 12"}
    ]


def test_a_long_layer_is_cut_and_counted():
    long = case(1)
    long["world_state"]["L2_labels"]["entities"] = {f"Q{n}": {"label": str(n)} for n in range(MOST_ROWS + 20)}
    layer = case_view(long)["layers"]["L2"]
    assert [len(layer["rows"]), layer["more"]] == [MOST_ROWS, 20]


@pytest.mark.parametrize(
    ("context", "shown"),
    [
        pytest.param(None, None, id="no search for this class"),
        pytest.param({"response": None, "reason": "no key"}, {"missing": "no key"}, id="search is missing"),
    ],
)
def test_a_missing_search_says_why(context, shown):
    assert case_view(case(1, retrieval_context=context))["retrieval"] == shown


def test_a_case_without_a_frozen_world_is_still_shown():
    view = case_view(case(1, world_state=None))
    assert view["name"] == "Q1"
    assert view["layers"]["L1"] == {"rows": [], "more": 0}
