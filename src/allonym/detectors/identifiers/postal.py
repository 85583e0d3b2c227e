"""Postal codes that are only digits: a city behind them, a country before them, or a word such as "PLZ" tells.

12 rue X, 75011 Paris    D-10115 Berlin    114 55 Stockholm    1000-205 Lisboa    Springfield, IL 62704
Codes with letters in them (GB, CA, NL) are in tables/codes.toml.
"""

from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.codes import announced_by
from allonym.detectors.identifiers.runs import Run, Runs
from allonym.detectors.identifiers.wordlists import word_set
from allonym.languages.lists import normal, open_lists

COUNTRIES = "A|B|D|E|F|H|I|L|N|P|S|AT|BE|BG|CH|CZ|DE|DK|EE|ES|FI|FIN|FL|FR|GR|HR|HU|IT|LI|LT|LU|LV|NO|PL|PT|RO|SE|SI|SK"
"""What stands before a European postcode."""
STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|"
    "RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|AP|AE|AA"
)
"""What stands before an American postcode."""
_FIRST_DIGITS: dict[str, tuple[tuple[int, int], ...]] = {
    "AL": ((350, 369),), "AK": ((995, 999),), "AZ": ((850, 865),), "AR": ((716, 729),), "CA": ((900, 961),),
    "CO": ((800, 816),), "CT": ((60, 69),), "DE": ((197, 199),), "FL": ((320, 349),), "GA": ((300, 319), (398, 399)),
    "HI": ((967, 968),), "ID": ((832, 838),), "IL": ((600, 629),), "IN": ((460, 479),), "IA": ((500, 528),),
    "KS": ((660, 679),), "KY": ((400, 427),), "LA": ((700, 714),), "ME": ((39, 49),), "MD": ((206, 219),),
    "MA": ((10, 27), (55, 55)), "MI": ((480, 499),), "MN": ((550, 567),), "MS": ((386, 397),), "MO": ((630, 658),),
    "MT": ((590, 599),), "NE": ((680, 693),), "NV": ((889, 898),), "NH": ((30, 38),), "NJ": ((70, 89),),
    "NM": ((870, 884),), "NY": ((100, 149),), "NC": ((270, 289),), "ND": ((580, 588),), "OH": ((430, 459),),
    "OK": ((730, 749),), "OR": ((970, 979),), "PA": ((150, 196),), "RI": ((28, 29),), "SC": ((290, 299),),
    "SD": ((570, 577),), "TN": ((370, 385),), "TX": ((750, 799), (885, 885)), "UT": ((840, 847),), "VT": ((50, 59),),
    "VA": ((201, 201), (220, 246)), "WA": ((980, 994),), "WV": ((247, 268),), "WI": ((530, 549),), "WY": ((820, 831),),
    "DC": ((200, 205),), "PR": ((6, 9),),
}  # fmt: skip
"""The first three digits of the postcodes of each state, from and to."""
_PREFIXED = Expression(
    rf"(?<![\w])(?:{COUNTRIES})[\-–](?:[0-9]{{3}} [0-9]{{2}}|[0-9]{{4}}-[0-9]{{3}}|[0-9]{{2}}-[0-9]{{3}}|[0-9]{{4,5}})"
)
_STATE = Expression(rf"(?<![\w])(?:{STATES}) ([0-9]{{5}}(?:-[0-9]{{4}})?)")
_BRAZILIAN = Expression(
    r"\b(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)(?: ?[,\-–.] ?| |\n)(?:[0-9]{5}-[0-9]{3})\Z"
)
# An Arabic address ends with the city and its code.
_ARABIC = Expression(r"(?:شارع|طريق|زنقة|نهج|حي) [^\n.;]{2,50}[،,] ?(?:[ء-ي]+ ){1,2}\Z")
_SPELT = Expression(
    r"[0-9]{4} [\-–] [0-9]{3}|[0-9]{3} [0-9]{2}|[0-9]{5}-[0-9]{4}|[0-9]{4}-[0-9]{3}|[0-9]{5}-[0-9]{3}|[0-9]{4,5}"
)
_APART = Expression(r"[0-9]{4} [\-–] [0-9]{3}")
_CITY = Expression(r"(?:,? |\n|, ?|\. )(?:[LlDd]['’])?([A-ZÀ-ÖØ-Þ][^\W\d_]+|[\u0621-\u064a]{3,})")
_TOWN = Expression(r"(?:,? |\n|, ?)([^\W\d_]+(?:-[^\W\d_]+)*)")
# So well known is a town whose codes end like round numbers; and so much of how common its name is as a word.
_KNOWN, _COMMONER = 0.5, 0.8
_CITY_ENDS = Expression(
    r"(?:[ \-'’](?:[A-ZÀ-ÖØ-Þ][^\W\d_]*|d[eiao]s?|la|sur|am|an|der|im|le|lès|upon)){0,3}"
    r"(?:\s*[,.;:!?()\n|]|\s*\Z| [a-zàé]{1,4}\b)"
)
_STREET = Expression(
    r"[^,.;\n]{0,30}\b(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Blvd|Boulevard|Ways?|Place|Square|Crescent|Close|"
    r"Terrace|Highway|Hwy|Parkway|Cliffs?|Fords?|Hills?|Gardens?|Grove|Mews|Walks?|Row|Trail|Loop|Circle|Pike|Path)\b"
)
_CITY_BEFORE = Expression(
    r"\b(?:in|à|a|en|em|i|de|di|da|från|till|aus|nach|near) (?:[A-ZÀ-ÖØ-Þ][^\W\d_]+[ \-]?){1,3} ?\(\Z"
)
# In small letters most states are words as well; then the first digits must be theirs: boise id 83701.
_SMALL_STATE = Expression(r"([^\W\d_]{3,20}),? [a-z]{2} \Z")
_IN_TOWN = Expression(
    r"(?<![\w])(?:in|à|a|en|em|i) (?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*,)"
    r"[A-ZÀ-ÖØ-Þ][^\W\d_]{2,24}(?:[ \-](?:[a-z]{2,4}[ \-])?[A-ZÀ-ÖØ-Þ][^\W\d_]{2,24}){0,2}, \Z"
)
_OVER = Expression(r"\s?(?:[.;!?)](?![^\s\0])|[\n\0]|\Z)")
_CUE_BEHIND = Expression(r" (?:zip ?code|zip|postcode|postal code)\b")
_CODES_BEFORE = Expression(
    r"(?:(?<![0-9A-Za-z.,\-])(?:[0-9]{3} [0-9]{2}|[0-9]{5}-[0-9]{3,4}|[0-9]{4}-[0-9]{3}|[0-9]{4,5})"
    r"(?:, ?| ?[/&] ?|,? (?:and|or|und|oder|et|ou|y|o|e|och|eller|و|أو) |,? و))+\Z"
)
_SAID_BEFORE, _LONGEST_LIST = 14, 48
_POST_BOX = Expression(r",? ?(?:ص\.? ?ب|P\.? ?O\.? ?Box)\b")
# What a word right before digits may say that they are.
_CODES, _SAID = ("account", "contract", "id", "health", "licence", "national", "tax"), 4
_OPENING = frozenset(",;:(|>/-–0123456789")
_DIGITS = frozenset("0123456789")
_LEADING = frozenset(
    {"in", "à", "a", "an", "en", "em", "i", "nach", "aus", "von", "till", "från", "de", "zu", "at", "near", "di", "da"}
)
_HOUSE_BEFORE = Expression(r"[0-9][A-Za-z]?, \Z")
# "On October 6, 1999, Kelly".
_DAY_BEFORE = Expression(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? "
    r"[0-9]{1,2}(?:[\-–][0-9]{1,2}|st|nd|rd|th)?, \Z"
)
# Pages and units: "GRUR 2013, 1143 Rn. 15", "14217 Kr."
_CITED = Expression(r"(?:,? |\n|, ?)(?:[A-ZÀ-ÖØ-Þ][^\W\d_]{1,5}\. ?[0-9]|[A-ZÀ-ÖØ-Þ][^\W\d_] ?\.)")
_SHORT_BEFORE = Expression(r"(?:\S*[\d./)o]|(?:\A|\s)[!-ɏ]{1,3}|\b[A-Z]\S*)\s\Z")


def is_zip_of(state: str, code: str) -> bool:
    """Tell whether a postcode is one of an American state."""
    ranges = _FIRST_DIGITS.get(state.upper(), ())
    return code[:3].isdigit() and any(first <= int(code[:3]) <= last for first, last in ranges)


def postcodes(runs: Runs) -> Iterator[Found]:
    """Find postal codes."""
    for place in runs.longer:
        if 4 <= place[2] - place[1] <= 40:
            yield from runs.ask(_judge, place)


def _judge(run: Run) -> Sequence[Found]:
    if run.is_international:
        return ()
    found = [Found(begin, stop, "ADDRESS.ZIP", score, rule) for begin, stop, score, rule in _candidates(run)]
    return found if found and "not" not in run.cues else ()


def _candidates(run: Run) -> Iterator[tuple[int, int, float, str]]:
    text, end = run.text, run.core[1]
    if run.start < run.core[0]:
        yield from _with_prefix(run)
    tail = _last_spelt(text, run.core[0], end)
    if tail is None:
        return
    start = tail
    if _is_announced(run, start, end):
        yield start, end, 0.95, "postcode-announced"
    elif _is_of_state(text, start, end):
        yield start, end, 0.8, "postcode-of-state"
    elif _ends_address(text, start, end):
        yield start, end, 0.8, "postcode-behind-city"
    elif (
        _has_city(text, end)
        and not _is_code(run, start)
        and _in_address(text, start, end)
        and not _has_street(text, end)
    ):
        # In a form, "Invoice no: 00418 Date: 12 May" is none.
        yield start, end, 0.75, "postcode-before-city"
    elif end - start >= 5 and (rule := _rule_of_place(text, start, end)):
        yield start, end, 0.7, rule


def _rule_of_place(text: str, start: int, end: int) -> str:
    """Return the rule for a long code that stands in brackets behind a city, or before a box; none elsewhere."""
    if text[end : end + 1] == ")" and _CITY_BEFORE.search(before(text, start, 40)):
        return "postcode-behind-city"
    return "postcode-before-box" if _POST_BOX.match(text, end) else ""


def _is_of_state(text: str, start: int, end: int) -> bool:
    """Tell whether a code is one of the state before it, in small letters: "boise id 83701"."""
    told = text[start - 2 : start - 1].islower() and _SMALL_STATE.search(before(text, start, 24))
    if end - start < 5 or not told or told[1].lower() in word_set("with_id"):
        return False
    return is_zip_of(text[start - 3 : start - 1], text[start:end])


def _is_announced(run: Run, start: int, end: int) -> bool:
    """Tell whether a word before a code says what it is, or one behind it: "my 94110 zip code"."""
    cued = announced_by(run, ("zip",))
    if cued is not None and cued <= _SAID_BEFORE + _length_of_codes_before(run.text, start):
        return True
    return end - start >= 5 and _CUE_BEHIND.match(run.text, end) is not None


def _length_of_codes_before(text: str, start: int) -> int:
    """Return how long the codes are that stand between a code and the word for all of them: "PLZ 10115 oder 20095"."""
    codes = _CODES_BEFORE.search(before(text, start, _LONGEST_LIST))
    return len(codes[0]) if codes else 0


def _with_prefix(run: Run) -> Iterator[tuple[int, int, float, str]]:
    text, end = run.text, run.core[1]
    dashed = text[run.core[0] - 1] in "-–"
    for match in _PREFIXED.finditer(text, run.start, end) if dashed else ():
        if _ends_here(text, match.end()) and (
            announced_by(run, ("zip",)) is not None or _is_before_city(text, match.end())
        ):
            yield *match.span(), 0.9, "postcode-of-country"
    for match in _STATE.finditer(text, run.start, end) if end - run.core[0] >= 5 else ():
        if _ends_here(text, match.end()):
            yield *match.span(1), 0.85, "postcode-of-state"


def _is_code(run: Run, start: int) -> bool:
    """Tell whether the word before digits says what they are: "Número de socio: 04512", "Agência: 0910"."""
    if run.cues.get("number", 99) <= 2:
        return True
    return run.text[start - 1 : start] == " " and any(run.cues.get(kind, 99) <= _SAID for kind in _CODES)


def _ends_address(text: str, start: int, end: int) -> bool:
    """Tell whether a code ends an address of Brazil, behind the state, or an Arabic one, behind the city."""
    if end - start == 9:
        return _BRAZILIAN.search(before(text, end, 16)) is not None
    if _ends_behind_town(text, start, end):
        return True
    arabic = end - start == 5 and "\u0621" <= text[start - 2 : start - 1] <= "\u064a"
    return arabic and _ARABIC.search(before(text, start, 72)) is not None


def _ends_behind_town(text: str, start: int, end: int) -> bool:
    """Tell whether nothing follows a code behind a town that somebody or something is in: "bor i Lund, 222 22."."""
    if text[start - 2 : start] != ", " or end - start < 5 or text.endswith("000", start, end):
        return False
    return _OVER.match(text, end) is not None and _IN_TOWN.search(before(text, start, 48)) is not None


def _last_spelt(text: str, start: int, end: int) -> int | None:
    """Return the code at the end of a run; what stands before it may be the number of the house."""
    if text[start:end].isdigit():
        return start if 4 <= end - start <= 5 else None
    for begin in (end - 10, end - 9, end - 8, end - 6, end - 5, end - 4):
        if begin >= start and (begin == start or text[begin - 1] == " ") and _SPELT.fullmatch(text, begin, end):
            return begin
    return None


def _has_city(text: str, end: int) -> bool:
    window = after(text, end, 48)
    city = _CITY.match(window)
    if city is None or city[1] in word_set("counted") or (len(city[1]) <= 3 and city[1].isupper()):
        return False
    return not _CITED.match(window)


def _is_before_city(text: str, end: int) -> bool:
    return _has_city(text, end) and not _has_street(text, end)


def _has_street(text: str, end: int) -> bool:
    """Tell whether a street follows, so that the code is the number of a house."""
    return _STREET.match(after(text, end, 48)) is not None


def _city_ends(text: str, end: int) -> bool:
    """Tell whether nothing but a city follows, as in the last line of an address."""
    window = after(text, end, 48)
    city = _CITY.match(window)
    return city is not None and _CITY_ENDS.match(window, city.end()) is not None


def _in_address(text: str, start: int, end: int) -> bool:
    surface = text[start:end]
    front = before(text, start, 16)
    if surface.endswith("000") and len(surface) <= 5 and not _is_town(text, end, _KNOWN):
        return False
    if _APART.fullmatch(surface):
        # "1990 - 200 Coimbra" may begin with a year.
        return text[start : start + 2] not in {"19", "20"} and _opens_address(front) and _city_ends(text, end)
    if " " in surface or "-" in surface:
        return True
    if len(surface) == 4:
        dated = not front or _is_dated(text, start, end)
        return not dated and _opens_address(front) and _city_ends(text, end) and not _counts(text, front, end)
    return _opens_address(front) or (_city_ends(text, end) and _SHORT_BEFORE.search(front) is not None)


def _counts(text: str, front: str, end: int) -> bool:
    """Tell whether four digits behind a small word count what follows: "an 1500 Schulen", not "an 8001 Zürich"."""
    return front.endswith(" ") and front[-2:-1] not in _OPENING and not _is_town(text, end)


def _is_town(text: str, end: int, least: float = 0.0) -> bool:
    """Tell whether a town follows that is better known than the word is common."""
    word = _TOWN.match(text, end)
    known = open_lists().weight(normal(word[1]), "city") if word else 0.0
    return word is not None and known > max(least, _COMMONER * open_lists().ambiguity(normal(word[1])))


def _opens_address(front: str) -> bool:
    """Tell whether a code may begin behind these words: a mark, a line, the number of a house, "in"."""
    words = front.rstrip()
    if not words or "\n" in front[len(words) :] or words[-1] in _OPENING:
        return True
    begin = len(words)
    while begin and words[begin - 1].isalpha():
        begin -= 1
    if words[begin - 1 : begin] in _DIGITS:
        # The letter of a house: "12b".
        return len(words) - begin == 1 and words[-1].isascii()
    return words[begin:] in _LEADING


def _is_dated(text: str, start: int, end: int) -> bool:
    """Tell whether four digits are a year or a sum: "in 1660, Gordon", "May 4, 2010 World Cup"."""
    front = before(text, start, 24)
    opened = front.endswith((", ", "\n"))
    year = text[start : start + 2] in {"18", "19", "20"}
    if text[end : end + 1] == "," and not (_HOUSE_BEFORE.search(front) if year else opened):
        return True
    return year and (not opened or _DAY_BEFORE.search(front.lower()) is not None)


def _ends_here(text: str, end: int) -> bool:
    return not text[end : end + 1].isalnum()
