"""The cache gives back what was stored, says why there is nothing, and never answers with damage."""

import sqlite3
import threading
from pathlib import Path

import pytest

from wikidata_repair_eval.net.cache import Cache, Entry
from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.http_cache import request_key


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def cache_in(folder: Path, source: str = "wikidata", **more) -> Cache:
    return Cache(folder / "cache.sqlite", source, **more)


def edit(folder: Path, sql: str) -> None:
    connection = sqlite3.connect(folder / "cache.sqlite")
    connection.execute(sql)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="an empty value is a value"),
        pytest.param("Zürich 漢字 \0".encode(), id="any bytes"),
        pytest.param(b"same " * 200_000, id="a large value"),
    ],
)
def test_a_value_comes_back_as_it_was_stored(tmp_path, body):
    cache_in(tmp_path).put("a", body)
    assert cache_in(tmp_path).get("a") == Entry("value", body)


def test_values_are_compressed_on_disk(tmp_path):
    cache_in(tmp_path).put("a", b"same " * 200_000)
    assert (tmp_path / "cache.sqlite-wal").stat().st_size + (
        tmp_path / "cache.sqlite"
    ).stat().st_size < 100_000


def test_a_value_without_a_ttl_stays_for_ever_and_one_with_it_does_not(tmp_path):
    clock = Clock()
    cache = cache_in(tmp_path, clock=clock)
    cache.put("for ever", b"1")
    cache.put("for a day", b"2", ttl_s=86_400)
    clock.now += 86_399
    assert set(cache.get_many(["for ever", "for a day"])) == {"for ever", "for a day"}
    clock.now += 1
    assert set(cache.get_many(["for ever", "for a day"])) == {"for ever"}
    assert cache.sweep() == 1


@pytest.mark.parametrize("state", ["missing", "hidden", "failed"])
def test_an_absence_is_kept_apart_from_never_asked_and_forgotten_soon(tmp_path, state):
    clock = Clock()
    cache = cache_in(tmp_path, clock=clock, negative_ttl_s=600)
    assert cache.get("a") is None
    cache.put_absent("a", state, "the reason")
    assert cache.get("a") == Entry(state, b"the reason")
    clock.now += 601
    assert cache.get("a") is None


def test_a_later_value_replaces_an_absence_and_stays(tmp_path):
    clock = Clock()
    cache = cache_in(tmp_path, clock=clock)
    cache.put_absent("a", "missing")
    cache.put("a", b"restored")
    clock.now += 1e9
    assert cache.get("a") == Entry("value", b"restored")


def test_two_sources_in_one_file_never_see_each_other(tmp_path):
    cache_in(tmp_path, "sandbox").put("revision/1", b"sandbox")
    assert cache_in(tmp_path, "wikidata").get("revision/1") is None


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("body = x'00112233'", id="body overwritten"),
        pytest.param("body = substr(body, 1, length(body) - 3)", id="body cut"),
        pytest.param("length = length + 1", id="length wrong"),
        pytest.param("digest = x'00'", id="checksum wrong"),
        pytest.param("state = 'missing'", id="state flipped"),
        pytest.param("key = 'b'", id="row moved to another key"),
        pytest.param("body = 'text'", id="not even bytes"),
    ],
)
def test_a_damaged_row_is_a_miss_and_is_deleted(tmp_path, damage):
    counters = Counters()
    cache = cache_in(tmp_path, counters=counters)
    cache.put("a", b"value " * 50)
    cache.close()
    edit(tmp_path, f"UPDATE entries SET {damage}")
    assert cache.get_many(["a", "b"]) == {}
    assert cache._file.read(lambda c: c.execute("SELECT count(*) FROM entries").fetchone()[0]) == 0
    assert counters["cache_damaged"] == 1
    cache.put("a", b"fetched again")
    assert cache.get("a") == Entry("value", b"fetched again")


def test_hits_and_misses_are_counted_per_key(tmp_path):
    counters = Counters()
    cache = cache_in(tmp_path, counters=counters)
    cache.put_many({"a": b"1", "b": b"2"})
    cache.get_many(["a", "b", "c", "a"])
    assert counters.snapshot() == {"cache_hits": 2, "cache_misses": 1}


def test_more_keys_than_one_statement_takes_are_all_found(tmp_path):
    cache = cache_in(tmp_path)
    bodies = {f"revision/{n}": str(n).encode() for n in range(1_500)}
    cache.put_many(bodies)
    assert {key: entry.body for key, entry in cache.get_many(bodies).items()} == bodies


def test_forgetting_makes_it_as_if_never_asked(tmp_path):
    cache = cache_in(tmp_path)
    cache.put("a", b"1")
    cache.forget("a")
    assert cache.get("a") is None


def test_threads_share_one_cache(tmp_path):
    cache = cache_in(tmp_path)

    def fill(name: str) -> None:
        for number in range(50):
            cache.put(f"{name}/{number}", name.encode())

    threads = [threading.Thread(target=fill, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [f"{name}/{number}" for name in "abcd" for number in range(50)]
    assert {key: entry.body.decode() for key, entry in cache.get_many(keys).items()} == {
        k: k[0] for k in keys
    }


def test_trap_65_no_secret_becomes_part_of_a_key():
    plain = request_key("GET", "https://wiki.example/w/api.php", {"action": "query"})
    with_key = request_key(
        "GET",
        "https://me:tvly-secret99@wiki.example/w/api.php",
        {"action": "query", "api_key": "tvly-secret99"},
    )
    assert with_key == plain
    assert "secret99" not in with_key


def test_keys_tell_requests_apart_but_not_the_order_of_parameters():
    url = "https://wiki.example/w/api.php"
    assert request_key("GET", url, {"a": "1", "b": "2"}) == request_key("GET", url, {"b": "2", "a": "1"})
    assert request_key("GET", url, {"a": "1"}) != request_key("GET", url, {"a": "2"})
    assert request_key("GET", url) != request_key("POST", url)
    assert request_key("GET", f"{url}?x=1") != request_key("GET", f"{url}?x=2")
