"""`report parse` and `report diff`: output, exit codes, and the sentence on stderr."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from wikidata_repair_eval.cli.report import report as command
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval_tests.reports.pages import NEW_DATE, listed, report, section


def run(*arguments, stdin=None):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=stdin)


@pytest.fixture
def pages(tmp_path):
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(report(section("Format", *listed("Q1", "Q2"))), encoding="utf-8")
    new.write_text(report(section("Format", *listed("Q1")), date=NEW_DATE), encoding="utf-8")
    return old, new


def test_parse_prints_the_page_with_every_field_of_the_contract(pages):
    result = run("parse", pages[0], "--property", "p214")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["property"], found["status"], found["items_processed"]) == ("P214", "ok", 1691671)
    assert found["data_date"] == "2025-08-10T11:59:01Z"
    [part] = found["sections"]
    assert {"heading", "violation_type", "constraint", "declared_count", "truncated", "entries"} <= set(part)
    assert part["entries"][0] == {"subjects": ["Q1"], "values": [], "group": None, "raw": "* [[Q1]]"}


def test_parse_reads_stdin_and_a_byte_order_mark():
    result = run("parse", "-", stdin="\ufeff" + report(section("Format", "* [[Q1]]: é")))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["sections"][0]["entries"][0]["values"] == ["é"]


@pytest.mark.parametrize(
    ("text", "status"),
    [("", "blank"), ("ERROR: x", "failed"), ("#REDIRECT [[A]]", "unparseable"), ("x", "unparseable")],
)
def test_parse_of_what_is_no_report_prints_its_status_and_exits_1(text, status):
    result = run("parse", "-", stdin=text)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["status"] == status
    assert result.stderr.startswith(f"stdin is no report: {status}")


def test_diff_prints_one_candidate_a_line(pages):
    result = run("diff", *pages, "--property", "P214")
    assert result.exit_code == 0
    [candidate] = [json.loads(line) for line in result.stdout.splitlines()]
    assert (candidate["qid"], candidate["property_id"], candidate["violation_type"]) == (
        "Q2",
        "P214",
        "Format",
    )
    assert result.stdout == run("diff", *pages, "--property", "P214").stdout


def test_diff_of_equal_pages_prints_nothing(pages):
    result = run("diff", pages[1], pages[1])
    assert (result.exit_code, result.stdout) == (0, "")


def test_diff_leaves_out_what_a_cut_list_explains_unless_asked(pages, tmp_path):
    cut = tmp_path / "cut.txt"
    cut.write_text(report(section("Format", *listed("Q1"), after="Too many results.")), encoding="utf-8")
    assert run("diff", pages[0], cut).stdout == ""
    assert '"Q2"' in run("diff", pages[0], cut, "--include-truncated").stdout


def test_diff_with_a_page_that_is_no_report_exits_1_and_says_which(pages):
    result = run("diff", pages[0], "-", stdin="ERROR: x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        result.stderr
        == "the new page is no report: failed (error_text); nothing can be said of who left it\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["parse", "no-such-file.txt"], "does not exist"),
        (["parse", "-", "--property", "Q5"], "'Q5' is not a property id. Fix: write it like P569."),
        (["diff", "-", "-"], "OLD and NEW are both stdin"),
    ],
)
def test_bad_input_exits_2_with_one_sentence(arguments, sentence):
    result = run(*arguments, stdin="")
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_file_that_is_not_utf8_is_named_with_the_place(tmp_path):
    file = tmp_path / "latin.txt"
    file.write_bytes(b"abc\xe9")
    result = run("parse", file)
    assert isinstance(result.exception, InputError)
    assert (
        str(result.exception) == f"{file}, byte 3: this is not UTF-8. Fix: save the page's wikitext as UTF-8."
    )


@pytest.mark.parametrize("name", ["parse", "diff"])
def test_help_shows_an_example_that_works(name, tmp_path):
    """The example is run as a shell would, with this command in place of the installed one."""
    shown = run(name, "--help").stdout.partition("Example:\n")[2].partition("\nOptions:")[0]
    script = "\n".join(line.removeprefix("    ") for line in shown.splitlines())
    mine = f"{sys.executable} -c 'from wikidata_repair_eval.cli.report import report; report()'"
    script, calls = re.subn(r"wikidata-repair-eval report", mine, script)
    assert calls == 1
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Q42" in done.stdout
