# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, infer_types=True, annotation_typing=False
"""A set of 64-bit keys in eight bytes each and a bit: open addressing, doubled as it fills.

Compiled as `board.py` is.
"""

from __future__ import annotations

from array import array

_SMALLEST = 12


class KeyTable:
    """The keys of positions that are known.

    Attributes:
        full: whether a key had to be left out, since the table may not grow any more.
    """

    def __init__(self, most_bits: int) -> None:
        """An empty table, of at most 2**most_bits places."""
        self.most = 1 << most_bits
        self.places = array("Q", bytes(8 << min(_SMALLEST, most_bits)))
        self.mask = len(self.places) - 1
        self.count = 0
        self.full = False

    def is_known(self, key: int) -> bool:
        if key == 0:
            key = 1
        at = key & self.mask
        while self.places[at]:
            if self.places[at] == key:
                return True
            at = (at + 1) & self.mask
        return False

    def add(self, key: int) -> bool:
        """Add a key; says whether it is new. When the table is full it is new, and not kept."""
        # An empty place is 0.
        if key == 0:
            key = 1
        at = key & self.mask
        while self.places[at]:
            if self.places[at] == key:
                return False
            at = (at + 1) & self.mask
        if self.count * 4 > self.mask * 3:
            if self.mask + 1 >= self.most:
                self.full = True
                return True
            self.grow()
            at = key & self.mask
            while self.places[at]:
                at = (at + 1) & self.mask
        self.places[at] = key
        self.count += 1
        return True

    def grow(self) -> None:
        old = self.places
        size = 2 * (self.mask + 1)
        self.places = array("Q", bytes(8 * size))
        self.mask = size - 1
        for i in range(size >> 1):
            key = old[i]
            if key:
                at = key & self.mask
                while self.places[at]:
                    at = (at + 1) & self.mask
                self.places[at] = key
