"""Which mentions of persons are one person, within a document.

1. Names of several words, the fullest first: each joins the one person that it fits, or is somebody new.
2. Single words and names that fit several, in the order of the text: each joins the nearest person that it fits best,
   who was mentioned before, else who is mentioned after. Where two fit alike, it is marked as unsure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.core.types import Document, Features, Mention
from allonym.linking.finding import Finder, Person
from allonym.linking.knowing import known, title
from allonym.linking.matching import NONE, SLIP, VARIANT, Matcher
from allonym.linking.person_names import LOOK_AHEAD, Form, Name, generation_behind, read_name
from allonym.linking.spelling import fold, is_arabic

# Nobody writes a whole name twice in a row, with "junior" and without, unless these are two people.
_CLOSE = 80
_BEFORE = re.compile(r"([^\W\d_]+)\.?\s{1,2}\Z")
_LOOK_BACK = 24
_FEW = 8


@dataclass(slots=True, repr=False)
class Linked:
    """The persons of a document: each as the numbers of its mentions; `unsure` are numbers that fitted several."""

    persons: list[Person] = field(default_factory=list)
    unsure: set[int] = field(default_factory=set)


def are_strangers(surfaces: Sequence[str], language: str | None) -> bool:
    """Tell at a glance that no two of a few names can be one person; most short texts are done with that.

    Names that are one share a word, its initial, or a short name: Bob, Robert. No is not sure.
    """
    words = [surface.lower().split() for surface in surfaces]
    if len(surfaces) > _FEW or not all(words) or not all(surface.isascii() for surface in surfaces):
        return False
    initials = [word[0] for name in words for word in {each[0]: each for each in name}.values()]
    if len(set(initials)) < len(initials) or not all(map(str.isalpha, initials)):
        return False
    if all(len(name) > 1 for name in words):
        return True
    same = [each for name in words for each in known(name[0], language).same]
    return len(set(same)) == len(same)


def link_persons(document: Document, mentions: Sequence[Mention], few: int = _FEW) -> Linked:
    """Return the persons that mentions speak of; if these are more than a few, persons are found by an index."""
    read: dict[tuple[str, str, Features], Name] = {}
    names = [_name(document, mention, read) for mention in mentions]
    has_arabic = any(is_arabic(word) for name in read.values() for word in name.words)
    matcher = Matcher(document.language, has_arabic)
    finder = Finder(matcher, len(mentions) <= few)
    linked = Linked(finder.persons)
    starts = [mention.start for mention in mentions]
    later = _link_full(finder, names, starts)
    finder.settle()
    # Who is called Mr or Mrs is known better than who is not, and so comes first.
    for is_titled in (True, False):
        for number in later:
            if (names[number].is_titled or bool(names[number].generation)) == is_titled:
                _link_short(finder, names[number], number, starts[number], linked.unsure)
        finder.settle()
    return linked


def _name(document: Document, mention: Mention, read: dict[tuple[str, str, Features], Name]) -> Name:
    """Return the name of a mention, with what stands around it; `read` are the names themselves, as they were read."""
    text, start, end = document.text, mention.span.start, mention.span.end
    key = text[start:end], mention.label, mention.features
    name = read.get(key) or read.setdefault(key, read_name(key[0], _form(mention, document.language)))
    if not name.generation and len(name.words) > 1:
        told = generation_behind(text[end : end + LOOK_AHEAD])
        name = replace(name, generation=told) if told else name
    if name.is_titled or start < 3:
        return name
    before = _word_before(text, start)
    told = title(fold(before), document.language) if before else ""
    if told not in {"m", "f"} or (len(before) == 1 and document.language != "fr"):
        return name
    return Name(name.words, told, True, name.generation, name.role or ("last" if len(name.words) == 1 else ""))


def _form(mention: Mention, language: str | None) -> Form:
    features = dict(mention.features)
    return Form(mention.label, features.get("gender", ""), features.get("clitic", ""), "gen" in features, language)


def _word_before(text: str, start: int) -> str:
    """Return the word before a place, if a space or two stand between them, and a point at most."""
    window = text[max(0, start - _LOOK_BACK) : start]
    if not window[-1:].isspace():
        return ""
    *_, word = ["", *window.split()]
    if word.isalpha() and not window[-3:].isspace():
        return word
    found = _BEFORE.search(window)
    return found[1] if found else ""


def _link_full(finder: Finder, names: Sequence[Name], starts: Sequence[int]) -> list[int]:
    """Link names of several words; return the numbers of mentions that are left."""
    places: dict[Name, list[int]] = {}
    later: list[int] = []
    for number, name in enumerate(names):
        if len(name.words) > 1:
            places.setdefault(name, []).append(number)
        else:
            later.append(number)
    for name in sorted(places, key=lambda each: _order(each, places[each][0])):
        numbers = places[name]
        best = list(_best(finder, name, finder.like(name.words)))
        if len(best) > 1:
            later += numbers
        else:
            is_new = not best or _is_namesake(name, best[0], starts[numbers[0]])
            person = finder.new(name) if is_new else best[0]
            finder.join(person, name, [(starts[number], number) for number in numbers])
    return sorted(later)


def _order(name: Name, first: int) -> tuple[bool, int, bool, int]:
    is_marked = name.is_titled or bool(name.generation)
    return all(len(word) == 1 for word in name.words), -sum(map(len, name.words)), not is_marked, first


def _best(finder: Finder, name: Name, persons: Iterable[Person]) -> Iterator[Person]:
    """Return the persons that a name of several words fits, and none fits better."""
    graded = [(_grade(finder, name, each), each) for each in persons]
    top = max((grade for grade, _ in graded), default=NONE)
    return (each for grade, each in graded if grade and grade == top)


def _grade(finder: Finder, name: Name, person: Person) -> int:
    """Return how well a name fits a person; letters alone fit other letters, and whole names if they are initials."""
    if _differs(name, person):
        return NONE
    if name.role != "initials" and max(map(len, name.words)) == 1 and not set(name.words) <= set(person.words):
        return NONE
    grade = finder.matcher.fits(name.words, person.words)
    if grade == VARIANT and len(name.words) == len(person.words) == 1:
        return grade if finder.matcher.is_itself(name.words[0], person.words[0]) else NONE
    return grade


def _differs(name: Name, person: Person) -> bool:
    """Tell whether a title or "junior" says that this is somebody else."""
    if name.gender and person.gender and name.gender != person.gender:
        told = name.is_titled + person.is_titled
        if told == 2 or (told and (len(name.words) == 1 or len(person.words) == 1)):
            return True
    return bool(name.generation and person.generation) and name.generation != person.generation


def _is_namesake(name: Name, person: Person, start: int) -> bool:
    """Tell whether a name without "junior" stands so near the same name with it that these are two people."""
    if name.generation or not person.generation:
        return False
    return any(abs(start - other) < _CLOSE for other, _ in person.mentions[:2])


def _link_short(finder: Finder, name: Name, number: int, start: int, unsure: set[int]) -> None:
    """Link one mention to the nearest person that it fits best."""
    graded = [
        (2 * grade + _in_role(finder, name, person), person)
        for person in finder.near(name, start)
        if (grade := _grade(finder, name, person))
    ]
    top = max((grade for grade, _ in graded), default=NONE)
    best = [person for grade, person in graded if grade == top]
    # The nearest is meant; and whom the reader has met already rather than whom the text has yet to name.
    if len(best) > 1:
        far = {person.number: person.distance(start) for person in best}
        best.sort(key=lambda person: far[person.number])
        best = [person for person in best if not far[person.number][0]] or best
    if not best:
        best = [person for person in finder.guess(name) if not _differs(name, person)]
    if len(best) > 1:
        unsure.add(number)
    person = best[0] if best else finder.new(name)
    finder.join(person, name, [(start, number)])


def _in_role(finder: Finder, name: Name, person: Person) -> int:
    """Return 1 if a single word stands where its role wants it, or has none; a whole name has no roles."""
    if not name.role or len(person.words) == 1:
        return 1
    place = person.words[-1] if name.role == "last" else person.words[0]
    return int(finder.matcher.grade(name.words[0], place) > SLIP)
