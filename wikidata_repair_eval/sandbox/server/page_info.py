"""`prop=info`: what a page is now, without its history."""

from wikidata_repair_eval.sandbox.server.call import Call, Continuation
from wikidata_repair_eval.sandbox.server.page_set import PageSet


def add_info(call: Call, pages: PageSet) -> Continuation | None:
    asked = call.parameters.of("info", "in").choices("prop", ("protection", "url", "displaytitle"))
    for number, page in pages.pages.items():
        entry = pages.entries[number]
        entry.update(
            contentmodel=page.content_model,
            pagelanguage="en",
            pagelanguagehtmlcode="en",
            pagelanguagedir="ltr",
            touched=page.latest.timestamp,
            lastrevid=page.latest.id,
            length=call.catalogue.world.size_and_sha1(page.latest)[0],
        )
        if page.redirect_to is not None:
            entry["redirect"] = True
        if "protection" in asked:
            entry.update(protection=[], restrictiontypes=["edit", "move"])
        if "url" in asked:
            entry["fullurl"] = f"{call.base_url}/wiki/{page.title.replace(' ', '_')}"
        if "displaytitle" in asked:
            entry["displaytitle"] = page.title
    return None
