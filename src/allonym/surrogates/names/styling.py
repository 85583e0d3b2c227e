"""How words look: their script, their capitals, and the same look put on other words."""

import re
import unicodedata

_ARABIC = re.compile(r"[\u0600-\u06ff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_ELISION = re.compile(r"^[dDlL]['’](?=[A-ZÀ-Þ])")
_MARKS = dict.fromkeys(range(0x300, 0x370))
# Letters that have no accent to take off.
_PLAIN = str.maketrans(
    {
        "ß": "ss",
        "ø": "o",
        "Ø": "O",
        "æ": "ae",
        "Æ": "Ae",
        "œ": "oe",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ı": "i",
        "ð": "d",
        "þ": "th",
    }
)


def script_of(words: str) -> str:
    """Return "ar" for Arabic letters, "la" for Latin ones, "" for others and none."""
    if words.isascii() or _LATIN.search(words):
        return "la"
    return "ar" if _ARABIC.search(words) else ""


def plain(words: str) -> str:
    """Return words in the letters of an address: without accents."""
    bare = unicodedata.normalize("NFD", words.translate(_PLAIN)).translate(_MARKS)
    return unicodedata.normalize("NFC", bare)


def dress(words: str, like: str) -> str:
    """Return words with the capitals of other words: ALL CAPS, all small, or as they are written."""
    letters = [letter for letter in _ELISION.sub("", like) if letter.isalpha()]
    if not letters:
        return words
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return words.upper()
    if all(letter.islower() for letter in letters):
        return words.lower()
    # "mcDonald": somebody who writes names small, and still knows where the capital belongs.
    return words[:1].lower() + words[1:] if letters[0].islower() and " " not in like else words
