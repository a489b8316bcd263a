"""The table of routes and the application made of it.

A new family of endpoints is a module with `routes(...)` and one line in `build_app`. Nothing is started here.
"""

from starlette.routing import BaseRoute, Router
from starlette.types import Receive, Scope, Send

from wikidata_repair_eval.sandbox import second_half
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.server import (
    action_api,
    admin,
    dump_files,
    entity_data,
    identity,
    rest_history,
)
from wikidata_repair_eval.sandbox.server.call import RESULT_BYTES
from wikidata_repair_eval.sandbox.server.catalogue import Catalogue
from wikidata_repair_eval.sandbox.server.edge import Control, Edge
from wikidata_repair_eval.sandbox.server.faults import FaultPlan
from wikidata_repair_eval.sandbox.server.html_errors import html_error
from wikidata_repair_eval.sandbox.server.identity import Leases
from wikidata_repair_eval.sandbox.server.times import http_date


def build_app(
    world: World,
    faults: FaultPlan | None = None,
    *,
    with_admin: bool = False,
    result_bytes: int = RESULT_BYTES,
    leases: Leases | None = None,
) -> Edge:
    """The whole server as an ASGI application. `result_bytes` is where an answer of api.php is cut."""
    catalogue = Catalogue(world)
    control = Control(faults or FaultPlan())
    table: list[BaseRoute] = [
        *action_api.routes(catalogue, result_bytes),
        *rest_history.routes(catalogue),
        *entity_data.routes(catalogue),
        *dump_files.routes(world),
        *second_half.routes(world),
        *identity.routes(world, leases or Leases()),
        *(admin.routes(control) if with_admin else []),
    ]
    wiki = Router(table, redirect_slashes=False, default=_nothing_here)
    return Edge(wiki, http_date(world.clock), control)


async def _nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    await html_error(404, "There is nothing at this address.")(scope, receive, send)
