"""The answers of planted faults that need no endpoint: pages that come instead of the wiki's own answer."""

import math
import time
from collections.abc import Callable
from email.utils import formatdate

from starlette.responses import Response

from wikidata_repair_eval.sandbox.server.faults import Fault
from wikidata_repair_eval.sandbox.server.html_errors import html_error


def _too_many(fault: Fault) -> Response:
    return html_error(429, "Too many requests.", {"Retry-After": fault.retry_after()})


def _too_many_date(fault: Fault) -> Response:
    """Waiting is done in real time, so this refusal carries the real Date and not the world's."""
    now = time.time()
    until = math.ceil(now + fault.plan.retry_after_s)
    headers = {"Date": formatdate(now, usegmt=True), "Retry-After": formatdate(until, usegmt=True)}
    return html_error(429, "Too many requests.", headers)


def _unavailable(_fault: Fault) -> Response:
    return html_error(503, "Our servers are currently under maintenance or experiencing a technical problem.")


def _page(_fault: Fault) -> Response:
    body = "<!DOCTYPE html>\n<html><body>Please sign in to this network.</body></html>\n"
    return Response(body, media_type="text/html")


REFUSALS: dict[str, Callable[[Fault], Response]] = {
    "too_many_requests": _too_many,
    "too_many_requests_date": _too_many_date,
    "unavailable": _unavailable,
    "html": _page,
}
