"""Rules for choosing one of several values: which stays, or which gets the better rank."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.change import Edit, qualifier_pairs
from wikidata_repair_eval.benchmark.taxonomy.dates import day_number, same_date
from wikidata_repair_eval.benchmark.taxonomy.rules.removals import fails
from wikidata_repair_eval.benchmark.taxonomy.rules.strings import respelled
from wikidata_repair_eval.benchmark.taxonomy.said import Said, said_by
from wikidata_repair_eval.benchmark.taxonomy.situation import Choice, Finding, Situation
from wikidata_repair_eval.wikibase import (
    GlobeCoordinateValue,
    QuantityValue,
    StringValue,
    TimeValue,
    rank_of,
)

POINT_IN_TIME, END_TIME = "P585", "P582"
Raw = Mapping[str, Any]


def told_to_choose(situation: Situation, choice: Choice) -> Finding | None:
    """The first literal rule that tells the kept values from the dropped ones."""
    if not choice.kept or not choice.dropped:
        return None
    for rule in (_unknown, _finer, _variant, _refused, _latest, _current):
        finding = rule(situation, choice)
        if finding is not None:
            return finding
    return None


def _unknown(_: Situation, choice: Choice) -> Finding | None:
    if any(said.value is not None for said in choice.dropped) or any(s.value is None for s in choice.kept):
        return None
    return _found("unknown_dropped", "A known value was kept, unknown value or no value went.", choice, 0.9)


def _finer(_: Situation, choice: Choice) -> Finding | None:
    if not _each(choice, lambda kept, dropped: _is_finer(kept, dropped)):
        return None
    return _found(
        "more_precise_kept", "The dropped value says the same as the kept one, less exactly.", choice, 0.95
    )


def _variant(_: Situation, choice: Choice) -> Finding | None:
    if not _each(choice, _is_variant):
        return None
    return _found("variant_dropped", "The dropped value is the kept one in another spelling.", choice, 0.9)


def _refused(situation: Situation, choice: Choice) -> Finding | None:
    """Another constraint of the property refuses what was dropped."""
    if situation.change.edited_property != situation.reported:
        return None
    if not all(fails(situation, said) for said in choice.dropped):
        return None
    if any(fails(situation, said) is not False for said in choice.kept):
        return None
    return _found(
        "refused_value_removed", "Only the kept value meets the property's formats and lists.", choice, 0.9
    )


def _latest(situation: Situation, choice: Choice) -> Finding | None:
    """Of dated statements the latest was made preferred."""
    dates = _qualified(situation, POINT_IN_TIME)
    kept, dropped = _dates_of(choice.kept, dates), _dates_of(choice.dropped, dates)
    if not situation.change.raised or None in kept or None in dropped:
        return None
    if min(day for day in kept if day is not None) <= max(day for day in dropped if day is not None):
        return None
    return _found("latest_preferred", "The preferred statement has the latest point in time.", choice, 0.9)


def _current(situation: Situation, choice: Choice) -> Finding | None:
    """Of statements with an end the one without an end was kept or made preferred."""
    ends = _qualified(situation, END_TIME)
    if any(said.key in ends for said in choice.kept) or any(s.key not in ends for s in choice.dropped):
        return None
    return _found(
        "current_kept", "All dropped statements have an end time, the kept one has none.", choice, 0.85
    )


def _each(choice: Choice, test: Callable[[Said, Said], bool]) -> bool:
    return all(any(test(kept, dropped) for kept in choice.kept) for dropped in choice.dropped)


def _is_finer(kept: Said, dropped: Said) -> bool:
    match kept.value, dropped.value:
        case TimeValue() as fine, TimeValue() as coarse:
            return fine.precision > coarse.precision and same_date(coarse, fine)
        case GlobeCoordinateValue() as fine, GlobeCoordinateValue() as coarse:
            blur, sharp = coarse.precision or 0.0, fine.precision or 0.0
            near = (
                abs(fine.latitude - coarse.latitude) <= blur
                and abs(fine.longitude - coarse.longitude) <= blur
            )
            return fine.globe == coarse.globe and 0 < sharp < blur and near
        case QuantityValue() as fine, QuantityValue() as coarse:
            places = -_exponent(coarse)
            return (
                fine.unit == coarse.unit
                and _exponent(fine) < -places
                and round(fine.amount, places) == coarse.amount
            )
    return False


def _exponent(value: QuantityValue) -> int:
    exponent = value.amount.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _is_variant(kept: Said, dropped: Said) -> bool:
    if isinstance(kept.value, StringValue) and isinstance(dropped.value, StringValue):
        return respelled(dropped.value.text, kept.value.text) is not None
    if isinstance(kept.value, TimeValue) and isinstance(dropped.value, TimeValue):
        return kept.value.calendar != dropped.value.calendar and day_number(kept.value) == day_number(
            dropped.value
        )
    if isinstance(kept.value, QuantityValue) and isinstance(dropped.value, QuantityValue):
        return kept.value.amount == dropped.value.amount and kept.value.unit == dropped.value.unit
    return False


def _qualified(situation: Situation, property_id: str) -> dict[bytes, int]:
    """The date that a qualifier gives to each value, as a day; values without it are absent."""
    found: dict[bytes, int] = {}
    for statement in _statements(situation):
        said = said_by(statement["mainsnak"])
        dates = [one.value for name, one in qualifier_pairs(statement) if name == property_id]
        days = [day_number(date) for date in dates if isinstance(date, TimeValue)]
        if said is not None and days:
            found[said.key] = max(days)
    return found


def _statements(situation: Situation) -> list[Raw]:
    node = situation.sight.nodes.get(situation.change.entity)
    claims = (node.raw or {}).get("claims") if node else None
    held = claims.get(situation.change.edited_property) if isinstance(claims, Mapping) else None
    standing = [raw for raw in held or () if rank_of(raw) != "deprecated"]
    return standing or [raw for edit in situation.change.edits for raw in _of(edit)]


def _of(edit: Edit) -> list[Raw]:
    return [edit.before] if edit.before else []


def _dates_of(values: Iterable[Said], dates: Mapping[bytes, int]) -> list[int | None]:
    return [dates.get(said.key) for said in values]


def _found(name: str, words: str, choice: Choice, confidence: float) -> Finding:
    told = {"kept": [said.text for said in choice.kept], "dropped": [said.text for said in choice.dropped]}
    return Finding(name, words, confidence, told)
