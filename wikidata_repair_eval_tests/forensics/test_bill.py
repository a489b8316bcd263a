"""Who pays for which requests."""

from wikidata_repair_eval.forensics.bill import Bill
from wikidata_repair_eval.net.counters import Counters


def test_those_who_asked_together_share_and_the_rest_is_everybodys() -> None:
    counters = Counters()
    counters.add("requests", 7)  # of an earlier batch
    bill = Bill(counters, ["a", "b", "c"])
    with bill.shared_by(["a", "b"]):
        counters.add("requests", 2)
        counters.add("cache_hits", 4)
    counters.add("requests", 3)
    assert bill.total() == {"a": (2.0, 2.0), "b": (2.0, 2.0), "c": (1.0, 0.0)}


def test_nobody_asking_costs_nobody_in_particular() -> None:
    counters = Counters()
    bill = Bill(counters, ["a"])
    with bill.shared_by([]):
        counters.add("requests", 1)
    assert bill.total() == {"a": (1.0, 0.0)}
