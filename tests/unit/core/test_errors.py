"""Each kind of error ends the program in its own way, and a foreign one is told without its words."""

import re

import pytest

from allonym.core import errors
from allonym.core.errors import AllonymError, place_of


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("AllonymError", 1),
        ("UsageError", 2),
        ("SettingsError", 2),
        ("MissingExtra", 2),
        ("InputError", 1),
        ("SafetyError", 3),
        ("NotExact", 3),
        ("VaultError", 1),
        ("WrongPassphrase", 1),
        ("VaultDamaged", 1),
        ("NotAllowed", 1),
        ("UnknownText", 1),
        ("AmbiguousText", 1),
    ],
)
def test_every_error_is_ours_and_has_an_exit_code(name: str, code: int) -> None:
    kind = getattr(errors, name)

    assert issubclass(kind, AllonymError)
    assert kind.exit_code == code


def deep() -> None:
    raise ValueError("Anna Berg")


def test_a_foreign_error_is_told_by_its_kind_and_its_deepest_place() -> None:
    with pytest.raises(ValueError, match="Anna") as caught:
        deep()
    line = deep.__code__.co_firstlineno + 1

    assert place_of(caught.value) == f"ValueError at test_errors.py:{line}"
    assert re.fullmatch("KeyError", place_of(KeyError("Anna")))
