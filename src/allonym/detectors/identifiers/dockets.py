"""Case numbers of courts that are sure by their form: "12 O 345/21", "VI ZR 23/19", "1:21-cv-01234", "n° 19-14.882"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Runs
from allonym.detectors.identifiers.wordlists import word_set

# German courts: the chamber, a sign for the kind of case, number and year.
_GERMAN = Expression(
    r"(?<![\w/.,\-])(?<![0-9]:)(?:[0-9]{1,3}|[IVX]{1,5})(?: ?[a-z])? ([A-Z][A-Za-z]{0,4}) [0-9]{1,5}/[0-9]{2}\Z"
)
# Berlin and the federal administrative court write a stop before the year.
_ADMINISTRATIVE = Expression(r"(?<![A-Za-z])(?:O?VG|BVerwG) [0-9]{1,2} [A-Z]{1,2} [0-9]{1,5}\.[0-9]{2}\Z")
# Federal courts of the United States: office, year, kind of case, number.
_AMERICAN = Expression(r"[0-9]{1,2}:[0-9]{2}-[a-z]{2}-[0-9]{3,6}\Z")
# The French court of cassation.
_CASSATION = Expression(r"[nN][°o]s? ?[0-9]{2}-[0-9]{2}\.[0-9]{3}\Z")
# Courts of the United Kingdom and others that cite alike: "[2021] EWHC 1184 (QB)".
_NEUTRAL = Expression(
    r"\[(?:19|20)[0-9]{2}\] (?:EW[A-Z]{2,4}|UK[A-Z]{2,4}|CS[IO]H|NI[A-Z]{2}|IE[A-Z]{2,4}) "
    r"(?:(?:Civ|Crim|Fam) )?[0-9]{1,5}(?: \([A-Za-z]{2,6}\))?"
)
# What courts keep of wills and guardians has no sign: "Nachlassgericht Passau, VI 0447/03".
_PROBATE = Expression(r"(?<![\w/.,\-])(?:[IVX]{1,5}|[0-9]{1,3}) [0-9]{2,5}/[0-9]{2}\Z")
_COURT = Expression(r"gericht\w{0,2}\b|\b(?:AG|LG|Az)\b")
# Austrian courts: a small letter checks the rest, "24 Cg 48/22k".
_AUSTRIAN = Expression(r"(?<![\w/.,\-])[0-9]{1,3} ?([A-Z][A-Za-z]{0,4}) ?[0-9]{1,5}/[0-9]{2} ?[a-z]\Z")
# Courts of Ticino: chamber, year, number.
_TICINESE = Expression(r"[0-9]{2}\.(?:19|20)[0-9]{2}\.[0-9]{1,4}\Z")
_RECORD = Expression(r"\b[Ii]nc(?:\.|arto) ?(?:n[.°] ?)?\Z")
# Arab courts and offices: number, the letter of the office, year: "4829/ج/2022".
_LETTERED = Expression(
    r"(?<![\w/])(?:[0-9]{1,6}/[ء-ي]{1,2}/(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}/[ء-ي]{1,2}/[0-9]{1,6})(?![\w/])"
)
_LONGEST, _NEAR = 24, 40


def dockets(runs: Runs) -> Iterator[Found]:
    """Find case numbers."""
    text = runs.text
    for _, start, end, _ in runs.longer:
        if text[end - 3 : end - 2] == "/":
            yield from _german(text, end)
        elif text[end - 4 : end - 3] == "/" and text[end - 1].islower():
            yield from _austrian(text, end)
        elif text[end - 3 : end - 2] == "." and (match := _ADMINISTRATIVE.search(text, max(0, end - _LONGEST), end)):
            yield Found(match.start(), end, "CONTRACT", 0.9, "docket")
        elif (text[end - 4 : end - 3] == "." or text[start + 2 : start + 3] == ".") and _is_dotted(text, start, end):
            yield Found(start, end, "CONTRACT", 0.9, "docket")
        elif text[start - 1 : start] == "[" and (match := _NEUTRAL.match(text, start - 1)):
            yield Found(*match.span(), "CONTRACT", 0.9, "docket")
        elif ":" in text[start + 1 : start + 3] and _AMERICAN.match(text, start, end):
            yield Found(start, end, "CONTRACT", 0.9, "docket")


def lettered_dockets(runs: Runs) -> Iterator[Found]:
    """Find case numbers with an Arabic letter in them."""
    text = runs.text
    for _, start, end, _ in () if text.isascii() else runs.places:
        if text[end : end + 1] == "/" and (match := _LETTERED.match(text, start)):
            yield Found(*match.span(), "CONTRACT", 0.9, "docket")


def _is_dotted(text: str, start: int, end: int) -> bool:
    """Tell whether a number with dots is a case of the French court of cassation, or of Ticino."""
    if _CASSATION.search(text, max(0, start - 4), end):
        return True
    return _TICINESE.match(text, start, end) is not None and _RECORD.search(before(text, start, 14)) is not None


def _german(text: str, end: int) -> Iterator[Found]:
    first = max(0, end - _LONGEST)
    match = _GERMAN.search(text, first, end)
    if match and _is_register(match[1]):
        yield Found(match.start(), end, "CONTRACT", 0.9, "docket")
    elif (match := _PROBATE.search(text, first, end)) and _COURT.search(before(text, match.start(), _NEAR)):
        yield Found(match.start(), end, "CONTRACT", 0.85, "docket")


def _austrian(text: str, end: int) -> Iterator[Found]:
    match = _AUSTRIAN.search(text, max(0, end - _LONGEST), end)
    if match and match[1] in word_set("austrian_registers"):
        yield Found(match.start(), end, "CONTRACT", 0.9, "docket")


def _is_register(sign: str) -> bool:
    """Tell whether letters are the sign of a register, and not a unit."""
    if sign.isupper():
        return len(sign) <= 3 and sign not in word_set("not_dutch")
    return sign in word_set("german_registers")
