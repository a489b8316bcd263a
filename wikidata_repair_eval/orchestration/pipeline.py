"""The whole pipeline from the command line, through Dagster, so that the UI shows every run of it."""

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration.assets.repairs import OUTPUTS
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.dumps import has_snapshot
from wikidata_repair_eval.orchestration.instance import prepare_home
from wikidata_repair_eval.orchestration.partitions import (
    DOMAINS,
    EVALUATION_RUNS,
    RANGE_END,
    RANGE_START,
    stretches,
)
from wikidata_repair_eval.scoring.baselines import BASELINES
from wikidata_repair_eval.settings import Settings
from wikidata_repair_eval.wikibase import sort_key

Say = Callable[[str], None]
# Whose run this is: a killed process cannot end its run, so the next one has to (see `end_orphans`).
PID_TAG, HOST_TAG = "wre/pid", "wre/host"


# What a step runs over: nothing, every report page asked for, every domain of the second half, every baseline
# and the models that were asked for.
ONCE, BY_PAGE, BY_DOMAIN, BY_RUN = "", "report_pages", "domains", "evaluation_runs"


REPAIR, EXTRACTION = "repair", "extraction"
WIKIPEDIA = ("sparql_url", "wikipedia_api_url", "wikipedia_rest_url")


@dataclass(frozen=True, slots=True)
class Step:
    """Assets that run together, once or over partitions."""

    assets: tuple[str, ...]
    over: str = ONCE
    # A pass over a dump takes hours: a run keeps the snapshot that is there, unless it is asked for by name.
    on_demand: bool = False
    # The halves do not wait for each other; without these keys of the source the second one is left out.
    half: str = REPAIR
    needs: tuple[str, ...] = ()


# One computation, which cannot be asked for in part.
FETCHED = tuple(artifact.name for artifact in OUTPUTS)
STEPS = (
    Step(("report_pages",)),
    Step(("report_snapshots", "repair_candidates"), over=BY_PAGE),
    Step(("all_repair_candidates",)),
    Step(("constraint_history", *FETCHED), over=BY_PAGE),
    Step(("all_wikidata_repairs",)),
    Step(("dump_targets", "dump_snapshot"), on_demand=True),
    Step(("world_state",), over=BY_PAGE),
    Step(("all_world_state",)),
    Step(("classified_cases",), over=BY_PAGE),
    Step(("entity_popularity",)),
    Step(("retrieval_snapshots", "benchmark_cases"), over=BY_PAGE),
    Step(("benchmark_release",)),
    Step(("proposals", "repair_evaluation"), over=BY_RUN),
    Step(("leaderboard", "case_browser")),
    Step(("benchmark_articles",), half=EXTRACTION, needs=WIKIPEDIA),
    Step(
        ("wikipedia_articles", "wikidata_statements", "extracted_triples", "triple_matches"),
        over=BY_DOMAIN,
        half=EXTRACTION,
        needs=WIKIPEDIA,
    ),
    Step(
        ("extraction_report", "novel_discoveries", "recall_gaps", "prompt_tuning"),
        half=EXTRACTION,
        needs=WIKIPEDIA,
    ),
)


def run_pipeline(
    settings: Settings,
    say: Say,
    *,
    reports: Sequence[str] | None = None,
    since: str | None = None,
    until: str | None = None,
    models: Mapping[str, Mapping[str, Any]] | None = None,
) -> bool:
    """Run the steps in order, up to the asset `until`; False if one of them failed.

    `models` are evaluation runs beside the baselines: their names, and the config of `proposals`.
    """
    prepare_home(settings)
    with dg.DagsterInstance.get() as instance:
        for run_id in end_orphans(instance):
            say(f"run {run_id} of a process that is gone is marked as failed")
        job = build_defs().resolve_implicit_global_asset_job_def()
        runner = _Runner(job, instance, say, since, models or {})
        steps = steps_until(until)
        return all(
            runner.run(step, reports)
            for step in steps
            if not _is_skipped(step, settings, say, asked=until in step.assets)
        )


def _is_skipped(step: Step, settings: Settings, say: Say, *, asked: bool) -> bool:
    """Can this step not run on this source, or need it not run? What was asked for by name always runs."""
    absent = [key for key in step.needs if getattr(settings.source, key) is None]
    if absent and not asked:
        say(f"{', '.join(step.assets)}: left out, since the source has no {', '.join(absent)}")
        return True
    return step.on_demand and _left_out(settings, say, asked=asked)


def _left_out(settings: Settings, say: Say, *, asked: bool) -> bool:
    """Is there no dump to freeze, or a snapshot of it already? What was asked for by name is always made."""
    if asked:
        return False
    if settings.source.dump is None:
        say("dump_snapshot is left out: the source names no dump, so no world can be frozen")
        return True
    if has_snapshot(ArtifactStore(settings.data_dir, settings.source.name), settings):
        say("dump_snapshot is kept as it is; `run --until dump_snapshot` freezes the dump again")
        return True
    return False


def steps_until(asset: str | None) -> tuple[Step, ...]:
    """The steps that lead to this asset, which comes last; all of them for None."""
    if asset is None:
        return STEPS
    for number, step in enumerate(STEPS):
        if asset in step.assets:
            last = replace(step, assets=step.assets[: _end_of(asset, step)])
            return (*(one for one in STEPS[:number] if one.half == step.half), last)
    known = ", ".join(name for step in STEPS for name in step.assets)
    raise InputError("--until", asset, "there is no such asset", f"use one of {known}")


def _end_of(asset: str, step: Step) -> int:
    last = FETCHED[-1] if asset in FETCHED else asset
    return step.assets.index(last) + 1


def end_orphans(instance: dg.DagsterInstance) -> list[str]:
    """Mark runs as failed whose process on this machine is gone; they would hold a slot for ever."""
    unfinished = [dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.STARTING]
    ended = []
    for run in instance.get_runs(dg.RunsFilter(statuses=unfinished, tags={HOST_TAG: platform.node()})):
        if not _is_alive(int(run.tags[PID_TAG])):
            instance.report_run_failed(run, "The process of this run is gone; run it again.")
            # Without this the next run would wait for ever for the dead one's place in the pool.
            instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)
            ended.append(run.run_id)
    return ended


@dataclass(slots=True)
class _Runner:
    job: dg.JobDefinition
    instance: dg.DagsterInstance
    say: Say
    since: str | None
    models: Mapping[str, Mapping[str, Any]]

    def run(self, step: Step, reports: Sequence[str] | None) -> bool:
        names = ", ".join(step.assets)
        if step.over == ONCE:
            self.say(names)
            return self._execute(step, {})
        if step.over == BY_RUN and not self._run_models(step):
            return False
        for first, last, count in self._stretches(step, reports):
            self.say(f"{names}: {first}" + (f" to {last} ({count})" if count > 1 else ""))
            if not self._execute(step, {RANGE_START: first, RANGE_END: last}):
                return False
        return True

    def _run_models(self, step: Step) -> bool:
        """One run each, since each has a config of its own."""
        known = self._known_runs(self.models)
        for name in [one for one in known if one in self.models]:
            self.say(f"{', '.join(step.assets)}: {name}")
            config = {"ops": {"proposals": {"config": dict(self.models[name])}}}
            if not self._execute(step, {RANGE_START: name, RANGE_END: name}, config):
                return False
        return True

    def _known_runs(self, names: Iterable[str]) -> list[str]:
        """All evaluation runs, these among them."""
        self.instance.add_dynamic_partitions(EVALUATION_RUNS.name or "", list(names))
        return list(self.instance.get_dynamic_partitions(EVALUATION_RUNS.name or ""))

    def _execute(self, step: Step, tags: Mapping[str, str], config: Mapping[str, Any] | None = None) -> bool:
        mine = {PID_TAG: str(os.getpid()), HOST_TAG: platform.node()}
        result = self.job.execute_in_process(
            run_config={**self._config(step), **(config or {})},
            instance=self.instance,
            asset_selection=[dg.AssetKey(name) for name in step.assets],
            tags={**mine, **tags},
            raise_on_error=False,
        )
        for event in result.all_events:
            if event.is_step_failure:
                self.say(f"{event.step_key} failed: {_reason(event)}")
        return bool(result.success)

    def _config(self, step: Step) -> dict[str, Any]:
        quiet = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}
        if self.since and "report_snapshots" in step.assets:
            return {**quiet, "ops": {"report_snapshots": {"config": {"since": self.since}}}}
        return quiet

    def _stretches(self, step: Step, reports: Sequence[str] | None) -> Iterator[tuple[str, str, int]]:
        """First key, last key and number of partitions of each run: neighbours share one."""
        most = SHARED_RUNS.max_partitions_per_run or 1
        if step.over == BY_DOMAIN:
            domains = DOMAINS.get_partition_keys()
            yield from stretches(domains, set(domains), most)
            return
        if step.over == BY_RUN:
            yield from stretches(self._known_runs(BASELINES), set(BASELINES), most)
            return
        known = list(self.instance.get_dynamic_partitions("report_pages"))
        wanted = set(known if reports is None else reports)
        unknown = sorted(wanted - set(known), key=sort_key)
        if unknown:
            fix = "materialize report_pages, or correct the list"
            raise InputError("--reports", ", ".join(unknown), "the wiki has no such report page", fix)
        yield from stretches(known, wanted, most)


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """These variables for this process and those it starts, while the block runs."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _reason(event: dg.DagsterEvent) -> str:
    data = event.step_failure_data
    failure = data.user_failure_data
    if failure is not None and failure.description:
        return failure.description
    error = data.error
    while error is not None and error.cause is not None:  # Dagster wraps what we raised
        error = error.cause
    return error.message.strip() if error is not None else "no reason given"
