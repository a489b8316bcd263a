"""The taxonomy: what a solver of a repair needs.

Type A: the constraint and literals; B: what stands on the item or one hop away; C: neither; T_BOX: the
constraint itself was edited. Pure; `docs/taxonomy.md` tells the rules.
"""

from wikidata_repair_eval.benchmark.taxonomy.classify import classify
from wikidata_repair_eval.benchmark.taxonomy.records import ClassifiedCase

__all__ = ["ClassifiedCase", "classify"]
