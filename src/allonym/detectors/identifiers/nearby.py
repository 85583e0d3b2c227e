"""Which cue words stand near a number, in all languages at once: the language of a short text is too often unknown.

    Meine Steuer-ID lautet: 12 345 678 903, sagt sie
         [tax 9 before]                                    the nearer a cue, the more it weighs

Longer cues are looked up in one pass over the whole text; short ones ("nr", "tel") only as the last words before a
number, where they belong: as parts of other words they are everywhere.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import daachorse

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, lower_once
from allonym.detectors.identifiers.cue_words import Entry, entries, is_short, short
from allonym.detectors.identifiers.likeness import Pause
from allonym.languages.cues import load_cues
from allonym.languages.pack import CODES

_BEFORE, _AFTER = 44, 24
_WINDOW = 20
_FARTHEST = 99
# What follows a number speaks of it less often than what goes before.
_AFTER_COSTS = 16
# A sentence ends after a word, not after "tel.", "no." or "Kundennr.".
_SENTENCE_END = Expression(r"[^\W\d_]{5,}(?<!nr)(?<!telef)[.!?]+\s|\n\s*\n|\d{3}\)?\s*;")
_ENDS_SENTENCES = Expression(r"[.!?\n;]")
_LEADS = Expression(r"[ :]{1,2}[0-9]")
_LEADS_TO_CODE = Expression(r"[ :#.]{1,3}(?:(?:ref|no|nr|n°|nº|number|code|id)[.:]?[ :#]{1,2})?[a-z\-]{0,6}[0-9]")
_OF_CODES = frozenset({"contract", "id", "health", "code"})
_STOP = Expression(r"[.!?;\n]|\d{4}")
_BLANK = frozenset(" \t*")
# "Phone?\nCustomer: yes, 0170 1234567": who answers does not say what the number is, but the question does.
_SPEAKER = r"[^\W\d_][^\n:?]{0,24}: ?"
_ANSWER = Expression(
    r"(?:[?؟]|por favor|per favore|please|bitte|s['’]il vous plaît|svp|tack|لو سمحت|من فضلك)[.!?]?"
    rf"(?:\s*\n\s*(?:{_SPEAKER})?| {_SPEAKER})((?:[^\W\d_]{{1,8}}['’,]? ?){{0,4}})\Z"
)
# Who speaks may be a customer, a patient or a user.
_OF_SPEAKERS = frozenset({"contract", "health", "id", "not", "flight", "transport", "perhaps_contract", "perhaps_id"})
# "Contact: orders@example.org, 0170 1234567": nothing is ordered there.
_IN_MAILS = frozenset("@.-_+")
_MAIL = Expression(r"[.\-_+\w]{0,24}@\w")
# Nothing farther away has to do with the cues of a place: blanks, a question, and the words before and after them.
SEEN_BEFORE, SEEN_AFTER = 160, 128
_MOST_KNOWN = 1024
# In a short text hardly a place is like another.
_LONG = 4096


Hit = tuple[int, int, int, tuple[str, ...]]
"""A cue in a document: where it begins and stops, where the word ends that it is in, and what it announces."""


class Nearby:
    """The cues of a text, to be asked for what is near a place; a document is read when first asked about."""

    __slots__ = ("_end", "_hits", "_known", "_lowered", "_pause", "_shape", "_start", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._end = 0
        self._lowered = ""
        self._hits: list[Hit] = []
        self._shape = ""
        self._known: dict[tuple[int, int, str], Mapping[str, int]] = {}
        self._pause = Pause()

    def cues(self, start: int, end: int) -> Mapping[str, int]:
        """Return the kinds of the cues around a stretch, each with the distance of its nearest cue."""
        if not self._start <= start < self._end:
            self._read(start)
        start, end = start - self._start, end - self._start
        if not self._shape or self._pause.is_on():
            return self._look(start, end)
        # No cue holds a digit: between the same words, all numbers of a length have the same cues.
        first = start - SEEN_BEFORE if start > SEEN_BEFORE else 0
        key = start - first, end - start, self._shape[first : end + SEEN_AFTER]
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._pause.count_new()
            known = self._known[key] = self._look(start, end)
        return known

    def _look(self, start: int, end: int) -> Mapping[str, int]:
        """Return the same for a place in the document that was read."""
        lowered, hits = self._lowered, self._hits
        start = _before_blanks(lowered, start)
        place, furthest = start, start - _BEFORE if start > _BEFORE else 0
        line, asked = lowered.rfind("\n", furthest, start), lowered.rfind("?", furthest, start)
        if line >= 0 or asked >= 0:
            start = self._question(max(line, asked), start)
        found = short(_last_words(lowered, start), self._text, self._start + start)
        if lowered.endswith(_said(), 0, start) and (parted := _parted(lowered, start)):
            self._parted(found, parted, start)
        if hits and hits[-1][0] >= start - _BEFORE:
            first = bisect_left(hits, (start - _BEFORE,))
            middle = bisect_left(hits, (start,), first)
            last = bisect_left(hits, (end + _AFTER,), middle)
            if first < middle:
                self._leading(found, hits[first:middle], start)
            if middle < last:
                self._following(found, hits[middle:last], end)
        if start < place:
            found.pop("not", None)
        return found

    def _read(self, at: int) -> None:
        """Look up the longer cues of the document around a place: most documents of a batch are never asked about."""
        text = self._text
        self._start = text.rfind(BOUNDARY, 0, at) + 1
        self._end = text.find(BOUNDARY, at)
        if self._end < 0:
            self._end = len(text)
        self._lowered = lower_once(text)[self._start : self._end]
        self._hits = _hits(self._lowered)
        # Some cues count in capitals only, so two texts are alike only if their capitals are.
        self._shape = shape_of_digits(text[self._start : self._end]) if len(self._lowered) > _LONG else ""

    def _question(self, line: int, start: int) -> int:
        """Return where the question ends that a place answers; the place itself if it is told what stands there."""
        lowered, hits = self._lowered, self._hits
        answer = _ANSWER.search(lowered, max(0, line - 12), start)
        if answer is None or short(lowered[answer.start(1) : start]):
            return start
        asked, answered = answer.start(), answer.start(1)
        first, last = bisect_left(hits, (asked,)), bisect_left(hits, (answered,))
        if last < bisect_left(hits, (start,)):
            return start
        # "What of my order? Phone: 0170 1234567": nobody speaks there.
        named = {kind for hit in hits[first:last] for kind in hit[3]}.union(short(lowered[asked:answered]))
        return asked if named <= _OF_SPEAKERS else start

    def _parted(self, found: dict[str, int], parted: tuple[int, int], start: int) -> None:
        """Add what a cue announces of whose number it says: "the NHS number of the patient is"."""
        told, is_at = parted
        near = [kind for kind, far in short(_last_words(self._lowered, told)).items() if far <= 1]
        first = bisect_left(self._hits, (told - _BEFORE,))
        for _, stop, word_end, kinds in self._hits[first : bisect_left(self._hits, (told,))]:
            near += kinds if stop <= word_end == told else ()
        found.update({kind: start - is_at for kind in near if kind not in _OF_SPEAKERS})

    def _leading(self, found: dict[str, int], hits: list[Hit], start: int) -> None:
        """Add what cues before a place announce; the "client" of "service client" announces nothing by itself."""
        earliest = _sentence_start(self._lowered, start)
        covered = -1
        for begin, stop, word_end, kinds in hits:
            # In "Kennz. I 482 KL" the stop belongs to the cue, and ends no sentence.
            ends = self._lowered[stop - 1] == "." and stop >= earliest - 1
            if (begin < earliest and not ends) or stop > start:
                continue
            inside, covered = stop <= covered, max(covered, stop)
            distance = max(0, start - word_end)
            for kind in kinds:
                if distance < found.get(kind, _FARTHEST) and (not inside or kind == "number"):
                    found[kind] = distance

    def _following(self, found: dict[str, int], hits: list[Hit], end: int) -> None:
        """Add what cues behind a place announce."""
        stopped = _STOP.search(self._lowered, end, end + _AFTER)
        latest = stopped.start() if stopped else end + _AFTER
        for begin, stop, word_end, kinds in hits:
            if begin < end or stop > latest:
                continue
            # "Room 1204, booking ref HMXK7Q": it leads to a code of its own.
            apart = self._lowered[end : end + 1] == "," and _LEADS_TO_CODE.match(self._lowered, word_end)
            # "LEGO 75192 compte 7 541 pièces": it counts, and speaks of no account.
            counts = _LEADS.match(self._lowered, word_end) is not None
            for kind in kinds:
                if not (counts and kind == "account") and not (apart and kind in _OF_CODES):
                    found[kind] = min(begin - end + _AFTER_COSTS, found.get(kind, _FARTHEST))


def _parted(lowered: str, start: int) -> tuple[int, int] | None:
    """Return where a cue would end, and where the verb begins, if "of the patient is" stands before a place."""
    match = _of_somebody().search(lowered, max(0, start - _BEFORE), start)
    return (match.start(), match.start(1)) if match else None


@cache
def _said() -> tuple[str, ...]:
    """Return the verbs and the mark that may stand before a number."""
    return (":", *(f" {word}" for word in sorted(words_of("told_is"))))


@cache
def _of_somebody() -> re.Pattern[str]:
    """Return the pattern of whose a number is, and the verb behind."""
    words = (re.escape(word) if word[-1] == "'" else f"{word} " for word in sorted(words_of("told_of"), key=len)[::-1])
    said = "|".join(sorted(words_of("told_is")))
    return re.compile(rf" (?:{'|'.join(words)})[^\W\d_]+(?: [^\W\d_]+){{0,2}} ?({said}|:)\Z")


# The finders of several detectors ask about the same long text one after another.
@lru_cache(maxsize=2)
def shape_of_digits(text: str) -> str:
    """Return a text with a 9 for every digit."""
    for digit in "012345678":
        text = text.replace(digit, "9")
    return text


@lru_cache(maxsize=2)
def _hits(lowered: str) -> list[Hit]:
    """Return the longer cues of a document in small letters."""
    words = sorted(_automaton()[0].find_overlapping(lowered))
    return [hit for each in words if (hit := _whole(lowered, *each))]


def _whole(lowered: str, begin: int, stop: int, which: int) -> Hit | None:
    """Return a cue with what it announces, if it is a whole word or allowed to be a part of one."""
    clear_left = begin == 0 or not lowered[begin - 1].isalpha()
    goes_on = lowered[stop : stop + 1].isalpha()
    kinds = _announced(which, clear_left, not goes_on or not lowered[stop - 1].isalpha())
    if not kinds:
        return None
    word_end = stop
    while goes_on and word_end < len(lowered) and word_end - stop < _BEFORE and lowered[word_end].isalpha():
        word_end += 1
    if lowered[word_end : word_end + 1] in _IN_MAILS and _MAIL.match(lowered, word_end):
        return None
    return begin, stop, word_end, kinds


def _before_blanks(lowered: str, start: int) -> int:
    """Return where the blanks before a place begin: in a form, a value may stand far from its name."""
    if lowered[start - 1 : start] not in _BLANK:
        return start
    start -= 1
    furthest = max(0, start - _BEFORE)
    while start > furthest and lowered[start - 1] in _BLANK:
        start -= 1
    return start


def _last_words(lowered: str, end: int) -> str:
    """Return some words before a place, the first of them whole: "ats" is a cue, "Senats" is none."""
    start = end - _WINDOW
    if start <= 0:
        return lowered[:end]
    if not lowered[start - 1].isalpha():
        return lowered[start:end]
    while start < end and lowered[start].isalpha():
        start += 1
    return lowered[start:end]


def _sentence_start(lowered: str, at: int) -> int:
    """Return where the sentence before a place begins, as far as cues reach."""
    start = furthest = max(0, at - _BEFORE)
    if _ENDS_SENTENCES.search(lowered, furthest, at):
        for match in _SENTENCE_END.finditer(lowered, furthest, at):
            start = match.end()
    return start


@cache
def words_of(kind: str) -> frozenset[str]:
    """Return the cues of a kind in all languages."""
    return frozenset(word for code in CODES for word in load_cues(code)[kind])


def is_cue(word: str) -> bool:
    """Tell whether a word is a cue by itself."""
    return word.lower() in entries()


@cache
def _announced(which: int, clear_left: bool, clear_right: bool) -> tuple[str, ...]:
    """Return what a cue announces where letters stand before or after it, or do not."""
    entries = _automaton()[1][which]
    return tuple(
        entry.kind for entry in entries if (entry.open_left or clear_left) and (entry.open_right or clear_right)
    )


@lru_cache(maxsize=1)
def _automaton() -> tuple[Any, tuple[tuple[Entry, ...], ...]]:
    longer = {cue: each for cue, each in entries().items() if not is_short(cue, each)}
    return daachorse.CharwiseDoubleArrayAhoCorasick(list(longer)), tuple(longer.values())
