"""Report pages: what is listed is what is wrong (but for the traps), in the bots' own spelling."""

import re
from collections import defaultdict
from itertools import pairwise

import orjson
import pytest

from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import FIRST_FREE_ITEM
from wikidata_repair_eval_tests.sandbox.plain_rules import (
    OneMoment,
    everywhere,
    listed,
    living,
    statements,
    targets,
    violated_families,
)
from wikidata_repair_eval_tests.sandbox.world_readings import (
    SEEDS,
    complete_runs,
    data_date,
    report_pages,
    small,
    text_of,
    wayback,
)

# Where report and reality differ on purpose.
WRONG_ON_PURPOSE = {"bot_changed", "never_violated", "still_violated", "truncated", "other_bot"}
NOT_OURS = ("P1112", "P2439")  # deleted, moved


def violators(seed, property_id, data, published):
    """(entity, family) by the plain rules: items of the data date, constraints of the publication."""
    history = wayback(seed)
    when = OneMoment(history, data)
    using = {}
    for entity_id in (key for key in history.pages if int(key[1:]) < FIRST_FREE_ITEM):  # articles apart
        content = when.entity(entity_id)
        if content is not None and any(True for _ in everywhere(content, property_id)):
            using[entity_id] = content
    holders = defaultdict(set)
    for entity_id, content in using.items():
        for statement in living(content, property_id):
            holders[orjson.dumps(statement["mainsnak"].get("datavalue"))].add(entity_id)
    rules = statements(history.at(property_id, published), "P2302")
    found = set()
    for entity_id, content in using.items():
        others = set()
        for statement in living(content, property_id):
            others |= holders[orjson.dumps(statement["mainsnak"].get("datavalue"))]
        families = violated_families(content, when, rules, property_id, others)
        found |= {(entity_id, family) for family in families}
    return found


def seen_from_the_target(seed, property_id, data, wrong):
    """Inverse violations as DeltaBot lists them: under the item that does not answer."""
    when, found = OneMoment(wayback(seed), data), {pair for pair in wrong if pair[1] != "Inverse"}
    for holder in (entity_id for entity_id, family in wrong if family == "Inverse"):
        for pointed in targets(living(when.entity(holder), property_id)):
            if holder not in targets(statements(when.entity(pointed), "P361")):
                found.add((pointed, "Inverse"))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_reports_list_exactly_the_violations_of_their_day(seed):
    world = small(seed)
    odd = {e["qid"] for e in world.truth.not_repairs if e["trap"] in WRONG_ON_PURPOSE}
    odd |= {e["qid"] for e in world.truth.repairs if e["reason"].startswith("repaired shortly before")}
    for property_id, page in report_pages(world).items():
        runs = [] if property_id in NOT_OURS else complete_runs(world, page)
        for run in (run for run in runs if run.timestamp > "2020"):
            text = text_of(world, run.id)
            shown = {pair for pair in listed(text)[0] if pair[0] not in odd and pair[1] != "Commons link"}
            wrong = {
                pair
                for pair in violators(seed, property_id, data_date(world, run.id), run.timestamp)
                if pair[0] not in odd
            }
            if run.user.name == "DeltaBot" and property_id == "P527":
                wrong = seen_from_the_target(seed, property_id, data_date(world, run.id), wrong)
            elif run.user.name == "DeltaBot" and property_id != "P373":
                continue  # by its own rules
            assert shown <= wrong, (property_id, run.id, shown - wrong)
            assert "Too many results" in text or wrong <= shown, (property_id, run.id, wrong - shown)


def test_at_least_fifteen_families_are_reported():
    families = set()
    for page in report_pages(small(1)).values():
        for run in complete_runs(small(1), page):
            families |= {family for _, family in listed(text_of(small(1), run.id))[0]}
    assert len(families) >= 20, sorted(families)


def all_texts(world):
    return {
        revision.id: world.content(revision).decode()
        for title in world.report_titles()
        for revision in world.pages[title].revisions
    }


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(
            r"\{\{Constraint violations report\|date=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\|item count=\d+\}\}",
            id="header with ISO date",
        ),
        pytest.param(
            r"\|date=\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)\|item count=\}\}", id="old date, no item count"
        ),
        pytest.param(r"\{\{Constraint violations report\|item count=\d+\}\}", id="no data date at all"),
        pytest.param(
            r'<span id="Single value"></span>\n== "Single value" violations ==', id="quoted heading"
        ),
        pytest.param(
            r'== "Item \{\{P\|31\}\} = \{\{Q\|5\}\}" violations ==', id="heading with an equals sign"
        ),
        pytest.param(r'== "Item \{\{P\|31\}\} one of \{\{Q\|4167836\}\}, ', id="heading with one of"),
        pytest.param(r'== "Conflicts with \{\{P\|P1120\}\}" violations ==', id="id with its letter"),
        pytest.param(r"== \"Label in 'en' language\" violations ==", id="label heading"),
        pytest.param(r"=== \{\{Q\|515\}\} ===\n\* \[\[Q", id="group heading"),
        pytest.param(r"== Types statistics ==\n\* \[\[Q515\]\]", id="types statistics"),
        pytest.param(r"\nToo many results\. \d+ records skipped\.", id="truncated list"),
        pytest.param(r"\n\*\[\[Q\d+\]\]:Category:", id="DeltaBot's line"),
        pytest.param(r"\n\* \[https://viaf.org/viaf/\d+ \d+\]: \[\[Q\d+\]\], \[\[Q", id="shared identifier"),
        pytest.param(r"\n\* \[\[Q\d+\]\]: \[\[Q\d+\]\], \[\[Q\d+\]\]", id="shared item value comes first"),
        pytest.param(r"\n\* \[\[Property:P\d+\]\]: ", id="property subject"),
        pytest.param(r"\n\* \[\[q\d+\]\]: ", id="small letter"),
        pytest.param(r"\n\* \{\{Q\|\d+\}\}: ", id="template as subject"),
        pytest.param(r"\n\* \[\[Q\d+\|[^\]]+\]\]: ", id="subject with a label"),
        pytest.param(r"\n\* \[\[Lexeme:L\d+\]\]: ", id="lexeme subject"),
        pytest.param(r"^ERROR: .{101}$", id="failed report of 108 bytes"),
        pytest.param(r"^#REDIRECT \[\[", id="moved page"),
        pytest.param(r"^$", id="blanked page"),
    ],
)
def test_pages_are_written_as_the_bots_write_them(pattern):
    assert any(re.search(pattern, text) for text in all_texts(small(1)).values())


def test_a_heading_grows_when_a_class_is_added_to_the_constraint():
    page = report_pages(small(1))["P131"]
    headings = [
        re.search(r'== "Value type ([^"]*)"', text_of(small(1), run.id))[1]
        for run in complete_runs(small(1), page)
    ]
    assert headings[0] == "{{Q|56061}}"
    assert re.fullmatch(r"\{\{Q\|56061\}\}, \{\{Q\|\d+\}\}", headings[-1])


def test_a_section_vanishes_with_its_constraint():
    runs = [text_of(small(1), run.id) for run in complete_runs(small(1), report_pages(small(1))["P569"])]
    assert "{{P|P1120}}" in runs[2]
    assert "{{P|P1120}}" not in runs[-1]


def test_one_update_changes_nothing_but_the_header():
    quiet = [int(number) for number in small(1).trap_index["unchanged except the date"]]
    for revision_id in quiet:
        title = small(1).revisions[revision_id].title
        runs = [run.id for run in complete_runs(small(1), small(1).pages[title]) if run.timestamp > "2020"]
        earlier = runs[runs.index(revision_id) - 1]
        before, after = (text_of(small(1), number).split("\n", 1) for number in (earlier, revision_id))
        assert before[0] != after[0]
        assert listed(before[1]) == listed(after[1])


def test_a_revert_has_the_sha1_of_the_bots_revision():
    page = report_pages(small(1))["P131"]
    digests = [small(1).size_and_sha1(revision)[1] for revision in page.revisions]
    assert digests[0] == digests[2] != digests[1]


def test_publication_follows_the_data_and_gaps_of_weeks_occur():
    gaps = []
    for property_id, page in report_pages(small(1)).items():
        runs = [run for run in complete_runs(small(1), page) if run.timestamp > "2025-09"]
        if property_id not in NOT_OURS:
            moments = [run.timestamp for run in runs]
            assert all(
                data_date(small(1), run.id) <= run.timestamp for run in runs if run.user.name == "KrBot2"
            )
            gaps += [later[:7] != earlier[:7] for earlier, later in pairwise(moments)]
    assert any(gaps)
