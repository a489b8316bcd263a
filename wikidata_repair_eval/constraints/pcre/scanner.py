"""A cursor over the text of a pattern, shared by the translators of escapes, classes and groups."""

import re

from wikidata_repair_eval.constraints.pcre.errors import InvalidPattern


class Scanner:
    """Where we are in a pattern."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def peek(self, offset: int = 0) -> str:
        """The character here or further on; empty beyond the end."""
        position = self.at + offset
        return self.text[position] if position < len(self.text) else ""

    def take(self) -> str:
        """The character here; there must be one."""
        if self.done:
            raise InvalidPattern("it ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def accept(self, text: str) -> bool:
        """Step over this text if it stands here."""
        if not self.text.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what the pattern finds here."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def until(self, end: str, what: str) -> str:
        """What stands before `end`, which is stepped over."""
        position = self.text.find(end, self.at)
        if position < 0:
            raise InvalidPattern(f"{what} is not closed")
        found = self.text[self.at : position]
        self.at = position + len(end)
        return found
