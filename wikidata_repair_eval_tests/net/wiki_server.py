"""A tiny wiki for tests: page histories behind a real api.php and rest.php, over real HTTP.

It answers as a MediaWiki does where the clients of `net` could go wrong: both continuations, cut results,
hidden and bad revisions, inclusive bounds, its own clock. It knows no Wikibase; scripted replies do that.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval_tests.net.clients import impatient_client
from wikidata_repair_eval_tests.net.rude_server import Reply, RudeServer, Seen, rude_server

Raw = dict[str, Any]
JSON = {"Content-Type": "application/json; charset=utf-8"}
HTML = {"Content-Type": "text/html; charset=utf-8"}


def rev(revid: int, timestamp: str, parentid: int | None = None, **more: Any) -> Raw:
    """One revision as the action API tells it, with the text `text of <revid>`."""
    raw = {
        "revid": revid,
        "parentid": revid - 1 if parentid is None else parentid,
        "user": "Alice",
        "userid": 3,
        "timestamp": timestamp,
        "size": 100,
        "sha1": f"{revid:040x}",
        "comment": f"/* wbsetclaim-update:2||1 */ edit {revid}",
        "tags": [],
        "minor": False,
        "slots": {"main": {"contentmodel": "wikibase-item", "content": f"text of {revid}"}},
    }
    return {**raw, **more}


def hidden_rev(revid: int, timestamp: str) -> Raw:
    """User, comment and text hidden by an administrator: the keys are gone, flags stand in their place."""
    raw = rev(revid, timestamp, userhidden=True, commenthidden=True, sha1hidden=True)
    for key in ("user", "userid", "comment", "sha1"):
        del raw[key]
    return {**raw, "slots": {"main": {"texthidden": True}}}


@dataclass
class TinyWiki:
    """`pages` maps titles to revisions, in any order. `cut_at` is how many texts fit into one answer."""

    pages: dict[str, list[Raw]]
    clock: str = "2026-07-01T00:00:00Z"
    cut_at: int = 1_000
    asked: list[dict[str, str]] = field(default_factory=list)

    def __call__(self, seen: Seen, _number: int) -> Reply:
        parts = urlsplit(seen.path)
        if parts.path.startswith("/w/rest.php/"):
            return self._rest(parts.path, dict(parse_qsl(parts.query)), seen.headers["Host"])
        params = dict(parse_qsl(parts.query or seen.body.decode(), keep_blank_values=True))
        self.asked.append(params)
        return reply_json({"curtimestamp": self.clock, **self._query(params)})

    def _query(self, params: Mapping[str, str]) -> Raw:
        limited = {"rvlimit", "rvstart", "rvend", "rvdir"} & params.keys()
        if "revids" in params:
            return error("invalidparammix") if limited else self._by_id(params)
        titles = params["titles"].split("|")
        if not limited:
            return self._latest(titles, params)
        return error("invalidparammix") if len(titles) > 1 else self._window(titles[0], params)

    def _window(self, title: str, params: Mapping[str, str]) -> Raw:
        if title not in self.pages:
            return _done([{"ns": 0, "title": title, "missing": True}])
        newest, oldest = params.get("rvstart", "9"), params.get("rvend", "0")
        wanted = [r for r in self._newest_first(title) if oldest <= r["timestamp"] <= newest]
        if "rvcontinue" in params:
            at = int(params["rvcontinue"].split("|")[1])
            wanted = wanted[[r["revid"] for r in wanted].index(at) :]
        limit = min(int(params["rvlimit"]), self.cut_at if "content" in params["rvprop"] else 500)
        page = {"pageid": 1, "ns": 0, "title": title}
        if shown := [_told(r, params) for r in wanted[:limit]]:
            page["revisions"] = shown
        if len(wanted) <= limit:
            return _done([page])
        follow = wanted[limit]
        mark = f"{follow['timestamp'].translate(str.maketrans('', '', '-:TZ'))}|{follow['revid']}"
        return {"continue": {"rvcontinue": mark, "continue": "||"}, "query": {"pages": [page]}}

    def _by_id(self, params: Mapping[str, str]) -> Raw:
        ids = sorted({int(text) for text in params["revids"].split("|")})
        known = {r["revid"]: (title, r) for title, rows in self.pages.items() for r in rows}
        bad = {str(i): {"revid": i, "missing": True} for i in ids if i not in known}
        good = [i for i in ids if i in known and i >= int(params.get("rvcontinue", 0))]
        # Every page is listed in every piece, with revisions or without.
        pages = {known[i][0]: {"ns": 0, "title": known[i][0]} for i in ids if i in known}
        for i in good[: self.cut_at]:
            pages[known[i][0]].setdefault("revisions", []).append(_told(known[i][1], params))
        query: Raw = {"pages": list(pages.values())} if pages else {}
        query |= {"badrevids": bad} if bad else {}
        if len(good) <= self.cut_at:
            return {"batchcomplete": True, "query": query}
        return {"continue": {"rvcontinue": good[self.cut_at], "continue": "||"}, "query": query}

    def _latest(self, titles: list[str], params: Mapping[str, str]) -> Raw:
        normal = {title: title[:1].upper() + title[1:].replace("_", " ") for title in titles}
        pages: list[Raw] = []
        for title in dict.fromkeys(normal.values()):
            if title in self.pages:
                newest = _told(self._newest_first(title)[0], params)
                pages.append({"pageid": 1, "ns": 0, "title": title, "revisions": [newest]})
            else:
                pages.append({"ns": 0, "title": title, "missing": True})
        renamed = [{"fromencoded": False, "from": a, "to": b} for a, b in normal.items() if a != b]
        answer = _done(pages)
        answer["query"] |= {"normalized": renamed} if renamed else {}
        return answer

    def _rest(self, path: str, params: Mapping[str, str], host: str) -> Reply:
        title = unquote(path.split("/")[5])
        clock = {"Date": "Wed, 01 Jul 2026 00:00:00 GMT", **JSON}
        if title not in self.pages:
            return Reply(404, json.dumps({"errorKey": "rest-nonexistent-title"}).encode(), clock)
        rows = self._newest_first(title)
        if "older_than" in params:
            rows = rows[[r["revid"] for r in rows].index(int(params["older_than"])) + 1 :]
        body: Raw = {"revisions": [_rest_told(r) for r in rows[:20]], "latest": f"http://{host}{path}"}
        if len(rows) > 20:
            body["older"] = f"http://{host}{path}?older_than={rows[19]['revid']}"
        return Reply(body=json.dumps(body).encode(), headers=clock)

    def _newest_first(self, title: str) -> list[Raw]:
        return sorted(self.pages[title], key=lambda r: (r["timestamp"], r["revid"]), reverse=True)


def _told(raw: Raw, params: Mapping[str, str]) -> Raw:
    return raw if "content" in params["rvprop"] else {k: v for k, v in raw.items() if k != "slots"}


def _rest_told(raw: Raw) -> Raw:
    user = {"id": raw.get("userid"), "name": raw["user"]} if "user" in raw else None
    told = {key: raw.get(key) for key in ("timestamp", "minor", "size", "comment")}
    return {"id": raw["revid"], "user": user, "delta": 1, **told}


def _done(pages: list[Raw]) -> Raw:
    return {"batchcomplete": True, "query": {"pages": pages}}


def error(code: str, info: str = "no reason given", **more: Any) -> Raw:
    return {"error": {"code": code, "info": info, **more}}


def reply_json(body: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(status, json.dumps(body).encode(), {**JSON, **headers})


@dataclass
class Served:
    """A running server, a client that may talk to it, and the action API on top."""

    server: RudeServer
    http: HttpClient
    wiki: MediaWiki

    @property
    def requests(self) -> int:
        return len(self.server.seen)


@contextmanager
def served(folder: Path, replies: list[Reply] | Callable[[Seen, int], Reply]) -> Iterator[Served]:
    """Serve a TinyWiki, or replies one after the other."""
    with rude_server(replies) as server, impatient_client(folder / "budget", [server.url]) as http:
        yield Served(server, http, MediaWiki(http, f"{server.url}/w/api.php"))
