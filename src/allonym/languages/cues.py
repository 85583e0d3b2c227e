"""The words of each language that say what kind of number stands beside them; in languages/<code>/cues.toml."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from allonym.core import plain_toml
from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.plain_toml import read_text
from allonym.languages.pack import require_language

KINDS = (
    "phone", "number", "national", "tax", "health", "passport", "licence", "plate", "vin", "zip", "account", "card",
    "crypto", "contract", "id", "code", "flight", "transport", "coordinates", "not", "perhaps_contract", "perhaps_id",
    "line", "perhaps_line", "line_names", "line_colours", "extension", "door_code", "door",
    "counting", "no_door", "user_name", "perhaps_user", "line_articles", "line_late",
    "line_taken", "line_to", "greeting", "wrote", "reference", "policy", "registered", "plate_places",
    "password", "land_sheet", "land_parcel", "land_share", "pay_entity", "money_name", "told_of", "told_is",
)  # fmt: skip
"""What a cue may announce; "not" is for numbers that identify nobody: ISBN, version, page."""


@cache
def load_cues(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return the cues of a language by kind; its file is read the first time it is asked for."""
    return parse_cues(code, read_text("allonym.languages", f"{require_language(code)}/cues.toml"))


def parse_cues(code: str, text: str) -> Mapping[str, tuple[str, ...]]:
    """Return the cues that a file lists; raise SettingsError for a kind that is unknown or missing."""
    table = plain_toml.parse(text)
    for kind in table:
        if kind not in KINDS:
            raise SettingsError(f"language {code!r} has cues of unknown kind {kind!r}{nearest(kind, KINDS)}")
    for kind in KINDS:
        if kind not in table:
            raise SettingsError(f"language {code!r} lacks cues for {kind!r}")
    return MappingProxyType({kind: tuple(table[kind]) for kind in KINDS})
