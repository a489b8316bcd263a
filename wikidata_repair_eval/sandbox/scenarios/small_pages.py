"""Stories of the small pages: gender, properties, lexemes, Commons."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.kinds import items
from wikidata_repair_eval.sandbox.names import Name, person_name
from wikidata_repair_eval.sandbox.people import person, plain_item
from wikidata_repair_eval.sandbox.report import Transition
from wikidata_repair_eval.sandbox.scenarios.story import Story, witnesses
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject, entity, snak, statement, string, year
from wikidata_repair_eval.sandbox.snaks import guid as new_guid
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, at

CHOICE, LEXEMES, PROPERTIES, COMMONS = ("choice",), ("of_lexemes",), ("of_properties",), ("commons",)


# --- sex or gender ----------------------------------------


def gender_replaced(site: Site) -> None:
    """`woman` is not a value here; the constraint itself names the replacement."""
    wrong_id, right_id = site.rng.choice((("Q467", "Q6581072"), ("Q8441", "Q6581097")))
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground, omit=("P21",)))
    wrong = site.ground.link(subject.id, "P21", wrong_id)
    first = site.introduce(subject, wrong, pair)
    site.listed("none", [subject.id], f"[[{wrong_id}]]", first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), wrong, entity(right_id))
    site.repaired(
        subject.id,
        "none",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[wrong_id],
        after=[right_id],
        reason="the constraint names the replacement (P9729)",
    )


def human_class_added(site: Site) -> None:
    """A gender, but no class: the constraint allows exactly one."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground, omit=("P31", "P569")))
    site.listed("item", [subject.id], "", 0, pair.old.index)
    stamp = subject.add(site.item_moment(pair), site.ground.link(subject.id, "P31", "Q5"))
    site.shows("a heading may contain =", site.report.title)
    site.repaired(
        subject.id,
        "item",
        pair,
        stamp,
        through="other_property",
        edited="P31",
        action="CREATE",
        kind="TypeA",
        before=[],
        after=["Q5"],
        reason="instance of human was added: the only class that the constraint allows",
    )


def gender_separated(site: Site) -> None:
    """Two values with start times are right once the start time separates."""
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "single", items("P4155", "P580")[0])
    for _ in witnesses(site):
        subject = site.meet(person(site.ground, omit=("P21",)))
        one = site.ground.link(subject.id, "P21", "Q6581097", snak("P580", year(1961)))
        two = site.ground.link(subject.id, "P21", "Q6581072", snak("P580", year(1998)))
        subject.add(subject.created + HOUR, one)
        first = site.introduce(subject, two, pair)
        site.listed("single", [subject.id], "[[Q6581097]], [[Q6581072]]", first, pair.old.index)
        site.reformed(
            subject.id, "single", pair, stamp, direction="relaxation", reason="separator added (P4155)"
        )


# --- properties ----------------------------------------


def property_answered(site: Site) -> None:
    """The subject is a property; the item that it is about points back at last."""
    pair, name = site.report.pick(site.rng), person_name(site.rng, "fr")
    about_item = site.meet(plain_item(site.ground, name, {"en": f"{name.latin} number"}, "", []))
    holder = site.sites["P569"]
    here = site.ground.link(holder.property_id, site.property_id, about_item.id)
    seconds, first = site.onset(pair)
    user = site.ground.editors.person(site.rng)
    summary = changes.claim_summary("wbsetclaim-create:2||1", here["mainsnak"])
    holder.draft.edit(seconds, user, summary, changes.put(here))
    site.listed("inverse", [holder.property_id], f"[[{about_item.id}]]", first, pair.old.index)
    there = site.ground.link(about_item.id, "P1687", holder.property_id)
    stamp = about_item.add(site.item_moment(pair), there)
    site.shows("property subjects", holder.property_id)
    site.repaired(
        holder.property_id,
        "inverse",
        pair,
        stamp,
        through="neighbour",
        edited="P1687",
        action="CREATE",
        kind="TypeA",
        before=[],
        after=[holder.property_id],
        reason="the item of the property points back to it",
    )


def item_used_property_of_properties(site: Site) -> None:
    """An item carries a statement that only properties may have: listed under two constraints."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    other = site.meet(person(site.ground))
    wrong = site.ground.link(subject.id, site.property_id, other.id)
    first = site.introduce(subject, wrong, pair)
    site.listed("entities", [subject.id], "", first, pair.old.index)
    site.listed("inverse", [subject.id], f"[[{other.id}]]", first, pair.old.index)
    stamp = subject.remove(site.item_moment(pair), wrong)
    site.shows("one item in two sections", subject.id)
    site.repaired(
        subject.id,
        "entities",
        pair,
        stamp,
        violation_types=["Entity types", "Inverse"],
        action="DELETE",
        kind="TypeA",
        before=[other.id],
        after=[],
        reason="items may not have it: the statement was removed",
    )


# --- lexemes ----------------------------------------

LEMMAS = (
    ("de", "Q188", "Fjord"),
    ("sv", "Q9027", "ugglan"),
    ("nb", "Q9043", "brygge"),
    ("de", "Q188", "Umlaut"),
)


def lexeme(site: Site, claim: JsonObject | None = None) -> tuple[Subject, str]:
    """A noun without a gender; lexemes have lemmas instead of labels."""
    code, language, lemma = site.rng.choice(LEMMAS)
    lexeme_id = site.ground.take_lexeme_id()
    content: JsonObject = {
        "type": "lexeme",
        "id": lexeme_id,
        "lemmas": {code: {"language": code, "value": lemma}},
        "lexicalCategory": "Q1084",
        "language": language,
        "claims": {},
        "nextFormId": 2,
        "nextSenseId": 1,
        "forms": [
            {
                "id": f"{lexeme_id}-F1",
                "representations": {code: {"language": code, "value": lemma}},
                "grammaticalFeatures": [],
                "claims": [],
            }
        ],
        "senses": [],
    }
    draft, born = site.ground.wiki.draft(lexeme_id), at("2018-06-01") + site.rng.randrange(200 * DAY)
    draft.edit(
        born,
        site.ground.editors.person(site.rng),
        "/* wbeditentity-create-lexeme:0| */",
        changes.become(content),
    )
    subject = Subject(draft, Name(code, lemma, lemma), site.rng, site.ground.editors, created=born)
    return subject, lemma


def gendered(site: Site, subject: Subject, gender: str) -> JsonObject:
    return statement(new_guid(site.rng, subject.id), snak(site.property_id, entity(gender)))


def _lexeme_with(site: Site, pair: Transition, gender: str) -> tuple[Subject, JsonObject]:
    subject, _ = lexeme(site)
    wrong = gendered(site, subject, gender)
    first = site.introduce(subject, wrong, pair)
    site.listed("one", [subject.id], f"[[{gender}]]", first, pair.old.index)
    site.shows("lexeme subjects", subject.id)
    return subject, wrong


def lexeme_gender_corrected(site: Site) -> None:
    pair = site.report.pick(site.rng)
    subject, wrong = _lexeme_with(site, pair, "Q44148")
    stamp = subject.change(site.item_moment(pair), wrong, entity("Q499327"))
    site.ground.wiki.settle(subject.draft)
    site.repaired(
        subject.id,
        "one",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeC",
        before=["Q44148"],
        after=["Q499327"],
        reason="male organism is no grammatical gender; three values would be allowed",
    )


def lexeme_gender_allowed(site: Site) -> None:
    """Common gender joins the allowed values."""
    pair = site.report.pick(site.rng)
    stamp = site.extend_constraint(site.constraint_moment(pair), "one", items("P2305", "Q1305037")[0])
    for _ in witnesses(site):
        subject, _wrong = _lexeme_with(site, pair, "Q1305037")
        site.ground.wiki.settle(subject.draft)
        site.reformed(
            subject.id, "one", pair, stamp, direction="relaxation", reason="the value became allowed"
        )


# --- Commons ----------------------------------------


def commons_category_fixed(site: Site) -> None:
    """Whether a category exists is known to Commons alone: nobody can prove this from here."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    name = f"{subject.name.latin}, works (see Q5)"
    wrong = site.ground.claim(subject.id, site.property_id, string(name))
    first = site.introduce(subject, wrong, pair)
    site.listed("commons", [subject.id], name, first, pair.old.index)
    subject.change(site.item_moment(pair), wrong, string(subject.name.latin))
    site.not_repaired(subject.id, "external", True, "undecidable: only Commons knows which categories exist")


def commons_name_cleaned(site: Site) -> None:
    """A namespace was typed before the name, and the name has a comma."""
    pair, subject = site.report.pick(site.rng), site.meet(person(site.ground))
    good = f"{subject.name.latin}, the younger"
    bad = f"Category:{good}"
    wrong = site.ground.claim(subject.id, site.property_id, string(bad))
    first = site.introduce(subject, wrong, pair)
    site.listed("format", [subject.id], bad, first, pair.old.index)
    stamp = subject.change(site.item_moment(pair), wrong, string(good))
    site.shows("a value with a comma or a colon", subject.id)
    site.repaired(
        subject.id,
        "format",
        pair,
        stamp,
        action="UPDATE",
        kind="TypeA",
        before=[bad],
        after=[good],
        reason="the namespace was typed before the name",
    )


STORIES = (
    Story(gender_replaced, CHOICE),
    Story(human_class_added, CHOICE),
    Story(gender_separated, CHOICE, once=True),
    Story(property_answered, PROPERTIES, once=True),
    Story(item_used_property_of_properties, PROPERTIES),
    Story(lexeme_gender_corrected, LEXEMES),
    Story(lexeme_gender_allowed, LEXEMES, once=True),
    Story(commons_category_fixed, COMMONS),
    Story(commons_name_cleaned, COMMONS),
)
