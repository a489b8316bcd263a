"""What must hold of stored cases and of a release: each function names the offenders and how they offend."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from wikidata_repair_eval.benchmark.croissant import problems_of
from wikidata_repair_eval.benchmark.domains import excluded_domains, is_excluded
from wikidata_repair_eval.benchmark.publishing import damaged_files
from wikidata_repair_eval.benchmark.release import CARD, CHANGES, CROISSANT, SPLITS, Release
from wikidata_repair_eval.benchmark.scan import Forbidden
from wikidata_repair_eval.benchmark.splits import STRADDLING

Case = Mapping[str, Any]
DOCUMENTS = (CARD, CHANGES, CROISSANT, SPLITS)


def unanswered(cases: Iterable[Case], snapshots: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Type C cases without a snapshot, and missing ones without a reason."""
    wanted = [case["id"] for case in cases if case["class"] == "TypeC"]
    silent = [name for name, one in snapshots.items() if one["response"] is None and not one["reason"]]
    return [*(f"{name}: no snapshot" for name in wanted if name not in snapshots), *silent]


def leaking(snapshots: Mapping[str, Mapping[str, Any]], forbidden: Forbidden) -> list[str]:
    """Snapshots with a key, or with a result from Wikidata or a mirror."""
    found = []
    for name, snapshot in snapshots.items():
        urls = [str(one.get("url")) for one in (snapshot["response"] or {}).get("results", ())]
        found += [f"{name}: {url}" for url in urls if is_excluded(url, excluded_domains())]
        found += [f"{name}: {what}" for what in forbidden.in_record(snapshot) if what.endswith("a key")]
    return found


def forbidden_in(cases: Iterable[Case], forbidden: Forbidden) -> list[str]:
    """Cases with keys, editors' names or comments, or something that a page would load."""
    return [f"{case['id']}: {what}" for case in cases for what in forbidden.in_record(case)]


def forbidden_in_release(release: Release, forbidden: Forbidden) -> list[str]:
    """The same for every file of a release."""
    found = forbidden_in(release.cases(), forbidden) + forbidden_in(release.diagnostic(), forbidden)
    for name in DOCUMENTS:
        text = (release.folder / name).read_text(encoding="utf-8")
        found += [f"{name}: {what}" for what in forbidden.in_document(text)]
    return found


def broken(release: Release) -> list[str]:
    """Files that are not what the checksums say, and what is wrong with the Croissant description."""
    description = orjson.loads((release.folder / CROISSANT).read_bytes())
    return [*damaged_files(release.folder), *problems_of(description)]


def split_leaks(release: Release) -> list[str]:
    """Ids that stand twice, clusters in two times, definitions or entities in two parts of a split."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    ids = Counter[str]()
    for case in release.cases():
        ids[case["id"]] += 1
        for split, name in _memberships(case):
            groups[split, name].add(case["splits"][split])
    repeated = [f"{name}: {count} times" for name, count in ids.items() if count > 1]
    shared = [
        f"{split} {name}: in {sorted(parts)}" for (split, name), parts in groups.items() if len(parts) > 1
    ]
    return repeated + shared


def _memberships(case: Case) -> Iterator[tuple[str, str]]:
    yield "temporal", case["cluster_id"]
    yield "entity_disjoint", case["qid"]
    if case["splits"]["definition_disjoint"] != STRADDLING:
        for name in case["definitions"]:
            yield "definition_disjoint", name
