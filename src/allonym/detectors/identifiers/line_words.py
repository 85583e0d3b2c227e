"""Words for lines of public transport, in all languages."""

from functools import lru_cache

from allonym.detectors.identifiers.nearby import words_of
from allonym.languages.words import spellings

TRAIN_KINDS = frozenset(
    f"{kind} "
    for kind in (
        "FR", "FA", "FB", "RV", "R", "REG", "IC", "ICN", "EC", "EN", "ES", "EXP", "AP", "IR", "MD", "AVE", "TGV", "TER",
        "RE", "RB", "ICE", "RJ", "RJX", "IRE", "S",
    )
)  # fmt: skip
"""Signs of kinds of trains, with the space between them and a number: "il treno FR 9612"."""

_CLITICS = frozenset("وفبل")


@lru_cache(maxsize=1)
def late_openings() -> frozenset[str]:
    """Return how what is said of a line that is late begins."""
    return frozenset(f" {said}"[:5] for said in words_of("line_late"))


@lru_cache(maxsize=1)
def line_endings() -> frozenset[str]:
    """Return how the words before a line end."""
    return frozenset(word[-3:] for word in line_words())


@lru_cache(maxsize=1)
def line_words() -> frozenset[str]:
    """Return the last words of what stands before the number of a line."""
    names = {name.split()[-1] for name in (*known_lines(), *words_of("perhaps_line"), *words_of("number"))}
    return frozenset(form for name in names for form in (name.strip("."), *(f"{clitic}{name}" for clitic in _CLITICS)))


@lru_cache(maxsize=1)
def known_lines() -> frozenset[str]:
    """Return the words for lines, also as those write them who leave accents out."""
    return frozenset(each for name in words_of("line") for each in spellings(name))


def bare(word: str) -> str:
    """Return an Arabic word without what is written on to it; "وباص" begins with two such letters, but has one."""
    known = known_lines()
    heads = (at for at in range(1, min(3, len(word))) if _CLITICS.issuperset(word[:at]) and word[at:] in known)
    return word[next(heads, 0) :]
