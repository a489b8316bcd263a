"""Stories about identifiers that somebody puts right on the item: formats, duplicates, labels."""

from wikidata_repair_eval.sandbox.names import person_name
from wikidata_repair_eval.sandbox.people import person
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.story import Story
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    entity,
    snak,
    string,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import MINUTE

KIND = ("identifier",)


# --- making identifiers ----------------------------------------


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


# --- A-box ----------------------------------------


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


STORIES = (
    Story(format_prefix_stripped, KIND),
    Story(format_replaced_in_two_edits, KIND),
    Story(format_value_removed, KIND),
    Story(duplicate_removed, KIND),
    Story(one_of_two_confirmed, KIND),
    Story(forbidden_qualifier_removed, KIND),
    Story(label_added, KIND),
    Story(default_label_added, KIND),
)
