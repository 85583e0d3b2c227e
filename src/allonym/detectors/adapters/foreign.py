"""A detector around an engine that somebody else has written: what it says of a text becomes mentions of ours."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from allonym.core.errors import AllonymError, InputError, SettingsError
from allonym.core.shadow import shadow
from allonym.core.types import Document, Mention, Span, by_start
from allonym.detectors.adapters.naming import Naming
from allonym.detectors.cutting import pieces


class Said(NamedTuple):
    """What an engine says of a text: from where to where, its tag, how surely, and which part of the engine says so."""

    start: int
    end: int
    tag: str
    score: float
    rule: str


# Control characters end a word for us; engines take them for letters, or stumble.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)], " ")

Ask = Callable[[str, str | None], Iterable[Said]]
"""Asks an engine about a piece of text in a language; None: the language is not known."""


@dataclass(frozen=True, slots=True)
class ForeignDetector:
    """Finds what an engine finds. Texts are read one at a time, so that none can change what is found in another."""

    name: str
    ask: Ask = field(repr=False)
    naming: Naming = field(repr=False)
    languages: frozenset[str] | None = None

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what the engine finds in each document, as far as it is in a language of the engine or in none."""
        return [self._detect(document) for document in documents]

    def _detect(self, document: Document) -> list[Mention]:
        found: dict[tuple[Span, str], Mention] = {}
        for part, language in _parts(document, self.languages):
            for mention in self._mentions(document, part, language):
                best = found.setdefault((mention.span, mention.label), mention)
                if best.score < mention.score:
                    found[mention.span, mention.label] = mention
        return by_start(list(found.values()))

    def _mentions(self, document: Document, part: Span, language: str | None) -> Iterator[Mention]:
        cast = shadow(part.of(document.text))
        for piece in pieces(cast.text):
            text = piece.of(cast.text).translate(_CONTROLS)
            for said in self._answers(document.id, text, language):
                read = self.naming.read(said.tag)
                span = _trimmed(text, said)
                if read is None or not len(span):
                    continue
                home = cast.span(piece.start + span.start, piece.start + span.end)
                there = Span(part.start + home.start, part.start + home.end)
                yield Mention(there, read[0], round(said.score, 4), f"{self.name}:{said.rule}", read[1])

    def _answers(self, name: str, text: str, language: str | None) -> list[Said]:
        try:
            return list(self.ask(text, language))
        except AllonymError:
            raise
        except Exception as error:  # noqa: BLE001 - others raise what they like, often with words of the text in it
            failure = type(error).__name__
        # Raised out here, so that the error does not carry the other one.
        raise InputError(f"{name}: the detector {self.name!r} fails on this text: {failure}")


def languages_of(asked: Sequence[str] | None, own: Iterable[str] = ()) -> frozenset[str] | None:
    """Return the languages that an engine reads: those asked for, else its own; None where it reads all."""
    if isinstance(asked, str):
        raise SettingsError('languages must be a list: ["fr"]')
    return frozenset(own if asked is None else asked) or None


def _parts(document: Document, languages: frozenset[str] | None) -> Iterator[tuple[Span, str | None]]:
    if languages is None or not document.segments:
        if languages is None or document.language is None or document.language in languages:
            yield Span(0, len(document.text)), document.language
        return
    yield from ((each.span, each.language) for each in document.segments if each.language in languages)


def _trimmed(text: str, said: Said) -> Span:
    """Return the span without the white space at its ends, which some tokenizers count in."""
    start, end = said.start, said.end
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
