"""Yesterday and tomorrow, with the part of the day: "igår kväll", "ayer por la tarde", "hier soir"."""

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.life.dating import follows
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.measuring import Unit

_FRENCH = Expression(
    r"(?<!\w)(?:les?|du|est|était|étaient|ai|as|ont|avait|avons|ils?|elles?|nous|vous|je|et|mais|pas|que|qui|dès|depuis|avec|"
    r"une|à|au|aux|chez|dans|pour|sur)(?!\w)|(?<!\w)(?:[jcdlnmts]|qu)['’]|[éèêçœ]"
)
_GERMAN = Expression(r"(?<!\w)(?:der|die|das|ist|sind|und|nicht|ich|wir|ein|eine|mit|auch|von|zu|im)(?!\w)|[äöüß]")
_AROUND = 40


def day_from_today(lowered: str, hit: Hit[Unit], when: str) -> Found:
    """Return yesterday or tomorrow with its part of the day: "igår kväll", "ayer por la tarde"."""
    start, end, unit = hit
    part = follows("relative.day_part", *unit.codes).match(lowered, end)
    return Found(start, part.end() if part else end, "DATE", 0.4, "moment", (("form", "words"), ("when", when)))


def when_shared(lowered: str, start: int, end: int) -> str | None:
    """Return when "hier" is: yesterday in French, and no time at all in German."""
    if lowered[start - 1 : start] == "-" or lowered.startswith((" soir", " matin"), end):
        return None
    around = f"{before(lowered, start, _AROUND)}|{after(lowered, end, _AROUND)}"
    return "past" if _FRENCH.search(around) and not _GERMAN.search(around) else None
