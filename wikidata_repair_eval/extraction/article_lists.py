"""Article lists: which articles are evaluated, in which domain; and the items behind them, by sitelink.

The list that ships is the default. A list's Q-ids are never trusted: they are compared with the sitelinks.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.tables import parse_table, shipped_text
from wikidata_repair_eval.net.pages import PageProps

SHIPPED = "wikidata-benchmark-1k.yaml"
DOMAINS = (
    "biography_historical",
    "biography_living",
    "creative_work",
    "event",
    "geographic",
    "organization",
    "scientific",
)
OK, FAILED = "ok", "failed"
_QID = re.compile(r"Q[1-9][0-9]*")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One row of an article list. Its Q-id, if it names one, is only compared with the sitelink's."""

    title: str
    domain: str | None = None
    qid: str | None = None


def read_article_list(path: str | Path) -> list[Wanted]:
    """`articles: [{title, qid?, domain?}]`; a title that is listed twice counts once."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = f"the list cannot be read ({type(error).__name__})"
        raise InputError(str(path), "the article list", problem, "name a YAML file in UTF-8") from None
    return parse_article_list(text, str(path))


def named_list(name: str) -> list[Wanted]:
    """The list that ships, by its name, or the one in a file."""
    return benchmark_list(None) if name == Path(SHIPPED).stem else read_article_list(name)


def parse_article_list(text: str, file: str) -> list[Wanted]:
    rows = parse_table(text, file).get("articles")
    if not isinstance(rows, list) or not all(isinstance(row, dict) and row.get("title") for row in rows):
        problem, fix = "it is not a list of rows with a title", "write articles: [{title, domain}, ...]"
        raise InputError(file, "articles", problem, fix)
    found = {str(row["title"]): Wanted(str(row["title"]), row.get("domain"), row.get("qid")) for row in rows}
    return list(found.values())


def benchmark_list(path: str | None) -> list[Wanted]:
    """The list a source names, or the one that ships; refused where an article is not told or placed."""
    name = path or SHIPPED
    wanted = read_article_list(path) if path else parse_article_list(shipped_text(SHIPPED), SHIPPED)
    if problems := problems_of(wanted):
        shown = "; ".join(problems[:5])
        raise InputError(name, "articles", shown, "give each article one title, one item and one domain")
    return wanted


def problems_of(wanted: Sequence[Wanted]) -> list[str]:
    """Articles listed under two spellings, items listed twice, malformed ids, unknown domains."""
    titles = Counter(_spelt(one.title) for one in wanted)
    qids = Counter(one.qid for one in wanted if one.qid)
    problems = [f"{title!r} is listed {n} times" for title, n in titles.items() if n > 1]
    problems += [f"{qid} is listed {n} times" for qid, n in qids.items() if n > 1]
    for one in wanted:
        if one.domain not in DOMAINS:
            problems.append(f"{one.title!r}: {one.domain!r} is none of {', '.join(DOMAINS)}")
        if one.qid is not None and not _QID.fullmatch(str(one.qid)):
            problems.append(f"{one.title!r}: {one.qid!r} is no item id")
    return problems


def resolve(wanted: Sequence[Wanted], ask: Callable[[Iterable[str]], Mapping[str, PageProps]]) -> list[Row]:
    """One row per article with its item by sitelink, or why it has none; two titles of one page are one."""
    props = ask([one.title for one in wanted])
    rows: list[Row] = []
    seen: dict[str, str] = {}
    for one in sorted(wanted, key=lambda one: (str(one.domain), one.title)):
        row = _resolved(one, props[one.title])
        first = seen.setdefault(row["qid"], one.title) if row["qid"] else one.title
        if first != one.title:
            reason = f"it is the same article as {first!r} ({row['qid']})"
            row |= {"status": FAILED, "reason": reason}
        rows.append(row)
    return rows


def _resolved(one: Wanted, props: PageProps) -> Row:
    reason = None
    if props.state != "here":
        reason = f"the page is {props.state}"
    elif props.disambiguation:
        reason = "it is a disambiguation page"
    elif props.wikibase_item is None:
        reason = "it is not linked to an item"
    return {
        "title": one.title,
        "domain": one.domain,
        "listed_qid": one.qid,
        "qid": None if reason else props.wikibase_item,
        "resolved_title": props.title,
        "redirected": props.redirected,
        "status": FAILED if reason else OK,
        "reason": reason,
    }


def _spelt(title: str) -> str:
    """Wikis take these spellings for one title."""
    plain = unicodedata.normalize("NFC", title).replace("_", " ").strip()
    return plain[:1].upper() + plain[1:]
