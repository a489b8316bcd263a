"""Edit summaries: the grammar, what each key can touch, and how far they may be believed."""

import pytest

from wikidata_repair_eval.wikibase import EditSummary, parse_summary
from wikidata_repair_eval.wikibase.summary_keys import TOUCHES, touches


@pytest.mark.parametrize(
    ("comment", "key", "main", "qualifier"),
    [
        pytest.param(
            "/* wbcreateclaim-create:1| */ [[Property:P186]]: [[Q219803]], from a museum",
            "wbcreateclaim-create",
            ("P186",),
            (),
            id="create",
        ),
        pytest.param(
            "/* wbsetclaim-update:2||1|1 */ [[Property:P31]]: [[Q5]]",
            "wbsetclaim-update",
            ("P31",),
            (),
            id="update",
        ),
        pytest.param(
            "/* wbsetclaim-update-rank:2||1|1 */ [[property:p31]]: 5",
            "wbsetclaim-update-rank",
            ("P31",),
            (),
            id="rank",
        ),
        pytest.param(
            "/* wbsetclaimvalue:1| */ [[Property:P214]]: 71", "wbsetclaimvalue", ("P214",), (), id="value"
        ),
        pytest.param(
            "/* wbsetreference-add:2| */ [[Property:P156]]: [[Q2]]",
            "wbsetreference-add",
            ("P156",),
            (),
            id="reference",
        ),
        pytest.param(
            "/* wbsetqualifier-add:1| */ [[Property:P1352]]: 20",
            "wbsetqualifier-add",
            (),
            ("P1352",),
            id="trap 47: a qualifier edit names the qualifier's property",
        ),
        pytest.param(
            "/* wbcreateclaim-create:1| */ [[Property:P1647]]: [[Property:P31]]",
            "wbcreateclaim-create",
            ("P1647",),
            (),
            id="a property as value is not the property edited",
        ),
        pytest.param(
            "/* wbsetclaim-create:2||1 */ [[Property:P31|instance of]]: [[Q5]], as in [[Property:P279]]: x",
            "wbsetclaim-create",
            ("P31",),
            (),
            id="a property in the editor's own words does not count",
        ),
        pytest.param(
            "/* wbremoveclaims:2 */ [[Property:P1]], [[Property:P2]]",
            "wbremoveclaims",
            ("P1", "P2"),
            (),
            id="an old removal names several properties",
        ),
        pytest.param(
            "/* wbremoveclaims-remove:2| */ [[Property:P1]]: a, b, [[Property:P2]]: c",
            "wbremoveclaims-remove",
            ("P1", "P2"),
            (),
            id="a removal of several pairs",
        ),
        pytest.param(
            "/* wbeditentity-statements-single-property-update:0||3 */ [[Property:P31]]",
            "wbeditentity-statements-single-property-update",
            ("P31",),
            (),
            id="new form with one property",
        ),
        pytest.param(
            "/* wbsetlabel-add:1|en */ [[Property:P31]]: a label",
            "wbsetlabel-add",
            (),
            (),
            id="a label that looks so",
        ),
    ],
)
def test_which_property_a_summary_names(comment, key, main, qualifier):
    summary = parse_summary(comment)
    assert (summary.key, summary.main_properties, summary.qualifier_properties) == (key, main, qualifier)
    assert summary.names_no_property == (not main and not qualifier)


@pytest.mark.parametrize(
    "comment",
    [
        "/* undo:0||645124687|Somebody */",
        "/* restore:0||2528972004|Somebody */ rvv",
        "Reverted edits by [[Special:Contributions/X|X]] ([[User talk:X|talk]]) to last revision by Y",
        "Revertido a la edición de Y",
        "/* wbeditentity-update:0| */ [[Property:P31]] in a bot's words",
        "/* wbeditentity-update: */",
        "/* wbeditentity-override:0| */",
        "/* wbeditentity-create-item:0| */",
        "/* wbeditentity-update-languages-and-other:0||nl, de */",
        "/* wbeditentity-update-languages-and-other-short:0||nl */ nl-description",
        "/* wbeditentity-statements-multiple-properties-update:0||5 */",
        "/* wbmergeitems-from:0||Q10307690 */",
        "/* wbcreateredirect:0||Q1|Q2 */",
        "/* wbsomethingnew-do:1| */ [[Property:P31]]: x",
        "/* interwiki */ Spanish Wikisource",
        "just words",
        "",
        None,
    ],
)
def test_traps_47_48_a_summary_that_names_no_property_may_still_touch_statements(comment):
    summary = parse_summary(comment)
    assert summary.names_no_property
    assert summary.may_touch_statements
    assert summary.search_order("P31") == 1


@pytest.mark.parametrize(
    "comment",
    [
        "/* wbsetaliases-set:12|ar */ 124, 125",
        "/* wbsetlabeldescriptionaliases:3|cs */ x",
        "/* wbeditentity-update-languages-short:0||ga */ Irish label added",
        "/* wbsetsitelink-add-both:2|dewiki */ Graf Zahl, [[Q70894304]]",
        "/* clientsitelink-update:0|enwiki|enwiki:A|enwiki:B */",
    ],
)
def test_terms_and_sitelinks_touch_no_statement(comment):
    summary = parse_summary(comment)
    assert not summary.may_touch_statements
    assert summary.search_order("P31") == 3


def test_a_hidden_summary_is_not_an_empty_one():
    assert parse_summary(None) == EditSummary(hidden=True)
    assert parse_summary("") == EditSummary(hidden=False)


def test_fields_of_the_automatic_part():
    summary = parse_summary("/* clientsitelink-update:0|enwiki|enwiki:A: b|enwiki:C */ rest, of it")
    assert (summary.action, summary.scount, summary.language) == ("update", 0, "enwiki")
    assert (summary.args, summary.text) == (("enwiki:A: b", "enwiki:C"), "rest, of it")
    bare = parse_summary("/* wbeditentity-update: */")
    assert (bare.scount, bare.language, bare.args) == (None, None, ())


@pytest.mark.parametrize(
    ("comment", "restored", "undone", "merged_from", "merged_to"),
    [
        ("/* restore:0||2528972004|Yirba */ rvv", 2528972004, None, None, None),
        ("/* undo:0||645124673|Bot */ with my summary", None, 645124673, None, None),
        ("/* undo:0 */", None, None, None, None),
        ("Undid revision 12 by [[Special:Contributions/X|X]]", None, 12, None, None),
        ("/* wbmergeitems-from:0||Q10307690 */", None, None, "Q10307690", None),
        ("/* wbmergeitems-to:0||Q1394419 */", None, None, None, "Q1394419"),
        ("/* wbcreateredirect:0||Q10307690|Q1394419 */", None, None, "Q10307690", "Q1394419"),
        ("/* wbmergeitems-from:0||nonsense */", None, None, None, None),
    ],
)
def test_trap_48_reverts_and_merges_tell_their_other_end(comment, restored, undone, merged_from, merged_to):
    summary = parse_summary(comment)
    assert (summary.restored_revision, summary.undone_revision) == (restored, undone)
    assert (summary.merged_from, summary.merged_to) == (merged_from, merged_to)


def test_a_rollback_in_english_is_known_as_one():
    assert parse_summary("Reverted edits by [[Special:Contributions/~2026-44|~2026-44]]").action == "rollback"


@pytest.mark.parametrize(
    ("rest", "tools"),
    [
        ("([[:toollabs:editgroups/b/EG/d6f5146|details]])", ("editgroups:EG/d6f5146",)),
        ("([[:toollabs:editgroups/EG/45bc44f|discuss]])", ("editgroups:EG/45bc44f",)),
        ("20, #quickstatements; #temporary_batch_17573", ("quickstatements", "temporary_batch:17573")),
        (
            "70, #quickstatements; [[:toollabs:quickstatements/#/batch/9509|batch #9509]]",
            ("quickstatements", "quickstatements:9509"),
        ),
        ("King Trigger, #distributed-game", ("distributed-game",)),
        ("[[MediaWiki:Gadget-Merge.js|merge.js]]", ("gadget:Merge.js",)),
        ("by hand", ()),
    ],
)
def test_tools_that_sign_a_summary(rest, tools):
    assert parse_summary(f"/* wbsetclaim-create:2||1 */ {rest}").tools == tools
    assert parse_summary(rest).tools == tools


def test_summaries_order_the_search_and_exclude_nothing():
    comments = [
        "/* wbsetlabel-add:1|en */ x",
        "/* wbsetclaim-update:2||1 */ [[Property:P9]]: x",
        "/* wbsetqualifier-add:1| */ [[Property:P580]]: 2000",
        "/* wbsetclaim-update:2||1 */ [[Property:P31]]: x",
    ]
    assert [parse_summary(comment).search_order("P31") for comment in comments] == [3, 2, 1, 0]


def test_every_key_of_the_table_is_found_by_its_longest_known_part():
    assert all(touches(key) == kind == touches(f"{key}-somehow") for key, kind in TOUCHES.items())
    assert touches(None) == touches("nothing-we-know") == "anything"
