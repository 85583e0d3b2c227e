"""Label Studio: a list of tasks, each a text with one annotation, and config.xml, the labelling interface for it.

    {"data": {"text", "id"}, "annotations": [{"result": [regions and, between regions that are one, relations]}]}

A region of type `labels` is a mark; what stands under the same id is of the same place: `choices` say the action and
features, `textarea` the replacement, the comments of OBS! and Com!, and the entity. Offsets count characters; those of
old versions, which counted 16-bit units, are told by the words that stand beside them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.types import Action
from allonym.evaluation.checking import require_words, span_of
from allonym.evaluation.json_gold import parsed
from allonym.evaluation.values import Annotation
from allonym.reviewing.exchange.told import (
    COMMENT,
    FLAGS,
    SHOWN,
    STATUS,
    WORDS,
    Files,
    Spot,
    Told,
    decoded,
    entity_name,
    joined,
    shown,
)
from allonym.reviewing.exchange.units import Units
from allonym.reviewing.values import DONE, OPEN, STATUSES, Mark, Party, Sheet

_SAYS = frozenset({FLAGS, WORDS, COMMENT, STATUS})
_TEXTS = ("replacement", "obs", "com", "entity")
_FLAGS = ("gen", "def", "pl", "foreign", "citation")


def write(sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """Return the tasks, and the interface to import them under."""
    tasks = json.dumps([_task(each) for each in sheets], ensure_ascii=False, indent=1)
    return {"tasks.json": tasks.encode() + b"\n", "config.xml": _interface().encode()}


def read(files: Files) -> Iterator[Told]:
    """Return what the first annotation of each task tells; one that was cancelled does not count."""
    for name in sorted(each for each in files if each.endswith(".json")):
        tasks = parsed(decoded(name, files[name]), name)
        if not isinstance(tasks, list):
            raise InputError(f"{name}: must be a list of tasks")
        for number, task in enumerate(tasks, 1):
            yield _told(task, f"{name} task {number}", number)


@dataclass(frozen=True, slots=True)
class _Region:
    """What a result says of one place."""

    span: Annotation
    choices: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict, repr=False)


def _told(task: Any, place: str, number: int) -> Told:
    data = task.get("data") if isinstance(task, dict) else None
    text = data.get("text") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(text, str):
        raise InputError(f"{place}: needs data with a text")
    results = _results(task, place)
    regions = _regions(results, text, place)
    pairs = ((str(each.get("from_id")), str(each.get("to_id"))) for each in results if each.get("type") == "relation")
    entities = joined({id_: each.texts.get("entity", "") for id_, each in regions.items()}, pairs)
    spots = (_spot(region, entities[id_], place) for id_, region in regions.items())
    comment, status = data.get("comment", ""), data.get("status", OPEN)
    if not isinstance(comment, str) or status not in STATUSES:
        raise InputError(f"{place}: a comment is a text, and a status is {OPEN} or {DONE}")
    return Told(
        str(data.get("id", task.get("id", number))), text, tuple(spots), place, comment, str(status), says=_SAYS
    )


def _results(task: Mapping[str, Any], place: str) -> list[Mapping[str, Any]]:
    annotations = task.get("annotations", [])
    if not isinstance(annotations, list) or not all(isinstance(each, dict) for each in annotations):
        raise InputError(f"{place}: annotations must be a list of objects")
    made = [each for each in annotations if not each.get("was_cancelled")]
    results = made[0].get("result", []) if made else []
    if not isinstance(results, list) or not all(isinstance(each, dict) for each in results):
        raise InputError(f"{place}: the result of an annotation must be a list of objects")
    return results


def _regions(results: Sequence[Mapping[str, Any]], text: str, place: str) -> dict[str, _Region]:
    regions: dict[str, _Region] = {}
    for number, each in enumerate(results, 1):
        value = each.get("value")
        if each.get("type") == "labels" and isinstance(value, dict):
            regions[str(each.get("id"))] = _Region(_span(value, text, f"{place} result {number}"))
    for each in results:
        region, value = regions.get(str(each.get("id"))), each.get("value")
        if region is None or not isinstance(value, dict):
            continue
        name = str(each.get("from_name"))
        if isinstance(said := value.get("choices"), list):
            region.choices.update(_choices(name, [str(choice) for choice in said]))
        elif isinstance(said := value.get("text"), list) and name in _TEXTS:
            region.texts[name] = "\n".join(str(line) for line in said)
    return regions


def _choices(name: str, chosen: Sequence[str]) -> dict[str, str]:
    return dict.fromkeys(chosen, "yes") if name == "tags" else {name: chosen[0]} if chosen else {}


def _span(value: Mapping[str, Any], text: str, place: str) -> Annotation:
    labels = value.get("labels")
    if not isinstance(labels, list) or len(labels) != 1:
        raise InputError(f"{place}: a region has one label")
    span = span_of(place, value.get("start"), value.get("end"), labels[0])
    words = value.get("text")
    if isinstance(words, str) and text[span.start : span.end] != words:
        start, end = map(Units(text).back, (span.start, span.end))
        if start is not None and end is not None and text[start:end] == words:
            return Annotation(start, end, span.label)
    require_words(place, text, span, words)
    return span


def _spot(region: _Region, entity: str, place: str) -> Spot:
    span, choices, texts = region.span, region.choices, region.texts
    return Spot(
        start=span.start,
        end=span.end,
        tag=span.label,
        place=f"{place} at {span.start}-{span.end}",
        entity=entity,
        action=choices.get("action", ""),
        replacement=texts.get("replacement"),
        features=tuple(sorted((key, said) for key, said in choices.items() if key in SHOWN)),
        obs=texts.get("obs"),
        com=texts.get("com"),
    )


def _task(sheet: Sheet) -> dict[str, object]:
    document = sheet.document
    parties = {each.id: each for each in sheet.parties}
    data = {"id": document.id, "text": document.text, "comment": sheet.comment, "status": sheet.status}
    results = [each for mark in sheet.marks for each in _mark_results(mark, parties[mark.entity], document.text)]
    return {"data": data, "annotations": [{"result": results}]}


def _mark_results(mark: Mark, party: Party, text: str) -> Iterator[dict[str, object]]:
    place = {"start": mark.start, "end": mark.end}
    about = {"id": mark.id, "to_name": "text"}
    labels = {**place, "text": mark.span.of(text), "labels": [mark.label]}
    yield {**about, "from_name": "label", "type": "labels", "value": labels}
    features = dict(shown(mark.features))
    tags = [name for name in _FLAGS if features.pop(name, None) == "yes"]
    chosen = {"action": [party.action.value], "tags": tags, **{name: [value] for name, value in features.items()}}
    for name, choices in chosen.items():
        if choices:
            yield {**about, "from_name": name, "type": "choices", "value": {**place, "choices": choices}}
    said = (party.replacement, mark.obs, mark.com, entity_name(party))
    for name, words in zip(_TEXTS, said, strict=True):
        if words is not None:
            yield {**about, "from_name": name, "type": "textarea", "value": {**place, "text": [words]}}


def _interface() -> str:
    labels = "".join(f'    <Label value="{escape(each)}"/>\n' for each in LABELS)
    asked = (
        _choice("action", "single", [each.value for each in Action])
        + _choice("tags", "multiple", _FLAGS)
        + _choice("gender", "single", ("male", "female", "unknown"))
    )
    texts = "".join(f'  <TextArea name="{name}" toName="text" perRegion="true"/>\n' for name in _TEXTS)
    text = '  <Text name="text" value="$text"/>\n'
    return f'<View>\n  <Labels name="label" toName="text">\n{labels}  </Labels>\n{text}{asked}{texts}</View>\n'


def _choice(name: str, many: str, values: Sequence[str]) -> str:
    choices = "".join(f'<Choice value="{each}"/>' for each in values)
    return f'  <Choices name="{name}" toName="text" perRegion="true" choice="{many}">{choices}</Choices>\n'
