"""Sets of millions of entity codes in little memory, asked and told with whole arrays.

Apart from `codes`, because scanning processes start faster without numpy.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]
_LARGEST_BIT = 1 << 30  # 128 MB of bits: codes beyond it go into a set, so that a silly one costs nothing


class CodeSet:
    """A bit for each code there can be; asked and told with arrays of codes."""

    def __init__(self, codes: Iterable[int] = ()) -> None:
        self._bits = np.zeros(0, np.uint8)
        self._others: set[int] = set()
        self.add(np.array(sorted(set(codes)), np.int64))

    def contains(self, codes: Codes) -> npt.NDArray[np.bool_]:
        """For each code, whether it is in the set."""
        places = codes >> 3
        known = (codes >= 0) & (places < len(self._bits))
        found = np.zeros(len(codes), np.bool_)
        found[known] = (self._bits[places[known]] >> (codes[known] & 7).astype(np.uint8)) & 1
        for place in np.flatnonzero(~_fits(codes)) if self._others else ():
            found[place] = int(codes[place]) in self._others
        return found

    def add(self, codes: Codes) -> None:
        fits = _fits(codes)
        if not fits.all():
            self._others.update(codes[~fits].tolist())
            codes = codes[fits]
        if not len(codes):
            return
        needed = int(codes.max() >> 3) + 1
        if needed > len(self._bits):
            grown = np.zeros(needed + len(self._bits) // 8, np.uint8)
            grown[: len(self._bits)] = self._bits
            self._bits = grown
        np.bitwise_or.at(self._bits, codes >> 3, np.left_shift(1, codes & 7).astype(np.uint8))

    def add_new(self, codes: Codes) -> npt.NDArray[np.int64]:
        """Add them all; the places of those that were there before, in the set or earlier in `codes`."""
        known = self.contains(codes)
        _, first = np.unique(codes, return_index=True)
        if len(first) < len(codes):
            again = np.ones(len(codes), np.bool_)
            again[first] = False
            known |= again
        self.add(codes)
        return np.flatnonzero(known)


def _fits(codes: Codes) -> npt.NDArray[np.bool_]:
    return (codes >= 0) & (codes < _LARGEST_BIT)
