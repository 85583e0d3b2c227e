"""Where the values of a JSON text stand. The text is never rebuilt, so its spelling can be kept.

    {"user": {"name": "A"}, "tags": ["b", "c"]}

    user  user.name  tags  tags[]  tags[]        the paths, each with the place of its value

Accepts what RFC 8259 does, and what `json.loads` does but for NaN and Infinity. It keeps its own stack, so nesting
does not end in a recursion error. Members whose key and value need no thought are matched by one expression.
"""

import json
import re
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]  # undocumented, but part of every Python 3

from allonym.core.making import quickly

DEPTH = 1000
SPACES = r"[ \t\n\r]*+"
SPACE = re.compile(SPACES)
_PLAIN = r'[^"\\\x00-\x1f]*+'
STRING = rf'"{_PLAIN}(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{{4}}){_PLAIN})*+"'
"""A string, with escapes if it has any."""
SCALAR = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?+[0-9]++)?+|true|false|null"
_LITERAL = re.compile(SCALAR)
_COLON = re.compile(rf"{SPACES}:{SPACES}")
_SEPARATOR = re.compile(rf"{SPACES}([,}}\]])")
_MEMBER = re.compile(rf'{SPACES}"({_PLAIN})"{SPACES}:{SPACES}({STRING}|{SCALAR}){SPACES}([,}}])')
_ITEM = re.compile(rf"{SPACES}({STRING}|{SCALAR}){SPACES}([,\]])")
_LINE_ENDS = frozenset({"", "\n", "\r\n"})
_CLOSED = {"{": re.compile(rf"{SPACES}(?:(\}})|\Z)"), "[": re.compile(rf"{SPACES}(?:(\])|\Z)")}
"""What stands behind a bracket with nothing in it: another one, or the end of a text that is cut off there."""


class NotJson(Exception):
    """What is wrong with a JSON text, and at which character; callers make a broken row or an InputError of it."""

    def __init__(self, position: int, reason: str = "not valid JSON") -> None:
        super().__init__(reason)
        self.position = position
        self.reason = reason


class TooDeep(NotJson):
    """Nested deeper than anyone means."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The values of a JSON text: path, start and end of each, in reading order; of `{` and `[` only that bracket."""

    found: list[tuple[str, int, int]] = field(repr=False)
    names: list[str] = field(repr=False)
    end: int


_scan_of = quickly(Scan)


def scan(text: str, start: int = 0) -> Scan:
    """Scan one value, with white space before it; raise NotJson if there is none."""
    return Scanner(start).run(text)


def scan_whole(text: str) -> Scan:
    """Scan a text that is one value and white space; raise NotJson if it is not."""
    flat = _flat(text)
    if flat is not None:
        return flat
    result = scan(text)
    end = skip(text, result.end)
    if end != len(text):
        raise NotJson(end)
    return result


def _flat(text: str) -> Scan | None:
    """Scan an object whose members need no thought, as most lines of most files are; None for any other text."""
    found, names, at = [("", 0, 1)], [], 1
    if text[:1] != "{":
        return None
    match = _MEMBER.match
    while plain := match(text, at):
        key, _, separator = plain.groups()
        names.append(key)
        found.append((key, *plain.span(2)))
        at = plain.end()
        if separator == "}":
            return _scan_of(found, names, at) if text[at:] in _LINE_ENDS else None
    return None


def skip(text: str, position: int) -> int:
    """Return where the white space ends."""
    found = SPACE.match(text, position)
    return found.end() if found else position


def unquote(raw: str) -> str:
    """Return what a string literal says."""
    if "\\" not in raw:
        return raw[1:-1]
    value: str = json.loads(raw)
    return value


class Scanner:
    """One scan, which can go on where a text was cut off.

    The stack holds the open brackets: the path inside them, and whether they are an object's. Each step changes it
    last, so that one that fails leaves it as it was.
    """

    def __init__(self, start: int = 0) -> None:
        self.text = ""
        self.found: list[tuple[str, int, int]] = []
        self.names: list[str] = []
        self._stack: list[tuple[str, bool]] = []
        self._sure = (start, 0, 0)

    def run(self, text: str) -> Scan:
        """Scan one value; raise NotJson if there is none. It may be called again then, with a text that goes on."""
        self.text = text
        at, found, names = self._sure
        del self.found[found:], self.names[names:]
        stack = self._stack
        if not stack:
            at = self._value(skip(text, at), "")
        while stack:
            self._keep(at)
            path, is_object = stack[-1]
            at = self._member(at, path) if is_object else self._item(at, path)
        return _scan_of(self.found, self.names, at)

    def _keep(self, at: int) -> None:
        """Remember that all before this place is read for good."""
        self._sure = at, len(self.found), len(self.names)

    def _member(self, at: int, path: str) -> int:
        prefix = f"{path}." if path else ""
        match, text, names, found = _MEMBER.match, self.text, self.names, self.found
        while plain := match(text, at):
            key, _, separator = plain.groups()
            names.append(key)
            found.append((prefix + key, *plain.span(2)))
            at = plain.end()
            if separator == "}":
                return self._after(at, 1)
        self._keep(at)
        start = skip(text, at)
        end = self._string(start)
        key = unquote(text[start:end])
        names.append(key)
        colon = _COLON.match(text, end)
        if not colon:
            raise NotJson(end)
        return self._value(colon.end(), prefix + key)

    def _item(self, at: int, path: str) -> int:
        path += "[]"
        while plain := _ITEM.match(self.text, at):
            self.found.append((path, *plain.span(1)))
            at = plain.end()
            if plain[2] == "]":
                return self._after(at, 1)
        self._keep(at)
        return self._value(skip(self.text, at), path)

    def _value(self, at: int, path: str) -> int:
        first = self.text[at : at + 1]
        if first and first in "{[":
            return self._open(at, path, first)
        if first == '"':
            end = self._string(at)
        else:
            literal = _LITERAL.match(self.text, at)
            if not literal:
                raise NotJson(at)
            end = literal.end()
        self.found.append((path, at, end))
        return self._after(end)

    def _open(self, at: int, path: str, bracket: str) -> int:
        self.found.append((path, at, at + 1))
        closed = _CLOSED[bracket].match(self.text, at + 1)
        if closed and closed[1]:
            return self._after(closed.end())
        if len(self._stack) == DEPTH:
            raise TooDeep(at, f"nested deeper than {DEPTH}")
        if closed:
            raise NotJson(closed.end())
        self._stack.append((path, bracket == "{"))
        return at + 1

    def _after(self, at: int, closed: int = 0) -> int:
        """Return where the next member or item begins, or the value ends; so many brackets are closed already."""
        stack = self._stack
        left = len(stack) - closed
        while left:
            separator = _SEPARATOR.match(self.text, at)
            if not separator:
                raise NotJson(at)
            at = separator.end()
            if separator[1] == ",":
                break
            if (separator[1] == "}") is not stack[left - 1][1]:
                raise NotJson(at - 1)
            left -= 1
        del stack[left:]
        return at

    def _string(self, at: int) -> int:
        if self.text[at : at + 1] != '"':
            raise NotJson(at)
        try:
            end: int = scanstring(self.text, at + 1, True)[1]
        except json.JSONDecodeError as error:
            raise NotJson(error.pos) from None
        return end
