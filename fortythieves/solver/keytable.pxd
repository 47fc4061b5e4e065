# cython: language_level=3
"""The C types of `keytable.py`, for Cython."""

cimport cython

ctypedef unsigned long long Key

cdef int _SMALLEST


@cython.final
cdef class KeyTable:
    cdef Key[::1] places
    cdef long long mask, most
    cdef readonly long long count
    cdef readonly bint full

    cpdef bint is_known(self, Key key) noexcept
    cpdef bint add(self, Key key) except -1
    @cython.locals(old=Key[::1], key=Key)
    cdef grow(self)
