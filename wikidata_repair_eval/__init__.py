"""A benchmark of proven Wikidata repairs, and an evaluation of extracted triples against Wikidata."""

from importlib.metadata import version

__version__ = version("wikidata_repair_eval")
