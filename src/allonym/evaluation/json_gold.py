"""Annotated texts in JSON: lines of ours or of doccano, and documents of the Text Anonymization Benchmark."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from allonym.core.errors import InputError
from allonym.evaluation.checking import require_words, span_of
from allonym.evaluation.values import DIRECT, NONE, QUASI, Annotated, Annotation

_SPANS = ("spans", "label", "labels", "entities")
"""Where a line may keep its spans: ours, then doccano's of several versions."""
_IDENTIFIERS = {"DIRECT": DIRECT, "QUASI": QUASI, "NO_MASK": NONE}


def read_lines(content: str, name: str) -> Iterator[Annotated]:
    """Return the text of each line. A line without an id is called by its number."""
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            yield _line(parsed(line, f"{name} line {number}"), f"{name} line {number}", number)


def read_benchmark(content: str, name: str) -> Iterator[Annotated]:
    """Return what each annotator says of each document, as the Text Anonymization Benchmark writes it."""
    documents = parsed(content, name)
    if not isinstance(documents, list):
        raise InputError(f"{name}: must be a list of documents, as in echr_dev.json")
    for number, each in enumerate(documents, 1):
        yield from _document(each, f"{name} document {number}")


def parsed(text: str, place: str) -> Any:
    """Return what a JSON text says; raise InputError if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{place}: not valid JSON") from None


def _line(row: Any, place: str, number: int) -> Annotated:
    kept = next((key for key in _SPANS if isinstance(row, dict) and isinstance(row.get(key), list)), None)
    if kept is None:
        raise InputError(f"{place}: must be an object with a list of spans")
    text = row.get("text", row.get("data"))
    if text is not None and not isinstance(text, str):
        raise InputError(f"{place}: the text must be a string")
    language = row.get("lang", row.get("language"))
    return Annotated(
        id=str(row.get("id", number)),
        text=text,
        spans=tuple(span_in(each, text, place) for each in row[kept]),
        place=place,
        language=language if isinstance(language, str) else None,
    )


def span_in(each: Any, text: str | None, place: str) -> Annotation:
    """Return one span: a list of start, end, label and whatever follows, or an object."""
    if isinstance(each, list) and len(each) >= 3:
        return span_of(place, *each[:3])
    if not isinstance(each, dict):
        raise InputError(f"{place}: a span is a list of start, end and label, or an object")
    span = span_of(
        place,
        each.get("start", each.get("start_offset")),
        each.get("end", each.get("end_offset")),
        each.get("label"),
        entity=str(each.get("entity", "")),
        identifier=_identifier(each, place),
    )
    if text is not None:
        require_words(place, text, span, each.get("text"))
    return span


def _identifier(each: Mapping[str, Any], place: str) -> str:
    said = each.get("identifier", "")
    if said not in {DIRECT, QUASI, NONE, ""}:
        raise InputError(f"{place}: `identifier` of a span is {DIRECT}, {QUASI} or {NONE}")
    return str(said)


def _document(each: Any, place: str) -> Iterator[Annotated]:
    text, annotations = (each.get(key) if isinstance(each, dict) else None for key in ("text", "annotations"))
    if not isinstance(text, str) or not isinstance(annotations, dict) or "doc_id" not in each:
        raise InputError(f"{place}: needs doc_id, text and annotations")
    for annotator, said in annotations.items():
        mentions = said.get("entity_mentions") if isinstance(said, dict) else None
        if not isinstance(mentions, list):
            raise InputError(f"{place}: an annotator without a list of entity_mentions")
        spans = tuple(_mention(mention, text, place) for mention in mentions)
        yield Annotated(str(each["doc_id"]), text, spans, place, annotator=str(annotator))


def _mention(each: Any, text: str, place: str) -> Annotation:
    if not isinstance(each, dict) or each.get("identifier_type") not in _IDENTIFIERS:
        raise InputError(f"{place}: an identifier_type is one of {', '.join(_IDENTIFIERS)}")
    span = span_of(
        place,
        each.get("start_offset"),
        each.get("end_offset"),
        each.get("entity_type"),
        entity=str(each.get("entity_id", "")),
        identifier=_IDENTIFIERS[each["identifier_type"]],
    )
    require_words(place, text, span, each.get("span_text"))
    return span
