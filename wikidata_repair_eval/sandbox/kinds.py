"""The kinds of properties that have report pages, and the constraints that each kind is defined with.

One function per kind; `KINDS` is the table. Stories about them are in `scenarios/`.
"""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.report_text import template
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    entity,
    monolingual,
    novalue,
    quantity,
    snak,
    somevalue,
    string,
    time,
)

MANDATORY, SUGGESTION = "Q21502408", "Q62026391"
INSTANCE_OF = "Q21503252"
COUNTRIES_NOT_ALLOWED = ("Q20", "Q34", "Q183", "Q142")


def items(property_id: str, *ids: str) -> list[JsonObject]:
    """One snak per id: `items("P2308", "Q5", "Q95074")`."""
    return [snak(property_id, entity(entity_id)) for entity_id in ids]


def status(item_id: str) -> list[JsonObject]:
    return items("P2316", item_id)


def classes(*ids: str) -> list[JsonObject]:
    return [*items("P2308", *ids), *items("P2309", INSTANCE_OF)]


def templates(*ids: str) -> list[str]:
    return [template(entity_id) for entity_id in ids]


def identifier(site: Site) -> None:
    """External identifiers of people."""
    regex = [
        snak("P1793", string(site.spec["regex"])),
        snak("P2916", monolingual("a string of digits", "en")),
    ]
    site.constrain("format", "Format", "Q21502404", [*regex, *status(MANDATORY)])
    site.constrain("unique", "Unique value", "Q21502410", items("P2303", "Q190"))
    site.constrain("single", "Single value", "Q19474404", items("P4155", "P1810"))
    site.constrain("scope", "Scope", "Q53869507", items("P5314", "Q54828448", "Q54828450"))
    site.constrain("qualifiers", "Allowed qualifiers", "Q21510851", items("P2306", "P1810", "P580", "P582"))
    site.constrain("entities", "Entity types", "Q52004125", items("P2305", "Q29934200"))
    site.constrain(
        "label", "Label in language", "Q108139345", [snak("P424", string("en"))], "Label in 'en' language"
    )
    site.constrain("citation", "", "Q54554025", status(SUGGESTION))


def birth(site: Site) -> None:
    """Date of birth."""
    site.constrain("single", "Single value", "Q52060874")
    site.constrain(
        "type",
        "Type",
        "Q21503250",
        classes("Q5", "Q95074", "Q729"),
        "Type ",
        templates("Q5", "Q95074", "Q729"),
    )
    bounds = [snak("P2310", time("-3500-01-01")), somevalue("P2311")]
    site.constrain("range", "Range", "Q21510860", [*bounds, *status(MANDATORY)])
    site.constrain("item", "Item", "Q21503247", items("P2306", "P19"), "Item {{P|19}}")
    site.constrain(
        "conflict", "Conflicts with", "Q21502838", items("P2306", "P571"), "Conflicts with {{P|571}}"
    )
    site.constrain(
        "removed", "Conflicts with", "Q21502838", items("P2306", "P1120"), "Conflicts with {{P|P1120}}"
    )
    site.constrain(
        "deprecated", "Conflicts with", "Q21502838", items("P2306", "P1448"), "Conflicts with {{P|1448}}"
    )
    site.constrain("diff", "Diff within range", "Q21510854", _years("P570", "-150", "+0"))
    site.constrain("citation", "", "Q54554025", status(SUGGESTION))


def death(site: Site) -> None:
    """Date of death."""
    site.constrain("diff", "Diff within range", "Q21510854", _years("P569", "+0", "+150"))
    site.constrain("item", "Item", "Q21503247", items("P2306", "P569"), "Item {{P|569}}")
    site.constrain("range", "Range", "Q21510860", [novalue("P2310"), somevalue("P2311")])
    site.constrain("qualifiers", "Allowed qualifiers", "Q21510851", items("P2306", "P1196", "P585"))


def _years(other: str, low: str, high: str) -> list[JsonObject]:
    low_high = [snak("P2313", quantity(low, "Q577")), snak("P2312", quantity(high, "Q577"))]
    return [*items("P2306", other), *low_high]


def symmetric(site: Site) -> None:
    """Relations between people that hold both ways."""
    site.constrain("symmetric", "Symmetric", "Q21510862", status(MANDATORY))
    site.constrain("contemporary", "Contemporary", "Q25796498")
    allowed = items("P2306", "P580", "P582", "P2842", "P1534")
    site.constrain("qualifiers", "Allowed qualifiers", "Q21510851", allowed)
    site.section("self", "Self link")


def amount(site: Site) -> None:
    """Quantities of settlements: counts without unit, or measures with one."""
    unit = site.spec.get("unit")
    units = items("P2305", unit) if unit else [novalue("P2305")]
    site.constrain("units", "Units", "Q21514353", units)
    if not unit:
        site.constrain("integer", "Integer", "Q52848401")
    low, high = site.spec["range"]
    bounds = [snak("P2313", quantity(low, unit)), snak("P2312", quantity(high, unit))]
    site.constrain("range", "Range", "Q21510860", bounds)
    wanted = [*classes("Q486972", "Q56061"), *items("P2304", "P17")]
    site.constrain("type", "Type", "Q21503250", wanted, "Type ", templates("Q486972", "Q56061"), grouped=True)
    site.constrain("required", "Mandatory Qualifiers", "Q21510856", items("P2306", "P585"))


def relation(site: Site) -> None:
    """Where something is: the value must be of the right class."""
    wanted = [*classes(site.spec["value_class"]), *items("P2304", "P31")]
    heading = templates(site.spec["value_class"])
    site.constrain("value", "Value type", "Q21510865", wanted, "Value type ", heading, grouped=True)
    required = site.spec["required_on_item"]
    site.constrain("item", "Item", "Q21503247", items("P2306", required), f"Item {template(required)}")
    clash = [*items("P2306", "P31"), *items("P2305", "Q13406463")]
    site.constrain("conflict", "Conflicts with", "Q21502838", clash, "Conflicts with {{P|31}}")
    site.constrain("none", "None of", "Q52558054", items("P2305", *COUNTRIES_NOT_ALLOWED))
    site.section("self", "Self link")


def choice(site: Site) -> None:
    """Sex or gender: a short list of right values, and two wrong ones with their replacement."""
    for key, wrong, right in (("woman", "Q467", "Q6581072"), ("man", "Q8441", "Q6581097")):
        site.constrain(key, "", "Q52558054", [*items("P2305", wrong), *items("P9729", right)])
    site.section("none", "None of")  # one section for both statements: the heading names no value
    human = [*items("P2306", "P31"), *items("P2305", "Q5")]
    site.constrain("item", "Item", "Q21503247", human, "Item {{P|31}} = {{Q|5}}")
    site.constrain("single", "Single value", "Q19474404", status(SUGGESTION))


def inverse(site: Site) -> None:
    """Categories and their topics: each points to the other."""
    site.constrain("inverse", "Inverse", "Q21510855", items("P2306", site.spec["inverse"]))
    site.constrain("unique", "Unique value", "Q21502410")
    kinds = [*items("P2306", "P31"), *items("P2305", "Q4167836", "Q15407973")]
    heading = "Item {{P|31}} one of {{Q|4167836}}, {{Q|15407973}}"
    site.constrain("item", "Item", "Q21503247", kinds, heading)
    target = items("P2306", "P31")
    site.constrain("target", "Target required claim", "Q21510864", target, "Target required claim {{P|31}}")


def parts(site: Site) -> None:
    """What something consists of: never of one part alone, and each part knows it."""
    site.constrain("multi", "Multi value", "Q21510857")
    site.constrain("inverse", "Inverse", "Q21510855", items("P2306", "P361"))


def of_properties(site: Site) -> None:
    """A property whose subjects are properties."""
    site.constrain("entities", "Entity types", "Q52004125", items("P2305", "Q29934218"))
    site.constrain("inverse", "Inverse", "Q21510855", items("P2306", "P1687"))


def of_lexemes(site: Site) -> None:
    """A property whose subjects are lexemes."""
    genders = items("P2305", "Q1775415", "Q499327", "Q1775461")
    site.constrain("one", "One of", "Q21510859", [*genders, novalue("P2305"), *status(MANDATORY)])
    site.constrain("language", "", "Q55819106", items("P2305", "Q188", "Q9027", "Q9043"))


def commons(site: Site) -> None:
    """Names of categories on Commons, whose existence only Commons knows."""
    site.constrain("commons", "Commons link", "Q21510852", [snak("P2307", string("Category"))])
    site.constrain("format", "Format", "Q21502404", [snak("P1793", string(r"[^:|\[\]]+"))])
    site.constrain("single", "Single value", "Q19474404")


KINDS: dict[str, Callable[[Site], None]] = {
    "identifier": identifier,
    "birth": birth,
    "death": death,
    "symmetric": symmetric,
    "amount": amount,
    "relation": relation,
    "choice": choice,
    "inverse": inverse,
    "parts": parts,
    "of_properties": of_properties,
    "of_lexemes": of_lexemes,
    "commons": commons,
}


def page_specs(identifiers: int, all_pages: bool) -> list[JsonObject]:
    """The properties with report pages: always the first of each kind, at larger scales all."""
    chosen = [{**entry, "kind": "identifier"} for entry in table("properties")["identifiers"][:identifiers]]
    return chosen + [entry for entry in PAGES if all_pages or entry.get("always")]


PAGES: list[JsonObject] = [
    {"id": "P569", "kind": "birth", "always": True},
    {"id": "P570", "kind": "death", "always": True},
    {"id": "P26", "kind": "symmetric", "always": True},
    {"id": "P451", "kind": "symmetric"},
    {"id": "P3373", "kind": "symmetric"},
    {"id": "P1038", "kind": "symmetric"},
    {"id": "P1327", "kind": "symmetric"},
    {"id": "P1082", "kind": "amount", "always": True, "range": ["+1", "+40000000"]},
    {"id": "P1083", "kind": "amount", "range": ["+1", "+5000000"]},
    {"id": "P1128", "kind": "amount", "range": ["+1", "+9000000"]},
    {"id": "P1539", "kind": "amount", "range": ["+1", "+30000000"]},
    {"id": "P2196", "kind": "amount", "range": ["+1", "+3000000"]},
    {"id": "P2044", "kind": "amount", "unit": "Q11573", "range": ["-500", "+9000"]},
    {"id": "P2046", "kind": "amount", "unit": "Q712226", "range": ["+0", "+900000"]},
    {"id": "P2048", "kind": "amount", "unit": "Q11573", "range": ["+0", "+9000"]},
    {"id": "P2049", "kind": "amount", "unit": "Q11573", "range": ["+0", "+90000"]},
    {"id": "P2067", "kind": "amount", "unit": "Q11570", "range": ["+0", "+900000"]},
    {"id": "P131", "kind": "relation", "always": True, "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P276", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P1001", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P159", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P551", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P937", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P291", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P361", "kind": "relation", "value_class": "Q56061", "required_on_item": "P625"},
    {"id": "P21", "kind": "choice", "always": True},
    {"id": "P301", "kind": "inverse", "always": True, "inverse": "P910"},
    {"id": "P1753", "kind": "inverse", "inverse": "P1754"},
    {"id": "P1423", "kind": "inverse", "inverse": "P1424"},
    {"id": "P1204", "kind": "inverse", "inverse": "P1151"},
    {"id": "P1629", "kind": "of_properties", "always": True},
    {"id": "P5185", "kind": "of_lexemes", "always": True},
    {"id": "P373", "kind": "commons", "always": True},
    {"id": "P527", "kind": "parts", "always": True},
]
