"""What requests to api.php share: GET and POST, titles, warnings, errors, clock, maxlag, lists, site info."""

from collections.abc import Iterator

import pytest

from wikidata_repair_eval_tests.sandbox.asking import Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import CLOCK, PREFIX, tiny_world


@pytest.fixture(scope="module")
def wiki() -> Iterator[Asker]:
    with asking(tiny_world()) as asker:
        yield asker


def test_post_answers_like_get(wiki: Asker) -> None:
    asked = {
        "action": "query",
        "prop": "revisions",
        "revids": "101|104",
        "format": "json",
        "formatversion": "2",
    }
    posted = wiki.session.post(f"{wiki.url}/w/api.php", data=asked, timeout=20)
    assert posted.content == wiki.get("/w/api.php", params=asked).content


def test_an_overlong_address_is_refused_and_the_same_by_post_is_not(wiki: Asker) -> None:
    titles = "|".join(f"Q{'7' * 300}{number}" for number in range(40))
    asked = {"action": "query", "titles": titles, "format": "json"}
    assert wiki.get("/w/api.php", params=asked).status_code == 414
    posted = wiki.session.post(f"{wiki.url}/w/api.php", data=asked, timeout=20)
    assert len(posted.json()["query"]["pages"]) == 40


def test_answers_are_compressed_only_for_those_who_can_read_it(wiki: Asker) -> None:
    asked = {"action": "query", "prop": "revisions", "titles": "Q5", "rvlimit": "max", "format": "json"}
    packed = wiki.get("/w/api.php", params=asked)
    plain = wiki.get("/w/api.php", params=asked, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["Content-Length"]) < len(plain.content)


def test_the_date_is_the_worlds_own(wiki: Asker) -> None:
    response = wiki.api_response(action="query", curtimestamp=1)
    assert response.json()["curtimestamp"] == CLOCK
    assert response.headers["Date"] == "Sun, 01 Mar 2026 00:00:00 GMT"


def test_titles_are_normalised_and_the_answer_says_how(wiki: Asker) -> None:
    asked = "q1|property:p31|wikidata:Database_reports/Constraint violations/P31|Q3"
    answer = wiki.query(prop="info", titles=asked)["query"]
    assert [(each["from"], each["to"]) for each in answer["normalized"]] == [
        ("q1", "Q1"),
        ("property:p31", "Property:P31"),
        ("wikidata:Database_reports/Constraint violations/P31", PREFIX + "P31"),
    ]
    assert [page["pageid"] for page in answer["pages"]] == [10, 12, 20, 41]


def test_a_property_is_not_found_under_its_bare_id(wiki: Asker) -> None:
    [page] = wiki.query(prop="info", titles="P31")["query"]["pages"]
    assert page == {"ns": 0, "title": "P31", "missing": True}


def test_an_impossible_title_is_invalid_and_not_missing(wiki: Asker) -> None:
    [page] = wiki.query(prop="info", titles="[[Q1]]")["query"]["pages"]
    assert page["invalid"] is True
    assert "missing" not in page


def test_pages_can_be_asked_for_by_page_id(wiki: Asker) -> None:
    pages = wiki.query(prop="info", pageids="10|99")["query"]["pages"]
    assert pages[0] == {"pageid": 99, "missing": True}
    assert (pages[1]["title"], pages[1]["lastrevid"], pages[1]["contentmodel"]) == (
        "Q1",
        106,
        "wikibase-item",
    )


@pytest.mark.parametrize(
    ("version", "key"),
    [pytest.param("1", "*", id="version 1"), pytest.param("2", "warnings", id="version 2")],
)
def test_unknown_parameters_are_warned_about_and_the_answer_stands(
    wiki: Asker, version: str, key: str
) -> None:
    answer = wiki.query(formatversion=version, meta="siteinfo", rvprops="ids", nonsense=1)
    assert answer["warnings"] == {"main": {key: "Unrecognized parameters: rvprops, nonsense."}}
    assert answer["query"]["general"]["sitename"] == "Wikidata"


def test_unknown_values_of_a_list_are_warned_about(wiki: Asker) -> None:
    answer = wiki.query(prop="revisions|raremodule", titles="Q1", rvprop="ids|magic")
    assert "raremodule" in answer["warnings"]["query"]["warnings"]
    assert "magic" in answer["warnings"]["revisions"]["warnings"]
    assert answer["query"]["pages"][0]["revisions"]


def test_a_parameter_of_a_module_that_does_not_run_is_unknown(wiki: Asker) -> None:
    assert (
        wiki.query(titles="Q1", rvlimit=5)["warnings"]["main"]["warnings"]
        == "Unrecognized parameter: rvlimit."
    )


def test_an_unknown_action_is_an_error_with_http_200(wiki: Asker) -> None:
    response = wiki.api_response(action="wbeditentity")
    assert (response.status_code, response.json()["error"]["code"]) == (200, "badvalue")
    assert set(response.json()) == {"error", "servedby"}


def test_the_newer_form_of_errors_and_warnings_comes_when_it_is_asked_for(wiki: Asker) -> None:
    failed = wiki.api(action="nonsense", errorformat="plaintext")
    assert [(error["code"], error["module"]) for error in failed["errors"]] == [("badvalue", "main")]
    assert "error" not in failed
    warned = wiki.query(errorformat="plaintext", meta="siteinfo", nonsense=1)
    assert warned["warnings"][0]["text"] == "Unrecognized parameter: nonsense."


def test_without_format_json_a_page_for_people_comes(wiki: Asker) -> None:
    response = wiki.get("/w/api.php", params={"action": "query", "meta": "siteinfo"})
    assert response.headers["Content-Type"].startswith("text/html")


def test_maxlag_is_refused_with_http_200_and_two_headers(wiki: Asker) -> None:
    response = wiki.api_response(action="query", meta="siteinfo", maxlag=-1)
    assert response.status_code == 200
    error = response.json()["error"]
    assert (error["code"], error["type"]) == ("maxlag", "wikibase-queryservice")
    assert {"host", "lag", "queryserviceLag"} <= set(error)
    assert response.headers["Retry-After"] == "5"
    assert "X-Database-Lag" in response.headers
    assert "query" in wiki.query(meta="siteinfo", maxlag=5)


def test_site_info_names_the_namespaces_of_both_versions(wiki: Asker) -> None:
    new = wiki.query(meta="siteinfo", siprop="general|namespaces|statistics")["query"]
    assert new["namespaces"]["120"]["name"] == "Property"
    assert new["general"]["time"] == CLOCK
    assert new["general"]["generator"].startswith("MediaWiki ")
    assert new["statistics"]["edits"] > 50
    old = wiki.query(formatversion=1, meta="siteinfo", siprop="namespaces")["query"]
    assert old["namespaces"]["4"]["*"] == "Wikidata"


# --- list=allpages ----------------------------------------------------------------------------------------


def test_report_pages_are_found_by_prefix_in_pieces(wiki: Asker) -> None:
    local = PREFIX.removeprefix("Wikidata:")
    pieces = wiki.all_pieces(list="allpages", apnamespace=4, apprefix=local + "P", aplimit=2)
    assert pieces[0]["continue"] == {"apcontinue": f"{local.replace(' ', '_')}P9", "continue": "-||"}
    assert all(piece["batchcomplete"] for piece in pieces)
    titles = [page["title"] for piece in pieces for page in piece["query"]["allpages"]]
    assert titles == [PREFIX + name for name in ("P214", "P31", "P9", "P9/old")]


@pytest.mark.parametrize(
    ("parameters", "titles"),
    [
        pytest.param(
            {"apnamespace": 120}, ["Property:P214", "Property:P31"], id="sorted as text, not as numbers"
        ),
        pytest.param({"apnamespace": 0, "apfilterredir": "redirects"}, ["Q2"], id="redirects alone"),
        pytest.param(
            {"apfilterredir": "nonredirects"}, ["Q1", "Q3", "Q5"], id="deleted pages are not listed"
        ),
        pytest.param({"apfrom": "q2", "apto": "Q3"}, ["Q2", "Q3"], id="from and to include their ends"),
        pytest.param({"apdir": "descending", "aplimit": 2}, ["Q5", "Q3"], id="downwards"),
        pytest.param({"apnamespace": 10}, [], id="a namespace without pages"),
    ],
)
def test_all_pages(wiki: Asker, parameters: dict[str, str | int], titles: list[str]) -> None:
    rows = wiki.query(list="allpages", **parameters)["query"]["allpages"]
    assert [row["title"] for row in rows] == titles


# --- list=logevents ---------------------------------------------------------------------------------------


def test_a_deletion_is_in_the_log_although_the_history_is_gone(wiki: Asker) -> None:
    [event] = wiki.query(list="logevents", letitle="q4", letype="delete")["query"]["logevents"]
    order = "logid ns title pageid logpage params type action user timestamp comment"
    assert list(event) == order.split()
    assert (event["pageid"], event["logpage"], event["action"]) == (0, 13, "delete")


def test_log_events_come_newest_first_and_continue_within_a_second(wiki: Asker) -> None:
    pieces = wiki.all_pieces(list="logevents", lelimit=1, leprop="ids")
    assert [piece["query"]["logevents"][0]["logid"] for piece in pieces] == [7, 6, 5]
    assert pieces[0]["continue"] == {"lecontinue": "20260211120000|6", "continue": "-||"}


@pytest.mark.parametrize(
    ("parameters", "ids"),
    [
        pytest.param({"leaction": "delete/revision"}, [5], id="by action"),
        pytest.param({"ledir": "newer", "lestart": "2026-02-12T00:00:00Z"}, [7], id="by window"),
        pytest.param({"letype": "merge"}, [], id="a merge leaves no log"),
        pytest.param({"leuser": "Alice"}, [], id="by user"),
    ],
)
def test_log_events(wiki: Asker, parameters: dict[str, str], ids: list[int]) -> None:
    rows = wiki.query(list="logevents", **parameters)["query"]["logevents"]
    assert [row["logid"] for row in rows] == ids


# --- list=recentchanges -----------------------------------------------------------------------------------


def test_recent_changes_by_namespace_and_window_in_pieces(wiki: Asker) -> None:
    asked = {
        "list": "recentchanges",
        "rcnamespace": "4",
        "rcdir": "newer",
        "rclimit": 2,
        "rcprop": "ids|title",
    }
    window = {"rcstart": "2026-02-25T00:00:00Z", "rcend": "2026-02-25T03:00:00Z"}
    pieces = wiki.all_pieces(**asked, **window)
    revisions = [row["revid"] for piece in pieces for row in piece["query"]["recentchanges"]]
    assert revisions == [701, 711, 721, 731]
    assert pieces[0]["continue"]["continue"] == "-||"


def test_recent_changes_forget_after_thirty_days(wiki: Asker) -> None:
    rows = wiki.query(list="recentchanges", rclimit="max", rcprop="timestamp")["query"]["recentchanges"]
    assert min(row["timestamp"] for row in rows) >= "2026-01-30T00:00:00Z"


def test_a_recent_change_says_what_happened(wiki: Asker) -> None:
    props = "title|ids|user|userid|sizes|flags|timestamp|comment|tags|loginfo"
    rows = wiki.query(list="recentchanges", rclimit="max", rcnamespace="0", rcprop=props)["query"][
        "recentchanges"
    ]
    by_revision = {row["revid"]: row for row in rows if row["type"] != "log"}
    assert by_revision[104]["userhidden"] is True
    assert by_revision[104]["commenthidden"] is True
    assert by_revision[106]["bot"] is True
    assert by_revision[105]["oldlen"] == by_revision[105]["newlen"]
    assert [row["logid"] for row in rows if row["type"] == "log"] == [7, 6, 5]


@pytest.mark.parametrize(
    ("parameters", "revisions"),
    [
        pytest.param({"rcshow": "bot"}, [106], id="bots"),
        pytest.param({"rcshow": "!bot", "rctype": "edit"}, [202, 105, 104, 109], id="people"),
        pytest.param({"rcshow": "minor"}, [109], id="minor edits"),
        pytest.param({"rctoponly": 1}, [202, 106], id="latest revisions"),
        pytest.param({"rctype": "new"}, [], id="creations"),
    ],
)
def test_recent_changes_can_be_filtered(
    wiki: Asker, parameters: dict[str, str], revisions: list[int]
) -> None:
    answer = wiki.query(list="recentchanges", rclimit="max", rcnamespace="0", rcprop="ids", **parameters)
    assert [row["revid"] for row in answer["query"]["recentchanges"]] == revisions


def test_properties_and_lists_continue_side_by_side(wiki: Asker) -> None:
    asked = {"prop": "revisions", "titles": "Q1", "rvlimit": 3, "rvprop": "ids", "meta": "userinfo"}
    pieces = wiki.all_pieces(**asked, list="allpages", apnamespace=120, aplimit=2)
    assert pieces[0]["continue"]["continue"] == "||allpages|userinfo"
    assert "allpages" not in pieces[1]["query"]
    assert len(pieces) == 2
