"""Which format a file has: the one that is named, else the one its name ends like."""

from functools import cache

from allonym.core.errors import UsageError
from allonym.core.protocols import Format
from allonym.core.registry import Registry
from allonym.formats.packed import PackedFormat
from allonym.formats.packing import ENDINGS


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
    """Return every format that can be loaded. One that cannot harms only those who name it.

    Entry points are looked up once: a folder may hold a hundred thousand files, and plug-ins do not come and go.
    """
    registry = Registry("formats")
    return tuple(each for name in registry.names() if (each := _load(registry, name)) is not None)


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
    fitting = [(len(suffix), each) for each in available() for suffix in each.suffixes if ending.endswith(suffix)]
    # The longest ending wins: a plug-in for ".x.json" must not lose its files to ".json".
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _load(registry: Registry, name: str) -> Format | None:
    try:
        loaded: Format = registry.get(name)()
    except UsageError:
        return None
    return loaded
