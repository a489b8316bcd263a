"""The room's front door: what it promises is there, and it opens onto nothing of ours."""

import ast
from pathlib import Path

import wikidata_repair_eval.wikibase as room

PACKAGE = Path(room.__file__).parent
ALLOWED = {"collections", "dataclasses", "datetime", "decimal", "hashlib", "json", "orjson", "re", "typing"}


def test_every_public_name_exists_and_is_listed_once():
    assert len(room.__all__) == len(set(room.__all__))
    assert all(hasattr(room, name) for name in room.__all__)


def test_the_room_imports_nothing_of_ours_and_no_network_or_files():
    roots = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                roots.add(node.module)
            elif isinstance(node, ast.Import):
                roots |= {name.name for name in node.names}
    foreign = {name for name in roots if not name.startswith("wikidata_repair_eval.wikibase.")}
    assert {name.partition(".")[0] for name in foreign} <= ALLOWED
