"""The rule for extraction prompts: each infobox line with a known label becomes a triple.

The subject is the first heading (`# Title`) or a line `Title:` / `Article:`. A line is `Label: value`,
`**Label**: value`, `- Label: value` or a table row `| Label | value |`. Values are split at `<br>` and `;`;
a date at the beginning of "Born" and "Died" is the day, the rest the place. Prose is not read.
"""

import re

Triple = dict[str, str | float]

# What the row's label is called in the vocabulary that extractors speak.
PREDICATES = {
    "alma mater": "pgc:educatedAt",
    "area": "pgc:area",
    "author": "schema:author",
    "awards": "pgc:awardReceived",
    "country": "pgc:country",
    "date": "pgc:pointInTime",
    "deaths": "pgc:numberOfDeaths",
    "defunct": "pgc:dissolutionDate",
    "directed by": "schema:director",
    "discovered by": "pgc:discoverer",
    "discovery date": "pgc:discoveryDate",
    "elevation": "pgc:elevation",
    "founded": "pgc:foundingDate",
    "founder": "pgc:founder",
    "genre": "schema:genre",
    "headquarters": "pgc:headquartersLocation",
    "industry": "pgc:industry",
    "language": "pgc:language",
    "location": "pgc:location",
    "named after": "pgc:namedAfter",
    "number of employees": "pgc:numberOfEmployees",
    "occupation": "pgc:hasOccupation",
    "participants": "pgc:participant",
    "population": "pgc:population",
    "published": "schema:datePublished",
    "release date": "schema:datePublished",
    "running time": "pgc:duration",
    "spouse(s)": "pgc:spouse",
}
DAY_AND_PLACE = {
    "born": ("pgc:birthDate", "pgc:birthPlace"),
    "died": ("pgc:deathDate", "pgc:deathPlace"),
}

_LINE = re.compile(r"^\s*(?:[-*]\s+)?\**([A-Z][\w() ]{1,30}?)\**\s*:\**\s+(\S.*)$")
_ROW = re.compile(r"^\s*\|\s*\**([^|*]+?)\**\s*\|\s*([^|]+?)\s*\|\s*$")
_SUBJECT = re.compile(r"^(?:#\s+|(?:Title|Article):\s*)(\S.*?)\s*$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_DATE = re.compile(r"^\(?(\d{4}-\d\d-\d\d)?\)?\s*(\d{1,2} [A-Z][a-z]+ \d{1,4}|\d{1,4})?( BC)?")


def extract(prompt: str) -> list[Triple] | None:
    """Triples, or None where the prompt has no article and does not ask for triples."""
    subject = _SUBJECT.search(prompt)
    if subject is None or ("triple" not in prompt.casefold() and "infobox" not in prompt.casefold()):
        return None
    name = "ex:" + subject.group(1).replace(" ", "_")
    found: list[Triple] = []
    for line in prompt.splitlines():
        match = _ROW.match(line) or _LINE.match(line)
        if match is not None:
            found += _triples(name, match.group(1).strip().casefold(), match.group(2))
    return found


def _triples(subject: str, label: str, cell: str) -> list[Triple]:
    text = _LINK.sub(r"\1", cell).replace("\N{NO-BREAK SPACE}", " ")
    if label in DAY_AND_PLACE:
        return _day_and_place(subject, DAY_AND_PLACE[label], text)
    predicate = PREDICATES.get(label)
    values = [value.strip() for value in re.split(r"<br\s*/?>|;", text) if value.strip()]
    return [_triple(subject, predicate, value) for value in values] if predicate else []


def _day_and_place(subject: str, predicates: tuple[str, str], text: str) -> list[Triple]:
    plain = re.sub(r"<br\s*/?>", " ", text).strip()
    match = _DATE.match(plain)
    date = match.group(0).strip() if match else ""
    exact = match.group(1) if match and match.group(1) else date
    place = plain[len(match.group(0)) if match else 0 :].strip(" ,;")
    found = [_triple(subject, predicates[0], exact)] if exact else []
    return found + ([_triple(subject, predicates[1], place)] if place else [])


def _triple(subject: str, predicate: str, value: str) -> Triple:
    return {"subject": subject, "predicate": predicate, "object": value, "confidence": 0.9}
