"""Just enough reading of SPARQL to find SERVICE clauses: strings, comments and IRIs are left in one piece."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
  | (?P<comment>\#[^\n]*)
  | (?P<string>\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
             | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
  | (?P<variable>[?$]\w+)
  | (?P<word>[\w-]*:[\w%.-]*[\w%-] | [\w-]*: | \w+)
  | (?P<brace>[{}])
  | (?P<space>\s+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str

    @property
    def keyword(self) -> str:
        return self.text.upper() if self.kind == "word" else ""

    @property
    def silent(self) -> bool:
        """White space and comments say nothing."""
        return self.kind in ("space", "comment")


def tokens(query: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(query):
        yield Token(match.lastgroup or "other", match.group())
