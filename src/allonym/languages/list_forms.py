"""How a text is written when it is looked up in the lists: the same length, in small letters, with variants folded.

Texte    L’Haÿ-les-Roses      أحمد  الإسكندرية
normal   l'haÿ-les-roses      احمد  الاسكندريه
"""

import re

# Arabic writers choose freely between these letters; Persian keyboards have their own kaf and ya.
_ARABIC = dict(zip("أإآٱةىئؤیک", "ااااهييويك", strict=True))
_MARKS = dict(zip("’‘ʼ‛`´‐‑‒–−\t\n\r\v\f\u00a0\u2009\u202f", "''''''-----        ", strict=True))
_FOLD = str.maketrans(_ARABIC | _MARKS)
_FOLDED = re.compile(f"[{re.escape(''.join(_ARABIC | _MARKS))}]")


def normal(text: str) -> str:
    """Return a text as it is looked up; every character stays in its place, accents stay on their letters."""
    lowered = text.lower()
    if len(lowered) != len(text):
        # The small form of İ alone is longer; offsets matter more than it does.
        lowered = "İ".join(part.lower() for part in text.split("İ"))
    return lowered.translate(_FOLD) if _FOLDED.search(lowered) else lowered
