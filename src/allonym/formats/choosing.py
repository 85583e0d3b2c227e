"""Which format a file has: the one that is named, else the one its name ends like."""

from functools import cache

from allonym.core.errors import UsageError
from allonym.core.protocols import Format
from allonym.core.registry import Registry
from allonym.formats.packed import PackedFormat
from allonym.formats.packing import ENDINGS

OWN_ENDINGS: dict[str, tuple[str, ...]] = {
    "arrow": (".arrow", ".feather", ".arrows", ".ipc"),
    "conll": (".conll", ".conllu", ".iob", ".bio"),
    "csv": (".csv",),
    "docx": (".docx",),
    "eml": (".eml",),
    "html": (".html", ".htm", ".xhtml"),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "mbox": (".mbox", ".mbx"),
    "parquet": (".parquet", ".pq"),
    "reddit": (),
    "srt": (".srt",),
    "telegram": (),
    "text": (".txt", ".md", ".text"),
    "tsv": (".tsv", ".tab"),
    "twitter": ("tweets.js", "tweet.js", "note-tweet.js", "direct-messages.js", "account.js"),
    "vtt": (".vtt",),
    "whatsapp": (),
    "xlsx": (".xlsx",),
    "zip": (".zip",),
}
"""The endings of the formats that come with allonym. To load them all takes longer than to read a short file."""


def choose(path_name: str, name: str | None = None) -> Format:
    """Return the format of a file; raise UsageError if none is named and none knows the ending."""
    if name is not None:
        return _named(name, path_name)
    fitting = _fitting(path_name)
    if fitting is None:
        endings = ", ".join(sorted(suffix for each in available() for suffix in each.suffixes))
        raise UsageError(f"no format is known for this ending; name one with --format, or use one of {endings}")
    return fitting


def is_known(path_name: str) -> bool:
    """Tell whether some format knows the ending of a file."""
    return _fitting(path_name) is not None


@cache
def available() -> tuple[Format, ...]:
    """Return every format that can be loaded. One that cannot harms only those who name it."""
    return tuple(each for name in Registry("formats").names() if (each := _loaded(name)) is not None)


@cache
def _endings() -> tuple[tuple[str, str], ...]:
    """Return the ending and the name of every format; only those that come from elsewhere are loaded.

    Entry points are looked up once: a folder may hold a hundred thousand files, and plug-ins do not come and go.
    """
    registry = Registry("formats")
    found: dict[str, tuple[str, ...]] = {}
    for name in registry.names():
        if registry.is_own(name) and name in OWN_ENDINGS:
            found[name] = OWN_ENDINGS[name]
        elif (loaded := _loaded(name)) is not None:
            found[name] = loaded.suffixes
    return tuple((suffix, name) for name, suffixes in found.items() for suffix in suffixes)


def _named(name: str, path_name: str) -> Format:
    inner, _, packing = name.rpartition(".")
    packing = packing if inner and packing in ENDINGS.values() else _packing(path_name)
    found: Format = Registry("formats").get(inner if name == f"{inner}.{packing}" else name)()
    return PackedFormat(found, packing) if packing and found.name != "zip" else found


def _packing(path_name: str) -> str:
    return next((packing for ending, packing in ENDINGS.items() if path_name.casefold().endswith(ending)), "")


def _fitting(path_name: str) -> Format | None:
    ending = path_name.casefold()
    if packing := _packing(ending):
        inner = _fitting(ending.removesuffix(f".{packing}"))
        return None if inner is None or inner.name == "zip" or _packing(inner.name) else PackedFormat(inner, packing)
    fitting = [(suffix, name) for suffix, name in _endings() if ending.endswith(suffix)]
    # The longest ending wins: a plug-in for ".x.json" must not lose its files to ".json".
    longest = sorted(fitting, key=lambda pair: -len(pair[0]))
    return next((found for _, name in longest if (found := _loaded(name)) is not None), None)


@cache
def _loaded(name: str) -> Format | None:
    try:
        loaded: Format = Registry("formats").get(name)()
    except UsageError:
        return None
    return loaded
