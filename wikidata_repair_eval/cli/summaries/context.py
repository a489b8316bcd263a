"""Stage 3: is every proven repair frozen, does it stand where it was planted to stand, does a prompt leak?"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries.tables import table
from wikidata_repair_eval.files import read_json_lines, read_json_object
from wikidata_repair_eval.world import audit


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """How much is frozen, what became of the repairs, and what the search for leaks found."""
    cases = list(_cases(folder))
    worlds = [case["world_state"] for case in cases]
    status = Counter(world["status"] for world in worlds)
    stands = Counter(world["persistence"]["status"] for world in worlds)
    planted = {_transition(one): one["persists"] for one in truth["repairs"]}
    as_planted = sum(_as_planted(case, planted) for case in cases)
    judged = stands["persists"] + stands["lost"]
    rows: list[tuple[str, Any]] = [
        ("worlds frozen", f"{status['frozen']} of {len(cases)}"),
        ("not frozen, with a reason", status["not_frozen"]),
        ("still stand in the dump", f"{stands['persists']} of {judged}"),
        ("as it was planted", f"{as_planted} of {judged}"),
        ("lost since", stands["lost"]),
        ("could not be checked", stands["not_checked"]),
        ("ids without a name", len(audit.unnamed_ids((case["id"], case["world_state"]) for case in cases))),
        ("prompts that leak the answer", len({found.partition(":")[0] for found in audit.leaking(cases)})),
    ]
    table("Stage 3, Context Builder", rows)


def _cases(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((folder / "world_state").glob("P*.json")):
        worlds = dict(read_json_object(path))
        states = read_json_lines(folder / "pre_repair_states" / f"{path.stem}.jsonl")
        for state, repair in zip(
            states, read_json_lines(folder / "02_wikidata_repairs" / f"{path.stem}.jsonl"), strict=True
        ):
            yield {**repair, "pre_repair_state": state, "world_state": worlds[repair["id"]]}


def _as_planted(case: dict[str, Any], planted: dict[tuple[Any, ...], bool]) -> bool:
    told = case["violation_context"]
    key = (case["qid"], case["property"], told["report_revision_old"], told["report_revision_new"])
    found = case["world_state"]["persistence"]["status"]
    return found in ("persists", "lost") and (found == "persists") == planted.get(key)


def _transition(one: dict[str, Any]) -> tuple[Any, ...]:
    return (one["qid"], one["property"], one["report_revision_old"], one["report_revision_new"])
