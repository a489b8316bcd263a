"""Every scenario there is, by where it happens."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.ground import Ground
from wikidata_repair_eval.sandbox.scenarios import (
    amounts,
    births,
    categories,
    couples,
    date_definitions,
    definitions,
    giants,
    holders,
    identifiers,
    pages,
    parts,
    places,
    small_pages,
    surroundings,
    traps,
)
from wikidata_repair_eval.sandbox.scenarios.story import PageScenario, Story
from wikidata_repair_eval.sandbox.site import Site

STORIES: tuple[Story, ...] = (
    *identifiers.STORIES,
    *holders.STORIES,
    *definitions.STORIES,
    *births.STORIES,
    *date_definitions.STORIES,
    *couples.STORIES,
    *amounts.STORIES,
    *places.STORIES,
    *categories.STORIES,
    *parts.STORIES,
    *small_pages.STORIES,
    *traps.STORIES,
    *giants.STORIES,
)
PAGE_SCENARIOS: tuple[PageScenario, ...] = pages.PAGE_SCENARIOS
WORLD_SCENARIOS: tuple[Callable[[Ground, dict[str, Site]], None], ...] = surroundings.WORLD_SCENARIOS
