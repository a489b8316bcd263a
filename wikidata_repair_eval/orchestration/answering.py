"""Whose answers a run writes: a baseline's, a model's, or those of a file."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import dagster as dg
import orjson
from pydantic import Field

from wikidata_repair_eval.benchmark.release import Release
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.orchestration.models import open_model
from wikidata_repair_eval.scoring import read_record
from wikidata_repair_eval.scoring.baselines import BASELINES, proposals_of
from wikidata_repair_eval.scoring.model_runs import ModelPlan, ModelRun, estimate
from wikidata_repair_eval.scoring.prompts import load_template
from wikidata_repair_eval.settings import Settings


class ProposalsConfig(dg.Config):
    """Who answers, and what they see."""

    kind: str = Field(
        default="baseline",
        description="baseline (a rule of ours), model (an OpenAI-compatible service), or file (your own).",
    )
    name: str = Field(default="", description="Which baseline; empty: the one that the run is named after.")
    training_split: str = Field(
        default="temporal", description="Baselines that learn see only the train part of this split."
    )
    file: str = Field(default="", description="For kind file: proposals as JSON Lines.")
    model: str = Field(default="", description="For kind model: the model's name at the service.")
    template: str = Field(default="repair-v1", description="Prompt template, by name or file.")
    layers: str = Field(
        default="L1,L2,L3,L4", description="What the model sees: some of L1,L2,L3,L4,retrieval."
    )
    max_tokens: int = Field(default=0, description="Limit of an answer; 0: the template's own.")
    prompt_price: float = Field(default=-1.0, description="Per million prompt tokens; negative: unknown.")
    completion_price: float = Field(default=-1.0, description="Per million completion tokens.")
    concurrency: int = Field(default=3, description="Questions at once.")
    dry_run: bool = Field(
        default=False, description="Only estimate tokens and cost; ask nobody, write nothing."
    )


def answers_for(
    run: str, asked: ProposalsConfig, release: Release, settings: Settings, counts: Counter[str]
) -> Iterator[dict[str, Any]]:
    """The proposals of a run, in the order of the cases; `counts` is filled on the way."""
    if asked.kind == "baseline":
        return _counted(_baseline(asked.name or run, asked, release), counts)
    if asked.kind == "model":
        return _counted(_model(run, asked, release, settings), counts)
    if asked.kind == "file":
        return _counted(_from_file(Path(asked.file)), counts)
    raise InputError("config", f"kind: {asked.kind}", "there is no such kind", "use baseline, model or file")


def estimate_for(asked: ProposalsConfig, release: Release) -> dict[str, Any]:
    """What a model run would cost."""
    return estimate(release.cases(), _plan(asked))


def _baseline(name: str, asked: ProposalsConfig, release: Release) -> Iterable[dict[str, Any]]:
    if name not in BASELINES:
        fix = f"use one of {', '.join(BASELINES)}, or kind: model or file"
        raise InputError("config", f"name: {name}", "there is no such baseline", fix)
    return proposals_of(name, release.cases(), release.cases(asked.training_split, "train"))


def _model(
    run: str, asked: ProposalsConfig, release: Release, settings: Settings
) -> Iterator[dict[str, Any]]:
    journal = settings.local_dir / "journal" / "proposals" / f"{run}.sqlite"
    plan = _plan(asked)
    with open_model(settings) as model, closing(Cache(journal, model.url, purpose="model answers")) as kept:
        yield from ModelRun(plan, model, kept, read_record, asked.concurrency).proposals(release.cases())


def _plan(asked: ProposalsConfig) -> ModelPlan:
    if not asked.model:
        raise InputError("config", "model", "no model is named", "name one that the service has")
    return ModelPlan(
        asked.model,
        load_template(asked.template),
        tuple(part.strip() for part in asked.layers.split(",") if part.strip()),
        asked.max_tokens or None,
        asked.prompt_price if asked.prompt_price >= 0 else None,
        asked.completion_price if asked.completion_price >= 0 else None,
    )


def _from_file(path: Path) -> Iterator[dict[str, Any]]:
    """Whatever a line is, it becomes one record: one that cannot be read is scored as invalid."""
    try:
        lines = path.open("rb")
    except OSError as error:
        problem = f"the file cannot be read ({type(error).__name__})"
        raise InputError(str(path), "file", problem, "give the path of proposals in JSON Lines") from None
    with lines:
        yield from (_record(line) for line in lines if line.strip())


def _record(line: bytes) -> dict[str, Any]:
    try:
        read = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return {"case_id": None, "malformed": f"this line is not JSON ({error})"}
    return read if isinstance(read, dict) else {"case_id": None, "malformed": "this line is no object"}


def _counted(records: Iterable[dict[str, Any]], counts: Counter[str]) -> Iterator[dict[str, Any]]:
    for record in records:
        counts["proposals"] += 1
        counts["abstained"] += bool(record.get("abstain"))
        counts["malformed"] += bool(record.get("malformed"))
        usage = record.get("usage") if isinstance(record.get("usage"), dict) else {}
        for name in ("prompt_tokens", "completion_tokens"):
            counts[name] += int((usage or {}).get(name) or 0)
        yield record
