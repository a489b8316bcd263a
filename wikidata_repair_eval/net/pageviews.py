"""Monthly pageviews of an article. No data is an answer; a failure of the service is none, and never zero."""

import calendar
from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import RetryableAnswer
from wikidata_repair_eval.net.http_cache import request_key
from wikidata_repair_eval.net.titles import title_path

TTL_S = 30 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Pageviews:
    """Views by month (`2025-03`). `without_data` are months asked for of which the service has no row.

    Such a month had no views, or lies outside the service's time, or the title is wrong: it cannot be told.
    """

    title: str
    months: Mapping[str, int]
    without_data: tuple[str, ...]

    @property
    def total(self) -> int | None:
        """The sum over the months with data, or None if there is no data at all."""
        return sum(self.months.values()) if self.months else None


class PageviewsClient:
    """Reads pageviews of one wiki; views of redirects are counted under their own titles."""

    def __init__(
        self, http: HttpClient, url: str, *, cache: Cache | None = None, ttl_s: float = TTL_S
    ) -> None:
        self._http, self._url = http, url.rstrip("/")
        self._cache, self._ttl = cache, ttl_s

    def monthly(self, title: str, first: str, last: str) -> Pageviews:
        """Views by people from the month `first` (`2025-01`) to the month `last`, both included."""
        asked = months_between(first, last)
        start, end = asked[0].replace("-", "") + "0100", _last_day(asked[-1])
        url = f"{self._url}/all-access/user/{title_path(title)}/monthly/{start}/{end}"
        months = self._remembered(url)
        if months is None:
            months = self._fetched(url)
        return Pageviews(title, months, tuple(month for month in asked if month not in months))

    def _fetched(self, url: str) -> dict[str, int]:
        answer = self._http.get(url, judge=_judge, ok=(200, 404))
        months = {} if answer.status == 404 else _months(answer)
        if self._cache is not None and answer.status == 404:
            self._cache.put_absent(request_key("GET", url), "missing")
        elif self._cache is not None:
            body = orjson.dumps(months, option=orjson.OPT_SORT_KEYS)
            self._cache.put(request_key("GET", url), body, ttl_s=self._ttl)
        return months

    def _remembered(self, url: str) -> dict[str, int] | None:
        entry = self._cache.get(request_key("GET", url)) if self._cache is not None else None
        if entry is None:
            return None
        known: dict[str, int] = orjson.loads(entry.body) if entry.state == "value" else {}
        return known


def months_between(first: str, last: str) -> list[str]:
    """`2024-11`, `2025-01` -> all months between, both included."""
    (year, month), (last_year, last_month) = (map(int, text.split("-")) for text in (first, last))
    numbers = range(year * 12 + month - 1, last_year * 12 + last_month)
    if not numbers:
        raise ValueError(f"no month from {first!r} to {last!r}; the form is 2025-01, the first one earlier")
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def _last_day(month: str) -> str:
    # The service counts whole months only: any earlier day would leave out the last one.
    year, number = map(int, month.split("-"))
    return f"{month.replace('-', '')}{calendar.monthrange(year, number)[1]}00"


def _months(answer: Answer) -> dict[str, int]:
    rows = answer.json()["items"]
    return {f"{row['timestamp'][:4]}-{row['timestamp'][4:6]}": int(row["views"]) for row in rows}


def _judge(answer: Answer) -> None:
    """A 404 without the service's own JSON comes from something in between, and says nothing of views."""
    kind = answer.headers.get("Content-Type", "")
    if answer.status == 404 and "json" not in kind:
        raise RetryableAnswer(f"HTTP 404 as {kind or 'nothing'}", pause_everyone=False)
    if answer.status == 200 and not isinstance(answer.json(), dict):
        raise RetryableAnswer("the pageviews are no JSON object", pause_everyone=False)
    if answer.status == 200 and not isinstance(answer.json().get("items"), list):
        raise RetryableAnswer("the pageviews have no items", pause_everyone=False)
