"""brat: name.txt with name.ann beside it for each document, and annotation.conf with the labels.

T1  PERSON_FIRST 0 4        Anna        a mark; brat's types have no dots
A1  Entity T1 PERSON-1                  its entity: label and running number; * and R lines are read as well
A2  Action T1 replace
A3  gen T1                              a feature that is there; A4  gender T1 female
#1  Replacement T1          Maria       also OBS, and AnnotatorNotes for Com!
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.types import Action
from allonym.evaluation.brat import spans_in
from allonym.evaluation.values import Annotation
from allonym.reviewing.exchange.told import (
    FLAGS,
    SHOWN,
    WORDS,
    Files,
    Spot,
    Told,
    decoded,
    entity_name,
    file_name,
    joined,
    shown,
)
from allonym.reviewing.values import Mark, Sheet

_SAME = frozenset({"Same", "Equiv", "Alias", "Coref", "Coreference"})
_SAYS = frozenset({FLAGS, WORDS})
_NOTES = ("Replacement", "OBS", "AnnotatorNotes")
_NUMBERED = re.compile(r"[TRAMEN#][\w\-]+|\*|#")
_ESCAPED = re.compile(r"\\([\\nt])")
_SIGNS = {"\\": "\\", "n": "\n", "t": "\t"}


def write(sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """Return the files of a folder for brat."""
    files = {"annotation.conf": _configuration().encode()}
    for sheet in sheets:
        name = file_name(sheet.document.id)
        files[f"{name}.txt"] = sheet.document.text.encode()
        files[f"{name}.ann"] = "".join(_lines(sheet)).encode()
    return files


def read(files: Files) -> Iterator[Told]:
    """Return what each .ann file tells of the .txt beside it."""
    for name in sorted(each for each in files if each.endswith(".ann")):
        stem = name.removesuffix(".ann")
        if f"{stem}.txt" not in files:
            raise InputError(f"{name}: there is no {stem}.txt beside it")
        try:
            # Offsets count the characters of the file as it is, a byte order mark among them.
            text = files[f"{stem}.txt"].decode()
        except UnicodeDecodeError as error:
            raise InputError(f"{stem}.txt: not UTF-8 at byte {error.start}") from None
        yield Told(stem, text, tuple(_spots(decoded(name, files[name]), text, name)), name, says=_SAYS)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What other lines say of annotations, by their numbers."""

    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)


def _spots(content: str, text: str, name: str) -> Iterator[Spot]:
    spans = spans_in(content, text, name)
    beside = _beside(content, name)
    names = {number: beside.attributes.get(number, {}).get("Entity", "") for number in spans}
    entities = joined(names, beside.pairs)
    for number, span in spans.items():
        yield _spot(span, entities[number], beside.attributes.get(number, {}), beside.notes.get(number, {}), name)


def _spot(span: Annotation, entity: str, attributes: Mapping[str, str], notes: Mapping[str, str], name: str) -> Spot:
    return Spot(
        start=span.start,
        end=span.end,
        tag=dotted if (dotted := span.label.replace("_", ".")) in LABELS else span.label,
        place=f"{name} at {span.start}-{span.end}",
        entity=entity,
        action=attributes.get("Action", ""),
        replacement=notes.get("Replacement"),
        features=tuple(sorted((key, value) for key, value in attributes.items() if key in SHOWN)),
        obs=notes.get("OBS"),
        com=notes.get("AnnotatorNotes"),
    )


def _beside(content: str, name: str) -> _Beside:
    found = _Beside()
    rows = [line.rstrip("\r").split("\t") for line in content.split("\n")]
    known = {head for head, *_ in rows}
    for at, (head, *columns) in enumerate(rows, 1):
        kind, *words = columns[0].split(" ") if columns else [""]
        _require_sound(head, words, known, f"{name} line {at}")
        if head[:1] in {"A", "M"} and words:
            found.attributes.setdefault(words[0], {})[kind] = words[1] if len(words) > 1 else "yes"
        elif head[:1] == "#" and kind in _NOTES and words:
            found.notes.setdefault(words[0], {})[kind] = _unescaped(columns[1] if len(columns) > 1 else "")
        elif head == "*" and kind in _SAME:
            found.pairs.extend((words[0], each) for each in words[1:])
        elif head[:1] == "R" and kind in _SAME:
            ends = [each.partition(":")[2] for each in words]
            if len(ends) != 2:
                raise InputError(f"{name} line {at}: a relation has two ends, Arg1:T1 Arg2:T2")
            found.pairs.append((ends[0], ends[1]))
    return found


def _require_sound(head: str, words: Sequence[str], known: AbstractSet[str], place: str) -> None:
    """Refuse a line that is no annotation, or speaks of one that is not there."""
    if not head and not words:
        return
    if not _NUMBERED.fullmatch(head) or not words:
        raise InputError(f"{place}: not an annotation of brat: T1, R1, A1, E1, N1 or #1, a tab, and what it says")
    if head[0] in "AMN#":
        named = words[:1]
    elif head[0] in "*R":
        named = [each.rpartition(":")[2] for each in words]
    else:
        named = []
    if not known >= set(named):
        raise InputError(f"{place}: names an annotation that is not there")


def _lines(sheet: Sheet) -> Iterator[str]:
    parties = {each.id: each for each in sheet.parties}
    attribute = note = 0
    for number, mark in enumerate(sheet.marks, 1):
        party = parties[mark.entity]
        words = mark.span.of(sheet.document.text).replace("\n", " ")
        yield f"T{number}\t{mark.label.replace('.', '_')} {mark.start} {mark.end}\t{words}\n"
        said = (("Entity", entity_name(party)), ("Action", party.action.value), *shown(mark.features))
        for kind, value in said:
            attribute += 1
            yield f"A{attribute}\t{kind} T{number}{'' if value == 'yes' else f' {value}'}\n"
        for kind, text in _notes(mark, party.replacement):
            note += 1
            yield f"#{note}\t{kind} T{number}\t{_escaped(text)}\n"


def _notes(mark: Mark, replacement: str | None) -> Iterator[tuple[str, str]]:
    for kind, text in zip(_NOTES, (replacement, mark.obs, mark.com), strict=True):
        if text is not None:
            yield kind, text


def _configuration() -> str:
    """Return the file that tells brat which labels there are; one tab more for each step down the tree."""
    types = ("\t" * each.count(".") + each.replace(".", "_") + "\n" for each in LABELS)
    actions = "|".join(each.value for each in Action)
    flags = "".join(f"{each} Arg:<ENTITY>\n" for each in ("gen", "def", "pl", "foreign", "citation"))
    relations = "Same Arg1:<ENTITY>, Arg2:<ENTITY>, <REL-TYPE>:symmetric-transitive\n"
    values = f"Action Arg:<ENTITY>, Value:{actions}\ngender Arg:<ENTITY>, Value:male|female|unknown\n{flags}"
    return f"[entities]\n{''.join(types)}\n[relations]\n{relations}\n[events]\n\n[attributes]\n{values}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda sign: _SIGNS[sign[1]], text)
