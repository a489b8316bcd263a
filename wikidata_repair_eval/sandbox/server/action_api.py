"""`/w/api.php`: reads the parameters, runs the action, wraps answer, warnings and errors.

Everything answers with HTTP 200, errors too. How they look is `envelope`'s affair.
"""

from collections.abc import Callable
from urllib.parse import parse_qsl

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from wikidata_repair_eval.sandbox.server.api_errors import ApiError, bad_value
from wikidata_repair_eval.sandbox.server.call import RESULT_BYTES, Call, JsonObject
from wikidata_repair_eval.sandbox.server.catalogue import Catalogue
from wikidata_repair_eval.sandbox.server.entities import answer_entities
from wikidata_repair_eval.sandbox.server.envelope import ERROR_FORMATS, error_answer, version_1, warning_part
from wikidata_repair_eval.sandbox.server.faults import Fault, fault_of
from wikidata_repair_eval.sandbox.server.parameters import Parameters
from wikidata_repair_eval.sandbox.server.query import answer_query

ACTIONS: dict[str, Callable[[Call], JsonObject]] = {
    "query": answer_query,
    "wbgetentities": answer_entities,
}
HEADERS = {
    "Content-Type": "application/json; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Disposition": "inline; filename=api-result.json",
    "Cache-Control": "private, must-revalidate, max-age=0",
}


def routes(catalogue: Catalogue, result_bytes: int = RESULT_BYTES) -> list[BaseRoute]:
    async def api(request: Request) -> Response:
        values = dict(parse_qsl(request.scope["query_string"].decode(), keep_blank_values=True))
        values.update(await _form(request))
        parameters = Parameters(values, catalogue.world.clock)
        client = request.client.host if request.client else "127.0.0.1"
        base_url = f"{request.scope['scheme']}://{request.headers.get('host', '')}"
        call = Call(catalogue, parameters, 1, base_url, client, result_bytes)
        return _respond(call, fault_of(request))

    return [Route("/w/api.php", api, methods=["GET", "POST"])]


async def _form(request: Request) -> dict[str, str]:
    if request.method != "POST":
        return {}
    return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))


def _respond(call: Call, fault: Fault | None) -> Response:
    main = call.parameters.of("main")
    if main.text("format") in (None, "jsonfm"):
        return _page_for_people(call)
    headers = dict(HEADERS)
    try:
        answer = _answer(call, fault)
    except ApiError as error:
        headers.update(error.headers, **{"MediaWiki-API-Error": error.code})
        answer = error_answer(call, error)
    return Response(orjson.dumps(answer), headers=headers)


def _answer(call: Call, fault: Fault | None) -> JsonObject:
    main = call.parameters.of("main")
    call.error_format = main.choice("errorformat", ERROR_FORMATS, "bc")
    call.version = _version(main.choice("formatversion", ("1", "2", "latest"), "1"))
    main.choice("format", ("json",), "json")
    common = _common(call)
    _refuse_when_lagged(main.integer("maxlag"), fault)
    _refuse_when_ill(fault)
    name = main.text("action")
    if name not in ACTIONS:
        raise bad_value("action", name or "")
    answer = ACTIONS[name](call)
    call.parameters.warn_about_unread()
    found: JsonObject = {key: answer.pop(key) for key in ("batchcomplete", "continue") if key in answer}
    found |= common | warning_part(call)
    if call.limits:
        found["limits"] = call.limits
    found |= answer
    return found if call.version == 2 or "entities" in answer else version_1(found)


def _version(text: str) -> int:
    return 1 if text == "1" else 2


def _common(call: Call) -> JsonObject:
    """Parameters that every action takes; reading them here keeps them out of the warnings."""
    main = call.parameters.of("main")
    for name in ("action", "utf8", "ascii", "uselang", "origin", "assert", "smaxage", "maxage"):
        main.text(name)
    found: JsonObject = {}
    if main.flag("curtimestamp"):
        found["curtimestamp"] = call.catalogue.world.clock
    if main.flag("servedby"):
        found["servedby"] = "sandbox"
    request_id = main.text("requestid")
    return found if request_id is None else found | {"requestid": request_id}


def _refuse_when_lagged(maxlag: int | None, fault: Fault | None) -> None:
    """The replicas never lag here, so only a planted fault or `maxlag=-1` (a client's test) is refused."""
    if maxlag is None:
        return
    lagged = fault is not None and fault.is_a("maxlag")
    lag = maxlag + 1.45 if lagged else 0
    if lag <= maxlag:
        return
    wait = fault.retry_after() if fault is not None and lagged else "5"
    details = {"host": "all", "lag": lag, "type": "wikibase-queryservice", "queryserviceLag": 626}
    headers = {"Retry-After": wait, "X-Database-Lag": str(int(lag))}
    raise ApiError("maxlag", f"Waiting for all: {lag} seconds lagged.", details, headers)


def _refuse_when_ill(fault: Fault | None) -> None:
    if fault is not None and fault.is_a("api_error"):
        raise ApiError(fault.api_error_code(), "The sandbox was told to fail here.")


def _page_for_people(call: Call) -> Response:
    """Without `format=json` MediaWiki shows a page, which is what a forgetful client gets here, too."""
    text = "<!DOCTYPE html>\n<html><body><h1>MediaWiki API</h1><p>Add format=json.</p></body></html>\n"
    return Response(text, media_type="text/html")
