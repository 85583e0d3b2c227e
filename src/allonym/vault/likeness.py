"""Whether something in a text is the person that is looked for: by the rules of the linker, one pair at a time.

Nicolas Sarkozy   sure: Nicolas Sarkozy, N. Sarkozy, Sarkozy Nicolas, @nsarkozy    maybe: Sarkozy, Nicolas
                  not: Cécilia Sarkozy
"""

from collections.abc import Sequence

from allonym.core.canon import canonical
from allonym.core.errors import UsageError
from allonym.core.labels import LABELS
from allonym.core.labels import require as require_label
from allonym.core.protocols import Linker
from allonym.core.types import Document, Edit, Entity, Mention, Span
from allonym.vault.terms import HANDLES, NAMED, asked_for, folded, form_of, handle_words, shapes, terms_of, words_of

SURE, MAYBE, NOT = 2, 1, 0
_TOPS = tuple(name for name in LABELS if "." not in name)


class Likeness:
    """Compares what stands in texts with a name, or, under another label, with an address or a number."""

    def __init__(self, name: str, label: str | None, linker: Linker) -> None:
        self.name = " ".join(name.split())
        if not self.name:
            raise UsageError("a name is needed: who is looked for?")
        if label is not None:
            require_label(label)
        self.label = label
        self._linker = linker
        self._seen: dict[tuple[str, str], int] = {}
        self._keys: dict[tuple[str, ...], str] = {}
        self.key = self.key_of("PERSON", [self.name]) if self._is_name() else canonical(label or "", self.name)
        self._words = words_of(self.key) or words_of(self.name)
        self._asked = frozenset(self.terms())

    @property
    def top(self) -> str:
        """Return the label that a tombstone stands under."""
        return "PERSON" if self._is_name() else (self.label or "").partition(".")[0]

    def terms(self) -> list[str]:
        """Return the terms of the index under which the person may stand."""
        tops = _TOPS if self.label is None else [self.label]
        forms = [form_of(top, self.name) for top in tops]
        if not self._is_name():
            return forms
        return list(dict.fromkeys([*asked_for(self._words), *asked_for(words_of(self.name)), *forms]))

    def judge(self, edits: Sequence[Edit]) -> int:
        """Tell whether an entity of a text, with all its places, is the person."""
        grades = [(self._grade(edit.label, edit.replacement), edit) for edit in edits]
        best = max((grade for grade, _ in grades), default=NOT)
        if best != MAYBE:
            return best
        # Who is called by a whole name that is another's is another, though the surname alone would fit.
        keys = [self.key_of(edit.label, [edit.replacement]) for grade, edit in grades if grade == NOT]
        return NOT if any(" " in key for key in keys) else MAYBE

    def key_of(self, label: str, surfaces: Sequence[str]) -> str:
        """Return who somebody is to the linker, by all the words for them."""
        label = "PERSON" if label.partition(".")[0] in NAMED else label
        asked = label, *surfaces
        if asked not in self._keys:
            self._keys[asked] = self._key_of(label, surfaces)
        return self._keys[asked]

    def _key_of(self, label: str, surfaces: Sequence[str]) -> str:
        mentions, start = list[Mention](), 0
        for surface in surfaces:
            mentions.append(Mention(Span(start, start + len(surface)), label, 1.0, "subjects"))
            start += len(surface) + 1
        return self._linker.key(Document("subject", "\n".join(surfaces)), Entity("e1", label, tuple(mentions)))

    def initials(self) -> str:
        """Return the key of the person with an initial for the first name; the key itself if it is one word."""
        words = self.key.split()
        return f"{words[0][0]} {words[-1]}" if len(words) > 1 else self.key

    def in_words(self, words: Sequence[str]) -> int:
        """Tell whether the person may stand among words that nobody has read: those of a row that was left out."""
        asked = set(self._words)
        return SURE if asked and asked <= set(words) else (MAYBE if asked & set(words) else NOT)

    def _is_name(self) -> bool:
        return self.label is None or self.label.partition(".")[0] in NAMED

    def _grade(self, label: str, surface: str) -> int:
        if (label, surface) not in self._seen:
            self._seen[label, surface] = self._compare(label, surface)
        return self._seen[label, surface]

    def _compare(self, label: str, surface: str) -> int:
        top = label.partition(".")[0]
        if canonical(label, surface) == canonical(label, self.name) and self._asks_for(top):
            return SURE
        if not self._is_name():
            return NOT
        if top in HANDLES:
            return self._compare_handle(top, label, surface)
        # What shares no word with the name is nobody that the index would have led to.
        if top not in NAMED or self._asked.isdisjoint(terms_of(label, surface)) or not self._are_one("PERSON", surface):
            return NOT
        return SURE if _say_the_same(self.key, self.key_of("PERSON", [surface])) else MAYBE

    def _compare_handle(self, top: str, label: str, surface: str) -> int:
        if not self._are_one(label, surface):
            return NOT
        made = {*shapes(self._words), *shapes(words_of(folded(self.name)))}
        return SURE if not made.isdisjoint(handle_words(top, surface)) else MAYBE

    def _asks_for(self, top: str) -> bool:
        return self.label is None or self.label.partition(".")[0] == top or (self._is_name() and top in NAMED)

    def _are_one(self, label: str, surface: str) -> bool:
        start = len(self.name) + 1
        spans = Span(0, len(self.name)), Span(start, start + len(surface))
        mentions = [Mention(span, each, 1.0, "subjects") for span, each in zip(spans, ("PERSON", label), strict=True)]
        entities = self._linker.link(Document("subject", f"{self.name}\n{surface}"), mentions)
        if label == "PERSON":
            return len(entities) == 1
        return any(entity.kin for entity in entities)


def _say_the_same(one: str, other: str) -> bool:
    """Tell whether all words of the shorter of two keys, two at least, or their initials, are in the longer one.

    A slip of the pen may as well be another name, so it is none the less unsure.
    """
    short, long = sorted((one.split(), other.split()), key=len)
    if one == other:
        return True
    if len(short) < 2:
        return False
    left = list(long)
    for word in short:
        fitting = next((each for each in left if each == word or _is_initial(each, word)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return any(len(word) > 1 and word in long for word in short)


def _is_initial(one: str, other: str) -> bool:
    return min(len(one), len(other)) == 1 and one[0] == other[0]
