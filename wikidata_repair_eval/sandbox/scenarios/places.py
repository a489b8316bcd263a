"""Stories about where things are: values of a wrong class, neighbours, class tree, conflicts, groups."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.kinds import COUNTRIES_NOT_ALLOWED, items
from wikidata_repair_eval.sandbox.people import labels_of, plain_item, settlement
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.report_text import template
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    coordinate,
    entity,
    qualifiers_of,
    short,
    string,
    with_qualifiers,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import HOUR

KIND = ("relation",)


def place(site: Site, place_class: str = "Q515", omit: tuple[str, ...] = ()) -> tuple[Subject, str]:
    """A settlement without a value of the reported property, and the region that would be right."""
    subject, region = settlement(site.ground, place_class, omit=(site.property_id, *omit))
    return site.meet(subject), region.id


def link(site: Site, subject: Subject, target: str) -> JsonObject:
    return site.ground.link(subject.id, site.property_id, target)


def in_class(place_class: str) -> Callable[[int], str]:
    """The section is grouped by the class (P31) of the item."""
    return lambda _run: template(place_class)


def neighbour(site: Site, claims: dict[str, str], label: str = "") -> Subject:
    """An item to point at, with these links."""
    name = site.rng.choice(site.ground.cities).name
    labels = {"en": label.format(name.latin)} if label else labels_of(site.ground, name)
    subject = plain_item(site.ground, name, labels, "", [])
    for property_id, target in claims.items():
        added = site.ground.link(subject.id, property_id, target)
        subject.claims[property_id] = [added]
        subject.add(subject.created + HOUR * (1 + len(subject.claims)), added)
    return site.meet(subject)


def _mislocated(site: Site, value: Subject) -> tuple[Transition, Subject, JsonObject, str]:
    """A settlement that points to a value of the wrong class."""
    pair, (subject, region) = site.report.pick(site.rng), place(site)
    wrong = link(site, subject, value.id)
    first = site.introduce(subject, wrong, pair)
    site.listed("value", [subject.id], f"[[{value.id}]]", first, pair.old.index, in_class("Q515"))
    return pair, subject, wrong, region


def value_replaced(site: Site) -> None:
    """A family name was taken for the place; its own item says which place it differs from."""
    target = site.rng.choice(site.ground.regions)
    namesake = neighbour(site, {"P31": "Q101352", "P1889": target.id})
    pair, subject, wrong, _ = _mislocated(site, namesake)
    stamp = subject.change(site.item_moment(pair), wrong, entity(target.id))
    site.repaired(
        subject.id,
        "value",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeB",
        before=[namesake.id],
        after=[target.id],
        reason="the wrong value's item names the right one (different from)",
    )


def value_classified(site: Site) -> None:
    """The value was right, its own class was wrong: the neighbour is edited."""
    value = neighbour(site, {"P31": "Q618123", "P17": "Q20"})
    pair, subject, _, _ = _mislocated(site, value)
    stamp = value.change(site.item_moment(pair), value.first("P31"), entity("Q15284"))
    site.repaired(
        subject.id,
        "value",
        pair,
        stamp,
        through="neighbour",
        edited="P31",
        action="UPDATE",
        kind="TypeC",
        before=["Q618123"],
        after=["Q15284"],
        reason="the value is a municipality and now says so",
    )


def class_tree_completed(site: Site) -> None:
    """The value's class becomes a kind of municipality: two steps away from the item."""
    group = neighbour(site, {"P279": "Q618123"}, "commune of {}")
    value = neighbour(site, {"P31": group.id, "P17": "Q20"})
    pair, subject, _, _ = _mislocated(site, value)
    stamp = group.add(site.item_moment(pair), site.ground.link(group.id, "P279", "Q15284"))
    site.repaired(
        subject.id,
        "value",
        pair,
        stamp,
        through="hierarchy",
        edited="P279",
        action="UPDATE",
        kind="TypeC",
        before=["Q618123"],
        after=["Q618123", "Q15284"],
        reason="the class of the value was made a subclass of municipality",
    )
    site.shows("the class tree was edited, not the item", subject.id)


def class_added_to_constraint(site: Site) -> None:
    group = neighbour(site, {"P279": "Q618123"}, "grazing district of {}")
    pair = site.report.pick(site.rng)
    added = items("P2308", group.id)[0]
    stamp = site.extend_constraint(site.constraint_moment(pair), "value", added, template(group.id))
    for _ in witnesses(site):
        value = neighbour(site, {"P31": group.id, "P17": "Q20"})
        subject, _region = place(site)
        first = site.introduce(subject, link(site, subject, value.id), pair)
        site.listed("value", [subject.id], f"[[{value.id}]]", first, pair.old.index, in_class("Q515"))
        site.reformed(
            subject.id, "value", pair, stamp, direction="relaxation", reason="a class was added (P2308)"
        )


# --- the other families of the page ----------------------------------------


def required_statement_added(site: Site) -> None:
    """A settlement without coordinates gets them."""
    required = site.spec["required_on_item"]
    pair, (subject, region) = site.report.pick(site.rng), place(site, omit=(required,))
    first = site.introduce(subject, link(site, subject, region), pair)
    site.listed("item", [subject.id], "", first, pair.old.index)
    point = coordinate(round(site.rng.uniform(-60, 70), 4), round(site.rng.uniform(-170, 170), 4))
    added = site.ground.claim(subject.id, required, point)
    stamp = subject.add(site.item_moment(pair), added)
    site.repaired(
        subject.id,
        "item",
        pair,
        stamp,
        through="other_property",
        edited=required,
        action="CREATE",
        kind="TypeC",
        before=[],
        after=[short(added["mainsnak"])],
        reason="the required coordinates were added",
    )


def conflicting_class_changed(site: Site) -> None:
    """A list article cannot lie anywhere: it is a village after all."""
    pair, (subject, region) = site.report.pick(site.rng), place(site, "Q13406463", omit=("P1082",))
    first = site.introduce(subject, link(site, subject, region), pair)
    site.listed("conflict", [subject.id], "[[Q13406463]]", first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), subject.first("P31"), entity("Q532"))
    site.repaired(
        subject.id,
        "conflict",
        pair,
        stamp,
        through="other_property",
        edited="P31",
        action="UPDATE",
        kind="TypeC",
        before=["Q13406463"],
        after=["Q532"],
        reason="said to be a list article, is a village",
    )


def country_removed(site: Site) -> None:
    """A country as value is not wanted; the right value stands beside it."""
    pair, (subject, region) = site.report.pick(site.rng), place(site)
    subject.add(subject.created + HOUR, link(site, subject, region))
    wrong = link(site, subject, COUNTRIES_NOT_ALLOWED[0])
    first = site.introduce(subject, wrong, pair)
    site.listed("none", [subject.id], f"[[{COUNTRIES_NOT_ALLOWED[0]}]]", first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.repaired(
        subject.id,
        "none",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[region, COUNTRIES_NOT_ALLOWED[0]],
        after=[region],
        reason="the forbidden value was removed, the other one stays",
    )


def country_permitted(site: Site) -> None:
    """One country is struck from the forbidden values."""
    pair, country = site.report.pick(site.rng), COUNTRIES_NOT_ALLOWED[-1]
    forbidden = items("P2305", country)[0]

    def without(old: JsonObject) -> JsonObject:
        return with_qualifiers(old, [q for q in qualifiers_of(old) if q["hash"] != forbidden["hash"]])

    change = changes.amend("P2302", site.constraints["none"]["id"], without)
    stamp = site.amend_constraint(site.constraint_moment(pair), "none", change)
    for _ in witnesses(site):
        subject, _region = place(site)
        first = site.introduce(subject, link(site, subject, country), pair)
        site.listed("none", [subject.id], f"[[{country}]]", first, pair.old.index)
        site.reformed(
            subject.id, "none", pair, stamp, direction="relaxation", reason="the value was permitted"
        )


def self_link_removed(site: Site) -> None:
    """A municipality that lies in itself."""
    pair, (subject, region) = site.report.pick(site.rng), place(site, "Q15284")
    subject.add(subject.created + HOUR, site.ground.claim(subject.id, "P300", string("XX-77")))
    subject.add(subject.created + 2 * HOUR, link(site, subject, region))
    wrong = link(site, subject, subject.id)
    first = site.introduce(subject, wrong, pair)
    site.listed("self", [subject.id], f"[[{subject.id}]]", first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.shows("self link has no constraint statement", subject.id)
    site.repaired(
        subject.id,
        "self",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[region, subject.id],
        after=[region],
        reason="the statement that points to the item itself was removed",
    )


def moves_between_groups(site: Site) -> None:
    """Its class changes from city to town; the wrong value stays: no repair, only another group."""
    pair, value = site.report.pick(site.rng), neighbour(site, {"P31": "Q101352"})
    subject, _ = place(site)
    first = site.introduce(subject, link(site, subject, value.id), pair)
    moved = pair.new.index

    def group(run: int) -> str:
        return template("Q515" if run < moved else "Q3957")

    site.listed("value", [subject.id], f"[[{value.id}]]", first, None, group)
    subject.change(site.item_moment(pair), subject.first("P31"), entity("Q3957"))
    site.not_repaired(subject.id, "moved_between_groups", False, "only its group changed, with its class")
    site.shows("group headings are no constraints", site.report.title)


STORIES = (
    Story(value_replaced, KIND),
    Story(value_classified, KIND, weight=2),
    Story(class_tree_completed, KIND, weight=2),
    Story(class_added_to_constraint, KIND, once=True),
    Story(required_statement_added, KIND),
    Story(conflicting_class_changed, KIND),
    Story(country_removed, KIND),
    Story(country_permitted, KIND, once=True),
    Story(self_link_removed, KIND),
    Story(moves_between_groups, KIND, weight=0.4),
)
