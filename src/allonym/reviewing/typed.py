"""Words that somebody typed as a pseudonym: where they say what must not be said, that is told."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.canon import canonical
from allonym.core.types import Action
from allonym.reviewing.values import Party, Sheet
from allonym.substituting import words_of


@dataclass(frozen=True, slots=True)
class Typed:
    """What is wrong with typed words: with those of which entity, how wrong, and in a sentence without the words."""

    entity: str
    severity: str
    code: str
    text: str = field(repr=False)


def typed_warnings(sheet: Sheet) -> list[Typed]:
    """Return what is wrong with the words that were typed in a sheet."""
    typed = [each for each in sheet.parties if each.replacement]
    return list(_warnings(sheet, typed)) if typed else []


def _warnings(sheet: Sheet, typed: list[Party]) -> Iterator[Typed]:
    text = sheet.document.text
    gone = {each.id for each in sheet.parties if each.action is Action.REPLACE}
    surfaces = {(each.label, text[each.span.start : each.span.end], each.entity) for each in sheet.marks}
    originals: dict[str, set[str]] = {}
    words: set[str] = set()
    for label, surface, entity in surfaces:
        if entity in gone:
            originals.setdefault(canonical(label, surface), set()).add(entity)
    for surface in {surface for _, surface, entity in surfaces if entity in gone}:
        words.update(words_of(surface))
    written: dict[str, str] = {}
    for party in typed:
        said = party.replacement or ""
        whole = canonical(party.label, said)
        if originals.get(whole, set()) - {party.id}:
            yield Typed(party.id, "error", "typed-original", "The pseudonym is an original that is replaced here.")
        elif any(len(word) > 1 and word in words for word in words_of(said)):
            yield Typed(party.id, "warning", "typed-word", "The pseudonym has a word of an original.")
        if whole in written and written[whole] != party.id:
            yield Typed(party.id, "warning", "typed-twice", "Two entities have the same pseudonym.")
        written.setdefault(whole, party.id)
