"""Where the repair lies, from the 2 x 2 of item state and constraint definition at the ends of the window."""

from dataclasses import dataclass

from wikidata_repair_eval.forensics.case import Case, StateVerdict
from wikidata_repair_eval.forensics.records import Cells, Locus
from wikidata_repair_eval.forensics.scene import DEFINITION
from wikidata_repair_eval.forensics.turning import CLEAN, find_turn


def cells_of(case: Case, turn: int) -> Cells:
    """The old end is where the window begins; if nothing was wrong there, the last violated state."""
    old, new = (0 if case.verdicts[0].status == "violated" else turn), case.scene.end
    return Cells(
        old_item_old_def=case.verdict(old).status,
        new_item_old_def=case.verdict(new, old).status,
        old_item_new_def=case.verdict(old, new).status,
        new_item_new_def=case.verdict(new).status,
    )


def locus_of(cells: Cells) -> Locus | None:
    """None where a cell that decides cannot be judged."""
    item, definition = cells.new_item_old_def, cells.old_item_new_def
    if "undecidable" in (item, definition):
        return None
    if item in CLEAN:
        return "OVERDETERMINED" if definition in CLEAN else "A_BOX"
    return "T_BOX" if definition in CLEAN else "JOINT"


@dataclass(frozen=True, slots=True)
class Fix:
    """The fixing event, and the positions of both sides right before and right after it."""

    place: int
    items: tuple[int, int]
    definition: tuple[int, int]
    interleaved: bool = False

    def before(self, case: Case) -> StateVerdict:
        return case.verdict(self.items[0], self.definition[0])

    def after(self, case: Case) -> StateVerdict:
        return case.verdict(self.items[1], self.definition[1])


def fix_of(case: Case, turn: int, locus: Locus) -> Fix:
    """The event at the turn, or the one on the side that the locus names.

    A constraint deleted and added again while the item was repaired turns the verdict first, but the item
    is what was repaired: then the item's own turn counts, under the definition of the end.
    """
    on_definition, end = case.scene.events[turn].entity == DEFINITION, case.scene.end
    plain = Fix(turn, (turn, turn + 1), (turn, turn + 1))
    if locus == "A_BOX" and on_definition:
        own = _own_turn(case, definition=False)
        return plain if own is None else Fix(own, (own, own + 1), (end, end), interleaved=True)
    if locus == "T_BOX" and not on_definition:
        own = _own_turn(case, definition=True)
        return plain if own is None else Fix(own, (end, end), (own, own + 1), interleaved=True)
    return plain


def _own_turn(case: Case, *, definition: bool) -> int | None:
    """The last turn when only one side moves and the other stands as it did at the end."""
    end, events = case.scene.end, case.scene.events
    own = [place for place, event in enumerate(events) if (event.entity == DEFINITION) == definition]
    positions = [0, *(place + 1 for place in own)]
    verdicts = [case.verdict(end, p) if definition else case.verdict(p, end) for p in positions]
    found = find_turn(verdicts)
    return own[found.place] if found.finding == "turned" else None
