"""Postal addresses: street, number, floor and door, postcode and city as one group, in the order of each language.

A street word is looked for first ("rue", "Street", "-straße", "شارع"); from there the name, the number and the rest
are read to both sides. A street without a number is ADDRESS.STREET; the feature `parts` says where in the group its
parts stand: "number:0-2 street:3-23 zip:25-30 city:31-36".
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.address_alleys import alleys
from allonym.detectors.life.address_arabic import arabic_rooms, arabic_whole
from allonym.detectors.life.address_blocks import blocks
from allonym.detectors.life.address_corners import corners
from allonym.detectors.life.address_cues import (
    announced,
    before_quarter,
    before_town,
    closed_by_postcode,
    where_one_lives,
    where_one_moves,
    where_one_stays,
)
from allonym.detectors.life.address_cut import cut_streets, owner_before
from allonym.detectors.life.address_flats import flats
from allonym.detectors.life.address_led import abbreviated, abbreviated_behind, led
from allonym.detectors.life.address_lying import lying_streets
from allonym.detectors.life.address_numbers import NUMBER, number_told
from allonym.detectors.life.address_parts import (
    Parts,
    as_found,
    is_zip,
    new_ones,
    number_after,
    number_before,
    post_box,
    with_rest,
)
from allonym.detectors.life.address_small import SMALL_NAME_BEFORE
from allonym.detectors.life.address_squares import squares
from allonym.detectors.life.lexicon import Hit, Lexicon, lexicon, lexicon_of, longest_first
from allonym.detectors.life.near_digits import Digits
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.street_doubts import (
    is_another,
    is_counted,
    is_small_compound,
    is_sure,
    is_verb_before,
    numbered_last,
)
from allonym.detectors.life.streets import (
    UPPER,
    Ways,
    compound_start,
    no_streets,
    street_endings,
    street_words,
)

_NAME_BEFORE = Expression(
    rf"(?:(?<![\w.,/€$£+\-])(?P<number>{NUMBER}),? )?"
    rf"(?P<name>(?:(?:S:ta?|[{UPPER}][\w'’.\-]*+|[0-9]{{1,3}}(?:st|nd|rd|th)|of|the)\s){{1,4}})\Z"
)
# Read backwards, from the street word to the left; so its start is found at once.
_NAME_BACKWARDS = Expression(rf"(?:\s(?:a?t:S|[\w'’.\-]*[{UPPER}]|(?:ts|dn|dr|ht)[0-9]{{1,3}}|fo|eht)){{1,4}}")
_SMALL_BEFORE = Expression(rf"(?<![\w.,/€$£+\-])(?P<number>{NUMBER})\s{SMALL_NAME_BEFORE}\Z")
_OF_THE = Expression(r"(?:(?:of|the)\s)+")
_SENTENCE = Expression(r".*[^\W\d_]{4,}[.!?]\s")


def addresses(text: str) -> Iterator[Found]:
    """Find addresses and streets."""
    page = Page(text, lower(text))
    return addresses_among(page, lexicon_of(street_words).hits(page.lowered), _ending_lexicon().hits(page.lowered))


def addresses_among(page: Page, words: Iterable[Hit[Ways]], endings: Iterable[Hit[Ways]]) -> Iterator[Found]:
    """Find addresses and streets, given where words for streets and their endings stand."""
    text, lowered = page.text, page.lowered
    hits = [*words, *(hit for hit in endings if _may_end(text, hit))]
    done, digits = 0, Digits(text)
    # What a street word tells counts more than what only a cue or a postcode does.
    known: list[Found] = []
    later = [as_found(text, parts) for read in _WHOLE for parts in read(page)]
    for hit in sorted(hits, key=longest_first):
        start, end, ways = hit
        announces = ways[0][0] in _ANNOUNCED
        if start < done and not announces:
            continue
        numbered = announces or ways[0][1] or (ways[0][0] == "after" and text[start].islower())
        if numbered and not digits.are_near(start, end) and not number_told(lowered, end):
            continue
        if found := _read(text, lowered, hit):
            if announces:
                later.append(found)
                continue
            done = found.end
            known.append(found)
    # The longest of those that begin alike: "Plot 48" is announced, and a postcode closes all of it.
    later.extend(corners(text, known))
    new = list(new_ones(sorted(later, key=lambda found: (found.start, -found.end)), known))
    held = {other for _, others in new for other in others}
    yield from (each for each in known if each not in held)
    yield from (found for found, _ in new)


def _may_end(text: str, hit: Hit[Ways]) -> bool:
    """Tell at a glance whether an ending may be one of a street: "during" is none, nor is what begins a word."""
    start, end, ways = hit
    if not (text[start - 1 : start].isalpha() or text[start - 1 : start] == "-"):
        return False
    return not ways[0][1] or (text[end : end + 1] == " " and "0" <= text[end + 1 : end + 2] <= "9")


def _read(text: str, lowered: str, hit: Hit[Ways]) -> Found | None:
    """Read the street in each way that its word allows; one with a number wins."""
    start, end, ways = hit
    if ways[0][0] == "box":
        return post_box(text, start, end, ways[0][1])
    best: Parts | None = None
    for place, loose in ways:
        parts = _READERS[place](text, lowered, start, end)
        parts = arabic_whole(text, parts) if parts and "\u0600" <= text[start] <= "\u06ff" else parts
        if not parts or (loose and not is_sure(text, start, end, parts)) or is_another(text, start, end, parts):
            continue
        if best is None or (parts.number and not best.number):
            best = parts
    if not best:
        return None
    # All around an Arabic street is read already.
    whole = best.start is not None or (best.number is None and "\u0600" <= text[start] <= "\u06ff")
    return as_found(text, best if whole else with_rest(text, best))


def _closed(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word is the last: 221B Baker Street, Lange Straße 5, Drottning Kristinas väg 4."""
    # "Ort: Köln | Straße: Hauptstraße 4": the label of a form.
    if not text[start - 1 : start].isspace() or (text[start - 1] in "\r\n" and text.startswith(":", end)):
        return None
    window = before(text, start, 56)
    match = _name_before(window)
    if not match or not (text[start].isupper() or match["number"] or number_after(text, end)):
        return None
    # "We live in Malmö. Ring 070-…": a sentence that ends is no part of the name behind it, nor is "of the".
    name = match["name"]
    ended = (_SENTENCE.match(name) if "." in name else None) or (_OF_THE.match(name) if name[0] in "ot" else None)
    name = name[ended.end() :] if ended else name
    if not name or (match["number"] and is_counted(text, name, end)) or is_verb_before(name, text[start:end]):
        return None
    has_it_last = lowered[start:end] in numbered_last()
    direction = _DIRECTION.match(text, end) if text[end + 1 : end + 2] in _DIRECTIONS else None
    end = direction.end() if direction else end
    shift = start - len(window)
    street = (shift + match.end("name") - len(name), end)
    number = (shift + match.start("number"), shift + match.end("number")) if match["number"] and not ended else None
    if number and not has_it_last:
        return Parts(street, number, end=end)
    behind = number_after(text, end)
    if behind and "," not in behind[0] and not is_zip(text, behind):
        return Parts(street, behind.span("number"), end=behind.end())
    # "12 Berliner Straße" is written, too.
    return Parts(street, number, end=end)


def _name_before(window: str) -> re.Match[str] | None:
    """Return the name that a window ends with, and the number before it; a name in small letters needs a number."""
    name = _NAME_BACKWARDS.match(window[::-1])
    if name:
        start = len(window) - name.end()
        digit = _DIGIT.search(window, max(0, start - 28), start)
        found = _NAME_BEFORE.search(window, digit.start() if digit else start)
        if not digit or (found and (found["number"] or found["name"][0].isupper())):
            return found
    small = _SMALL_BEFORE.search(window) if _DIGIT.search(window) else None
    return small or (found if name else None)


def _compound(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street that ends with its word: Hauptstr. 5a, Storgatan 4."""
    begin = compound_start(text, start)
    # "Ågatan" leads along the river.
    if start - begin < 2 + _is_loose(lowered[start:end]) - (text[begin] in "ÅÖ"):
        return None
    behind = number_after(text, end)
    if (
        behind
        and text[begin - 2 : begin - 1] in _ADJECTIVE_ENDS
        and (old := _ADJECTIVE.search(before(text, begin, 12)))
    ):
        return Parts((begin - len(old[0]), end), behind.span("number"), end=behind.end())
    if behind and text[begin].islower() and "," not in behind[0] and (first := owner_before(text, begin, start, end)):
        return Parts((first, end), behind.span("number"), end=behind.end())
    named = (
        text[begin].isupper() or is_small_compound(text, begin, start, end, _is_loose(lowered[start:end]))
    ) and lowered[begin:end] not in no_streets()
    if behind and "," not in behind[0] and named:
        return Parts((begin, end), behind.span("number"), end=behind.end())
    return Parts((begin, end), end=end) if named else None


def _whole(text: str, _lowered: str, start: int, end: int) -> Parts | None:
    """Read a street that is called so and no more: Broadway 12, Unter den Linden 77."""
    if text[start].islower():
        return None
    behind = number_after(text, end)
    if behind and not is_zip(text, behind):
        return Parts((start, end), behind.span("number"), end=behind.end())
    # "24 Grand-Rue, 68000 Colmar".
    number = number_before(text, start)
    return Parts((start, end), number, end=end) if number else None


@cache
def _is_loose(ending: str) -> bool:
    return dict(street_endings()[ending]).get("ending", False)


@cache
def _ending_lexicon() -> Lexicon[Ways]:
    return lexicon(street_endings(), street_endings())


_READERS = {
    "before": led,
    "cue": announced,
    "stays": where_one_stays,
    "lives": where_one_lives,
    "moves": where_one_moves,
    "after": _closed,
    "ending": _compound,
    "initial": abbreviated,
    "initial_behind": abbreviated_behind,
    "whole": _whole,
    "quarter": before_quarter,
    "towns": before_town,
    "beside": before_town,
    "rooms": arabic_rooms,
    "alleys": alleys,
}
_WHOLE = (closed_by_postcode, lying_streets, cut_streets, flats, squares, blocks)
"""What reads addresses that no street word tells."""
_ANNOUNCED = frozenset({"cue", "stays", "lives", "moves", "quarter", "towns", "beside"})
_DIGIT = Expression(r"[0-9]")
# Parts of a name that stand apart: Sankt Eriksgatan, Alte Bahnhofstraße.
_ADJECTIVE = Expression(
    r"(?<![\w])(?:[NSVÖ]\.|Sankt|S:t|S:ta|St\.|Sankta|Norra|Södra|Västra|Östra|Stora|Lilla|Gamla|Nya|Övre|Nedre|Inre|Yttre|Alte|Neue|"
    r"Große|Kleine|Obere|Untere|Lange|Hintere|Vordere|Am|Im|Zum|Zur|Beim|"
    r"(?:An|Auf|Bei|Hinter|In|Neben|Ob|Über|Unter|Vor) de[rmn]) \Z"
)
_ADJECTIVE_ENDS, _DIRECTIONS = frozenset("tar.emn"), frozenset("NSEW")
# "77 King Street West, Toronto".
_DIRECTION = Expression(
    r" (?:North|South|East|West|N|S|E|W|NE|NW|SE|SW)\b\.?(?=\s?[,;.\n\0)]|\s?\Z| (?:Apt|Suite|Unit|Ste|#))"
)
