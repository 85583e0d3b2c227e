"""WebAnno and INCEpTION: a UIMA CAS as XMI for each document, and TypeSystem.xml. No library is needed.

    NamedEntity (DKPro Core)            value: the label; identity: the entity, PERSON-1
    webanno.custom.Pseudonymization     at the same place: action, tags (gen, gender=female), replacement, obs, com

A CAS of others need have named entities only. Offsets count 16-bit units, as Java does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pyexpat import ExpatError, ParserCreate
from xml.sax.saxutils import quoteattr

from allonym.core.errors import InputError
from allonym.evaluation.checking import span_of
from allonym.formats.xml_scan import IMPOSSIBLE
from allonym.reviewing.exchange.cas_types import CUSTOM, ENTITY, METADATA, SPACES, TYPE_SYSTEM
from allonym.reviewing.exchange.told import FLAGS, SHOWN, WORDS, Files, Spot, Told, entity_name, file_name, shown
from allonym.reviewing.exchange.units import Units
from allonym.reviewing.values import Mark, Party, Sheet

_XMI, _CAS = "http://www.omg.org/XMI", "http:///uima/cas.ecore"
_SAYS = frozenset({FLAGS, WORDS})
_VIEW = "_InitialView"


def write(sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """Return a file for each document, and one that says what the types are."""
    files = {f"{file_name(each.document.id)}.xmi": _document(each).encode() for each in sheets}
    return {**files, "TypeSystem.xml": TYPE_SYSTEM.encode()}


def read(files: Files) -> Iterator[Told]:
    """Return what each .xmi file tells."""
    for name in sorted(each for each in files if each.endswith(".xmi")):
        yield _told(name, _parsed(name, files[name]))


@dataclass(frozen=True, slots=True)
class _Elements:
    """What is read of a CAS: attributes of its texts, named entities and whatever stands beside them."""

    sofas: list[Mapping[str, str]] = field(default_factory=list)
    entities: list[Mapping[str, str]] = field(default_factory=list)
    beside: list[Mapping[str, str]] = field(default_factory=list)
    metadata: list[Mapping[str, str]] = field(default_factory=list)


def _parsed(name: str, data: bytes) -> _Elements:
    found = _Elements()
    lists = {f"{_CAS} Sofa": found.sofas, ENTITY: found.entities, CUSTOM: found.beside, METADATA: found.metadata}

    def start(element: str, attributes: dict[str, str]) -> None:
        if (wanted := lists.get(element)) is not None:
            wanted.append(attributes)

    def refuse(*_: object) -> None:
        raise InputError(f"{name}: a CAS has no document type of its own; it is not read")

    parser = ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        raise InputError(f"{name} line {error.lineno}: not well-formed XML") from None
    except (LookupError, ValueError):
        raise InputError(f"{name}: not XML in an encoding that can be read") from None
    return found


def _told(name: str, found: _Elements) -> Told:
    views = [each for each in found.sofas if each.get("sofaID", _VIEW) == _VIEW]
    text = views[0].get("sofaString") if views else None
    if text is None:
        raise InputError(f"{name}: has no text in its view {_VIEW}")
    sofa, units = views[0].get(f"{_XMI} id"), Units(text)
    here = [each for each in found.entities if each.get("sofa", sofa) == sofa]
    beside = {(each.get("begin"), each.get("end")): each for each in found.beside if each.get("sofa", sofa) == sofa}
    spots = []
    for number, each in enumerate(here, 1):
        place = f"{name} named entity {number}"
        start, end = (_offset(units, each.get(key), place) for key in ("begin", "end"))
        span = span_of(place, start, end, each.get("value"))
        more = beside.get((each.get("begin"), each.get("end")), {})
        spots.append(_spot(Spot(span.start, span.end, span.label, place, each.get("identity", "")), more))
    stem = name.removesuffix(".xmi")
    told = found.metadata[0] if found.metadata else {}
    return Told(told.get("documentId") or stem, text, tuple(spots), name, says=_SAYS)


def _spot(spot: Spot, more: Mapping[str, str]) -> Spot:
    tags = (each.partition("=") for each in more.get("tags", "").split())
    features = {name: value or "yes" for name, _, value in tags}
    return Spot(
        start=spot.start,
        end=spot.end,
        tag=spot.tag,
        place=spot.place,
        entity=spot.entity,
        action=more.get("action", ""),
        replacement=more.get("replacement"),
        features=tuple(sorted((key, value) for key, value in features.items() if key in SHOWN)),
        obs=more.get("obs"),
        com=more.get("com"),
    )


def _offset(units: Units, said: str | None, place: str) -> int:
    number = int(said) if said is not None and said.isascii() and said.isdecimal() and len(said) < 10 else -1
    offset = units.back(number)
    if offset is None:
        raise InputError(f"{place}: an offset is outside the text, or inside a character")
    return offset


def _document(sheet: Sheet) -> str:
    document = sheet.document
    _require_possible(sheet)
    units = Units(document.text)
    parties = {each.id: each for each in sheet.parties}
    lines = [f'<xmi:XMI xmi:version="2.0" {SPACES}>', '<cas:NULL xmi:id="0"/>']
    number = 1
    for element, attributes in _annotations(sheet, parties, units):
        number += 1
        said = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
        lines.append(f'<{element} xmi:id="{number}" sofa="1"{said}/>')
    text = quoteattr(document.text)
    lines.append(f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="{_VIEW}" mimeType="text" sofaString={text}/>')
    members = " ".join(str(each) for each in range(2, number + 1))
    lines += [f'<cas:View sofa="1" members="{members}"/>', "</xmi:XMI>", ""]
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines)


def _annotations(sheet: Sheet, parties: Mapping[str, Party], units: Units) -> Iterator[tuple[str, Mapping[str, str]]]:
    document = sheet.document
    whole = {"begin": "0", "end": str(units.of(len(document.text))), "language": document.language or "x-unspecified"}
    yield "metadata:DocumentMetaData", {**whole, "documentTitle": document.id, "documentId": document.id}
    for mark in sheet.marks:
        place = {"begin": str(units.of(mark.start)), "end": str(units.of(mark.end))}
        party = parties[mark.entity]
        yield "type:NamedEntity", {**place, "value": mark.label, "identity": entity_name(party)}
        yield "custom:Pseudonymization", {**place, **_said(mark, party)}


def _said(mark: Mark, party: Party) -> Mapping[str, str]:
    tags = (name if value == "yes" else f"{name}={value}" for name, value in shown(mark.features))
    said = {
        "action": party.action.value,
        "tags": " ".join(tags) or None,
        "replacement": party.replacement,
        "obs": mark.obs,
        "com": mark.com,
    }
    return {key: value for key, value in said.items() if value is not None}


def _require_possible(sheet: Sheet) -> None:
    """Refuse a text with control characters, which no XML file can hold."""
    if found := IMPOSSIBLE.search(sheet.document.text):
        raise InputError(
            f"{sheet.document.id}: character {found.start()} can stand in no XML file, however it is written"
        )
    typed = (word for mark in sheet.marks for word in (mark.obs, mark.com) if word)
    words = (*typed, *(each.replacement for each in sheet.parties if each.replacement))
    if any(IMPOSSIBLE.search(word) for word in words):
        raise InputError(f"{sheet.document.id}: a comment or a replacement has a character that no XML file can hold")
