"""The words around names, by what they announce, in each language: languages/<code>/context.toml."""

from collections.abc import Mapping
from functools import cache

from allonym.languages.lists import normal
from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere, spellings

ANY = len(CODES)
"""Where the cues of all languages together stand in a row of cues."""

STOP, TITLE, PERSON_BEFORE, PERSON_AFTER, PLACE_BEFORE, PLACE_AFTER, ARTICLE, PARTICLE = (1 << bit for bit in range(8))
_KEYS = {
    "stop": STOP,
    "title": TITLE,
    "person_before": PERSON_BEFORE,
    "person_after": PERSON_AFTER,
    "place_before": PLACE_BEFORE,
    "place_after": PLACE_AFTER,
    "article": ARTICLE,
}
ORGANS = ("school", "institution", "authority", "media", "company")
"""The sorts of organisations that have head words of their own."""

# What stands small between the parts of a name, whatever the language of the text around it.
PARTICLES = frozenset(
    entries(
        "de, da, do, dos, das, del, della, di, dello, van, von, der, den, ter, ten, zu, zur, vom, la, le, du, des, af"
        ", al, el, bin, ibn, bint, ben, abu, y, e, mac, san, st, بن, ابن, بنت, ابو, ابي, ابا, ام, ال, عبد"
    )
)

Cues = tuple[int, ...]
"""What a word announces: one set of bits per language, in the order of CODES, and one for all of them together."""

NO_CUES: Cues = (0,) * (ANY + 1)


@cache
def cue_words() -> Mapping[str, Cues]:
    """Return every cue word, as `normal` writes it, with what it announces."""
    rows: dict[str, list[int]] = {}
    for key, bit in _KEYS.items():
        for code, text in everywhere("context", key):
            for word in entries(text):
                # Small words keep their accents: "março" without its cedilla is Marco.
                for spelling in (word,) if bit == STOP else spellings(word):
                    row = rows.setdefault(normal(spelling), [0] * (ANY + 1))
                    row[CODES.index(code)] |= bit
                    row[ANY] |= bit
    for particle in PARTICLES:
        row = rows.setdefault(particle, [0] * (ANY + 1))
        row[:] = [bits | PARTICLE for bits in row]
    return {word: tuple(row) for word, row in rows.items()}


@cache
def introductions() -> Mapping[str, tuple[str, ...]]:
    """Return the phrases after which a name must stand, by their first word; the longest first."""
    phrases: dict[str, dict[str, None]] = {}
    for _, text in everywhere("context", "intro"):
        for phrase in entries(text):
            for spelling in spellings(phrase):
                folded = normal(spelling)
                head = folded.replace("'", " ").replace("-", " ").replace(":", " ").split()[0]
                phrases.setdefault(head, {})[folded] = None
    return {head: tuple(sorted(each, key=len, reverse=True)) for head, each in phrases.items()}


@cache
def organ_words() -> Mapping[str, str]:
    """Return the head words of organisations with their sort."""
    found: dict[str, str] = {}
    for sort in ORGANS:
        for _, text in everywhere("context", "organ", sort):
            for word in entries(text):
                for spelling in spellings(word):
                    found.setdefault(normal(spelling), sort)
    return found


@cache
def links() -> tuple[str, ...]:
    """Return what ties the name of an organisation to its head word ("of the"), the longest first."""
    found = {normal(link): None for _, text in everywhere("context", "organ", "link") for link in entries(text)}
    return tuple(sorted(found, key=len, reverse=True))
