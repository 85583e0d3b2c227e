"""Names of months that are other words where they stand: "9 out of 10", "5 may need it", "3 set om 12 armhävningar"."""

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before
from allonym.detectors.life.dating import Sign, ends_with, said
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.numerals import Page

_OTHER_WORDS = Expression(lambda: rf"(?:{said('around.month_not')})\b")
_SET, _MAY = "set", "may"
_NUMBERS = Expression(r"[0-9]{1,2}(?:\s?[-–/,ea]\s?[0-9]{1,2}){0,3}[°º]?(?: (?:de|di))? ?\Z")
_YEAR_BEHIND = Expression(r"\.?,? (?:de |del |di )?(?:(?:19|20)[0-9]{2}(?![0-9])|['’][0-9]{2})|[./\-]['’]?[0-9]{2}")
_GAMES = Expression(lambda: rf"(?<![^\W_])(?:{said('around.month_games')})(?![^\W_])")
_LEADS = ("day_before", "date_before", "date_words", "days_before", "weekday_before", "relative.next")
_BREAKS = frozenset("\n,;:.(–-|")
_WIDTH, _AROUND = 40, 48


def is_other_word(page: Page, hit: Hit[Sign]) -> bool:
    """Tell whether what may be the name of a month is none."""
    lowered, (start, end, sign) = page.lowered, hit
    if not sign.loose or end - start != len(_SET):
        return False
    if _OTHER_WORDS.match(lowered, start):
        # "Of these 5 may go" is said of no day, but "5 May" with its capital is one, and so is "the 5th of may".
        return lowered[start:end] != _MAY or (page.text[start].islower() and lowered[start - 2 : start - 1].isdigit())
    return lowered[start:end] == _SET and _counts_sets(lowered, start, end)


def _counts_sets(lowered: str, start: int, end: int) -> bool:
    """Tell whether a number counts the sets of a match or of an exercise: no month, as "il 3 set" is in Italian."""
    window = before(lowered, start, _WIDTH)
    number = _NUMBERS.search(window)
    if number is None or _YEAR_BEHIND.match(lowered, end):
        return False
    head = window[: number.start()]
    at = start - len(window) + number.start()
    if any(ends_with(key, "it", "pt", "es").before(lowered, at, _WIDTH) for key in _LEADS):
        return False
    apart = not head.strip(" ") or head.rstrip(" ")[-1] in _BREAKS
    return not apart or _GAMES.search(f"{head}|{after(lowered, end, _AROUND)}") is not None
