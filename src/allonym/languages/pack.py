"""What allonym knows of each language; the facts are in languages/<code>/pack.toml."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Literal

from allonym.core import plain_toml
from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.plain_toml import read_text

CODES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
"""The ISO 639-1 codes of the languages that allonym knows."""


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """One language: its names, its script (ISO 15924), and the regions its speakers phone from, likeliest first."""

    code: str
    name: str
    native_name: str
    script: str
    direction: Literal["ltr", "rtl"]
    phone_regions: tuple[str, ...]


def require_language(code: str) -> str:
    """Return a language code as it came; raise SettingsError if allonym does not know the language."""
    if code not in CODES:
        raise SettingsError(f"no language has the code {code!r}{nearest(code, CODES)}; there are {', '.join(CODES)}")
    return code


@cache
def load(code: str) -> LanguagePack:
    """Return the pack of a language; its file is read the first time it is asked for."""
    return parse(code, read_text("allonym.languages", f"{require_language(code)}/pack.toml"))


def parse(code: str, text: str) -> LanguagePack:
    """Return the pack that a file describes; raise SettingsError for a key that is unknown or missing."""
    table = plain_toml.parse(text)
    known = [field.name for field in fields(LanguagePack) if field.name != "code"]
    for key in table:
        if key not in known:
            raise SettingsError(f"language {code!r} has no key {key!r}{nearest(key, known)}")
    for key in known:
        if key not in table:
            raise SettingsError(f"language {code!r} lacks the key {key!r}")
    return LanguagePack(code, **{**table, "phone_regions": tuple(table["phone_regions"])})
