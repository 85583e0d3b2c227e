"""Numbers that look like a day, but are of a version, a dilution, a match, a tool or one of many things."""

from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before
from allonym.detectors.life.dating import said

_VERSION = Expression(
    r"(?<![^\W_])(?:version\w*|versi[oó]n|versão|release|php|python|java|node|firmware|plug-?in|ios|android)(?![^\W_])"
    r"|[0-9]\.[0-9]{1,3}\.[0-9]{1,3}(?![0-9])"
)
_DILUTED = Expression(r"(?<![^\W_])(?:dilu|verdünn|späd|utspä)|تخفيف|مخفف")
_SETS = frozenset({6, 7})
_MATCH = Expression(
    r"(?<![^\W_])(?:sets?|tie-?break|games?|tennis|tenis|ténis|tênis|padel|pádel|jeu|satz|sätze|vann|match\w*|won|lost|beat|gewann|verlor|ganó|ganhou|perdeu|vinto|perso|gagné)(?![^\W_])"
)
# "Me faltan el 2, el 5 y el 11", "broca del 10".
_THINGS = Expression(
    lambda: (
        rf"(?<![^\W_])(?:{said('around.day_of_things')})(?![^\W_])[^.!?\n\0]{{0,24}}\Z"
        rf"|(?<![^\W_])(?:{said('around.day_of_tools')}) [^\W\d_]{{1,3}} \Z"
    )
)
# "Entre el 10 y el 25%", "between the 10th and 25th percent".
_SHARE = Expression(
    lambda: (
        rf"(?:st|nd|rd|th|\.|:e|:a)? (?:{said('around.days_joined')}) (?:(?:{said('around.day_article')}) )?"
        rf"[0-9]{{1,3}}(?:[.,][0-9]+)?(?:st|nd|rd|th|\.|:e|:a)?\s?(?:[%€$£°]|(?:{said('around.measures')})(?!\w))"
    )
)
_FAR, _AROUND = 56, 40


def is_counted(lowered: str, span: tuple[int, int], parts: tuple[str, str, str], dotted: bool) -> bool:
    """Tell whether the words near two numbers speak of a version, a dilution or a match: "ab 8.2 kommt Fehler 500"."""
    (start, _), (first, by, second) = span, parts
    if by == ".":
        return not dotted and len(second) == 1 and _VERSION.search(before(lowered, start, _FAR)) is not None
    if by == "/" and first == "1":
        return _DILUTED.search(before(lowered, start, _AROUND)) is not None
    games = by == "/" and len(first + second) == 2 and max(int(first), int(second)) in _SETS
    return games and _MATCH.search(f"{before(lowered, start, _AROUND)}|{after(lowered, span[1], _AROUND)}") is not None


def counts_things(lowered: str, start: int) -> bool:
    """Tell whether a number behind an article is of a thing: "broca del 10", "me faltan el 2 y el 5"."""
    return _speaks_of_things(before(lowered, start, _FAR))


def opens_share(lowered: str, stop: int) -> bool:
    """Tell whether a number goes on to a share or a measure, and so is one itself: "entre el 10 y el 25%"."""
    return _SHARE.match(lowered, stop) is not None


@lru_cache(maxsize=256)
def _speaks_of_things(window: str) -> bool:
    return _THINGS.search(window) is not None
