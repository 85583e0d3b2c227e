"""The words around names, by what they announce, in each language: languages/<code>/context.toml."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from allonym.languages.lists import normal
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries, entries, everywhere, spellings

ANY = len(CODES)
"""Where the cues of all languages together stand in a row of cues."""

STOP, TITLE, PERSON_BEFORE, PERSON_AFTER, PLACE_BEFORE, PLACE_AFTER, ARTICLE, PARTICLE = (1 << bit for bit in range(8))
BOUNDARY_CUE = 1 << 20
"""What stands for the cues of a boundary, so that it is mistaken for no word."""
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

LEGAL_FORMS = frozenset(
    entries(
        "Inc, Ltd, LLC, LLP, Corp, PLC, plc, Plc, GmbH, AG, KG, OHG, UG, mbH, KGaA, eG, AB, HB, KB, Ltda, Lda, SA, SAS"
        ", SARL, Sàrl, SL, SLU, SpA, Spa, Srl, SRL, SPA, NV, BV, Oy, ApS, Aps, Pty, INC, LTD, CORP, GMBH, EIRL, SNC"
        ", Limited, Incorporated, Eireli, EIRELI, S, ش, ذ"
    )
)
"""Legal forms as they are written, or the first letter of those with dots; in small letters most are ordinary words."""
DOTTED = re.compile(
    r"S\.\s?(?:A\.?\s?(?:S\.?|R\.?\s?L\.?)?|L\.?|p\.\s?A\.?|r\.\s?l\.?|n\.\s?c\.?)(?!\w)|ش\.\s?م(?:\.\s?م)?"
)
_LETTERS = re.compile(r"[^\W\d_]+")

# The small words of a language.
_VOTING = STOP | PERSON_BEFORE | PERSON_AFTER | PLACE_BEFORE | ARTICLE
# Arabic is told by its letters. A lane of nine bits for each other language holds the votes of twenty words, and all
# lanes fit into 63 bits: such sums are far faster than longer ones.
_VOTERS = CODES[:-1]
_LANE, _WHOLE = 9, 24
MOST_VOTES = 20
"""So many words may vote at a time."""

Cues = tuple[int, ...]
"""What a word announces: one set of bits per language, in the order of CODES, and one for all of them together."""

NO_CUES: Cues = (0,) * (ANY + 1)


def letters(phrase: str) -> list[str]:
    """Return the words of a phrase as texts are cut."""
    return _LETTERS.findall(phrase)


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
def titles() -> frozenset[str]:
    """Return the titles of all languages, as `normal` writes them."""
    return frozenset(word for word, row in cue_words().items() if row[ANY] & TITLE)


@cache
def articles() -> frozenset[str]:
    """Return the articles of all languages, and what stands in their place, as `normal` writes them."""
    return frozenset(word for word, row in cue_words().items() if row[ANY] & ARTICLE)


@cache
def title_tails() -> frozenset[str]:
    """Return what stands behind the dot of titles that are cut short in their middle: Sig.ra, M.me, Sr.a."""
    return frozenset(all_entries("context", "title_tail"))


@cache
def undotted() -> frozenset[str]:
    """Return the Arabic small words that end in ى, as `normal` writes them; with dots, على is the name Ali."""
    stops = (text for code, text in everywhere("context", "stop") if code == "ar")
    return frozenset(normal(word) for text in stops for word in entries(text) if word.endswith("ى"))


@lru_cache(maxsize=1 << 14)
def unnamed(form: str) -> bool:
    """Tell whether a word, as `normal` writes it, names nobody behind a title or before what somebody does."""
    return bool(_unnamed().fullmatch(form))


@cache
def _unnamed() -> re.Pattern[str]:
    words = {normal(spelling) for word in all_entries("context", "unnamed") for spelling in spellings(word)}
    return re.compile("|".join(re.escape(word).replace(r"\*", r"\w{3,}") for word in sorted(words)))


@cache
def roles() -> frozenset[str]:
    """Return what people are in a court or a house, as `normal` writes it; a name may stand behind it."""
    return frozenset(map(normal, _spelled("role")))


@cache
def loose_labels() -> frozenset[str]:
    """Return the labels of forms, as `normal` writes them, behind which other things stand as well."""
    return frozenset(map(normal, _spelled("loose_label")))


def _spelled(key: str) -> list[str]:
    return [spelling for word in all_entries("context", key) for spelling in spellings(word)]


@cache
def introductions() -> Mapping[str, tuple[str, ...]]:
    """Return the phrases after which a name must stand, by their first word; the longest first."""
    phrases: dict[str, dict[str, None]] = {}
    for folded in (*map(normal, _spelled("intro")), *roles()):
        phrases.setdefault(letters(folded)[0], {})[folded] = None
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
def votes_of(cues: Cues) -> int:
    """Return what a small word says of the language of a text: one lane for each; languages that share it divide it."""
    speakers = [lane for lane, _ in enumerate(_VOTERS) if cues[lane] & _VOTING]
    return sum(_WHOLE // len(speakers) << _LANE * lane for lane in speakers)


@lru_cache(maxsize=1 << 15)
def tongue_of(votes: int) -> int:
    """Return the language that a sum of packed votes speaks for; ANY if they are few or divided."""
    counts = [votes >> shift & (1 << _LANE) - 1 for shift in range(0, _LANE * len(_VOTERS), _LANE)]
    *_, second, first = sorted(counts)
    if first <= _WHOLE or first - second < max(_WHOLE // 4, first // 6):
        return ANY
    return counts.index(first)


@cache
def sides_of(cues: Cues, is_capital: bool) -> Cues:
    """Return what a word is to the words beside it, in each language: its cues, and in the last bit if a capital."""
    return tuple([bits << 1 | is_capital for bits in cues])


class Signs(NamedTuple):
    """All that a word announces, whatever the lists say of it."""

    cues: Cues = NO_CUES
    votes: int = 0
    """What it says of the language of a text; see `votes_of`."""
    intro: tuple[str, ...] = ()
    second: bool = False
    """Whether it is the second word of an introduction."""
    organ: str = ""
    legal: bool = False
    """Whether it is a legal form, or the first letter of one, written in one case or another."""

    def of(self, surface: str) -> "Signs":
        """Return what a word announces as it is written: a legal form is one only as such forms are written."""
        return self._replace(legal=False) if self.legal and surface not in LEGAL_FORMS else self


NO_SIGNS = Signs()


@cache
def signs() -> Mapping[str, Signs]:
    """Return every word that announces something, as `normal` writes it."""
    cues, intros, organs = cue_words(), introductions(), organ_words()
    legal = {form.lower() for form in LEGAL_FORMS}
    seconds = {words[1] for phrases in intros.values() for phrase in phrases if len(words := letters(phrase)) > 1}
    found = {word: Signs(row, votes_of(row)) for word, row in cues.items()}
    for word in {*intros, *seconds, *organs, *legal}:
        row = cues.get(word, NO_CUES)
        found[word] = Signs(
            row, votes_of(row), intros.get(word, ()), word in seconds, organs.get(word, ""), word in legal
        )
    return found


@cache
def links() -> tuple[str, ...]:
    """Return what ties the name of an organisation to its head word ("of the"), the longest first."""
    found = {normal(link): None for _, text in everywhere("context", "organ", "link") for link in entries(text)}
    return tuple(sorted(found, key=len, reverse=True))


@cache
def link_heads() -> frozenset[str]:
    """Return the first words of what ties the name of an organisation to its head word."""
    return frozenset(letters(link)[0] for link in links())
