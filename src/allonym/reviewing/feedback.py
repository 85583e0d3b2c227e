"""What reviewers have corrected, as rules for the next run: allow, deny and alias; and what these would change.

    allow   words that were found and that people let stand everywhere: they identify nobody
    deny    words that people replaced and that were not found, and that nobody left standing
    alias   forms of a name that people made one entity, and that were several

Words of which people have said both are left out and counted: a rule is for every place. Precision and recall are those
of the documents that the rules come from, so they say what the rules do there, and flatter them elsewhere.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.core.canon import canonical
from allonym.core.labels import lineage
from allonym.core.types import Action
from allonym.reviewing.values import Mark, Sheet

ALLOW, DENY, ALIAS = "allow", "deny", "alias"
KINDS = (ALLOW, DENY, ALIAS)
_LINKED = ("PERSON", "ORGANIZATION", "LOCATION")
_LETTER = re.compile(r"[^\W\d_]")
Pair = tuple[Sheet, Sheet]
"""A document as it was shown, and as it was left."""


@dataclass(frozen=True, slots=True, order=True)
class Lesson:
    """One rule. `entity` says which forms are one, for an alias."""

    kind: str
    label: str
    form: str = field(repr=False)
    entity: str = field(default="", repr=False)

    @property
    def key(self) -> tuple[str, str]:
        """Return what two rules cannot both speak of: the same words, as found or not; as whose form."""
        return (ALIAS if self.kind == ALIAS else "", canonical("", self.form))


@dataclass(frozen=True, slots=True)
class Learned:
    """Rules, and how many corrections gave none, by the reason."""

    lessons: tuple[Lesson, ...] = field(repr=False)
    left_out: Counter[str]


def lessons_of(pairs: Sequence[Pair]) -> Learned:
    """Return the rules that follow from what people have corrected."""
    left_out: Counter[str] = Counter()
    found = {*_allowed(pairs, left_out), *_denied(pairs, left_out), *_aliases(pairs, left_out)}
    return Learned(tuple(sorted(found)), left_out)


def merged(old: Iterable[Lesson], new: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Return rules with newer ones, which take the place of what was said of the same words."""
    fresh = {each.key for each in new}
    return tuple(sorted({*(each for each in old if each.key not in fresh), *new}))


def _allowed(pairs: Sequence[Pair], left_out: Counter[str]) -> Iterator[Lesson]:
    told = {_words(after, mark) for _, after in pairs for mark in _meant(after)}
    for before, after in pairs:
        meant = _meant(after)
        for mark in _meant(before):
            if any(mark.span.overlaps(each.span) for each in meant):
                continue
            form = _form(before, mark)
            if canonical("", form) in told:
                left_out["identifying elsewhere"] += 1
            elif not _LETTER.search(form):
                left_out["no letter in it"] += 1
            else:
                yield Lesson(ALLOW, lineage(mark.label)[-1], form)


def _denied(pairs: Sequence[Pair], left_out: Counter[str]) -> Iterator[Lesson]:
    for before, after in pairs:
        found = _meant(before)
        replaced = {each.id for each in after.parties if each.action is Action.REPLACE}
        for mark in _meant(after):
            if any(mark.span.overlaps(each.span) for each in found):
                continue
            form = _form(after, mark)
            if mark.entity not in replaced:
                left_out["only marked"] += 1
            elif len(form) < 2 or not _LETTER.search(form):
                left_out["no letter in it"] += 1
            elif _stands_bare(form, pairs):
                left_out["left standing elsewhere"] += 1
            else:
                yield Lesson(DENY, mark.label, form)


def _aliases(pairs: Sequence[Pair], left_out: Counter[str]) -> Iterator[Lesson]:
    """Return the forms of entities that people have put together, unless a form was put into two of them."""
    found = {each for pair in pairs for each in _joined(*pair)}
    owners: dict[str, set[str]] = {}
    for each in found:
        owners.setdefault(canonical("", each.form), set()).add(each.entity)
    for each in found:
        if len(owners[canonical("", each.form)]) > 1:
            left_out["a form of two entities"] += 1
        else:
            yield each


def _joined(before: Sheet, after: Sheet) -> Iterator[Lesson]:
    """Return the forms of the entities of a document that were several before; the longest names the entity."""
    old = {mark.span: mark.entity for mark in before.marks}
    for party in after.parties:
        top = lineage(party.label)[-1]
        marks = after.marks_of(party.id)
        forms = sorted({_form(after, mark) for mark in marks}, key=lambda form: (-len(form), form))
        if top in _LINKED and len(forms) > 1 and len({old.get(each.span) for each in marks} - {None}) > 1:
            for form in forms:
                yield Lesson(ALIAS, top, form, canonical("", forms[0]))


def _meant(sheet: Sheet) -> list[Mark]:
    """Return the marks of what is not kept."""
    kept = {each.id for each in sheet.parties if each.action is Action.KEEP}
    return [each for each in sheet.marks if each.entity not in kept]


def _form(sheet: Sheet, mark: Mark) -> str:
    return " ".join(mark.span.of(sheet.document.text).split())


def _words(sheet: Sheet, mark: Mark) -> str:
    return canonical("", _form(sheet, mark))


def _stands_bare(form: str, pairs: Sequence[Pair]) -> bool:
    """Tell whether words stand somewhere, in any case, where nobody has marked them."""
    pattern = re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, form.split())) + r"(?!\w)", re.IGNORECASE)
    for _, after in pairs:
        marks = _meant(after)
        for found in pattern.finditer(after.document.text):
            if not any(each.start < found.end() and found.start() < each.end for each in marks):
                return True
    return False
