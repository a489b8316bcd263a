"""What `evaluate-wikidata` does with its options: choose sources, run over the articles, report."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.article_lists import Wanted, named_list
from wikidata_repair_eval.extraction.articles import Article, CacheMode, WikipediaClient, title_in
from wikidata_repair_eval.extraction.evaluation import (
    KeptRows,
    Outcome,
    Steps,
    evaluate,
    read_statements,
)
from wikidata_repair_eval.extraction.extractors import (
    Extractor,
    file_extractor,
    infobox_extractor,
    model_extractor,
)
from wikidata_repair_eval.extraction.ground_truth import GroundTruth, NoItem, WikidataClient
from wikidata_repair_eval.extraction.model_extractor import load_profile
from wikidata_repair_eval.extraction.records import Item
from wikidata_repair_eval.extraction.report import build_report
from wikidata_repair_eval.extraction.results import Row
from wikidata_repair_eval.extraction.scorer import SCORER_VERSION, Scorer
from wikidata_repair_eval.files import sha256_of
from wikidata_repair_eval.settings import Settings


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """A run with checked options. Making one asks nobody anything."""

    settings: Settings
    wanted: tuple[Wanted, ...]
    triples: str | None
    statements: str | None
    profile: str | None
    cache: CacheMode

    @classmethod
    def planned(
        cls,
        settings: Settings,
        *,
        article: str | None = None,
        dataset: str | None = None,
        triples: str | None = None,
        statements: str | None = None,
        profile: str | None = None,
        cache: str | None = None,
    ) -> "EvaluationRun":
        """Refuses options that contradict each other."""
        if (article is None) == (dataset is None):
            problem = "exactly one of --article and --dataset is needed"
            raise InputError("evaluate-wikidata", "options", problem, "name one article or one list")
        if triples and profile:
            problem = "--triples and --profile both say where triples come from"
            raise InputError("evaluate-wikidata", "options", problem, "leave one of them out")
        wanted = named_list(dataset) if dataset else [Wanted(title_in(article or ""))]
        mode: CacheMode = "no" if cache == "no" else "only" if cache == "only" else "use"
        return cls(settings, tuple(wanted), triples, statements, profile, mode)

    @property
    def needs_world(self) -> bool:
        return not (self.triples and self.statements)

    def report(self, progress: Callable[[str], object]) -> Row:
        """Evaluate every article, then build the report; what was finished survives a kill."""
        scorer, kept = Scorer(), KeptRows(self._journal(), self._depends_on())
        outcomes: list[Outcome] = []
        with self._steps(scorer) as steps:
            for outcome in evaluate(self.wanted, steps, scorer, kept):
                outcomes.append(outcome)
                progress(_line(len(outcomes), len(self.wanted), outcome))
        rows = [outcome.row for outcome in outcomes if outcome.row is not None]
        failures = [outcome.failure for outcome in outcomes if outcome.failure is not None]
        dates = [row["ground_truth_at"] for row in rows if row["ground_truth_at"]]
        run_date = max(dates, default=None)
        report = build_report(rows, failures, scorer.table, run_date=run_date, inputs=self._depends_on())
        kept.drop()
        return report

    def _journal(self) -> Path | None:
        """A single article is quickly done again; a list is not."""
        return self.settings.local_dir / "journal" / "evaluate_wikidata" if len(self.wanted) > 1 else None

    def _depends_on(self) -> dict[str, Any]:
        """What the rows depend on, with digests: the report's `inputs`, and the name of the kept rows."""
        source, profile = self.settings.source.name, self.profile
        return {
            "source": source,
            "scorer": SCORER_VERSION,
            "triples": sha256_of(Path(self.triples)) if self.triples else None,
            "statements": sha256_of(Path(self.statements)) if self.statements else None,
            "profile": load_profile(profile, source).digest if profile else None,
            "extractor": "file" if self.triples else "model" if profile else "infobox",
        }

    @contextmanager
    def _steps(self, scorer: Scorer) -> Iterator[Steps]:
        with ExitStack() as open_clients:
            extractor = self._extractor(scorer, open_clients)
            article = None if self.triples else self._article_reader(open_clients)
            yield Steps(article, self._ground_truth(open_clients), extractor)

    def _article_reader(self, open_clients: ExitStack) -> Callable[[str], Article]:
        folder = self.settings.cache_dir / "article_cache"
        client = open_clients.enter_context(WikipediaClient(folder, self.settings))
        return lambda title: client.get(title, self.cache)

    def _ground_truth(self, open_clients: ExitStack) -> Callable[[str], GroundTruth]:
        if self.statements:
            return _from_file(read_statements(self.statements), self.statements)
        client = open_clients.enter_context(WikidataClient(self.settings))
        return lambda title: client.ground_truth(client.qid(title))

    def _extractor(self, scorer: Scorer, open_clients: ExitStack) -> Extractor:
        if self.triples:
            return file_extractor(self.triples, single=len(self.wanted) == 1)
        if self.profile is None:
            return infobox_extractor()
        return model_extractor(self.settings, self.profile, scorer.table, open_clients)


def _from_file(items: dict[str, Item], file: str) -> Callable[[str], GroundTruth]:
    def ground_truth(title: str) -> GroundTruth:
        if title not in items:
            raise NoItem(f"{file} has no item for {title!r}. Fix: add a line for it.")
        return GroundTruth(items[title], None)

    return ground_truth


def summary_table(report: Row) -> str:
    """The figures that people look at first."""
    summary = report["summary"]
    lines = [f"{'':22}{'articles':>9}{'P':>8}{'R':>8}{'F1':>8}"]
    rows = {"all": summary, **report["by_domain"]}
    for name, row in rows.items():
        micro = row["micro"]
        figures = "".join(f"{_figure(micro[key]):>8}" for key in ("precision", "recall", "f1"))
        lines.append(f"{name:22}{row['articles']:>9}{figures}")
    for target in report["targets"]:
        if target["met"] is False:
            lines.append(
                f"warning: {target['name']} {target['value']} is below its target {target['target']}"
            )
    left_out = len(report["no_ground_truth"])
    lines.append(f"{len(report['failures'])} failed, {left_out} without ground truth (left out above)")
    return "\n".join(lines)


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _line(done: int, total: int, outcome: Outcome) -> str:
    if outcome.row is None:
        failure = outcome.failure or {}
        return f"{done}/{total} {failure.get('article')}: failed ({failure.get('error')})"
    row = outcome.row
    return f"{done}/{total} {row['article']}: {row['tp']} right, {row['fp']} wrong, {row['fn']} missed"
