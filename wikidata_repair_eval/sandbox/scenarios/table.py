"""Every scenario there is, by where it happens."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.ground import Ground
from wikidata_repair_eval.sandbox.scenarios import identifiers
from wikidata_repair_eval.sandbox.scenarios.story import PageScenario, Story
from wikidata_repair_eval.sandbox.site import Site

STORIES: tuple[Story, ...] = (*identifiers.STORIES,)
PAGE_SCENARIOS: tuple[PageScenario, ...] = ()
WORLD_SCENARIOS: tuple[Callable[[Ground, dict[str, Site]], None], ...] = ()
