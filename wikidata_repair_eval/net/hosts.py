"""Which hosts may be contacted. Names from the source file only; a link to anywhere else is refused."""

from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from wikidata_repair_eval.net.errors import ForeignHost

DEFAULT_PORTS = {"http": 80, "https": 443}


def host_of(url: str) -> str:
    """`host:port` of an address, the port left out where it is the scheme's own."""
    parts = urlsplit(url)
    name = (parts.hostname or "").lower()
    port = parts.port
    return name if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{name}:{port}"


class AllowedHosts:
    """The hosts of the configured addresses."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._hosts = frozenset(host_of(url) for url in urls)

    def check(self, url: str, base: str | None = None) -> str:
        """The absolute address, if we may go there; `base` is the page the link was found on."""
        target = urljoin(base, url) if base else url
        origin = host_of(base) if base else "the request"
        try:
            problem = self._problem(target, base)
        except ValueError:
            problem = "is no address"
        if problem:
            raise ForeignHost(
                origin, target, f"link {problem}", "name the host in the source file, if it is trusted"
            )
        return target

    def _problem(self, target: str, base: str | None) -> str | None:
        parts = urlsplit(target)
        if parts.scheme not in DEFAULT_PORTS:
            return f"with scheme {parts.scheme!r} is not followed"
        if parts.username is not None or parts.password is not None:
            return "with a user name is not followed"
        if host_of(target) not in self._hosts:
            return f"to {host_of(target)}, which is not a configured host, is not followed"
        if base and urlsplit(base).scheme == "https" and parts.scheme == "http":
            return "from https down to http is not followed"
        return None
