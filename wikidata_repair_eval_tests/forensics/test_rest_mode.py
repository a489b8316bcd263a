"""`history_api: rest`: histories by REST and texts by Special:EntityData lead to the same repairs."""

from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.forensics import Outcome
from wikidata_repair_eval.forensics.rest_texts import stored_form
from wikidata_repair_eval.net.rest_history import RestHistory
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval_tests.build import as_revision_content, entity, item, statement
from wikidata_repair_eval_tests.forensics.runs import Run, investigate


@pytest.fixture(
    scope="module", params=[pytest.param(3, id="a third"), pytest.param(1, id="all", marks=pytest.mark.slow)]
)
def both(
    world: World, run: Run, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> tuple[Run, Run, Path]:
    """The same candidates by the action API and by REST."""
    folder, some = tmp_path_factory.mktemp("rest"), slice(0, None, request.param)
    asked = run.candidates[some]
    rest = investigate(world, folder, candidates=asked, history_api="rest")
    return Run(asked, run.outcomes[some], run.requests), rest, folder


def told(outcome: Outcome) -> Any:
    """All that both ways can know: REST has no parents, and has no word for a hidden text."""
    if outcome.repair is None:
        return outcome.name
    repair = outcome.repair.model_dump(exclude={"provenance": True, "repair_target": {"parent_id"}})
    repair["persistence_check"]["live"]["checked_at"] = None
    return repair, outcome.pre_repair_state


def test_it_gives_the_same_records(both: tuple[Run, Run, Path]) -> None:
    plain, rest, _ = both
    pairs = zip(plain.outcomes, rest.outcomes, strict=True)
    assert [one.key for one, other in pairs if told(one) != told(other)] == []
    assert {o.repair.provenance.history_api for o in rest.outcomes if o.repair} == {"rest"}


def test_each_text_costs_a_request_and_none_is_asked_for_twice(
    world: World, both: tuple[Run, Run, Path]
) -> None:
    _, rest, folder = both
    assert rest.requests > 2 * len(rest.candidates)
    again = investigate(world, folder, candidates=rest.candidates, history_api="rest")
    assert again.requests == 0
    assert [o.repair for o in again.outcomes] == [o.repair for o in rest.outcomes]


def test_what_lies_out_of_reach_is_said_to_be_and_never_guessed(
    world: World, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RestHistory.__init__.__kwdefaults__, "max_pages", 0)
    found = investigate(world, tmp_path, candidates=run.candidates[:5], history_api="rest")
    assert [o.name for o in found.outcomes] == ["history_too_deep"] * 5
    assert "pages back to" in found.outcomes[0].stats.reason


def test_a_document_in_stored_form_is_what_a_revision_holds() -> None:
    held = statement("P1", item("Q2"), qualifiers={"P2": [item("Q3")]})
    published = entity("Q1", held) | {"pageid": 1, "ns": 0, "title": "Q1", "lastrevid": 5, "modified": "x"}
    stored = stored_form(published)
    assert "datatype" not in stored["claims"]["P1"][0]["mainsnak"]
    assert not {"pageid", "ns", "title", "lastrevid", "modified"} & set(stored)
    assert stored["claims"] == as_revision_content(entity("Q1", held))["claims"]


def test_a_property_keeps_its_own_datatype() -> None:
    assert stored_form({"id": "P1", "datatype": "string", "claims": {}})["datatype"] == "string"
