"""The stored candidates of a page, one at a time: a page can have hundreds of thousands of them."""

from collections.abc import Iterator
from typing import Any

import ijson  # type: ignore[import-untyped]
from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration.contracts.reports import REPAIR_CANDIDATES


def stored_candidates(store: ArtifactStore, key: str) -> Iterator[dict[str, Any]]:
    """The records of `repair_candidates`; a file that is absent or cut is refused by name."""
    path = UPath(store.data_dir) / REPAIR_CANDIDATES.paths(key)[""]
    if not path.exists():
        raise InputError(str(path), "the file", "it is not there", "materialize its asset first")
    with path.open("rb") as file:
        try:
            yield from ijson.items(file, "item")
        except ijson.JSONError as error:
            problem = f"this is not a whole JSON array ({error})"
            raise InputError(str(path), "the file", problem, "make the file again") from None
