"""How a text is written when it is looked up in the lists: the same length, in small letters, with variants folded.

Texte    L’Haÿ-les-Roses      أحمد  الإسكندرية
normal   l'haÿ-les-roses      احمد  الاسكندريه
"""

import re

# Arabic writers choose freely between these letters; Persian keyboards have their own kaf and ya.
_ARABIC = dict(zip("أإآٱةىئؤیک", "ااااهييويك", strict=True))
_MARKS = dict(zip("’‘ʼ‛`´‐‑‒–−\t\n\r\v\f\u00a0\u2009\u202f", "''''''-----        ", strict=True))
_PLAIN = _ARABIC | _MARKS
_FOLD = str.maketrans(_PLAIN)
_FOLDED = re.compile(f"[{re.escape(''.join(_PLAIN))}]")
_LONG = 500


def is_arabic(word: str) -> bool:
    """Tell whether a word begins with an Arabic letter: small words may be written together with it."""
    return "\u0621" <= word[:1] <= "\u064a"


def normal(text: str) -> str:
    """Return a text as it is looked up; every character stays in its place, accents stay on their letters."""
    lowered = text.lower()
    if len(lowered) != len(text):
        # The small form of İ alone is longer; offsets matter more than it does.
        lowered = "İ".join(part.lower() for part in text.split("İ"))
    if len(lowered) < _LONG:
        return lowered.translate(_FOLD) if _FOLDED.search(lowered) else lowered
    # To look up every character of a long text takes far longer than to replace the few that are there.
    for sign in set(_FOLDED.findall(lowered)):
        lowered = lowered.replace(sign, _PLAIN[sign])
    return lowered
