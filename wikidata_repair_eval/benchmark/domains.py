"""Domains that frozen searches leave out: Wikidata and its mirrors. The list is data beside this file."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml


@cache
def excluded_domains() -> tuple[str, ...]:
    """Wikidata and its mirrors, sorted."""
    text = (files("wikidata_repair_eval.benchmark") / "data" / "excluded-domains.yaml").read_text("utf-8")
    return tuple(sorted(yaml.safe_load(text)["domains"]))


def is_excluded(url: str, domains: Iterable[str]) -> bool:
    """Does this address lead to one of the domains, directly or through an archive, a cache or a proxy?"""
    address = unquote(url).casefold()
    host = _host(url)
    return any(_within(host, domain) or _wrapped(address, domain) for domain in domains)


def without_excluded(response: Mapping[str, Any], domains: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """The response without results from these domains, and the addresses of those that were taken out.

    A service may ignore `exclude_domains`, know a domain under another name, or serve an archived copy.
    """
    listed = tuple(domains)
    kept, removed = [], []
    for result in response.get("results", ()):
        url = str(result.get("url", ""))
        if is_excluded(url, listed):
            removed.append(url)
        else:
            kept.append(result)
    return {**response, "results": kept}, removed


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".").casefold()
    except ValueError:
        return ""


def _within(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _wrapped(address: str, domain: str) -> bool:
    """`web.archive.org/web/2026/https://www.wikidata.org/...`, `www-wikidata-org.translate.goog/...`."""
    _, _, rest = address.partition("://")
    host, _, path = rest.partition("/")
    inside = f"/{path}"
    named = any(f"{mark}{domain}" in inside for mark in ("/", ".", "=", ":"))
    return named or f"{domain.replace('.', '-')}." in host
