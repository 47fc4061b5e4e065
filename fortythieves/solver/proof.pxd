# cython: language_level=3
"""The C types of `proof.py`, for Cython."""

cimport cython

from .board cimport Board, Key
from .keytable cimport KeyTable

cdef int PILE_BITS, _MAX_DEPTH, _MOVES, _LEVELS, _SETS, _RATIO, _TRIAL, _SELDOM
cdef Key _ASLEEP


@cython.final
cdef class Prover:
    cdef readonly Board board
    cdef bint draw_first, use_dead, use_stubborn
    cdef readonly bint use_count
    cdef readonly KeyTable table
    cdef int[::1] moves, next, end, limit, mark, reach, relaxed, free, deep, loose, held, costs, parent
    cdef int budget, cleared, pending
    cdef int[::1] stack, shown
    cdef Key opened, at_hand
    cdef readonly long long met, tests, cut, counts
    cdef int depth
    cdef readonly bint won, done, full
    cdef readonly int best_home

    @cython.locals(board=Board, after_tableau=bint, stop="long long")
    cpdef bint step(self, long long nodes) except -1
    @cython.locals(board=Board, asleep=Key, draws=bint, others=bint, only_draw=bint, is_draw=bint)
    cdef bint enter(self, bint after_tableau) except -1
    @cython.locals(board=Board, reach="int[::1]", free="int[::1]")
    cdef int emptied(self, bint all_cards)
    cdef void uncover(self, int kind) noexcept
    cdef void take(self, int kind) noexcept
    cdef void cover(self, int kind) noexcept
    cdef void show_top(self) noexcept
    @cython.locals(board=Board)
    cdef bint can_leave(self, int kind) noexcept
    @cython.locals(board=Board, reach="int[::1]", left=Key, again=bint)
    cdef void dig(self) noexcept
    @cython.locals(board=Board)
    cdef void count_home(self) noexcept
    @cython.locals(board=Board)
    cdef int stubborn_columns(self)
    @cython.locals(board=Board, kinds=Key)
    cdef int concerned(self, int kind, int emptied)
    @cython.locals(board=Board)
    cdef int holding(self, Key kinds) noexcept
    @cython.locals(board=Board, deep="int[::1]", loose="int[::1]", held="int[::1]")
    cdef bint overfull(self)
    cdef bint is_due(self) noexcept
    @cython.locals(board=Board, deep="int[::1]", loose="int[::1]", full=bint)
    cdef bint stays_full(self)
    @cython.locals(board=Board)
    cdef bint has_room(self)
    @cython.locals(board=Board, found=bint, free=bint)
    cdef bint has_room_with(self, int first, int room, int slack)
    @cython.locals(board=Board)
    cdef void set_loose(self, int column, int change) noexcept
    @cython.locals(board=Board)
    cdef int bottoms_needed(self, bint hold) noexcept
    cpdef list line(self)
