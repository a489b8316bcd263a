"""Stories about dates of birth and death: typos, two dates, swapped dates, other properties, class tree."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.people import person, plain_item, some_day
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, short, with_value, year
from wikidata_repair_eval.sandbox.subject import Subject

BIRTH, DEATH = ("birth",), ("death",)


def value_of(claim: JsonObject) -> str:
    return short(claim["mainsnak"])


def other_page(site: Site, property_id: str, pair: Transition) -> tuple[Site, Transition]:
    """The twin page and its transition of the same data dates."""
    other = site.sites[property_id]
    return other, Transition(other.report.runs[pair.old.index], other.report.runs[pair.new.index])


# --- the reported property ----------------------------------------


def _born_in_the_future(site: Site, described: bool) -> tuple[Transition, Subject, JsonObject, JsonObject]:
    pair, born = site.report.pick(site.rng), site.rng.randrange(1931, 1989)
    years = f"born {born}" if described else ""
    subject = site.meet(person(site.ground, born=born, years=years, omit=("P569",)))
    right = year(born) if described else some_day(site.ground, born)  # a description has no more than years
    wrong = site.ground.claim(subject.id, "P569", some_day(site.ground, born + 130))
    first = site.introduce(subject, wrong, pair)
    site.listed("range", [subject.id], value_of(wrong).lstrip("+"), first, pair.old.index)
    return pair, subject, wrong, right


def future_birth_known_from_description(site: Site) -> None:
    pair, subject, wrong, right = _born_in_the_future(site, described=True)
    stamp = subject.change(site.item_moment(pair), wrong, right)
    site.repaired(
        subject.id,
        "range",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeB",
        before=[value_of(wrong)],
        after=[value_of(with_value(wrong, right))],
        reason="born in the future; the description has the year",
    )


def future_birth_known_from_outside(site: Site) -> None:
    pair, subject, wrong, right = _born_in_the_future(site, described=False)
    stamp = subject.change(site.item_moment(pair), wrong, right)
    site.repaired(
        subject.id,
        "range",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeC",
        before=[value_of(wrong)],
        after=[value_of(with_value(wrong, right))],
        reason="born in the future; nothing here has the right date",
    )


def future_birth_deprecated(site: Site) -> None:
    """The wrong date stays, with deprecated rank: the violation is retracted."""
    pair, subject, wrong, _ = _born_in_the_future(site, described=False)
    stamp = subject.rerank(site.item_moment(pair), wrong, "deprecated")
    site.shows("deprecated rank is not a present value", subject.id)
    site.repaired(
        subject.id,
        "range",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        retracted=True,
        before=[value_of(wrong)],
        after=[value_of(wrong)],
        reason="the impossible date was deprecated",
    )


def _two_dates(site: Site) -> tuple[Transition, Subject, JsonObject, JsonObject]:
    pair, born = site.report.pick(site.rng), site.rng.randrange(1901, 1960)
    subject = site.meet(person(site.ground, born=born, years=f"born {born}"))
    right = subject.first("P569")
    wrong = site.ground.claim(subject.id, "P569", some_day(site.ground, born + 3))
    first = site.introduce(subject, wrong, pair)
    values = f"{value_of(right).lstrip('+')}, {value_of(wrong).lstrip('+')}"
    site.listed("single", [subject.id], values, first, pair.old.index)
    return pair, subject, right, wrong


def second_date_removed(site: Site) -> None:
    pair, subject, right, wrong = _two_dates(site)
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.repaired(
        subject.id,
        "single",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeB",
        before=[value_of(right), value_of(wrong)],
        after=[value_of(right)],
        reason="the description has the year of the kept date",
    )


def right_date_preferred(site: Site) -> None:
    """Both dates stay; the right one gets the preferred rank."""
    pair, subject, right, wrong = _two_dates(site)
    stamp = subject.rerank(site.item_moment(pair), right, "preferred")
    site.shows("single value may mean single best value", subject.id)
    site.shows("preferred rank: same values, other best rank", subject.id)
    both = [value_of(right), value_of(wrong)]
    site.repaired(
        subject.id,
        "single",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeB",
        before=both,
        after=both,
        reason="the date whose year the description has was made preferred",
    )


# --- other properties, class tree ----------------------------------------


def conflicting_statement_removed(site: Site) -> None:
    """A person with an inception: that statement goes."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    odd = site.ground.claim(subject.id, "P571", some_day(site.ground, 1970))
    first = site.introduce(subject, odd, pair)
    site.listed("conflict", [subject.id], value_of(odd).lstrip("+"), first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), odd)
    site.repaired(
        subject.id,
        "conflict",
        pair,
        stamp,
        through="other_property",
        edited="P571",
        action="DELETE",
        kind="TypeA",
        before=[value_of(odd)],
        after=[],
        reason="people have no inception: P571 was removed",
    )


def required_statement_added(site: Site) -> None:
    """A person without a place of birth gets one."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground, omit=("P19",)))
    site.listed("item", [subject.id], "", 0, pair.old.index)
    city = site.rng.choice(site.ground.cities)
    added = site.ground.link(subject.id, "P19", city.id)
    stamp = subject.add(site.item_moment(pair), added)
    site.repaired(
        subject.id,
        "item",
        pair,
        stamp,
        through="other_property",
        edited="P19",
        action="CREATE",
        kind="TypeC",
        before=[],
        after=[city.id],
        reason="the required place of birth was added",
    )


def class_corrected(site: Site) -> None:
    """Something with a date of birth that was said to be a family name."""
    pair = site.report.pick(site.rng)
    subject = site.meet(person(site.ground, omit=("P31", "P21")))
    wrong = site.ground.link(subject.id, "P31", "Q101352")
    first = site.harm_from_the_start(subject, wrong)
    site.listed("type", [subject.id], "[[Q101352]]", first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), wrong, {**_human()})
    site.repaired(
        subject.id,
        "type",
        pair,
        stamp,
        through="other_property",
        edited="P31",
        action="UPDATE",
        kind="TypeC",
        before=["Q101352"],
        after=["Q5"],
        reason="instance of family name became instance of human",
    )


def _human() -> JsonObject:
    value: JsonObject = items("P31", "Q5")[0]["datavalue"]
    return value


def class_tree_completed(site: Site) -> None:
    """The class of a fictional being gets its missing superclass: nothing on the item changes."""
    pair = site.report.pick(site.rng)
    subject = site.meet(person(site.ground, omit=("P31", "P21")))
    label = f"{subject.name.latin} cycle character"
    group = site.meet(plain_item(site.ground, subject.name, {"en": label}, "", []))
    first = site.harm_from_the_start(subject, site.ground.link(subject.id, "P31", group.id))
    site.listed("type", [subject.id], f"[[{group.id}]]", first, pair.old.index)
    stamp = group.add(site.item_moment(pair), site.ground.link(group.id, "P279", "Q95074"))
    site.repaired(
        subject.id,
        "type",
        pair,
        stamp,
        through="hierarchy",
        edited="P279",
        action="CREATE",
        kind="TypeC",
        before=[],
        after=["Q95074"],
        reason="the class was made a subclass of fictional character",
    )


# --- both pages ----------------------------------------


def dates_swapped(site: Site) -> None:
    """Born in 1975, died in 1921: one edit swaps them and leaves two report pages."""
    pair, early = site.report.pick(site.rng), site.rng.randrange(1880, 1920)
    late = early + site.rng.randrange(40, 80)
    subject = site.meet(person(site.ground, born=late))
    birth, (other, other_pair) = subject.first("P569"), other_page(site, "P570", pair)
    death = site.ground.claim(subject.id, "P570", some_day(site.ground, early))
    first = site.introduce(subject, death, pair)
    born, died = birth["mainsnak"]["datavalue"], death["mainsnak"]["datavalue"]
    swapped = changes.put(with_value(birth, died)), changes.put(with_value(death, born))
    stamp = subject.edit_many(site.item_moment(pair), *swapped)
    facts = {"action": "UPDATE", "kind": "TypeA", "reason": "birth and death were swapped"}
    for page, window, old, new in ((site, pair, birth, died), (other, other_pair, death, born)):
        page.listed("diff", [subject.id], value_of(old).lstrip("+"), first, pair.old.index)
        values = {"before": [value_of(old)], "after": [value_of(with_value(old, new))]}
        page.repaired(subject.id, "diff", window, stamp, **facts, **values)
    site.shows("one edit leaves two report pages", subject.id)


def death_corrected(site: Site) -> None:
    """Dead at 240: the century of the death is corrected; the birth's page sees another property change."""
    pair, born = site.report.pick(site.rng), site.rng.randrange(1760, 1790)
    died = born + site.rng.randrange(50, 80)
    subject = site.meet(person(site.ground, born=born, years=f"{born}\u2013{died}"))
    wrong = site.ground.claim(subject.id, "P570", some_day(site.ground, died + 150))
    first = site.introduce(subject, wrong, pair)
    right = year(died)
    stamp = subject.change(site.item_moment(pair), wrong, right)
    twin, twin_pair = other_page(site, "P569", pair)
    facts = {
        "action": "UPDATE",
        "kind": "TypeB",
        "before": [value_of(wrong)],
        "after": [value_of(with_value(wrong, right))],
        "edited": "P570",
        "reason": "the century of the death was wrong; the description has the year",
    }
    site.listed("diff", [subject.id], value_of(wrong).lstrip("+"), first, pair.old.index)
    twin.listed("diff", [subject.id], value_of(subject.first("P569")).lstrip("+"), first, pair.old.index)
    site.repaired(subject.id, "diff", pair, stamp, **facts)
    twin.repaired(subject.id, "diff", twin_pair, stamp, through="other_property", **facts)


def birth_added(site: Site) -> None:
    """A death without a birth; the description has both years."""
    pair, born = site.report.pick(site.rng), site.rng.randrange(1840, 1900)
    died = born + site.rng.randrange(40, 80)
    subject = site.meet(person(site.ground, born=born, years=f"{born}\u2013{died}", omit=("P569",)))
    first = site.introduce(subject, site.ground.claim(subject.id, "P570", some_day(site.ground, died)), pair)
    site.listed("item", [subject.id], "", first, pair.old.index)
    added = site.ground.claim(subject.id, "P569", year(born))
    stamp = subject.add(site.item_moment(pair), added)
    site.repaired(
        subject.id,
        "item",
        pair,
        stamp,
        through="other_property",
        edited="P569",
        action="CREATE",
        kind="TypeB",
        before=[],
        after=[value_of(added)],
        reason="the required date of birth was added; the description has the year",
    )


STORIES = (
    Story(future_birth_known_from_description, BIRTH),
    Story(future_birth_known_from_outside, BIRTH),
    Story(future_birth_deprecated, BIRTH),
    Story(second_date_removed, BIRTH),
    Story(right_date_preferred, BIRTH),
    Story(conflicting_statement_removed, BIRTH),
    Story(required_statement_added, BIRTH),
    Story(class_corrected, BIRTH),
    Story(class_tree_completed, BIRTH),
    Story(dates_swapped, BIRTH),
    Story(death_corrected, DEATH),
    Story(birth_added, DEATH),
)
