"""A second opinion on the sandbox: the families it uses, judged in the plainest way from the stored JSON.

Written for these tests alone and shares nothing with the package: neither its checkers nor the planting.
"""

import re
from bisect import bisect_right

import orjson


class Wayback:
    """Any entity as it was at a moment (ISO text), straight from the world's revisions."""

    def __init__(self, world):
        self.world = world
        self.pages = {page.entity_id: page for page in world.pages.values() if page.entity_id}
        self.pages |= {page.entity_id: page for page in world.deleted_pages.values() if page.entity_id}
        self._times = {key: [r.timestamp for r in page.revisions] for key, page in self.pages.items()}
        self._parsed = {}

    def at(self, entity_id, moment):
        """The content then; None where there was none, was a redirect, or had been deleted."""
        page = self.pages.get(entity_id)
        if page is None or self._gone(page, moment):
            return None
        index = bisect_right(self._times[entity_id], moment) - 1
        return self.revision(page, index) if index >= 0 else None

    def revision(self, page, index):
        key = (page.title, index)
        if key not in self._parsed:
            self._parsed[key] = orjson.loads(page.history.content(page.revisions[index].ordinal))
        content = self._parsed[key]
        return None if "redirect" in content else content

    def _gone(self, page, moment):
        if page.title not in self.world.deleted_pages:
            return False
        events = [e for e in self.world.log_events if e.title == page.title and e.action == "delete"]
        return events[-1].timestamp <= moment


class OneMoment:
    """What the rules may ask: any entity at one moment, with single entities pinned to a revision."""

    def __init__(self, wayback, moment, pinned=None):
        self.wayback, self.moment, self.pinned = wayback, moment, pinned or {}

    def entity(self, entity_id):
        if entity_id in self.pinned:
            return self.pinned[entity_id]
        return self.wayback.at(entity_id, self.moment)


# --- reading entities ----------------------------------------


def statements(entity, property_id):
    claims = (entity or {}).get("claims") or {}
    return claims.get(property_id, [])


def living(entity, property_id):
    return [s for s in statements(entity, property_id) if s["rank"] != "deprecated"]


def best(entity, property_id):
    alive = living(entity, property_id)
    return [s for s in alive if s["rank"] == "preferred"] or alive


def value(snak):
    return snak["datavalue"]["value"] if snak["snaktype"] == "value" else None


def target(snak):
    inner = value(snak)
    if not isinstance(inner, dict) or "entity-type" not in inner:
        return None
    return inner.get("id") or f"Q{inner['numeric-id']}"


def targets(found):
    return {target(s["mainsnak"]) for s in found}


def qualifiers(statement, property_id):
    return (statement.get("qualifiers") or {}).get(property_id, [])


def parameter(constraint, property_id):
    return [target(snak) for snak in qualifiers(constraint, property_id)]


def year_of(snak):
    return int(re.match(r"([+-]\d+)-", value(snak)["time"]).group(1))


def everywhere(entity, property_id):
    """Every snak of the property: (place, statement, snak)."""
    for group in ((entity or {}).get("claims") or {}).values():
        for statement in group:
            if statement["mainsnak"]["property"] == property_id:
                yield "main", statement, statement["mainsnak"]
            for snak in qualifiers(statement, property_id):
                yield "qualifier", statement, snak
            for reference in statement.get("references", []):
                for snak in reference["snaks"].get(property_id, []):
                    yield "reference", statement, snak


def is_a(when, entity_id, classes, seen=None):
    """Upwards along best-rank P279."""
    seen = seen if seen is not None else set()
    if entity_id in classes:
        return True
    if entity_id in seen:
        return False
    seen.add(entity_id)
    return any(is_a(when, up, classes, seen) for up in targets(best(when.entity(entity_id), "P279")))


# --- one rule per family ----------------------------------------


def _single(entity, _when, constraint, pid, found):
    groups = [
        tuple(orjson.dumps(qualifiers(s, sep)) for sep in parameter(constraint, "P4155")) for s in found
    ]
    return len(groups) != len(set(groups))


def _multi(_entity, _when, _constraint, _pid, found):
    return len(found) == 1


def _single_best(entity, _when, _constraint, pid, _found):
    return len(best(entity, pid)) > 1


def _type(entity, when, constraint, _pid, found):
    classes = set(parameter(constraint, "P2308"))
    return bool(found) and not any(is_a(when, up, classes) for up in targets(best(entity, "P31")))


def _value_type(entity, when, constraint, pid, _found):
    classes = set(parameter(constraint, "P2308"))
    for _place, statement, snak in everywhere(entity, pid):
        if statement["rank"] == "deprecated" or snak["snaktype"] != "value":
            continue
        other = when.entity(target(snak))
        if not any(is_a(when, up, classes) for up in targets(best(other, "P31"))):
            return True
    return False


def _range(_entity, _when, constraint, _pid, found):
    low, high = _ends(constraint)
    for statement in found:
        inner = value(statement["mainsnak"])
        if inner is None:
            continue
        number = year_of(statement["mainsnak"]) if "time" in inner else float(inner["amount"])
        if number < low or number > high:
            return True
    return False


def _ends(constraint):
    for low, high in (("P2310", "P2311"), ("P2313", "P2312")):
        if qualifiers(constraint, low):
            first, last = qualifiers(constraint, low)[0], qualifiers(constraint, high)[0]
            return _end(first, float("-inf")), _end(last, float("inf"))
    raise AssertionError(constraint)


def _end(snak, open_end):
    """A bound: open where novalue, the world's present year where unknown."""
    inner = value(snak)
    if inner is None:
        return open_end if snak["snaktype"] == "novalue" else 2026
    return year_of(snak) if "time" in inner else float(inner["amount"])


def _item(entity, _when, constraint, _pid, found):
    return bool(found) and not _has(entity, constraint)


def _has(entity, constraint):
    [property_id] = parameter(constraint, "P2306")
    present, wanted = statements(entity, property_id), parameter(constraint, "P2305")
    return bool(targets(present) & set(wanted)) if wanted else bool(present)


def _conflicts(entity, _when, constraint, _pid, found):
    [property_id] = parameter(constraint, "P2306")
    present, wanted = living(entity, property_id), parameter(constraint, "P2305")
    return bool(found) and (bool(targets(present) & set(wanted)) if wanted else bool(present))


def _difference(entity, _when, constraint, _pid, found):
    [other] = parameter(constraint, "P2306")
    low, high = _ends(constraint)
    others = [s for s in living(entity, other) if s["mainsnak"]["snaktype"] == "value"][:1]
    pairs = [(s, o) for s in found for o in others if s["mainsnak"]["snaktype"] == "value"]
    return any(not low <= year_of(s["mainsnak"]) - year_of(o["mainsnak"]) <= high for s, o in pairs)


def _symmetric(entity, when, _constraint, pid, found):
    return _unanswered(entity, when, pid, found)


def _inverse(entity, when, constraint, _pid, found):
    return _unanswered(entity, when, parameter(constraint, "P2306")[0], found)


def _unanswered(entity, when, back, found):
    return any(
        entity["id"] not in targets(statements(when.entity(up), back)) for up in targets(found) - {None}
    )


def _contemporary(entity, when, _constraint, _pid, found):
    here = _life(entity)
    return any(_apart(here, _life(when.entity(up))) for up in targets(found) - {None})


def _life(entity):
    starts = [year_of(s["mainsnak"]) for s in living(entity, "P569")]
    ends = [year_of(s["mainsnak"]) for s in living(entity, "P570") if s["mainsnak"]["snaktype"] == "value"]
    return min(starts, default=-9999), max(ends, default=9999)


def _apart(one, other):
    return one[1] < other[0] or other[1] < one[0]


def _target_claim(_entity, when, constraint, _pid, found):
    return any(not _has(when.entity(up), constraint) for up in targets(found) - {None})


def _one_of(entity, _when, constraint, pid, _found):
    return any(target(snak) not in parameter(constraint, "P2305") for _p, _s, snak in everywhere(entity, pid))


def _none_of(entity, _when, constraint, pid, _found):
    return any(target(snak) in parameter(constraint, "P2305") for _p, _s, snak in everywhere(entity, pid))


def _required(_entity, _when, constraint, _pid, found):
    return any(not qualifiers(s, parameter(constraint, "P2306")[0]) for s in found)


def _allowed(_entity, _when, constraint, _pid, found):
    return any(set(s.get("qualifiers") or {}) - set(parameter(constraint, "P2306")) for s in found)


def _format(entity, _when, constraint, pid, _found):
    pattern = re.compile(f"(?:{value(qualifiers(constraint, 'P1793')[0])})")
    places = {"Q46466787": "main", "Q46466783": "qualifier", "Q46466805": "reference"}
    scope = {places[item] for item in parameter(constraint, "P4680")} or set(places.values())
    return any(
        place in scope and snak["snaktype"] == "value" and not pattern.fullmatch(value(snak))
        for place, _s, snak in everywhere(entity, pid)
    )


def _scope(entity, _when, constraint, pid, _found):
    places = {"Q54828448": "main", "Q54828449": "qualifier", "Q54828450": "reference"}
    allowed = {places[item] for item in parameter(constraint, "P5314")}
    return any(place not in allowed for place, _s, _snak in everywhere(entity, pid))


def _units(_entity, _when, constraint, _pid, found):
    allowed = {item or "1" for item in parameter(constraint, "P2305")}
    return any(value(s["mainsnak"])["unit"].rpartition("/")[2] not in allowed for s in found)


def _integer(_entity, _when, _constraint, _pid, found):
    return any(not float(value(s["mainsnak"])["amount"]).is_integer() for s in found)


def _entity_types(entity, _when, constraint, _pid, found):
    kinds = {"item": "Q29934200", "property": "Q29934218", "lexeme": "Q51885771"}
    return bool(found) and kinds[entity["type"]] not in parameter(constraint, "P2305")


def _label(entity, _when, constraint, pid, _found):
    wanted = {value(snak) for snak in qualifiers(constraint, "P424")} | {"mul"}
    return any(True for _ in everywhere(entity, pid)) and not wanted & set(entity["labels"] or {})


RULES = {
    "Q19474404": ("Single value", _single),
    "Q52060874": ("Single value", _single_best),
    "Q21510857": ("Multi value", _multi),
    "Q21503250": ("Type", _type),
    "Q21510865": ("Value type", _value_type),
    "Q21510860": ("Range", _range),
    "Q21503247": ("Item", _item),
    "Q21502838": ("Conflicts with", _conflicts),
    "Q21510854": ("Diff within range", _difference),
    "Q21510862": ("Symmetric", _symmetric),
    "Q21510855": ("Inverse", _inverse),
    "Q25796498": ("Contemporary", _contemporary),
    "Q21510864": ("Target required claim", _target_claim),
    "Q21510859": ("One of", _one_of),
    "Q52558054": ("None of", _none_of),
    "Q21510856": ("Mandatory Qualifiers", _required),
    "Q21510851": ("Allowed qualifiers", _allowed),
    "Q21502404": ("Format", _format),
    "Q53869507": ("Scope", _scope),
    "Q21514353": ("Units", _units),
    "Q52848401": ("Integer", _integer),
    "Q52004125": ("Entity types", _entity_types),
    "Q108139345": ("Label in language", _label),
}
UNJUDGED = {"Q21510852", "Q54554025", "Q55819106"}  # Commons knows; no heading
PEOPLE_OF_ONE_VALUE = "Q21502410"


def exempt(entity, constraint):
    return entity["id"] in parameter(constraint, "P2303")


def violated_families(entity, when, definition, pid, companions=()):
    """The families of the property that the entity violates under these P2302 statements."""
    if entity is None:
        return set()
    found, families = living(entity, pid), set()
    if entity["id"] in targets(found):
        families.add("Self link")
    for constraint in definition:
        type_id = target(constraint["mainsnak"])
        if constraint["rank"] == "deprecated" or type_id in UNJUDGED or exempt(entity, constraint):
            continue
        if type_id == PEOPLE_OF_ONE_VALUE:
            if _shared(entity, when, pid, companions):
                families.add("Unique value")
            continue
        family, rule = RULES[type_id]
        if rule(entity, when, constraint, pid, found):
            families.add(family)
    return families


def _shared(entity, when, pid, companions):
    mine = {orjson.dumps(s["mainsnak"].get("datavalue")) for s in living(entity, pid)}
    for other in set(companions) - {entity["id"]}:
        theirs = {orjson.dumps(s["mainsnak"].get("datavalue")) for s in living(when.entity(other), pid)}
        if mine & theirs:
            return True
    return False


def unanswered_by(entity, when, definition, pid, holders):
    """As DeltaBot sees an inverse constraint: one of these holders points here, and nothing points back."""
    for constraint in definition:
        if target(constraint["mainsnak"]) == "Q21510855" and entity is not None:
            answered = targets(statements(entity, parameter(constraint, "P2306")[0]))
            pointing = {up for up in holders if entity["id"] in targets(living(when.entity(up), pid))}
            if pointing - answered:
                return True
    return False


# --- reading report pages, line by line ----------------------------------------

FAMILIES = ("Value type", "Type", "Item", "Target required claim", "Conflicts with", "Label in")
LINK = re.compile(r"\[\[(?:Property:|Lexeme:)?([QPLq]\d+)(?:\|[^\]]*)?\]\]|\{\{(Q\|\d+)\}\}")


def listed(text):
    """(subject, family) pairs and, for shared values, subject -> its companions."""
    pairs, companions, family = set(), {}, None
    for row in text.splitlines():
        if row.startswith("=="):
            family = _family(row) or (family if re.fullmatch(r"=== .* ===", row) else None)
        elif row.startswith("*") and family:
            for subject in _subjects(row, family):
                pairs.add((subject, family))
                companions.setdefault(subject, set()).update(_subjects(row, family))
    return pairs, companions


def holders_of(text, subject):
    """Who points to the subject, by the inverse lines of DeltaBot, which has no blank after the star."""
    return {
        holder
        for row in re.findall(rf"^\*\[\[{subject}\]\]:(.*)$", text, re.M)
        for holder, _ in LINK.findall(row)
    }


def _family(row):
    quoted = re.fullmatch(r'== "(.*)" violations ==', row)
    if not quoted:
        return None
    name = quoted.group(1)
    known = next((family for family in FAMILIES if name.startswith(family)), name)
    return "Label in language" if known == "Label in" else known


def _subjects(row, family):
    found = LINK.findall(row.rpartition(": ")[2] if family == "Unique value" else row)
    ids = [(plain or template).upper().replace("|", "") for plain, template in found]
    return ids if family == "Unique value" else ids[:1]
