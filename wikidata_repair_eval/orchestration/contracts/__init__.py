"""The table of CONTRACTS section 2, as far as it is built: files, columns, and what each is made from.

One module per group; `ARTIFACTS` gathers every `Artifact` that they name.
"""

from collections.abc import Iterator, Mapping
from types import ModuleType

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts import (
    benchmark,
    benchmark_taxonomy,
    evaluation,
    extraction,
    repairs,
    reports,
    world,
)

GROUPS = (reports, repairs, world, benchmark_taxonomy, benchmark, evaluation, extraction)


def _artifacts(groups: tuple[ModuleType, ...]) -> Iterator[Artifact]:
    for group in groups:
        yield from (value for value in vars(group).values() if isinstance(value, Artifact))


ARTIFACTS: Mapping[str, Artifact] = {artifact.name: artifact for artifact in _artifacts(GROUPS)}
