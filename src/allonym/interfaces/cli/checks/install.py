"""Is everything installed: Python, what allonym depends on, and the extras."""

import re
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from importlib.util import find_spec

from allonym.interfaces.cli.checks.findings import Finding, Findings

_LEAST_PYTHON = (3, 11)
_FOR_DEVELOPERS = frozenset({"build", "dev", "docs", "fuzz"})
# Packages whose modules are called otherwise.
_MODULES = {
    "libffx": "ffx",
    "phonenumberslite": "phonenumbers",
    "presidio-analyzer": "presidio_analyzer",
    "python-stdnum": "stdnum",
}
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?:\[[^\]]*\])?(?P<range>[^;]*)(?:;.*?extra == ['\"](?P<extra>[\w-]+)['\"])?"
)
_BOUND = re.compile(r"(>=|<=|==|!=|<|>|~=)\s*([\w.*+!]+)")


def check_install() -> Findings:
    """Look at Python and at the packages that allonym needs."""
    running = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < _LEAST_PYTHON:
        yield Finding("install", "problem", f"Python {running} is too old", "install Python 3.11 or newer")
    else:
        yield Finding("install", "ok", f"Python {running}", data={"python": running})
    try:
        named = requires("allonym") or []
    except PackageNotFoundError:
        yield Finding("install", "problem", "allonym is not installed as a package", "pip install allonym")
        return
    needed = [match for each in named if (match := _REQUIREMENT.match(each)) and not match["extra"]]
    wrong = [told for match in needed if (told := _wrong(match["name"], match["range"], load=True))]
    for each in wrong:
        yield Finding("install", "problem", each, "pip install --force-reinstall allonym")
    if not wrong:
        yield Finding("install", "ok", f"all {len(needed)} packages that it needs are there and load")


def check_extras() -> Findings:
    """Tell which extras are there, and how the others are installed."""
    try:
        named = requires("allonym") or []
        extras = sorted(set(metadata("allonym").get_all("Provides-Extra") or []) - _FOR_DEVELOPERS)
    except PackageNotFoundError:
        return
    parts = [match for each in named if (match := _REQUIREMENT.match(each)) and match["extra"]]
    missing = [
        extra
        for extra in extras
        if any(_wrong(match["name"], match["range"], load=False) for match in parts if match["extra"] == extra)
    ]
    there = [extra for extra in extras if extra not in missing]
    yield Finding("extras", "ok", f"there: {', '.join(there) or 'none'}", data={"extras": there})
    if missing:
        lines = f"if you need one: pip install 'allonym[{missing[0]}]'"
        pips = {extra: f"pip install 'allonym[{extra}]'" for extra in missing}
        yield Finding("extras", "note", f"not there: {', '.join(missing)}", lines, {"missing": pips})


def _wrong(name: str, bounds: str, *, load: bool) -> str:
    """Return what is wrong with a package, or nothing."""
    try:
        found = version(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    if not is_in_range(found, bounds):
        return f"{name} {found} is not {bounds.strip()}"
    module = _MODULES.get(name, name.replace("-", "_"))
    if load:
        try:
            import_module(module)
        except ImportError:
            return f"{name} {found} does not load"
    elif find_spec(module) is None:
        return f"{name} {found} is not whole"
    return ""


def is_in_range(found: str, bounds: str) -> bool:
    """Tell whether a version keeps to bounds such as `>=2.2,<3`."""
    return all(_keeps(_numbers(found), sign, _numbers(bound)) for sign, bound in _BOUND.findall(bounds))


def _keeps(found: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    long = max(len(found), len(bound))
    one, other = (each + (0,) * (long - len(each)) for each in (found, bound))
    if sign == "~=":
        return one >= other and found[: len(bound) - 1] == bound[:-1]
    return {">=": one >= other, "<=": one <= other, "==": one == other, "!=": one != other}.get(
        sign, one < other if sign == "<" else one > other
    )


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a release: those before any letter."""
    parts: Iterable[str] = re.match(r"[\d.]*", text)[0].strip(".").split(".")  # type: ignore[index]
    return tuple(int(each) for each in parts if each) or (0,)
