"""The list of wanted ids: what people write, and what is refused."""

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.targets import read_ids


def test_ids_may_have_comments_blank_lines_small_letters_and_repetitions():
    lines = ["# items\n", "Q42\n", "\n", " q5  # a class\n", "P31\r\n", "Q42\n", "L1-F2\n"]
    assert read_ids(lines, "ids.txt") == {"Q42", "Q5", "P31", "L1-F2"}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        pytest.param([], "ids.txt, the file: lists no id", id="empty"),
        pytest.param(["# none\n"], "ids.txt, the file: lists no id", id="only a comment"),
        pytest.param(["Q1\n", "Douglas\n"], "ids.txt, line 2: 'Douglas' is no entity id", id="a name"),
        pytest.param(["Q1, Q2\n"], "ids.txt, line 1: 'Q1, Q2' is no entity id", id="two on a line"),
        pytest.param(["Q0\n"], "line 1: 'Q0' is no entity id", id="no such number"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused_by_its_line(lines: list[str], sentence: str):
    with pytest.raises(InputError) as caught:
        read_ids(lines, "ids.txt")
    assert sentence in str(caught.value)
