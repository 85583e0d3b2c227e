"""The one place where text is rewritten, forwards and backwards."""

from collections.abc import Iterable, Iterator, Sequence

from allonym.core.errors import SafetyError
from allonym.core.making import quickly
from allonym.core.types import Edit, Span

_edit = quickly(Edit)


def splice(text: str, edits: Iterable[Edit]) -> tuple[str, tuple[Span, ...]]:
    """Apply edits, given in reading order, and tell where each replacement stands in the new text.

    Edits may touch and may be empty, but not overlap: text that two edits claim has no right answer.
    """
    made: list[str] = []
    spans: list[Span] = []
    length = 0
    for kept, replacement in _pieces(text, edits):
        made += kept, replacement
        length += len(kept) + len(replacement)
        spans.append(Span(length - len(replacement), length))
    # The last piece is what stands after all edits.
    return "".join(made), tuple(spans[:-1])


def spliced(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits as `splice` does, for who need not know where the replacements stand."""
    return "".join([piece for pair in _pieces(text, edits) for piece in pair])


def leads_to(text: str, edits: Iterable[Edit], wanted: str) -> bool:
    """Tell whether edits make one text of another, without making it: a long one is not held once more."""
    done = 0
    for pair in _pieces(text, edits):
        for piece in pair:
            if not wanted.startswith(piece, done):
                return False
            done += len(piece)
    return done == len(wanted)


def invert(text: str, edits: Sequence[Edit], spans: Sequence[Span]) -> tuple[Edit, ...]:
    """Turn edits round: what stood in `text` becomes the replacement, at the places `splice` reported."""
    return tuple(
        [
            _edit(span, text[edit.span.start : edit.span.end], edit.label, edit.entity, edit.replacement)
            for edit, span in zip(edits, spans, strict=True)
        ]
    )


def _pieces(text: str, edits: Iterable[Edit]) -> Iterator[tuple[str, str]]:
    """Return what is kept and what replaces the words after it, by turns; nothing replaces the end of the text."""
    done = 0
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        if start < done or end > len(text):
            raise SafetyError(f"edits overlap or leave the text at {start}-{end}")
        yield text[done:start], edit.replacement
        done = end
    yield text[done:], ""
