"""How items are merged: shared by the stories in which that happens."""

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.ground import item_content
from wikidata_repair_eval.sandbox.site import Site
from wikidata_repair_eval.sandbox.snaks import JsonObject
from wikidata_repair_eval.sandbox.subject import Subject
from wikidata_repair_eval.sandbox.wiki import Stamp


def merge(
    site: Site, source: Subject, target: Subject, seconds: int, moved: tuple[JsonObject, ...] = ()
) -> Stamp:
    """As merge.js does: the source is emptied, the target takes over, the source becomes a redirect.

    All within two seconds; answers with the emptying, which is when the source stops saying anything.
    """
    user, tool = site.ground.editors.person(site.rng), "[[MediaWiki:Gadget-Merge.js|merge.js]]"
    empty = item_content(source.id, {}, [])
    emptied = source.draft.edit(
        seconds, user, f"/* wbmergeitems-to:0||{target.id} */ {tool}", changes.become(empty)
    )
    taken = [changes.put(claim) for claim in moved]
    alias = changes.aliases("en", [f"{source.name.latin} (duplicate)"])
    target.draft.edit(seconds, user, f"/* wbmergeitems-from:0||{source.id} */ {tool}", alias, *taken)
    source.draft.redirect(seconds + 1, user, target.id)
    source.until = seconds
    return emptied
