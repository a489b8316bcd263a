"""`action=query`: runs the modules that were asked for and joins their continuations."""

from collections.abc import Callable

from wikidata_repair_eval.sandbox.server.call import Call, Continuation, JsonObject
from wikidata_repair_eval.sandbox.server.lists import Listing, list_all_pages, list_log_events
from wikidata_repair_eval.sandbox.server.page_info import add_info
from wikidata_repair_eval.sandbox.server.page_set import PageSet, read_page_set
from wikidata_repair_eval.sandbox.server.recent_changes import list_recent_changes
from wikidata_repair_eval.sandbox.server.revisions import add_revisions
from wikidata_repair_eval.sandbox.server.site import site_info, user_info

PROPS: dict[str, Callable[[Call, PageSet], Continuation | None]] = {
    "info": add_info,
    "revisions": add_revisions,
}
LISTS: dict[str, Callable[[Call], Listing]] = {
    "allpages": list_all_pages,
    "logevents": list_log_events,
    "recentchanges": list_recent_changes,
}
METAS: dict[str, Callable[[Call], JsonObject]] = {"siteinfo": site_info, "userinfo": user_info}


def answer_query(call: Call) -> JsonObject:
    """`batchcomplete` or `continue` first, then `query`, as MediaWiki writes them."""
    parameters = call.parameters.of("query")
    props = parameters.choices("prop", PROPS)
    lists = parameters.choices("list", LISTS)
    metas = parameters.choices("meta", METAS)
    done = _finished(parameters.text("continue"))
    pages = read_page_set(call)
    ahead = _run_props(call, pages, [name for name in PROPS if name in props])
    output, next_batch = _run_others(call, [name for name in (*METAS, *LISTS) if name in metas | lists], done)
    finished = sorted((props | lists | metas) - {"revisions"})
    return _join(ahead, next_batch, pages.output() | output, finished)


def _finished(continued: str | None) -> set[str]:
    """Modules that an earlier piece of this answer has finished: `||userinfo` -> userinfo."""
    return set((continued or "").partition("||")[2].split("|")) - {""}


def _run_props(call: Call, pages: PageSet, names: list[str]) -> Continuation:
    ahead: Continuation = {}
    for name in names:
        ahead.update(PROPS[name](call, pages) or {})
    return ahead


def _run_others(call: Call, names: list[str], done: set[str]) -> tuple[JsonObject, Continuation]:
    """A finished module still runs, because its continuation (and its parameters) are needed at the end."""
    output: JsonObject = {}
    ahead: Continuation = {}
    for name in names:
        if name in METAS:
            found = METAS[name](call)
        else:
            rows, following = LISTS[name](call)
            found = {name: rows}
            ahead.update(following or {})
        output.update({} if name in done else found)
    return output, ahead


def _join(props: Continuation, lists: Continuation, query: JsonObject, others: list[str]) -> JsonObject:
    """While properties of these pages are still to come the batch is not complete; lists only move on to
    the next batch, for which every module runs again."""
    answer: JsonObject = {}
    if props:
        answer["continue"] = {**props, "continue": "||" + "|".join(others)}
    else:
        answer["batchcomplete"] = True
        if lists:
            answer["continue"] = {**lists, "continue": "-||"}
    if query:
        answer["query"] = query
    return answer
