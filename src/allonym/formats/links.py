"""How links spell texts: `/find?q=Anna%20Berg` and `/find?q=Anna+Berg` say Anna Berg; so does `Anna&plus;Berg` there.

A link that is found as such, https://… or mailto:…?…, is replaced as a whole; it is read as it stands.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote

from allonym.core.escapes import first_of
from allonym.formats.markup import Atom

SIGNS = ":/?#@!$&'()*+,;=-._~"
"""What a link may hold as it is."""
_WHOLE = re.compile(r"\s*(?:www\.|mailto:(?=[^?]*\?)|[a-z][a-z0-9+.\-]*+://)", re.IGNORECASE)
_INNER = re.compile(r"://|%3[Aa]%2[Ff]%2[Ff]")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_SIGN = r"&(?:plus|#43|#[xX]2[bB]);"
_PARAMETER = re.compile(rf"(?:[^&]|{_SIGN})+")
_BLANK = re.compile(rf"(?<=[^=&?+;:,\s])(?:\+|{_SIGN})(?=[^\s+])")
_IN_ADDRESS = ("@", "%40")
_SAFE = "/@!$'()*,;-_~"
_NOT_SAID = frozenset("\0\r")


def is_whole(link: str) -> bool:
    """Tell whether all of a link is found as one."""
    return _WHOLE.match(link) is not None


def unquoted(raw: str) -> Iterator[Atom]:
    """Return the atoms of a link: its escapes and its blanks are marks that say a character.

    Another link inside, https://… behind the first words, is read as it stands; so is https%3A%2F%2F….
    """
    inner = _INNER.search(raw)
    end = 0 if is_whole(raw) else len(raw) if inner is None else inner.start()
    done = 0
    for start, stop, said in sorted((*_escapes(raw[:end]), *_blanks(raw[:end]))):
        if done < start:
            yield raw[done:start], raw[done:start]
        yield raw[start:stop], said
        done = stop
    if done < len(raw):
        yield raw[done:], raw[done:]


def is_spelt(raw: str) -> bool:
    """Tell whether a link says anything in other signs than its own."""
    return any(mark != said for mark, said in unquoted(raw))


def quoted(words: str) -> str:
    """Return words as such a link says them; nothing in them begins another part of the link."""
    return quote(words, _SAFE)


def all_quoted(words: str) -> str:
    """Return a whole link that says words and begins no part of another kind."""
    return quote(words, "").replace(".", "%2E")


def _escapes(raw: str) -> Iterator[tuple[int, int, str]]:
    for run in _ESCAPES.finditer(raw):
        data = bytes.fromhex(run[0].replace("%", ""))
        at = 0
        while at < len(data):
            said, size = first_of(data, at)
            start = run.start() + 3 * at
            if said not in _NOT_SAID:
                yield start, start + 3 * size, said
            at += size


def _blanks(raw: str) -> Iterator[tuple[int, int, str]]:
    """Return the plus signs that say a blank: those inside a value of a query, if it holds no address."""
    query = raw.find("?")
    if query < 0 or ("+" not in raw and "&" not in raw):
        return
    for value in _PARAMETER.finditer(raw, query + 1):
        if not any(sign in value[0] for sign in _IN_ADDRESS):
            yield from ((found.start(), found.end(), " ") for found in _BLANK.finditer(raw, *value.span()))
