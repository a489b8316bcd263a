"""Type B: where, one hop away at most, the answer stands already, independent of the value under repair.

For something to be found: a witness that holds it. For a choice among values that stand there: a witness that
speaks for each kept value and for none of the dropped ones.
"""

from collections.abc import Callable, Iterable, Iterator

from wikidata_repair_eval.benchmark.taxonomy.dates import same_date, year_mentioned
from wikidata_repair_eval.benchmark.taxonomy.meaning import holds, tells
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Choice, Finding, Part, Situation
from wikidata_repair_eval.benchmark.taxonomy.specific import fact_counts, is_general, text_counts
from wikidata_repair_eval.benchmark.taxonomy.texts import words
from wikidata_repair_eval.benchmark.taxonomy.witnesses import (
    Witness,
    other_witnesses,
    own_witnesses,
    told_by,
)
from wikidata_repair_eval.wikibase import StringValue, TimeValue

Speaks = Callable[[Witness], bool]
# How much less sure a general value is that only the item's words name.
_GENERAL = 0.25
_DERIVED_NUMBERS, _DERIVED_DIGITS = 2, 5


def near_evidence(situation: Situation, part: Part) -> Finding | None:
    """The strongest evidence within one hop."""
    if is_general(situation, part):
        return _in_own_words(situation, part)
    speaks = _holder(situation, part)
    found = _strongest(own_witnesses(situation), speaks, part.said.text)
    found = found or _derived(situation, part)
    return found or _strongest(other_witnesses(situation.sight.neighbours()), speaks, part.said.text)


def far_evidence(situation: Situation, part: Part) -> Finding | None:
    """Evidence exactly two hops away, which no layer freezes."""
    if is_general(situation, part):
        return None
    witnesses = other_witnesses(situation.sight.distant())
    return _strongest(witnesses, _holder(situation, part), part.said.text)


def choice_evidence(situation: Situation, choice: Choice) -> Finding | None:
    """What speaks for every kept value, and more so than anything speaks for a dropped one."""
    found = [_for_one(situation, kept, choice.dropped) for kept in choice.kept]
    told = [finding for finding in found if finding is not None]
    if not told or len(told) < len(found):
        return None
    weakest = min(told, key=lambda finding: finding.confidence)
    against = [_for_one(situation, dropped, choice.kept) for dropped in choice.dropped]
    beaten = all(finding is None or finding.confidence < weakest.confidence for finding in against)
    return weakest if beaten else None


def _for_one(situation: Situation, one: Said, rivals: Iterable[Said]) -> Finding | None:
    """What speaks for one value and for none of its rivals."""
    part = Part("main", situation.change.edited_property, one)
    if one.value is None or is_general(situation, part):
        return None if one.value is None else _in_own_words(situation, part)
    others = [Part("main", situation.change.edited_property, said) for said in rivals]

    def speaks(witness: Witness) -> bool:
        if not _supports(situation, part, witness) or _of_the_choice(situation, witness):
            return False
        return not any(_supports(situation, other, witness) for other in others)

    found = _strongest(own_witnesses(situation), speaks, one.text)
    return found or _strongest(other_witnesses(situation.sight.neighbours()), speaks, one.text)


def _of_the_choice(situation: Situation, witness: Witness) -> bool:
    """Qualifiers and references of the very statements among which to choose speak for themselves only."""
    fact, change = witness.fact, situation.change
    return fact is not None and witness.node.id == change.entity and fact.statement == change.edited_property


def _supports(situation: Situation, part: Part, witness: Witness) -> bool:
    """To choose, less is needed than to find: the year of a date will do."""
    if _holds(situation, part, witness):
        return True
    value = part.said.value
    if not isinstance(value, TimeValue) or not witness.own:
        return False
    if witness.text is not None:
        return year_mentioned(value, witness.text.text)
    found = witness.fact.said.value if witness.fact and witness.fact.place != "reference" else None
    return isinstance(found, TimeValue) and found.precision >= 9 and same_date(found, value)


def _holder(situation: Situation, part: Part) -> Speaks:
    return lambda witness: _holds(situation, part, witness)


def _holds(situation: Situation, part: Part, witness: Witness) -> bool:
    """The witness says the answer, and saying it there means something."""
    answer = part.said.value
    if answer is None:
        return False
    names = situation.sight.names_of(part.said.entity)
    if witness.node.id == part.said.entity:
        return False  # that an entity bears its own name says nothing
    if witness.text is not None:
        return text_counts(part.said, witness.own) and tells(witness.text.text, answer, names)
    fact = witness.fact
    if fact is None or fact.said.value is None or not fact_counts(fact, part.said, witness.own):
        return False
    return holds(fact.said.value, answer, names)


def _in_own_words(situation: Situation, part: Part) -> Finding | None:
    """Of a general value only the texts of the edited entity itself are evidence."""
    answer, edited = part.said.value, situation.change.entity
    if answer is None or part.said.entity == edited:
        return None
    names = situation.sight.names_of(part.said.entity)

    def speaks(witness: Witness) -> bool:
        text = witness.text
        return text is not None and witness.node.id == edited and tells(text.text, answer, names)

    return _strongest(own_witnesses(situation), speaks, part.said.text, _GENERAL)


def _derived(situation: Situation, part: Part) -> Finding | None:
    """An identifier whose numbers stand in one text, and whose other letters the format prescribes."""
    if not isinstance(part.said.value, StringValue):
        return None
    wanted = words(part.said.value.text)
    numbers = [word for word in wanted if word.isdigit()]
    if len(numbers) < _DERIVED_NUMBERS or sum(map(len, numbers)) < _DERIVED_DIGITS:
        return None
    prescribed = {word for pattern in situation.demands.patterns() for word in words(pattern)}

    def speaks(witness: Witness) -> bool:
        said = words(witness.text.text) if witness.text else []
        letters = "".join(word for word in said if len(word) == 1 and not word.isdigit())
        known = {*said, *prescribed, letters}
        return all(number in said for number in numbers) and all(word in known for word in wanted)

    texts = (
        Witness("own_text_derived", one.node, text=one.text) for one in own_witnesses(situation) if one.text
    )
    return _strongest(texts, speaks, part.said.text)


def _strongest(
    witnesses: Iterator[Witness], speaks: Speaks, answer: str, less: float = 0.0
) -> Finding | None:
    """The surest witness; among equals the first by what it says, whatever the order they stand in."""
    found = [told_by(witness, answer, less) for witness in witnesses if speaks(witness)]
    return min(found, key=lambda finding: (-finding.confidence, finding.words), default=None)
