"""What happens to report pages themselves: failures, people, other bots, truncation, odd headers.

These run before any story, and reserve the transitions that must stay quiet.
"""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.editors import ADMINISTRATOR, DELTABOT, KRBOT, KRBOT2
from wikidata_repair_eval.sandbox.kinds import COUNTRIES_NOT_ALLOWED
from wikidata_repair_eval.sandbox.model import User
from wikidata_repair_eval.sandbox.people import person, settlement
from wikidata_repair_eval.sandbox.report import Run
from wikidata_repair_eval.sandbox.report_text import header, link
from wikidata_repair_eval.sandbox.scenarios.story import PageScenario
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import day, string
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, MINUTE, at
from wikidata_repair_eval.sandbox.wiki import PlannedEdit, Stamp


def _revision(site: Site, seconds: int, user: User, comment: str, text: str) -> Stamp:
    """A revision of the report page that is no run of the series."""
    stamp = Stamp(site.report.title, site.ground.wiki.take_revision_id(seconds), seconds)
    site.report.extras.append((PlannedEdit(stamp, [], user, comment), text))
    return stamp


def _between(site: Site, run: Run) -> int:
    """A moment between this report and the next one's data date."""
    return run.published + site.rng.randrange(20 * MINUTE, 2 * HOUR)


# --- quiet and failed runs ----------------------------------------


def quiet_update(site: Site) -> None:
    """One update changes nothing but the date."""
    if site.report.reserved and site.property_id == "P570":
        return
    index = site.rng.randrange(1, len(site.report.runs) - 2)
    site.report.reserved.add(index)
    site.shows("unchanged except the date", site.report.runs[index + 1].stamp.revision_id)


def failed_run(site: Site) -> None:
    """The bot fails and leaves 108 bytes; the next good run brings everything back."""
    run = site.report.runs[1]
    text = f"ERROR: query for [[Property:{site.property_id}]] was not finished. "
    text += "." * (108 - len(text))
    comment = f"error while update for [[Property:{site.property_id}]]"
    stamp = _revision(site, _between(site, run), KRBOT2, comment, text)
    site.shows("failed report of 108 bytes", stamp.revision_id)
    if site.kind == "identifier":
        _broken_identifier(site, "failed_report", "missing from the failed report only")


# --- people ----------------------------------------


def struck_by_a_person(site: Site) -> None:
    """Somebody deletes one line by hand and leaves a note; the bot's next run has it again."""
    reason = "a person removed the line; the bot restored it"
    subject, run = _broken_identifier(site, "struck_by_a_person", reason), site.report.runs[2]
    line = link(subject.id)

    def without(text: str) -> str:
        kept = [row for row in text.splitlines() if line not in row]
        return "\n".join([*kept, "", "<!-- done, see talk page -->"])

    site.report.edited_copies.append(
        (_between(site, run), site.ground.editors.person(site.rng), run, without)
    )
    site.shows("a person edited the report", site.report.title)


def blanked_and_reverted(site: Site) -> None:
    """A vandal blanks the page; the revert has the same sha1 as the bot's revision."""
    run = site.report.runs[0]
    moment = _between(site, run)
    _revision(site, moment, site.ground.editors.vandal(site.rng), "", "")
    site.report.edited_copies.append((moment + 9 * MINUTE, site.ground.editors.person(site.rng), run, str))
    site.shows("blanked and reverted: same sha1", site.report.title)
    subject = site.meet(settlement(site.ground, omit=(site.property_id,))[0])
    country = COUNTRIES_NOT_ALLOWED[1]
    subject.add(at("2019-06-06"), site.ground.link(subject.id, site.property_id, country))
    site.listed("none", [subject.id], link(country), 0)
    site.not_repaired(subject.id, "blanked", False, "missing from the blanked page only")


def _broken_identifier(site: Site, trap: str, reason: str) -> Subject:
    subject = site.meet(person(site.ground))
    bad = f"n/a {subject.id[-4:]}"
    claim = site.ground.claim(subject.id, site.property_id, string(bad))
    subject.add(at("2019-03-03") + site.rng.randrange(300 * DAY), claim)
    site.listed("format", [subject.id], bad, 0)
    site.not_repaired(subject.id, trap, False, reason)
    site.curtain()
    return subject


# --- other bots ----------------------------------------


def deltabot_interlude(site: Site) -> None:
    """DeltaBot writes once between two runs, by its own rules and spelling."""
    run = site.report.runs[1]
    subject, other = site.meet(person(site.ground)), site.meet(person(site.ground))
    text = (
        "{{Constraint violations report|date=2026-01-01 03:10 (UTC)|item count=}}\n"
        f'<span id="Symmetric"></span>\n== "Symmetric" violations ==\nViolations count: 1\n'
        f"*[[{subject.id}]]:[[{other.id}]]\n"
    )
    stamp = _revision(
        site, _between(site, run), DELTABOT, f"report update for [[Property:{site.property_id}]]", text
    )
    site.not_repaired(
        subject.id, "other_bot", False, "only DeltaBot listed it; bots are compared with themselves"
    )
    site.shows("DeltaBot between two runs of KrBot2", stamp.revision_id)
    site.curtain()


def bot_changed(site: Site) -> None:
    """KrBot wrote the first two reports, KrBot2 the others: the change itself is not compared."""
    for run in site.report.runs[:2]:
        run.bot = KRBOT
    subject = site.meet(person(site.ground))
    section = next(iter(site.report.sections))
    site.listed(section, [subject.id], "", 0, 1)
    site.not_repaired(
        subject.id, "bot_changed", False, "last listed by KrBot, whose successor has other rules"
    )
    site.shows("KrBot gives way to KrBot2", site.report.title)
    site.curtain()


def deltabot_page(site: Site) -> None:
    """A page written by DeltaBot alone: no space after the star, old dates, empty item counts."""
    for run in site.report.runs:
        run.bot, run.date_form = DELTABOT, "old"
        run.data -= run.data % MINUTE  # the old style has no seconds
        run.item_count = "" if run.index % 2 else run.item_count
    site.shows("a page in DeltaBot's style", site.report.title)


# --- lists ----------------------------------------


def truncated_list(site: Site) -> None:
    """One run has too many results: the highest ids fall off the list and come back with the next."""
    index = len(site.report.runs) - 3
    site.report.reserved |= {index - 1, index}
    for number in range(6):
        subject = site.meet(person(site.ground))
        claim = site.ground.claim(subject.id, site.property_id, string(f"Category:{number}"))
        subject.add(at("2020-05-05") + number * DAY, claim)
        site.listed("format", [subject.id], f"Category:{number}", 0)
        if number >= 2:
            site.not_repaired(subject.id, "truncated", False, "cut off the list for one run, still violated")
    site.report.sections["format"].truncated[index] = 2
    site.shows("truncated section", site.report.runs[index].stamp.revision_id)
    site.curtain()


def count_beyond_lines(site: Site) -> None:
    """The count exceeds the lines, without any marker: only a flag."""
    section = next(iter(site.report.sections.values()))
    section.miscounted[2] = 4
    site.shows("count exceeds the lines", site.report.runs[2].stamp.revision_id)


def types_statistics(site: Site) -> None:
    """A table of classes that is no list of violations; its ids come and go."""
    ids = ["Q515", "Q3957", "Q532", "Q15284", "Q8502"]
    for run in site.report.runs:
        site.report.statistics[run.index] = ids[: 2 + (run.index * 7) % 4]
    site.not_repaired("Q8502", "types_statistics", False, "a class in the statistics, never a violation")
    site.shows("types statistics are no violations", site.report.title)


def no_data_date(site: Site) -> None:
    for run in site.report.runs:
        run.date_form = "none"
    site.shows("no data date", site.report.title)


# --- long ago ----------------------------------------


def before_constraints_were_statements(site: Site) -> None:
    """Two reports of 2016: the rules of that time are not in any P2302."""
    subject = person(site.ground, omit=("P569",))
    while subject.created > at("2015-01-01"):
        subject = person(site.ground, omit=("P569",))
    site.meet(subject)
    wrong = site.ground.claim(subject.id, "P569", day(2104, 1, 1))
    subject.add(at("2016-01-10"), wrong)
    subject.change(at("2016-03-03"), wrong, day(1904, 1, 1))
    for seconds, rows in ((at("2016-03-02"), f"* [[{subject.id}]]: 2104-01-01\n"), (at("2016-03-09"), "")):
        run = Run(0, KRBOT, seconds - 3 * HOUR, seconds, Stamp("", 0, seconds), "old", "1200345")
        count = rows.count("*")
        text = f'{header(run)}== "Range" violations ==\nViolations count: {count}\n{rows}'
        _revision(site, seconds, KRBOT, f"report update for [[Property:{site.property_id}]]", text)
    site.not_repaired(
        subject.id, "before_2017", True, "undecidable: constraints were templates on talk pages"
    )
    site.shows("before July 2017", site.report.title)
    site.curtain()


def moved_by_an_administrator(site: Site) -> None:
    """A protection notice on top of the text, removed by the next run."""
    run = site.report.runs[3]

    def noted(text: str) -> str:
        return "{{pp-template}}\n" + text

    site.report.edited_copies.append((_between(site, run), ADMINISTRATOR, run, noted))


def _on(*ids: str) -> Callable[[Site, int], bool]:
    return lambda site, _number: site.property_id in ids


PAGE_SCENARIOS = (
    PageScenario(deltabot_page, _on("P373", "P527")),
    PageScenario(bot_changed, _on("P21")),
    PageScenario(no_data_date, _on("P5185")),
    PageScenario(truncated_list, _on("P373")),
    PageScenario(quiet_update, lambda site, _number: site.property_id not in ("P373", "P21")),
    PageScenario(failed_run, lambda site, number: number % 7 == 0),
    PageScenario(struck_by_a_person, lambda site, number: site.kind == "identifier" and number % 5 == 0),
    PageScenario(blanked_and_reverted, _on("P131")),
    PageScenario(deltabot_interlude, lambda site, number: site.kind == "symmetric"),
    PageScenario(count_beyond_lines, _on("P301", "P1753")),
    PageScenario(types_statistics, lambda site, number: site.kind in ("amount", "relation")),
    PageScenario(before_constraints_were_statements, _on("P569")),
    PageScenario(moved_by_an_administrator, _on("P26")),
)
