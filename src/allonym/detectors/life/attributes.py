"""Words that tell something of a person: nationality, work, schooling, family, languages, and what is sensitive.

They are to be marked, seldom to be replaced (B08-B10): the lists in languages/<code>/attributes.toml are cues, not
proofs, and their scores are low. A word that is also a common word, here or in another language, counts only behind
a cue of its own language ("min far", but not "far away"). What somebody says of themselves scores higher (B06).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from allonym.detectors.finding import Found, lower
from allonym.detectors.life.cues import Cues, cues, together
from allonym.detectors.life.lexicon import Hit, lexicon_of, longest_first
from allonym.detectors.life.numerals import Page
from allonym.languages.words import entries, everywhere, spellings, topic

TOPICS = {
    "nationality": "NATIONALITY", "profession": "PROFESSION", "education": "EDUCATION", "family": "FAMILY",
    "religion": "SENSITIVE.RELIGION", "politics": "SENSITIVE.POLITICS", "orientation": "SENSITIVE.ORIENTATION",
    "ethnicity": "SENSITIVE.ETHNICITY", "health": "SENSITIVE.HEALTH", "crime": "SENSITIVE.CRIME",
}  # fmt: skip
"""The lists of languages/<code>/attributes.toml, and the label of their words."""

_ACCENTLESS = frozenset({"fr", "es", "it", "pt", "ar"})
_WIDTH = 20


class Attribute(NamedTuple):
    """What a word tells: its list, who lists it, whether it needs a cue, and whether it names a language as well."""

    topic: str
    codes: tuple[str, ...]
    loose: bool
    tongue: bool


def attributes(text: str) -> Iterator[Found]:
    """Find words that tell something of a person; where two overlap, the longer."""
    page = Page(text, lower(text))
    return attributes_among(page, lexicon_of(attribute_words).hits(page.lowered))


def attributes_among(page: Page, hits: Iterable[Hit[Attribute]]) -> Iterator[Found]:
    """Find attributes, given where their words stand."""
    done = 0
    for hit in sorted(hits, key=longest_first):
        if hit[0] >= done and (found := _judge(page.lowered, hit)):
            done = hit[1]
            yield found


def _judge(lowered: str, hit: Hit[Attribute]) -> Found | None:
    start, end, (name, codes, loose, tongue) = hit
    speak, cued, self_ = _cues(codes)
    spoken = tongue and speak.before(lowered, start, _WIDTH) is not None
    if loose and not spoken and (name == "language" or not cued.before(lowered, start, _WIDTH)):
        return None
    if spoken or name == "language":
        return Found(start, end, "LANGUAGE", 0.6 if spoken else 0.5, "language")
    own = self_.before(lowered, start, _WIDTH) is not None
    score = (0.4 if loose else 0.5) + (0.25 if own else 0.0)
    return Found(start, end, TOPICS[name], score, f"{name}-self" if own else name)


@cache
def attribute_words() -> dict[str, Attribute]:
    """Return all words of the lists."""
    known: dict[str, Attribute] = {}
    for name in TOPICS:
        for code, text in everywhere("attributes", name):
            loose = _loose(code)
            sure, cued = (Attribute(name, (code,), needs_cue, tongue=False) for needs_cue in (False, True))
            for word in entries(text):
                _add(known, word, cued if word in loose else sure)
                if len(word) > 4 and code in _ACCENTLESS and not word.isascii():
                    for bare in islice(spellings(word), 1, None):
                        _add(known, bare, cued if word in loose or code != "ar" else sure)
    for code, text in everywhere("tongues", "languages"):
        sure, cued = (Attribute("language", (code,), needs_cue, tongue=True) for needs_cue in (False, True))
        for word in entries(text):
            _add(known, word, cued if len(word) < 5 else sure)
    return known


def _add(known: dict[str, Attribute], word: str, new: Attribute) -> None:
    """Add a word; what one language lists as loose is loose, and the first list that has it names it."""
    old = known.get(word)
    if old is None:
        known[word] = new
    elif old.topic == new.topic or new.tongue:
        codes = tuple(dict.fromkeys((*old.codes, *new.codes)))
        # The same word with and without its accent comes twice from one language: then the first one holds.
        loose = old.loose if new.codes[0] in old.codes else old.loose or new.loose
        known[word] = Attribute(old.topic, codes, loose, old.tongue or new.tongue)


@cache
def _loose(code: str) -> frozenset[str]:
    return frozenset(entries(topic(code, "attributes").get("loose", "")))


@cache
def _cues(codes: tuple[str, ...]) -> tuple[Cues, Cues, Cues]:
    """Return what leads to languages, to words that need a cue, and to what somebody says of themselves."""
    speak, cued, own = (together(_cues_of(code, key) for code in codes) for key in ("speak", "cues", "self"))
    return speak, cued, own


@cache
def _cues_of(code: str, key: str) -> Cues:
    return cues(entries(topic(code, "attributes").get(key, "")))
