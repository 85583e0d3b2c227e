"""Stand-ins that tell nothing, or only the kind: delete, mask, placeholder, category, fixed."""

from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.protocols import Desk
from allonym.core.types import Subject

_MARKS = ".,;:!?()[]\"'«»“”‘’،؛؟"
"""What may stand around a word and is no part of it."""


@dataclass(frozen=True, slots=True)
class SameWords:
    """Puts the same words in every place; `{label}` in them becomes the kind of thing that stood there."""

    words: str
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:  # noqa: ARG002 - the same for all
        """Return the words, for every mention."""
        return [self.words.replace("{label}", subject.label.partition(".")[0])] * len(subject.surfaces)


def delete() -> SameWords:
    """Put nothing."""
    return SameWords("")


@dataclass(frozen=True, slots=True)
class MaskEachWord:
    """Puts a mask in the place of each word, so that their number stays: "August 2016" is XXX XXX."""

    words: str
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:  # noqa: ARG002 - the same for all
        """Return as many masks as each mention has words between spaces; commas and brackets around them stay."""
        return [" ".join(map(self._masked, surface.split() or [surface])) for surface in subject.surfaces]

    def _masked(self, word: str) -> str:
        core = word.strip(_MARKS)
        before, _, after = word.partition(core) if core else ("", "", "")
        return before + self.words + after


def mask(text: str = "XXX", each_word: bool = False) -> SameWords | MaskEachWord:
    """Put XXX, or another mask: one for the whole, or one for each of its words."""
    return MaskEachWord(_filled("mask", text)) if each_word else SameWords(_filled("mask", text))


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
