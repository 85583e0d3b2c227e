"""Arabic: the letters of the sentence that are written onto a name (و ف ب ل ك), and the article.

ل and the article ال become لل. The letters are named by the feature `clitic`, or told from the look of the word where
no name begins like that (وأ, وال, لل), or where the lists know the name without them.
"""

import re
import unicodedata

from allonym.core.labels import is_a
from allonym.core.types import Span
from allonym.languages.lists import normal as list_form
from allonym.languages.lists import open_lists
from allonym.surrogates.agreement.endings import prominence
from allonym.surrogates.agreement.scene import Scene

_ARTICLE = "ال"
_TATWEEL = "ـ"
# Names like Valencia, Baltimore and California begin with فال, بال and كال, so those are not sure.
_SURE = re.compile(r"[وف]?لل(?=..)|و(?=ال....)|[وف](?=أ|إ|آ)|[وف]?[بل](?=أ|إ)")
_CLITICS = ("وب", "ول", "وك", "فب", "فل", "و", "ف", "ب", "ل", "ك")
_KNOWN, _ORDINARY = 0.3, 0.2
_OUTSIDE = re.compile(r"[وف]?[بلك]?")


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    start, written, letters = _before_word(scene)
    if not written:
        written, letters = _inside(scene)
        start = scene.mention.start
    name = _with_article(scene, letters)
    foreign = not any(_is_arabic(letter) for letter in scene.surface)
    return Span(start, scene.mention.end), written + name if foreign else _attached(written, letters, name)


def _before_word(scene: Scene) -> tuple[int, str, str]:
    """Return letters of the sentence that stand outside the mention, in the same word."""
    start = scene.mention.start
    low = max(scene.room.start, start - 12)
    while start > low and (_is_arabic(scene.text[start - 1]) or _is_mark(scene.text[start - 1])):
        start -= 1
    whole = start == 0 or not scene.text[start - 1].isalnum()
    written = scene.text[start : scene.mention.start]
    letters = _letters(written)
    if whole and letters and _OUTSIDE.fullmatch(letters) and not _is_mark(scene.surface[0]):
        return start, written, letters
    return scene.mention.start, "", ""


def _inside(scene: Scene) -> tuple[str, str]:
    """Return the letters of the sentence at the start of the mention, as written and without marks."""
    plain = _letters(scene.surface)
    clitic = scene.features.get("clitic", "")
    if not clitic or not plain.startswith(clitic):
        sure = _SURE.match(plain)
        clitic = sure[0] if sure else _listed_without(plain)
    # لل is one letter of the sentence, and the article.
    clitic = clitic[:-1] if clitic.endswith("لل") else clitic
    return _written(scene.surface, len(clitic)) if clitic else "", clitic


def _listed_without(plain: str) -> str:
    """Return the letters before a name that the lists know well, in a word that they do not know at all."""
    word = plain.partition(" ")[0]
    if prominence(word) or open_lists().ambiguity(list_form(word), "ar") > _ORDINARY:
        return ""
    splits = [clitic for clitic in _CLITICS if word.startswith(clitic) and len(word) > len(clitic) + 2]
    best = max(splits, key=lambda clitic: prominence(word[len(clitic) :]), default="")
    rest = word[len(best) :]
    # Three letters are easily a name by chance: بلاد is no لاد.
    return best if best and prominence(rest) >= (_KNOWN if len(rest) > 3 else 2 * _KNOWN) else ""


def _with_article(scene: Scene, letters: str) -> str:
    """Return the stand-in with the article that the mention has, where persons and peoples take or leave it."""
    named = is_a(scene.mention.label, "PERSON") or is_a(scene.mention.label, "NATIONALITY")
    words = scene.words
    if not named or not scene.features.get("def") or words.startswith(_ARTICLE) or not _is_arabic(words[0]):
        return words
    plain = _letters(scene.surface)[len(letters) :]
    return _ARTICLE + words if plain.startswith((_ARTICLE, "ل")) else words


def _attached(written: str, letters: str, name: str) -> str:
    if not letters:
        return name
    if not _is_arabic(name[0]):
        return f"{written}{_TATWEEL}{name}" if written[-1] != _TATWEEL else written + name
    if letters.endswith("ل") and name.startswith(_ARTICLE):
        rest = name[len(_ARTICLE) :]
        return written + rest if rest.startswith("ل") else f"{written}ل{rest}"
    return written + name


def _letters(word: str) -> str:
    return "".join(letter for letter in word if letter != _TATWEEL and not _is_mark(letter))


def _written(word: str, count: int) -> str:
    """Return the first letters of a word with the marks on them."""
    end = 0
    while end < len(word) and (count or word[end] == _TATWEEL or _is_mark(word[end])):
        count -= _is_arabic(word[end])
        end += 1
    return word[:end]


def _is_arabic(letter: str) -> bool:
    return "\u0621" <= letter <= "\u064a" and letter != _TATWEEL


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in {"Mn", "Cf"}
