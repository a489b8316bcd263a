"""How the server's tests ask: plain `requests`, so that nothing of ours stands between test and wire."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve

AGENT = "sandbox-tests/1.0 (tests@example.org)"


class Asker:
    """One client of one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = requests.Session()
        self.session.headers["User-Agent"] = AGENT

    def close(self) -> None:
        self.session.close()

    def get(self, path: str, **options: Any) -> requests.Response:
        options.setdefault("allow_redirects", False)
        return self.session.get(self.url + path, timeout=20, **options)

    def api(self, **parameters: Any) -> dict[str, Any]:
        """The answer of api.php, formatversion 2 unless said otherwise."""
        response = self.api_response(**parameters)
        assert response.status_code == 200
        answer: dict[str, Any] = response.json()
        return answer

    def api_response(self, **parameters: Any) -> requests.Response:
        asked = {"format": "json", "formatversion": "2", **parameters}
        return self.get("/w/api.php", params=asked)  # a parameter that is None is not sent

    def query(self, **parameters: Any) -> dict[str, Any]:
        return self.api(action="query", **parameters)

    def all_pieces(self, **parameters: Any) -> list[dict[str, Any]]:
        """Every piece of one answer: the continuation is sent back whole, as the documentation asks."""
        pieces = [self.query(**parameters)]
        while "continue" in pieces[-1]:
            assert len(pieces) < 200, "a continuation that never ends"
            pieces.append(self.query(**parameters, **pieces[-1]["continue"]))
        return pieces


@contextmanager
def asking(world: World, **options: Any) -> Iterator[Asker]:
    """Serve the world while the block runs, and hand out a client of it."""
    with serve(world, **options) as served:
        asker = Asker(served.url)
        try:
            yield asker
        finally:
            asker.close()
