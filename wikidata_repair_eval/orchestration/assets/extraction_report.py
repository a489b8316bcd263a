"""The second half, over all domains: the report, discoveries to judge, recall gaps, prompt patches."""

import base64
from collections.abc import Mapping
from typing import Any

import dagster as dg
from pydantic import Field
from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.extraction import PromptTuner, RecallGapAnalyzer, Scorer, discoveries, stages
from wikidata_repair_eval.extraction.reliability_plot import reliability_plot
from wikidata_repair_eval.extraction.results import triple_rows
from wikidata_repair_eval.files import json_bytes, write_atomically
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.extraction import COMMON
from wikidata_repair_eval.orchestration.contracts import extraction as contracts
from wikidata_repair_eval.orchestration.contracts.columns import described_columns
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.resources import ArtifactsResource

Row = dict[str, Any]


class DiscoveriesConfig(dg.Config):
    """How many novel triples people are asked to judge."""

    share: float = Field(
        default=discoveries.SAMPLE, description="The share of novel triples that is sampled."
    )
    seed: int = Field(default=1, description="Which sample.")


class GapsConfig(dg.Config):
    """From which recall on a property is a gap."""

    threshold: float = Field(default=0.5, description="Properties with a recall below this are gaps.")


@dg.asset(
    **COMMON,
    kinds={"json"},
    ins={"triple_matches": PARTITIONS},
    metadata={"dagster/column_schema": described_columns(contracts.REPORT_COLUMNS)},
)
def extraction_report(
    triple_matches: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Precision, recall and F1 with intervals, by domain, property and datatype; calibration; targets."""
    store, domains = artifacts.store(), sorted(triple_matches)
    rows = [row for domain in domains for row in store.rows(contracts.TRIPLE_MATCHES, domain)]
    report = stages.report_of(rows, Scorer().table, _inputs(store, domains, triple_matches.missing))
    dated = _save_dated(store, report)
    upstream = store.upstream(contracts.TRIPLE_MATCHES, domains)
    saved = store.save(
        contracts.EXTRACTION_REPORT, None, report, upstream=upstream, parameters={"run": dated}
    )
    return dg.MaterializeResult(
        metadata={
            **_told(report),
            "domains_missing": dg.MetadataValue.json(triple_matches.missing),
            "run": dated or "no server gave a date",
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


@dg.asset(
    **COMMON,
    kinds={"yaml"},
    deps=[extraction_report],
    metadata={"dagster/column_schema": described_columns(contracts.DISCOVERY_COLUMNS)},
)
def novel_discoveries(config: DiscoveriesConfig, artifacts: ArtifactsResource) -> dg.MaterializeResult[None]:
    """A sample of triples outside the alignment table, for people to judge; what they wrote is never lost."""
    store = artifacts.store()
    report = store.load(contracts.EXTRACTION_REPORT, None)
    novel = [row for row in triple_rows(report) if row["type"] == "no_match"]
    path = UPath(store.data_dir) / contracts.NOVEL_DISCOVERIES.files[""]
    before = path.read_text(encoding="utf-8") if path.exists() else None
    text = discoveries.updated(before, str(path), novel, config.seed, config.share)
    if text != before:
        if before is not None:  # with whatever comments people wrote
            write_atomically(path.parent / "novel_discoveries.before.yaml", before.encode())
        write_atomically(path, text.encode())
    upstream = store.upstream(contracts.EXTRACTION_REPORT, [None])
    saved = store.adopt(contracts.NOVEL_DISCOVERIES, None, upstream=upstream)
    rows = discoveries.read_rows(text, str(path))
    judged = [row for row in rows if row["verdict"] is not None]
    return dg.MaterializeResult(
        metadata={
            "novel": len(novel),
            "sampled": len(rows),
            "judged": len(judged),
            **{key: str(value) for key, value in discoveries.summarize(text, str(path)).items()},
            "sample": pictures.table([_shown(row) for row in rows[:10]]),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


@dg.asset(
    **COMMON,
    kinds={"json"},
    deps=[extraction_report],
    metadata={"dagster/column_schema": described_columns(contracts.GAP_COLUMNS)},
)
def recall_gaps(config: GapsConfig, artifacts: ArtifactsResource) -> dg.MaterializeResult[Row]:
    """Properties that the extractor misses too often, the worst first, with examples."""
    report = artifacts.store().load(contracts.EXTRACTION_REPORT, None)
    found = RecallGapAnalyzer(threshold=config.threshold).analyze(report)
    shown = ("property_id", "label", "recall", "statements")
    return dg.MaterializeResult(
        value=found,
        metadata={
            "gaps": len(found["gaps"]),
            "properties_seen": found["properties_seen"],
            "sample": pictures.table([{name: gap[name] for name in shown} for gap in found["gaps"][:20]]),
        },
    )


@dg.asset(
    **COMMON,
    kinds={"json"},
    deps=[extraction_report],
    metadata={"dagster/column_schema": described_columns(contracts.PATCH_COLUMNS)},
)
def prompt_tuning(artifacts: ArtifactsResource) -> dg.MaterializeResult[Row]:
    """Changes of the extraction prompt that the false positives and missed statements suggest."""
    found = PromptTuner().tune(artifacts.store().load(contracts.EXTRACTION_REPORT, None))
    shown = ("kind", "text", "evidence")
    return dg.MaterializeResult(
        value=found,
        metadata={
            "patches": len(found["patches"]),
            "false_positives": found["false_positives"],
            "sample": pictures.table([{name: one[name] for name in shown} for one in found["patches"][:20]]),
        },
    )


def _inputs(store: ArtifactStore, domains: list[str], missing: list[str]) -> Row:
    """Digests of the tables, and what the triples were made with, where all domains agree on it."""
    matches = store.upstream(contracts.TRIPLE_MATCHES, domains)
    made = [store.lineage(contracts.EXTRACTED_TRIPLES, domain) or {} for domain in domains]
    extractors = {json_bytes(one.get("parameters", {})): one.get("parameters", {}) for one in made}
    agreed = next(iter(extractors.values()), {}) if len(extractors) == 1 else {"extractor": "several"}
    return {
        "source": store.source,
        **agreed,
        "domains_missing": missing,
        "triple_matches": {one["path"]: one["sha256"] for one in matches},
    }


def _save_dated(store: ArtifactStore, report: Mapping[str, Any]) -> str | None:
    """A copy that later runs do not replace, under the day that the answering server named."""
    if report["run_date"] is None:
        return None
    name = f"extraction/results/run-{report['run_date'][:10].replace('-', '')}.json"
    write_atomically(UPath(store.data_dir) / name, json_bytes(report))
    return name


def _told(report: Mapping[str, Any]) -> Row:
    summary = report["summary"]
    by_domain = [{"domain": name, **row["micro"]} for name, row in report["by_domain"].items()]
    plot = base64.b64encode(reliability_plot(report["calibration"]).encode()).decode()
    return {
        "articles": summary["articles"],
        "failures": len(report["failures"]),
        "without_ground_truth": len(report["no_ground_truth"]),
        "run_date": report["run_date"] or "unknown",
        "counts": pictures.counts_table(summary["counts"]),
        "by_domain": pictures.table([{"domain": "all", **summary["micro"]}, *by_domain]),
        "targets": pictures.table(report["targets"]),
        "calibration": pictures.table(report["calibration"]["buckets"]),
        "reliability_plot": dg.MetadataValue.md(f"![reliability](data:image/svg+xml;base64,{plot})"),
    }


def _shown(row: Mapping[str, Any]) -> Row:
    return {name: row.get(name) for name in ("article", "subject", "predicate", "object", "verdict")}
