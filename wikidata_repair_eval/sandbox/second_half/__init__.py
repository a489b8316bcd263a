"""What the second half of the pipeline talks to: the query service, Wikipedia, pageviews, search, chat.

`routes(world)` is everything the server mounts; `plant_articles(world)` is called once when a world is built;
`article_list(world)` is the list that the source file names. Nothing is computed before the first question.
"""

from starlette.routing import Route

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.second_half.articles.plant import article_list, plant_articles
from wikidata_repair_eval.sandbox.second_half.chat.endpoint import chat_routes
from wikidata_repair_eval.sandbox.second_half.pageviews import pageview_routes
from wikidata_repair_eval.sandbox.second_half.rdf.graphs import Graphs
from wikidata_repair_eval.sandbox.second_half.search.endpoint import search_routes
from wikidata_repair_eval.sandbox.second_half.sparql.endpoint import sparql_routes
from wikidata_repair_eval.sandbox.second_half.sparql.engine import Limits
from wikidata_repair_eval.sandbox.second_half.wikipedia.action import action_routes
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library
from wikidata_repair_eval.sandbox.second_half.wikipedia.rest import rest_routes
from wikidata_repair_eval.sandbox.second_half.wikipedia.rest_v1 import rest_v1_routes

__all__ = ["Limits", "article_list", "plant_articles", "routes"]


def routes(world: World, limits: Limits | None = None) -> list[Route]:
    """All endpoints of the second half; `limits` bound what one query may cost."""
    library = Library(world)
    return [
        *sparql_routes(Graphs(world), limits or Limits()),
        *rest_routes(library),
        *rest_v1_routes(library),
        *action_routes(library),
        *pageview_routes(library),
        *search_routes(world, library),
        *chat_routes(world),
    ]
