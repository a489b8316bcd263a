"""Entity codes: no two ids share one, and sets of them are told apart however large a number is."""

import numpy as np
import pytest

from wikidata_repair_eval.world.code_sets import CodeSet
from wikidata_repair_eval.world.codes import code_of

IDS = "Q1 Q2 P1 P2 Q2147483647 L1 L1-F1 L1-S1 L1-F2 L2 M1 E1 Q2147483648 Q9999999999999999 P9999999999999999"


def test_no_two_ids_share_a_code_and_every_code_fits_into_64_bits():
    codes = [code_of(entity_id.encode()) for entity_id in IDS.split()]
    assert len(set(codes)) == len(codes)
    assert np.array(codes, np.int64).tolist() == codes


def test_a_code_seen_before_or_earlier_in_the_same_array_is_told_by_its_place():
    seen = CodeSet([code_of(b"Q3")])
    huge = code_of(b"Q99999999999999999999")
    assert seen.add_new(np.array([2, huge, 6, huge, -7, 2, -7])).tolist() == [2, 3, 5, 6]
    assert seen.add_new(np.array([2, 4, huge, -7, -8])).tolist() == [0, 2, 3]


@pytest.mark.parametrize("entity_id", [b"Q999999999999", b"Q536870913", b"L7-F1"])
def test_an_absurdly_large_id_costs_no_memory(entity_id: bytes):
    codes = CodeSet([code_of(entity_id)])
    assert len(codes._bits) == 0
    assert codes.contains(np.array([code_of(entity_id), 1])).tolist() == [True, False]


def test_codes_beyond_what_was_ever_added_are_not_contained():
    assert CodeSet([2]).contains(np.array([2, 3, 10**6, -1])).tolist() == [True, False, False, False]
