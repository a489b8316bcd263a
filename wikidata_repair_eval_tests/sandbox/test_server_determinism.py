"""Same world, same bytes: on every endpoint, in every process, whatever the hash seed."""

import hashlib
import os
import subprocess
import sys

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval_tests.sandbox.asking import asking
from wikidata_repair_eval_tests.sandbox.tiny_world import PREFIX, tiny_world

QUERY = "/w/api.php?action=query&format=json&formatversion=2"
ADDRESSES = [
    f"{QUERY}&prop=revisions&titles=Q1&rvlimit=3&rvslots=main&rvprop=ids|timestamp|user|comment|tags|size|sha1",
    f"{QUERY}&prop=revisions&revids=101|104|201|999|1000&rvslots=main&rvprop=ids|content|tags",
    f"{QUERY}&prop=info|revisions&titles=Q1|Q2|Q77&inprop=url|protection|displaytitle",
    f"{QUERY}&list=allpages|logevents|recentchanges&rclimit=max&rcprop=title|ids|user|sizes|flags|sha1|tags",
    f"{QUERY}&meta=siteinfo|userinfo&siprop=general|namespaces|namespacealiases|statistics&curtimestamp=1",
    f"{QUERY}&nonsense=1&more=2&prop=revisions|x|y&titles=Q1",
    "/w/api.php?action=wbgetentities&format=json&ids=Q1|Q2|Q4|P31|L1",
    "/w/rest.php/v1/page/Q5/history?older_than=1030",
    "/w/rest.php/v1/page/Q4/history",
    "/wiki/Special:EntityData/Q1.json?revision=101",
    "/wiki/Special:EntityData/Q2.json?revision=202",
    f"/w/api.php?action=query&format=json&prop=revisions&titles={PREFIX}P31|q1&rvprop=content&rvslots=main",
]


def digest() -> str:
    """Over status, headers and body of every address; only the port, which is free each time, is left out."""
    total = hashlib.sha256()
    with asking(tiny_world()) as wiki:
        for address in ADDRESSES:
            response = wiki.get(address, headers={"Accept-Encoding": "identity"})
            text = response.text.replace(wiki.url, "http://sandbox")
            headers = sorted(
                (name, value) for name, value in response.headers.items() if "length" not in name
            )
            total.update(repr((address, response.status_code, headers, text)).encode())
    return total.hexdigest()


def test_two_servers_give_the_same_bytes() -> None:
    assert digest() == digest()


def test_another_process_with_another_hash_seed_gives_the_same_bytes() -> None:
    code = f"from {__name__} import digest; print(digest())"
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest()


def everything(seed: int) -> str:
    """Every revision, page title and log event of a built world, as it is served."""
    total = hashlib.sha256()
    world = build_world(seed, "small")
    ids = sorted(world.revisions)
    props = "ids|timestamp|user|userid|comment|tags|size|sha1|content"
    with asking(world) as wiki:
        for namespace in (0, 4, 120, 146):
            pieces = wiki.all_pieces(list="allpages|logevents", apnamespace=namespace, aplimit="max")
            total.update(repr(pieces).encode())
        for start in range(0, len(ids), 50):
            batch = "|".join(map(str, ids[start : start + 50]))
            for piece in wiki.all_pieces(prop="revisions", revids=batch, rvprop=props, rvslots="main"):
                total.update(repr(piece).encode())
    return total.hexdigest()


def test_two_builds_of_one_seed_are_served_alike_and_another_seed_is_not() -> None:
    first = everything(5)
    assert everything(5) == first
    assert everything(6) != first
