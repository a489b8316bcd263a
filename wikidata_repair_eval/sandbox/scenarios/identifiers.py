"""Stories about identifiers: formats, shared values, duplicates, labels, and edits of those constraints."""

from wikidata_repair_eval.sandbox.changes import amend
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.names import person_name
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.merging import merge
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    entity,
    qualifiers_of,
    reference,
    snak,
    string,
    with_qualifiers,
    year,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import MINUTE

KIND = ("identifier",)


# --- making identifiers ----------------------------------------------------------------------------------


def identifier(site: Site) -> str:
    """A fresh value of the right format, held by nobody else."""
    while True:
        value = "".join(_digit(site, letter) for letter in site.spec["template"])
        if value not in site.used_values:
            site.used_values.add(value)
            return value


def _digit(site: Site, letter: str) -> str:
    if letter == "d":
        return str(site.rng.randrange(10))
    return str(site.rng.randrange(1, 10)) if letter == "N" else letter


def claim(site: Site, subject: Subject, value: str, *qualifiers: JsonObject) -> JsonObject:
    return site.ground.claim(subject.id, site.property_id, string(value), *qualifiers)


def weblink(site: Site, value: str) -> str:
    """`[https://viaf.org/viaf/111 111]`, as the report shows external identifiers."""
    return f"[{site.spec['url'].replace('$1', value.replace(' ', '%20'))} {value}]"


def malformed(site: Site, subject: Subject, pair: Transition, bad: str) -> tuple[JsonObject, int]:
    """Give the subject one identifier of the wrong format and list it until the old report."""
    wrong = claim(site, subject, bad)
    first = site.introduce(subject, wrong, pair)
    site.listed("format", [subject.id], weblink(site, bad), first, pair.old.index)
    return wrong, first


def prefixed(site: Site, value: str) -> str:
    return f"{site.spec['label'].split()[0]} {value}"


# --- A-box -----------------------------------------------------------------------------------------------


def format_prefix_stripped(site: Site) -> None:
    """`VIAF 123456789` becomes `123456789`."""
    pair, subject, good = site.report.pick(site.rng), site.meet(person(site.ground)), identifier(site)
    wrong, _ = malformed(site, subject, pair, prefixed(site, good))
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    site.repaired(
        subject.id,
        "format",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[prefixed(site, good)],
        after=[good],
        reason="the name of the database was typed before the identifier",
    )


def format_replaced_in_two_edits(site: Site) -> None:
    """The wrong value is removed, and minutes later the same person adds one that nothing here tells."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    bad, good = f"id{site.rng.randrange(10, 99)}?", identifier(site)
    wrong, _ = malformed(site, subject, pair, bad)
    user, moment = site.ground.editors.person(site.rng), site.item_moment(pair)
    stamp = subject.remove(moment, wrong, user)
    subject.add(moment + site.rng.randrange(1, 20) * MINUTE, claim(site, subject, good), user)
    site.shows("remove-then-add is an update", subject.id)
    site.repaired(
        subject.id,
        "format",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeC",
        before=[bad],
        after=[good],
        session=True,
        reason="removed and replaced within one edit session by a value found elsewhere",
    )


def format_value_removed(site: Site) -> None:
    """A value that is no identifier at all is deleted; its text looks like an item id."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    bad = f"Q{site.rng.randrange(1000, 9999)}, {subject.name.latin}: see Q42"
    wrong, _ = malformed(site, subject, pair, bad)
    subject.cite(subject.harmed + 90 * MINUTE, wrong, site.ground.any_reference())
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.shows("bare ids and separators inside a value", subject.id)
    site.repaired(
        subject.id,
        "format",
        pair,
        stamp,
        action="DELETE",
        kind="TypeA",
        before=[bad],
        after=[],
        reason="not an identifier: the statement was removed",
    )


def duplicate_removed(site: Site) -> None:
    """The same identifier twice; one copy goes."""
    pair, subject, value = site.report.pick(site.rng), site.meet(person(site.ground)), identifier(site)
    first_copy, second_copy = claim(site, subject, value), claim(site, subject, value)
    subject.add(subject.created + 90 * MINUTE, first_copy)
    first = site.introduce(subject, second_copy, pair)
    both = f"{weblink(site, value)}, {weblink(site, value)}"
    site.listed("single", [subject.id], both, first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), second_copy)
    site.repaired(
        subject.id,
        "single",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[value, value],
        after=[value],
        reason="one of two equal statements was removed",
    )


def one_of_two_confirmed(site: Site) -> None:
    """Two identifiers; a web address on the item itself names the right one."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    right, wrong = identifier(site), identifier(site)
    subject.add(subject.created + 90 * MINUTE, claim(site, subject, right))
    address = string(site.spec["url"].replace("$1", right))
    subject.add(subject.created + 300 * MINUTE, site.ground.claim(subject.id, "P973", address))
    intruder = claim(site, subject, wrong)
    first = site.introduce(subject, intruder, pair)
    site.listed(
        "single", [subject.id], f"{weblink(site, right)}, {weblink(site, wrong)}", first, pair.old.index
    )
    stamp = subject.remove(site.item_moment(pair), intruder)
    site.repaired(
        subject.id,
        "single",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeB",
        before=[right, wrong],
        after=[right],
        reason="the kept identifier stands in the item's own web address (P973)",
    )


def forbidden_qualifier_removed(site: Site) -> None:
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    odd = snak("P1412", entity("Q188"))
    marked = claim(site, subject, identifier(site), odd)
    first = site.introduce(subject, marked, pair)
    site.listed("qualifiers", [subject.id], "[[Property:P1412]]", first, pair.old.index)
    stamp = subject.unqualify(site.item_moment(pair), marked, odd)
    value = marked["mainsnak"]["datavalue"]["value"]
    site.shows("summary names the qualifier's property", stamp.revision_id)
    site.repaired(
        subject.id,
        "qualifiers",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[value],
        after=[value],
        reason="the qualifier that the constraint does not allow was removed",
    )


def label_added(site: Site, language: str = "en") -> None:
    """No English label, but the English article's title says it."""
    pair, name = site.report.pick(site.rng), person_name(site.rng, site.rng.choice(("ja", "ka", "hy", "ar")))
    subject = site.meet(person(site.ground, labels={name.language: name.native}, name=name))
    seconds, first = site.onset(pair)
    subject.draft.edit(
        subject.created + 90 * MINUTE,
        site.ground.editors.person(site.rng),
        f"/* wbsetsitelink-add:1|enwiki */ {name.latin}",
        lambda _state: [["sitelinks", "enwiki", {"site": "enwiki", "title": name.latin, "badges": []}]],
    )
    subject.add(seconds, claim(site, subject, identifier(site)))
    site.listed("label", [subject.id], "", first, pair.old.index)
    stamp = subject.label(site.item_moment(pair), language, name.latin)
    site.shows("non-Latin labels", subject.id)
    site.repaired(
        subject.id,
        "label",
        pair,
        stamp,
        through="terms",
        action="CREATE",
        kind="TypeB",
        before=[],
        after=[name.latin],
        term=f"labels/{language}",
        reason="the label was added; the English sitelink spells it",
    )


def default_label_added(site: Site) -> None:
    """A `mul` label counts for every language."""
    label_added(site, "mul")
    site.shows("no en label: mul holds it", site.ground.wiki.world.truth.repairs[-1]["qid"])


# --- shared values ---------------------------------------------------------------------------------------


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


# --- T-box -----------------------------------------------------------------------------------------------


def exception_added(site: Site) -> None:
    """Two identifiers are right for this one person; the heading does not change."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    one, two = identifier(site), identifier(site)
    subject.add(subject.created + 90 * MINUTE, claim(site, subject, one))
    first = site.introduce(subject, claim(site, subject, two), pair)
    site.listed("single", [subject.id], f"{weblink(site, one)}, {weblink(site, two)}", first, pair.old.index)
    stamp = site.extend_constraint(site.constraint_moment(pair), "single", items("P2303", subject.id)[0])
    site.report.sections["single"].exceptions += 1
    site.shows("exception added: the heading does not change", subject.id)
    site.reformed(subject.id, "single", pair, stamp, direction="exception", reason="exception added (P2303)")


def exception_added_then_withdrawn(site: Site) -> None:
    """The exception is taken back weeks later: the repair does not persist."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    one, two = identifier(site), identifier(site)
    subject.add(subject.created + 90 * MINUTE, claim(site, subject, one))
    first = site.introduce(subject, claim(site, subject, two), pair)
    both = f"{weblink(site, one)}, {weblink(site, two)}"
    site.listed("single", [subject.id], both, first, pair.old.index)
    exception = items("P2303", subject.id)[0]
    stamp = site.extend_constraint(site.constraint_moment(pair), "single", exception)
    withdraw_after_last_run(site, "single", exception)
    site.reformed(
        subject.id,
        "single",
        pair,
        stamp,
        direction="exception",
        persists=False,
        reason="exception added, withdrawn after the last report",
    )


def withdraw_after_last_run(site: Site, key: str, qualifier: JsonObject) -> None:
    def without(old: JsonObject) -> JsonObject:
        return with_qualifiers(old, [q for q in qualifiers_of(old) if q["hash"] != qualifier["hash"]])

    seconds = site.report.runs[-1].published + site.rng.randrange(60, 600) * MINUTE
    site.amend_constraint(seconds, key, amend("P2302", site.constraints[key]["id"], without))


def witnesses(site: Site, least: int = 2) -> range:
    """How many items one edit of a constraint sets free."""
    return range(max(least, site.ground.scale.copies))


def format_relaxed(site: Site) -> None:
    """A new series of identifiers begins with TMP: the regex learns it, and all of them are right at once."""
    pair = site.report.pick(site.rng)
    seconds = site.constraint_moment(pair)
    regex = snak("P1793", string(f"{site.spec['regex']}|TMP-\\d{{6}}"))

    def relaxed(old: JsonObject) -> JsonObject:
        kept = [regex if q["property"] == "P1793" else q for q in qualifiers_of(old)]
        return with_qualifiers(old, kept)

    stamp = site.amend_constraint(
        seconds, "format", amend("P2302", site.constraints["format"]["id"], relaxed)
    )
    for number in witnesses(site):
        subject = site.meet(person(site.ground))
        malformed(site, subject, pair, f"TMP-{site.rng.randrange(10_000):04d}{number % 100:02d}")
        site.reformed(
            subject.id, "format", pair, stamp, direction="relaxation", reason="the regex was widened"
        )


def scope_broadened(site: Site) -> None:
    """The identifier becomes usable as a qualifier."""
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "scope", items("P5314", "Q54828449")[0])
    for _ in witnesses(site):
        subject = site.meet(person(site.ground))
        value = snak(site.property_id, string(identifier(site)))
        first = site.introduce(subject, site.ground.link(subject.id, "P1343", "Q36578", value), pair)
        site.listed("scope", [subject.id], "", first, pair.old.index)
        site.reformed(
            subject.id, "scope", pair, stamp, direction="scope", reason="qualifiers became an allowed place"
        )


def constraint_scope_narrowed(site: Site) -> None:
    """From now on the format is checked on main values alone; bad values in references no longer count."""
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "format", items("P4680", "Q46466787")[0])
    for number in witnesses(site):
        subject = site.meet(person(site.ground))
        bad = f"see record {number + 11}"
        source = reference(snak("P248", entity("Q54919")), snak(site.property_id, string(bad)))
        cited = site.ground.link(subject.id, "P1412", "Q188")
        cited["references"] = [source]
        first = site.introduce(subject, cited, pair)
        site.listed("format", [subject.id], weblink(site, bad), first, pair.old.index)
        site.reformed(
            subject.id,
            "format",
            pair,
            stamp,
            direction="scope",
            reason="the constraint now checks main values only",
        )


def separator_added(site: Site) -> None:
    """Two identifiers of two periods are right once the start time separates them."""
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "single", items("P4155", "P580")[0])
    for _ in witnesses(site):
        subject = site.meet(person(site.ground))
        one = claim(site, subject, identifier(site), snak("P580", year(1999)))
        two = claim(site, subject, identifier(site), snak("P580", year(2007)))
        subject.add(subject.created + 90 * MINUTE, one)
        first = site.introduce(subject, two, pair)
        values = [entry["mainsnak"]["datavalue"]["value"] for entry in (one, two)]
        site.listed(
            "single", [subject.id], ", ".join(weblink(site, v) for v in values), first, pair.old.index
        )
        site.reformed(
            subject.id, "single", pair, stamp, direction="relaxation", reason="separator added (P4155)"
        )


def qualifier_allowed(site: Site) -> None:
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "qualifiers", items("P2306", "P642")[0])
    for _ in witnesses(site):
        subject = site.meet(person(site.ground))
        marked = claim(site, subject, identifier(site), snak("P642", entity("Q36578")))
        first = site.introduce(subject, marked, pair)
        site.listed("qualifiers", [subject.id], "[[Property:P642]]", first, pair.old.index)
        site.reformed(
            subject.id,
            "qualifiers",
            pair,
            stamp,
            direction="relaxation",
            reason="the qualifier became allowed",
        )


STORIES = (
    Story(format_prefix_stripped, KIND),
    Story(format_replaced_in_two_edits, KIND),
    Story(format_value_removed, KIND),
    Story(duplicate_removed, KIND),
    Story(one_of_two_confirmed, KIND),
    Story(forbidden_qualifier_removed, KIND),
    Story(label_added, KIND),
    Story(default_label_added, KIND),
    Story(other_holder_gives_up, KIND),
    Story(other_holder_corrected, KIND),
    Story(other_holder_merged, KIND),
    Story(other_holder_deleted, KIND, weight=0.2),
    Story(exception_added, KIND),
    Story(exception_added_then_withdrawn, KIND, weight=0.4),
    Story(format_relaxed, KIND, once=True),
    Story(scope_broadened, KIND, once=True),
    Story(constraint_scope_narrowed, KIND, once=True),
    Story(separator_added, KIND, once=True),
    Story(qualifier_allowed, KIND, once=True),
)
