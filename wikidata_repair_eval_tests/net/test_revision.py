"""What the API tells of a revision is kept apart: hidden, missing, empty, not asked, in time order."""

import random

import pytest

from wikidata_repair_eval.net.revision import (
    Content,
    Revision,
    flag,
    in_order,
    parse_content,
    parse_revision,
    redirect_target,
)
from wikidata_repair_eval_tests.net.wiki_server import hidden_rev, rev

NOON = "2026-06-08T12:00:00Z"


def test_a_plain_revision_is_read_whole():
    raw = rev(227, NOON, 146, tags=["mw-undo"], minor=True)
    assert parse_revision(raw, "Q1", with_content=True) == Revision(
        revid=227,
        parentid=146,
        timestamp=NOON,
        user="Alice",
        userid=3,
        comment="/* wbsetclaim-update:2||1 */ edit 227",
        tags=("mw-undo",),
        size=100,
        sha1=f"{227:040x}",
        minor=True,
        model="wikibase-item",
        content=Content(227, "text", "Q1", "wikibase-item", "text of 227"),
    )


def test_text_that_was_not_asked_for_is_none_and_not_missing():
    assert parse_revision(rev(1, NOON), "Q1", with_content=False).content is None


def test_trap_29_a_revision_with_hidden_user_stays_in_the_history():
    found = parse_revision(hidden_rev(263, NOON), "Q1", with_content=True)
    assert (found.revid, found.user, found.comment, found.sha1) == (263, None, None, None)
    assert found.hidden == ("comment", "text", "user")
    assert found.content == Content(263, "hidden", "Q1")


@pytest.mark.parametrize(
    ("slots", "state", "text"),
    [
        pytest.param({"main": {"content": "{}"}}, "text", "{}", id="text"),
        pytest.param({"main": {"*": "{}"}}, "text", "{}", id="text in format version 1"),
        pytest.param({"main": {"content": ""}}, "text", "", id="empty text is text"),
        pytest.param({"main": {"texthidden": True}}, "hidden", None, id="hidden"),
        pytest.param({"main": {"texthidden": ""}}, "hidden", None, id="hidden in format version 1"),
        pytest.param({"main": {"missing": True}}, "missing", None, id="slot missing"),
        pytest.param({"main": {"textmissing": True}}, "missing", None, id="text missing"),
        pytest.param({"main": {"badcontentformat": True}}, "missing", None, id="not in this format"),
    ],
)
def test_trap_28_a_slot_without_content_is_never_an_empty_text(slots, state, text):
    found = parse_content({"revid": 5, "slots": slots}, "Q1")
    assert (found.state, found.text) == (state, text)


def test_a_revision_that_explains_nothing_is_refused():
    with pytest.raises(ValueError, match="revision 5 has neither text nor a reason"):
        parse_content({"revid": 5, "slots": {"main": {"contentmodel": "wikibase-item"}}}, "Q1")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param({"missing": True}, True, id="true in format version 2"),
        pytest.param({"missing": ""}, True, id="empty string in format version 1"),
        pytest.param({"missing": False}, False, id="false"),
        pytest.param({}, False, id="absent"),
    ],
)
def test_trap_33_missing_is_true_in_one_format_and_an_empty_string_in_the_other(raw, expected):
    assert flag(raw, "missing") is expected


@pytest.mark.parametrize(
    ("raw", "anon", "temp"),
    [
        pytest.param({"user": "192.0.2.1", "userid": 0, "anon": True}, True, False, id="address"),
        pytest.param({"user": "~2026-44710-20", "temp": True}, False, True, id="temporary account"),
    ],
)
def test_addresses_and_temporary_accounts_are_kept_apart(raw, anon, temp):
    found = parse_revision({**rev(1, NOON), **raw}, "Q1", with_content=False)
    assert (found.anon, found.temp) == (anon, temp)


def at(revid: int, second: int, parentid: int | None = None) -> Revision:
    return Revision(revid, f"2026-06-08T12:00:{second:02}Z", parentid)


@pytest.mark.parametrize(
    ("revisions", "expected"),
    [
        pytest.param([at(9, 1), at(3, 2)], [9, 3], id="time before id (trap 24: ids are not in time order)"),
        pytest.param([at(1, 1), at(8, 2, 5), at(7, 2, 8)], [1, 8, 7], id="trap 31: parent before child"),
        pytest.param(
            [at(4, 2, 6), at(5, 2, 4), at(6, 2, 1), at(1, 1)], [1, 6, 4, 5], id="trap 31: chain of three"
        ),
        pytest.param([at(8, 2, 900), at(7, 2, 800)], [7, 8], id="unrelated ones of a second by id"),
        pytest.param([at(8, 2), at(7, 2)], [7, 8], id="no parents told (REST): by id"),
        pytest.param(
            [at(10, 1, 99), at(11, 2, 5), at(12, 3, 10)], [10, 11, 12], id="trap 30: a parent elsewhere"
        ),
        pytest.param([at(1, 2, 2), at(2, 2, 1)], [1, 2], id="parents in a circle lose nothing"),
        pytest.param([at(1, 1), at(1, 1)], [1], id="duplicates removed"),
    ],
)
def test_revisions_in_order(revisions, expected):
    for seed in range(5):
        shuffled = random.Random(seed).sample(revisions, len(revisions))
        assert [revision.revid for revision in in_order(shuffled)] == expected


@pytest.mark.parametrize(
    ("text", "target"),
    [
        pytest.param('{"entity":"Q1","redirect":"Q2"}', "Q2", id="merged entity"),
        pytest.param('{"type":"item","id":"Q1","claims":[]}', None, id="empty item is no redirect"),
        pytest.param("#REDIRECT [[Wikidata:Other page#top|x]]", "Wikidata:Other page", id="moved page"),
        pytest.param("see #REDIRECT [[A]]", None, id="only at the beginning"),
        pytest.param("", None, id="blank page"),
    ],
)
def test_redirects_are_told_from_empty_pages(text, target):
    assert redirect_target(Content(1, "text", "Q1", None, text)) == target
