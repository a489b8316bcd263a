"""Stories about wholes and their parts: one part is too few, and parts that do not answer.

The page is DeltaBot's, which names the item that does not answer first, and the one that points to it last.
"""

from wikidata_repair_eval.sandbox.people import settlement
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.report_text import link
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import HOUR

KIND = ("parts",)
PART_OF = "P361"


def whole(site: Site, parts: int) -> tuple[Subject, list[str]]:
    """A division with that many parts, each of which says that it is one."""
    holder = site.meet(settlement(site.ground, "Q10864048")[0])
    found = [part(site, holder) for _ in range(parts)]
    start = max(subject.created for subject in [holder, *found]) + 9 * HOUR
    for number, subject in enumerate(found):
        holder.add(start + number * HOUR, _has(site, holder, subject))
    return holder, [subject.id for subject in found]


def part(site: Site, of: Subject | None = None) -> Subject:
    """A settlement; part of a whole only if it says so."""
    subject = site.meet(settlement(site.ground)[0])
    if of is not None:
        moment = max(subject.created, of.created) + 5 * HOUR
        subject.add(moment, site.ground.link(subject.id, PART_OF, of.id))
    return subject


def _has(site: Site, holder: Subject, found: Subject) -> JsonObject:
    return site.ground.link(holder.id, site.property_id, found.id)


# --- one is too few ----------------------------------------


def _lonely(site: Site, pair: Transition) -> tuple[Subject, Subject, JsonObject]:
    holder, _ = whole(site, parts=0)
    only = part(site, holder)
    claim = _has(site, holder, only)
    first = site.introduce(holder, claim, pair)
    site.listed("multi", [holder.id], link(only.id), first, pair.old.index)
    return holder, only, claim


def second_part_added(site: Site) -> None:
    """A whole of one part gets its second."""
    pair = site.report.pick(site.rng)
    holder, only, _ = _lonely(site, pair)
    other = part(site, holder)
    stamp = holder.add(site.item_moment(pair), _has(site, holder, other))
    site.repaired(
        holder.id,
        "multi",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeC",
        before=[only.id],
        after=[only.id, other.id],
        reason="a second part was added; nothing here names it",
    )


def only_part_removed(site: Site) -> None:
    """A whole of one part is none: the statement goes."""
    pair = site.report.pick(site.rng)
    holder, only, claim = _lonely(site, pair)
    stamp = holder.remove(site.item_moment(pair), claim)
    site.repaired(
        holder.id,
        "multi",
        pair,
        stamp,
        action="DELETE",
        kind="TypeA",
        before=[only.id],
        after=[],
        reason="the only part was removed",
    )


# --- parts that do not answer ----------------------------------------


def _unanswered(site: Site, pair: Transition) -> tuple[Subject, list[str], Subject, JsonObject]:
    """The third part does not say that it is one; the line names it first."""
    (holder, others), silent = whole(site, parts=2), part(site)
    claim = _has(site, holder, silent)
    first = site.introduce(holder, claim, pair)
    site.listed("inverse", [silent.id], link(holder.id), first, pair.old.index)
    site.shows("an inverse line with the target as subject", silent.id)
    return holder, others, silent, claim


def part_answers(site: Site) -> None:
    """The part says at last what it is part of."""
    pair = site.report.pick(site.rng)
    holder, _, silent, _ = _unanswered(site, pair)
    stamp = silent.add(site.item_moment(pair), site.ground.link(silent.id, PART_OF, holder.id))
    site.repaired(
        silent.id,
        "inverse",
        pair,
        stamp,
        through="other_property",
        edited=PART_OF,
        action="CREATE",
        kind="TypeA",
        before=[],
        after=[holder.id],
        reason="the constraint itself says which statement was missing on this item",
    )


def whole_gives_up(site: Site) -> None:
    """The whole does not claim the part any more."""
    pair = site.report.pick(site.rng)
    holder, others, silent, claim = _unanswered(site, pair)
    stamp = holder.remove(site.item_moment(pair), claim)
    site.repaired(
        silent.id,
        "inverse",
        pair,
        stamp,
        through="neighbour",
        action="UPDATE",
        kind="TypeA",
        before=[*others, silent.id],
        after=others,
        reason="the other item does not point here any more",
    )


STORIES = (
    Story(second_part_added, KIND),
    Story(only_part_removed, KIND),
    Story(part_answers, KIND),
    Story(whole_gives_up, KIND),
)
