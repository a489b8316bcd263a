"""Stories about quantities: units, whole numbers, ranges, required qualifiers, the class of the place."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.people import plain_item, settlement
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.report_text import template
from wikidata_repair_eval.sandbox.scenarios.births import value_of
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity, quantity, snak, with_value, year
from wikidata_repair_eval.sandbox.subject import Subject

KIND = ("amount",)


def place(site: Site, place_class: str = "Q515") -> tuple[Subject, str]:
    """A settlement without a value of the reported property, and its country."""
    subject, region = settlement(site.ground, place_class, omit=(site.property_id, "P1082"))
    return site.meet(subject), region.country["id"]


def dated(site: Site, subject: Subject, value: JsonObject, census: int = 2015) -> JsonObject:
    return site.ground.claim(subject.id, site.property_id, value, snak("P585", year(census)))


def number(site: Site) -> int:
    return site.rng.randrange(1100, 4990)


def _corrected(site: Site, section: str, wrong: JsonObject, right: JsonObject, reason: str) -> None:
    """One statement with a wrong quantity that literals alone put right."""
    pair, (subject, _) = site.report.pick(site.rng), place(site)
    claim = dated(site, subject, wrong)
    first = site.introduce(subject, claim, pair)
    shown = "[[Q25267]]" if section == "units" else value_of(claim).lstrip("+")
    site.listed(section, [subject.id], shown, first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), claim, right)
    site.repaired(
        subject.id,
        section,
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[value_of(claim)],
        after=[value_of(with_value(claim, right))],
        reason=reason,
    )


def unit_corrected(site: Site) -> None:
    """Celsius for a population or an area."""
    amount = f"+{number(site)}"
    wrong, right = quantity(amount, "Q25267"), quantity(amount, site.spec.get("unit"))
    _corrected(site, "units", wrong, right, "the unit was wrong, the amount right")


def decimal_point_removed(site: Site) -> None:
    """A thousands separator was read as a decimal point."""
    if "integer" not in site.constraints:
        return
    text = f"{site.rng.randrange(100, 500)}7"
    wrong, right = quantity(f"+{text[0]}.{text[1:]}"), quantity(f"+{text}")
    _corrected(site, "integer", wrong, right, "the decimal point was a thousands separator")


def sign_corrected(site: Site) -> None:
    amount, unit = number(site), site.spec.get("unit")
    wrong, right = quantity(f"-{amount}", unit), quantity(f"+{amount}", unit)
    _corrected(site, "range", wrong, right, "the sign was wrong")


# --- required qualifier ----------------------------------------


def _undated(site: Site) -> tuple[Transition, Subject, JsonObject]:
    pair, (subject, _) = site.report.pick(site.rng), place(site)
    value = quantity(f"+{number(site)}", site.spec.get("unit"))
    claim = site.ground.claim(subject.id, site.property_id, value)
    first = site.introduce(subject, claim, pair)
    site.listed("required", [subject.id], "", first, pair.old.index)
    return pair, subject, claim


def date_added_from_sibling(site: Site) -> None:
    """The census year stands on another figure of the same item."""
    pair, subject, claim = _undated(site)
    census = site.rng.randrange(1991, 2012)
    source = site.ground.claim(subject.id, "P1540", quantity("+512"), snak("P585", year(census)))
    subject.add(subject.created + 7200, source)
    _dated_at_last(site, pair, subject, claim, census, "TypeB", "the year stands on the male population")


def date_added_from_outside(site: Site) -> None:
    pair, subject, claim = _undated(site)
    census = site.rng.randrange(1961, 1990)
    _dated_at_last(site, pair, subject, claim, census, "TypeC", "nothing here has the year")


def _dated_at_last(
    site: Site, pair: Transition, subject: Subject, claim: JsonObject, census: int, kind: str, reason: str
) -> None:
    stamp = subject.qualify(site.item_moment(pair), claim, snak("P585", year(census)))
    site.shows("summary names the qualifier's property", stamp.revision_id)
    site.repaired(
        subject.id,
        "required",
        pair,
        stamp,
        action="UPDATE",
        kind=kind,
        before=[value_of(claim)],
        after=[value_of(claim)],
        reason=f"the required point in time was added; {reason}",
    )


# --- the class of the place ----------------------------------------


def _misplaced(site: Site, place_class: str) -> tuple[Transition, Subject, JsonObject]:
    """Something of a wrong class that has the property; the section is grouped by country."""
    pair, (subject, country) = site.report.pick(site.rng), place(site, place_class)
    claim = dated(site, subject, quantity(f"+{number(site)}", site.spec.get("unit")))
    first = site.introduce(subject, claim, pair)
    group = template(country)
    site.listed("type", [subject.id], f"[[{place_class}]]", first, pair.old.index, lambda _run: group)
    return pair, subject, claim


def class_corrected(site: Site) -> None:
    pair, subject, _ = _misplaced(site, "Q8502")
    stamp = subject.change(site.item_moment(pair), subject.first("P31"), entity("Q532"))
    site.repaired(
        subject.id,
        "type",
        pair,
        stamp,
        through="other_property",
        edited="P31",
        action="UPDATE",
        kind="TypeC",
        before=["Q8502"],
        after=["Q532"],
        reason="said to be a mountain, is a village",
    )


def figure_of_wrong_class_removed(site: Site) -> None:
    pair, subject, claim = _misplaced(site, "Q23397")
    stamp = subject.remove(site.item_moment(pair), claim)
    site.repaired(
        subject.id,
        "type",
        pair,
        stamp,
        action="DELETE",
        kind="TypeA",
        before=[value_of(claim)],
        after=[],
        reason="lakes have no such figure: the statement was removed",
    )


def _new_class(site: Site, noun: str) -> Subject:
    name = site.rng.choice(site.ground.cities).name
    group = plain_item(site.ground, name, {"en": f"{noun} of {name.latin}"}, "type of place", [])
    feature = site.ground.link(group.id, "P279", "Q618123")
    group.add(group.created + 7200, feature)
    group.claims["P279"] = [feature]
    return site.meet(group)


def class_tree_completed(site: Site) -> None:
    """The class of the place becomes a kind of settlement; the item is not touched."""
    group = _new_class(site, "hamlet")
    pair, subject, _ = _misplaced(site, group.id)
    stamp = group.change(site.item_moment(pair), group.first("P279"), entity("Q532"))
    site.repaired(
        subject.id,
        "type",
        pair,
        stamp,
        through="hierarchy",
        edited="P279",
        action="UPDATE",
        kind="TypeC",
        before=["Q618123"],
        after=["Q532"],
        reason="the class was made a subclass of village",
    )
    site.shows("the class tree was edited, not the item", subject.id)


def class_added_to_constraint(site: Site) -> None:
    """Military bases may have the figure: the heading grows, everything of that class leaves the report."""
    group = _new_class(site, "garrison")
    pair = site.report.pick(site.rng)
    added = items("P2308", group.id)[0]
    stamp = site.extend_constraint(site.constraint_moment(pair), "type", added, template(group.id))
    for _ in witnesses(site, least=3):
        subject, country = place(site, group.id)
        claim = dated(site, subject, quantity(f"+{number(site)}", site.spec.get("unit")))
        first = site.introduce(subject, claim, pair)
        in_group = _constant(template(country))
        site.listed("type", [subject.id], f"[[{group.id}]]", first, pair.old.index, in_group)
        site.reformed(
            subject.id, "type", pair, stamp, direction="relaxation", reason="a class was added (P2308)"
        )
    site.shows("heading changes with the constraint", site.report.title)


def _constant(text: str) -> Callable[[int], str]:
    return lambda _run: text


def unit_allowed(site: Site) -> None:
    """A unit joins the allowed ones."""
    if site.spec.get("unit") == "Q11570":
        return
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "units", items("P2305", "Q11570")[0])
    for _ in witnesses(site):
        subject, _country = place(site)
        claim = dated(site, subject, quantity(f"+{number(site)}", "Q11570"))
        first = site.introduce(subject, claim, pair)
        site.listed("units", [subject.id], "[[Q11570]]", first, pair.old.index)
        site.reformed(
            subject.id, "units", pair, stamp, direction="relaxation", reason="the unit became allowed"
        )


def range_widened(site: Site) -> None:
    """The lower end of the range moves down by a thousand."""
    pair, unit = site.report.pick(site.rng), site.spec.get("unit")
    lower = snak("P2313", quantity("-1000", unit))

    def widened(old: JsonObject) -> JsonObject:
        return {**old, "qualifiers": {**old["qualifiers"], "P2313": [lower]}}

    change = changes.amend("P2302", site.constraints["range"]["id"], widened)
    stamp = site.amend_constraint(site.constraint_moment(pair), "range", change)
    for _ in witnesses(site):
        subject, _country = place(site)
        claim = dated(site, subject, quantity(f"-{site.rng.randrange(600, 999)}", unit))
        first = site.introduce(subject, claim, pair)
        site.listed("range", [subject.id], value_of(claim), first, pair.old.index)
        site.reformed(
            subject.id, "range", pair, stamp, direction="relaxation", reason="the range was widened"
        )


STORIES = (
    Story(unit_corrected, KIND),
    Story(decimal_point_removed, KIND),
    Story(sign_corrected, KIND),
    Story(date_added_from_sibling, KIND),
    Story(date_added_from_outside, KIND),
    Story(class_corrected, KIND),
    Story(figure_of_wrong_class_removed, KIND),
    Story(class_tree_completed, KIND, weight=2),
    Story(class_added_to_constraint, KIND, once=True),
    Story(unit_allowed, KIND, once=True),
    Story(range_widened, KIND, once=True),
)
