"""Stories about relations that hold both ways: missing back links, life spans, qualifiers, self links."""

from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.people import person, some_day
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.births import value_of
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity, snak, with_qualifiers, with_value, year
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import HOUR

KIND = ("symmetric",)


def link(site: Site, subject: Subject, target: Subject, *qualifiers: JsonObject) -> JsonObject:
    return site.ground.link(subject.id, site.property_id, target.id, *qualifiers)


def couple(site: Site) -> tuple[Subject, Subject]:
    """Two people of one time."""
    born = site.rng.randrange(1900, 1980)
    return site.meet(person(site.ground, born=born)), site.meet(person(site.ground, born=born + 2))


def bound(site: Site, one: Subject, other: Subject, *qualifiers: JsonObject) -> JsonObject:
    """Link both ways from early on; answers with the first one's statement."""
    there = link(site, one, other, *qualifiers)
    one.add(one.created + 2 * HOUR, there)
    other.add(other.created + 2 * HOUR, link(site, other, one))
    return there


def back_link_added(site: Site) -> None:
    """The other person's item gets the same statement back."""
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    first = site.introduce(one, link(site, one, other), pair)
    site.listed("symmetric", [one.id], f"[[{other.id}]]", first, pair.old.index)
    stamp = other.add(site.item_moment(pair), link(site, other, one))
    site.repaired(
        one.id,
        "symmetric",
        pair,
        stamp,
        through="neighbour",
        action="CREATE",
        kind="TypeA",
        before=[],
        after=[one.id],
        reason="the constraint itself says which statement was missing on the other item",
    )


def one_sided_link_removed(site: Site) -> None:
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    wrong = link(site, one, other)
    first = site.introduce(one, wrong, pair)
    site.listed("symmetric", [one.id], f"[[{other.id}]]", first, pair.old.index)
    stamp = one.remove(site.item_moment(pair), wrong)
    site.repaired(
        one.id,
        "symmetric",
        pair,
        stamp,
        action="DELETE",
        kind="TypeA",
        before=[other.id],
        after=[],
        reason="the unanswered statement was removed",
    )


def life_spans_meet(site: Site) -> None:
    """One was dead before the other was born, by a typo: one edit, two items repaired."""
    pair, born = site.report.pick(site.rng), site.rng.randrange(1850, 1900)
    died = born + site.rng.randrange(50, 80)
    one = site.meet(person(site.ground, born=born))
    other = site.meet(person(site.ground, born=born - 3, years=f"{born - 3}\u2013{died}"))
    bound(site, one, other)
    wrong, right = site.ground.claim(other.id, "P570", some_day(site.ground, born - 1)), year(died)
    first = site.introduce(other, wrong, pair)
    stamp = other.change(site.item_moment(pair), wrong, right)
    facts = {
        "action": "UPDATE",
        "kind": "TypeB",
        "edited": "P570",
        "before": [value_of(wrong)],
        "after": [value_of(with_value(wrong, right))],
        "reason": "a date of death was wrong; the description of that person has the year",
    }
    for subject, partner, through in ((one, other, "neighbour"), (other, one, "other_property")):
        site.listed("contemporary", [subject.id], f"[[{partner.id}]]", first, pair.old.index)
        site.repaired(subject.id, "contemporary", pair, stamp, through=through, **facts)
    site.shows("the neighbour was edited, not the item", one.id)


def oddly_spelled(site: Site) -> None:
    """The report spells its subjects in every way that the wiki understands."""
    for spelling in ("[[q{number}]]", "{{{{Q|{number}}}}}", "[[Q{number}|{name}]]"):
        pair, (one, other) = site.report.pick(site.rng), couple(site)
        wrong = link(site, one, other)
        first = site.introduce(one, wrong, pair)
        spelled = spelling.format(number=one.id[1:], name=one.name.latin)
        site.listed("symmetric", [one.id], f"[[{other.id}]]", first, pair.old.index)
        site.report.spellings[one.id] = spelled
        stamp = one.remove(site.item_moment(pair), wrong)
        facts = {"action": "DELETE", "kind": "TypeA", "before": [other.id], "after": []}
        site.repaired(
            one.id, "symmetric", pair, stamp, **facts, reason="the unanswered statement was removed"
        )
        site.shows("subjects in other spellings", one.id)


def self_link_removed(site: Site) -> None:
    """Linked to oneself: no constraint statement forbids it, the report does."""
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    bound(site, one, other)
    wrong = link(site, one, one)
    first = site.introduce(one, wrong, pair)
    site.listed("self", [one.id], f"[[{one.id}]]", first, pair.old.index)
    stamp = one.remove(site.item_moment(pair), wrong)
    site.shows("self link has no constraint statement", one.id)
    site.repaired(
        one.id,
        "self",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[other.id, one.id],
        after=[other.id],
        reason="the statement that points to the item itself was removed",
    )


# --- qualifiers ----------------------------------------


def _odd(site: Site, property_id: str, target: str = "Q188") -> JsonObject:
    return snak(property_id, entity(target))


def forbidden_qualifier_removed(site: Site) -> None:
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    odd = _odd(site, "P1412")
    marked, first = _mark(site, one, other, pair, odd)
    site.listed("qualifiers", [one.id], "[[Property:P1412]]", first, pair.old.index)
    stamp = one.unqualify(site.item_moment(pair), marked, odd)
    site.repaired(
        one.id,
        "qualifiers",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[other.id],
        after=[other.id],
        reason="the qualifier that the constraint does not allow was removed",
    )


def _mark(
    site: Site, one: Subject, other: Subject, pair: Transition, *odd: JsonObject
) -> tuple[JsonObject, int]:
    """Put qualifiers on a link that holds both ways; answers with the statement and its first run."""
    plain = bound(site, one, other)
    seconds, first = site.onset(pair)
    marked = with_qualifiers(plain, odd)
    one.qualify(seconds, with_qualifiers(plain, odd[:-1]), odd[-1])
    one.harmed = seconds
    return marked, first


def qualifier_allowed(site: Site) -> None:
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "qualifiers", items("P2306", "P642")[0])
    for _ in witnesses(site):
        one, other = couple(site)
        _, first = _mark(site, one, other, pair, _odd(site, "P642"))
        site.listed("qualifiers", [one.id], "[[Property:P642]]", first, pair.old.index)
        site.reformed(
            one.id, "qualifiers", pair, stamp, direction="relaxation", reason="the qualifier became allowed"
        )


def both_needed(site: Site) -> None:
    """Two odd qualifiers: one becomes allowed, the other is removed; only both together help."""
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    kept, gone = _odd(site, "P1365"), _odd(site, "P1343")
    marked, first = _mark(site, one, other, pair, kept, gone)
    site.listed("qualifiers", [one.id], "[[Property:P1365]], [[Property:P1343]]", first, pair.old.index)
    removed = one.unqualify(site.item_moment(pair), marked, gone)
    allowed = site.extend_constraint(site.constraint_moment(pair), "qualifiers", items("P2306", "P1365")[0])
    later = max(removed, allowed, key=lambda stamp: stamp.seconds)
    site.repaired(
        one.id,
        "qualifiers",
        pair,
        later,
        locus="JOINT",
        through="same_property" if later is removed else "constraint",
        action="UPDATE",
        kind="TypeA" if later is removed else "T_BOX",
        before=[other.id],
        after=[other.id],
        reason="one qualifier was allowed, the other removed: the later event completes the repair",
    )


def each_enough(site: Site) -> None:
    """The odd qualifier is removed, and in the same days it becomes allowed: either would have done."""
    pair, (one, other) = site.report.pick(site.rng), couple(site)
    odd = _odd(site, "P1012")
    marked, first = _mark(site, one, other, pair, odd)
    site.listed("qualifiers", [one.id], "[[Property:P1012]]", first, pair.old.index)
    removed = one.unqualify(site.item_moment(pair), marked, odd)
    allowed = site.extend_constraint(site.constraint_moment(pair), "qualifiers", items("P2306", "P1012")[0])
    earlier = min(removed, allowed, key=lambda stamp: stamp.seconds)
    site.shows("coincident constraint edit", one.id)
    site.repaired(
        one.id,
        "qualifiers",
        pair,
        earlier,
        locus="OVERDETERMINED",
        through="same_property" if earlier is removed else "constraint",
        action="UPDATE",
        kind="TypeA" if earlier is removed else "T_BOX",
        before=[other.id],
        after=[other.id],
        reason="removed and allowed in one window: the earlier event is the cause",
    )


STORIES = (
    Story(back_link_added, KIND, weight=2),
    Story(one_sided_link_removed, KIND),
    Story(life_spans_meet, KIND, weight=2),
    Story(oddly_spelled, KIND, once=True),
    Story(self_link_removed, KIND),
    Story(forbidden_qualifier_removed, KIND),
    Story(qualifier_allowed, KIND, once=True),
    Story(both_needed, KIND, once=True),
    Story(each_enough, KIND, once=True),
)
