"""Pseudonymize text about people, offline, and give it back byte for byte to whoever holds the key."""

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from allonym.core.errors import AllonymError, InputError, SafetyError, UsageError, VaultError
    from allonym.core.types import Document, Edit, Mention, Plan, Result, Span
    from allonym.pseudonymizer import Pseudonymizer, pseudonymize
    from allonym.running.plans import read_plans, write_plans
    from allonym.vault.opening import open_vault

__version__ = "0.1.0"

# The library that runs the network reports to its maker unless it is told not to before it is loaded. Nothing that is
# done here may reach the net.
os.putenv("ORT_DISABLE_TELEMETRY", "1")

__all__ = [
    "AllonymError",
    "Document",
    "Edit",
    "InputError",
    "Mention",
    "Plan",
    "Pseudonymizer",
    "Result",
    "SafetyError",
    "Span",
    "UsageError",
    "VaultError",
    "open_vault",
    "pseudonymize",
    "read_plans",
    "write_plans",
]

_HOMES = {
    "allonym.core.errors": ("AllonymError", "InputError", "SafetyError", "UsageError", "VaultError"),
    "allonym.core.types": ("Document", "Edit", "Mention", "Plan", "Result", "Span"),
    "allonym.pseudonymizer": ("Pseudonymizer", "pseudonymize"),
    "allonym.running.plans": ("read_plans", "write_plans"),
    "allonym.vault.opening": ("open_vault",),
}

_LIBRARIES = ("arrow", "pandas", "polars", "spark")
"""Modules for tables of others, each of which needs its library."""


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that `import allonym` costs almost nothing."""
    from importlib import import_module

    if name in _LIBRARIES:
        return import_module(f"allonym.{name}")
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'allonym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
