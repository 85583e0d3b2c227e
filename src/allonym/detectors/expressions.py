"""Regular expressions that are compiled when they are first used.

The expressions of all finders together take longer to compile than a text takes to read, and most texts need few of
them: a cheap look at the text comes first.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

IN_LINK = r"[^\s\0<>\"“”«»،؛]"
"""What a link may go on with: a quotation mark behind one is not of it, nor what is quoted next."""
_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


class Expression:
    """A regular expression; once compiled, its methods are those of the compiled one, and as fast."""

    __slots__ = ("_flags", "_told", *_METHODS)

    findall: Callable[..., list[str]]
    finditer: Callable[..., Iterator[re.Match[str]]]
    fullmatch: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    split: Callable[..., list[str]]
    sub: Callable[..., str]

    def __init__(self, source: str | Callable[[], str], flags: int = 0) -> None:
        """Keep an expression, or what returns it where it is made of the words of the languages."""
        self._told, self._flags = source, flags

    @property
    def _source(self) -> str:
        return self._told if isinstance(self._told, str) else self._told()

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)
