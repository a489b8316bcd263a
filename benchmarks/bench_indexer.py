"""Stage 1 with 12,000 report pages: registering and listing partitions, and a look that finds nothing new.

The wiki is a small server in this process that knows the newest revision of every page and nothing else.
"""

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import dagster as dg
import orjson

from wikidata_repair_eval.orchestration.automation import changed_report_pages, write_cursor
from wikidata_repair_eval.orchestration.resources import WikiResource

PAGES = 12_000
PREFIX = "Wikidata:Database reports/Constraint violations/"


class _Wiki(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(parse_qs(sent)["titles"][0].split("|"))

    def do_GET(self) -> None:
        self._answer(parse_qs(urlsplit(self.path).query)["titles"][0].split("|"))

    def _answer(self, titles: list[str]) -> None:
        pages = [_page(title) for title in titles]
        body = orjson.dumps({"batchcomplete": True, "query": {"pages": pages}})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _page(title: str) -> dict[str, Any]:
    number = int(title.rpartition("P")[2])
    revision = {"revid": number + 1, "parentid": 1, "timestamp": "2026-01-01T00:00:00Z", "user": "KrBot2"}
    return {"pageid": number, "ns": 4, "title": title, "revisions": [revision]}


@contextmanager
def _source(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Wiki)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = folder / "source.yaml"
    url = f"http://127.0.0.1:{server.server_address[1]}/api.php"
    path.write_text(f"name: bench\napi_url: {url}\nreport_prefix: '{PREFIX}'\nrequests_per_minute: null\n")
    try:
        yield str(path)
    finally:
        server.shutdown()
        server.server_close()


def main() -> list[dict[str, Any]]:
    """Seconds for each; the baseline is one empty sensor tick."""
    keys = [f"P{number}" for number in range(1, PAGES + 1)]
    with tempfile.TemporaryDirectory() as name, _source(Path(name)) as source:
        home = Path(name) / "dagster"
        home.mkdir()
        os.environ["DAGSTER_HOME"] = str(home)
        with dg.DagsterInstance.get() as instance:
            adding = _timed(lambda: instance.add_dynamic_partitions("report_pages", keys))
            listing = _timed(lambda: instance.get_dynamic_partitions("report_pages"))
            looking = _timed(lambda: _look_at_all(instance, source, {key: int(key[1:]) + 1 for key in keys}))
    rows = {"register 12,000 pages": adding, "list them": listing, "look at all, nothing new": looking}
    return [
        {"name": f"indexer: {what}", "value": round(seconds, 2), "unit": "s", "note": f"{PAGES:,} partitions"}
        for what, seconds in rows.items()
    ]


def _look_at_all(instance: dg.DagsterInstance, source: str, seen: dict[str, int]) -> None:
    """Sensor ticks until every page has been looked at once."""
    cursor = write_cursor(seen, 0)
    while True:
        context = dg.build_sensor_context(
            instance=instance, cursor=cursor, resources={"wiki": WikiResource(source=source)}
        )
        result = changed_report_pages(context)
        if result.run_requests:
            raise AssertionError("nothing has changed, and yet a run was asked for")
        cursor = result.cursor
        if '"next":0' in cursor:
            return


def _timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
