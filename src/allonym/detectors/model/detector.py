"""The `model` detector: the embedded network reads each text and says which words are persons, places, organisations.

    shadow -> tokens -> windows -> network -> chances -> names -> mentions

Texts are read one at a time: the network's 8-bit arithmetic scales its numbers by what it reads at once, so that texts
read together would change one another's results.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from allonym.core.errors import SettingsError
from allonym.core.shadow import Shadow, shadow
from allonym.core.types import HINT, MAYBE_PERSON, UNSURE, Document, Mention, Span
from allonym.detectors.cutting import pieces
from allonym.detectors.model.bars import Bars, TextBars, bars
from allonym.detectors.model.card import require_unchanged
from allonym.detectors.model.care import is_beside_capital, is_careful
from allonym.detectors.model.decoding import KINDS, Name, Said, hashtag, judged, names
from allonym.detectors.model.likeness import GLUED, is_personal
from allonym.detectors.model.lines import unwrapped, with_points
from allonym.detectors.model.listing import Describer, Row
from allonym.detectors.model.ordinary import (
    HARDLY_LISTED,
    announces,
    closes,
    is_one_of_many,
    is_ordinary,
    is_raised,
    with_unknown,
    without_ordinary,
)
from allonym.detectors.model.reading import FILES, Network, read_network, read_vocabulary, read_words
from allonym.detectors.model.tokens import SHAPES, Token, tokens_of
from allonym.detectors.model.windows import cut, sentence_stops, windows
from allonym.detectors.model.words import Words
from allonym.detectors.names.context import articles, titles
from allonym.detectors.names.labelling import finest, is_listed, settled
from allonym.languages.list_facts import FIRST, LAST, levels_of
from allonym.languages.lists import LONGEST, Lists, normal, open_lists

_LABELS = 9
_MAYBE = 0.03
_ENOUGH, _ENOUGH_LISTED = 0.6, 0.38
"""So surely must a name be of its kind and end where it does to be called so: any, and one that the lists know."""
_SURELY = 0.7
"""So surely must a country be an organisation to be called one: "France has declared war"."""
_BORNE = 0.25
"""So likely must a title be in a name to be one."""
_MOST_FOLLOWING = 3
_LETTERS_AS_WORDS = frozenset("AEIOUYÀÅÈÉÖ")
_LEFT_OVER = _RATHER = 0.3
_LONGEST = 150_000
"""So many characters are cut into words at once; engines give less."""
_TOGETHER = 20_000
"""So many characters of short texts are cut into words together."""


class _Part(NamedTuple):
    """A part of a text: where it begins, its shadow, and the tokens of that."""

    start: int
    cast: Shadow
    tokens: list[Token]


def _parts(text: str) -> Iterator[_Part]:
    """Return the parts of a text that hold words."""
    for piece in pieces(text, _LONGEST):
        cast = shadow(text[piece.start : piece.end])
        tokens = tokens_of(cast.text)
        if any(token.word for token in tokens):
            yield _Part(piece.start, cast, tokens)


def _groups(documents: Sequence[Document]) -> Iterator[Sequence[Document]]:
    """Return documents in groups: short ones together, a long one by itself."""
    first = length = 0
    for place, document in enumerate(documents):
        length += len(document.text)
        if length > _TOGETHER and place > first:
            yield documents[first:place]
            first, length = place, len(document.text)
    if first < len(documents):
        yield documents[first:]


@dataclass(frozen=True, slots=True)
class ModelDetector:
    """Finds persons, places and organisations with the network; what may be one is EXTRA."""

    network: Network = field(repr=False)
    words: Words = field(repr=False)
    lists: Lists = field(repr=False)
    describe: Callable[[str], Row] = field(repr=False)
    bars: Bars
    name: str = "model"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what may be a person, place or organisation in each document."""
        made: list[list[Mention]] = []
        for group in _groups(documents):
            if len(group) == 1:
                made.append(self._mentions(_parts(group[0].text)))
            else:
                together = [list(_parts(document.text)) for document in group]
                self.words.learn(token for parts in together for part in parts for token in part.tokens)
                made += map(self._mentions, together)
        return made

    def _mentions(self, parts: Iterable[_Part]) -> list[Mention]:
        made: list[Mention] = []
        for part in parts:
            text, tokens = unwrapped(self.describe, part.cast.text, part.tokens), part.tokens
            said = Said.of(self.chances(text, tokens))
            bars = self.bars.of(is_careful(text, tokens))
            if said.inside.max() <= bars.hint:
                continue
            for each in self._names(text, tokens, said, bars):
                span = part.cast.span(tokens[each.first].start, tokens[each.last].end + each.dotted)
                moved = Span(span.start + part.start, span.end + part.start)
                made.append(self._mention(moved, each, text, tokens, bars))
        return made

    def _names(self, text: str, tokens: Sequence[Token], said: Said, bars: TextBars) -> Iterator[Name]:
        """Return names, then what may be names, then hints of names; none shares a word with one before it."""
        inside = said.inside
        taken: set[int] = set()
        for bar in (bars.sure, bars.unsure, bars.hint):
            places = said.over(bar)
            if taken.issuperset(places):
                continue
            for found in names(text, tokens, said, places):
                own = without_ordinary(self.describe, text, tokens, self._untitled(tokens, found))
                each = judged(text, tokens, said, own)
                if bar == bars.sure and each.label == KINDS[0]:
                    last = self._last_name(text, tokens, each.last, inside, bars)
                    each = each._replace(first=self._initial(text, tokens, each.first, inside, bars))
                    each = each if last == each.last else each._replace(last=last, goes_on=0.0, dotted=0)
                if bar != bars.hint:
                    each = with_unknown(self.describe, text, tokens, each, inside)
                for part in _beside(tokens, each, taken, inside):
                    is_told = bar == bars.sure or not self._is_plain(text, tokens, part)
                    if is_told and not self._is_nobody(tokens, part):
                        taken.update(range(part.first, part.last + 1))
                        yield part

    def _last_name(
        self, text: str, tokens: Sequence[Token], last: int, inside: NDArray[np.float32], bars: TextBars
    ) -> int:
        """Return the last word of a person's name: capitals behind a first name belong to it, "Maria Lo Bue".

        For that a hint is enough; of an ordinary word, as in "Erik Sommar", it takes more.
        """
        word = tokens[last].word
        if not word or self.describe(word)[FIRST] < HARDLY_LISTED or hashtag(text, tokens, last):
            return last
        for place in range(last + 1, min(last + 1 + _MOST_FOLLOWING, len(tokens))):
            token = tokens[place]
            if text[tokens[place - 1].end : token.start] != " " or SHAPES[token.shape] != "Title":
                break
            is_plain = self._is_plain(text, tokens, Name(place, place, "", 0))
            if inside[place] <= (bars.unsure if is_plain else bars.hint):
                break
            last = place
        return last

    def _initial(
        self, text: str, tokens: Sequence[Token], first: int, inside: NDArray[np.float32], bars: TextBars
    ) -> int:
        """Return the first word of a person's name: "N Sarkozy", a letter that there is a hint of belongs to it.

        It takes more than a hint of a letter that may be a word or a title: "M. Ortega".
        """
        if first > 1 and GLUED.fullmatch(text, tokens[first - 2].start, tokens[first].start):
            return first - 2
        dotted = first > 1 and text[tokens[first - 2].end : tokens[first].start] == ". "
        place = first - 1 - dotted
        if place < 0 or SHAPES[tokens[place].shape] != "initial":
            return first
        if not dotted and text[tokens[place].end : tokens[first].start] != " ":
            return first
        is_word = dotted or tokens[place].word in _LETTERS_AS_WORDS
        return place if inside[place] > (bars.unsure if is_word else bars.hint) else first

    def _untitled(self, tokens: Sequence[Token], name: Name) -> Name:
        """Return the name of a person without the titles before it; "Don" and "M." are part of it more often."""
        first = name.first
        while name.label == KINDS[0] and first < name.last:
            word = tokens[first].word
            if not self._is_title(word) and (first == name.first or word):
                break
            first += 1
        return name._replace(first=first)

    def _is_title(self, word: str) -> bool:
        return len(word) > 1 and normal(word) in titles() and self.describe(word)[FIRST] <= HARDLY_LISTED

    def _is_nobody(self, tokens: Sequence[Token], name: Name) -> bool:
        return name.first == name.last and (self._is_only_title(tokens, name) or closes(tokens[name.first]))

    def _is_only_title(self, tokens: Sequence[Token], name: Name) -> bool:
        """Tell whether a word is a title, and not somebody's name: Frau König, "mit König und Schmidt"."""
        place, word = name.first, tokens[name.first].word
        if not self._is_title(word):
            return False
        if SHAPES[tokens[place].shape] != "Title" or self.describe(word)[LAST] < HARDLY_LISTED:
            return True
        before = [normal(each.word) for each in tokens[max(0, place - 2) : place] if each.word]
        if not titles().isdisjoint(before):
            return False
        leads = place + 1 < len(tokens) and SHAPES[tokens[place + 1].shape] == "Title"
        return leads or name.score < _BORNE or not articles().isdisjoint(before[-1:])

    def _is_plain(self, text: str, tokens: Sequence[Token], name: Name) -> bool:
        """Tell whether something unsure is but an ordinary word ("line 3"), says what a number is, or is a hashtag."""
        first, end = tokens[name.first], tokens[name.last].end
        if hashtag(text, tokens, name.first) or any(announces(text, first.start, at, end) for at in (first.end, end)):
            return True
        words = [token.word for token in tokens[name.first : name.last + 1] if token.word]
        if len(words) != 1:
            # What has no letters, other rules judge.
            return not words
        # "Asked Jobs": in small letters it were an ordinary word.
        if name.score > _RATHER and is_raised(text, tokens, name.first):
            return False
        return is_ordinary(self.describe, words[0]) or is_one_of_many(self.describe, tokens, name.first)

    def _mention(self, span: Span, name: Name, text: str, tokens: Sequence[Token], bars: TextBars) -> Mention:
        source = f"{self.name}:network"
        if name.score <= bars.unsure:
            return Mention(span, UNSURE, name.score, source, (HINT, ("maybe", name.label.lower())))
        words = text[tokens[name.first].start : tokens[name.last].end].lstrip("#")
        levels = levels_of(self.lists.word(normal(words)) if len(words) <= LONGEST else 0)
        kind = KINDS.index(name.label)
        if name.kind < _SURELY:
            kind = settled(kind, self.describe(words) if words else levels)
        head = next((token.word for token in tokens[name.first : name.last + 1] if token.word), "")
        is_person = kind == 0 and head != "" and is_personal(self.describe, words, head, tokens[name.last].word)
        enough = _ENOUGH_LISTED if is_person or is_listed(kind, levels) else _ENOUGH
        may_be_person = kind > 0 and name.person >= _MAYBE
        if name.score <= bars.sure or name.kind * (1 - name.goes_on) <= enough:
            maybe = f"{KINDS[kind].lower()}{' person' if may_be_person else ''}"
            is_plain = kind > 0 and not may_be_person and not is_listed(kind, levels)
            is_hint = bars.is_careful and is_plain and words.islower() and not is_beside_capital(tokens, name)
            return Mention(span, UNSURE, name.score, source, (*((HINT,) if is_hint else ()), ("maybe", maybe)))
        label = finest(kind, levels, " " not in words)
        return Mention(span, label, name.score, source, (MAYBE_PERSON,) if may_be_person else ())

    def chances(self, text: str, tokens: Sequence[Token]) -> NDArray[np.float32]:
        """Return the chances of every label for each token; every token is read."""
        pointed, places = with_points(text, tokens)
        return self._read(text, pointed)[places]

    def _read(self, text: str, tokens: Sequence[Token]) -> NDArray[np.float32]:
        stops = sentence_stops(text, tokens)
        made = np.empty((len(tokens), _LABELS), np.float32)
        for window in windows(stops):
            first, stop = window.first, window.stop
            seen = self.network.read(self.words.read(tokens[first:stop]), cut(stops, first, stop))
            made[window.keep_first : window.keep_stop] = seen[window.keep_first - first : window.keep_stop - first]
        return made


def _beside(
    tokens: Sequence[Token], name: Name, taken: AbstractSet[int], inside: NDArray[np.float32]
) -> Iterator[Name]:
    """Return a name, or the capitals that are left of it beside words that are already taken."""
    words = range(name.first, name.last + 1)
    if taken.isdisjoint(words):
        yield name
        return
    for place in words:
        if place not in taken and inside[place] > _LEFT_OVER and SHAPES[tokens[place].shape] in {"Title", "UPPER"}:
            yield name._replace(first=place, last=place, score=round(float(inside[place]), 3), dotted=0)


def model(path: str = "", sensitivity: float = 0.5) -> ModelDetector:
    """Make the detector, with the network that comes with allonym or one in another folder.

    `sensitivity` goes from 0, where hardly anything is taken for a name wrongly, to 1, where hardly a name is missed.
    """
    if not 0 <= sensitivity <= 1:
        raise SettingsError("the setting 'sensitivity' of detector 'model' must be between 0 and 1")
    folder = Path(path) if path else Path(str(files("allonym.detectors.model").joinpath("network")))
    for name in FILES:
        if not (folder / name).is_file():
            raise SettingsError(f"the folder {folder} holds no model: {name} is missing")
    require_unchanged(folder)
    lists = open_lists()
    describe = Describer(lists).__getitem__
    words = Words(read_words(folder), read_vocabulary(folder), describe)
    return ModelDetector(read_network(folder), words, lists, describe, bars(sensitivity))
