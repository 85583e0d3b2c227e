"""Stand-ins for organisations: invented names with the look of their kind.

    Ikea -> Skogvik            Uppsala University -> Norrvik University      Volvo AB -> Lindhem AB
    IBM -> TLK                 Sankt Görans sjukhus -> Ekbo sjukhus          Radio Nova -> Radio Ashwick

Common nouns (bank, school, hospital) and legal forms stay; everything that names goes. The invented names are in no
list of real companies, places or persons.
"""

import re
from functools import cache, lru_cache

from allonym.core.plain_toml import read_table
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.languages.lists import normal, open_lists
from allonym.languages.words import entries, topic
from allonym.surrogates.names.choosing import assign, draw_from, pick, words_of
from allonym.surrogates.names.place_names import stem_row, town_row
from allonym.surrogates.names.pool_files import Names, Pools
from allonym.surrogates.names.styling import dress, script_of

_SORTS = ("school", "institution", "authority", "media", "company")
_SORT_OF = {
    "ORGANIZATION.SCHOOL": "school",
    "ORGANIZATION.INSTITUTION": "institution",
    "ORGANIZATION.AUTHORITY": "authority",
    "ORGANIZATION.MEDIA": "media",
}
_SHORT = re.compile(r"\A[A-ZÅÄÖÉÜ]{2,5}\Z")
_LETTERS = "BCDFGKLMNPRSTV"
_NAMED = "{}"
_AFTER_PLACES = ("school", "institution", "authority")
_LINK = {"en": "of", "fr": "de", "es": "de", "it": "di", "pt": "de"}
_MEDIA = {
    "en": "{town} {word}",
    "fr": "{word} de {town}",
    "de": "{town}er {word}",
    "es": "{word} de {town}",
    "it": "{word} di {town}",
    "pt": "{word} de {town}",
    "sv": "{town}s {word}",
    "ar": "{word}",
}


def write_organization(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a stand-in for each mention of an organisation: one invented name, in the frame of each mention."""
    own = frozenset().union(*map(words_of, subject.surfaces))
    known = {surface.casefold() for surface in subject.surfaces if not _SHORT.match(surface)}
    long = [surface for surface in subject.surfaces if surface.casefold() in known]
    name = _name(subject, max(long, key=len), own, desk, pools) if long else ""
    sort = _SORT_OF.get(subject.label, "")
    return [
        _framed(surface, name, subject.language, sort)
        if surface.casefold() in known
        else _acronym(subject.label, surface, name, own, desk)
        for surface in subject.surfaces
    ]


def _framed(surface: str, name: str, language: str | None, sort: str) -> str:
    frame = kept_frame(surface, language, sort)
    return frame.replace(_NAMED, name) if frame else dress(name, surface)


def _name(subject: Subject, full: str, own: frozenset[str], desk: Desk, pools: Pools) -> str:
    language = "ar" if script_of(full) == "ar" else subject.language or "en"
    sort = _SORT_OF.get(subject.label, "")
    frame = kept_frame(full, language, sort)
    row = pools.cell("things", "product") if subject.label.endswith(".PRODUCT") else _row(sort, frame, language, pools)
    wider = pools.cell("things", f"firm {language}") or pools.cell("things", "firm en")

    def propose(draw: Draw) -> str | None:
        name = draw_from([row, wider], draw, " ")
        return _newspaper(name, language, draw, pools) if name and not frame and sort == "media" else name

    return assign(desk, subject.label, subject.key, propose, own)


def _row(sort: str, frame: str, language: str, pools: Pools) -> Names:
    """Return names like places for what is named after places, stems for compounds, and firms for the rest."""
    if frame and " " not in frame:
        return stem_row(language, pools)
    if sort or words_of(frame) & _organ_words(language, _AFTER_PLACES):
        return town_row(language, pools)
    return pools.cell("things", f"firm {language}") or pools.cell("things", "firm en")


def _newspaper(town: str, language: str, draw: Draw, pools: Pools) -> str:
    words = pools.cell("things", f"media {language}")
    word = words[pick(draw.seed[8:], len(words))] if words else ""
    return _MEDIA.get(language, "{word} {town}").format(town=town, word=word)


def kept_frame(full: str, language: str | None, sort: str) -> str:
    """Return the common nouns and legal forms of a name with {} for the name; "" if it has none, or nothing else.

    Uppsala University -> {} University · Universidad Complutense de Madrid -> Universidad de {}
    """
    words = full.split()
    kept = [_is_common(word, language or "en", sort) for word in words]
    if len(words) == 1:
        return _compound(full, language or "en", sort)
    if not any(kept) or all(kept):
        return ""
    links = _links(language)
    named = [place for place, word in enumerate(words) if not kept[place] and word.lower() not in links]
    if not named:
        return ""
    here = named[0] if language in {"en", "sv", None} else named[-1]
    # "Banco de Vilamar", "University of Ashford"; Swedish and German put the name beside the noun.
    link = words[here - 1].lower() if here and language in _LINK and words[here - 1].lower() in links else ""
    made = [
        word if kept[place] else f"{_LINK[language or 'en'] if link else ''} {_NAMED}"
        for place, word in enumerate(words)
        if kept[place] or place == here
    ]
    return " ".join(" ".join(made).split())


def _compound(word: str, language: str, sort: str) -> str:
    """Return the common noun that a compound of Swedish or German ends with: Skatteverket, Söderskolan."""
    nouns = _organ_words(language, (sort,) if sort else _AFTER_PLACES) if language in {"sv", "de"} else ()
    small = word.lower()
    tails = (
        noun for noun in nouns if len(noun) > 3 and small.endswith((noun, noun + "s")) and len(word) > len(noun) + 2
    )
    tail = max(tails, key=lambda noun: (len(noun), noun), default="")
    return _NAMED + tail if tail else ""


def _links(language: str | None) -> frozenset[str]:
    found = topic(language, "context").get("organ", {}).get("link", "") if language else ""
    return frozenset(word for phrase in entries(found) for word in phrase.split()) | {
        "&",
        "the",
        "le",
        "la",
        "el",
        "il",
    }


def _is_common(word: str, language: str, sort: str) -> bool:
    bare = word.lower().strip(".,")
    sorts = (sort,) if sort else _SORTS
    return bare in _organ_words(language, sorts) or bare in _organ_words("en", sorts) or is_legal_form(word)


@cache
def _organ_words(language: str, sorts: tuple[str, ...]) -> frozenset[str]:
    own = read_table("allonym.surrogates.names", "organization_words.toml")
    organ = topic(language, "context").get("organ", {})
    found = {word for sort in sorts if sort != "media" for word in entries(organ.get(sort, ""))}
    media = entries(own["media"]) if "media" in sorts else ()
    return frozenset({*found, *media, *entries(own["any"])})


@lru_cache(maxsize=1 << 13)
def is_legal_form(word: str) -> bool:
    """Tell whether a word says what a firm is by law: AB, GmbH, S.A."""
    bare = normal(word.strip(",")).rstrip(".")
    found = (*open_lists().find(bare), *open_lists().find(bare.replace(".", "")), *open_lists().find(bare + "."))
    return word[:1].isupper() and any(entry.kind == "legal_form" for entry in found)


def _acronym(label: str, surface: str, name: str, own: frozenset[str], desk: Desk) -> str:
    """Return other letters, as many; those of the invented name if they are as many."""
    initials = "".join(word[:1] for word in name.split()).upper()

    def propose(draw: Draw) -> str | None:
        if draw.attempt == 0 and len(initials) == len(surface):
            return initials
        if draw.attempt > 500:
            return None
        length = len(surface) + draw.attempt // 100
        return "".join(_LETTERS[pick(draw.seed[place:], len(_LETTERS))] for place in range(length))

    return assign(desk, label, surface.casefold(), lambda draw: _unlisted(propose(draw)), own)


def _unlisted(letters: str | None) -> str | None:
    return "" if letters and open_lists().find(normal(letters)) else letters
