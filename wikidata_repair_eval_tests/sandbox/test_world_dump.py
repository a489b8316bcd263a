"""The dump: framing, members, order, dates, and what is not in it."""

import bz2
import gzip
import io
import zlib
from pathlib import Path

import orjson
import pytest

from wikidata_repair_eval.sandbox.dump import form_of, write_dump
from wikidata_repair_eval_tests.sandbox.world_readings import small


def dumped(form):
    out = io.BytesIO()
    count = write_dump(small(1), out, form)
    return out.getvalue(), count


@pytest.fixture(scope="module")
def plain():
    return dumped("plain")[0]


@pytest.fixture(scope="module")
def entities(plain):
    return orjson.loads(plain)


def members(data):
    """The members of a gzip file, one by one."""
    while data:
        reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
        yield reader.decompress(data) + reader.flush()
        data = reader.unused_data


def test_one_entity_per_line_between_brackets(plain, entities):
    lines = plain.decode().splitlines()
    assert (lines[0], lines[-1]) == ("[", "]")
    assert all(line.endswith(",") for line in lines[1:-2])
    assert not lines[-2].endswith(",")
    assert len(lines) == len(entities) + 2 == dumped("plain")[1] + 2


@pytest.mark.parametrize(
    ("form", "unpack"), [("gz", gzip.decompress), ("gz-single", gzip.decompress), ("bz2", bz2.decompress)]
)
def test_every_form_holds_the_same_text(form, unpack, plain):
    assert unpack(dumped(form)[0]) == plain


def test_the_many_members_are_cut_between_an_entity_and_its_comma():
    pieces = list(members(dumped("gz")[0]))
    assert (pieces[0], pieces[-1]) == (b"[\n", b"\n]\n")
    assert pieces[2:-1:2] == [b",\n"] * len(pieces[2:-1:2])
    assert all(piece.startswith(b'{"type":') and piece.endswith(b"}") for piece in pieces[1:-1:2])
    assert len(pieces) > 20


def test_a_single_member_is_one_member():
    assert len(list(members(dumped("gz-single")[0]))) == 1


def test_items_and_properties_only_and_no_redirects(entities):
    ids = {entity["id"] for entity in entities}
    world = small(1)
    live = {entity_id for entity_id in world.entity_ids() if entity_id[0] in "QP"}
    assert ids == live
    assert len(ids) == len(entities)
    assert {entity["type"] for entity in entities} == {"item", "property"}


def test_neither_sorted_nor_properties_first(entities):
    ids = [int(entity["id"][1:]) for entity in entities]
    assert ids != sorted(ids)
    kinds = [entity["type"] for entity in entities]
    assert kinds != sorted(kinds)
    assert kinds != sorted(kinds, reverse=True)


def test_keys_stand_in_the_order_of_the_dump(entities):
    terms = ["labels", "descriptions", "aliases", "claims"]
    ends = ["pageid", "ns", "title", "lastrevid", "modified"]
    for entity in entities:
        first = ["type", "datatype", "id"] if entity["type"] == "property" else ["type", "id"]
        middle = terms if entity["type"] == "property" else [*terms, "sitelinks"]
        assert list(entity) == [*first, *middle, *ends]


def test_every_line_is_as_of_its_own_date(entities):
    world = small(1)
    older = [
        entity for entity in entities if entity["lastrevid"] != world.entity_page(entity["id"]).latest.id
    ]
    assert older, "the dump is not of this instant"
    for entity in entities:
        revision = world.revisions[entity["lastrevid"]]
        assert (revision.timestamp, revision.title) == (entity["modified"], entity["title"])


def test_snaks_have_datatypes_and_empty_maps_are_objects(entities):
    snaks = [s["mainsnak"] for e in entities for group in e["claims"].values() for s in group]
    assert all(snak["datatype"] == small(1).datatypes[snak["property"]] for snak in snaks)
    assert not [e["id"] for e in entities if e["claims"] == [] or e["labels"] == []]


def test_the_form_follows_from_the_name():
    names = {"x.json": "plain", "x.json.gz": "gz", "x.json.bz2": "bz2"}
    assert {name: form_of(Path(name)) for name in names} == names


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="use one of plain, gz, gz-single, bz2"):
        write_dump(small(1), io.BytesIO(), "zip")
