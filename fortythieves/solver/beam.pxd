# cython: language_level=3
"""The C types of `beam.py`, for Cython."""

cimport cython

from .board cimport Board
from .keytable cimport KeyTable


cdef int _MOST_PASSES


@cython.final
cdef class Beam:
    cdef readonly Board board
    cdef readonly int width
    cdef bint by_draws, prune, drawing
    cdef int state_size
    cdef unsigned char[::1] states, fresh
    cdef int[::1] history_of, heap_slot, parents, codes
    cdef long long[::1] heap_value
    cdef readonly KeyTable seen
    cdef int history
    cdef readonly int won, best, best_home
    cdef int here, into, count, here_count, next, passes

    cdef void turn_to_next_layer(self) noexcept
    cdef int remember(self, int parent, int code) except -1
    @cython.locals(value="long long", heap_value="long long[::1]", heap_slot="int[::1]")
    cdef void offer(self, int parent, int code)
    @cython.locals(board=Board)
    cdef void expand(self, int slot, bint draws, bint only_draws)
    cpdef bint step(self, long long nodes) except -1
    cdef bint step_by_depth(self) except -1
    @cython.locals(some=bint)
    cdef bint step_by_draws(self) except -1
    @cython.locals(board=Board)
    cdef void draw(self, int slot)
    cpdef list line(self, int note)
