"""Stand-ins that tell nothing, or only the kind: delete, mask, placeholder, category, fixed."""

from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.types import Draw


@dataclass(frozen=True, slots=True)
class SameWords:
    """Puts the same words in every place; `{label}` in them becomes the kind of thing that stood there."""

    words: str
    distinct: bool = False

    def series(self, label: str) -> str:
        """Return the kind; it is not used, since these stand-ins are not counted."""
        return label

    def stem(self, label: str) -> str:  # noqa: ARG002 - nothing is looked for: these need not be new to the text
        """Return nothing in particular."""
        return ""

    def propose(self, label: str, surface: str, draw: Draw) -> str:  # noqa: ARG002 - the same for all
        """Return the words."""
        return self.words.replace("{label}", label.partition(".")[0])


def delete() -> SameWords:
    """Put nothing."""
    return SameWords("")


def mask(text: str = "XXX") -> SameWords:
    """Put XXX, or another mask."""
    return SameWords(_filled("mask", text))


def placeholder(text: str = "[REDACTED]") -> SameWords:
    """Put one placeholder for everything."""
    return SameWords(_filled("placeholder", text))


def category(template: str = "[{label}]") -> SameWords:
    """Put the kind of thing that stood there."""
    if "{label}" not in template:
        raise SettingsError("the template of strategy 'category' needs {label}")
    return SameWords(template)


def fixed(text: str) -> SameWords:
    """Put words of the profile's choice."""
    return SameWords(_filled("fixed", text))


def _filled(strategy: str, text: str) -> str:
    if not text:
        raise SettingsError(f"strategy {strategy!r} needs a text; to leave nothing, use 'delete'")
    return text
