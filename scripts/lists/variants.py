"""The ways in which people write a form of the lists: without accents, with or without hyphens, St. for Saint."""

import re
import unicodedata
from collections.abc import Iterator

from allonym.core.shadow import shadow
from allonym.languages.list_format import LONGEST
from allonym.languages.list_forms import normal

# Letters of the languages we know and their neighbours; a form with others belongs to another language.
_LATIN = re.compile(r"[a-z0-9 '\-.,&+!/àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿßšžćčđłńśźżąęığşőű°]+")
_ARABIC = re.compile(r"[اأإآٱةىئؤءبتثجحخدذرزسشصضطظعغفقكلمنهويپگڤ0-9 '\-.]+")
_PLAIN = str.maketrans({"ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_SPACES = re.compile(r"\s+")
_SAINT = re.compile(r"\b(saint|sainte|san|santa)\b[ -]")
NAMES = {"first", "last", "nickname", "city", "region", "company", "product", "school"}


def clean(form: str) -> str:
    """Return a form as it is looked up, with single spaces."""
    return _SPACES.sub(" ", normal(shadow(form).text)).strip(" ,;")


def plain(form: str) -> str:
    """Return a form without accents."""
    letters = unicodedata.normalize("NFD", form.translate(_PLAIN))
    return unicodedata.normalize("NFC", "".join(each for each in letters if unicodedata.category(each) != "Mn"))


def variants(form: str, kind: str) -> Iterator[tuple[str, float]]:
    """Return a form and its variants, each with the share of the weight it keeps."""
    yield form, 1.0
    seen = {form}
    for variant, share in _others(form, kind):
        if variant not in seen:
            seen.add(variant)
            yield variant, share


def _others(form: str, kind: str) -> Iterator[tuple[str, float]]:
    if not is_arabic(form):
        yield plain(form), 0.8
        if kind in {"last", "first", "city"}:
            yield form.translate(_GERMAN), 0.6
    if "-" in form and kind in NAMES:
        spaced = form.replace("-", " ")
        yield spaced, 0.8
        yield plain(spaced), 0.7
    if "&" in form:
        for word in ("and", "och", "und", "et", "y", "e"):
            yield re.sub(r"\s*&\s*", f" {word} ", form).strip(), 0.9 if word == "and" else 0.6
    if kind == "city" and (saint := _SAINT.match(form)) and saint[1].startswith("saint"):
        for short in ("st ", "st. ", "st-"):
            yield plain(_SAINT.sub(short, form, count=1)), 0.7


def is_arabic(form: str) -> bool:
    """Tell whether a form is written in Arabic letters."""
    return any("\u0600" <= each <= "\u06ff" for each in form)


def is_usable(form: str, kind: str) -> bool:
    """Tell whether a form can be looked up and says anything."""
    if not 2 <= len(form) <= LONGEST or not any(each.isalpha() for each in form):
        return False
    if kind in {"first", "last"} and (any(each.isdigit() for each in form) or "." in form):
        return False
    return bool(_LATIN.fullmatch(form) or _ARABIC.fullmatch(form))
