"""Stories about two holders of one identifier: the other one gives up, is corrected, merged or deleted."""

from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.identifiers import KIND, claim, identifier, weblink
from wikidata_repair_eval.sandbox.scenarios.merging import merge
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    string,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import MINUTE


def shared(site: Site, pair: Transition) -> tuple[Subject, Subject, JsonObject, str]:
    """Two people with one identifier; answers with both, the intruding statement and the value."""
    owner, other = site.meet(person(site.ground)), site.meet(person(site.ground))
    value = identifier(site)
    owner.add(owner.created + 90 * MINUTE, claim(site, owner, value))
    intruder = claim(site, other, value)
    first = site.introduce(other, intruder, pair)
    site.listed("unique", sorted([owner.id, other.id]), weblink(site, value), first, pair.old.index)
    return owner, other, intruder, value


def other_holder_gives_up(site: Site) -> None:
    """The wrong holder loses the value: a repair for both of them."""
    pair = site.report.pick(site.rng)
    owner, other, intruder, value = shared(site, pair)
    stamp = other.remove(site.item_moment(pair), intruder)
    facts = {"action": "DELETE", "kind": "TypeA", "before": [value], "after": []}
    site.repaired(
        owner.id,
        "unique",
        pair,
        stamp,
        through="other_holder",
        **facts,
        reason="the other holder lost the value",
    )
    site.repaired(other.id, "unique", pair, stamp, **facts, reason="this holder's value was removed")


def other_holder_corrected(site: Site) -> None:
    """The wrong holder gets its own identifier, known from outside."""
    pair = site.report.pick(site.rng)
    owner, other, intruder, value = shared(site, pair)
    own = identifier(site)
    stamp = other.change(site.item_moment(pair), intruder, string(own))
    facts = {"action": "UPDATE", "kind": "TypeC", "before": [value], "after": [own]}
    site.repaired(
        owner.id,
        "unique",
        pair,
        stamp,
        through="other_holder",
        **facts,
        reason="the other holder got its own id",
    )
    site.repaired(other.id, "unique", pair, stamp, **facts, reason="this holder got its own identifier")


def other_holder_merged(site: Site) -> None:
    """Both items are one person: the newer is merged into the older."""
    pair = site.report.pick(site.rng)
    owner, other, _, value = shared(site, pair)
    stamp = merge(site, other, owner, site.item_moment(pair))
    site.repaired(
        owner.id,
        "unique",
        pair,
        stamp,
        through="other_holder",
        action="DELETE",
        kind="TypeA",
        before=[value],
        after=[],
        reason="the other holder was merged into this item",
    )
    site.not_repaired(other.id, "merged", True, "merged into another item: an outcome, not a repair")
    site.shows("merge", other.id)


def other_holder_deleted(site: Site) -> None:
    """The other item is deleted: nobody can read any more what it said."""
    pair = site.report.pick(site.rng)
    owner, other, _, _ = shared(site, pair)
    other.until, other.deleted = site.item_moment(pair), "empty item, duplicate"
    site.not_repaired(
        owner.id, "other_holder_deleted", True, "undecidable: the deleted holder's history cannot be read"
    )
    site.not_repaired(other.id, "deleted", True, "deleted: an outcome, not a repair")
    site.shows("delete", other.id)


STORIES = (
    Story(other_holder_gives_up, KIND),
    Story(other_holder_corrected, KIND),
    Story(other_holder_merged, KIND),
    Story(other_holder_deleted, KIND, weight=0.2),
)
