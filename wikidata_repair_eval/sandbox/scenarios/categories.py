"""Stories about categories and their topics: back links, one topic of two categories, classes."""

from wikidata_repair_eval.sandbox.names import Name, person_name
from wikidata_repair_eval.sandbox.people import plain_item, settlement
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.merging import merge
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import HOUR

KIND = ("inverse",)


def category(site: Site, name: Name, category_class: str = "Q4167836") -> Subject:
    """A category item without a topic yet."""
    subject = plain_item(site.ground, name, {"en": f"Category:{name.latin}"}, "", [])
    subject.claims["P31"] = [site.ground.link(subject.id, "P31", category_class)]
    subject.add(subject.created + HOUR, subject.first("P31"))
    return site.meet(subject)


def topic(site: Site, *categories: Subject) -> Subject:
    """A settlement that names these as its main categories."""
    subject = site.meet(settlement(site.ground)[0])
    for number, entry in enumerate(categories):
        there = site.ground.link(subject.id, site.spec["inverse"], entry.id)
        subject.add(subject.created + (2 + number) * HOUR, there)
    return subject


def about(site: Site, subject: Subject, target: Subject) -> JsonObject:
    return site.ground.link(subject.id, site.property_id, target.id)


def back_link_added(site: Site) -> None:
    pair, target = site.report.pick(site.rng), topic(site)
    subject = category(site, target.name)
    first = site.introduce(subject, about(site, subject, target), pair)
    site.listed("inverse", [subject.id], f"[[{target.id}]]", first, pair.old.index)
    there = site.ground.link(target.id, site.spec["inverse"], subject.id)
    stamp = target.add(site.item_moment(pair), there)
    site.repaired(
        subject.id,
        "inverse",
        pair,
        stamp,
        through="neighbour",
        edited=site.spec["inverse"],
        action="CREATE",
        kind="TypeA",
        before=[],
        after=[subject.id],
        reason="the constraint itself says which statement was missing on the topic",
    )


def topic_removed(site: Site) -> None:
    pair, target = site.report.pick(site.rng), topic(site)
    subject = category(site, target.name)
    wrong = about(site, subject, target)
    first = site.introduce(subject, wrong, pair)
    site.listed("inverse", [subject.id], f"[[{target.id}]]", first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.repaired(
        subject.id,
        "inverse",
        pair,
        stamp,
        action="DELETE",
        kind="TypeA",
        before=[target.id],
        after=[],
        reason="the unanswered statement was removed",
    )


def _shared_topic(site: Site, pair: Transition) -> tuple[Subject, Subject, JsonObject, Subject]:
    """Two categories of one topic; on the report the topic comes first, as the shared value."""
    name = person_name(site.rng, "nb")
    one, two = category(site, name), category(site, name)
    target = topic(site, one, two)
    one.add(max(one.created, target.created) + 9 * HOUR, about(site, one, target))
    wrong = about(site, two, target)
    first = site.introduce(two, wrong, pair)
    site.listed("unique", sorted([one.id, two.id]), f"[[{target.id}]]", first, pair.old.index)
    site.shows("unique value with item values: the first link is the value", target.id)
    return one, two, wrong, target


def other_category_gives_up(site: Site) -> None:
    pair = site.report.pick(site.rng)
    one, two, wrong, target = _shared_topic(site, pair)
    stamp = two.remove(site.item_moment(pair), wrong)
    facts = {"action": "DELETE", "kind": "TypeA", "before": [target.id], "after": []}
    site.repaired(
        one.id,
        "unique",
        pair,
        stamp,
        through="other_holder",
        **facts,
        reason="the other category lost the topic",
    )
    site.repaired(two.id, "unique", pair, stamp, **facts, reason="this category's topic was removed")


def other_category_merged(site: Site) -> None:
    pair = site.report.pick(site.rng)
    one, two, _, target = _shared_topic(site, pair)
    stamp = merge(site, two, one, site.item_moment(pair))
    site.repaired(
        one.id,
        "unique",
        pair,
        stamp,
        through="other_holder",
        action="DELETE",
        kind="TypeA",
        before=[target.id],
        after=[],
        reason="the other category was merged into this one",
    )
    site.not_repaired(two.id, "merged", True, "merged into another item: an outcome, not a repair")


def topic_classified(site: Site) -> None:
    """The topic had no class at all: the neighbour gets one."""
    pair, name = site.report.pick(site.rng), person_name(site.rng, "de")
    subject = category(site, name)
    target = site.meet(plain_item(site.ground, name, {"en": name.latin}, "", []))
    target.add(target.created + HOUR, site.ground.link(target.id, site.spec["inverse"], subject.id))
    first = site.introduce(subject, about(site, subject, target), pair)
    site.listed("target", [subject.id], f"[[{target.id}]]", first, pair.old.index)
    stamp = target.add(site.item_moment(pair), site.ground.link(target.id, "P31", "Q33506"))
    site.repaired(
        subject.id,
        "target",
        pair,
        stamp,
        through="neighbour",
        edited="P31",
        action="CREATE",
        kind="TypeC",
        before=[],
        after=["Q33506"],
        reason="the topic got the required class",
    )


def category_classified(site: Site) -> None:
    pair, name = site.report.pick(site.rng), person_name(site.rng, "sv")
    subject = category(site, name, "Q13406463")
    target = topic(site, subject)
    first = site.introduce(subject, about(site, subject, target), pair)
    site.listed("item", [subject.id], "[[Q13406463]]", first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), subject.first("P31"), entity("Q4167836"))
    site.repaired(
        subject.id,
        "item",
        pair,
        stamp,
        through="other_property",
        edited="P31",
        action="UPDATE",
        kind="TypeC",
        before=["Q13406463"],
        after=["Q4167836"],
        reason="said to be a list article, is a category; two classes would be allowed",
    )


STORIES = (
    Story(back_link_added, KIND, weight=2),
    Story(topic_removed, KIND),
    Story(other_category_gives_up, KIND),
    Story(other_category_merged, KIND),
    Story(topic_classified, KIND),
    Story(category_classified, KIND),
)
