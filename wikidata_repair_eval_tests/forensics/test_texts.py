"""Texts at hand: as many as there is room for, whatever was done with them."""

from collections.abc import Iterable

import orjson

from wikidata_repair_eval.forensics.texts import Texts
from wikidata_repair_eval.net.revision import Content, Revision

WORDS = orjson.dumps({"labels": "слова" * 200}).decode()


class Endless:
    """A source that has a text for every revision."""

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        return {revid: Content(revid, "text", text=f"{WORDS} {revid}") for revid in revids}


def test_texts_that_were_decoded_meanwhile_do_not_crowd_the_room() -> None:
    """Text beyond ASCII grows when it is decoded; weighed anew, dropping it would free more than it took."""
    texts = Texts(Endless(), room=100_000)
    held = []
    for revid in range(1, 400):
        texts.load([Revision(revid, "2025-01-01T00:00:00Z")])
        orjson.loads(str(texts.text(revid)).rpartition(" ")[0])
        str(texts.text(revid)).encode()
        orjson.dumps(texts.text(revid))
        held.append(len(texts._held))
    assert max(held[100:]) == min(held[100:]) < 50


def test_what_had_to_go_is_read_again() -> None:
    texts = Texts(Endless(), room=1)
    texts.load(Revision(revid, "2025-01-01T00:00:00Z") for revid in (1, 2))
    assert str(texts.text(1)).endswith(" 1")
