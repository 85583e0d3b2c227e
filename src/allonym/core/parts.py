"""The feature `parts`: where in a mention its parts stand, counted from its start: "number:0-2 street:3-23"."""

from collections.abc import Callable, Mapping

from allonym.core.types import Features, Span

PARTS = "parts"
_SHORT = 2


def told(parts: Mapping[str, Span]) -> str:
    """Return the value of the feature."""
    return " ".join(f"{name}:{span.start}-{span.end}" for name, span in parts.items())


def read(features: Features) -> dict[str, Span]:
    """Return the parts that features tell of, in their order; none if they do not."""
    value = dict(features).get(PARTS, "")
    named = (each.partition(":")[::2] for each in value.split())
    return {name: Span(*map(int, place.split("-"))) for name, place in named}


def moved(features: Features, move: Callable[[Span], Span]) -> Features:
    """Return features with every part moved; without parts, as they are."""
    if not has_parts(features):
        return features
    parts = {name: move(span) for name, span in read(features).items()}
    return tuple((key, told(parts) if key == PARTS else value) for key, value in features) if parts else features


def has_parts(features: Features) -> bool:
    """Tell whether features tell of parts; most do not."""
    return PARTS in [name for name, _ in features]


def worded(text: str, start: int, end: int) -> Span | None:
    """Return a stretch of a text without the marks and spaces around it, if more is in it than a small "of"."""
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    letters = [character for character in text[start:end] if character.isalpha()]
    is_small = len(letters) <= _SHORT and all(map(str.islower, letters))
    return None if is_small else Span(start, end)
