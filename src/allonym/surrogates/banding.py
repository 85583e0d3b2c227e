"""Ages in bands: "19 år" -> "15–19 år", "nittonåring" -> "15–19-åring", "93 years" -> "90+ years"."""

from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.surrogates.amounts import amounts
from allonym.surrogates.dates.writing import in_script
from allonym.surrogates.number_words import read_words


def band_of_age(surface: str, language: str | None, width: int, top: int) -> str | None:
    """Return an age with a band of so many years in its place, or one for all from `top` on; None if it has no number.

    From one age to another is two numbers, of which the band takes the place together.
    """
    if found := amounts(surface):
        span = Span(found[0].start, found[-1].end)
        band = _band(found[0].value, found[-1].value, width, top)
        return splice(surface, [Edit(span, in_band_script(band, span.of(surface)))])[0]
    word = read_words(surface, language)
    if word is None:
        return None
    band = _band(word.value, word.value, width, top)
    # Compounds: what follows the number is a word of its own now.
    glued = surface[word.end : word.end + 1].isalpha()
    return splice(surface, [Edit(Span(word.start, word.end), band + "-" * glued)])[0]


def in_band_script(band: str, like: str) -> str:
    """Return a band in the digits of the script that the age was written in."""
    return "".join(in_script(each, like) if each.isdigit() else each for each in band)


def _band(low: int, high: int, width: int, top: int) -> str:
    if top and high >= top:
        return f"{top}+"
    start, end = low // width * width, high // width * width + width - 1
    if top and end >= top:
        end = top - 1
    return f"{start}–{end}" if end > start else str(start)
