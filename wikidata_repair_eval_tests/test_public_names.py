"""What people with nothing but a release import, and what that must not drag in."""

import subprocess
import sys

import pytest

import wikidata_repair_eval

NAMES = ["check_entity", "load_release", "prompt_view", "score_proposals"]


@pytest.mark.parametrize("name", NAMES)
def test_the_root_hands_out_what_a_notebook_needs(name):
    assert callable(getattr(wikidata_repair_eval, name))
    assert name in wikidata_repair_eval.__all__


def test_a_name_that_is_not_there_is_missed_as_usual():
    with pytest.raises(AttributeError, match="load_everything"):
        _ = wikidata_repair_eval.load_everything


def test_a_notebook_does_not_load_dagster():
    code = (
        f"from wikidata_repair_eval import {', '.join(NAMES)}; import sys; sys.exit('dagster' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
