"""Answers of services kept for a while (`cache/http.sqlite`): queries, pageviews and the like.

Keys are made of what was asked, without any header: a key of ours can never become part of them.
"""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlsplit

import orjson

from wikidata_repair_eval.net.secrets import names_a_secret


def request_key(method: str, url: str, asked: Mapping[str, str] | None = None) -> str:
    """A key for this request: readable up to the path, the rest as a digest, parameters in any order."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    kept = sorted((name, value) for name, value in (asked or {}).items() if not names_a_secret(name))
    digest = hashlib.sha256(orjson.dumps([parts.query, kept])).hexdigest()
    return f"{method} {parts.scheme}://{host}{parts.path} {digest}"
