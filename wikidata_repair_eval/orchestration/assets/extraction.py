"""The second half, by domain: articles, their texts and statements, the triples drawn from them, matches."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval import __version__
from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.extraction import Scorer, WikidataClient, WikipediaClient, stages
from wikidata_repair_eval.extraction.article_lists import benchmark_list, resolve
from wikidata_repair_eval.extraction.articles import cache_mode
from wikidata_repair_eval.extraction.extractors import (
    Extractor,
    depends_on,
    file_extractor,
    infobox_extractor,
    kind_of,
    model_extractor,
)
from wikidata_repair_eval.extraction.scorer import SCORER_VERSION
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets import extraction_told as told
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.contracts import extraction as contracts
from wikidata_repair_eval.orchestration.contracts.columns import column_schema
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import DOMAINS
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource, drop_journal
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import Settings

Row = dict[str, Any]
Make = Callable[[str], Batch]
COMMON: dict[str, Any] = {
    "group_name": "extraction",
    "owners": ["team:extraction"],
    "tags": {"half": "extraction"},
    "io_manager_key": "contract_files",
}
BY_DOMAIN: dict[str, Any] = {**COMMON, "partitions_def": DOMAINS, "backfill_policy": SHARED_RUNS}


class ArticlesConfig(dg.Config):
    """Which articles are evaluated."""

    articles: str = Field(
        default="", description="A YAML list of articles; empty for the source's list, or the one that ships."
    )


class TextsConfig(dg.Config):
    """How articles are fetched."""

    cache: str = Field(
        default="use",
        description="use: what was fetched in the last 30 days; no: fetch anew; only: fetch nothing.",
    )


class ExtractorConfig(dg.Config):
    """Where triples come from."""

    kind: str = Field(default="infobox", description="infobox (needs no model), file, or model.")
    file: str = Field(default="", description="For file: .jsonl, .csv, .parquet, .nt or .ttl.")
    profile: str = Field(
        default="", description="For model: the name or file of a profile; empty for wikidata-eval-v1."
    )


class MatchingConfig(dg.Config):
    """What is scored."""

    min_confidence: float = Field(
        default=0.0, description="Triples below this confidence are counted apart and not scored."
    )


@dg.asset(
    **COMMON,
    kinds={"mediawiki", "parquet"},
    pool="wiki",
    metadata={"dagster/column_schema": column_schema(contracts.BENCHMARK_ARTICLES)},
)
def benchmark_articles(config: ArticlesConfig, wiki: WikiResource) -> dg.MaterializeResult[list[Row]]:
    """The articles to evaluate, each with its item by sitelink, or the reason why it has none."""
    settings = wiki.settings()
    wanted = benchmark_list(config.articles or settings.source.articles)
    with wiki.client() as http, WikidataClient(settings, http=http) as client:
        rows = resolve(wanted, client.qids)
    moved = [row for row in rows if row["qid"] and row["listed_qid"] not in (None, row["qid"])]
    return dg.MaterializeResult(
        value=rows,
        metadata={
            **told.outcomes(rows),
            "other_item_than_listed": pictures.table(moved[:20]),
            "by_domain": pictures.counts_table(Counter(row["domain"] for row in rows)),
        },
    )


@dg.asset(
    **BY_DOMAIN,
    deps=[benchmark_articles],
    kinds={"mediawiki", "parquet"},
    pool="wiki",
    metadata={"dagster/column_schema": column_schema(contracts.WIKIPEDIA_ARTICLES)},
)
def wikipedia_articles(
    context: dg.AssetExecutionContext, config: TextsConfig, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Each article as clean Markdown, with its links, infobox and revision."""
    settings, mode = wiki.settings(), cache_mode(config.cache)
    with ExitStack() as clients:
        http = clients.enter_context(wiki.client())
        folder = settings.cache_dir / "article_cache"
        pages = clients.enter_context(WikipediaClient(folder, settings, http=http))
        work = _Work(context, wiki, artifacts.store(), contracts.WIKIPEDIA_ARTICLES, {"cache": mode})
        return work.result(work.each(stages.text_of(lambda title: pages.get(title, mode)), told.texts))


@dg.asset(
    **BY_DOMAIN,
    deps=[benchmark_articles],
    kinds={"sparql", "parquet"},
    pool="wiki",
    metadata={"dagster/column_schema": column_schema(contracts.WIKIDATA_STATEMENTS)},
)
def wikidata_statements(
    context: dg.AssetExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """All statements of each article's item with rank, qualifiers, precision, unit and labels."""
    with ExitStack() as clients:
        http = clients.enter_context(wiki.client())
        client = clients.enter_context(WikidataClient(wiki.settings(), http=http))
        work = _Work(context, wiki, artifacts.store(), contracts.WIKIDATA_STATEMENTS, {})
        return work.result(work.each(stages.statements_of(client.ground_truth), told.statements))


@dg.asset(
    **BY_DOMAIN,
    deps=[wikipedia_articles, wikidata_statements],
    kinds={"parquet"},
    metadata={"dagster/column_schema": column_schema(contracts.EXTRACTED_TRIPLES)},
)
def extracted_triples(
    context: dg.AssetExecutionContext,
    config: ExtractorConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """What the extractor says of each article: from its infobox, from a file, or by a language model."""
    settings, file, profile = wiki.settings(), config.file or None, config.profile or None
    kind = kind_of(config.kind, file, profile)
    inputs = depends_on(kind, file, profile, settings.source.name)
    with ExitStack() as clients:
        extract = _extractor(settings, config, clients)
        work = _Work(context, wiki, artifacts.store(), contracts.EXTRACTED_TRIPLES, inputs)

        def make(domain: str) -> Batch:
            texts, items = (
                work.by_title(one, domain)
                for one in (contracts.WIKIPEDIA_ARTICLES, contracts.WIKIDATA_STATEMENTS)
            )
            step = stages.triples_from(extract, texts, items, needs_text=kind != "file")
            return work.each(step, told.triples)(domain)

        return work.result(make)


@dg.asset(
    **BY_DOMAIN,
    deps=[extracted_triples, wikidata_statements],
    kinds={"parquet"},
    metadata={"dagster/column_schema": column_schema(contracts.TRIPLE_MATCHES)},
)
def triple_matches(
    context: dg.AssetExecutionContext,
    config: MatchingConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """Triples and statements paired one to one, by the best assignment, and counted."""
    scorer = Scorer(min_confidence=config.min_confidence)
    parameters = {
        "min_confidence": config.min_confidence,
        "scorer": SCORER_VERSION,
        "alignment": scorer.table.digest,
    }
    work = _Work(context, wiki, artifacts.store(), contracts.TRIPLE_MATCHES, parameters)

    def make(domain: str) -> Batch:
        items = work.by_title(contracts.WIKIDATA_STATEMENTS, domain)
        triples = work.by_title(contracts.EXTRACTED_TRIPLES, domain)
        rows = stages.match(work.articles(domain), items, triples, scorer)
        return work.batch(rows, told.matches(rows))

    return work.result(make)


class _Work:
    """One asset over the domains of this run: rows are journalled article by article, saved by domain."""

    def __init__(
        self,
        context: dg.AssetExecutionContext,
        wiki: WikiResource,
        store: ArtifactStore,
        artifact: Artifact,
        parameters: Mapping[str, Any],
    ) -> None:
        self._context, self._wiki, self._store = context, wiki, store
        self._artifact, self._parameters = artifact, parameters

    def articles(self, domain: str) -> list[Row]:
        rows = self._store.rows(contracts.BENCHMARK_ARTICLES, None)
        return [row for row in rows if row["domain"] == domain]

    def by_title(self, artifact: Artifact, domain: str) -> dict[str, Row]:
        return {row["title"]: row for row in self._store.rows(artifact, domain)}

    def each(self, step: Callable[[Mapping[str, Any]], Row], tell: Callable[[list[Row]], Row]) -> Make:
        """A domain's rows, article by article; what is finished survives a kill."""

        def make(domain: str) -> Batch:
            path = self._wiki.journal(self._artifact.name, domain)
            with stages.RowJournal(path, self._edition(domain)) as kept:
                rows = stages.each_article(self.articles(domain), step, kept, self._context.log.info)
            return self.batch(rows, tell(rows), lambda: drop_journal(path))

        return make

    def batch(self, rows: list[Row], metadata: Row, when_saved: Callable[[], None] = lambda: None) -> Batch:
        made = Made(rows, {**told.outcomes(rows), **metadata}, parameters=self._parameters)
        return Batch({self._artifact.name: made}, when_saved)

    def result(self, make: Make) -> dg.MaterializeResult[None]:
        [result] = make_partitions(self._context, self._store, [self._artifact], make)
        return result

    def _edition(self, domain: str) -> str:
        """Rows of other inputs are not taken up again."""
        upstream = [
            file
            for name in self._artifact.made_from
            for file in self._store.upstream(_BY_NAME[name], [domain if _BY_NAME[name].partitioned else None])
        ]
        source = self._wiki.settings().source.name
        return json_bytes([source, __version__, dict(self._parameters), upstream]).decode().strip()


_BY_NAME = {
    one.name: one
    for one in (contracts.BENCHMARK_ARTICLES, contracts.WIKIPEDIA_ARTICLES, contracts.WIKIDATA_STATEMENTS)
}


def _extractor(settings: Settings, config: ExtractorConfig, clients: ExitStack) -> Extractor:
    if config.kind == "file":
        return file_extractor(config.file, single=False)
    if config.kind == "infobox":
        return infobox_extractor()
    ensure_world(settings)
    return model_extractor(settings, config.profile or None, Scorer().table, clients)
