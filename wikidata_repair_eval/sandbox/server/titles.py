"""Page titles: what people write, what the wiki makes of it, how it stands in addresses.

Which pages exist is not known here.
"""

import re
from dataclasses import dataclass

from wikidata_repair_eval.sandbox.model import NAMESPACE_NAMES

# Namespaces of Wikidata that hold no page in the sandbox but whose names are still names.
OTHER_NAMESPACES = {
    -2: "Media",
    -1: "Special",
    1: "Talk",
    2: "User",
    3: "User talk",
    5: "Wikidata talk",
    6: "File",
    8: "MediaWiki",
    10: "Template",
    12: "Help",
    14: "Category",
    121: "Property talk",
    147: "Lexeme talk",
}
NAMESPACES: dict[int, str] = dict(sorted({**OTHER_NAMESPACES, **NAMESPACE_NAMES}.items()))
ALIASES = {"project": 4, "wd": 4, "project talk": 5, "p": 120, "l": 146}

_FORBIDDEN = re.compile(r"[<>\[\]|{}#\x00-\x1f\x7f]")
_NUMBERS = {name.lower(): number for number, name in NAMESPACES.items() if name} | ALIASES


class InvalidTitle(ValueError):
    """No page can have this name."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title in the wiki's own spelling."""

    namespace: int
    local: str

    @property
    def text(self) -> str:
        """With its namespace and with spaces: the key of `world.pages`."""
        name = NAMESPACES[self.namespace]
        return f"{name}:{self.local}" if name else self.local

    @property
    def key(self) -> str:
        """With underscores, as in addresses and continuations."""
        return self.text.replace(" ", "_")


def parse_title(text: str) -> Title:
    """`q42` -> Q42, `wikidata:database_reports` -> Wikidata:Database reports."""
    plain = " ".join(text.replace("_", " ").split())
    bad = _FORBIDDEN.search(plain)
    if bad:
        raise InvalidTitle(f'The requested page title contains invalid characters: "{bad.group()}".')
    prefix, colon, rest = plain.partition(":")
    namespace = _NUMBERS.get(prefix.strip().lower()) if colon else None
    local = plain if namespace is None else rest.strip()
    if not local:
        raise InvalidTitle("The requested page title is empty or contains only a namespace prefix.")
    return Title(namespace or 0, local[:1].upper() + local[1:])
