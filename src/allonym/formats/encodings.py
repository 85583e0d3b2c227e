"""Which encoding a file has, and whether a text can be written in it.

Only encodings that give every byte back are accepted: decoding and encoding again must be the identity, or a file
could not be recovered byte for byte. That leaves out the stateful ones (UTF-7, ISO-2022) and the East Asian
multi-byte ones, which know several spellings of one character.
"""

import codecs
import re
from dataclasses import replace

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout

DEFAULT = "utf-8"
HINT = "name another encoding with --encoding"
_ACCEPTED = re.compile(r"utf-8(-sig)?|utf-(16|32)(-[lb]e)?|ascii|iso8859-\d+|cp125\d|mac-roman")
_WIDE = re.compile(r"utf-(16|32)-[lb]e")

# The marks of UTF-32 stand first: the mark of UTF-16-LE is a beginning of the one of UTF-32-LE.
_MARKS = (
    ("utf-8", codecs.BOM_UTF8),
    ("utf-32-le", codecs.BOM_UTF32_LE),
    ("utf-32-be", codecs.BOM_UTF32_BE),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
)


def with_encoding(head: bytes, asked: Layout) -> Layout:
    """Complete the encoding and the byte order mark of a layout by what the first bytes of the file show.

    A mark counts only if it fits the encoding that was asked for; otherwise its bytes are text.
    """
    wanted = normalize(asked.encoding) if asked.encoding else ""
    for encoding, mark in _MARKS:
        if head.startswith(mark) and encoding.startswith(wanted):
            return replace(asked, encoding=encoding, bom=mark)
    if not wanted:
        _refuse_unmarked_wide(head)
    return replace(asked, encoding=_with_order(wanted or DEFAULT), bom=b"")


def normalize(name: str) -> str:
    """Return the one name of an encoding; raise UsageError if files in it could not be given back exactly."""
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        known = ""
    if not _ACCEPTED.fullmatch(known):
        raise UsageError(
            f"unknown or unsupported encoding {name!r}; there are utf-8, utf-16, utf-32 (also with -le or -be), "
            "ascii, latin-1, iso-8859-1 to -16, cp1250 to cp1258 and mac-roman"
        )
    return known.removesuffix("-sig")


def is_wide(encoding: str) -> bool:
    """Tell whether characters are units of two or four bytes, so that one bad unit hides where rows end."""
    return bool(_WIDE.fullmatch(encoding))


def require_encodable(value: str, encoding: str) -> None:
    """Raise InputError if a value cannot be written in the encoding."""
    try:
        value.encode(encoding)
    except UnicodeEncodeError as error:
        raise InputError(
            f"character {error.start + 1} of a new text cannot be written in {encoding}; "
            "convert the file to utf-8 first, or choose surrogates of plain letters"
        ) from None


def _with_order(encoding: str) -> str:
    # Without a mark the order is a guess, and nearly all such files come from little-endian machines.
    return f"{encoding}-le" if encoding in {"utf-16", "utf-32"} else encoding


def _refuse_unmarked_wide(head: bytes) -> None:
    # Such a file would pass as valid UTF-8 full of NUL characters, and no name in it would ever be found.
    zeros = head.count(0)
    if zeros >= 8 and zeros * 20 > len(head):
        raise InputError(f"looks like utf-16 or utf-32 without a byte order mark; {HINT}, such as utf-16-le or utf-8")
