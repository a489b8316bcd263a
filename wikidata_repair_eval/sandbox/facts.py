"""The tables in `data/`: classes, properties, identifier formats, names. Facts only, no code."""

from functools import cache
from importlib import resources
from typing import Any

import orjson


@cache
def table(name: str) -> dict[str, Any]:
    """`vocabulary`, `properties` or `names`; read once, never changed."""
    text = resources.files("wikidata_repair_eval.sandbox").joinpath("data", f"{name}.json").read_bytes()
    parsed: dict[str, Any] = orjson.loads(text)
    return parsed
