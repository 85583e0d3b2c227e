"""What is shown of a payment card: "card ending in 4471", "4539 **** **** 1122", "the last four digits are 3921".

Accounts and phones are told by their last digits as well: "mobile ending 4471".
"""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Run, Runs

_DIGITS = 4
# "Mobile ending in 4471": so near is its word, nearer than that of a card mostly is.
_PHONE, _FAR = 24, 99
_YEAR = Expression(r"(?:19|20)[0-9]{2}")
_MASKS = frozenset("*•●xX")
_MASK = Expression(
    # Six digits of it may be shown, in groups of four: "5350 31** **** 2847".
    r"(?<![\w*])(?:[0-9]{4,6}[ \-]?|[0-9]{4}[ \-]?[0-9]{2}(?:[*•●]{2}|[xX]{2})[ \-]?)?"
    r"(?:(?:[*•●]{3,12}|[xX]{3,12})[ \-]?){1,4}\Z"
)
_LAST = Expression(
    r"(?:last (?:four|4) (?:digits|numbers|of (?:my|his|her|their|your|the))|endziffern?|"
    r"(?:fyra|4) sista(?= är|:| siffror)|(?:quatre|4) derniers chiffres|letzten? (?:vier|4) (?:ziffern|stellen)|"
    r"sista (?:fyra|4) (?:siffror|siffrorna)|[uú]ltim[oa]s (?:cuatro|quatro|4) (?:d[ií]gitos|n[uú]meros|cifras)|"
    r"(?:ultime (?:quattro|4)|(?:quattro|4) ultime) cifre|[آا]خر (?:4|[أا]ربعة?) [أا]رقام)[^\n.;?!0-9]{0,28}\Z",
    re.IGNORECASE,
)
# One of these is in all that `_LAST` finds: most numbers of four digits are years, and are passed by at a glance.
_SIGNS_OF_LAST = ("last", "endz", "sista", "derniers", "letzte", "ltimos", "ltimas", "ultime", "خر ")
_SOCIAL = Expression(r"\bsocial\b|\bsista (?:är|:)", re.IGNORECASE)
_ENDING = Expression(
    r"(?:\b(?:ending|ends|endend\w*|endet|slutar|se terminant|terminant|termine|finissant|finit|terminad[ao]|termina|"
    r"terminante|acaba(?:d[ao])?|finisce|final)|المنتهية|منتهية|تنتهي)"
    r"(?:\W{1,3}(?:in|with|on|mit|auf|med|på|par|en|con|em|com|بـ?|بالرقم))?\W{0,3}\Z",
    re.IGNORECASE,
)


def card_tails(runs: Runs) -> Iterator[Found]:
    """Find the last digits of a card, with the mask before them, behind a mask or words that announce them."""
    text = runs.text
    for place in runs.longer:
        _, start, end, _ = place
        if end - start != _DIGITS or not text[start:end].isdigit():
            continue
        front = before(text, start, 64)
        if _MASKS.isdisjoint(front[-2:]):
            if label := _announced(runs.at(place), front):
                yield Found(start, end, label, 0.8, "card-tail")
        elif mask := _MASK.search(front):
            yield Found(start - len(front) + mask.start(), end, "CARD", 0.85, "masked-card")


def _announced(run: Run, front: str) -> str | None:
    """Return what the words before four digits say that they end."""
    lowered = front.lower()
    if any(sign in lowered for sign in _SIGNS_OF_LAST) and _LAST.search(front):
        # The last four digits of a social security number are asked for as well.
        social = run.rival == run.cues.get("national") or _SOCIAL.search(front)
        return "ID.NATIONAL" if social else "CARD"
    kind = next((kind for kind in ("card", "account") if kind in run.cues), None)
    if run.cues.get("phone", _FAR) < _PHONE and not _YEAR.match(run.text, run.core[0]):
        kind = "phone"
    return kind.upper() if kind and _ENDING.search(front) else None
