"""What an article is made of: values, facts, sections, and the pages that are not articles.

A *fact* is one piece of knowledge and the places that state it: Wikidata, the infobox, the prose. Facts that
only the article states are the novel ones, facts that only Wikidata states cost recall. How facts become JSON
is known in `statements`, how they become HTML in `wikipedia/`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

DOMAINS = (
    "biography_living",
    "biography_historical",
    "organization",
    "geographic",
    "creative_work",
    "scientific",
    "event",
)


@dataclass(frozen=True, slots=True)
class Thing:
    """An item as an article speaks of it: `title` is its own article, where it has one."""

    id: str
    label: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A time value; `time` and `precision` as in Wikibase (`+1952-03-11T00:00:00Z`, 11)."""

    time: str
    precision: int = 11
    julian: bool = False


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity: `amount` is the signed decimal, `unit` an item id, `symbol` how the article writes it."""

    amount: str
    unit: str | None = None
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Phrase:
    """Monolingual text."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A string of any of the string datatypes (external id, URL, file name, formula, ...)."""

    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """somevalue"""


@dataclass(frozen=True, slots=True)
class Nothing:
    """novalue"""


Value = Thing | Moment | Amount | Place | Phrase | Plain | Unknown | Nothing


@dataclass(frozen=True, slots=True)
class Fact:
    """One piece of knowledge.

    `row` is the label of its infobox row; `sentence` the prose with `{}` for the value, told in `section`
    (empty: the lead). `stated` says whether the item has it; `shown` is what the article says where that
    differs from the item. A property_id of None is knowledge for which the world has no property.
    """

    property_id: str | None
    value: Value
    row: str | None = None
    sentence: str | None = None
    section: str = ""
    stated: bool = True
    shown: Value | None = None
    rank: str = "normal"
    qualifiers: Mapping[str, Value] = field(default_factory=dict)

    @property
    def text_value(self) -> Value:
        return self.value if self.shown is None else self.shown

    @property
    def novel(self) -> bool:
        return not self.stated and (self.row is not None or self.sentence is not None)


@dataclass(frozen=True, slots=True)
class Draft:
    """An article before it has a page: what the domain modules write."""

    title: str
    description: str
    infobox: str
    facts: tuple[Fact, ...]
    opening: str
    label: str | None = None
    aliases: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()
    filler: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return self.label or self.title


@dataclass(frozen=True, slots=True)
class PageData:
    """What every page of the encyclopedia has."""

    title: str
    page_id: int
    revision_id: int
    parent_id: int
    timestamp: str


@dataclass(frozen=True, slots=True)
class Article:
    page: PageData
    domain: str
    qid: str | None
    draft: Draft


@dataclass(frozen=True, slots=True)
class Stub:
    """A short article without infobox: the things that articles link to, and whatever has a sitelink."""

    page: PageData
    qid: str | None
    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Redirect:
    page: PageData
    target: str
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class Disambiguation:
    page: PageData
    qid: str
    choices: tuple[tuple[str, str], ...]


AnyPage = Article | Stub | Redirect | Disambiguation


@dataclass(slots=True)
class Articles:
    """Everything that was planted; `listed` are the rows of the article list: title, item id, domain."""

    pages: dict[str, AnyPage] = field(default_factory=dict)
    listed: list[tuple[str, str, str]] = field(default_factory=list)

    def articles(self) -> Iterator[Article]:
        yield from (page for page in self.pages.values() if isinstance(page, Article))

    def truth(self) -> list[dict[str, object]]:
        """Per article: which properties the item states, and which only the article or only the item has."""
        return [
            {
                "title": article.page.title,
                "qid": article.qid,
                "domain": article.domain,
                "stated": sorted(
                    fact.property_id for fact in article.draft.facts if fact.stated and fact.property_id
                ),
                "only_in_wikidata": sorted(
                    fact.property_id
                    for fact in article.draft.facts
                    if fact.property_id and fact.stated and fact.row is None and fact.sentence is None
                ),
                "novel": sorted(fact.property_id or "" for fact in article.draft.facts if fact.novel),
            }
            for article in self.articles()
        ]
