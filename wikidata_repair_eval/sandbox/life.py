"""Ordinary life: what makes items heavy and histories long, and never touches a constraint.

Labels in further languages, descriptions, aliases, sitelinks, identifiers that no report is about.
"""

from collections.abc import Iterator

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.ground import Ground
from wikidata_repair_eval.sandbox.names import Name
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    day,
    entity,
    guid,
    reference,
    snak,
    statement,
    string,
)
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.timeline import DAY, MINUTE

# Further than an edit session reaches: ordinary edits never split or join the edits of a story.
DISTANCE = 70 * MINUTE


def padding_terms(ground: Ground, item_id: str, text: JsonObject, name: Name) -> None:
    """Labels, descriptions, aliases and sitelinks in as many languages as the scale asks for."""
    title = ground.article_title(item_id, name.latin)
    for language in table("names")["padding_languages"][: ground.scale.languages]:
        text["labels"].setdefault(language, {"language": language, "value": name.latin})
        note = f"{name.latin} ({language})"
        text["descriptions"].setdefault(language, {"language": language, "value": note})
    links = table("names")["padding_languages"][: ground.scale.sitelinks]
    text["sitelinks"] = {
        f"{code}wiki": {"site": f"{code}wiki", "title": title, "badges": []} for code in links
    }
    if ground.scale.languages > 20:
        text["aliases"] = {
            code: [{"language": code, "value": f"{name.latin} {suffix}"} for suffix in ("I", "(1)")]
            for code in links
        }


def padding_claims(ground: Ground, item_id: str) -> list[JsonObject]:
    """Identifiers of encyclopedias, each with a reference; no property of a report is among them."""
    rng, claims = ground.rng, []
    for property_id in (table("properties")["padding"] * 2)[: ground.scale.padding_claims]:
        value = string(f"/m/{rng.getrandbits(40):x}")
        retrieved = day(2016 + rng.randrange(8), 1 + rng.randrange(12), 1 + rng.randrange(28))
        source = reference(snak("P248", entity("Q54919")), snak("P813", retrieved))
        claims.append(statement(guid(rng, item_id), snak(property_id, value), (), [source]))
    return claims


def live(ground: Ground, subject: Subject, count: int | None = None) -> None:
    """Give the page its ordinary edits between creation and the end of its life."""
    low, high = ground.scale.background_edits
    wanted = ground.rng.randrange(low, high + 1) if count is None else count
    taken = [edit.stamp.seconds for edit in subject.draft.edits]
    for seconds in _moments(ground, subject, wanted, taken):
        _ordinary_edit(ground, subject, seconds)


def _moments(ground: Ground, subject: Subject, wanted: int, taken: list[int]) -> Iterator[int]:
    start, end = subject.created + DAY, subject.until - DAY
    for _ in range(wanted):
        seconds = ground.rng.randrange(start, end)
        if all(abs(seconds - other) > DISTANCE for other in taken):
            yield seconds


def _ordinary_edit(ground: Ground, subject: Subject, seconds: int) -> None:
    rng, name = ground.rng, subject.name.latin
    code = rng.choice(table("names")["padding_languages"])
    bot, human = ground.editors.bot(rng), ground.editors.person(rng)
    match rng.randrange(5):
        case 0:
            text = f"{name} {rng.randrange(90)}"
            summary = f"/* wbeditentity-update:0| */ Bot: adding descriptions (1 language): {code}"
            subject.draft.edit(seconds, bot, summary, changes.term("descriptions", code, text))
        case 1:
            summary = f"/* wbsetaliases-set:1|{code} */ {name}"
            subject.draft.edit(
                seconds, human, summary, changes.aliases(code, [f"{name} ({rng.randrange(90)})"])
            )
        case 2:
            title = ground.article_title(subject.id, name)
            summary = f"/* wbsetsitelink-add:1|{code}wiki */ {title}"
            subject.draft.edit(seconds, human, summary, changes.sitelink(f"{code}wiki", title))
        case 3:
            summary = f"/* wbsetdescription-set:1|{code} */ {name}"
            change = changes.term("descriptions", code, f"{name}, {rng.randrange(90)}")
            subject.draft.edit(seconds, human, summary, change, minor=True)
        case _:
            summary = f"/* wbeditentity-update-languages-and-other-short:0||{code} */"
            change = changes.term("labels", code, f"{name} {rng.randrange(9)}")
            subject.draft.edit(seconds, bot, summary, change)
