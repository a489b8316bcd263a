"""The annotation file: what people wrote outlives every run, and the sample stays where it was."""

import pytest
import yaml

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction import discoveries


def novel(*names):
    return [{"article": "A", "subject": "A", "predicate": f"ex:{name}", "object": "x"} for name in names]


def shown(text):
    return {row["predicate"]: row["verdict"] for row in yaml.safe_load(text)["discoveries"]}


def annotated(rows, **verdicts):
    return discoveries.annotation_file(
        {**row, "verdict": verdicts.get(row["predicate"].removeprefix("ex:"))} for row in rows
    )


def test_a_first_file_is_a_sample_without_verdicts():
    text = discoveries.updated(None, "f", novel(*"abcdefghij"), seed=1, share=0.3)
    assert len(shown(text)) == 3
    assert set(shown(text).values()) == {None}


def test_verdicts_stay_even_where_the_triple_is_gone():
    before = annotated(novel("a", "b"), a="incorrect")
    assert shown(discoveries.updated(before, "f", novel("b", "c"), seed=1, share=1.0)) == {
        "ex:a": "incorrect",
        "ex:b": None,
        "ex:c": None,
    }


def test_an_unjudged_row_goes_with_its_triple():
    assert shown(discoveries.updated(annotated(novel("a")), "f", [], seed=1)) == {}


def test_a_row_with_a_note_of_somebody_is_not_unjudged():
    rows = [{**novel("a")[0], "note": "ask Maria"}]
    text = discoveries.updated(discoveries.annotation_file(rows), "f", [], seed=1)
    assert yaml.safe_load(text)["discoveries"][0]["note"] == "ask Maria"


def test_the_same_triples_change_not_a_byte_and_keep_comments():
    before = "# by Ada\n" + annotated(novel("a", "b"), a="correct")
    assert discoveries.updated(before, "f", novel("a", "b"), seed=1, share=1.0) == before


def test_the_sample_is_filled_up_and_not_drawn_anew():
    before = discoveries.updated(None, "f", novel(*"abcdefghij"), seed=1, share=0.3)
    after = discoveries.updated(before, "f", novel(*"abcdefghijklmnopqrst"), seed=1, share=0.3)
    assert set(shown(before)) < set(shown(after))
    assert len(shown(after)) == 6


def test_counts_in_the_header_follow_verdicts_that_were_written_by_hand():
    content = yaml.safe_load(annotated(novel("a", "b")))
    content["discoveries"][0]["verdict"] = "correct"
    after = discoveries.updated(yaml.safe_dump(content), "f", novel("a", "b"), seed=1, share=1.0)
    assert discoveries.summarize(after, "f") == {"ndr": 1.0, "judged": 1, "total": 1}


@pytest.mark.parametrize(
    "text", ["discoveries: [", "discoveries: 3", "- a"], ids=["no YAML", "no list", "a list"]
)
def test_a_file_that_cannot_be_read_is_refused_and_not_replaced(text):
    with pytest.raises(InputError, match="Fix:"):
        discoveries.updated(text, "novel.yaml", novel("a"), seed=1)
