"""The second half: triples that an extractor drew from Wikipedia articles, scored against Wikidata.

The public names are the ones listed here; they need no Dagster, so they work in a notebook at once.
"""

from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.articles import Article, CacheOnlyError, NotAnArticle, WikipediaClient
from wikidata_repair_eval.extraction.calibration import calibrate
from wikidata_repair_eval.extraction.discoveries import novel_discovery_rate
from wikidata_repair_eval.extraction.gaps import RecallGapAnalyzer
from wikidata_repair_eval.extraction.ground_truth import NoItem, WikidataClient
from wikidata_repair_eval.extraction.resolver import EntityResolver, Resolution
from wikidata_repair_eval.extraction.scorer import Score, Scorer
from wikidata_repair_eval.extraction.tuning import PromptTuner

__all__ = [
    "Article",
    "CacheOnlyError",
    "EntityResolver",
    "NoItem",
    "NotAnArticle",
    "PromptTuner",
    "PropertyAlignmentTable",
    "RecallGapAnalyzer",
    "Resolution",
    "Score",
    "Scorer",
    "WikidataClient",
    "WikipediaClient",
    "calibrate",
    "novel_discovery_rate",
]
