"""The fields of an item cut from the raw bytes of its line, without decoding them: the hot loop of the pass.

Only lines with today's prefix are cut (see `rows` for what the fields are). A quote inside a JSON string is
escaped, so a key with its quotes can only be found where it is a key; an item has `labels`, `descriptions`,
`claims`, `mainsnak` and `modified` at one level only, and only labels and descriptions have a map with a
language. Whatever looks different in any way gives None, and the caller reads the line as JSON instead; so
do the few properties. The function is longer than elsewhere because calls cost more here than the work they
do, and words are looked for with stringzilla, which passes over bytes ten times as fast as `bytes.find`.
"""

import re
from collections.abc import Iterator
from typing import Any

import orjson
from stringzilla import find as far

from wikidata_repair_eval.wikibase import MalformedEntity
from wikidata_repair_eval.world.rows import best_targets

_PREFIX, _LABELS, _MODIFIED = b'{"type":"item","id":"Q', b',"labels":{', b'"modified":"'
_ENGLISH, _ALL_LANGUAGES = b'"en":{"language":"en","value":', b'"mul":{"language":"mul","value":'
_CLAIMS, _INSTANCE_OF, _SUBCLASS_OF = b',"claims":', b'"P31":[', b'"P279":['
_MAIN_SNAK, _RANK = b'{"mainsnak":', b'"rank":"'
# Looked at where a marker was not found: is it absent, or are the keys in another order?
_USUAL_TERMS = re.compile(rb'[^{\[]*(?:\{"[a-z-]+":\{"language":"[a-z-]+","value":"|\{\}|\[\])')
_REST_OF_STRING = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*"')
_MOST_ENDS = 50
_PREFERRED, _NORMAL = ord("p"), ord("n")
_BACKSLASH, _COMMA, _CLOSE, _QUOTE = ord("\\"), ord(","), ord("}"), ord('"')

Quick = tuple[bytes, bytes, bytes, bytes, bytes, bytes]


class _Unusual(Exception):
    """This line must be read as JSON."""


def quick_fields(text: bytes, start: int, stop: int) -> Quick | None:
    """Id, label, description, classes, superclasses and `modified` of the item in `text[start:stop]`.

    None if it must be read as JSON to be sure.
    """
    near, starts = text.find, text.startswith
    quote = near(b'"', start + 22, start + 32)
    entity_id = text[start + 21 : quote]
    if not starts(_PREFIX, start) or not starts(_LABELS, quote + 1) or text[stop - 1] != _CLOSE:
        return None
    try:
        first = far(text, _ENGLISH, quote, stop)
        second = far(text, _ENGLISH, first + 30, stop) if first >= 0 else -1
        if second >= 0:  # the label and the description, since no map has a key twice
            first_end, second_end = near(b'"', first + 31, stop), near(b'"', second + 31, stop)
            if (
                first_end > 0 < second_end
                and text[first + 30] == _QUOTE == text[second + 30]
                and text[first_end - 1] != _BACKSLASH != text[second_end - 1]
                and text[first_end + 1] == _CLOSE == text[second_end + 1]
            ):
                label, description = text[first + 30 : first_end + 1], text[second + 30 : second_end + 1]
            else:
                label, description = _value(text, first + 31, stop), _value(text, second + 31, stop)
        else:
            label, description = _other_terms(text, quote, stop, first)
        classes = far(text, _INSTANCE_OF, quote, stop)
        superclasses = far(text, _SUBCLASS_OF, quote, stop)
        if classes < 0 and far(text, _CLAIMS, quote, stop) < 0:
            return None
        if not entity_id[1:].isdigit():
            return None
        usual_end = starts(_MODIFIED, stop - 34) and starts(b'Z"}', stop - 3)
        modified = text[stop - 22 : stop - 2] if usual_end else _modified(text, start, stop)
        return (
            entity_id,
            label,
            description,
            _targets(text, _INSTANCE_OF, classes, stop) if classes >= 0 else b"",
            _targets(text, _SUBCLASS_OF, superclasses, stop) if superclasses >= 0 else b"",
            modified,
        )
    except (_Unusual, MalformedEntity):
        return None


def _other_terms(text: bytes, start: int, stop: int, english: int) -> tuple[bytes, bytes]:
    """Label and description where at most one of them is English."""
    border = far(text, b',"descriptions":', start, stop)
    if border < 0:  # left out, as a map that came empty
        return (_value(text, english + 31, stop) if english >= 0 else _for_all(text, start, stop)), b""
    found = _value(text, english + 31, stop) if english >= 0 else b""
    if 0 <= english < border:
        return found, _for_all(text, border, stop)
    return _for_all(text, start, border), found or _for_all(text, border, stop)


def _for_all(text: bytes, start: int, stop: int) -> bytes:
    """Where there is no English term: the one for all languages, else nothing."""
    found = far(text, _ALL_LANGUAGES, start, stop)
    if found >= 0:
        return _value(text, found + 33, stop)
    if _USUAL_TERMS.match(text, start + 2, stop) is None:
        raise _Unusual
    return b""


def _value(text: bytes, first: int, stop: int) -> bytes:
    """A JSON string with its quotes; `first` is behind the opening one."""
    last = text.find(b'"', first, stop)
    if text[first - 1] != _QUOTE:
        raise _Unusual
    if text[last - 1] == _BACKSLASH:
        rest = _REST_OF_STRING.match(text, first, stop)
        last = rest.end() - 1 if rest else -1
    if last < 0 or text[last + 1] != _CLOSE:
        raise _Unusual
    return text[first - 1 : last + 1]


def _targets(text: bytes, key: bytes, start: int, stop: int) -> bytes:
    """The best-rank values of the property whose key first stands at `start`."""
    opening = start + len(key)
    if not text.startswith(_MAIN_SNAK, opening):
        return _decoded_targets(text, key, start, stop)
    near = text.find
    ranked: dict[int, list[bytes]] = {}
    while True:
        # The id comes before anything is closed, so it is the main snak's, not a qualifier's.
        end = near(b"}", opening, opening + 400) - 1
        value = far(text, b'"id":"Q', opening, end) + 6
        target = text[value:end]
        if value < 6 or not target[1:].isdigit() or text[end] != _QUOTE:
            target = _id_among_others(text, value, end)
        rank = far(text, _RANK, end, stop) + 8
        opening = far(text, _MAIN_SNAK, end, stop)
        if rank < 8 or 0 <= opening < rank:
            raise _Unusual
        # Behind a comma stands the next statement of this property, behind `[` the first one of another.
        last = opening < 0 or text[opening - 1] != _COMMA
        if last and not ranked and text[rank] == _NORMAL:
            return target
        ranked.setdefault(text[rank], []).append(target)
        if last:
            return b" ".join(ranked.get(_PREFERRED) or ranked.get(_NORMAL) or [])


def _id_among_others(text: bytes, first: int, stop: int) -> bytes:
    """An id that is not the last thing said of the value."""
    found = text[first : text.find(b'"', first, stop)]
    if first < 6 or not found[1:].isdigit():
        raise _Unusual
    return found


def _decoded_targets(text: bytes, key: bytes, start: int, stop: int) -> bytes:
    """The best-rank values of a property; under the same key, qualifiers and references have snaks."""
    while (start := far(text, key, start, stop)) >= 0:
        start += len(key)
        found = _decoded_list(text, start - 1, stop)
        if found and isinstance(found[0], dict) and "mainsnak" in found[0]:
            return best_targets(found)
    return b""


def _decoded_list(text: bytes, opening: int, stop: int) -> list[Any]:
    """The list that opens here: none begins with another whole list, so what can be read is all of it."""
    for end in _ends(text, opening, stop):
        try:
            found: list[Any] = orjson.loads(text[opening : end + 1])
            return found
        except orjson.JSONDecodeError:
            continue
    raise _Unusual


def _ends(text: bytes, opening: int, stop: int) -> Iterator[int]:
    """Where a list may end: before the next list whose members begin alike, else wherever one does."""
    members = b'":[' + text[opening + 1 : text.find(b":", opening, stop)]
    following = far(text, members, opening, stop)
    if following >= 0:
        yield text.rfind(b"],", opening, following)
    end = opening
    for _ in range(_MOST_ENDS):
        end = text.find(b"]", end + 1, stop)
        if end < 0:
            return
        yield end


def _modified(text: bytes, start: int, stop: int) -> bytes:
    """Where it is not the last value of the line; nothing where the line has none."""
    changed = far(text, _MODIFIED, start, stop) + len(_MODIFIED)
    return text[changed : text.index(b'"', changed)] if changed >= len(_MODIFIED) else b""
