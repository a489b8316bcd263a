"""Small frozen worlds and the cases in them: an entity before and after a repair, and the dump of later.

`abox`, `tbox`, `repair` and `state` make the records of Stage 2; `frozen` freezes a dump for real.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upath import UPath

from wikidata_repair_eval.wikibase import action, constraint_signature, statement_ops, values_of
from wikidata_repair_eval.wikibase.shapes import statements_of
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.frozen import Frozen, open_frozen
from wikidata_repair_eval_tests.build import Raw, as_revision_content, claims, entity, item, statement
from wikidata_repair_eval_tests.world.dumps import text_of

EARLY, REPAIRED, LATE = "2024-01-01T00:00:00Z", "2025-06-01T12:00:00Z", "2026-01-01T00:00:00Z"
AS_OF = "2025-06-01T11:59:59Z"


def thing(entity_id: str, name: str, *statements: Raw, modified: str = EARLY, **parts: Any) -> Raw:
    """An entity with an English name that nobody has touched for long."""
    datatype = {"datatype": parts.pop("datatype", "wikibase-item")} if entity_id[0] == "P" else {}
    return entity(entity_id, *statements, labels={"en": name}, modified=modified, **datatype, **parts)


def one_of(property_id: str, *allowed: str, **more: Any) -> Raw:
    """A one-of constraint that allows these items."""
    qualifiers = {"P2305": [item(one) for one in allowed], **more.pop("qualifiers", {})}
    guid = more.pop("id", f"{property_id}$00000000-0000-4000-8000-00000000000a")
    return statement("P2302", item("Q21510859"), id=guid, qualifiers=qualifiers, **more)


def rules(property_entity: Raw) -> list[Raw]:
    return list(statements_of(property_entity, "P2302"))


def abox(before: Raw, after: Raw, property_id: str, **more: Any) -> Raw:
    """The repair target of an edit of one property's statements."""
    old, new = (values_of(raw, property_id) for raw in (before, after))
    ops = statement_ops(before, after, [property_id])
    done = action(statements_of(before, property_id), statements_of(after, property_id))
    return {
        "kind": "A_BOX",
        "action": done,
        "entity": before["id"],
        "property": property_id,
        "term": None,
        "old_value": old,
        "new_value": new,
        "value": new or old,
        "statement_ops": ops,
        "revision_id": 200,
        "parent_id": 100,
        "session_revision_ids": [200],
        "timestamp": REPAIRED,
        "author": "Editor Name",
        "comment": "/* wbsetclaimvalue:1| */ by Editor Name",
        **more,
    }


def term_edit(before: Raw, term: str, text: str) -> Raw:
    """The repair target of a label that was added."""
    language = term.partition("/")[2]
    value = {
        "snaktype": "value",
        "datatype": "monolingualtext",
        "value": {"language": language, "text": text},
        "rank": "normal",
        "text": text,
    }
    target = abox(before, before, "P1")
    return {
        **target,
        "property": None,
        "term": term,
        "action": "CREATE",
        "old_value": [],
        "new_value": [value],
    }


def tbox(property_before: Raw, property_after: Raw) -> Raw:
    """The repair target of an edit of the constraints."""
    before, after = rules(property_before), rules(property_after)
    delta = {
        "hash_before": constraint_signature(before),
        "hash_after": constraint_signature(after),
        "statements_before": before,
        "statements_after": after,
        "direction": "relaxation",
    }
    return {
        "kind": "T_BOX",
        "property_revision_id": 300,
        "property_revision_prev": 299,
        "timestamp": REPAIRED,
        "author": "Editor Name",
        "comment": "by Editor Name",
        "constraint_delta": delta,
    }


def repair(subject: Raw, property_id: str, target: Raw, **more: Any) -> Raw:
    """A proven repair of Stage 2, as far as Stage 3 reads it."""
    track = target["kind"]
    name = f"repair_{subject['id']}_200" if track == "A_BOX" else f"reform_{subject['id']}_{property_id}_300"
    used = [{"type_qid": "Q21510859", "statement_id": f"{property_id}$00000000-0000-4000-8000-00000000000a"}]
    return {
        "id": name,
        "qid": subject["id"],
        "property": property_id,
        "track": track,
        "violation_context": {
            "report_violation_type": "One of",
            "report_violation_types": ["One of"],
            "value": values_of(subject, property_id) or None,
        },
        "repair_target": target,
        "persistence_check": {"live": {"status": "persists", "current_value": None, "checked_at": LATE}},
        "proof": {"constraints": used, "through": "same_property", "reason": "a proof that nobody may see"},
        **more,
    }


def state(
    subject: Raw,
    constraints: Sequence[Raw] = (),
    *,
    neighbours: Iterable[Raw] = (),
    class_edges: Sequence[tuple[str, str]] = (),
    companions: Sequence[str] = (),
) -> Raw:
    """The pre-repair state, in the dialect of revisions."""
    return {
        "id": "",
        "entity": as_revision_content(subject),
        "neighbours": {raw["id"]: as_revision_content(raw) for raw in neighbours},
        "class_edges": [list(edge) for edge in class_edges],
        "constraints": [as_revision_content(raw) for raw in constraints],
        "as_of": AS_OF,
        "companions": list(companions),
    }


@contextmanager
def frozen(folder: Path, *entities: Raw, wanted: Iterable[str] | None = None) -> Iterator[Frozen]:
    """A dump of these entities, frozen; without `wanted` all of them are."""
    dump = folder / "dump.json"
    dump.write_bytes(text_of(*entities))
    ids = [raw["id"] for raw in entities] if wanted is None else list(wanted)
    freeze(dump, ids, folder / "snapshot", cores=1)
    with open_frozen(UPath(folder / "snapshot"), folder / "cache") as found:
        assert found is not None
        yield found


def leaves(part: Any) -> Iterator[str]:
    """Every text in a piece of JSON, names of members included."""
    if isinstance(part, Mapping):
        for name, member in part.items():
            yield name
            yield from leaves(member)
    elif isinstance(part, list | tuple):
        for member in part:
            yield from leaves(member)
    elif isinstance(part, str):
        yield part


def claims_of_one(property_id: str, target: str) -> Raw:
    """The claims of an entity with one statement."""
    return claims("Q1", [statement(property_id, item(target))])
