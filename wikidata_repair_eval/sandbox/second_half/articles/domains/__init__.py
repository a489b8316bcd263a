"""One module per domain: each writes drafts, and decides where each of their facts is stated."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.second_half.articles.domains import (
    creative_work,
    event,
    geographic,
    historical,
    living,
    organization,
    scientific,
)
from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import Draft

Writer = Callable[[Draw, int], Draft]

# Biographies come first: the others name their people.
WRITERS: dict[str, Writer] = {
    "biography_living": living.draft,
    "biography_historical": historical.draft,
    "organization": organization.draft,
    "geographic": geographic.draft,
    "creative_work": creative_work.draft,
    "scientific": scientific.draft,
    "event": event.draft,
}
