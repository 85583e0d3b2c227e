"""The errors of allonym: one tree, cut by who can act.

AllonymError
├── UsageError         the caller can fix it               exit 2
│   ├── SettingsError      a profile or option is wrong
│   └── MissingExtra       an optional package is not installed
├── InputError         one document or file fails, others go on   exit 1
├── SafetyError        going on would leak or corrupt; nothing is written   exit 3
│   └── NotExact           recovery would not give the original back
└── VaultError         locked, damaged, or does not know   exit 1
    ├── WrongPassphrase
    ├── VaultDamaged
    ├── NotAllowed         the key that opened the vault is not for this
    ├── UnknownText        no document of this vault gave this text
    └── AmbiguousText      several did

A message says what is wrong, where, and what to do. It never holds words of a document.
"""

from pathlib import PurePath


class AllonymError(Exception):
    """Anything that allonym raises on purpose."""

    exit_code = 1


class UsageError(AllonymError):
    """The caller asked for something that does not exist or does not fit."""

    exit_code = 2


class SettingsError(UsageError):
    """A profile or a setting is wrong."""


class MissingExtra(UsageError):
    """An optional package is not installed; the message says which."""


class InputError(AllonymError):
    """One document or one file cannot be read; the others go on."""


class SafetyError(AllonymError):
    """Going on would leak or corrupt, so nothing is written."""

    exit_code = 3


class NotExact(SafetyError):
    """Recovery would not give the original back."""


class VaultError(AllonymError):
    """The vault is locked or damaged, or does not know."""


class WrongPassphrase(VaultError):
    """The passphrase does not open the vault."""


class VaultDamaged(VaultError):
    """The vault was changed or cut from outside."""


class NotAllowed(VaultError):
    """The role of the key that opened the vault does not allow this, or it waits for somebody else's approval."""


class UnknownText(VaultError):
    """No document of this vault gave this text."""


class AmbiguousText(VaultError):
    """Several documents of this vault gave this text; an id tells them apart."""


def place_of(error: BaseException) -> str:
    """Return the kind of a foreign error and where it came from, but not what it says: it may quote a text."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"
