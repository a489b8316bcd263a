"""`/_admin/faults` and `/_admin/log`: tests change the trouble and read the manners while all runs."""

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.sandbox.server.edge import Control
from wikidata_repair_eval.sandbox.server.faults import FaultPlan, read_faults


def routes(control: Control) -> list[BaseRoute]:
    async def faults(request: Request) -> Response:
        if request.method == "DELETE":
            control.set_plan(FaultPlan())
        if request.method in ("PUT", "POST"):
            try:
                control.set_plan(read_faults(orjson.loads(await request.body()), "the request's body"))
            except (InputError, orjson.JSONDecodeError) as error:
                return _json({"error": str(error)}, 400)
        return _json(control.plan.as_json())

    async def log(request: Request) -> Response:
        report = control.manners.report()
        if request.method == "DELETE":
            control.manners.reset()
        return _json(report)

    return [
        Route("/_admin/faults", faults, methods=["GET", "PUT", "POST", "DELETE"]),
        Route("/_admin/log", log, methods=["GET", "DELETE"]),
    ]


def _json(content: object, status: int = 200) -> Response:
    return Response(orjson.dumps(content), status, media_type="application/json")
