r"""Signs that stand for others, as links, forms and logs write them: `?q=Anna%20Berg`, `q=Anna+Berg`, `\nAnna Berg`.

A link that is found as such, https://… or example.org/…, is replaced as a whole; it is read as it stands. So is %40,
without which nobody would see the address. "100%20" and "50%de" are no escapes: a number stands before, or no letter.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import quote

from allonym.core.plain_toml import read_text

Escape = tuple[int, int, str]
"""Where an escape begins and ends, and the character it says."""

_END = r"\s\0<>\"“”«»،؛"
_LINK = re.compile(
    rf"(?:://|(?<![\w/.@])[wW]{{3}}\.|(?<!\w)[mM][aA][iI][lL][tT][oO]:[^?{_END}]*+\?)[^{_END}]++"
    rf"|\.(?<=\w\.)([A-Za-z]{{2,18}})(?::[0-9]{{2,5}})?+[/?][^{_END}]++"
    rf"|(%(?<=[A-Za-z]%)(?:25)*3[Aa]%(?:25)*2[Ff]%(?:25)*2[Ff])[^{_END}]++"
)
_NO_HOST = frozenset("@/\\=%&#_+*~`")
_LONGEST_HOST, _LONGEST_VALUE = 80, 200
_RUN = re.compile(r"(?:%(?:25)*[0-9A-Fa-f]{2})+")
_ONE = re.compile(r"%(?:25)*([0-9A-Fa-f]{2})")
_PLUS = re.compile(r"&(?<=\w&)(?:plus|#43|#[xX]2[bB]);(?=\w)")
_VALUE = re.compile(rf"=(?<=[\w\]]=)[^&=?#;,|'{_END}]++")
# "\\nAnna": the end of a line as programs write it down. Behind another backslash, or a drive, it is a path.
_LINE_END = re.compile(r"\\(?<!\\\\)(?<!\b[A-Za-z]:\\)[nrt](?=[A-ZÀ-ÖØ-Þء-ي0-9+(@]|\\[nrt]|[\w.+\-]{1,40}@\w)")
_BLANK = re.compile(r"(?<=[^\W\d_])\+(?=[^\W\d_]|%[0-9A-Fa-f])")
_AT = ("@", "%40")
# What somebody reads in a byte; not where an address is without its @.
_BEYOND_ASCII = 0x80
_ASCII = {
    byte: chr(byte)
    for byte in range(_BEYOND_ASCII)
    if chr(byte) != "@" and (chr(byte).isprintable() or byte in b"\t\n")
}
_UNREAD = bytes(byte for byte in range(_BEYOND_ASCII) if byte not in _ASCII)
# An escape that is not escaped again.
_SIZE = 3
_BEFORE_LETTER = frozenset("=/?&+;,_-.'(")
_SIZES = ((0xC2, 0xE0, 2), (0xE0, 0xF0, 3), (0xF0, 0xF5, 4))


def may_be_escaped(text: str) -> bool:
    """Tell at a glance whether a text may hold an escape; most do not."""
    if "%" in text and _ONE.search(text):
        return True
    if "\\" in text and _LINE_END.search(text):
        return True
    return ("+" in text and "=" in text) or ("&" in text and _PLUS.search(text) is not None)


def escapes(text: str) -> Iterator[Escape]:
    """Return the escapes of a text outside of whole links, in order."""
    done = 0
    for start, end in _links(text):
        yield from _between(text, done, start)
        done = max(done, end)
    yield from _between(text, done, len(text))


def unescaped(name: str) -> str:
    """Return a name as it is read: Anna%20Berg, Anna+Berg and Anna&plus;Berg are Anna Berg."""
    made: list[str] = []
    done = 0
    for start, end, said in escapes(name):
        made += name[done:start], said
        done = end
    return _BLANK.sub(" ", "".join((*made, name[done:])))


def escaped_like(words: str, name: str) -> str:
    """Return words with the escapes that a name is written with."""
    if _RUN.search(name):
        return quote(words, "'")
    sign = _PLUS.search(name)
    return words.replace(" ", sign[0] if sign else "+")


def first_of(data: bytes, at: int) -> tuple[str, int]:
    """Return the character that begins here, in UTF-8 if it is that, else in Latin-1, and how many bytes it has."""
    size = next((size for low, high, size in _SIZES if low <= data[at] < high), 1)
    try:
        return data[at : at + size].decode(), size
    except UnicodeDecodeError:
        return chr(data[at]), 1


def _links(text: str) -> Iterator[tuple[int, int]]:
    for found in _LINK.finditer(text):
        if found[2]:
            # Once its :// is read, such a link is found as one.
            yield found.end(2), found.end()
        elif found[1] is None or (found[1].lower() in top_level() and _is_host(text, found.start())):
            yield found.span()


def _is_host(text: str, end: int) -> bool:
    """Tell whether what ends here may be a host: nothing that goes on from a path or a value."""
    start = end
    while start and end - start < _LONGEST_HOST and (text[start - 1].isalnum() or text[start - 1] in ".-"):
        start -= 1
    return text[start - 1 : start] not in _NO_HOST


def _between(text: str, start: int, end: int) -> Iterator[Escape]:
    found = [each for run in _RUN.finditer(text, start, end) if run[0] != "%40" for each in _said(text, run)]
    found += ((each.start(), each.end(), " ") for each in _PLUS.finditer(text, start, end))
    if text.find("+", start, end) >= 0:
        found += _blanks(text, start, end)
    if text.find("\\", start, end) >= 0:
        found += ((each.start(), each.end(), "\n") for each in _LINE_END.finditer(text, start, end))
    return iter(sorted(found))


def _said(text: str, run: re.Match[str]) -> Iterator[Escape]:
    """Return what the escapes of a run say, one after another."""
    start, end = run.span()
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isdigit() and not after.isalpha() and not _is_value(text, start):
        return
    written = text[start:end]
    if "%25" in written:
        data = bytes.fromhex("".join(_ONE.findall(written)))
        cuts: Sequence[int] = [*(mark.start() for mark in _ONE.finditer(text, start, end)), end]
    else:
        data = bytes.fromhex(written.replace("%", ""))
        cuts = range(start, end + 1, _SIZE)
    if not data.translate(None, _UNREAD):
        return
    at = 0
    while at < len(data):
        if said := _ASCII.get(data[at]):
            yield cuts[at], cuts[at + 1], said
        size = 1
        if data[at] >= _BEYOND_ASCII:
            said, size = first_of(data, at)
            # A byte alone may be chance.
            if size > 1 or (said.isalpha() and (at > 0 or before.isalpha() or before in _BEFORE_LETTER)):
                yield cuts[at], cuts[at + size], said
        at += size


def _is_value(text: str, at: int) -> bool:
    """Tell whether a place is in the value of a form: tel=%2B46%2070."""
    word = text[max(0, at - _LONGEST_VALUE) : at].split()
    return bool(word) and not text[at - 1].isspace() and "=" in word[-1]


def _blanks(text: str, start: int, end: int) -> Iterator[Escape]:
    """Return the plus signs between words of a value, q=Anna+Berg; one in an address is none."""
    for value in _VALUE.finditer(text, start, end):
        if "+" in value[0] and not any(sign in value[0] for sign in _AT):
            yield from ((each.start(), each.end(), " ") for each in _BLANK.finditer(text, *value.span()))


@lru_cache(maxsize=1)
def top_level() -> frozenset[str]:
    """Return the top-level domains, in small letters."""
    text = read_text("allonym.core", "top_level_domains.txt")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
