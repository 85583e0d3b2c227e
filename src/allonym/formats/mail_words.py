"""How a header of a mail spells a text: encoded words (RFC 2047), and what they say."""

import base64
import binascii
import quopri
import re
from collections.abc import Iterator

from allonym.core.errors import InputError, UsageError
from allonym.formats.encodings import normalize

_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?]*)?\?([bBqQ])\?([^?\r\n]*)\?=")
_BETWEEN = re.compile(r"[ \t\r\n]+\Z")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_PLAIN = re.compile(r"[\t\r\n\x20-\x7e]*\Z")
_LONGEST = 42
"""How many bytes an encoded word may carry, so that it stays under the 75 characters that are allowed."""


class Unreadable(Exception):
    """A stretch of a mail whose letters cannot be told; it never leaves the formats."""


def decode(raw: str) -> str:
    """Return what a header says: encoded words decoded, the white space between two of them dropped.

    `raw` holds bytes as characters. A header of plain letters keeps its line ends, so that it can be spelt as it was.
    """
    if "=?" not in raw:
        return _eight_bit(raw)
    return "".join(_decoded(_FOLD.sub("", raw)))


def encode(value: str) -> str:
    """Return how a header spells a text: as it is, if its letters are plain, else as encoded words in UTF-8."""
    if _PLAIN.match(value) and "=?" not in value and not re.search(r"[\r\n](?![ \t\n])", value):
        return value
    words: list[bytes] = [b""]
    for letter in re.sub(r"[\r\n]+", " ", value):
        data = letter.encode()
        if len(words[-1]) + len(data) > _LONGEST:
            words.append(b"")
        words[-1] += data
    return " ".join(f"=?utf-8?b?{base64.b64encode(word).decode()}?=" for word in words)


def charset_of(name: str) -> str:
    """Return the one name of a charset; raise Unreadable if it is none of those that give every byte back."""
    wanted = name.strip().lower()
    if wanted in {"us-ascii", "ascii", ""}:
        return "utf-8"
    if wanted == "unicode-1-1-utf-8":
        return "utf-8"
    try:
        return normalize(wanted)
    except (UsageError, InputError):
        raise Unreadable("its letters are in an encoding that is not supported") from None


def _eight_bit(raw: str) -> str:
    if raw.isascii():
        return raw
    data = raw.encode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _decoded(raw: str) -> Iterator[str]:
    done, after_word = 0, False
    for word in _WORD.finditer(raw):
        between = raw[done : word.start()]
        if not (after_word and _BETWEEN.fullmatch(between)):
            yield _eight_bit(between)
        yield _said(word)
        done, after_word = word.end(), True
    yield _eight_bit(raw[done:])


def _said(word: re.Match[str]) -> str:
    name, kind, text = word.groups()
    try:
        data = (
            binascii.a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
            if kind in "bB"
            else quopri.decodestring(text.replace("_", " ").encode("latin-1"), header=False)
        )
        return data.decode(charset_of(name))
    except (binascii.Error, UnicodeError, ValueError, Unreadable):
        # What cannot be read must not stay: the whole header is given up.
        raise Unreadable("an encoded word of a header cannot be read") from None
