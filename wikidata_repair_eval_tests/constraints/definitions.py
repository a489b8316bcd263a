"""Builders of P2302 statements, and one well-formed example of each of the 31 types."""

from typing import Any

from wikidata_repair_eval.constraints import Constraint, Context, NoContext, Subject, Use, check
from wikidata_repair_eval_tests.build import (
    Raw,
    entity,
    item,
    monolingual,
    none,
    quantity,
    snaks,
    statement,
    text,
    unknown,
)

MANDATORY, SUGGESTION = item("Q21502408"), item("Q62026391")
MAIN, QUALIFIERS, REFERENCES = item("Q46466787"), item("Q46466783"), item("Q46466805")
INSTANCE, SUBCLASS, EITHER = item("Q21503252"), item("Q21514624"), item("Q30208840")


def definition(type_id: str, **parameters: list[Raw]) -> Raw:
    """A raw P2302 statement: `definition("Q21510859", P2305=[item("Q1")])`."""
    return statement("P2302", item(type_id), id=f"P1${type_id}", qualifiers=parameters or None)


def constraint(type_id: str, property_id: str = "P1", **parameters: list[Raw]) -> Constraint:
    return Constraint(definition(type_id, **parameters), property_id)


def main_use(*statements: Raw, index: int = 0, entity_id: str = "Q1", **parts: Any) -> Use:
    """The main value of one of these statements on an entity."""
    subject = Subject(entity(entity_id, *statements, **parts))
    chosen = next(
        raw
        for raw in subject.raw["claims"][statements[index]["mainsnak"]["property"]]
        if _is(raw, statements[index])
    )
    return Use(subject, "statement", chosen, chosen["mainsnak"])


def _is(raw: Raw, wanted: Raw) -> bool:
    return raw["mainsnak"] is wanted["mainsnak"]


def qualifier_use(groups: dict[str, list[Raw]], property_id: str = "P1", index: int = 0, **more: Any) -> Use:
    """A qualifier of a statement of P10."""
    subject = Subject(entity("Q1", statement("P10", unknown(), qualifiers=groups, **more)))
    [holder] = subject.raw["claims"]["P10"]
    return Use(subject, "qualifier", holder, holder["qualifiers"][property_id][index], index)


def reference_use(groups: dict[str, list[Raw]], property_id: str = "P1", index: int = 0, **more: Any) -> Use:
    """A snak of the only reference of a statement of P10."""
    subject = Subject(entity("Q1", statement("P10", unknown(), references=[groups], **more)))
    [holder] = subject.raw["claims"]["P10"]
    snak = holder["references"][0]["snaks"][property_id][index]
    return Use(subject, "reference", holder, snak, index, 0)


def status(use: Use, rule: Constraint, context: Context | None = None, checker_only: bool = True) -> str:
    """The bare status; by default what the checker itself says."""
    return check(use, rule, context or NoContext(), checker_only=checker_only).status


def raw_snaks(property_id: str, *contents: Raw) -> list[Raw]:
    return snaks({property_id: list(contents)})[property_id]


EXAMPLES: tuple[Constraint, ...] = (
    constraint("Q21502410", P4155=[item("P580")]),
    constraint("Q21510857", P4155=[item("P580")]),
    constraint("Q19474404", P4155=[item("P580")]),
    constraint("Q52060874", P4155=[item("P580")]),
    constraint("Q21510862"),
    constraint("Q21510855", P2306=[item("P2")]),
    constraint("Q21503250", P2308=[item("Q5")], P2309=[INSTANCE]),
    constraint("Q21510865", P2308=[item("Q5")], P2309=[EITHER]),
    constraint("Q21503247", P2306=[item("P31")], P2305=[item("Q5")]),
    constraint("Q21510864", P2306=[item("P31")]),
    constraint("Q21502838", P2306=[item("P31")], P2305=[item("Q6")]),
    constraint("Q21510859", P2305=[item("Q5"), none()]),
    constraint("Q52558054", P2305=[item("Q6"), unknown()]),
    constraint("Q21510856", P2306=[item("P580")]),
    constraint("Q21510851", P2306=[item("P580"), item("P582")]),
    constraint(
        "Q21510860", P2310=[none()], P2311=[unknown()], P2313=[quantity("+0")], P2312=[quantity("+9")]
    ),
    constraint(
        "Q21510854", P2306=[item("P2")], P2313=[quantity("+0", "Q577")], P2312=[quantity("+150", "Q577")]
    ),
    constraint("Q21510852", P2307=[text("File")]),
    constraint("Q25796498"),
    constraint("Q21502404", P1793=[text("[a-z]+")], P2916=[monolingual("small letters")]),
    constraint("Q21528958"),
    constraint("Q21510863"),
    constraint("Q21528959"),
    constraint("Q53869507", P5314=[item("Q54828448")]),
    constraint("Q51723761"),
    constraint("Q52848401"),
    constraint("Q21514353", P2305=[item("Q11573"), none()]),
    constraint("Q52004125", P2305=[item("Q29934200")]),
    constraint("Q54554025"),
    constraint("Q55819106", P2305=[item("Q1860")]),
    constraint("Q108139345", P424=[text("en")]),
)
