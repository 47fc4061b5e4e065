"""``NamedTuple`` as in typing, without loading typing: that alone would cost a plain command a
quarter of the time that it is allowed above bare Python.
"""

from __future__ import annotations

# Type checkers take this for true, as they do typing's own.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Makes of a class statement with annotated fields a class by `namedtuple`."""

        def __new__(cls, name: str, bases: tuple, namespace: dict) -> type:
            fields = namespace.pop("__annotations__")
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            made = namedtuple(name, fields, defaults=defaults, module=namespace["__module__"])
            for key, value in namespace.items():
                if key not in ("__module__", "__qualname__"):
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
