"""What must never be in a release: keys, editors' names and comments, and things a page would load.

Looked for in every file. What Wikidata's own content says (labels, values) is not ours to censor: there only
the shapes of edit comments and keys are looked for, not names, since an editor may be called like a city. One
who is called by a plain word (there may be editors named The and Format) is found where a text is nothing but
the name; any other name also inside a sentence.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.benchmark.cases import PERSONAL
from wikidata_repair_eval.benchmark.live_media import loads_something
from wikidata_repair_eval.net.secrets import SECRET_SHAPES

# Copies of entities and of web pages; whoever is named there is named there by Wikidata or by the page.
CONTENT = frozenset(
    {
        "pre_repair_state",
        "world_state",
        "statement_ops",
        "constraint_delta",
        "old_value",
        "new_value",
        "value",
        "current_value",
        "trace",
        "response",
        "query",
    }
)
WEB_TEXT = "response"
# Fields whose texts are words of ours or titles of pages.
OUR_WORDS = frozenset(
    {"report_violation_type", "report_violation_types", "report_page_title", "title", "class"}
)
_PERSONAL_KEYS = frozenset({*PERSONAL, "user", "username", "userid", "parsedcomment", "editor"})
_COMMENT = re.compile(r"/\*\s*(?:wb|undo:|restore:|special-|clientsitelink)", re.I)
_USER_LINK = re.compile(r"\[\[\s*(?:user|user talk|special:contributions/)\b[^\]]*\]\]", re.I)
_WORD = re.compile(r"\w+")
_PLAIN_WORD = re.compile(r"[A-Z]?[a-z]+")


class Forbidden:
    """Finds what must not be published. `names` are the editors', `secrets` the keys of this machine."""

    def __init__(self, names: Iterable[str] = (), secrets: Iterable[str] = ()) -> None:
        self._secrets = [secret for secret in secrets if secret]
        known = sorted(filter(None, names))
        self._plain_words = {name for name in known if _PLAIN_WORD.fullmatch(name)}
        self._names: dict[str, list[str]] = defaultdict(list)
        for name in known:
            if name in self._plain_words:
                continue
            first = _WORD.search(name)
            self._names[first.group() if first else name].append(name)

    def in_record(self, record: Mapping[str, Any]) -> list[str]:
        """What was found in one case, each with its place; never the secret itself."""
        return list(self._walk(record, "", content=False, web=False))

    def in_document(self, text: str) -> list[str]:
        """What was found in a text of our own: a card, a description, a list of changes."""
        found = [*self._in_text(text), *self._named(text)]
        return found + (["something that a page would load"] if loads_something(text) else [])

    def _walk(self, part: Any, place: str, *, content: bool, web: bool) -> Iterator[str]:
        if isinstance(part, Mapping):
            for key, value in part.items():
                inside = content or key in CONTENT or key in OUR_WORDS
                if key in _PERSONAL_KEYS and not inside:
                    yield f"{place}{key}: a field for editors' names or comments"
                yield from self._walk(value, f"{place}{key}.", content=inside, web=web or key == WEB_TEXT)
        elif isinstance(part, list | tuple):
            for member in part:
                yield from self._walk(member, place, content=content, web=web)
        elif isinstance(part, str):
            found = [*self._in_text(part), *(() if content else self._named(part))]
            if web and loads_something(part):
                found.append("something that a page would load")
            yield from (f"{place.rstrip('.')}: {what}" for what in found)

    def _in_text(self, text: str) -> Iterator[str]:
        if SECRET_SHAPES.search(text) or any(secret in text for secret in self._secrets):
            yield "a key"
        if _COMMENT.search(text) or _USER_LINK.search(text):
            yield "an edit comment"

    def _named(self, text: str) -> Iterator[str]:
        """Names that stand in the text as words; one look-up per word, however many editors there are."""
        if text in self._plain_words:
            yield "an editor's name"
        for word in _WORD.finditer(text) if self._names else ():
            for name in self._names.get(word.group(), ()):
                at = text.find(name, max(word.start() - len(name), 0))
                if at >= 0 and at <= word.start() and not _goes_on(text, at + len(name)):
                    yield "an editor's name"


def _goes_on(text: str, end: int) -> bool:
    return text[end : end + 1].isalnum() and text[end - 1].isalnum()
