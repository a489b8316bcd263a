import pytest

from wikidata_repair_eval.forensics.case import StateVerdict
from wikidata_repair_eval.forensics.scene import Event
from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.forensics.turning import Turn, find_turn, partial_repairs
from wikidata_repair_eval.net.revision import Revision

LETTERS = {"v": "violated", "c": "clean", "r": "retracted", "u": "undecidable", "m": "removed"}


def verdicts(states: str) -> list[StateVerdict]:
    return [StateVerdict(LETTERS[state], (), f"state {n}") for n, state in enumerate(states)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("states", "finding", "place"),
    [
        pytest.param("vc", "turned", 0, id="violated, clean"),
        pytest.param("vvcc", "turned", 1, id="edits around the repair"),
        pytest.param("vcvc", "turned", 2, id="repaired, undone and repaired again: the last turn counts"),
        pytest.param("cvc", "turned", 1, id="broken inside the window"),
        pytest.param("vr", "turned", 0, id="deprecated is a turn too"),
        pytest.param("uvc", "turned", 1, id="what nobody can read before the violation does not matter"),
        pytest.param("vuvc", "turned", 2, id="a hidden state between two violated ones does not matter"),
        pytest.param("vcmc", "turned", 0, id="a redirect for a while, clean before and after"),
        pytest.param("vmvc", "turned", 2, id="merged by mistake, restored, repaired"),
        pytest.param("v", "refuted", -1, id="nothing happened"),
        pytest.param("vcv", "refuted", -1, id="repaired and undone"),
        pytest.param("vuc", "undecidable", -1, id="the very edit is hidden"),
        pytest.param("vcuc", "undecidable", -1, id="whether it stayed clean cannot be told"),
        pytest.param("vmc", "undecidable", -1, id="the repair came with a redirect in between"),
        pytest.param("vu", "undecidable", -1, id="the end cannot be judged"),
        pytest.param("uc", "undecidable", -1, id="the beginning cannot be judged"),
        pytest.param("cc", "never_violated", -1, id="never violated"),
        pytest.param("vm", "entity_removed", -1, id="merged"),
        pytest.param("vcm", "entity_removed", -1, id="emptied and merged"),
    ],
)
def test_the_turn_of(states: str, finding: str, place: int) -> None:
    found = find_turn(verdicts(states))
    assert (found.finding, found.place) == (finding, place)
    assert found.reason or found == Turn("turned", place)


def events(count: int) -> list[Event]:
    steps = [Revision(100 + n, f"2025-03-0{n + 1}T00:00:00Z") for n in range(count)]
    return [Event("Q1", Step(revision.timestamp, "revision", revision)) for revision in steps]


def violated(*statements: str) -> StateVerdict:
    return StateVerdict("violated", statements)


@pytest.mark.parametrize(
    ("states", "partial"),
    [
        pytest.param([violated("a", "b"), violated("b")], [(100, ("a",))], id="one of two went earlier"),
        pytest.param([violated("a"), violated("a")], [], id="nothing went"),
        pytest.param(
            [violated("a", "b"), violated("b"), violated("a", "b")], [], id="what came back does not count"
        ),
        pytest.param(
            [violated("a", "b"), StateVerdict("clean"), violated("b")], [], id="a fix that was undone in part"
        ),
    ],
)
def test_partial_repairs_are_edits_after_which_fewer_statements_violate(
    states: list[StateVerdict], partial: list[tuple[int, tuple[str, ...]]]
) -> None:
    all_states = [*states, StateVerdict("clean")]
    found = partial_repairs(all_states, events(len(states)), len(states) - 1)
    assert [(repair.revision_id, repair.statements) for repair in found] == partial
