"""The parts of an Office file: which are XML, which are pictures, and which nobody can look into."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import BinaryIO

import daachorse

from allonym.core.errors import InputError
from allonym.core.splice import splice
from allonym.core.types import Edit
from allonym.formats.xml_scan import XmlText, read_xml, unescape
from allonym.formats.xml_values import is_odd_text
from allonym.formats.zipped import Member, members_of, unpack

_XML = frozenset({".xml", ".rels", ".vml", ".svg", ".xhtml", ".html", ".htm"})
_SHOWN = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".ico", ".webp"})
_FONTS = frozenset({".odttf", ".ttf", ".fntdata"})
_MACROS = frozenset({"vbaproject.bin", "vbaprojectsignature.bin"})


@dataclass(frozen=True, slots=True)
class Package:
    """An Office file, opened: its members, the XML of those that are XML, and how many are of other kinds."""

    members: list[Member] = field(repr=False)
    xml: dict[str, XmlText] = field(repr=False)
    emptied: tuple[str, ...] = field(repr=False)
    pictures: int = 0

    def notes(self) -> list[str]:
        """Say what stays as it is, and what was taken out."""
        said: list[str] = []
        if self.pictures:
            verb = "stays as it is" if self.pictures == 1 else "stay as they are"
            said.append(f"{_counted(self.pictures, 'picture')} {verb}; nobody has looked inside")
        if self.emptied:
            verb = "is" if len(self.emptied) == 1 else "are"
            files = _counted(len(self.emptied), "embedded file or preview", "embedded files or previews")
            said.append(f"{files} {verb} empty now; recovery brings them back")
        return said


def open_package(stream: BinaryIO, main: str) -> Package:
    """Return an Office file whose main part has this name; raise InputError if it is another kind, or not sound."""
    members = members_of(stream)
    if main not in {member.name for member in members}:
        raise InputError("the zip container is not the kind of Office file that its ending says")
    xml: dict[str, XmlText] = {}
    emptied: list[str] = []
    pictures = 0
    for member in members:
        suffix = "." + member.name.casefold().rpartition(".")[2]
        if PurePosixPath(member.name).name.casefold() in _MACROS:
            raise InputError("the file has macros, which can hold anything; save it without them")
        if suffix in _XML:
            xml[member.name] = read_xml(unpack(stream, member), f"member {member.number} of the zip container")
        elif suffix in _SHOWN and "thumbnail" not in member.name.casefold():
            pictures += 1
        elif suffix not in _FONTS and member.entry.file_size:
            emptied.append(member.name)
    return Package(members, xml, tuple(emptied), pictures)


def odd_names(package: Package) -> list[str]:
    """Return the names of members that could say something of somebody."""
    return [member.name for member in package.members if is_odd_text(member.name)]


def require_gone(package: Package, treated: Mapping[str, list[Edit]], originals: Iterable[str]) -> None:
    """Refuse a file in which an original also stands where no text is: in the name of a style, say.

    `treated` are edits that take out all that was read as text, by part.
    """
    wanted = sorted({each for each in originals if is_telling(each)})
    if not wanted:
        return
    automaton = daachorse.CharwiseDoubleArrayAhoCorasick(wanted)
    for number, member in enumerate(package.members, 1):
        if member.name in package.xml:
            rest = unescape_all(splice(package.xml[member.name].text, treated.get(member.name, ()))[0])
        else:
            rest = member.name
        if automaton.find(rest):
            raise InputError(
                f"member {number} of the zip container: something that is replaced elsewhere stands here, too, where "
                "there is no text (as the name of a style or a bookmark, say); take it out first"
            )


def is_telling(words: str) -> bool:
    """Tell whether words are so much somebody's own that they mean the same wherever they stand."""
    return "@" in words or len(words.split()) > 1 or sum(map(str.isdigit, words)) > 5


def unescape_all(raw: str) -> str:
    """Return raw XML with its references resolved; tags stay."""
    return unescape(raw.replace("<", "\n")) if "&" in raw else raw


def _counted(number: int, noun: str, nouns: str = "") -> str:
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
