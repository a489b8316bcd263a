"""The row of an item cut from the raw bytes of its line, without decoding them: the hot loop of the pass.

Only lines with today's prefix and key order are cut (see `rows` for what a row is). A quote inside a JSON
string is escaped, so a key with its quotes can only be found where it is a key; each one is looked for
behind the one before it. Whatever looks different in any way gives None, and the caller decodes the line
instead; so do the few properties. The functions are longer than elsewhere because calls cost more here than
the work they do.
"""

import re

_PREFIX, _MODIFIED = b'{"type":"item","id":"Q', b'"modified":"'
_MODIFIED_LENGTH = len('"modified":"2026-01-01T00:00:00Z"}')
_ENGLISH, _ALL_LANGUAGES = b'"en":{"language":"en","value":', b'"mul":{"language":"mul","value":'
# Looked at where a marker was not found: is it absent, or are the keys in another order?
_USUAL_TERMS = re.compile(rb'[^{\[]*(?:\{"[a-z-]+":\{"language":"[a-z-]+","value":"|\{\}|\[\])')
_USUAL_CLAIMS = re.compile(rb',"claims":(?:\{"P[0-9]+":\[\{"mainsnak":|\{\}|\[\])')
_ITEM_VALUE = b'"},"type":"wikibase-entityid"},"datatype":"wikibase-item"},"type":"statement",'
_PREFERRED, _NORMAL = ord("p"), ord("n")
_BACKSLASH, _COMMA, _QUOTE = ord("\\"), ord(","), ord('"')

Quick = tuple[bytes, bytes, bytes]


class _Unusual(Exception):
    """This line must be decoded."""


def quick_row(text: bytes, start: int, stop: int) -> Quick | None:
    """Id, row and `modified` of the item in `text[start:stop]`; None if it must be decoded to be sure."""
    changed = stop - _MODIFIED_LENGTH
    if not text.startswith(_PREFIX, start) or not text.startswith(_MODIFIED, changed):
        return None
    labels = text.find(b'","labels":', start + 22, start + 45)
    # Terms before the aliases hold no list, so the first `[` is the aliases' own or stands a bit behind them;
    # a single byte is found many times faster than a word.
    bracket = text.find(b"[", labels, stop)
    aliases = text.rfind(b',"aliases":', bracket - 60, bracket + 1)
    if aliases < 0:
        aliases = text.find(b',"aliases":', labels, stop)
    claims = text.find(b',"claims":', aliases, stop)
    entity_id = text[start + 21 : labels]
    if labels < 0 or aliases < 0 or claims < 0 or not entity_id[1:].isdigit():
        return None
    try:
        label, description = _terms(text, labels, aliases)
        classes = _targets(text, 7, b'"P31":[{"mainsnak":', claims, stop)
        superclasses = _targets(text, 8, b'"P279":[{"mainsnak":{"snak', claims, stop)
    except _Unusual:
        return None
    if classes is superclasses is None and _USUAL_CLAIMS.match(text, claims, stop) is None:
        return None
    row = b"\t".join((entity_id, label, description, classes or b"", superclasses or b""))
    return entity_id, row, text[changed + 12 : stop - 2]


def _terms(text: bytes, labels: int, aliases: int) -> tuple[bytes, bytes]:
    """English label and description; two hits are one of each, since no map has a key twice."""
    english = text.find(_ENGLISH, labels, aliases)
    if english >= 0:
        second = text.find(_ENGLISH, english + 30, aliases)
        if second >= 0:
            return _value(text, english + 30, aliases), _value(text, second + 30, aliases)
    border = text.find(b',"descriptions":', labels, aliases)
    if border < 0:
        raise _Unusual
    found = _value(text, english + 30, aliases) if english >= 0 else b""
    if 0 <= english < border:
        return found, _for_all(text, border, aliases)
    return _for_all(text, labels, border), found or _for_all(text, border, aliases)


def _for_all(text: bytes, start: int, stop: int) -> bytes:
    """Where there is no English term: the one for all languages, else nothing."""
    first = text.find(_ALL_LANGUAGES, start, stop) + 32
    if first >= 32:
        return _value(text, first, stop)
    if _USUAL_TERMS.match(text, start + 3, stop) is None:
        raise _Unusual
    return b""


def _value(text: bytes, first: int, stop: int) -> bytes:
    last = text.find(b'"}', first + 1, stop) + 1
    # A backslash before the quote escapes it, or is itself the end of an escape: let JSON decide.
    if not last or text[last - 2] == _BACKSLASH or text[first] != _QUOTE:
        raise _Unusual
    return text[first:last]


def _targets(text: bytes, key_length: int, marker: bytes, start: int, stop: int) -> bytes | None:
    """The best-rank values of one property; None if its marker (which mere snaks do not have) is absent."""
    opening = text.find(marker, start, stop)
    if opening < 0:
        return None
    ranked: dict[int, list[bytes]] = {}
    opening += key_length
    while opening > 0 and (not ranked or text[opening - 1] == _COMMA):
        value = text.find(b'"id":"Q', opening, opening + 300) + 6
        end = text.find(b'"', value, value + 30)
        rank = text.find(b'"rank":"', end, stop) + 8
        if value < 6 or rank < 8 or not text.startswith(_ITEM_VALUE, end):
            raise _Unusual
        # Behind a comma stands the next statement of this property, behind `[` the first one of another.
        opening = text.find(b'{"mainsnak":', rank, stop)
        if text[rank] == _NORMAL and not ranked and text[opening - 1] != _COMMA:
            return text[value:end]
        ranked.setdefault(text[rank], []).append(text[value:end])
    return b" ".join(ranked.get(_PREFERRED) or ranked.get(_NORMAL) or [])
