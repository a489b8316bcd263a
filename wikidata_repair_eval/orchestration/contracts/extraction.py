"""The second half: articles, their texts, statements and triples, the matches, and what is reported of them.

The four tables by domain have one row per article; `status` is ok, or failed with the `reason`.
"""

import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.columns import FLAG, FRACTION, NUMBER, TEXT, TEXTS

_LINK = pa.struct([("text", TEXT), ("target", TEXT), ("missing", FLAG)])
_INFOBOX_VALUE = pa.struct([("text", TEXT), ("target", TEXT), ("hidden", TEXT)])
_INFOBOX_ROW = pa.struct([("label", TEXT), ("values", pa.list_(_INFOBOX_VALUE))])
_STATEMENT = pa.struct(
    [
        ("property_id", TEXT),
        ("value", TEXT),
        ("value_type", TEXT),
        ("value_label", TEXT),
        ("value_aliases", TEXTS),
        ("rank", TEXT),
        ("snaktype", TEXT),
        ("precision", FRACTION),
        ("calendar", TEXT),
        ("unit", TEXT),
        ("language", TEXT),
        ("years", TEXT),
        ("qualifiers", pa.list_(pa.struct([("property_id", TEXT), ("value", TEXT)]))),
    ]
)
_TRIPLE = [("subject", TEXT), ("predicate", TEXT), ("object", TEXT), ("confidence", FRACTION)]
_SCORED_TRIPLE = pa.struct([*_TRIPLE, ("type", TEXT), ("score", FRACTION), ("property_id", TEXT)])
_SCORED_STATEMENT = pa.struct(
    [
        ("property_id", TEXT),
        ("value", TEXT),
        ("value_label", TEXT),
        ("value_type", TEXT),
        ("alignable", FLAG),
        ("matched", FLAG),
        ("triple", NUMBER),
    ]
)
_OUTCOME = [("status", TEXT), ("reason", TEXT)]
_COUNTS = ("tp", "fp", "fn", "novel", "off_subject", "redundant", "below_confidence", "merged", "alignable")
_RATIOS = ("precision", "recall", "f1", "recall_alignable")

BENCHMARK_ARTICLES = Artifact(
    "benchmark_articles",
    {"": "extraction/articles.parquet"},
    schemas={
        "": pa.schema(
            [
                ("title", TEXT),
                ("domain", TEXT),
                ("listed_qid", TEXT),
                ("qid", TEXT),
                ("resolved_title", TEXT),
                ("redirected", FLAG),
                *_OUTCOME,
            ]
        )
    },
)
WIKIPEDIA_ARTICLES = Artifact(
    "wikipedia_articles",
    {"": "extraction/wikipedia_articles/{partition}.parquet"},
    made_from=("benchmark_articles",),
    schemas={
        "": pa.schema(
            [
                ("title", TEXT),
                ("normalised_title", TEXT),
                ("article", TEXT),
                ("revision", NUMBER),
                ("timestamp", TEXT),
                ("redirected", FLAG),
                ("markdown", TEXT),
                ("links", pa.list_(_LINK)),
                ("infobox", pa.list_(_INFOBOX_ROW)),
                *_OUTCOME,
            ]
        )
    },
)
WIKIDATA_STATEMENTS = Artifact(
    "wikidata_statements",
    {"": "extraction/wikidata_statements/{partition}.parquet"},
    made_from=("benchmark_articles",),
    schemas={
        "": pa.schema(
            [
                ("title", TEXT),
                ("qid", TEXT),
                ("label", TEXT),
                ("aliases", TEXTS),
                ("statements", pa.list_(_STATEMENT)),
                ("answered_at", TEXT),
                *_OUTCOME,
            ]
        )
    },
)
EXTRACTED_TRIPLES = Artifact(
    "extracted_triples",
    {"": "extraction/extracted_triples/{partition}.parquet"},
    made_from=("wikipedia_articles", "wikidata_statements"),
    schemas={
        "": pa.schema(
            [
                ("title", TEXT),
                ("article", TEXT),
                ("revision", NUMBER),
                ("triples", pa.list_(pa.struct(_TRIPLE))),
                *_OUTCOME,
            ]
        )
    },
)
TRIPLE_MATCHES = Artifact(
    "triple_matches",
    {"": "extraction/triple_matches/{partition}.parquet"},
    made_from=("extracted_triples", "wikidata_statements"),
    schemas={
        "": pa.schema(
            [
                ("title", TEXT),
                ("article", TEXT),
                ("qid", TEXT),
                ("listed_qid", TEXT),
                ("domain", TEXT),
                ("revision", NUMBER),
                ("ground_truth_at", TEXT),
                *((name, NUMBER) for name in _COUNTS),
                *((name, FRACTION) for name in _RATIOS),
                ("no_ground_truth", FLAG),
                ("statements", pa.list_(_SCORED_STATEMENT)),
                ("triples", pa.list_(_SCORED_TRIPLE)),
                *_OUTCOME,
            ]
        )
    },
)
EXTRACTION_REPORT = Artifact(
    "extraction_report", {"": "extraction/results/latest.json"}, made_from=("triple_matches",)
)
NOVEL_DISCOVERIES = Artifact(
    "novel_discoveries", {"": "extraction/novel_discoveries.yaml"}, made_from=("extraction_report",)
)
RECALL_GAPS = Artifact(
    "recall_gaps", {"": "extraction/results/recall-gaps.json"}, made_from=("extraction_report",)
)
PROMPT_TUNING = Artifact(
    "prompt_tuning", {"": "extraction/results/tuning-report.json"}, made_from=("extraction_report",)
)

REPORT_COLUMNS = {
    "run_date": "by the answering server's clock",
    "summary": "counts, micro and macro ratios, intervals over articles",
    "by_domain": "the same for each domain",
    "by_property": "recall and precision of each property",
    "by_datatype": "recall of each datatype",
    "calibration": "buckets, Pearson's rho, ECE, Brier",
    "targets": "each target and whether it is met",
    "failures": "articles that could not be evaluated, and why",
    "articles": "one row per article, with its statements and triples",
}
DISCOVERY_COLUMNS = {
    "article": "where the triple was found",
    "subject": "of the triple",
    "predicate": "one that is not in the alignment table",
    "object": "of the triple",
    "verdict": "correct, incorrect, uncertain, in_wikidata; empty until somebody judged it",
}
GAP_COLUMNS = {
    "property_id": "the property",
    "recall": "below the threshold",
    "statements": "how many there are",
    "examples": "triples that would have matched",
    "advice": "what to ask the extractor for",
}
PATCH_COLUMNS = {
    "kind": "system_instruction or few_shot_example",
    "text": "what to add to the prompt",
    "evidence": "how many triples or statements it rests on",
    "property_id": "the property it is about",
}
