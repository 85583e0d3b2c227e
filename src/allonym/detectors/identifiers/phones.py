"""Phone numbers, judged by `phonenumbers` for the regions where the text's language is spoken.

A run of digits is looked at only if it has 7 to 15 of them. It counts as a phone number if it is
  - written with + or 00 and possible for its country,
  - grouped and led by a 0, or of 9 digits and more and valid in one of the regions, or
  - announced by a word such as "tel" or "ring", whatever it looks like;
and not if a word says that it is something else.
"""

from collections.abc import Iterator, Mapping

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.dialling import is_possible, is_valid_somewhere
from allonym.detectors.identifiers.digits import IPV4, among_many
from allonym.detectors.identifiers.nearby import Nearby

# Another number, behind a slash or a dash: it begins with 0, + or a bracket.
_NEXT = r"\(?[0+](?:[ .\-]?[0-9()]){8}"
_RUN = Expression(
    # "_070-174 06 33_" and "tel0612345678" are written as well.
    r"[+(0-9](?:(?<![^\W_][+(0-9])|(?<=[tT][eE][lL][+0-9]))(?<!\w_[+(0-9])"
    r"(?<!\+[(0-9])(?<!\w\+\+)(?<![0-9][/.][+(0-9])(?<![0-9]{2}[\-–][+(0-9])"
    # "1-800", and a mobile of Chile: "9-7741 2083".
    r"(?: ?\(?[0-9]|(?<=\+) [0-9]|(?<=1)[.\-]\(?[2-9]|(?<=9)-[2-9](?=[0-9]{3}[ \-]?[0-9]{4}(?![0-9])))"
    rf"(?:(?:[ .\-–]|/(?!{_NEXT})|\)[ \-]?| ?\(|[\-–] | [\-–/] (?!{_NEXT})"
    # "0 6 . 3 9 . 9 8 …"
    r"| \.(?<= [0-9] \.) (?=[0-9] [0-9]))?[0-9]){5,19}"
    r"(,? ?(?i:x|ext\.?|anknytning|durchwahl|poste|interno|int\.|ramal|extensión|ankn\.?|dw\.?|تحويلة) ?[0-9]{1,6})?"
    rf"(?:(?: ?/ ?| [\-–] )(?={_NEXT})(\+?[0-9(](?:(?:[ .\-–]|\)[ \-]?| ?\()?[0-9]){{7,14}}))?"
    rf"(?![^\W_]|_\w|[.:][0-9]|[,/](?!{_NEXT})[0-9])"
)
_NOT_DIGIT = Expression(r"\D")
# A sum, or a number of a year: "Bookings: 2024-118834".
_COUNTED = Expression(r"[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,2}(?: [0-9]{3})+|(?:19|20)[0-9]{2}[\-/][0-9]{3,7}")
_WORD = Expression(r"\S+")
# Two numbers side by side: "011 5629103 - 335 5829103".
_TWO = Expression(r"(\+?[0-9(][0-9 ()]{7,18}?)(?: ?/ ?| [\-–] )(\+?[0-9(][0-9 ()]{7,18})")
# More than two, of some only the ending: "93 217 44 08 / 09 / 620 114 873".
_LISTED = Expression(r"(\+?[0-9(][0-9 ().\-]{5,20}[0-9](?:(?: / ?|/ )[0-9]{1,4}(?= ?/|\Z))*)(?: / ?|/ |\Z)")
# What of a list is too long for a run.
_MORE = Expression(r"(?=[ \-/][0-9 /])(?:(?: ?/ ?\(?|\) ?|[ .\-])?[0-9]){1,24}(?![\w/]|[.,:][0-9])")
_ENDINGS = Expression(r"(?:(?: / ?|/ )[0-9]{1,4})+\Z")
_FEWEST_BEFORE_ENDING = 8
# Where "xx" stands for the number of a carrier: "(0xx11) 3482-1773".
_ANY_CARRIER = Expression(r"(?<!\w)\(?0 ?(?:xx|XX) ?[1-9][0-9]\)?[ \-]?\Z")
# What no country groups so: parts of machines.
_PART = Expression(r"[1-9][0-9]{3}-[0-9]{3,4}-[0-9]{2}")
# The North American shape is judged by itself: its numbers for fiction (555-01xx) are valid nowhere.
_AMERICAN = Expression(r"(?:1[ .\-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[.\- /])[0-9]{3}[ .\-][0-9]{4}")
# Mexican mobiles are still written with a 1 that is no longer dialled.
_MEXICAN = Expression(r"\A521(?=[0-9]{10}\Z)")
_DATE = Expression(
    r"\d{4}([./\- ])\d{1,2}\1\d{1,2}|\d{1,2}([./\- ])\d{1,2}\2(?:\d{4}|\d{2})|(?:19|20)\d{2}[\-–/](?:19|20)\d{2}|"
    r"\d{1,3}(?:[ .]000)+|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])"
)
# The groups of a number are mostly so; an address on the net is not: "pid=4471 127.0.0.1".
_PAIRS = Expression(r"\d\d(?:\.\d\d){3}")
# The sets of a match: "7-6(7-3) 7-6(8-6) 3-6 6-3"; a run may begin amid the first of them.
_TIE = r"(?:\([0-9]{1,2}[^)]{0,3}\))?"
_SETS = Expression(rf"(?:[0-7][\-–])?[0-7]{_TIE}(?:,? [0-7][\-–][0-7]{_TIE}){{1,4}}")
# Dialled from its first digit on, so what looks like a day is the rest of a number: 0151 19841231, +46 20240131.
_DIALLED = Expression(r"(?:\+[0-9]{1,3}(?: ?(?:\(0\) ?)?\(?[0-9]{1,5}\)?)?|\(?0[0-9]{1,4}\)?) (?:19|20)[0-9]{6}")
# Post codes, cases, a Brazilian tax number, hours, a version: 78712-1179, 28045/02, 042.030.471-10, 08.30–17.00,
# 10.0.19045.3803.
_OTHER = Expression(
    r"\d{3}\.\d{3}\.\d{3}-\d{2}|\d{5}-\d{4}|\d{5}-\d{3}|\d{3,6}/\d{2}|(?:19|20)\d{2}/\d{3,6}|\d{3,6}/(?:19|20)\d{2}|\d+(?:/\d+){2,}|"
    r"97[89][ \-]?(?:\d[ \-]?){9}\d|[1-9]\d*(?:\.\d+){4,}|[1-9]\d?\.\d\.\d{4,5}\.\d{1,5}|"
    r"[0-2]?\d\.[0-5]\d ?[\-–] ?[0-2]?\d\.[0-5]\d"
)
# In pairs: "06/12/48/73/92"; days in a row are none: "01/02/03/04/05".
_PAIRS_WITH_SLASHES = Expression(r"0[1-9](?:/[0-9]{2}){4}")
# "0800-2000 Uhr", and how many there are: 5000000.
_HOURS = Expression(r"[0-2][0-9][0-5][0-9] ?[\-–] ?[0-2][0-9][0-5][0-9]")
_CLOCK = Expression(r" ?(?:[Uu]hr|hrs?\b|hours\b|h\b|heures|horas|ore\b)")
_OF_YEAR = Expression(r"(?:19|20)[0-9]{2}[\-/][0-9]{3,7}")
_ROUND = Expression(r"[1-9][0-9]{0,24}00000")
_DOI = Expression(r"\b10\.[0-9]{4,9}/[^\s\0]*\Z")
_BRAZILIAN_IN_FULL = Expression(r"\(?[1-9][0-9]\)? ?9 ?[0-9]{4}[ \-][0-9]{4}")
# Without its area; only a word tells it from the post codes.
_BRAZILIAN = Expression(r"9\d{4}-\d{4}")
_DAY_OR_BOOK = frozenset({8, 13})
_FAR = 34
_LONGEST_ZIP = 9
_BEFORE = 16
# "Teléfono de " before "visitas"; a cue behind a number is farther away than any word before it.
_PHRASE, _BEHIND = 14, 24
# How far apart two cues are of the same word: "bookings" and "bookings:".
_SAME = 2
_LAST_DAY = 31
# So far before "no." the word stands that it goes with.
_NUMBERED = 5
_BEHIND_AREA = frozenset(" )-")
# More than what the other word may say.
_SURE = 0.8
_RIVALS = ("national", "tax", "health", "passport", "licence", "account", "card", "contract", "id", "not", "vin", "zip")


def phones(text: str, nearby: Nearby) -> Iterator[Found]:
    """Find phone numbers."""
    reached = 0
    for match in among_many(_RUN, text):
        start, end = match.span()
        if start < reached:
            continue
        if "/" in match[0] and (more := _MORE.match(text, end)) and (listed := _listed(text, start, more.end())):
            for each in listed:
                yield from _read(text, *each, each[1], nearby)
            reached = more.end()
            continue
        if match[2]:
            end = start + len(text[start : match.start(2)].rstrip(" /-–"))
        # An extension goes with the number that it follows.
        yield from _read(text, start, end if match[1] is None else match.start(1), end, nearby)
        if match[2]:
            yield from _read(text, *match.span(2), match.end(), nearby)


def _read(text: str, first: int, stop: int, whole: int, nearby: Nearby) -> Iterator[Found]:
    """Find the numbers of a run; `whole` is where it ends with its extension."""
    for start, end in _candidates(text, first, stop):
        run = text[start:end]
        digits = run if run.isdigit() else _digits(run)
        if 7 <= len(digits) <= 15 and not _is_other(text, start, end, nearby):
            carrier = _ANY_CARRIER.search(before(text, start, 10)) if text[start - 1 : start] in _BEHIND_AREA else None
            score = _SURE if carrier else _judge(run, digits)
            if not (score and run[0] == "+"):
                near = nearby.cues(start, end)
                score = _weigh(score, digits, near) if near else score
            if score:
                # A bracket goes with the country code: "(+33) 7 39".
                opened = run[0] == "+" and text[start - 1 : start] == "(" and ")" in run and "(" not in run
                first = start - (len(carrier[0]) if carrier else opened)
                yield Found(first, whole if end == stop else end, "PHONE", score, "phone")


def _digits(run: str) -> str:
    """Return the digits of a number, without short endings of others behind it."""
    ending = _ENDINGS.search(run) if "/" in run else None
    digits = _NOT_DIGIT.sub("", run[: ending.start()] if ending else run)
    return digits if len(digits) >= _FEWEST_BEFORE_ENDING else _NOT_DIGIT.sub("", run)


def _is_other(text: str, start: int, end: int, nearby: Nearby) -> bool:
    """Tell whether a run is written as a date, a post code or a case, or counts or belongs to a longer code."""
    run = text[start:end]
    if _is_end_of_code(text, start, run) or _ROUND.fullmatch(run):
        return True
    if _HOURS.fullmatch(run) and _CLOCK.match(text, end):
        return True
    # Digits alone are a day or the number of a book, or none of these.
    if run.isdigit() and len(run) not in _DAY_OR_BOOK:
        return False
    if _DATE.fullmatch(run) or _SETS.fullmatch(run):
        return True
    if not _OTHER.fullmatch(run) or _is_in_pairs(run):
        return False
    return not (_BRAZILIAN.fullmatch(run) and nearby.cues(start, end).get("phone", 99) < _BEFORE)


def _is_in_pairs(run: str) -> bool:
    """Tell whether a run is a French number with slashes, whose pairs are no days in a row."""
    if not _PAIRS_WITH_SLASHES.fullmatch(run):
        return False
    pairs = [int(pair) for pair in run.split("/")]
    return max(pairs) > _LAST_DAY or sorted(pairs) != pairs


def _is_end_of_code(text: str, start: int, run: str) -> bool:
    """Tell whether a run is the end of a DOI, or of a code with a year in it: "BOE-A-2018-16673"."""
    previous = text[start - 1 : start]
    if previous == ".":
        return _DOI.search(before(text, start, 60)) is not None
    return previous == "-" and text[start - 2 : start - 1].isupper() and _OF_YEAR.fullmatch(run) is not None


def _candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return the run itself or, if that is too long for a phone number, or holds a date, its parts."""
    run = text[start:end]
    if run.isdigit():
        # A table of numbers has many of these, and there is no more to be seen in them.
        if len(run) <= 15:
            yield start, end
        return
    if text[start] == "(" and text.find(")", start, end) < 0:
        start += 1
    if text.find(")", text.rfind("(", start, end) + 1 or end, end) < 0 <= text.find("(", start + 1, end):
        end = start + len(text[start : text.rfind("(", start, end)].rstrip())
    run = text[start:end]
    if (two := _TWO.fullmatch(run)) and sum(map(str.isdigit, run)) > 15:
        yield start, start + two.end(1)
        yield start + two.start(2), end
    elif sum(map(str.isdigit, run)) > 15 and "/" in run and (listed := _listed(text, start, end)):
        yield from listed
    elif sum(map(str.isdigit, run)) <= 15 and (_DIALLED.fullmatch(run) or not any(map(_is_apart, run.split()))):
        yield start, end
    else:
        yield from _pieces(text, start, end)


def _listed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the numbers of a list with slashes; none if something else is in it."""
    if text.find("/ ", start, end) < 0 and text.find(" /", start, end) < 0:
        return []
    numbers = list(_LISTED.finditer(text, start, end))
    ends = [start, *(number.end() for number in numbers)]
    whole = ends[-1] == end and all(number.start() == at for number, at in zip(numbers, ends, strict=False))
    return [number.span(1) for number in numbers] if whole and len(numbers) > 1 else []


def _is_apart(word: str) -> bool:
    """Tell whether digits are a date or an address on the net, and no part of a number."""
    if _DATE.fullmatch(word):
        return True
    return IPV4.fullmatch(word) is not None and not _PAIRS.fullmatch(word)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return the parts of a run of too many digits, each short enough for a phone number; others are left out."""
    begin = last = start
    count = 0
    for word in _WORD.finditer(text, start, end):
        digits = sum(map(str.isdigit, word[0]))
        # A mark between two numbers belongs to neither.
        if not digits:
            continue
        apart = _is_apart(word[0])
        if count + digits > 15 or apart:
            yield begin, last
            begin, count = word.end() + 1 if apart else word.start(), 0
        if not apart:
            count += digits
            last = word.end()
    if begin < last:
        yield begin, last


def _weigh(score: float, digits: str, near: Mapping[str, int]) -> float:
    """Weigh the look of a run against the words around it."""
    phone = min(near.get("phone", 99), near.get("number", 99) + 4)
    # No post code is so long: "call me plz 208-555-0151".
    rivals = _RIVALS[:-1] if len(digits) > _LONGEST_ZIP else _RIVALS
    rival = min((near[kind] for kind in rivals if kind in near), default=99)
    if score and _is_for(near, rival):
        return max(score, _SURE)
    # In "Polizze Nr. 0448/207711-3" and "Kto.-Nr. 0448 2017 33" the number is that of the word before it.
    if "phone" not in near and rival <= near.get("number", 99) + _NUMBERED:
        phone = 99
    # A word may speak for both: "standard" is a switchboard in French, and none elsewhere; "Bookings:" may be either.
    if rival <= 14 and (rival < phone or (rival <= phone + _SAME and not score)):
        return 0.0
    if score or phone > 34:
        return score
    if near.get("phone", 99) <= 34:
        return 0.6
    if rival < _FAR:
        return 0.0
    # "Number" may announce anything; then the digits must be a phone number somewhere.
    return 0.55 if near["number"] <= 16 and len(digits) >= 9 and is_valid_somewhere(digits, True) else 0.0


def _is_for(near: Mapping[str, int], rival: int) -> bool:
    """Tell whether a phone is for what another word names: "Teléfono de visitas", "Bookings:", "Telefon Bestellung"."""
    phone = near.get("phone", 99)
    if rival not in (near.get("contract"), near.get("not")) or near.get("number", 99) < min(phone, rival):
        return False
    return phone <= rival + _PHRASE and phone < _BEHIND


def _judge(run: str, digits: str) -> float:
    """Return how sure we are that a run is a phone number by its own look; 0.0 means not at all."""
    if run[0] == "+" or digits.startswith("00"):
        return 0.97 if is_possible(_MEXICAN.sub("52", digits.removeprefix("00"))) else 0.0
    grouped = len(run) > len(digits)
    if grouped and (_AMERICAN.fullmatch(run) or ("-" in run and _BRAZILIAN_IN_FULL.fullmatch(run))):
        return 0.85
    if grouped and digits[0] == "0" and len(digits) >= 8:
        return 0.8
    # Shorter numbers are too often something else: case numbers, sums, years.
    counted = grouped and (_COUNTED.fullmatch(run) or _PART.fullmatch(run))
    if (grouped or digits[0] == "0") and len(digits) >= 9 and not counted:
        return 0.7 * is_valid_somewhere(digits, "(" in run)
    return 0.0
