# cython: language_level=3
"""The C types of `board.py`, for Cython. Without it, board.py is what it looks like: Python."""

cimport cython

from .keytable cimport Key

cdef int PILE_BITS
cdef Key MASK, _MIX, _CHAIN
cdef int _TURNED_UP, _REDEALT, _NO_CARD, _FOREVER, _FILLS, _HOME, _LOOSE

@cython.locals(key=Key)
cdef Key _mix(Key key) noexcept


@cython.final
cdef class Board:
    cdef readonly int columns, waste, stock, home_pile, cards, total, state_size
    cdef readonly int packs, empty, draw, trail_size
    cdef readonly bint runs, safe
    cdef readonly Key key
    cdef readonly int cards_home
    cdef public long long nodes
    cdef readonly int value, hidden, empties, redeals, drawn
    cdef Key empty_takes
    cdef Key[::1] bears, run_bears, lies_on, zobrist, kind_bit, raw, mixed, factor
    cdef int[::1] before, rank, order, kind, copies, next_down
    cdef int[::1] pile, base, value_at, ordered, lows
    cdef int[::1] size, down, where, home, top_height, low_height, trail, loose
    cdef readonly int[::1] move
    cdef readonly unsigned char[::1] start
    cdef int[::1] start_home
    cdef int w_home, w_lower, w_empty, w_empty2, w_empty3, w_waste, w_proper, w_ordered, w_king
    cdef int w_single, w_down, w_over_own, w_over_any, w_waste_over, w_placeable, w_soon
    cdef int w_need, w_need2, w_need3, w_need4, w_drawn

    cpdef set_weights(self, weights)
    @cython.locals(raw=Key, mixed=Key)
    cdef void push(self, int pile, int card) noexcept
    cdef int pop(self, int pile) noexcept
    cdef void add_home(self, int card) noexcept
    cdef void take_home(self, int card) noexcept
    cdef void set_down(self, int column, int down) noexcept
    cdef void clear(self) noexcept
    cdef void set_redeals(self, int redeals) noexcept
    cpdef void load(self, unsigned char[::1] states, long long offset) noexcept
    cpdef void save(self, unsigned char[::1] states, long long offset) noexcept
    cdef void note(self, int source, int target, int detail) noexcept
    cpdef void make(self, int code) noexcept
    cdef void carry(self, int source, int target, int count) noexcept
    cdef void turn_over(self, int source, int target) noexcept
    cdef void settle_column(self, int source) noexcept
    cpdef void undo(self, int mark) noexcept
    cpdef void forget(self) noexcept
    cpdef list went_home(self, int mark)
    @cython.locals(borne=Key)
    cdef bint is_safe(self, int kind, int depth) noexcept
    @cython.locals(some=bint, again=bint)
    cpdef bint settle(self) noexcept
    cdef int top(self, int pile) noexcept
    cdef int run_length(self, int column) noexcept
    @cython.locals(borne=Key)
    cdef bint serves(self, int column, int count) noexcept
    @cython.locals(takes=Key, vacant_takes=Key)
    cpdef int generate(self, bint draws, bint prune) noexcept
    cdef int depth(self, int card) noexcept
    cdef int need(self, int kind) noexcept
    @cython.locals(takes=Key)
    cpdef int evaluate(self) noexcept
