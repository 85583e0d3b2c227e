"""The persons of a document and how they are found by the words of their names, without comparing all with all."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations

from allonym.linking.knowing import known
from allonym.linking.matching import Matcher
from allonym.linking.person_names import Name, letters_of
from allonym.linking.slips import MOST_NAMES, SlipIndex
from allonym.linking.spelling import is_slip

# How many persons, or mentions, are looked at for one name; a text with more namesakes than that is a list of names.
_MOST, _NEAR = 24, 8
_SHORTEST_PREFIX = 4
Place = tuple[int, int]
Places = tuple[list[Place], list[Place]]
"""Where those with a word are mentioned: in the order of the text, and added since the present pass began."""


@dataclass(slots=True, eq=False, repr=False)
class Person:
    """One person: the fullest name, what titles tell, and where each mention starts with its number."""

    number: int
    words: tuple[str, ...]
    gender: str = ""
    is_titled: bool = False
    generation: str = ""
    mentions: list[Place] = field(default_factory=list)
    settled: int = 0
    """How many mentions were there, in order, before the present pass over the text began."""
    places: list[Places] = field(default_factory=list)
    """Those of all words of the name."""

    def distance(self, start: int) -> tuple[bool, int, int]:
        """Return how far the nearest mention before is, or the nearest after; what comes before is nearer."""
        here = bisect_left(self.mentions, (start, 0), 0, self.settled)
        before = self.mentions[here - 1][0] if here else -1
        if len(self.mentions) > self.settled:
            before = max(before, self.mentions[-1][0])
        if before >= 0:
            return False, start - before, self.number
        after = self.mentions[here][0] if here < self.settled else start
        return True, after - start, self.number


@dataclass(slots=True, repr=False)
class Finder:
    """Persons, found by their words, by pairs of them, by where they are mentioned, and by words almost alike."""

    matcher: Matcher
    is_small: bool = False
    """Whether there are so few that to look at all of them is quicker than to index them."""
    persons: list[Person] = field(default_factory=list)
    pairs: dict[tuple[str, str], dict[int, None]] = field(default_factory=dict)
    holders: dict[str, dict[int, None]] = field(default_factory=dict)
    places: dict[str, Places] = field(default_factory=dict)
    held: dict[str, tuple[int, list[Person], list[Places]]] = field(default_factory=dict)
    """For a word, how many persons there were, who of them had it, and if these were several, where to look."""
    slips: SlipIndex | None = None
    sorted_words: list[str] | None = None

    def new(self, name: Name) -> Person:
        """Return a new person of this name."""
        person = Person(len(self.persons), name.words)
        self.persons.append(person)
        if not self.is_small:
            self._index(person, name)
        return person

    def _index(self, person: Person, name: Name) -> None:
        for place, word in enumerate(name.words):
            for key in self.matcher.keys(word):
                self.holders.setdefault(key, {})[person.number] = None
                person.places.append(self.places.setdefault(key, ([], [])))
            for other in (*name.words[:place], *name.words[place + 1 :]):
                for pair in self._pairs(word, other, other[0] if len(other) == 1 else f"?{other[0]}"):
                    self.pairs.setdefault(pair, {})[person.number] = None
            self._index_for_guesses(word)
        if len(name.words) > 1:
            initials = "".join(word[0] for word in name.words)
            self.pairs.setdefault(("initials", initials), {})[person.number] = None
            self.pairs.setdefault(("letters", letters_of(name.words)), {})[person.number] = None

    def _index_for_guesses(self, word: str) -> None:
        if self.sorted_words is not None:
            insort(self.sorted_words, word)
        if self.slips is not None and len(self.persons) <= MOST_NAMES:
            self.slips.add(word)

    def _pairs(self, word: str, other: str, initial: str) -> Iterator[tuple[str, str]]:
        """Return what two words of a name are found by: both, or one of them and the initial of the other."""
        if len(word) > 1:
            for key in self.matcher.keys(word):
                yield key, initial
                for second in self.matcher.keys(other):
                    yield key, second

    def join(self, person: Person, name: Name, mentions: Iterable[Place]) -> None:
        """Add mentions of one name to a person."""
        for start, number in mentions:
            person.mentions.append((start, number))
            place = start, person.number
            for _, recent in person.places:
                recent.append(place)
        if name.gender and (not person.gender or (name.is_titled and not person.is_titled)):
            person.gender, person.is_titled = name.gender, name.is_titled
        person.generation = person.generation or name.generation

    def settle(self) -> None:
        """Put what was added since the last time in the order of the text, before another pass over it."""
        for settled, recent in self.places.values():
            if recent:
                settled.extend(recent)
                settled.sort()
                recent.clear()
        for person in self.persons:
            if person.settled < len(person.mentions):
                person.mentions.sort()
                person.settled = len(person.mentions)

    def like(self, words: Sequence[str]) -> list[Person]:
        """Return persons who share two words with a name, or a word and an initial."""
        if self.is_small:
            return self.persons
        found: set[int] = set()
        almost: set[int] = set()
        for word, other in permutations(words, 2):
            for pair in self._pairs(word, other, other[0]):
                found.update(islice(reversed(self.pairs.get(pair, {})), _MOST))
            # Somebody with the same surname and initial: A. for Anna, or a slip of the pen.
            for key in self.matcher.keys(word) if len(word) > 1 else ():
                namesakes = islice(reversed(self.pairs.get((key, f"?{other[0]}"), {})), _MOST)
                (found if len(other) == 1 else almost).update(namesakes)
        found.update(islice(self.pairs.get(("letters", letters_of(words)), {}), _MOST))
        found = found or almost
        if all(len(word) == 1 for word in words):
            found.update(self._with_letters(words))
        return [self.persons[number] for number in sorted(found)]

    def _with_letters(self, words: Sequence[str]) -> Iterator[int]:
        """Return the persons whose initials are these, or who are written with one of them."""
        yield from islice(self.pairs.get(("initials", "".join(words)), {}), _MOST)
        for word in words:
            yield from islice(reversed(self.holders.get(word, {})), _MOST)

    def near(self, name: Name, start: int) -> list[Person]:
        """Return the persons who have a word of this name; of many, those mentioned around here."""
        return self.like(name.words) if len(name.words) > 1 else self._holding(name.words[0], start)

    def _holding(self, word: str, start: int) -> list[Person]:
        """Return the persons who have a word, or are it written together; of many, those mentioned around here."""
        if self.is_small:
            keys, letters = self.matcher.keys(word), letters_of((word,))
            return [each for each in self.persons if self._has(each, keys) or letters_of(each.words) == letters]
        known = self.held.get(word)
        if known is None or known[0] != len(self.persons):
            known = self.held[word] = (len(self.persons), *self._held(word))
        _, persons, places = known
        return list(dict.fromkeys((*self._around(places, start), *persons))) if places else persons

    def _held(self, word: str) -> tuple[list[Person], list[Places]]:
        """Return the one person who has a word; of several, who are it written together, and where to look."""
        keys = self.matcher.keys(word)
        holders = {number for key in keys for number in islice(self.holders.get(key, {}), 2)}
        whole = self.pairs.get(("letters", letters_of((word,))), {})
        if len(holders) + len(whole) < 2:
            return [self.persons[number] for number in {*holders, *whole}], []
        places = [self.places[key] for key in keys if key in self.places]
        return [self.persons[each] for each in islice(whole, _MOST)], places

    def _has(self, person: Person, keys: frozenset[str]) -> bool:
        return any(keys & self.matcher.keys(word) for word in person.words)

    def _around(self, both: Sequence[Places], start: int) -> list[Person]:
        found: set[int] = set()
        here = start, 0
        for settled, recent in both:
            for places in (settled, recent) if recent else (settled,):
                place = bisect_left(places, here)
                found.update([number for _, number in places[max(0, place - _NEAR) : place + _NEAR]])
        return [self.persons[number] for number in found]

    def guess(self, name: Name) -> list[Person]:
        """Return the persons whom a single word means that nobody has: cut short (Sarko), or a slip of the pen."""
        if len(name.words) != 1 or known(word := name.words[0]).is_listed:
            return []
        found = self._cut_short(word) if len(word) >= _SHORTEST_PREFIX else []
        found = found or self._almost(word)
        if self.is_small:
            return [person for person in self.persons if any(each in person.words for each in found)]
        numbers = {number for each in found for number in islice(self.holders.get(each, ()), 2)}
        return [self.persons[number] for number in sorted(numbers)]

    def _almost(self, word: str) -> list[str]:
        if self.is_small:
            return [each for person in self.persons for each in person.words if is_slip(word, each)]
        if len(self.persons) > MOST_NAMES:
            return []
        if self.slips is None:
            self.slips = SlipIndex()
            for each in dict.fromkeys(each for person in self.persons for each in person.words):
                self.slips.add(each)
        return self.slips.find(word)

    def _cut_short(self, word: str) -> list[str]:
        if self.sorted_words is None or self.is_small:
            self.sorted_words = sorted({each for person in self.persons for each in person.words})
        first = bisect_left(self.sorted_words, word)
        ahead = self.sorted_words[first : first + _MOST]
        return [each for each in dict.fromkeys(ahead) if each.startswith(word) and len(each) > len(word) + 1]
