"""Planted keys, names, comments and live links are found wherever they hide; honest data is left alone."""

import pytest

from wikidata_repair_eval.benchmark.live_media import loads_something, quiet_text, without_live_media
from wikidata_repair_eval.benchmark.scan import Forbidden
from wikidata_repair_eval_tests.benchmark.build_cases import COMMENT, EDITOR, case

FORBIDDEN = Forbidden([EDITOR, "Ann", "Ann-42"], ["s3cret-value"])


@pytest.mark.parametrize(
    ("place", "value", "what"),
    [
        pytest.param("note", f"thanks to {EDITOR}!", "an editor's name", id="a name in a text"),
        pytest.param("note", "Ann", "an editor's name", id="a name that is a plain word, by itself"),
        pytest.param("note", "see Ann-42 there", "an editor's name", id="a short name in a text"),
        pytest.param("author", "somebody", "a field for editors' names", id="a field called author"),
        pytest.param("proof", {"user": "x"}, "a field for editors' names", id="a nested field called user"),
        pytest.param("world_state", {"a": [COMMENT]}, "an edit comment", id="a comment inside content"),
        pytest.param("note", "[[User talk:Somebody|hi]]", "an edit comment", id="a link to a user"),
        pytest.param("world_state", {"a": "Bearer tvly-abcdef"}, "a key", id="a key's shape inside content"),
        pytest.param("provenance", {"x": "sk-abcdefghijkl"}, "a key", id="another key's shape"),
        pytest.param("pre_repair_state", {"a": "s3cret-value"}, "a key", id="this machine's own key"),
        pytest.param(
            "retrieval_context",
            {"response": {"results": [{"content": "![x](https://a.example/x.png)"}]}},
            "something that a page would load",
            id="a picture in a search result",
        ),
    ],
)
def test_what_is_planted_in_a_case_is_found(place, value, what):
    assert any(what in found for found in FORBIDDEN.in_record({**case(), place: value}))


def test_an_honest_case_has_nothing_to_hide():
    assert FORBIDDEN.in_record(case()) == []


def test_an_editor_who_is_called_like_an_item_does_not_make_the_item_forbidden():
    assert Forbidden(["Subject Q1"]).in_record(case()) == []
    assert Forbidden(["Ann-4"]).in_record({"note": "Joann-4, Ann-42"}) == []


def test_an_editor_who_is_called_by_a_plain_word_does_not_make_our_words_forbidden():
    everyday = Forbidden(["Format", "The", "Value"])
    assert everyday.in_record(case()) == []
    assert everyday.in_document("The Value of a Format") == []


def test_a_secret_is_never_repeated_by_the_finding():
    assert "s3cret" not in str(FORBIDDEN.in_record({"note": "s3cret-value"}))


@pytest.mark.parametrize(
    "text",
    [
        "![logo](https://a.example/logo.png)",
        "![](//a.example/logo.png)",
        '<img src="https://a.example/x.png">',
        "<SCRIPT src=//a.example/x.js></SCRIPT>",
        '<link rel="stylesheet" href="https://a.example/x.css">',
    ],
)
def test_whatever_would_load_something_is_found_in_documents_and_taken_out_of_results(text):
    assert loads_something(text)
    assert FORBIDDEN.in_document(f"# Card\n\n{text}\n")
    assert not loads_something(quiet_text(text))


def test_a_plain_link_may_stay():
    assert FORBIDDEN.in_document("See [the page](https://a.example/).") == []


def test_a_tag_that_appears_only_when_another_is_taken_out_goes_as_well():
    assert not loads_something(quiet_text("<im<img x>g src=//a.example>"))


def test_search_results_lose_pictures_and_keep_their_captions_and_addresses():
    result = {
        "url": "https://a.example/",
        "content": "A ![cat](https://a.example/c.png) sat.",
        "favicon": "x",
    }
    snapshot = {"status": "frozen", "response": {"images": ["https://a.example/c.png"], "results": [result]}}
    quiet = without_live_media(snapshot)
    assert quiet["response"] == {"results": [{"url": "https://a.example/", "content": "A [cat] sat."}]}
    assert snapshot["response"]["images"], "the frozen answer itself stays"
