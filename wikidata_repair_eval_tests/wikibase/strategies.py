"""Random entities in the shape of real ones, and shuffles that change nothing an editor said."""

import random
from typing import Any

from hypothesis import strategies as st

from wikidata_repair_eval_tests import build

Raw = dict[str, Any]
PROPERTIES = st.sampled_from(["P1", "P2", "P31", "P569", "P2302"])
_TEXTS = st.text(max_size=6).filter(lambda text: text.isprintable() or not text)
_DECIMALS = st.decimals(-1000, 1000, places=3).map(lambda number: f"{number:+f}")
_DATES = st.builds(
    "{}{:04d}-{:02d}-{:02d}".format,
    st.sampled_from("+-"),
    st.integers(1, 99_999_999_999),
    st.integers(0, 12),
    st.integers(0, 28),
)


def values() -> st.SearchStrategy[Raw]:
    ids = st.builds("{}{}".format, st.sampled_from("QPL"), st.integers(1, 50))
    return st.one_of(
        ids.map(build.item),
        _TEXTS.map(build.text),
        st.just(build.unknown()),
        st.just(build.none()),
        st.builds(build.time, _DATES, st.integers(0, 14), st.sampled_from(["Q1985727", "Q1985786"])),
        st.builds(build.quantity, _DECIMALS, st.sampled_from(["1", "Q11573"]), st.none() | _DECIMALS),
        st.builds(build.coordinate, st.floats(-90, 90), st.floats(-180, 180), st.none() | st.just(0.01)),
        st.builds(build.monolingual, _TEXTS, st.sampled_from(["en", "mul"])),
        st.builds(build.value, st.just("bad"), st.dictionaries(_TEXTS, st.integers(0, 9), max_size=2)),
    )


def groups() -> st.SearchStrategy[dict[str, list[Raw]]]:
    return st.dictionaries(PROPERTIES, st.lists(values(), min_size=1, max_size=2), max_size=2)


def statements() -> st.SearchStrategy[Raw]:
    return st.builds(
        build.statement,
        PROPERTIES,
        values(),
        rank=st.sampled_from(["normal", "preferred", "deprecated"]),
        qualifiers=groups(),
        references=st.lists(groups(), max_size=2),
    )


def entities() -> st.SearchStrategy[Raw]:
    return st.builds(
        lambda entity_id, claims, labels, aliases: build.entity(
            entity_id, *claims, labels=labels, aliases=aliases
        ),
        st.sampled_from(["Q1", "P9"]),
        st.lists(statements(), max_size=4),
        st.dictionaries(st.sampled_from(["en", "de", "mul"]), _TEXTS, max_size=2),
        st.dictionaries(st.sampled_from(["en", "de"]), st.lists(_TEXTS, min_size=1, max_size=3), max_size=2),
    )


def shuffled(part: Any, chance: random.Random) -> Any:
    """The same said in another order, with other ids and hashes, and without what only orders the display."""
    if isinstance(part, list):
        return chance.sample([shuffled(member, chance) for member in part], len(part))
    if not isinstance(part, dict):
        return part
    dropped = {"hash", "snaks-order", "qualifiers-order"} if chance.random() < 0.5 else set()
    kept = [(key, shuffled(member, chance)) for key, member in part.items() if key not in dropped]
    mixed = dict(chance.sample(kept, len(kept)))
    if "mainsnak" in mixed:
        mixed["id"] = f"Q1${chance.random()}"
    return mixed
