"""An item, property or lexeme of a story: its page, its name, and the edits that people make to it."""

from dataclasses import dataclass, field
from random import Random

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.changes import CREATE_CLAIM, REMOVE_CLAIM, UPDATE_CLAIM, claim_summary
from wikidata_repair_eval.sandbox.editors import Editors
from wikidata_repair_eval.sandbox.ground import CLOCK
from wikidata_repair_eval.sandbox.model import User
from wikidata_repair_eval.sandbox.names import Name
from wikidata_repair_eval.sandbox.snaks import JsonObject, qualifiers_of, with_qualifiers, with_value
from wikidata_repair_eval.sandbox.wiki import Draft, Stamp

TOOLS = (
    "",
    "",
    "",
    "#quickstatements; #temporary_batch_1757345009399",
    "([[:toollabs:editgroups/b/EG/d6f5146|details]])",
    "[[:toollabs:quickstatements/#/batch/9509|batch #9509]]",
)


@dataclass(slots=True)
class Subject:
    """Whoever a story is about, or a neighbour in it. `until` ends the ordinary life of its page."""

    draft: Draft
    name: Name
    rng: Random
    editors: Editors
    claims: dict[str, list[JsonObject]] = field(default_factory=dict)
    created: int = 0
    until: int = CLOCK
    harmed: int = 0  # when the violation of the story began
    deleted: str = ""  # the reason in the deletion log; the page is deleted at `until`

    @property
    def id(self) -> str:
        return self.draft.id

    def first(self, property_id: str) -> JsonObject:
        return self.claims[property_id][0]

    # --- statements ----------------------------------------------------------------------------------

    def add(self, seconds: int, claim: JsonObject, user: User | None = None) -> Stamp:
        summary = claim_summary(self.rng.choice(CREATE_CLAIM), claim["mainsnak"], self._tool())
        return self.draft.edit(seconds, user or self._person(), summary, changes.put(claim))

    def remove(self, seconds: int, claim: JsonObject, user: User | None = None) -> Stamp:
        summary = claim_summary(self.rng.choice(REMOVE_CLAIM), claim["mainsnak"], self._tool())
        return self.draft.edit(seconds, user or self._person(), summary, changes.drop(claim))

    def change(
        self, seconds: int, claim: JsonObject, datavalue: JsonObject, user: User | None = None
    ) -> Stamp:
        """Give the statement another main value; its id stays."""
        new = with_value(claim, datavalue)
        summary = claim_summary(self.rng.choice(UPDATE_CLAIM), new["mainsnak"], self._tool())
        return self.draft.edit(seconds, user or self._person(), summary, changes.put(new))

    def rerank(self, seconds: int, claim: JsonObject, rank: str) -> Stamp:
        summary = claim_summary("wbsetclaim-update-rank:2||1", claim["mainsnak"])
        return self.draft.edit(seconds, self._person(), summary, changes.put({**claim, "rank": rank}))

    def qualify(self, seconds: int, claim: JsonObject, qualifier: JsonObject) -> Stamp:
        """The summary names the qualifier's property, not the statement's."""
        new = with_qualifiers(claim, [*qualifiers_of(claim), qualifier])
        summary = claim_summary("wbsetqualifier-add:1|", qualifier, self._tool())
        return self.draft.edit(seconds, self._person(), summary, changes.put(new))

    def unqualify(self, seconds: int, claim: JsonObject, qualifier: JsonObject) -> Stamp:
        kept = [entry for entry in qualifiers_of(claim) if entry["hash"] != qualifier["hash"]]
        summary = claim_summary("wbremovequalifiers-remove:1|", qualifier)
        return self.draft.edit(seconds, self._person(), summary, changes.put(with_qualifiers(claim, kept)))

    def cite(self, seconds: int, claim: JsonObject, reference: JsonObject) -> Stamp:
        """Add a reference: a change of the property's statements that repairs nothing."""
        new = {**claim, "references": [*claim.get("references", []), reference]}
        summary = claim_summary("wbsetreference-add:2|", claim["mainsnak"])
        return self.draft.edit(seconds, self._person(), summary, changes.put(new))

    def edit_many(self, seconds: int, *change: changes.Change) -> Stamp:
        """Several changes in one edit, whose summary names no property: the old form or the new one."""
        new = f"wbeditentity-statements-multiple-properties-update:0||{len(change)}"
        key = self.rng.choice(("wbeditentity-update:0|", new))
        return self.draft.edit(seconds, self._person(), f"/* {key} */", *change)

    # --- terms ---------------------------------------------------------------------------------------

    def label(self, seconds: int, language: str, text: str) -> Stamp:
        summary = f"/* wbsetlabel-add:1|{language} */ {text}"
        return self.draft.edit(seconds, self._person(), summary, changes.term("labels", language, text))

    # --- going back ----------------------------------------------------------------------------------

    def undo(self, seconds: int, undone: Stamp, back_to: Stamp, by: User | None = None) -> Stamp:
        victim = self._user_of(undone)
        summary = f"/* undo:0||{undone.revision_id}|{victim.name} */"
        return self.draft.restore(seconds, by or self._person(), back_to, summary, ("mw-undo",))

    def rollback(self, seconds: int, undone: Stamp, back_to: Stamp) -> Stamp:
        victim, kept = self._user_of(undone).name, self._user_of(back_to).name
        summary = (
            f"Reverted edits by [[Special:Contributions/{victim}|{victim}]] ([[User talk:{victim}|talk]])"
            f" to last revision by [[User:{kept}|{kept}]]"
        )
        return self.draft.restore(seconds, self._person(), back_to, summary, ("mw-rollback",))

    def restore(self, seconds: int, back_to: Stamp) -> Stamp:
        """Wikibase's own restore carries no tag."""
        summary = f"/* restore:0||{back_to.revision_id}|{self._user_of(back_to).name} */ rvv"
        return self.draft.restore(seconds, self._person(), back_to, summary)

    def _user_of(self, stamp: Stamp) -> User:
        return next(edit.user for edit in self.draft.edits if edit.stamp == stamp)

    def _person(self) -> User:
        return self.editors.person(self.rng)

    def _tool(self) -> str:
        return self.rng.choice(TOOLS)
