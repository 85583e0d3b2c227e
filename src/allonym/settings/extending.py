"""A profile that extends another: it says only what is different.

Its keys take the place of the other's. Its rules take the place of those of the same name, and the labels that it names
leave the rules that had them.
"""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from allonym.core.errors import SettingsError

EXTENDS = "extends"
Read = Callable[[str], str]
"""Returns the text of a profile by its name or path."""


def extended(data: Mapping[str, Any], read: Read, seen: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the data of a profile, completed by that which it extends."""
    base = data.get(EXTENDS)
    if not isinstance(base, str):
        return dict(data)
    if base in seen:
        raise SettingsError(f"it extends itself, by way of {base!r}")
    under = extended(loaded(read(base)), read, (*seen, base))
    own = {key: value for key, value in data.items() if key != EXTENDS}
    return {**under, **own, "rules": _merged(under.get("rules", []), own.get("rules", []))}


def loaded(text: str) -> dict[str, Any]:
    """Return the data of a profile; raise TOMLDecodeError for all that is none, and for what goes beyond all reason."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError):
        raise tomllib.TOMLDecodeError("a number is too long, or values are nested too deep") from None


def alone(base: str) -> str:
    """Refuse to read another profile: this one must be whole."""
    raise SettingsError(f"it extends {base!r}, which cannot be read here")


def _merged(under: Any, over: Any) -> Any:
    """Return the rules of both; where one of them has something else in their place, that, to be refused."""
    for rules in (over, under):
        if not _are_rules(rules):
            return rules
    names = [each.get("name") for each in over]
    taken = [label for each in over for label in each.get("labels", ())]
    left = []
    for each in under:
        labels = [label for label in each.get("labels", ()) if label not in taken]
        if labels and each.get("name") not in names:
            left.append({**each, "labels": labels})
    return [*left, *over]


def _are_rules(given: Any) -> bool:
    return isinstance(given, list) and all(
        isinstance(each, dict) and isinstance(each.get("labels", []), list) for each in given
    )
