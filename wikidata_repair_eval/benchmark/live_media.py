"""Pictures and other things that a page would load from the web, taken out of search results.

The frozen answer itself keeps them (`retrieval_snapshots`); a release and a page made from it must not.
"""

import re
from collections.abc import Mapping
from typing import Any

MEDIA_FIELDS = ("images", "favicon", "image")
_MARKDOWN = re.compile(r"!\[([^\]]*)\]\(\s*<?(?:https?:)?//[^)]*\)", re.I)
_HTML = re.compile(
    r"<\s*(?:img|script|iframe|link|object|embed|video|audio|source|track|input|frame|base|meta|svg|style)\b[^>]*>",
    re.I,
)


def without_live_media(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """The same snapshot, whose texts load nothing: a picture leaves its caption, a tag leaves nothing."""
    return {**snapshot, "response": _quiet(snapshot["response"])}


def loads_something(text: str) -> bool:
    """Would a page that shows this text as Markdown or HTML ask another server for something?"""
    return bool(_MARKDOWN.search(text) or _HTML.search(text))


def quiet_text(text: str) -> str:
    # Taking one tag out may join the pieces of another, so until nothing is left to take out.
    while loads_something(text):
        text = _HTML.sub("", _MARKDOWN.sub(r"[\1]", text))
    return text


def _quiet(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _quiet(value) for key, value in part.items() if key not in MEDIA_FIELDS}
    if isinstance(part, list):
        return [_quiet(member) for member in part]
    return quiet_text(part) if isinstance(part, str) else part
