"""Values made quickly: to set the fields of a frozen dataclass one by one takes three times as long as to make it.

The value is made as an instance of a class that is not frozen and has the same fields; then it becomes one of its own
class. Nobody sees it before. Only for the few values of which there is one for each mention or document.
"""

from collections.abc import Callable
from dataclasses import MISSING, field, fields, make_dataclass
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def quickly(kind: Callable[P, T]) -> Callable[P, T]:
    """Return what makes values of a frozen dataclass with slots and without a `__post_init__`."""
    frozen: Any = kind
    if hasattr(frozen, "__post_init__"):
        raise TypeError(f"{frozen.__name__} checks what it is made of")
    rows = [(each.name, each.type, field(default=each.default)) for each in fields(frozen) if _is_plain(each)]
    if len(rows) < len(fields(frozen)):
        raise TypeError(f"{frozen.__name__} has fields that cannot be copied")
    draft: Any = make_dataclass("Draft", rows, slots=True)

    def make(*values: P.args, **named: P.kwargs) -> T:
        made = draft(*values, **named)
        made.__class__ = frozen
        return made  # type: ignore[no-any-return]

    return make


def _is_plain(each: Any) -> bool:
    return each.init and each.default_factory is MISSING
