"""What a repair brought that was not there: ids, names and texts by which its answer could be recognised.

Used to mask and to search for leaks. A repair that only took something away has no answer to give away. The
entity and the property of the case are the question, never the answer.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from wikidata_repair_eval.wikibase import id_from_url, render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.datavalues import id_of_entity_value
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.pieces import node, short_values
from wikidata_repair_eval.world.spellings import spellings_of_amount, spellings_of_text, spellings_of_time

Raw = Mapping[str, Any]
Said = tuple[Any, str]  # the content of a value, and its short text
_ID = re.compile(r"(?<![0-9A-Za-z])[QPLME][1-9][0-9]*(?:-[FS][1-9][0-9]*)?(?![0-9A-Za-z])", re.ASCII)
# So long a number is no count and no year, whatever letters stand around it.
_LONG_NUMBER = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """`texts` are normalised: see `plain`."""

    ids: frozenset[str]
    texts: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.ids or self.texts)

    def is_in(self, text: str) -> bool:
        """Does a text name the answer, by id or in words?"""
        return bool(self.ids.intersection(_ID.findall(text))) or self.is_said_in(text)

    def is_said_in(self, text: str) -> bool:
        """Does a text hold the answer in words: as a whole, or as whole words within it?"""
        # In a web address a sign such as %7C would grow together with the word behind it.
        return self._is_said_in(text) or ("%" in text and self._is_said_in(unquote(text)))

    def _is_said_in(self, text: str) -> bool:
        said = plain(text)
        return said in self.texts or any(
            form in said and _stands_alone(form, said) for form in self.texts if _is_telling(form)
        )


def answer_of(case: Raw) -> Answer:
    """The answer of a case in every form that its own records know."""
    fresh = [*_fresh_values(case["repair_target"]), *_fresh_snaks(case["repair_target"])]
    question = {case["qid"], case["property"]}
    if case["repair_target"]["kind"] == "T_BOX":
        # What was allowed may be the very value that offended: hiding that would tell that it was allowed.
        entity = (case.get("pre_repair_state") or {}).get("entity") or {}
        question.update(named_ids(entity.get("claims")))
        stood = {text for texts in short_values(entity).values() for text in texts}
        fresh = [(content, short) for content, short in fresh if short not in stood]
    ids = frozenset(found for content, _ in fresh for found in _ids(content)) - question
    texts = {text for content, short in fresh for text in _texts(content, short)}
    texts |= {name for entity_id in ids for name in _names(entity_id, case)}
    return Answer(ids, frozenset(plain(text) for text in texts if text) - {""})


def plain(text: str) -> str:
    """One spelling for what reads the same: no case, composed characters, single blanks, no underscores."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().replace("_", " ").split())


def _fresh_values(target: Raw) -> Iterator[Said]:
    """The values or texts of the edited property or term that were not there before."""
    known = [(value["snaktype"], value["value"]) for value in target.get("old_value") or ()]
    for value in target.get("new_value") or ():
        if (value["snaktype"], value["value"]) not in known:
            yield value["value"], value["text"]


def _fresh_snaks(target: Raw) -> Iterator[Said]:
    """What the repair brought in statements or constraints: nothing that said the same stood there before.

    A source that was given along with the answer is not the answer, unless sources are all that was edited.
    """
    ops = target.get("statement_ops") or ()
    if target["kind"] == "T_BOX":
        delta = target["constraint_delta"]
        before, after = delta["statements_before"], delta["statements_after"]
    else:
        before = [op["before"] for op in ops if op["before"]]
        after = [op["after"] for op in ops if op["after"]]
    sources = target["kind"] == "A_BOX" and all(op["op"] == "change_references" for op in ops)
    known = {canonical_snak(snak) for one in before for snak in _snaks(one, with_sources=sources)}
    for snak in (snak for one in after for snak in _snaks(one, with_sources=sources)):
        if canonical_snak(snak) not in known:
            yield (snak.get("datavalue") or {}).get("value"), render_snak(snak)


def _snaks(statement: Raw, *, with_sources: bool) -> Iterator[Raw]:
    yield statement["mainsnak"]
    sources = (statement.get("references") or ()) if with_sources else ()
    for group in (statement.get("qualifiers"), *(source.get("snaks") for source in sources)):
        for snaks in group.values() if isinstance(group, Mapping) else ():
            yield from snaks


def _ids(value: Any) -> Iterator[str]:
    """An entity value, or the unit of a quantity; calendars and globes are hardly ever the answer."""
    if isinstance(value, Mapping):
        found = id_of_entity_value(value) if "entity-type" in value else id_from_url(str(value.get("unit")))
        yield from filter(None, (found,))


def _texts(value: Any, short: str) -> Iterator[str]:
    """The value in the forms in which it can be written; unknown and no value have none."""
    if isinstance(value, str):
        yield from spellings_of_text(value)
    elif isinstance(value, Mapping) and "entity-type" not in value:
        yield short
        yield from (str(value[key]) for key in ("time", "amount", "text") if key in value)
        if "amount" in value:
            yield from spellings_of_amount(str(value["amount"]))
        if "time" in value:
            yield from spellings_of_time(str(value["time"]), value.get("precision"))


def _names(entity_id: str, case: Raw) -> Iterator[str]:
    """Label and aliases, as they are frozen and as they were."""
    world, state = case.get("world_state") or {}, case.get("pre_repair_state") or {}
    around = world.get("L3_neighborhood") or {}
    frozen = (around.get("nodes") or {}).get(entity_id) or {}
    for edge in around.get("outgoing_edges") or ():
        if edge["target_qid"] == entity_id and edge.get("target_label"):
            yield edge["target_label"]
    labels = ((world.get("L2_labels") or {}).get("entities") or {}).get(entity_id) or {}
    then = (state.get("neighbours") or {}).get(entity_id)
    rows: Iterable[Raw] = (frozen, labels, node(then) if then else {})
    for row in rows:
        yield from filter(None, (row.get("label"), *(row.get("aliases") or ())))


def _is_telling(form: str) -> bool:
    """A short number or pair of letters is found everywhere; it counts only where it is all that is said."""
    if _is_spaced(form):
        return len(form) >= (4 if form.isascii() and not form.isalpha() else 3)
    return len(form) >= 2


def _is_spaced(form: str) -> bool:
    """Is this a script that has capitals, or a number? Then there are blanks between words."""
    return any(character.isdigit() or character.lower() != character.upper() for character in form)


@lru_cache(4096)
def _alone(form: str) -> re.Pattern[str] | None:
    """None for scripts without blanks between words, where a text within a text is as good as a word."""
    if not _is_spaced(form):
        return None
    if form.isdecimal() and len(form) >= _LONG_NUMBER:  # in web addresses letters stand before it
        return re.compile(rf"(?<!\d){form}(?!\d)")
    return re.compile(rf"(?<!\w){re.escape(form)}(?!\w)")


def _stands_alone(form: str, said: str) -> bool:
    pattern = _alone(form)
    return pattern is None or pattern.search(said) is not None
