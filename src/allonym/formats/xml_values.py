"""Values of an Office file that nobody reads as text: which can be nothing but technical, by their shape alone.

A number, a colour, a name without a space: they stay. Whatever else stands in an attribute is looked at by the
detectors, and fails the file if it holds somebody.
"""

import re

from allonym.formats import xml_words as words

_HARMLESS = re.compile(
    r"""-?[0-9]{1,10}                                                       # a number, a length
    | -?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?%?                                # a decimal
    | \{?[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\}?
    | [0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,16}(?:Z|[-+][0-9]{2}:[0-9]{2})?)?
    | -?[0-9]{1,9}(?:[,:\ ]\ ?-?[0-9]{1,9}){1,7}                            # a place, a size
    | \$?[A-Z]{1,3}\$?[0-9]{1,7}(?:[:\ ]\$?[A-Z]{1,3}\$?[0-9]{1,7})*        # cells
    | \#[A-Z0-9/!?_]{1,16}                                                  # what went wrong in a cell
    | [a-z]{1,4}[0-9]{1,2}[a-z]{0,4}(?:\ [a-z]{1,4}[0-9]{0,2}[a-z]{0,4})*   # prefixes: w14 wp14
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(r"[!-$&-?A-~]*")
"""Signs of ASCII without a space, an @ or a percent sign."""
_DIGITS = re.compile(r"[0-9](?:[ ()./\-]{0,2}[0-9]){6}")
"""As many digits as a telephone number has."""
_DIRECT = re.compile(r"@[^\s\d]|%40", re.IGNORECASE)
_STYLE = re.compile(r"(?<![a-z\-])[a-z\-]++\s*+:\s*+-?[0-9.]++[a-z%]{0,3}\s*+(?:;|$)")
_FILE = re.compile(r"://|\\|mailto:|users/|home/", re.IGNORECASE)
_OF_FONTS = frozenset({"typeface", "panose", "panose1", "ascii", "hAnsi", "eastAsia", "cs"})
_WITH_FONTS = frozenset({"font", "fonts", "rFont", "altName", "lsdException", "latin", "ea", "mathFont"})


def is_odd(element: str, attribute: str, value: str) -> bool:
    """Tell whether a value that stays as it is could say something of somebody."""
    if _HARMLESS.fullmatch(value):
        return False
    if attribute == "style":
        value = _STYLE.sub("", value)
    direct = _DIRECT.search(value) is not None
    if attribute in words.SPECIFIED:
        return direct
    digits = _DIGITS.search(value) is not None and not (attribute.startswith("panose") and len(value) == 20)
    if attribute in _OF_FONTS or element in _WITH_FONTS:
        return direct or digits
    if attribute in words.ADDRESSES and value.startswith(words.SCHEMAS):
        return direct
    return direct or digits or _FILE.search(value) is not None or not _PLAIN.fullmatch(value)


def is_odd_text(value: str) -> bool:
    """Tell whether what stands between two tags, and stays as it is, could say something of somebody."""
    return is_odd("", "", value.strip())


def is_measure(value: str) -> bool:
    """Tell whether a value is a number, a time, or yes or no."""
    return bool(_HARMLESS.fullmatch(value.strip())) or value.strip() in {"true", "false"}
