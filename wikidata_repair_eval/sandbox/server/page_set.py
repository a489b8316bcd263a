"""Which pages or revisions a query is about: `titles`, `pageids` or `revids`, and what became of each."""

from dataclasses import dataclass, field

from wikidata_repair_eval.sandbox.model import Page, Revision
from wikidata_repair_eval.sandbox.server.api_errors import ApiError
from wikidata_repair_eval.sandbox.server.call import Call, JsonObject
from wikidata_repair_eval.sandbox.server.titles import InvalidTitle, parse_title


@dataclass(slots=True)
class PageSet:
    """`revisions` is None unless the query named revision ids; then it may be empty (all of them bad)."""

    pages: dict[int, Page] = field(default_factory=dict)
    absent: list[JsonObject] = field(default_factory=list)
    revisions: list[Revision] | None = None
    bad_revisions: dict[str, JsonObject] = field(default_factory=dict)
    normalized: list[JsonObject] = field(default_factory=list)
    redirects: list[JsonObject] = field(default_factory=list)
    entries: dict[int, JsonObject] = field(default_factory=dict)

    def close(self) -> None:
        """Make the entries that the modules fill: by page id, whatever the order of asking."""
        for number in sorted(self.pages):
            page = self.pages[number]
            self.entries[number] = {"pageid": page.id, "ns": page.namespace, "title": page.title}

    def output(self) -> JsonObject:
        """The part of `query` that stands there whichever modules run."""
        found: JsonObject = {}
        if self.normalized:
            found["normalized"] = self.normalized
        if self.redirects:
            found["redirects"] = self.redirects
        if self.bad_revisions:
            found["badrevids"] = self.bad_revisions
        if self.absent or self.entries:
            found["pages"] = [*self.absent, *self.entries.values()]
        return found


def read_page_set(call: Call) -> PageSet:
    parameters = call.parameters.of("query")
    titles, page_ids = parameters.values("titles"), parameters.integers("pageids")
    revision_ids, follow = parameters.integers("revids"), parameters.flag("redirects")
    given = {"titles": titles, "pageids": page_ids, "revids": revision_ids}
    named = [name for name, values in given.items() if values]
    if len(named) > 1:
        text = f"The parameters {', '.join(named)} can not be used together."
        raise ApiError("invalidparammix", text)
    found = PageSet()
    _add_titles(call, found, titles or [])
    _add_page_ids(call, found, page_ids or [])
    _add_revision_ids(call, found, revision_ids or [])
    if follow:
        _follow_redirects(call, found)
    found.close()
    return found


def _add_titles(call: Call, found: PageSet, titles: list[str]) -> None:
    for text in titles:
        try:
            title = parse_title(text)
        except InvalidTitle as error:
            found.absent.append({"title": text, "invalidreason": str(error), "invalid": True})
            continue
        if title.text != text:
            found.normalized.append({"fromencoded": False, "from": text, "to": title.text})
        page = call.catalogue.world.pages.get(title.text)
        missing = {"ns": title.namespace, "title": title.text, "missing": True}
        if page is not None:
            found.pages[page.id] = page
        elif missing not in found.absent:
            found.absent.append(missing)


def _add_page_ids(call: Call, found: PageSet, page_ids: list[int]) -> None:
    for number in page_ids:
        page = call.catalogue.page_by_id.get(number)
        if page is None:
            found.absent.append({"pageid": number, "missing": True})
        else:
            found.pages[number] = page


def _add_revision_ids(call: Call, found: PageSet, revision_ids: list[int]) -> None:
    if not revision_ids:
        return
    found.revisions = []
    for number in sorted(set(revision_ids)):
        revision = call.catalogue.world.revisions.get(number)
        if revision is None:  # unknown, or of a deleted page: a reader cannot tell
            found.bad_revisions[str(number)] = {"revid": number, "missing": True}
            continue
        page = call.catalogue.page_of(revision)
        found.pages[page.id] = page
        found.revisions.append(revision)


def _follow_redirects(call: Call, found: PageSet) -> None:
    """One step, as the wiki does. Named revisions keep their own page."""
    if found.revisions is not None:
        return
    for page in [page for page in found.pages.values() if page.redirect_to is not None]:
        del found.pages[page.id]
        found.redirects.append({"from": page.title, "to": page.redirect_to})
        target = call.catalogue.world.pages.get(page.redirect_to or "")
        if target is not None:
            found.pages[target.id] = target
        else:
            found.absent.append({"ns": page.namespace, "title": page.redirect_to, "missing": True})
