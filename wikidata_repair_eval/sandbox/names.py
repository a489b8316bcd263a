"""Invented names of people and places in fourteen languages, with their Latin spelling."""

from dataclasses import dataclass
from random import Random

from wikidata_repair_eval.sandbox.facts import table


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its own script and in Latin letters; `gender` is f, m or empty for places."""

    language: str
    native: str
    latin: str
    gender: str = ""


# Family name first, as the languages themselves write it.
_FAMILY_FIRST = {"ja", "ko"}
_UNSPACED = {"ja": "", "ko": ""}


def person_name(rng: Random, language: str) -> Name:
    given, gender, given_latin = _given(rng.choice(table("names")["names"][language]["given"]))
    family, family_latin = _spellings(rng.choice(table("names")["names"][language]["family"]))
    space = _UNSPACED.get(language, " ")
    native = f"{family}{space}{given}" if language in _FAMILY_FIRST else f"{given}{space}{family}"
    return Name(language, native, f"{given_latin} {family_latin}", gender)


def place_name(rng: Random, language: str) -> Name:
    native, latin = _spellings(rng.choice(table("names")["names"][language]["places"]))
    return Name(language, native, latin)


def languages() -> list[str]:
    return sorted(table("names")["names"])


def _given(entry: str) -> tuple[str, str, str]:
    native, gender, *latin = entry.split(":")
    return native, gender, latin[0] if latin else native


def _spellings(entry: str) -> tuple[str, str]:
    native, *latin = entry.split(":")
    return native, latin[0] if latin else native
