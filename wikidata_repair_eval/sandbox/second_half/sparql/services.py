"""SERVICE clauses, settled before the engine sees the query: it would go to the network for them.

`wikibase:label` becomes BINDs of our own function at the end of the group it stands in, where the query
service runs it too; everything else is refused. Languages are tried in the order given, `mul` only if it is
listed, and an entity without a label is shown by its id.
"""

import re
from collections.abc import Mapping

from wikidata_repair_eval.sandbox.second_half.rdf.terms import ONTOLOGY, PREFIXES
from wikidata_repair_eval.sandbox.second_half.sparql.tokens import Token, tokens

LABEL_SERVICE = ONTOLOGY + "label"
LABEL_FUNCTION = ONTOLOGY + "sandboxLabel"
DEFAULT_LANGUAGES = "en,mul"

# What the automatic mode looks for: ?item wants ?itemLabel, ?itemDescription, ?itemAltLabel.
SUFFIXES = {
    "AltLabel": PREFIXES["skos"] + "altLabel",
    "Description": PREFIXES["schema"] + "description",
    "Label": PREFIXES["rdfs"] + "label",
}

_MANUAL = re.compile(r"[?$](\w+)\s+(\S+)\s+[?$](\w+)")
_LANGUAGES = re.compile(r"[\"']([^\"']*)[\"']")


class ServiceRefused(Exception):
    """The query wants a service that this endpoint does not offer."""

    def __init__(self, service: str) -> None:
        super().__init__(service)
        self.service = service

    def __str__(self) -> str:
        return f"Service URI {self.service} is not allowed"


def without_services(query: str) -> str:
    """The query with its label services answered in place; ServiceRefused for any other."""
    found = list(tokens(query))
    if not any(token.keyword == "SERVICE" for token in found):
        return query
    return _Rewriter(found).rewritten()


class _Rewriter:
    """One walk over the tokens; what a group owes is written before the brace that closes it."""

    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._prefixes = {**PREFIXES, **_declared_prefixes(found)}
        self._variables = {token.text[1:] for token in found if token.kind == "variable"}

    def rewritten(self) -> str:
        output: list[str] = []
        owed: list[list[str]] = [[]]
        position = 0
        while position < len(self._tokens):
            token = self._tokens[position]
            position += 1
            if token.keyword == "SERVICE":
                body, position = self._service_body(position)
                owed[-1].append(self._lookups(body))
                continue
            if token.text == "{" and token.kind == "brace":
                owed.append([])
            elif token.text == "}" and token.kind == "brace" and len(owed) > 1:
                output += owed.pop()
            output.append(token.text)
        return "".join(output)

    def _service_body(self, position: int) -> tuple[list[Token], int]:
        """The tokens between the service's braces, and the place after them."""
        position = self._skip_silent(position)
        if position < len(self._tokens) and self._tokens[position].keyword == "SILENT":
            position = self._skip_silent(position + 1)
        name = self._tokens[position] if position < len(self._tokens) else Token("other", "(none)")
        if self._full_iri(name) != LABEL_SERVICE:
            raise ServiceRefused(self._full_iri(name))
        start = self._skip_silent(position + 1) + 1
        end = start
        while end < len(self._tokens) and self._tokens[end].text != "}":
            end += 1
        return self._tokens[start:end], end + 1

    def _skip_silent(self, position: int) -> int:
        while position < len(self._tokens) and self._tokens[position].silent:
            position += 1
        return position

    def _full_iri(self, token: Token) -> str:
        if token.kind == "iri":
            return token.text[1:-1]
        prefix, colon, name = token.text.partition(":")
        return self._prefixes[prefix] + name if colon and prefix in self._prefixes else token.text

    def _lookups(self, body: list[Token]) -> str:
        text = "".join(token.text for token in body if token.kind != "comment")
        languages = _languages_of(text)
        wanted = self._manual(text) or self._automatic()
        return "".join(
            f' BIND(<{LABEL_FUNCTION}>(?{subject}, "{predicate}", "{languages}") AS ?{target})'
            for subject, predicate, target in wanted
        )

    def _manual(self, text: str) -> list[tuple[str, str, str]]:
        found = []
        for subject, predicate, target in _MANUAL.findall(text):
            kind = "iri" if predicate.startswith("<") else "word"
            found.append((subject, self._full_iri(Token(kind, predicate)), target))
        return found

    def _automatic(self) -> list[tuple[str, str, str]]:
        found = []
        for name in sorted(self._variables):
            suffix = next((suffix for suffix in SUFFIXES if name.endswith(suffix)), None)
            if suffix is not None and name.removesuffix(suffix) in self._variables:
                found.append((name.removesuffix(suffix), SUFFIXES[suffix], name))
        return found


def _declared_prefixes(found: list[Token]) -> Mapping[str, str]:
    spoken = [token for token in found if not token.silent]
    return {
        name.text.removesuffix(":"): address.text[1:-1]
        for keyword, name, address in zip(spoken, spoken[1:], spoken[2:], strict=False)
        if keyword.keyword == "PREFIX" and address.kind == "iri"
    }


def _languages_of(text: str) -> str:
    listed = _LANGUAGES.search(text)
    languages = listed.group(1) if listed else DEFAULT_LANGUAGES
    codes = [code.strip().replace("[AUTO_LANGUAGE]", "en") for code in languages.split(",")]
    return ",".join(re.sub(r"[^\w-]", "", code) for code in codes)
