"""Find the pseudonyms of a document in a text that was edited since, and restore those that are sure.

read the text -> look for every form of every stand-in -> the longest first -> judge each place -> splice
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from allonym.core.splice import splice
from allonym.core.surroundings import is_marked
from allonym.core.types import Edit, Mention, Span
from allonym.languages.telling import tell
from allonym.searching.edges import edges
from allonym.searching.foreign import foreign
from allonym.searching.forms import Form, forms_of
from allonym.searching.judging import Place, Verdict, judge
from allonym.searching.reading import Reading, places, read
from allonym.searching.standins import Known
from allonym.searching.values import REFUSED, SURE, Finding, Recovery
from allonym.surrogates.agreement import settle

_AGREEING = ("PERSON", "LOCATION", "ORGANIZATION", "NATIONALITY")
_OWNER = (("gen", "yes"),)

Judged = tuple[Span, str, Verdict]
"""A place, its label, and what is to be done with it."""


class Free:
    """Which characters of a text nothing was found in yet."""

    def __init__(self, text: str) -> None:
        self._taken = bytearray(len(text))

    def take(self, span: Span) -> bool:
        """Take the characters of a span; tell whether all were free, and leave them if not."""
        if any(self._taken[span.start : span.end]):
            return False
        self._taken[span.start : span.end] = b"\1" * len(span)
        return True


def find_pseudonyms(text: str, known: Known) -> Recovery:
    """Return the text with everything restored that is sure, and a finding for all that looks like a pseudonym."""
    found = _judged(text, known)
    free = Free(text)
    for span, _, _ in found:
        free.take(span)
    for span, reason in foreign(text, known.originals, known.torn):
        if free.take(span):
            found.append((span, "", Verdict(REFUSED, reason)))
    found.sort(key=lambda each: each[0])
    edits = [
        Edit(span, verdict.words if verdict.state == SURE else span.of(text), label) for span, label, verdict in found
    ]
    recovered, spans = splice(text, edits)
    findings = [
        Finding(span, new, label, verdict.state, verdict.reason, verdict.words)
        for (span, label, verdict), new in zip(found, spans, strict=True)
    ]
    return Recovery(recovered, tuple(findings))


def _judged(text: str, known: Known) -> list[Judged]:
    reading = read(text)
    found = sorted(_longest(text, list(_candidates(text, reading, forms_of(known)))), key=lambda place: place.span)
    ends = [0, *(place.span.end for place in found)]
    starts = [*(place.span.start for place in found[1:]), len(text)]
    judged: list[Judged] = []
    for number, (place, beside) in enumerate(zip(found, _beside(found), strict=True)):
        room = Span(max(ends[number], judged[-1][0].end if judged else 0), max(starts[number], place.span.end))
        span, verdict = _settled(place, judge(replace(place, beside=beside)), room)
        judged.append((span, place.form.label, verdict))
    return judged


def _beside(found: Sequence[Place]) -> list[Span]:
    """Return each place together with those that follow without a word between: a first and a last name."""
    spans: list[Span] = []
    for first, place in enumerate(found):
        if first and place.span.start - found[first - 1].span.end <= 1:
            spans.append(spans[-1])
            continue
        last = first
        while last + 1 < len(found) and found[last + 1].span.start - found[last].span.end <= 1:
            last += 1
        spans.append(place.span.cover(found[last].span))
    return spans


def _candidates(text: str, reading: Reading, forms: Sequence[Form]) -> Iterator[Place]:
    language, segments = tell(text)
    for form in forms:
        for start in places(reading.small, form.key):
            end = start + len(form.key)
            beside = edges(reading, start, end, is_marked(form.words))
            written = reading.plain[start:end]
            if beside is None or (form.kind == "part" and written.islower()):
                continue
            span = reading.span(start, end)
            spoken = next((each.language for each in segments if each.span.overlaps(span)), language)
            yield Place(text, span, written, form, beside, spoken)


def _longest(text: str, candidates: Sequence[Place]) -> Iterator[Place]:
    """Return the places that do not overlap, longer ones before shorter, and what stood in the text before parts."""
    free = Free(text)
    for place in sorted(candidates, key=lambda each: (each.form.kind == "part", -len(each.written), each.span)):
        if free.take(place.span):
            yield place


def _settled(place: Place, verdict: Verdict, room: Span) -> tuple[Span, Verdict]:
    """Make a sure original agree with the words around it, as the stand-in was made to."""
    span = place.span
    if place.edges.owner:
        span = Span(span.start, span.end + 1)
    if verdict.state != SURE or verdict.bare:
        return place.span, verdict
    agrees = place.form.label.startswith(_AGREEING) and not place.form.words[0].islower()
    if not agrees or (place.form.is_marked and not place.edges.owner):
        return place.span, verdict
    features = _OWNER if place.edges.owner else ()
    mention = Mention(span, place.form.label, 1.0, "searching", features)
    where, words = settle(place.text, mention, verdict.words, place.language, room.cover(span))
    return where, Verdict(SURE, verdict.reason, words)
