"""Which requirements a profile fulfils: table 1 of Francopoulo and Schaub (2020), for the way in which it substitutes.

by X      XXX, a category, nothing: one word for many originals, which is not language
global    numbered or keyed pseudonyms that are the same in many texts
local     the same, numbered anew in each text
random    words, dates and numbers that look real
"""

from collections.abc import Mapping

from allonym.core.types import Action
from allonym.policy.rules import Rule
from allonym.settings.parsing import maker_of
from allonym.settings.values import Settings

MODES = ("X", "global", "local", "random")
REQUIREMENTS: Mapping[str, tuple[str, Mapping[str, bool]]] = {
    "REQ#1": (
        "individuals cannot be identified",
        {"X": True, "global": False, "local": True, "random": True},
    ),
    "REQ#2": (
        "own tools can analyse the meaning",
        {"X": False, "global": True, "local": True, "random": True},
    ),
    "REQ#3": (
        "off-the-shelf tools can be used",
        {"X": False, "global": False, "local": False, "random": True},
    ),
    "REQ#4": (
        "it can be shown that it was done",
        {"X": True, "global": True, "local": True, "random": False},
    ),
    "REQ#5": (
        "works in several languages",
        {"X": True, "global": True, "local": True, "random": True},
    ),
}
# What these write looks like an original, though nothing around it need agree.
_LIKE_ORIGINALS = frozenset({"realistic", "generalise", "jitter", "shift", "redate", "invalidate", "fpe"})


def mode_of(rule: Rule, scope: str) -> str | None:
    """Return the way in which a rule substitutes; None if it leaves the text alone."""
    if rule.action is not Action.REPLACE:
        return None
    maker = maker_of(rule)
    if maker is None or rule.strategy in _LIKE_ORIGINALS or maker.natural:
        return "random"
    if not maker.distinct:
        return "X"
    return "local" if scope == "document" else "global"


def modes_of(settings: Settings) -> tuple[str, ...]:
    """Return the ways in which a profile substitutes what it has rules for, in the order of the table."""
    # What no rule names is rare; it decides only where there are no rules that replace.
    found = {mode_of(rule, settings.scope) for rule in settings.rules} - {None}
    found = found or {mode_of(settings.otherwise, settings.scope)}
    return tuple(mode for mode in MODES if mode in found)


def fulfilled(settings: Settings) -> dict[str, str]:
    """Return for each requirement yes, no, or partly where a profile substitutes in several ways."""
    modes = modes_of(settings)
    answers = {}
    for requirement, (_, by_mode) in REQUIREMENTS.items():
        held = {by_mode[mode] for mode in modes}
        answers[requirement] = "partly" if len(held) > 1 else ("yes" if held == {True} else "no")
    return answers
