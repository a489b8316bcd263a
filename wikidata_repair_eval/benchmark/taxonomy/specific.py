"""Whether a match says enough: a class, a country or a small number stands in too many places to be evidence.

A value is general if it is what broad properties hold (instance of, country, sex, language, ...), if it is
used as such anywhere in sight, or if it is a class itself. Of a general value only the edited entity's own
words are evidence: a description that says "village" is about this item, a neighbouring village is not.
"""

from wikidata_repair_eval.benchmark.taxonomy.dates import DAY
from wikidata_repair_eval.benchmark.taxonomy.nodes import Fact
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Part, Situation
from wikidata_repair_eval.wikibase import QuantityValue, StringValue, TimeValue

# Properties whose values very many items share, so that meeting such a value again means nothing.
BROAD = frozenset(
    {
        *("P31", "P279"),  # classes
        *("P17", "P27", "P495", "P1532", "P30"),  # countries and continents
        *("P21", "P106", "P140", "P641", "P105", "P421"),  # sex, occupation, religion, sport, rank, time zone
        *("P37", "P103", "P364", "P407", "P1412", "P282"),  # languages and scripts
    }
)
_FEWEST_DIGITS, _FEWEST_DIGITS_AWAY = 3, 4


def is_general(situation: Situation, part: Part) -> bool:
    """The answer is an entity that says little by itself."""
    answer = part.said.entity
    if answer is None:
        return False
    if part.place == "main" and part.property in BROAD:
        return True
    if any(answer in edge for edge in situation.sight.class_edges):
        return True
    node = situation.sight.nodes.get(answer)
    if node is not None and any(fact.property == "P279" and fact.place == "statement" for fact in node.facts):
        return True
    nodes = situation.sight.nodes.values()
    return any(f.property in BROAD and f.said.entity == answer for one in nodes for f in one.facts)


def fact_counts(fact: Fact, said: Said, own: bool) -> bool:
    """A fact of this kind can be evidence of the answer."""
    value = said.value
    if isinstance(value, TimeValue | QuantityValue) and _is_no_measure(fact):
        return False
    if isinstance(value, TimeValue):
        return own or value.precision >= DAY
    if isinstance(value, QuantityValue):
        return _digits(value) >= (_FEWEST_DIGITS if own else _FEWEST_DIGITS_AWAY)
    return True


def _is_no_measure(fact: Fact) -> bool:
    """When a source was read says nothing about the item; an identifier is no date and no number."""
    return fact.place == "reference" or (isinstance(fact.said.value, StringValue) and not fact.short)


def text_counts(said: Said, own: bool) -> bool:
    """A text can be evidence of the answer."""
    value = said.value
    if isinstance(value, TimeValue):
        return own or value.precision >= DAY
    if isinstance(value, QuantityValue):
        return own and _digits(value) >= _FEWEST_DIGITS and not _like_a_year(value)
    return True


def _digits(value: QuantityValue) -> int:
    return len(f"{abs(value.amount):f}".replace(".", "").strip("0"))


def _like_a_year(value: QuantityValue) -> bool:
    return value.unit == "1" and value.amount == int(value.amount) and 1000 <= value.amount <= 2100
