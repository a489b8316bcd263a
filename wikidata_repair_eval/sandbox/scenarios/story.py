"""The shape of a line in the tables of scenarios."""

from collections.abc import Callable
from dataclasses import dataclass

from wikidata_repair_eval.sandbox.site import Site


@dataclass(frozen=True, slots=True)
class Story:
    """A scenario on the report pages of some kinds of properties. `once` is for edits of a constraint that
    cannot be repeated; `weight` makes a story more or less frequent at the larger scales."""

    plant: Callable[[Site], None]
    kinds: tuple[str, ...]
    once: bool = False
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class PageScenario:
    """Something that happens to a report page itself; `fits` gets the page and its number."""

    plant: Callable[[Site], None]
    fits: Callable[[Site, int], bool]


def witnesses(site: Site, least: int = 2) -> range:
    """How many items one edit of a constraint sets free."""
    return range(max(least, site.ground.scale.copies))
