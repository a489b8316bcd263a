"""How well known an entity is: views of its article and sitelinks; head, torso and tail by views.

Views cost one request per article, so they are asked for released cases alone. An entity without an article
has no views to count, which is an answer; a service that is switched off gives none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.net.pageviews import Pageviews

HEAD, TORSO, TAIL = "head", "torso", "tail"
HEAD_PERCENT, TORSO_PERCENT = 10, 40
MONTHS = 12
COUNTED, NO_DATA, NO_ARTICLE = "counted", "no_data", "no_article"
NOT_FROZEN, SWITCHED_OFF = "not_frozen", "switched_off"
# Statuses that tell how little an entity is read. The others tell nothing.
_KNOWN = (COUNTED, NO_DATA, NO_ARTICLE)

Row = dict[str, Any]
Views = Callable[[str, str, str], Pageviews]


def site_of(pageviews_url: str) -> str:
    """The site whose sitelink names the article: `.../per-article/en.wikipedia` -> `enwiki`."""
    project = pageviews_url.rstrip("/").rpartition("/")[2].removesuffix(".org")
    return project.replace(".wikipedia", "wiki").replace("-", "_")


def months_before(moment: str, count: int = MONTHS) -> tuple[str, str]:
    """The first and the last of so many whole months before this moment (`2026-06-01T...`)."""
    number = int(moment[:4]) * 12 + int(moment[5:7]) - 1
    first, last = number - count, number - 1
    return f"{first // 12:04}-{first % 12 + 1:02}", f"{last // 12:04}-{last % 12 + 1:02}"


def popularity_rows(
    qids: Iterable[str],
    sitelinks: Mapping[str, Mapping[str, str]],
    months: tuple[str, str],
    site: str,
    views: Views | None,
) -> list[Row]:
    """One row per entity, by the order of `qids`. `sitelinks` gives the titles by site of frozen entities."""
    rows = [_row(qid, sitelinks.get(qid), months, site, views) for qid in qids]
    return list(_with_tiers(rows))


def by_entity(rows: Iterable[Row]) -> dict[str, Row]:
    """What cases carry, by entity; an entity that is not here was not among those asked for."""
    return {row["qid"]: {key: value for key, value in row.items() if key != "qid"} for row in rows}


def _row(
    qid: str, titles: Mapping[str, str] | None, months: tuple[str, str], site: str, views: Views | None
) -> Row:
    title = titles.get(site) if titles else None
    row: Row = {"qid": qid, "title": title, "sitelinks": None if titles is None else len(titles)}
    row |= {"views": None, "first_month": months[0], "last_month": months[1], "tier": None}
    if titles is None:
        return {**row, "status": NOT_FROZEN}
    if title is None:
        return {**row, "status": NO_ARTICLE}
    if views is None:
        return {**row, "status": SWITCHED_OFF}
    total = views(title, *months).total
    return {**row, "views": total, "status": NO_DATA if total is None else COUNTED}


def _with_tiers(rows: list[Row]) -> Iterator[Row]:
    """Equal views share a tier: the one that the last of them has earned.

    Tiers are shares of the entities of which something is known. Without counted views there is no head.
    """
    known = [row for row in rows if row["status"] in _KNOWN]
    counts = Counter(row["views"] for row in known)
    tiers: dict[int | None, str] = {None: TAIL}
    at_least = 0
    for views in sorted((count for count in counts if count is not None), reverse=True):
        at_least += counts[views]
        tiers[views] = _tier(at_least, len(known))
    switched_off = any(row["status"] == SWITCHED_OFF for row in rows)
    for row in rows:
        told = row["status"] in _KNOWN and not switched_off
        yield {**row, "tier": tiers[row["views"]] if told else None}


def _tier(rank: int, count: int) -> str:
    if rank <= _share(count, HEAD_PERCENT):
        return HEAD
    return TORSO if rank <= _share(count, HEAD_PERCENT + TORSO_PERCENT) else TAIL


def _share(count: int, percent: int) -> int:
    """Rounded up, so that a small benchmark has a head as well."""
    return -(-count * percent // 100)
