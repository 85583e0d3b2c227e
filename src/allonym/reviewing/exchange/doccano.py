"""doccano: a JSON object a line, with entities and, between those that are one, relations `same`.

    {"id": "post-1", "document": "post-1", "text": …, "entities": [{"id", "start_offset", "end_offset", "label"}],
     "relations": [{"id", "from_id", "to_id", "type": "same"}], "Comments": [document comment]}

doccano gives a row another id, so ours stands under `document` once more. Lines with "label" or "spans" are read, too.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from allonym.core.errors import InputError
from allonym.evaluation.json_gold import parsed, read_lines
from allonym.reviewing.exchange.told import COMMENT, Files, Spot, Told, decoded, joined
from allonym.reviewing.values import Sheet

SAME = "same"
_SAYS = frozenset({COMMENT})


def write(sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """Return one file with a line for each document."""
    lines = (json.dumps(_row(each), ensure_ascii=False, separators=(",", ":")) + "\n" for each in sheets)
    return {"annotations.jsonl": "".join(lines).encode()}


def read(files: Files) -> Iterator[Told]:
    """Return what each line of each file tells."""
    for name in sorted(files):
        content = decoded(name, files[name])
        rows = [parsed(line, name) for line in content.split("\n") if line.strip()]
        for row, annotated in zip(rows, read_lines(content, name), strict=True):
            spans = dict(zip(_ids(row, len(annotated.spans)), annotated.spans, strict=True))
            entities = joined({id_: span.entity for id_, span in spans.items()}, _pairs(row, annotated.place))
            spots = (
                Spot(span.start, span.end, span.label, f"{annotated.place} at {span.start}-{span.end}", entities[id_])
                for id_, span in spans.items()
            )
            id_ = str(row.get("document", annotated.id))
            yield Told(id_, annotated.text, tuple(spots), annotated.place, _comment(row, annotated.place), says=_SAYS)


def _row(sheet: Sheet) -> dict[str, object]:
    ids = {mark.id: number for number, mark in enumerate(sheet.marks, 1)}
    last: dict[str, int] = {}
    relations: list[dict[str, object]] = []
    for mark in sheet.marks:
        if mark.entity in last:
            ends = {"from_id": last[mark.entity], "to_id": ids[mark.id]}
            relations.append({"id": len(relations) + 1, **ends, "type": SAME})
        last[mark.entity] = ids[mark.id]
    entities = [
        {"id": ids[each.id], "label": each.label, "start_offset": each.start, "end_offset": each.end}
        for each in sheet.marks
    ]
    document = sheet.document
    row = {"id": document.id, "document": document.id, "text": document.text, "entities": entities}
    return {**row, "relations": relations, "Comments": [sheet.comment] if sheet.comment else []}


def _ids(row: dict[str, Any], many: int) -> list[str]:
    """Return the ids of the entities of a row; spans that are mere lists have none, and get some that nobody names."""
    entities = row.get("entities")
    if not isinstance(entities, list) or not all(isinstance(each, dict) and "id" in each for each in entities):
        return [f"span {number}" for number in range(many)]
    ids = [str(each["id"]) for each in entities]
    return ids if len(set(ids)) == len(ids) == many else [f"span {number}" for number in range(many)]


def _pairs(row: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    relations = row.get("relations", [])
    if not isinstance(relations, list) or not all(isinstance(each, dict) for each in relations):
        raise InputError(f"{place}: relations must be a list of objects")
    for each in relations:
        if str(each.get("type", "")).casefold() == SAME:
            yield str(each.get("from_id")), str(each.get("to_id"))


def _comment(row: dict[str, Any], place: str) -> str:
    comments = row.get("Comments", row.get("comments", []))
    if not isinstance(comments, list) or not all(isinstance(each, str) for each in comments):
        raise InputError(f"{place}: comments must be a list of texts")
    return "\n\n".join(comments)
