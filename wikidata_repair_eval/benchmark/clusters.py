"""Cases that are one person's one act, and so no independent witnesses; how many of them are kept.

One edit of a property, or of a class, can free thousands of items. Every case says which act it belongs to.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

MOST_WITNESSES = 25


def cluster_id(repair: Mapping[str, Any]) -> str:
    """The edited entity and its edit session: `P21@2461619939`, `Q42@2448947501`."""
    target = repair["repair_target"]
    if target["kind"] == "T_BOX":
        return f"{repair['property']}@{target['property_revision_id']}"
    first = min((target["revision_id"], *target["session_revision_ids"]))
    return f"{target['entity']}@{first}"


def over_the_cap(members: Iterable[tuple[str, str]], most: int = MOST_WITNESSES) -> frozenset[str]:
    """The ids to leave out, of pairs (cluster, case id): by hash, so that the choice favours nobody."""
    clusters: dict[str, set[str]] = defaultdict(set)
    for cluster, case_id in members:
        clusters[cluster].add(case_id)
    return frozenset(case_id for ids in clusters.values() for case_id in sorted(ids, key=_lot)[most:])


def _lot(case_id: str) -> tuple[str, str]:
    return hashlib.sha256(case_id.encode()).hexdigest(), case_id
