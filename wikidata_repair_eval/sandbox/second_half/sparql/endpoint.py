"""GET and POST of the query endpoints. Bounds and rewriting are the engine's, bytes are made in `bodies`."""

from collections.abc import Callable
from urllib.parse import parse_qsl

import pyoxigraph
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.second_half.rdf.graphs import Graphs
from wikidata_repair_eval.sandbox.second_half.sparql.bodies import (
    cut_json,
    results_json,
    results_xml,
    stack_trace,
)
from wikidata_repair_eval.sandbox.second_half.sparql.engine import Answer, Busy, Engine, Limits
from wikidata_repair_eval.sandbox.second_half.sparql.services import ServiceRefused

JSON = "application/sparql-results+json"
XML = "application/sparql-results+xml"
FAULT = "sandbox.fault"  # where the server leaves the trouble that an endpoint should imitate


def sparql_routes(graphs: Graphs, limits: Limits) -> list[Route]:
    engine = Engine(limits)
    return [
        Route("/sparql", _endpoint(engine, graphs.main), methods=["GET", "POST"]),
        Route("/sparql-scholarly", _endpoint(engine, graphs.scholarly), methods=["GET", "POST"]),
    ]


def _endpoint(engine: Engine, store: Callable[[], pyoxigraph.Store]) -> Callable[[Request], object]:
    async def respond(request: Request) -> Response:
        query, wants_json = await _question(request)
        if not query:
            return PlainTextResponse("No query: send it as the parameter 'query'.\n", status_code=400)
        cut = truncation_wanted(request)
        return await run_in_threadpool(lambda: _respond(engine, store(), query, wants_json, cut))

    return respond


def truncation_wanted(request: Request) -> bool:
    """Whether the server plants the fault `stack_trace` in this request; what it plants is its own affair."""
    fault = request.scope.get(FAULT)
    return fault is not None and bool(fault.is_a("stack_trace"))


async def _question(request: Request) -> tuple[str, bool]:
    parameters = dict(request.query_params)
    if request.method == "POST":
        body = (await request.body()).decode(errors="replace")
        if request.headers.get("content-type", "").startswith("application/sparql-query"):
            parameters["query"] = body
        else:
            parameters.update(parse_qsl(body, keep_blank_values=True))
    accept = request.headers.get("accept", "")
    return parameters.get("query", ""), "json" in accept or parameters.get("format") == "json"


def _respond(engine: Engine, store: pyoxigraph.Store, query: str, wants_json: bool, cut: bool) -> Response:
    try:
        answer = engine.answer(store, query)
    except Busy:
        return PlainTextResponse("Rate limit exceeded\n", status_code=429, headers={"Retry-After": "5"})
    except (SyntaxError, ServiceRefused, ValueError) as error:
        problem = f"org.openrdf.query.MalformedQueryException: {error}"
        return PlainTextResponse(f"SPARQL-QUERY: queryStr={query}\n{problem}\n", status_code=400)
    if answer.kind == "graph":
        return Response("\n".join(answer.lines) + "\n", media_type="text/turtle")
    if not answer.complete and not answer.rows:
        return Response(stack_trace(query), status_code=500, media_type="text/plain")
    if cut or not answer.complete:
        return Response(cut_json(answer, query), media_type=JSON)
    return _results(answer, wants_json)


def _results(answer: Answer, wants_json: bool) -> Response:
    if wants_json:
        return Response(results_json(answer), media_type=JSON)
    return Response(results_xml(answer), media_type=XML)
