"""Stories in which the plain answer is wrong: reverts, hidden revisions, removals, moves, bot mistakes.

They happen on the pages of identifiers, where the violation itself is the simplest one: a wrong format.
"""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.ground import item_content
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.identifiers import (
    KIND,
    claim,
    identifier,
    malformed,
    prefixed,
    weblink,
)
from wikidata_repair_eval.sandbox.scenarios.merging import merge
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, snak, string, with_value, year
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, MINUTE
from wikidata_repair_eval.sandbox.wiki import Stamp


def _wrong(site: Site, subject: Subject | None = None) -> tuple[Transition, Subject, JsonObject, str]:
    """A person with a prefixed identifier; answers with the right value as well."""
    pair, good = site.report.pick(site.rng), identifier(site)
    subject = subject or site.meet(person(site.ground))
    wrong, _ = malformed(site, subject, pair, prefixed(site, good))
    return pair, subject, wrong, good


def _stripped(
    site: Site, pair: Transition, subject: Subject, stamp: Stamp, good: str, reason: str, **more: object
) -> None:
    """The usual truth of these stories: the prefix was removed."""
    facts = {"action": "UPDATE", "kind": "TypeA", "before": [prefixed(site, good)], "after": [good]}
    site.repaired(subject.id, "format", pair, stamp, **{**facts, "reason": reason, **more})


def _moments(site: Site, pair: Transition, count: int) -> list[int]:
    """Several moments of one window, in order, further apart than an edit session."""
    start, end = max(pair.old.data, pair.old.published) + MINUTE, pair.new.data - HOUR
    step = (end - start) // count
    return [start + number * step + site.rng.randrange(step // 3) for number in range(count)]


# --- reverts ----------------------------------------


def _vandalised(site: Site) -> tuple[Transition, Subject, Stamp, Stamp, str, str]:
    """A right identifier, then vandalism; answers with the stamps of both and the two values."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    good, bad = identifier(site), f"lol! {site.rng.randrange(1000)}"
    right = claim(site, subject, good)
    before = subject.add(subject.created + 2 * HOUR, right)
    seconds, first = site.onset(pair)
    harm = subject.change(seconds, right, string(bad), site.ground.editors.vandal(site.rng))
    site.listed("format", [subject.id], weblink(site, bad), first, pair.old.index)
    return pair, subject, before, harm, good, bad


def vandalism_rolled_back(site: Site) -> None:
    pair, subject, before, harm, good, bad = _vandalised(site)
    stamp = subject.rollback(site.item_moment(pair), harm, before)
    site.shows("rollback names no property", stamp.revision_id)
    _restored(site, pair, subject, stamp, good, bad, "rolled back")


def vandalism_undone(site: Site) -> None:
    pair, subject, before, harm, good, bad = _vandalised(site)
    stamp = subject.undo(site.item_moment(pair), harm, before)
    site.shows("undo restores the good state", stamp.revision_id)
    _restored(site, pair, subject, stamp, good, bad, "undone")


def vandalism_restored_over(site: Site) -> None:
    pair, subject, before, _harm, good, bad = _vandalised(site)
    stamp = subject.restore(site.item_moment(pair), before)
    site.shows("restore carries no tag", stamp.revision_id)
    _restored(site, pair, subject, stamp, good, bad, "overwritten by an earlier revision")


def _restored(
    site: Site, pair: Transition, subject: Subject, stamp: Stamp, good: str, bad: str, how: str
) -> None:
    facts = {"action": "UPDATE", "kind": "TypeC", "before": [bad], "after": [good]}
    site.repaired(subject.id, "format", pair, stamp, **facts, reason=f"the vandalism was {how}")


def repaired_undone_and_repaired(site: Site) -> None:
    """Two people disagree within the window: the last turn counts."""
    pair, subject, wrong, good = _wrong(site)
    one, two, three = _moments(site, pair, 3)
    before = next(edit.stamp for edit in subject.draft.edits if edit.stamp.seconds == subject.harmed)
    first = subject.change(one, wrong, string(good))
    subject.undo(two, first, before)
    stamp = subject.change(three, wrong, string(good))
    site.shows("a repair undone inside the window", subject.id)
    _stripped(site, pair, subject, stamp, good, "repaired, undone, repaired again: the last one stays")


def cleared_and_restored(site: Site) -> None:
    """Somebody empties the item, it is restored, and only then repaired."""
    pair, subject, wrong, good = _wrong(site)
    one, two, three = _moments(site, pair, 3)
    before = next(edit.stamp for edit in subject.draft.edits if edit.stamp.seconds == subject.harmed)
    empty = changes.become(item_content(subject.id, {}, []))
    cleared = subject.draft.edit(
        one,
        site.ground.editors.vandal(site.rng),
        "/* wbeditentity-override:0| */",
        empty,
        tags=("mw-reverted",),
    )
    subject.rollback(two, cleared, before)
    stamp = subject.change(three, wrong, string(good))
    site.shows("override clears the entity", cleared.revision_id)
    _stripped(site, pair, subject, stamp, good, "emptied, restored, then repaired")


def repaired_and_lost(site: Site) -> None:
    """The repair is undone after the last report: it was one, but it does not persist."""
    pair, subject, wrong, good = _wrong(site)
    before = next(edit.stamp for edit in subject.draft.edits if edit.stamp.seconds == subject.harmed)
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    subject.undo(site.report.runs[-1].published + 4 * DAY, stamp, before)
    site.shows("a repair that does not persist", subject.id)
    _stripped(site, pair, subject, stamp, good, "repaired, but undone months later", persists=False)


def repaired_and_changed_again(site: Site) -> None:
    pair, subject, wrong, good = _wrong(site)
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    later = site.report.runs[-1].published + 4 * DAY
    subject.change(later, with_value(wrong, string(good)), string(identifier(site)))
    _stripped(
        site, pair, subject, stamp, good, "repaired, but another value stands there today", persists=False
    )


def repaired_and_relisted(site: Site) -> None:
    """Repaired, missing from one report, broken again before the next."""
    pair, subject, wrong, good = _wrong(site)
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    later = pair.new.index + 1
    persists = later >= len(site.report.runs) or pair.new.index in site.report.reserved
    if not persists:
        moment = site.report.runs[later].data - HOUR
        subject.change(moment, with_value(wrong, string(good)), wrong["mainsnak"]["datavalue"])
        site.listed("format", [subject.id], weblink(site, prefixed(site, good)), later)
    _stripped(
        site, pair, subject, stamp, good, "repaired; what came later is another story", persists=persists
    )


# --- edits around the repair ----------------------------------------


def partly_repaired_before(site: Site) -> None:
    """Two bad values (under two names, so that they may be two): the first goes earlier than the second."""
    pair, subject, good = site.report.pick(site.rng), site.meet(person(site.ground)), identifier(site)
    bad = prefixed(site, good)
    wrong = claim(site, subject, bad, snak("P1810", string(subject.name.latin)))
    other = claim(site, subject, f"{good}?", snak("P1810", string(subject.name.native + " jr.")))
    first = site.introduce(subject, wrong, pair)
    subject.add(subject.harmed + 90 * MINUTE, other)
    site.listed(
        "format", [subject.id], f"{weblink(site, bad)}, {weblink(site, good + '?')}", first, pair.old.index
    )
    one, two = _moments(site, pair, 2)
    subject.remove(one, other)
    stamp = subject.change(two, wrong, string(good))
    site.shows("partial repair", subject.id)
    _stripped(site, pair, subject, stamp, good, "the last of two bad values was repaired")


def cited_after_the_repair(site: Site) -> None:
    """The property's last change in the window is a reference: not the repair."""
    pair, subject, wrong, good = _wrong(site)
    one, two = _moments(site, pair, 2)
    stamp = subject.change(one, wrong, string(good))
    subject.cite(two, with_value(wrong, string(good)), site.ground.any_reference())
    site.shows("the latest change of the property is not the repair", subject.id)
    _stripped(site, pair, subject, stamp, good, "repaired; a later edit only added a reference")


def reordered_after_the_repair(site: Site) -> None:
    """A later edit changes the order of two qualifiers: other bytes, the same statement."""
    pair, subject, good = site.report.pick(site.rng), site.meet(person(site.ground)), identifier(site)
    bad = prefixed(site, good)
    named, since = snak("P1810", string(subject.name.latin)), snak("P580", year(2009))
    wrong = claim(site, subject, bad, named, since)
    first = site.introduce(subject, wrong, pair)
    site.listed("format", [subject.id], weblink(site, bad), first, pair.old.index)
    one, two = _moments(site, pair, 2)
    stamp = subject.change(one, wrong, string(good))
    right = with_value(wrong, string(good))
    summary = changes.claim_summary("wbsetclaim-update-qualifiers:2||1", right["mainsnak"])
    turned = {**right, "qualifiers-order": right["qualifiers-order"][::-1]}
    later = subject.draft.edit(two, site.ground.editors.bot(site.rng), summary, changes.put(turned))
    site.shows("an edit that only reorders", later.revision_id)
    _stripped(site, pair, subject, stamp, good, "repaired; a later edit only turned two qualifiers round")


def two_revisions_in_one_second(site: Site) -> None:
    pair, subject, wrong, good = _wrong(site)
    moment = site.item_moment(pair)
    stamp = subject.change(moment, wrong, string(good))
    subject.cite(moment, with_value(wrong, string(good)), site.ground.any_reference())
    site.shows("two revisions in the same second", stamp.revision_id)
    _stripped(site, pair, subject, stamp, good, "repaired and cited in the same second")


def parent_is_not_the_line_before(site: Site) -> None:
    """An imported revision whose parent is not its predecessor in time."""
    pair, subject, wrong, good = _wrong(site)
    one, two = _moments(site, pair, 2)
    user = site.ground.editors.person(site.rng)
    odd = subject.draft.edit(one, user, "import", changes.aliases("en", ["imported"]), skips_parent=True)
    stamp = subject.change(two, wrong, string(good))
    site.shows("the parent is not the line before", odd.revision_id)
    _stripped(site, pair, subject, stamp, good, "repaired after an imported revision")


def repaired_before_the_data_date(site: Site) -> None:
    """The header's date was the run's, not the data's: the item was clean a day before it."""
    pair, subject, wrong, good = _wrong(site)
    seconds = max(pair.old.data - site.rng.randrange(6, 30) * HOUR, subject.harmed + 2 * HOUR)
    if pair.old.index and seconds <= site.report.runs[pair.old.index - 1].data:
        seconds = site.item_moment(pair)
    stamp = subject.change(seconds, wrong, string(good))
    site.shows("clean already at the old data date", subject.id)
    _stripped(
        site, pair, subject, stamp, good, "repaired shortly before the date in the header of the old report"
    )


def editor_hidden(site: Site) -> None:
    """User and comment of the repair are hidden, its text is not."""
    pair, subject, wrong, good = _wrong(site)
    user, change = site.ground.editors.vandal(site.rng), changes.put(with_value(wrong, string(good)))
    comment = changes.claim_summary("wbsetclaim-update:2||1|1", wrong["mainsnak"])
    stamp = subject.draft.edit(
        site.item_moment(pair), user, comment, change, hidden=frozenset({"user", "comment"})
    )
    site.shows("userhidden revision", stamp.revision_id)
    _stripped(site, pair, subject, stamp, good, "repaired by somebody whose name is hidden")


def hidden_text_before_the_repair(site: Site) -> None:
    """A suppressed revision lies in the window; the repair comes later and is visible."""
    pair, subject, wrong, good = _wrong(site)
    one, two, three = _moments(site, pair, 3)
    user = site.ground.editors.vandal(site.rng)
    slur = changes.term("labels", "en", "(suppressed)")
    everything = frozenset({"text", "user", "comment", "suppressed"})
    hidden = subject.draft.edit(one, user, "(suppressed)", slur, hidden=everything)
    subject.draft.edit(
        two,
        site.ground.editors.person(site.rng),
        "/* wbsetlabel-set:1|en */",
        changes.term("labels", "en", subject.name.latin),
    )
    stamp = subject.change(three, wrong, string(good))
    site.shows("texthidden revision", hidden.revision_id)
    _stripped(site, pair, subject, stamp, good, "a hidden revision came first; the repair is visible")


def repair_hidden(site: Site) -> None:
    """The very revision that repairs it is hidden: nobody can say what it did."""
    pair, subject, wrong, good = _wrong(site)
    one, two = _moments(site, pair, 2)
    change, user = changes.put(with_value(wrong, string(good))), site.ground.editors.person(site.rng)
    comment = changes.claim_summary("wbsetclaim-update:2||1|1", wrong["mainsnak"])
    hidden = subject.draft.edit(one, user, comment, change, hidden=frozenset({"text"}))
    subject.cite(two, with_value(wrong, string(good)), site.ground.any_reference())
    site.shows("texthidden revision", hidden.revision_id)
    site.not_repaired(subject.id, "hidden_revision", True, "the text of the revision that did it is hidden")


# --- removals ----------------------------------------


def subject_deleted(site: Site) -> None:
    pair, subject, _, _ = _wrong(site)
    subject.until, subject.deleted = site.item_moment(pair), "does not meet the notability policy"
    site.not_repaired(subject.id, "deleted", True, "deleted: an outcome, not a repair")


def subject_merged(site: Site) -> None:
    pair, subject, _, _ = _wrong(site)
    target = site.meet(person(site.ground))
    merge(site, subject, target, site.item_moment(pair))
    site.shows("redirect content is no empty item", subject.id)
    site.not_repaired(subject.id, "merged", True, "merged into another item: an outcome, not a repair")


# --- what only the report says ----------------------------------------


def moves_between_sections(site: Site) -> None:
    """A format violation becomes a duplicate: another section, no repair."""
    pair, subject, wrong, good = _wrong(site)
    second = claim(site, subject, good)
    moment = site.item_moment(pair)
    subject.edit_many(moment, changes.put(with_value(wrong, string(good))), changes.put(second))
    both = f"{weblink(site, good)}, {weblink(site, good)}"
    site.listed("single", [subject.id], both, pair.new.index)
    site.not_repaired(subject.id, "moved_between_sections", False, "still on the page, in another section")


def dropped_by_the_report(site: Site) -> None:
    """The line goes, the violation stays."""
    _, subject, _, _ = _wrong(site)
    site.not_repaired(subject.id, "still_violated", True, "refuted: the value is as wrong as before")


def never_violated(site: Site) -> None:
    """The bot listed it by mistake."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    value = identifier(site)
    first = site.introduce(subject, claim(site, subject, value), pair)
    site.listed("format", [subject.id], weblink(site, value), first, pair.old.index)
    site.not_repaired(subject.id, "never_violated", True, "the value was right all the time")


def never_repaired(site: Site) -> None:
    """Listed from some day on, to this day."""
    pair, subject, bad = site.report.pick(site.rng), site.meet(person(site.ground)), "unknown"
    first = site.introduce(subject, claim(site, subject, bad), pair)
    site.listed("format", [subject.id], weblink(site, bad), first)
    site.not_repaired(subject.id, "still_listed", False, "listed to this day")


STORIES = (
    Story(vandalism_rolled_back, KIND),
    Story(vandalism_undone, KIND, weight=0.4),
    Story(vandalism_restored_over, KIND, weight=0.4),
    Story(repaired_undone_and_repaired, KIND, weight=0.4),
    Story(cleared_and_restored, KIND, weight=0.2),
    Story(repaired_and_lost, KIND, weight=0.4),
    Story(repaired_and_changed_again, KIND, weight=0.2),
    Story(repaired_and_relisted, KIND, weight=0.2),
    Story(partly_repaired_before, KIND, weight=0.4),
    Story(cited_after_the_repair, KIND, weight=0.4),
    Story(reordered_after_the_repair, KIND, weight=0.2),
    Story(two_revisions_in_one_second, KIND, weight=0.2),
    Story(parent_is_not_the_line_before, KIND, weight=0.2),
    Story(repaired_before_the_data_date, KIND, weight=0.2),
    Story(editor_hidden, KIND, weight=0.2),
    Story(hidden_text_before_the_repair, KIND, weight=0.2),
    Story(repair_hidden, KIND, weight=0.2),
    Story(subject_deleted, KIND, weight=0.2),
    Story(subject_merged, KIND, weight=0.2),
    Story(moves_between_sections, KIND, weight=0.4),
    Story(dropped_by_the_report, KIND, weight=0.2),
    Story(never_violated, KIND, weight=0.2),
    Story(never_repaired, KIND),
)
