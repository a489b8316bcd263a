"""Stories that are ordinary but for their size or their definition's fate: huge items, long histories,
a constraint re-added under another id, a status that is lowered."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.life import live
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.scenarios.identifiers import (
    KIND,
    claim,
    identifier,
    malformed,
    prefixed,
    weblink,
)
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    entity,
    guid,
    novalue,
    qualifiers_of,
    snak,
    somevalue,
    statement,
    string,
    with_qualifiers,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import HOUR, MINUTE, at


def _repaired(site: Site, subject: Subject, reason: str) -> None:
    pair, good = site.report.pick(site.rng), identifier(site)
    wrong, _ = malformed(site, subject, pair, prefixed(site, good))
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    facts = {"action": "UPDATE", "kind": "TypeA", "before": [prefixed(site, good)], "after": [good]}
    site.repaired(subject.id, "format", pair, stamp, **facts, reason=reason)


def huge_item(site: Site) -> None:
    """Thousands of statements: one revision is larger than a polite batch."""
    if site.property_id != "P214":
        return
    subject = site.meet(person(site.ground))
    cited = [
        statement(guid(site.rng, subject.id), snak("P2860", entity(f"Q{90_000_000 + number}")))
        for number in range(site.ground.scale.huge_item_statements)
    ]
    put_all = _all_at_once("P2860", cited)
    subject.draft.edit(
        subject.created + HOUR, site.ground.editors.bot(site.rng), "/* wbeditentity-update:0| */", put_all
    )
    site.shows("huge item", subject.id)
    _repaired(site, subject, "an ordinary repair on a huge item")


def _all_at_once(property_id: str, claims: list[JsonObject]) -> changes.Change:
    return lambda _state: [["claims", property_id, claims]]


def long_history(site: Site) -> None:
    """Hundreds of edits before and after the window; father unknown to none, death unknown."""
    if site.property_id != "P214":
        return
    subject = site.meet(person(site.ground, born=1890))
    for hours, odd in ((2, novalue("P22")), (4, somevalue("P570"))):
        subject.add(subject.created + hours * HOUR, statement(guid(site.rng, subject.id), odd))
    _repaired(site, subject, "an ordinary repair in a long history")
    live(site.ground, subject, site.ground.scale.long_history)
    site.shows("long history", subject.id)
    site.shows("somevalue and novalue", subject.id)


def constraint_readded(site: Site) -> None:
    """The label constraint is deleted and comes back under another id; the repair is the label."""
    pair, name_free = site.report.pick(site.rng), person(site.ground)
    subject = site.meet(_without_english(site, name_free))
    moment = _quiet_moment(site, pair.old.published + MINUTE, pair.new.published - HOUR)
    old = site.constraints["label"]
    new = {**old, "id": guid(site.rng, site.property_id)}
    user = site.ground.editors.person(site.rng)
    summary = changes.claim_summary("wbremoveclaims-remove:1|", old["mainsnak"])
    site.draft.edit(moment, user, summary, changes.drop(old))
    summary = changes.claim_summary("wbsetclaim-create:2||1", new["mainsnak"])
    site.draft.edit(moment + 6 * MINUTE, user, summary, changes.put(new))
    first = site.introduce(subject, claim(site, subject, identifier(site)), pair)
    site.listed("label", [subject.id], "", first, pair.old.index)
    fixed = _away_from(site.item_moment(pair), moment)
    stamp = subject.label(fixed, "en", subject.name.latin)
    site.shows("constraint re-added under a new id", old["id"])
    site.repaired(
        subject.id,
        "label",
        pair,
        stamp,
        through="terms",
        action="CREATE",
        kind="TypeB",
        before=[],
        after=[subject.name.latin],
        term="labels/en",
        reason="the label was added; the constraint only changed its id",
    )


def _without_english(site: Site, subject: Subject) -> Subject:
    """Take the English and default labels away, years ago; other languages keep the name."""
    user = site.ground.editors.person(site.rng)
    gone = (changes.term("labels", "en", None), changes.term("labels", "mul", None))
    kept = changes.term("labels", "it", subject.name.latin)
    subject.draft.edit(subject.created + HOUR, user, "/* wbeditentity-update:0| */", *gone, kept)
    return subject


def _quiet_moment(site: Site, start: int, end: int) -> int:
    """A moment with no repair of this page within minutes: the gap must not be mistaken for one."""
    truth = site.ground.wiki.world.truth.repairs
    events = [at(entry["event"]["timestamp"]) for entry in truth if entry["property"] == site.property_id]
    while True:
        moment = site.rng.randrange(start, end)
        if all(abs(moment - event) > 20 * MINUTE for event in events):
            return moment


def _away_from(moment: int, gap: int) -> int:
    return moment if abs(moment - gap) > 20 * MINUTE else gap - 30 * MINUTE


def status_lowered(site: Site) -> None:
    """Mandatory becomes a suggestion: the item is as wrong as before, and stays on the report."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    first = site.introduce(subject, claim(site, subject, "see notes"), pair)
    site.listed("format", [subject.id], weblink(site, "see notes"), first)
    suggestion = snak("P2316", entity("Q62026391"))

    def lowered(old: JsonObject) -> JsonObject:
        return with_qualifiers(
            old, [suggestion if q["property"] == "P2316" else q for q in qualifiers_of(old)]
        )

    change = changes.amend("P2302", site.constraints["format"]["id"], lowered)
    site.amend_constraint(site.constraint_moment(pair), "format", change)
    site.not_repaired(subject.id, "status_lowered", False, "a lower status is no repair")
    site.shows("lowering a constraint's status", site.property_id)


STORIES = (
    Story(huge_item, KIND, once=True),
    Story(long_history, KIND, once=True),
    Story(constraint_readded, KIND, once=True),
    Story(status_lowered, KIND, once=True),
)
