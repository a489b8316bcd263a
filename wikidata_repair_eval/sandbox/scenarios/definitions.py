"""Stories about identifiers whose constraint is edited: exceptions, scope, separators, formats."""

from wikidata_repair_eval.sandbox.changes import amend
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.scenarios.identifiers import KIND, claim, identifier, malformed, weblink
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
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
from wikidata_repair_eval.sandbox.timeline import MINUTE


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


def format_relaxed(site: Site) -> None:
    """A new series of identifiers begins with TMP_: the regex learns it, and all of it is right at once."""
    pair = site.report.pick(site.rng)
    seconds = site.constraint_moment(pair)
    regex = snak("P1793", string(f"{site.spec['regex']}|TMP_\\d{{6}}"))

    def relaxed(old: JsonObject) -> JsonObject:
        kept = [regex if q["property"] == "P1793" else q for q in qualifiers_of(old)]
        return with_qualifiers(old, kept)

    stamp = site.amend_constraint(
        seconds, "format", amend("P2302", site.constraints["format"]["id"], relaxed)
    )
    for number in witnesses(site):
        subject = site.meet(person(site.ground))
        malformed(site, subject, pair, f"TMP_{site.rng.randrange(10_000):04d}{number % 100:02d}")
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
    Story(exception_added, KIND),
    Story(exception_added_then_withdrawn, KIND, weight=0.4),
    Story(format_relaxed, KIND, once=True),
    Story(scope_broadened, KIND, once=True),
    Story(constraint_scope_narrowed, KIND, once=True),
    Story(separator_added, KIND, once=True),
    Story(qualifier_allowed, KIND, once=True),
)
