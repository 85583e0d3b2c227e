"""Reads our own tables: the part of TOML that they are written in, many times as fast as `tomllib` does.

    [section]  or  [[list]]        keys that follow belong there
    key = "words"                  a string, also in ' or in three \"\"\"; without escapes
    key = ["word", "word"]         an array of strings
    key = 0.95                     a number

Only for files that are shipped: `tests/unit/core/test_plain_toml.py` reads each of them both ways. What a user has
written is read by `tomllib`, which names mistakes.
"""

import re
from pkgutil import get_data
from typing import Any

_ENTRY = re.compile(
    r"^(?:\[\[(\w+)\]\]|\[(\w+)\]|(\w+) = "
    r'(?:"""\n?([^"]*)"""|"([^"\n]*)"|\'([^\'\n]*)\'|(\[[^\]]*\])|([0-9.]+)))[ \t]*(?:#.*)?$',
    re.MULTILINE,
)
_ITEM = re.compile(r'"([^"\n]*)"')


def parse(text: str) -> dict[str, Any]:
    """Return what a table says."""
    table: dict[str, Any] = {}
    here = table
    for each, section, key, *values in _ENTRY.findall(text):
        if each:
            here = {}
            table.setdefault(each, []).append(here)
        elif section:
            here = table.setdefault(section, {})
        else:
            here[key] = _value(values)
    return table


def read_text(package: str, path: str) -> str:
    """Return the text of a file that is shipped with a package; without such a file, no text."""
    try:
        data = get_data(package, path)
    except FileNotFoundError:
        data = None
    return data.decode() if data else ""


def read_table(package: str, path: str) -> dict[str, Any]:
    """Return what a table says that is shipped with a package; without such a file, nothing."""
    return parse(read_text(package, path))


def _value(values: list[str]) -> Any:
    *texts, items, number = values
    if number:
        return float(number) if "." in number else int(number)
    return _ITEM.findall(items) if items else "".join(texts)
