"""Entity ids as numbers: an item's code is twice its number, a property's one more, others are negative."""

import hashlib

_KINDS = b"LFSME"
_PROPERTY = ord("P")


def code_of(entity_id: bytes) -> int:
    """A number that only this id has."""
    if len(entity_id) < 10 and entity_id[0] in b"QP":  # nearly all of them
        return 2 * int(entity_id[1:]) + (entity_id[0] == _PROPERTY)
    head, _, part = entity_id.partition(b"-")
    number, sub = int(head[1:]), int(part[1:] or 0)
    if number >= 1 << 31 or sub >= 1 << 20:  # beyond what a wiki counts to; 61 bits of a hash do not collide
        return -(1 << 62) - (int.from_bytes(hashlib.sha256(entity_id).digest()[:8]) >> 3)
    if entity_id[0] in b"QP":
        return 2 * number + (entity_id[0] == _PROPERTY)
    kind = _KINDS.index((part or head)[:1])
    return -1 - ((number << 24) + (sub << 3) + kind)
