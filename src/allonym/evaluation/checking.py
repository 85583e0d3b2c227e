"""What annotated texts must be before anything is counted: offsets inside, no overlaps, each text once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from allonym.core.errors import InputError
from allonym.evaluation.values import Annotated, Annotation


def require_sound(texts: Sequence[Annotated], *, overlaps: bool) -> None:
    """Raise InputError for the first text that comes twice, or whose annotations do not fit it."""
    seen: dict[tuple[str, str], str] = {}
    for each in texts:
        if first := seen.get((each.id, each.annotator)):
            raise InputError(f"{each.place}: the same id as {first}; every text needs one of its own")
        seen[each.id, each.annotator] = each.place
        _require_characters(each)
        for span in each.spans:
            require_inside(span.place or each.place, each.text, span)
        if not overlaps:
            _require_apart(each)


def _require_characters(each: Annotated) -> None:
    try:
        (each.text or "").encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{each.place}: half a character (a lone surrogate) at {error.start}") from None


def require_inside(place: str, text: str | None, span: Annotation) -> None:
    """Raise InputError if an annotation does not lie in its text, or holds nothing."""
    at = f"{place}: the span from {span.start} to {span.end}"
    if span.start < 0:
        raise InputError(f"{at} is none: a text begins at 0")
    if span.start >= span.end:
        raise InputError(f"{at} is none: its start must be below its end")
    if text is not None and span.end > len(text):
        raise InputError(
            f"{at} reaches beyond the text, which has {len(text)} characters; offsets count characters, not bytes"
        )
    if text is not None and not text[span.start : span.end].strip():
        raise InputError(f"{at} holds nothing but white space")


def _require_apart(each: Annotated) -> None:
    ordered = sorted(each.spans, key=lambda span: (span.start, span.end))
    for first, second in pairwise(ordered):
        if first.overlaps(second):
            place, spans = second.place or each.place, f"{first.start}-{first.end} and {second.start}-{second.end}"
            raise InputError(f"{place}: the spans {spans} overlap; --allow-overlaps takes them as they are")


def paired(gold: Sequence[Annotated], predictions: Sequence[Annotated]) -> Mapping[str, tuple[Annotation, ...]]:
    """Return the predictions for each id; raise InputError unless they are for just these texts."""
    texts = {each.id: each for each in gold}
    for each in predictions:
        if each.id not in texts:
            raise InputError(f"{each.place}: no text of the gold file has this id")
        _require_same_text(each, texts[each.id])
    found = {
        each.id: tuple(replace(span, place=span.place or each.place) for span in each.spans) for each in predictions
    }
    if missing := [each for each in texts.values() if each.id not in found]:
        rest = len(missing) - 1
        others = f", nor for {rest} other{'s'[: rest != 1]}" if rest else ""
        raise InputError(
            f"{missing[0].place}: the predictions have no line for it{others}; "
            "a text in which nothing was found needs a line with no spans"
        )
    return found


def _require_same_text(predicted: Annotated, gold: Annotated) -> None:
    text = gold.text or ""
    if predicted.text is None:
        for span in predicted.spans:
            require_inside(span.place or predicted.place, text, span)
    elif predicted.text != text:
        at = next(
            (at for at, (one, other) in enumerate(zip(predicted.text, text, strict=False)) if one != other),
            min(len(predicted.text), len(text)),
        )
        raise InputError(f"{predicted.place}: not the text of {gold.place}; they differ from character {at} on")


def span_of(place: str, start: Any, end: Any, label: Any, **more: Any) -> Annotation:
    """Return an annotation of what a file says; raise InputError where a number or a label is none."""
    if isinstance(start, bool) or isinstance(end, bool) or not isinstance(start, int) or not isinstance(end, int):
        raise InputError(f"{place}: the offsets of a span must be whole numbers")
    if not isinstance(label, str) or not label:
        raise InputError(f"{place}: the span {start}-{end} has no label")
    return Annotation(start, end, label, **more)


def require_words(place: str, text: str, span: Annotation, said: object) -> None:
    """Raise InputError if a file says of a span what does not stand there."""
    require_inside(place, text, span)
    if isinstance(said, str) and text[span.start : span.end] != said:
        raise InputError(
            f"{place}: at {span.start}-{span.end} stands something else than the annotation says; "
            "offsets may count bytes, or line ends may have changed"
        )
