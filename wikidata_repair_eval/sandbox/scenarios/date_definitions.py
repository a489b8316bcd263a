"""Stories about dates whose constraint is edited: removed, deprecated, a class more, a wider range."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.people import person, plain_item, some_day
from wikidata_repair_eval.sandbox.report_text import template
from wikidata_repair_eval.sandbox.scenarios.births import BIRTH, DEATH, value_of
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, monolingual, quantity, snak


def constraint_removed(site: Site) -> None:
    """One of two conflicts-with statements is deleted, and its section disappears."""
    pair = site.report.pick(site.rng)
    seconds = site.constraint_moment(pair)
    constraint = site.constraints["removed"]
    summary = changes.claim_summary("wbremoveclaims-remove:1|", constraint["mainsnak"])
    stamp = site.amend_constraint(seconds, "removed", changes.drop(constraint), summary)
    site.close_section(seconds, "removed")
    for _ in witnesses(site):
        subject = site.meet(person(site.ground))
        first = site.introduce(subject, site.ground.claim(subject.id, "P1120", quantity("+3")), pair)
        site.listed("removed", [subject.id], "3", first, pair.old.index)
        site.reformed(
            subject.id, "removed", pair, stamp, direction="relaxation", reason="the constraint was deleted"
        )
    site.shows("a section vanishes with its constraint", site.report.title)


def constraint_deprecated(site: Site) -> None:
    """A conflict with official names gets the deprecated rank: such constraints do not count."""
    pair = site.report.pick(site.rng)
    seconds = site.constraint_moment(pair)
    constraint = site.constraints["deprecated"]

    def deprecated(old: JsonObject) -> JsonObject:
        return {**old, "rank": "deprecated"}

    stamp = site.amend_constraint(seconds, "deprecated", changes.amend("P2302", constraint["id"], deprecated))
    site.close_section(seconds, "deprecated")
    for _ in witnesses(site):
        subject = site.meet(person(site.ground))
        name = monolingual(subject.name.native, subject.name.language)
        first = site.introduce(subject, site.ground.claim(subject.id, "P1448", name), pair)
        site.listed("deprecated", [subject.id], subject.name.native, first, pair.old.index)
        site.reformed(
            subject.id,
            "deprecated",
            pair,
            stamp,
            direction="relaxation",
            reason="the constraint was deprecated",
        )


def class_added_to_constraint(site: Site) -> None:
    """Ensembles may have a date of birth from now on: the heading grows by a class."""
    pair, name = site.report.pick(site.rng), site.rng.choice(site.ground.cities).name
    group = site.meet(plain_item(site.ground, name, {"en": f"{name.latin} twins"}, "pair of siblings", []))
    added = items("P2308", group.id)[0]
    stamp = site.extend_constraint(site.constraint_moment(pair), "type", added, template(group.id))
    for _ in witnesses(site, least=3):
        subject = site.meet(person(site.ground, omit=("P31", "P21")))
        first = site.harm_from_the_start(subject, site.ground.link(subject.id, "P31", group.id))
        site.listed("type", [subject.id], f"[[{group.id}]]", first, pair.old.index)
        site.reformed(
            subject.id, "type", pair, stamp, direction="relaxation", reason="a class was added (P2308)"
        )
    site.shows("heading changes with the constraint", site.report.title)


def difference_widened(site: Site) -> None:
    """Saints of 160 years are allowed: the maximum difference grows on the page of deaths."""
    pair = site.report.pick(site.rng)
    wider = snak("P2312", quantity("+175", "Q577"))

    def widened(old: JsonObject) -> JsonObject:
        kept = {**old["qualifiers"], "P2312": [wider]}
        return {**old, "qualifiers": kept}

    change = changes.amend("P2302", site.constraints["diff"]["id"], widened)
    stamp = site.amend_constraint(site.constraint_moment(pair), "diff", change)
    for _ in witnesses(site):
        born = site.rng.randrange(1500, 1700)
        subject = site.meet(person(site.ground, born=born))
        old = site.ground.claim(subject.id, "P570", some_day(site.ground, born + 160))
        first = site.introduce(subject, old, pair)
        site.listed("diff", [subject.id], value_of(old).lstrip("+"), first, pair.old.index)
        site.reformed(subject.id, "diff", pair, stamp, direction="relaxation", reason="the range was widened")
        twin = site.sites["P569"]
        twin.listed("diff", [subject.id], value_of(subject.first("P569")).lstrip("+"), first)
        twin.not_repaired(subject.id, "still_listed", False, "violates the twin constraint to this day")


STORIES = (
    Story(constraint_removed, BIRTH, once=True),
    Story(constraint_deprecated, BIRTH, once=True),
    Story(class_added_to_constraint, BIRTH, once=True),
    Story(difference_widened, DEATH, once=True),
)
