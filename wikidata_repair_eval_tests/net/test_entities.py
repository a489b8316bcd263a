"""Current entities: every id asked for is answered, one bad id spoils nothing."""

import json
from pathlib import Path

import pytest

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.entities import Entities, is_entity_id
from wikidata_repair_eval.net.errors import ApiError, UnreadableAnswer
from wikidata_repair_eval.net.labels import Label, Labels
from wikidata_repair_eval_tests.net.rude_server import Reply, Seen
from wikidata_repair_eval_tests.net.wiki_server import error, reply_json, served


class Repository:
    """wbgetentities: `Q666` is malformed to it, Q404 missing, Q11 merged into Q10."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def __call__(self, seen: Seen, _number: int) -> Reply:
        ids = seen.path.split("&ids=")[1].split("&")[0].split("%7C") if "&ids=" in seen.path else []
        self.batches.append(ids)
        if "Q666" in ids:
            return reply_json(error("no-such-entity", "Could not find such an entity (Invalid id: Q666)"))
        return reply_json(
            {"entities": {entity_id: self._entity(entity_id) for entity_id in ids}, "success": 1}
        )

    def _entity(self, entity_id: str) -> dict:
        if entity_id == "Q404":
            return {"id": "Q404", "missing": ""}
        if entity_id == "Q11":
            return {"id": "Q10", "type": "item", "redirects": {"from": "Q11", "to": "Q10"}}
        terms = {"labels": {"mul": {"language": "mul", "value": f"name of {entity_id}"}}, "descriptions": []}
        return {"id": entity_id, "type": "item", "lastrevid": 5, **terms}


def test_entities_come_fifty_to_a_request_in_the_order_asked(tmp_path):
    repository, wanted = Repository(), [f"Q{n}" for n in range(1_120, 1_000, -1)]
    with served(tmp_path, repository) as site:
        found = Entities(site.wiki).entities(wanted)
    assert list(found) == wanted
    assert [len(batch) for batch in repository.batches] == [50, 50, 20]


def test_merged_missing_and_plain_entities_are_told_apart(tmp_path):
    with served(tmp_path, Repository()) as site:
        found = Entities(site.wiki).entities(["Q1", "Q11", "Q404"])
    assert [(a.state, a.id, a.redirected) for a in found.values()] == [
        ("here", "Q1", False),
        ("here", "Q10", True),
        ("missing", None, False),
    ]


def test_trap_40_one_bad_id_does_not_fail_the_batch(tmp_path):
    repository, wanted = Repository(), [f"Q{n}" for n in range(640, 690)]
    with served(tmp_path, repository) as site:
        found = Entities(site.wiki).entities(wanted)
    assert [entity_id for entity_id, answer in found.items() if answer.state != "here"] == ["Q666"]
    assert found["Q666"].state == "invalid"
    assert len(repository.batches) <= 13


def test_ids_that_cannot_exist_are_not_even_asked_for(tmp_path):
    repository = Repository()
    with served(tmp_path, repository) as site:
        found = Entities(site.wiki).entities(["bogus", "Q1", "Q1|Q2", "Q0", "q1", "Q99999999999"])
    assert [answer.state for answer in found.values()] == ["invalid", "here", *["invalid"] * 4]
    assert repository.batches == [["Q1"]]


def test_another_api_error_is_not_taken_for_a_bad_id(tmp_path):
    with served(tmp_path, [reply_json(error("permissiondenied"))]) as site:
        with pytest.raises(ApiError, match="permissiondenied"):
            Entities(site.wiki).entities(["Q1", "Q2"])
        assert site.requests == 1


def test_an_id_that_the_answer_does_not_mention_is_never_taken_for_missing(tmp_path):
    with served(tmp_path, [reply_json({"entities": {"Q1": {"id": "Q1"}}})]) as site:
        with pytest.raises(UnreadableAnswer, match="does not speak of Q2"):
            Entities(site.wiki).entities(["Q1", "Q2"])


@pytest.mark.parametrize("good", ["Q42", "P2302", "L1", "L1-F1", "L1-S2", "M89", "E10", "Q2147483647"])
def test_possible_ids(good):
    assert is_entity_id(good)


@pytest.mark.parametrize("bad", ["Q042", "42", "Q42 ", "Property:P31", "Q2147483648", "L1-X1", "Q٤٢", ""])
def test_impossible_ids(bad):
    assert not is_entity_id(bad)


def test_labels_fall_back_to_mul_and_are_asked_for_once(tmp_path: Path):
    repository = Repository()
    with served(tmp_path, repository) as site:
        labels = Labels(Entities(site.wiki), Cache(tmp_path / "labels_en.sqlite", "test"))
        expected = {"Q1": Label("name of Q1", None), "Q404": Label(None, None, exists=False)}
        assert labels.labels(["Q1", "Q404"]) == expected
        assert labels.labels(["Q1", "Q404"]) == expected
        assert "languages=en%7Cmul" in site.server.seen[0].path
    assert len(repository.batches) == 1


def test_an_english_label_wins_over_mul(tmp_path):
    terms = {"en": {"language": "en", "value": "English"}, "mul": {"language": "mul", "value": "all"}}
    answer = json.dumps({"entities": {"Q1": {"id": "Q1", "labels": terms}}}).encode()
    with served(tmp_path, [Reply(body=answer)]) as site:
        labels = Labels(Entities(site.wiki), Cache(tmp_path / "labels_en.sqlite", "test"))
        assert labels.labels(["Q1"]) == {"Q1": Label("English", None)}
