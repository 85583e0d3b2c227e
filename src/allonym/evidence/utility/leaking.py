"""What a version gives away of those who were replaced.

guessed   somebody has ten names, one of which is right, and looks at what stands in its place: which one is it?
          Where fewer different names were replaced, all of them; with fewer than five it is not asked.
left      is an original that was replaced in one text still standing in any, in whatever spelling?
style     are authors known by how they write, from the originals to this version? See evidence/style.py.

The guesser knows how stand-ins are made: realistic ones keep the kind, the gender, the script and the look of a name.
Context is left aside: it is the same in all versions.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from allonym.core.types import Action, Document, Plan
from allonym.evidence.forms import Form, forms_of, is_swept
from allonym.evidence.rows import Author
from allonym.evidence.spans import Spans
from allonym.evidence.style import interval, style_attack
from allonym.evidence.sweeping import Sweep
from allonym.evidence.utility.reading import Row
from allonym.evidence.utility.values import ORIGINAL, REALISTIC, Leak, Share
from allonym.evidence.utility.versions import Version
from allonym.evidence.values import HIGH
from allonym.languages.list_facts import gender_of
from allonym.languages.lists import normal, open_lists

CANDIDATES, FEWEST_CANDIDATES = 10, 5
MOST = 2000
_TELLS_KIND = frozenset({ORIGINAL, "S2", "S3", REALISTIC})
_TELLS_LOOK = frozenset({ORIGINAL, REALISTIC})
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Replaced:
    """Somebody or something that was replaced in a text: its longest form."""

    text: int
    entity: str
    label: str
    words: str = field(repr=False)


def replaced_in(documents: Sequence[Document], plans: Sequence[Plan]) -> Iterator[Replaced]:
    """Return every entity that is replaced, text by text."""
    for at, (document, plan) in enumerate(zip(documents, plans, strict=True)):
        for decision in plan.decisions:
            if decision.action is Action.REPLACE:
                words = max((each.span.of(document.text) for each in decision.entity.mentions), key=len)
                yield Replaced(at, decision.entity.id, decision.entity.label.partition(".")[0], words)


def candidates_of(replaced: Sequence[Replaced]) -> int:
    """Return among how many names somebody guesses: ten, or as many different ones as there are."""
    return min(CANDIDATES, len({each.words.casefold() for each in replaced}))


def leak(
    name: str, version: Version, replaced: Sequence[Replaced], rows: Sequence[Row], versions: Mapping[str, Version]
) -> Leak:
    """Return what a version gives away."""
    some = random.Random(1).sample(replaced, min(len(replaced), MOST))  # noqa: S311 - the same ones each time
    style = _style(rows, versions[ORIGINAL], version)
    return Leak(_guessed(name, version, some, replaced), _left(version, replaced), style)


def _guessed(name: str, version: Version, some: Sequence[Replaced], everybody: Sequence[Replaced]) -> Share | None:
    among = candidates_of(everybody)
    if among < FEWEST_CANDIDATES:
        return None
    pool = sorted({(each.label, each.words) for each in everybody})
    chance = random.Random(2)  # noqa: S311 - the same candidates for every version
    total = 0.0
    for each in some:
        drawn = chance.sample(pool, min(len(pool), CANDIDATES))
        wrong = _others(each.words, chain(drawn, pool), among - 1)
        total += _credit(name, _seen(version, each), each, wrong)
    return Share(total, len(some), *interval(round(total), len(some)))


def _others(words: str, names: Iterable[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """Return the first so many names that are other ones than some words, and one another; spellings are one name."""
    found: dict[str, tuple[str, str]] = {words.casefold(): ("", words)}
    for each in names:
        if len(found) > count:
            break
        found.setdefault(each[1].casefold(), each)
    return list(found.values())[1:]


def _seen(version: Version, each: Replaced) -> str:
    if not version.results:
        return each.words
    result = version.results[each.text]
    pairs = zip(result.edits, result.spans, strict=True)
    return max((span.of(result.text) for edit, span in pairs if edit.entity == each.entity), key=len, default="")


def _credit(name: str, seen: str, right: Replaced, wrong: Sequence[tuple[str, str]]) -> float:
    """Return 1 if the right one fits best, a part of it among several that fit alike, and 0 otherwise."""

    def fit(label: str, words: str) -> float:
        kind = 4.0 * (label == right.label) if name in _TELLS_KIND else 0.0
        return kind + (_likeness(seen, words) if name in _TELLS_LOOK else 0.0)

    mine = fit(right.label, right.words)
    theirs = [fit(*each) for each in wrong]
    if any(each > mine for each in theirs):
        return 0.0
    return 1 / (1 + sum(each == mine for each in theirs))


def _likeness(seen: str, words: str) -> float:
    """Return how much a stand-in looks like words: the same are the likest, then gender, script, look and length."""
    if seen.casefold() == words.casefold():
        return 100.0
    length = 1 - abs(len(seen) - len(words)) / max(len(seen), len(words), 1)
    traits = zip(_traits(seen), _traits(words), strict=True)
    return length + sum(
        weight for weight, (one, other) in zip((2.0, 1.0, 1.0, 1.0), traits, strict=True) if one == other
    )


def _traits(words: str) -> tuple[object, ...]:
    first = next(iter(words.split()), "")
    letter = _LETTER.search(words)
    look = (words == words.lower(), words == words.upper(), any(map(str.isdigit, words)), words[:1] == "@")
    return gender_of(open_lists().word(normal(first))), letter and ord(letter[0]) >> 8, len(words.split()), look


def _left(version: Version, replaced: Sequence[Replaced]) -> Share:
    known = sorted({(each.label, each.words) for each in replaced if is_swept(each.label)})
    forms: dict[tuple[str, str], list[Form]] = {
        each: [form for form in forms_of(*each) if form.severity == HIGH] for each in known
    }
    owners: dict[str, set[tuple[str, str]]] = {}
    for each, mine in forms.items():
        for form in mine:
            owners.setdefault(form.key, set()).add(each)
    sweep, standing = Sweep(form for mine in forms.values() for form in mine), set[tuple[str, str]]()
    for at, text in enumerate(version.texts):
        ours = Spans(version.stand_ins(at))
        for span, form, severity in sweep.find(text):
            if severity == HIGH and not ours.hold(span):
                standing |= owners[form.key]
    sure = sum(bool(mine) for mine in forms.values())
    return Share(len(standing), sure, *interval(len(standing), sure))


def _style(rows: Sequence[Row], original: Version, version: Version) -> Share | None:
    if not any(row.author for row in rows):
        return None
    found = style_attack(_authors(rows, original), _authors(rows, version))
    return Share(found.linked, found.authors, found.low, found.high) if found.authors > 1 else None


def _authors(rows: Sequence[Row], version: Version) -> list[Author]:
    texts: dict[str, list[str]] = {}
    for row, text in zip(rows, version.texts, strict=True):
        texts.setdefault(row.author, []).append(text)
    return [Author(name, tuple(mine), {}) for name, mine in texts.items() if name]
