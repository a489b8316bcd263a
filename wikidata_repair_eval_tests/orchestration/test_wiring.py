"""The wiring as a table: a dependency, group or partition that moves by accident fails here."""

import dagster as dg

from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.orchestration.contracts import ARTIFACTS
from wikidata_repair_eval.orchestration.partitions import DOMAINS

EXPECTED = {
    "report_pages": ("reports", set(), None),
    "report_snapshots": ("reports", {"report_pages"}, "report_pages"),
    "repair_candidates": ("reports", {"report_snapshots"}, "report_pages"),
    "all_repair_candidates": ("reports", {"repair_candidates"}, None),
    "constraint_history": ("repairs", {"report_snapshots"}, "report_pages"),
    "wikidata_repairs": ("repairs", {"repair_candidates"}, "report_pages"),
    "unproven_candidates": ("repairs", {"repair_candidates"}, "report_pages"),
    "pre_repair_states": ("repairs", {"repair_candidates"}, "report_pages"),
    "repair_fetch_stats": ("repairs", {"repair_candidates"}, "report_pages"),
    "all_wikidata_repairs": ("repairs", {"wikidata_repairs", "unproven_candidates"}, None),
    "dump_targets": ("world", {"wikidata_repairs", "pre_repair_states"}, None),
    "dump_snapshot": ("world", {"dump_targets"}, None),
    "world_state": ("world", {"wikidata_repairs", "pre_repair_states", "dump_snapshot"}, "report_pages"),
    "all_world_state": ("world", {"world_state"}, None),
    "classified_cases": (
        "benchmark",
        {"wikidata_repairs", "pre_repair_states", "world_state"},
        "report_pages",
    ),
    "entity_popularity": ("benchmark", {"wikidata_repairs", "classified_cases", "world_state"}, None),
    "retrieval_snapshots": (
        "benchmark",
        {"wikidata_repairs", "pre_repair_states", "world_state", "classified_cases"},
        "report_pages",
    ),
    "benchmark_cases": (
        "benchmark",
        {"wikidata_repairs", "pre_repair_states", "constraint_history", "world_state"}
        | {"classified_cases", "retrieval_snapshots", "entity_popularity"},
        "report_pages",
    ),
    "benchmark_release": (
        "benchmark",
        {"benchmark_cases", "entity_popularity", "repair_fetch_stats", "unproven_candidates"}
        | {"dump_snapshot"},
        None,
    ),
    "proposals": ("evaluation", {"benchmark_release"}, "evaluation_runs"),
    "repair_evaluation": ("evaluation", {"proposals", "benchmark_release"}, "evaluation_runs"),
    "leaderboard": ("evaluation", {"repair_evaluation"}, None),
    "case_browser": ("evaluation", {"benchmark_release", "proposals", "repair_evaluation"}, None),
    "benchmark_articles": ("extraction", set(), None),
    "wikipedia_articles": ("extraction", {"benchmark_articles"}, "domains"),
    "wikidata_statements": ("extraction", {"benchmark_articles"}, "domains"),
    "extracted_triples": ("extraction", {"wikipedia_articles", "wikidata_statements"}, "domains"),
    "triple_matches": ("extraction", {"extracted_triples", "wikidata_statements"}, "domains"),
    "extraction_report": ("extraction", {"triple_matches"}, None),
    "novel_discoveries": ("extraction", {"extraction_report"}, None),
    "recall_gaps": ("extraction", {"extraction_report"}, None),
    "prompt_tuning": ("extraction", {"extraction_report"}, None),
}


def specs() -> dict[str, dg.AssetSpec]:
    return {spec.key.to_user_string(): spec for spec in build_defs().resolve_all_asset_specs()}


def test_every_asset_has_its_group_its_upstream_and_its_partitions():
    found = {
        name: (
            spec.group_name,
            {dep.asset_key.to_user_string() for dep in spec.deps},
            "domains" if spec.partitions_def == DOMAINS else getattr(spec.partitions_def, "name", None),
        )
        for name, spec in specs().items()
    }
    assert found == EXPECTED


def test_lineage_says_what_the_graph_says():
    assert {name: set(artifact.made_from) for name, artifact in ARTIFACTS.items()} == {
        name: upstream for name, (_, upstream, _) in EXPECTED.items()
    }


def test_every_asset_tells_a_person_what_it_is():
    for name, spec in specs().items():
        assert spec.description, name
        assert spec.owners, name
        assert spec.kinds, name
        assert "dagster/column_schema" in spec.metadata, name


def test_the_launchpad_explains_how_far_back_to_look():
    [assets] = [one for one in build_defs().assets if "report_snapshots" in one.op.name]
    fields = assets.op.config_schema.config_type.fields
    assert {name for name, field in fields.items() if field.description} == {"since", "max_revisions"}
