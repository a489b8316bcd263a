import pytest

from wikidata_repair_eval.forensics.tracks import Track
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval_tests.forensics.stories import moment

MARCH = Window(moment("03-01"), moment("03-31"))


def revision(revid: int, when: str) -> Revision:
    return Revision(revid, moment(when))


def kinds(track: Track) -> list[tuple[str, int | None]]:
    return [(step.kind, step.revision and step.revision.revid) for step in track.steps(MARCH)]


@pytest.mark.parametrize(
    ("track", "steps"),
    [
        pytest.param(
            Track(
                "Q1", (revision(1, "01-01"), revision(2, "02-01"), revision(3, "03-05"), revision(4, "04-05"))
            ),
            [("revision", 2), ("revision", 3)],
            id="carried in is the last before, and nothing after the end",
        ),
        pytest.param(
            Track("Q1", (revision(1, "03-01"), revision(2, "03-31"))),
            [("revision", 1), ("revision", 2)],
            id="an edit of the first second is carried in, one of the last is an event",
        ),
        pytest.param(
            Track("Q1", (revision(1, "03-05"),), "absent"),
            [("absent", None), ("revision", 1)],
            id="created inside the window",
        ),
        pytest.param(
            Track("Q1", (revision(1, "03-05"),)),
            [("unknown", None), ("revision", 1)],
            id="not known before is not absent",
        ),
        pytest.param(Track("Q1", begins="absent"), [("absent", None)], id="never there"),
        pytest.param(Track("Q1", deleted=moment("02-01")), [("absent", None)], id="deleted before"),
        pytest.param(
            Track("Q1", deleted=moment("03-05")), [("unknown", None), ("absent", None)], id="deleted inside"
        ),
        pytest.param(Track("Q1", deleted=moment("04-05")), [("unknown", None)], id="deleted after"),
    ],
)
def test_the_steps_of_a_track(track: Track, steps: list[tuple[str, int | None]]) -> None:
    assert kinds(track) == steps


def test_what_is_unknown_says_why() -> None:
    [step] = Track("Q1", deleted=moment("04-05")).steps(MARCH)
    assert step.why == "Q1 was deleted on 2025-04-05, and its history with it"
