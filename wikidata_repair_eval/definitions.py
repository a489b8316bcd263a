"""What Dagster loads: one line per thing that exists. `workspace.yaml` points here."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from wikidata_repair_eval.orchestration import automation
from wikidata_repair_eval.orchestration.assets import (
    benchmark,
    benchmark_taxonomy,
    evaluation,
    extraction,
    extraction_report,
    repairs,
    reports,
    world,
)
from wikidata_repair_eval.orchestration.checks import benchmark as benchmark_checks
from wikidata_repair_eval.orchestration.checks import benchmark_taxonomy as taxonomy_checks
from wikidata_repair_eval.orchestration.checks import evaluation as evaluation_checks
from wikidata_repair_eval.orchestration.checks import extraction as extraction_checks
from wikidata_repair_eval.orchestration.checks import repairs as repair_checks
from wikidata_repair_eval.orchestration.checks import reports as report_checks
from wikidata_repair_eval.orchestration.checks import world as world_checks
from wikidata_repair_eval.orchestration.io_managers import ContractFiles
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource

ASSETS = [
    reports.report_pages,
    reports.report_snapshots,
    reports.repair_candidates,
    reports.all_repair_candidates,
    repairs.constraint_history,
    repairs.fetched_repairs,
    repairs.all_wikidata_repairs,
    world.dump_targets,
    world.dump_snapshot,
    world.world_state,
    world.all_world_state,
    benchmark_taxonomy.classified_cases,
    benchmark.entity_popularity,
    benchmark.retrieval_snapshots,
    benchmark.benchmark_cases,
    benchmark.benchmark_release,
    evaluation.proposals,
    evaluation.repair_evaluation,
    evaluation.leaderboard,
    evaluation.case_browser,
    extraction.benchmark_articles,
    extraction.wikipedia_articles,
    extraction.wikidata_statements,
    extraction.extracted_triples,
    extraction.triple_matches,
    extraction_report.extraction_report,
    extraction_report.novel_discoveries,
    extraction_report.recall_gaps,
    extraction_report.prompt_tuning,
]
CHECKS = [
    report_checks.the_chain_of_revisions_is_unbroken,
    report_checks.candidate_fields_are_complete,
    report_checks.no_candidate_is_explained_by_truncation,
    report_checks.no_candidate_is_still_listed,
    repair_checks.every_repair_is_proven,
    repair_checks.repair_ids_are_unique,
    repair_checks.every_candidate_has_one_outcome,
    world_checks.every_repair_has_a_world_or_a_reason,
    world_checks.every_mentioned_id_is_named,
    world_checks.no_prompt_gives_the_answer_away,
    taxonomy_checks.every_repair_has_one_class,
    taxonomy_checks.classes_fit_their_repairs,
    benchmark_checks.every_type_c_case_has_a_search_or_a_reason,
    benchmark_checks.no_search_holds_a_key_or_wikidata_itself,
    benchmark_checks.no_case_names_an_editor,
    benchmark_checks.the_release_is_whole,
    benchmark_checks.no_split_leaks,
    benchmark_checks.the_release_names_nobody,
    evaluation_checks.every_case_is_answered_once,
    evaluation_checks.traces_add_up_to_the_summary,
    extraction_checks.listed_items_are_those_of_the_sitelinks,
    extraction_checks.every_article_has_an_item,
    extraction_checks.counts_are_consistent,
    extraction_checks.targets_are_met,
    extraction_checks.results_are_fresh,
    extraction_checks.verdicts_and_their_counts_agree,
]
JOBS = [automation.page_list_job, automation.pages_job, automation.fan_in_job]
SCHEDULES = [automation.daily_page_list, automation.daily_fan_in]
SENSORS = [automation.changed_report_pages]


def build_defs(overrides: Mapping[str, Any] | None = None) -> dg.Definitions:
    """The one wiring that the UI, the command line and the tests share; `overrides` replaces resources."""
    resources: dict[str, Any] = {
        "wiki": WikiResource(),
        "artifacts": ArtifactsResource(),
        "contract_files": ContractFiles(),
    }
    return dg.Definitions(
        assets=ASSETS,
        asset_checks=CHECKS,
        jobs=JOBS,
        schedules=SCHEDULES,
        sensors=SENSORS,
        resources={**resources, **(overrides or {})},
    )


defs = build_defs()
