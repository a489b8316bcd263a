"""A benchmark of proven Wikidata repairs, and an evaluation of extracted triples against Wikidata.

For people who only have a release: `load_release`, `check_entity`, `prompt_view` and `score_proposals` work
in a notebook at once, without Dagster. They are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wikidata_repair_eval.benchmark.release import load_release
    from wikidata_repair_eval.scoring.checking import check_entity
    from wikidata_repair_eval.scoring.runs import score_proposals
    from wikidata_repair_eval.world.prompts import prompt_view

    __version__: str
__all__ = ["__version__", "check_entity", "load_release", "prompt_view", "score_proposals"]

_HOMES = {
    "check_entity": "wikidata_repair_eval.scoring.checking",
    "load_release": "wikidata_repair_eval.benchmark.release",
    "prompt_view": "wikidata_repair_eval.world.prompts",
    "score_proposals": "wikidata_repair_eval.scoring.runs",
}


def __getattr__(name: str) -> Any:
    """Rooms import this package for its version, so it may import none of them before it is asked."""
    if name == "__version__":  # reading it takes longer than a small process needs for all else
        from importlib.metadata import version

        globals()[name] = version("wikidata_repair_eval")
        return globals()[name]
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
