"""Phone numbers, judged by `phonenumbers` for the regions where the text's language is spoken.

A run of digits is looked at only if it has 7 to 15 of them. It counts as a phone number if it is
  - written with + or 00 and possible for its country,
  - grouped and led by a 0, or of 9 digits and more and valid in one of the regions, or
  - preceded by a word such as "tel" or "ring", whatever it looks like.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import phonenumbers

from allonym.detectors.finding import Found, before
from allonym.languages.pack import CODES, load

_RUN = re.compile(
    r"[+(0-9](?<![\w+][+(0-9])(?:(?:[ .\-/]|\)[ \-]?| ?\()?[0-9]){6,19}"
    r"( ?(?:x|ext\.?) ?[0-9]{1,6})?(?![\w]|[.,/][0-9])"
)
_GROUPING = re.compile(r"[ ()./\-]")
_NOT_DIGIT = re.compile(r"\D")
_SUM = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,2}(?: [0-9]{3})+")
_WORD = re.compile(r"\S+")
# The North American shape is judged by itself: its numbers for fiction (555-01xx) are valid nowhere.
_AMERICAN = re.compile(r"(?:1[ .\-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[.\- /])[0-9]{3}[ .\-][0-9]{4}")
_DATE = re.compile(
    r"\d{4}([./\- ])\d{1,2}\1\d{1,2}|\d{1,2}([./\- ])\d{1,2}\2\d{2,4}|\d{4}[\-/]\d{4}|\d{1,3}(?:[ .]000)+"
)
_CUE = re.compile(
    r"(?:\b(?:t[eé]l(?:\.|[eé]?(?:ph|f)\w*|ef\w*)?|phone|call(?:ing)?|mobil\w*|m[oó]vil\w*|cell\w*|celular|handy|fax|sms|"
    r"whatsapp|viber|portable|appel\w*|anruf\w*|ruf\w*|llam\w*|chiam\w*|ligu?[ae]r?|telem[oó]vel|ring\w*|n[uú]mero|numéro|"
    r"number|nummer)\b|هاتف|جوال|موبايل|اتصل|رقم|واتساب|فاكس)[^\n\d]{0,20}\Z",
    re.IGNORECASE,
)


def phones(text: str) -> Iterator[Found]:
    """Find phone numbers."""
    for match in _RUN.finditer(text):
        stop = match.end() if match[1] is None else match.start(1)
        for start, end in _candidates(text, match.start(), stop):
            run = text[start:end]
            digits = _NOT_DIGIT.sub("", run)
            if 7 <= len(digits) <= 15 and not _DATE.fullmatch(run):
                score = _judge(run, digits) or (0.6 if _CUE.search(before(text, start, 40)) else 0.0)
                if score:
                    # An extension goes with the number that it follows.
                    yield Found(start, match.end() if end == stop else end, "PHONE", score, "phone")


def _candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return the run itself or, if that is too long for a phone number, or holds a date, its parts."""
    if text[start] == "(" and text.find(")", start, end) < 0:
        start += 1
    run = text[start:end]
    if sum(map(str.isdigit, run)) <= 15 and not any(_DATE.fullmatch(word) for word in run.split()):
        yield start, end
        return
    begin = last = start
    count = 0
    for word in _WORD.finditer(text, start, end):
        digits = sum(map(str.isdigit, word[0]))
        if count + digits > 15 or _DATE.fullmatch(word[0]):
            yield begin, last
            begin, count = word.start(), 0
        count += digits
        last = word.end()
    yield begin, last


def _judge(run: str, digits: str) -> float:
    """Return how sure we are that a run is a phone number by its own look; 0.0 means not at all."""
    grouped = _GROUPING.search(run) is not None
    if run[0] == "+" or digits.startswith("00"):
        return 0.97 if _is_possible("+" + digits.removeprefix("00")) else 0.0
    if _AMERICAN.fullmatch(run):
        return 0.85
    if grouped and digits[0] == "0" and len(digits) >= 8:
        return 0.8
    # Shorter numbers are too often something else: case numbers, sums, years.
    if (grouped or digits[0] == "0") and len(digits) >= 9 and not _SUM.fullmatch(run):
        return 0.7 * _is_valid_somewhere(digits, "(" in run)
    return 0.0


@lru_cache(maxsize=4096)
def _is_possible(number: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return False


@lru_cache(maxsize=4096)
def _is_valid_somewhere(digits: str, bracketed: bool) -> bool:
    # Where numbers are written with a leading 0, one without it is none, unless brackets show the area code.
    written_in_full = digits[0] == "0" or bracketed
    return any(_is_valid(digits, region) for region, trunk in _regions() if written_in_full or trunk != "0")


def _is_valid(digits: str, region: str) -> bool:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number_for_region(number, region)


@lru_cache(maxsize=1)
def _regions() -> tuple[tuple[str, str | None], ...]:
    """Return the main regions of all our languages with the prefix of their national numbers.

    All languages at once: the language of a short text is too often unknown.
    """
    regions = dict.fromkeys(region for code in CODES for region in load(code).phone_regions[:2])
    return tuple((region, phonenumbers.ndd_prefix_for_region(region, strip_non_digits=True)) for region in regions)
