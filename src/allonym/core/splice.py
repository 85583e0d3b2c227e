"""The one place where text is rewritten, forwards and backwards."""

from collections.abc import Iterable, Sequence

from allonym.core.errors import SafetyError
from allonym.core.types import Edit, Span


def splice(text: str, edits: Iterable[Edit]) -> tuple[str, tuple[Span, ...]]:
    """Apply edits, given in reading order, and tell where each replacement stands in the new text.

    Edits may touch and may be empty, but not overlap: text that two edits claim has no right answer.
    """
    pieces: list[str] = []
    spans: list[Span] = []
    done = length = 0
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        if start < done or end > len(text):
            raise SafetyError(f"edits overlap or leave the text at {start}-{end}")
        length += start - done
        pieces += text[done:start], edit.replacement
        spans.append(Span(length, length + len(edit.replacement)))
        length += len(edit.replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces), tuple(spans)


def invert(text: str, edits: Sequence[Edit], spans: Sequence[Span]) -> tuple[Edit, ...]:
    """Turn edits round: what stood in `text` becomes the replacement, at the places `splice` reported."""
    return tuple(
        Edit(span, edit.span.of(text), edit.label, edit.entity) for edit, span in zip(edits, spans, strict=True)
    )
