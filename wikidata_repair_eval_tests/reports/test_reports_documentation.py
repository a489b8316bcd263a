"""docs/reports.md names every flag, reason and status that the records can carry."""

import re
from pathlib import Path
from typing import get_args

import pytest

import wikidata_repair_eval.reports as reports
from wikidata_repair_eval.reports.records import RevisionStatus

DOCUMENT = Path(__file__).parents[2] / "docs" / "reports.md"
SOURCES = Path(reports.__file__).parent


def quoted(module, pattern):
    return set(re.findall(pattern, (SOURCES / f"{module}.py").read_text(encoding="utf-8")))


FLAGS = quoted("transition", r'"([a-z]+_[a-z_]+)"')
REASONS = quoted("walk", r'"([a-z]+_[a-z0-9]+)"') - set(get_args(RevisionStatus)) | {
    "no_header",
    "error_text",
    "blank",
}
# Names of fields, which the pattern finds too.
FLAGS -= {"violation_type"}
REASONS -= {"data_date", "items_processed", "compared_with"}


def test_the_names_are_found_in_the_sources():
    assert {"report_gap", "section_removed", "in_unknown_section_new", "report_collapsed"} <= FLAGS
    assert {"other_editor", "same_sha1", "hidden_text", "error_comment"} <= REASONS


@pytest.mark.parametrize("name", sorted(FLAGS | REASONS | set(get_args(RevisionStatus))))
def test_every_flag_reason_and_status_is_documented(name):
    assert f"`{name}`" in DOCUMENT.read_text(encoding="utf-8")
