"""Where a name is at home, and whether it is a man's or a woman's: by the pools, its letters and endings, the lists.

A culture is a language of ours (en fr de es it pt sv ar) or a wider area (slavic, turkish, southasian, eastasian,
african, persian, nordic). It says which pool a stand-in is drawn from, and nothing about a person.
"""

import re
from functools import cache, lru_cache

from allonym.languages.list_facts import FIRST, LAST, gender_of, levels_of
from allonym.languages.lists import normal, open_lists
from allonym.languages.pack import CODES
from allonym.surrogates.names.pool_files import Pools
from allonym.surrogates.names.styling import plain, script_of

# The letters and endings that tell most; the first that fits counts.
_SIGNS = (
    ("turkish", re.compile(r"[ğşı]|oğlu$|oglu$")),
    (
        "slavic",
        re.compile(r"[łżśźńćčřšžůěđ]|(?:ski|ska|sky|cki|cka|wicz|ová|ova|ov|ev|enko|chuk|czyk|ević|ovic|evic|vich)$"),
    ),
    ("nordic", re.compile(r"[øæþð]|(?:ssen|nen|gaard|dóttir)$")),
    ("sv", re.compile(r"å|(?:sson|qvist|kvist|gren|ström)$")),
    ("sv de nordic", re.compile(r"(?:berg|lund|sen|holm|bach)$")),
    ("pt", re.compile(r"[ãõ]|(?:eira|ões|ães|inho)$")),
    ("es", re.compile(r"ñ|(?:ez|illo)$")),
    ("it", re.compile(r"(?:elli|etti|ini|azzo|ucci|otti|ssi|cchi|nchi|cci|zzi)$")),
    ("en", re.compile(r"^(?:mc|mac|o')\w{3}|(?:ington|worth|shire|ley|ton)$")),
    ("de", re.compile(r"ß|(?:mann|meier|meyer|bauer|schmidt|stein|hardt|ü\w+er)$")),
    ("fr", re.compile(r"[êëîïûç]|(?:eau|eaux|ault|ard|ette|elle)$")),
    ("persian", re.compile(r"(?:zadeh|pour|nejad)$")),
    ("ar", re.compile(r"^(?:al-|el-|abd|abu|bin)")),
)
_OTHER_SCRIPTS = (
    ("slavic", re.compile(r"[\u0400-\u04ff]")),
    ("eastasian", re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")),
    ("southasian", re.compile(r"[\u0900-\u0dff]")),
)
_MANY = 3
"""A name that is at home in so many cultures says nothing."""
WIDER = ("slavic", "turkish", "southasian", "eastasian", "african", "persian", "nordic")
_FAR = frozenset({"ar", *WIDER})
_NO_CULTURES: frozenset[str] = frozenset()


@cache
def _known(pools: Pools) -> dict[str, frozenset[str]]:
    """Return the cultures of every name in the pools, by its role and its plain small letters."""
    found: dict[str, set[str]] = {}
    for key in pools.keys("persons"):
        kind, culture, *gender = key.split(" ")
        role = "first" if kind == "first" or gender else "last"
        for name in pools.cell("persons", key):
            for spelling in name.split("/"):
                found.setdefault(f"{role} {plain(spelling.lower())}", set()).add(culture)
    return {name: frozenset(cultures) for name, cultures in found.items()}


@lru_cache(maxsize=8192)
def cultures_of(name: str, is_last: bool, pools: Pools) -> tuple[frozenset[str], frozenset[str]]:
    """Return the cultures that a name is surely at home in, and those where it is met as well."""
    if script_of(name) == "ar":
        return frozenset({"ar"}), _NO_CULTURES
    for culture, letters in _OTHER_SCRIPTS:
        if letters.search(name):
            return frozenset({culture}), _NO_CULTURES
    small = name.lower()
    known = _known(pools).get(f"{'last' if is_last else 'first'} {plain(small)}", _NO_CULTURES)
    signs = next((frozenset(cultures.split()) for cultures, sign in _SIGNS if sign.search(small)), _NO_CULTURES)
    listed = _listed(normal(name))
    # Rossi is met in France as well; its ending says where it is from.
    known = known & signs or known
    return (known or signs, listed) if is_last else (known or listed or signs, listed)


def culture_of(given: str, last: str, language: str | None, pools: Pools) -> tuple[str, str]:
    """Return the cultures of given name and surname: one that fits both if there is any, else each its own.

    A name that is at home in the language of the text, or in many, goes with that language. A surname tells more than
    a given name: Michael Schmidt is German in any text, Michael alone is at home in many.
    """
    cultures, met = cultures_of(given, False, pools) if given else (_NO_CULTURES, _NO_CULTURES)
    sure, listed = cultures_of(last, True, pools) if last else (_NO_CULTURES, _NO_CULTURES)
    # The English part of the lists has the surnames of half the world; it tells nothing.
    surnames = sure or (listed if language in listed else listed - {"en"})
    if language in listed - {"en"} and not surnames <= _FAR:
        surnames |= {language}
    shared = cultures & surnames
    # A name from far away is met everywhere, and still from there.
    own = frozenset({language}) if language in met and not cultures <= _FAR else cultures
    if shared or not given or not last:
        one = _likeliest(shared or surnames or own, language)
        return one, one
    first = _likeliest(own or surnames, language)
    # Of a surname that only the lists know, a given name from far away tells more: Aisha Diallo in a French text.
    return first, first if not sure and first in _FAR else _likeliest(surnames, language)


def _likeliest(possible: frozenset[str], language: str | None) -> str:
    far = possible & _FAR
    if language not in possible and len(far) == 1:
        # Fatima is met in Spain and Portugal as well; in a French text she is from neither.
        return next(iter(far))
    if not possible or language in possible or len(possible) >= _MANY:
        return language or next((each for each in CODES if each in possible), "en")
    return next(each for each in (*CODES[1:], *WIDER, "en") if each in possible)


@lru_cache(maxsize=8192)
def gender_of_name(name: str, culture: str, language: str | None, pools: Pools) -> str:
    """Return "f" or "m"; "" for both and for what nobody knows. Andrea is a man in Italy and a woman in Germany."""
    for place in (culture, language or culture):
        here = [gender for gender in "fm" if name in _gendered(pools, f"{place} {gender}")]
        if here:
            return here[0] if len(here) == 1 else ""
    told = gender_of(open_lists().word(normal(name)))
    return told if told in {"f", "m"} else ""


@cache
def _gendered(pools: Pools, key: str) -> frozenset[str]:
    """Return the names of women or men in a culture, in small letters, with their accents and without."""
    names = (*pools.cell("persons", f"first {key}"), *pools.cell("persons", f"known {key}"))
    small = [spelling.lower() for name in names for spelling in name.split("/")]
    return frozenset({*small, *map(plain, small)})


@lru_cache(maxsize=8192)
def name_levels(name: str) -> tuple[int, int]:
    """Return how prominent a word is as a given name and as a surname, 0 to 5 each."""
    levels = levels_of(open_lists().word(normal(name)))
    return levels[FIRST], levels[LAST]


def _listed(form: str) -> frozenset[str]:
    """Return the languages that the lists give a name; a Latin spelling of an Arabic name is Arabic."""
    entries = [entry for entry in open_lists().find(form) if entry.kind in {"first", "last"}]
    if any(entry.canonical.startswith("name:") and entry.weight > 0.4 for entry in entries):
        return frozenset({"ar"})
    best = max(entries, key=lambda entry: entry.weight, default=None)
    told = frozenset(best.languages.split()) if best else _NO_CULTURES
    return told if told != {"en"} else _NO_CULTURES
