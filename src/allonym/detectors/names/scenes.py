"""A text cut into words, and what its surroundings say about a word: language, capitals, neighbours.

    ... | N | . | Sarkozy | ' | s | ...      words, and the gaps between them: gap k stands before word k

A handle, a hashtag, a link and the boundary between two documents are cut out like words. The codes of all words are
one string of bytes, in which sparks are found at once.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, count
from operator import add, attrgetter, contains

from allonym.detectors.expressions import IN_LINK
from allonym.detectors.finding import BOUNDARY
from allonym.detectors.names.context import ANY, LEGAL_FORMS, MOST_VOTES, STOP, TITLE, tongue_of
from allonym.detectors.names.gaps import ANY_TIES, DIGITS, GAPS, TIES
from allonym.detectors.names.hashtags import names_itself, parts_of
from allonym.detectors.names.styles import Style, style_of
from allonym.detectors.names.wording import (
    ANNOUNCES,
    BOUNDARY_CODE,
    CAPITAL,
    CASELESS,
    JOINS,
    LEAD,
    NET,
    NET_CODE,
    RARE,
    SECOND,
    SHAPES,
    SPARK,
    Word,
    Wording,
    form_of,
)
from allonym.languages.lists import normal
from allonym.languages.pack import CODES

# Letters by their blocks, for asking of each character whether it is one takes half as long again.
_LETTERS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u052f\u0531-\u05ea\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef"
    "\u06fa-\u06ff\u0710-\u1fff\u2c00-\u2dff\u3005-\ud7ff\uf900-\ufdff\ufe70-\ufefe"
)
_CUT = re.compile(rf"(\0|[@#][\w.\-]*+|(?:https?://|www\.){IN_LINK}*+|[{_LETTERS}]++)")
# What stands between the parts of the name of an e-mail address.
_IN_ADDRESS = re.compile(r"[\d._+\-]*")
# Capitals are judged within blocks of so many words: a heading may stand in a long text.
_BLOCK = 64
_MOST_WORDS = 240
_VOTES = attrgetter("votes")


def _flags(bit: int) -> bytes:
    return bytes(1 if code & bit else 0 for code in range(256))


_LEAD, _SECOND, _RARE, _ANNOUNCES, _SPARK = map(_flags, (LEAD, SECOND, RARE, ANNOUNCES, SPARK))
# What a capital word is by its code that may be a name by itself, and announces nothing.
_LONER, _OF_LONERS = SPARK | CAPITAL, SPARK | CAPITAL | ANNOUNCES
ALONE, ORGAN = 1, 2
"""Two sorts of sparks, that are neither, or the one or the other."""
_SET = re.compile(b"\1")
_AFTER_INITIALS = frozenset({".", "-"})
_BOUNDARY, _NO_CODE = re.compile(BOUNDARY), bytes([BOUNDARY_CODE])
_NETS = re.compile(bytes([NET_CODE]))
# A word's code becomes the code of its shape.
_NO_WORDS = (BOUNDARY_CODE, NET_CODE)
_SHAPE = bytes(9 if code in _NO_WORDS else code & 3 for code in range(256))
_CASELESS = bytes([SHAPES[CASELESS]])
_ARABIC = CODES.index("ar")
_TONGUES: Mapping[str | None, int | None] = {None: None, **{code: place for place, code in enumerate(CODES)}}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The words of a text that may hold many documents, with a NUL between them."""

    text: str = field(repr=False)
    parts: list[str] = field(repr=False)
    """Gaps and words by turns."""
    surfaces: list[str] = field(repr=False)
    gaps: list[str] = field(repr=False)
    words: list[Word] = field(repr=False)
    codes: bytes = field(repr=False)
    shapes: bytes = field(repr=False)
    leads: frozenset[int] = field(repr=False)
    """Where a listed phrase, or an introduction, may begin: the next word is one that comes second."""
    wording: Wording = field(repr=False)

    def form(self, place: int) -> str:
        """Return a word as the lists have it."""
        return form_of(self.surfaces[place])


@dataclass(slots=True)
class Scene:
    """One document of a sheet: its first word, the word after its last, its language, where its text begins."""

    sheet: Sheet
    first: int
    stop: int
    tongue: int
    """The place of its language among CODES; ANY if it cannot be told."""
    offset: int
    style: Style | None = None
    """How shapes are marked in a short document; a long one has many styles."""
    starts: list[int] | None = None
    styles: dict[int, Style] | None = None
    compounds: frozenset[str] | None = None

    def start(self, place: int) -> int:
        """Return where a word begins."""
        if self.stop - self.first > _BLOCK:
            return self._starts()[2 * (place - self.first)]
        # Few words of a short document are asked for; this is faster than to count for all of them.
        return self.offset + len("".join(self.sheet.parts[2 * self.first : 2 * place + 1]))

    def end(self, place: int) -> int:
        """Return where a word ends."""
        return self.start(place) + len(self.sheet.parts[2 * place + 1])

    def at(self, offset: int) -> int:
        """Return the first word that begins here or later."""
        return self.first + (bisect_left(self._starts(), offset) + 1) // 2

    def is_stop(self, word: Word) -> bool:
        """Tell whether a word is too small to be part of a name."""
        return bool(word.cues[self.tongue] & STOP)

    def opens(self, place: int) -> bool:
        """Tell whether a sentence, or something like it, begins with a word."""
        return place == self.first or GAPS[self.sheet.gaps[place]].ends

    def shape(self, place: int, word: Word) -> str:
        """Return the shape of a word, with a mark where the text around it makes capitals meaningless."""
        return (self.style or self.style_at(place))[word.shape]

    def style_at(self, place: int) -> Style:
        """Return how shapes are marked around a word of a long document."""
        block = (place - self.first) // _BLOCK
        if self.styles is None:
            self.styles = {}
        known = self.styles.get(block)
        if known is None:
            start = self.first + max(0, block * _BLOCK - 8)
            known = self.styles[block] = style_of(self.sheet.shapes[start : min(self.stop, start + _BLOCK + 16)])
        return known

    def has_nets(self) -> bool:
        """Tell whether there are handles, hashtags or links in this document."""
        return self.sheet.codes.find(NET_CODE, self.first, self.stop) >= 0

    def names_itself(self, form: str) -> bool:
        """Tell whether a word is one of those that the handles, hashtags and links of this document are made of."""
        sheet = self.sheet
        if self.compounds is None:
            nets = [sheet.surfaces[match.start()] for match in _NETS.finditer(sheet.codes, self.first, self.stop)]
            if self.stop - self.first <= _BLOCK:
                return names_itself(form, nets)
            # Many words of a long document ask.
            self.compounds = parts_of(nets)
        return form in self.compounds

    def _starts(self) -> list[int]:
        """Return where words begin and end, by turns."""
        if self.starts is None:
            parts = self.sheet.parts[2 * self.first : 2 * self.stop]
            self.starts = list(accumulate(map(len, parts), initial=self.offset))[1:]
        return self.starts


def cut(text: str, wording: Wording) -> Sheet:
    """Return a text cut into words."""
    parts = _CUT.split(text)
    surfaces, gaps = parts[1::2], parts[0::2]
    # Past the last word stands a boundary, which to a list of Python stands before the first as well.
    surfaces.append(BOUNDARY)
    words, read = wording.read(surfaces)
    for place in list(_in_addresses(surfaces, read, gaps)):
        words[place], read[place] = NET, NET_CODE
    codes = bytes(read)
    leads = frozenset(_leads(surfaces, codes, wording))
    return Sheet(text, parts, surfaces, gaps, words, codes, codes.translate(_SHAPE), leads, wording)


def _in_addresses(surfaces: list[str], codes: bytearray, gaps: list[str]) -> Iterator[int]:
    """Return the words before the @ of e-mail addresses."""
    for match in _NETS.finditer(codes):
        place = match.start()
        if gaps[place] or surfaces[place][0] != "@":
            continue
        while codes[place - 1] not in _NO_WORDS and _IN_ADDRESS.fullmatch(gaps[place]):
            place -= 1
            yield place


def _leads(surfaces: list[str], codes: bytes, wording: Wording) -> Iterator[int]:
    """Return the words with which a phrase may begin."""
    # One number for all leads and one for all seconds: a bitwise "and" compares a whole text at once. Two of the very
    # commonest words are no phrase.
    leads, seconds, rare = (int.from_bytes(codes.translate(flags), "little") for flags in (_LEAD, _SECOND, _RARE))
    both = leads & seconds >> 8 & (rare | rare >> 8)
    places = _places(both.to_bytes(len(codes), "little"))
    after = [surfaces[place + 1] for place in places]
    following = [surface.lower() if surface.isascii() else normal(surface) for surface in after]
    known = map(wording.seconds.__getitem__, [surfaces[place] for place in places])
    return compress(places, map(contains, known, following))


def _places(flags: bytes | bytearray) -> list[int]:
    """Return where flags are set; most are not, and a search passes these by faster than a loop."""
    return [match.start() for match in _SET.finditer(flags)]


def sparks(sheet: Sheet) -> tuple[list[int], bytearray]:
    """Return the words at which something may begin; and of each word whether it is one of two sorts of these.

    `ALONE` is a capital word to which nothing beside belongs, `ORGAN` the head of an organisation, or its legal form.
    """
    codes, gaps, surfaces, leads = sheet.codes, sheet.gaps, sheet.surfaces, sheet.leads
    flags = bytearray(codes.translate(_SPARK))
    for place in leads:
        flags[place] = 1
    announcing = _places(codes.translate(_ANNOUNCES))
    for place in announcing:
        # A short title in small letters, "fru Sommar", "sig.ra Conti": before anything else it is another word.
        may_lead = not flags[place] and (codes[place + 1] & CAPITAL or gaps[place + 1] == ".")
        if may_lead and sheet.words[place].cues[ANY] & TITLE:
            flags[place] = 1
    places = [
        place
        for place in _places(flags)
        # A single letter is an initial or nothing.
        if not codes[place] & ANNOUNCES
        or place in leads
        or len(surfaces[place]) > 1
        or gaps[place + 1][:1] in _AFTER_INITIALS
        or surfaces[place] in LEGAL_FORMS
    ]
    alone = [
        place
        for place in places
        if codes[place] & _OF_LONERS == _LONER
        and not (codes[place + 1] & JOINS and gaps[place + 1] in TIES)
        and not (codes[place - 1] & CAPITAL and gaps[place] in (TIES if len(surfaces[place - 1]) > 1 else ANY_TIES))
        and place not in leads
        and (gaps[place + 1] == " " or gaps[place + 1][:1] not in DIGITS)
        and (gaps[place] == " " or gaps[place][-1:] not in DIGITS)
    ]
    sorts = bytearray(len(codes))
    for place in alone:
        sorts[place] = ALONE
    for place in announcing:
        signs = sheet.words[place].signs
        if signs.legal or signs.organ:
            sorts[place] = ORGAN
    return places, sorts


def scenes(sheet: Sheet, languages: Sequence[str | None], places: list[int]) -> Iterator[tuple[Scene, list[int]]]:
    """Return the documents that hold any of these places, each with its own; without languages they are not known."""
    # At each boundary, the words before it and the boundaries among them.
    bounds = list(map(add, accumulate(map(len, sheet.codes.split(_NO_CODE))), count()))
    offsets = [0, *[match.end() for match in _BOUNDARY.finditer(sheet.text)]]
    tongues = [_TONGUES[language] for language in languages] or [None] * len(bounds)
    first, which, stop = 0, 0, bounds[0]
    done = 0
    while done < len(places):
        while stop < places[done]:
            which += 1
            first, stop = stop + 1, bounds[which]
        last = bisect_left(places, stop, done)
        tongue = tongues[which]
        if tongue is None:
            tongue = _tongue_of(sheet, first, stop)
        style = style_of(sheet.shapes[first:stop]) if stop - first <= _BLOCK else None
        yield Scene(sheet, first, stop, tongue, offsets[which], style), places[done:last]
        done = last


def _tongue_of(sheet: Sheet, first: int, stop: int) -> int:
    """Return the language of a document by its first small words that agree."""
    start, last = first, min(stop, first + _MOST_WORDS)
    while start < last:
        tongue = tongue_of(sum(map(_VOTES, sheet.words[start : min(stop, start + MOST_VOTES)])))
        if tongue != ANY:
            return tongue
        start += MOST_VOTES
    place = sheet.shapes.find(_CASELESS, first, stop)
    return _ARABIC if place >= 0 and "\u0600" <= sheet.surfaces[place][0] <= "\u06ff" else ANY
