"""Whether a code fits the cue that announces it: long enough, with enough digits, and neither date, sum nor measure."""

import re
from typing import NamedTuple

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.identifiers.checks import is_day
from allonym.detectors.identifiers.codes import compact, is_date, shape_of
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.runs import Run
from allonym.detectors.identifiers.wordlists import word_set


class Sort(NamedTuple):
    """What a kind of cue announces: the label, and the fewest digits, fewest and most characters it can have."""

    label: str
    digits: int
    shortest: int
    longest: int
    reach: int = 24


SORTS = {
    "national": Sort("ID.NATIONAL", 5, 6, 18),
    "tax": Sort("ID.TAX", 6, 8, 18),
    "health": Sort("ID.HEALTH", 4, 4, 20),
    "passport": Sort("ID.PASSPORT", 4, 6, 12),
    "licence": Sort("ID.LICENCE", 4, 5, 20),
    "plate": Sort("PLATE", 1, 4, 8),
    "vin": Sort("VIN", 4, 11, 17),
    "zip": Sort("ADDRESS.ZIP", 3, 3, 9, 14),
    "account": Sort("ACCOUNT", 5, 5, 26),
    "card": Sort("CARD", 12, 12, 19),
    "contract": Sort("CONTRACT", 3, 4, 34),
    "number": Sort("CONTRACT", 5, 5, 30, 3),
    "id": Sort("ID", 4, 4, 24, 14),
    "code": Sort("ID", 3, 4, 16, 14),
    "perhaps_contract": Sort("CONTRACT", 3, 4, 34, 12),
    "perhaps_id": Sort("ID", 4, 4, 24, 12),
}
"""The sorts by the kinds of their cues."""

DATE = Expression(r"\d{1,2}[./\-]\d{1,2}|(?:1[5-9]|20)\d{2}[\-–/](?:1[5-9]|20)?\d{2}")
"""A day and a month, or years from one to another."""

RANGE = Expression(
    r"\d{1,3}(?: ?[\-–] ?|/)\d{1,3}|\d{1,4}[.,]\d{1,2} ?[\-–] ?\d{1,4}[.,]\d{1,2}|\d+[xX]\d+(?:[xX]\d+)?"
)
"""From one number to another, or one by another."""

_DECIMAL = Expression(r"\d+[.,]\d{1,2}|\d{1,3}(?: 000)+|\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d+)?|\d+(?:\.\d+){2,}")
_THOUSANDS = Expression(r"\d{1,3}(?:\.\d{3})+")
_YEAR = Expression(r"(?:19|20)\d{2}")
_EPISODE = Expression(r"[Ss]\d{1,2}[Ee]\d{1,3}")
_PAIRS = Expression(r"\d\d")
_UNIT = Expression(
    r" ?(?:%|‰|°|km|kg|mg|cm|mm|ml|gb|mb|kb|mah\b|[mg]hz\b|[kmg]?wh\b|kw\b|€|\$|£|kr\b"
    r"|euros?\b|dollars?\b|usd|eur|sek|[ck]?m[²³]"
    r"|hours?\b|years?\b|ans\b|años\b|anni\b|anos\b|år\b|min\b|jahre?\b|stunden|times\b|people|personen|fois\b|veces|volte\b|vezes|followers?\b|abonnés|följare|seguidores|pairs\b"
    r"|paires\b|paar\b|stück|stycken|units\b|pieces\b|pièces\b|pages?\b|seiten\b|sidor\b|páginas\b|pagine\b|words\b|mots\b|met(?:er|re)s?\b|metern\b)",
    re.IGNORECASE,
)
# "A88412", "up202104556": pupils and students have such numbers.
_SMALL_LETTERED = Expression(r"[a-z]{1,4}[0-9]{5,10}")
_SMALL = Expression(r"[A-Za-z0-9]+(?:[\-_/][A-Za-z0-9]+)*")
CODE = Expression(r"[A-Za-z]*[0-9][A-Za-z0-9./\-]*")
"""Whatever may be a code between a cue and another code."""
_BEHIND, _FEWEST_BEHIND = 16, 2
_NEXT, _SHORT_THOUSANDS, _NAMED_BETWEEN = 6, 6, 14
# Short words lead on from a number of one digit or two.
_PIN = Expression(r"\A ?[0-9]{1,2}(?: [^\W\d_]{1,3}){1,2} ?\Z")
# "La ville compte 45320 habitants": what is counted stands in the plural.
_COUNTED = Expression(r" (?!(?:depuis|mais|puis|dans|sans|vers|alors|hors|chez)\b)[^\W\d_A-Z]{3,20}[sxi](?![\w])")
_LONGEST_COUNT = 9
# What may be any four digits.
_ANY_FOUR = frozenset({"zip", "code"})
_PERSONAL = frozenset({"national", "tax", "health", "licence"})
_BRANCH = Expression(r"(?:clearing\w*|konto|ag[eê]ncia|\bag)\W{0,3}\Z", re.IGNORECASE)
_LAW = Expression(r"[0-9]{1,4}/(?:19|20)[0-9]{2}")
_ACCOUNT = Expression(r"[0-9]{4,6}-[0-9Xx]")
_VIN = Expression(r"(?=(?:.{0,14}[A-Z]){3})[A-HJ-NPR-Z][A-HJ-NPR-Z0-9]{12}[0-9]{4}")
_DASHED_CASE = Expression(r"[0-9]{2}-[0-9]{3,6}")
_CASE_OF_YEAR = Expression(r"(?:19|20)?[0-9]{2}/[0-9]{3,6}|[0-9]{1,6}/(?:19|20)?[0-9]{2}")
_SHORT_CASE = Expression(r"[0-9]{3}/(?:[0-2]|9)[0-9]")
_OF_YEAR = Expression(r"(?:19|20)[0-9]{2}:[0-9]{2,6}")
# "COVID19", "WINTER25".
_NAMED = Expression(r"[A-Z]{4,}[0-9]{1,3}")
_LETTERED = Expression(r"[1-9][0-9]{0,2}[A-Z]{1,2}")
_SERIES = Expression(r"[1-9][0-9]{0,3}/[A-Z]{1,2}")
# "RX 6600 XT" draws pictures; a prescription is called so too.
_GRAPHICS = Expression(r"\b[Rr][Xx] ?\Z")
_MADE = Expression(r"(?:4[678]0|5[5-9]0|[5-79][3-9][05]0)(?: ?(?:XTX?|GRE|GB)\b)?")
PERHAPS = {"perhaps_contract": "contract", "perhaps_id": "id"}
"""What the kinds announce whose words are common in other sentences too."""
_STANDARD = Expression(
    r"(?:BS|EN|ISO|IEC|DIN|UNE|UNI|CEI|ASTM|ANSI|IEEE|NBR|NEN|JIS|GOST|RFC|NFPA|ETSI|ITU)[ \-/]?(?:[A-Z]{1,5}[ \-/]?)?"
    r"[0-9]{2,6}(?:[\-:][0-9]{1,4}){0,2}"
)
_RIGHT_BEHIND = Expression(r"[:=(#]{0,2}")
_BLANK = frozenset(" \t*")
_NUMBERED = Expression(r"[^!?;,\n]{0,14}")
_WRITTEN_ALIKE = frozenset({"plate", "vin", "account", "zip"})
_OF_A_YEAR = Expression(r"\D*(?:19|20)[0-9]{2}\D*")
_DIVIDES = frozenset("-/_#")
_FEWEST_PLAIN, _FEWEST_MIXED, _COLON = 5, 4, 2


def what_it_is(run: Run, kind: str, surface: str) -> str:
    """Return the kind of a code; some cues mean one thing here, another there."""
    kind = PERHAPS.get(kind, kind)
    # Visas are cards and leave to enter; cards have no letters.
    if kind == "card" and not compact(surface).isdigit():
        return "id"
    if kind in {"contract", "number"} and _VIN.fullmatch(surface) and not surface[:11].isdigit():
        return "vin"
    if kind == "national":
        # In Brazil "cc" is the current account, in Portugal the identity card.
        if _ACCOUNT.fullmatch(surface) and run.cues.get("account", 99) <= 24:
            return "account"
        # "RG" is the identity card in Brazil; in France and Italy the register of a court, whose numbers have a year.
        if _CASE_OF_YEAR.fullmatch(surface):
            return "contract"
    # An Arabic file is a patient's, unless it has a year.
    if kind == "health" and _CASE_OF_YEAR.fullmatch(surface) and run.cues.get("contract") == run.cues["health"]:
        return "contract"
    return kind


def _is_beside(run: Run, surface: str, distance: int) -> bool:
    """Tell whether a code stands right behind a word that is common elsewhere, and is no small number: "job 44-812"."""
    numbered = run.cues.get("number", 99) <= _NEXT
    if _OF_A_YEAR.fullmatch(surface) or not (_NUMBERED if numbered else _RIGHT_BEHIND).fullmatch(
        _between(run, distance)
    ):
        return False
    digits = sum(map(str.isdigit, surface))
    if "." in surface and not numbered:
        return False
    if surface.isdigit():
        return digits >= _FEWEST_PLAIN and not surface.endswith("000")
    divided = not _DIVIDES.isdisjoint(surface) or any(map(str.isalpha, surface))
    return divided and (
        digits >= _FEWEST_MIXED or not _DIVIDES.isdisjoint(surface) or _is_key(compact(surface), distance)
    )


def _between(run: Run, distance: int) -> str:
    """Return what stands between a cue and a code; nothing, if the cue is among the letters before its digits."""
    word = run.core[0]
    while word > run.start and run.text[word - 1].isalpha():
        word -= 1
    # Blanks before a number do not count.
    while run.text[word - 1 : word] in _BLANK:
        word -= 1
    return run.text[word - distance : run.start].strip()


def is_common(run: Run, surface: str, kind: str, distance: int) -> bool:
    """Tell whether a code is nobody's: a standard ("BS 7671"), or what a common word does not announce."""
    if kind not in _WRITTEN_ALIKE and _STANDARD.fullmatch(surface):
        return True
    if kind == "health" and _MADE.fullmatch(surface) and _GRAPHICS.search(before(run.text, run.core[0], 4)):
        return True
    return kind in PERHAPS and not _is_beside(run, surface, distance)


def _nearest(run: Run, kind: str) -> int:
    return min(run.cues.get(kind, 99), run.cues.get(f"perhaps_{kind}", 99))


def fits(run: Run, surface: str, sort: Sort, distance: int) -> bool:
    """Tell whether a code can be of a sort."""
    code = compact(surface)
    digits = sum(map(str.isdigit, code))
    # "Reserva a nombre de Gil, código 8HJ2KQ".
    near = min(distance, run.cues.get("number", 99))
    enough = sort.shortest <= len(code) <= sort.longest and (digits >= sort.digits or _is_key(code, near))
    if not (enough or _is_branch(run, surface, sort) or _is_small(run, surface, sort)):
        return False
    if sort.label == "PLATE":
        # "The DGS-2 is a plate with two ports": a word behind a code says less.
        if (distance >= _BEHIND and digits < _FEWEST_BEHIND) or "/" in surface:
            return False
        if digits == len(code):
            return digits >= _FEWEST_PLAIN and distance <= _COLON and run.text[run.start - 2 : run.start] == ": "
        return (surface.upper() == surface or len(code) >= 6) and code not in word_set("car_models")
    # Small letters between digits are words and units: "10h30", "3rd".
    letters = "".join(filter(str.isalpha, code))
    if letters == letters.upper() or (sort.label == "ID" and near <= _NEXT and _SMALL_LETTERED.fullmatch(surface)):
        return True
    return len(code) >= 8 and digits >= 4 and _SMALL.fullmatch(surface) is not None


def is_measure(run: Run, surface: str, end: int, kind: str) -> bool:
    """Tell whether the number rather counts or dates something."""
    numbered = run.cues.get("number", 99) <= 4
    if (_DECIMAL.fullmatch(surface) and not _is_dotted(run, surface, kind)) or _EPISODE.fullmatch(surface):
        return True
    beside = kind == "contract" and _nearest(run, kind) <= 2
    # "Application (no. 316/07)" is no range, nor is "Atestado 221/24".
    of_year = bool((numbered and _is_case(run, surface, kind)) or (beside and _SHORT_CASE.fullmatch(surface)))
    # "BSB 062-000" is the branch of a bank.
    of_year |= kind == "account" and run.cues.get(kind, 99) <= 2 and len(surface) == len("062-000")
    if (RANGE.fullmatch(surface) and not of_year) or (kind == "account" and _is_counted(run, surface, end)):
        return True
    # "Boletim de ocorrência 1829/2022".
    numbered |= beside and _CASE_OF_YEAR.fullmatch(surface) is not None
    if not numbered and (DATE.fullmatch(surface) or (_YEAR.fullmatch(surface) and kind not in _ANY_FOUR)):
        return True
    # "Född 820311" tells the day, not the whole number.
    if kind == "national" and len(surface) == 6 and surface.isdigit() and is_day(*map(int, _PAIRS.findall(surface))):
        return True
    # A British sort code (12-03-45) is written like a date, but a law (41/2003) is no account.
    if _LAW.fullmatch(surface) if kind == "account" else is_date(surface):
        return True
    return _UNIT.match(run.text, end) is not None or _is_divided(run, surface, kind)


def _is_case(run: Run, surface: str, kind: str) -> bool:
    """Tell whether a number holds its year; with a dash it may be a law, unless it is said to be a file."""
    if _CASE_OF_YEAR.fullmatch(surface):
        return True
    return kind == "contract" and _nearest(run, kind) <= _BEHIND and _DASHED_CASE.fullmatch(surface) is not None


def _is_counted(run: Run, surface: str, end: int) -> bool:
    """Tell whether a word says how many there are rather than which account."""
    if len(surface) > _LONGEST_COUNT or surface[0] == "0" or not _COUNTED.match(run.text, end):
        return False
    front = before(run.text, end - len(surface), 32).lower()
    # "Compte 12 quartiers et 45 320 âmes": it counts already.
    rests = (front.partition(f"{word} ") for word in words_of("counting"))
    return any(found and (not rest or rest[0].isdigit() or rest[:-1].isalpha()) for _, found, rest in rests)


def _is_divided(run: Run, surface: str, kind: str) -> bool:
    """Tell whether marks divide a number that do not divide codes, but for cases of Swedish authorities: 2021:4417."""
    if kind == "contract" and _OF_YEAR.fullmatch(surface) and _nearest(run, kind) <= 3:
        return False
    return any(character in surface for character in ",:'’")


def is_taken(between: str, surface: str) -> bool:
    """Tell whether another code stands nearer to the cue: "meter no. 4711-0815, reading 8898"; "pin 8 of the NE555"."""
    if _PIN.search(between):
        return True
    return any(
        shape_of(compact(other)) != shape_of(compact(surface)) and not is_date(other)
        for other in CODE.findall(between)
        if len(compact(other)) >= 5
    )


def _is_dotted(run: Run, surface: str, kind: str) -> bool:
    """Tell whether dots divide a long number of its cue: "protocolo 2023.118.4471", "cédula 1.020.334.871"."""
    numbered = run.cues.get("number", 99) <= 4
    # "Contrato EDP n.º 152.004.821.773": no count has so many digits.
    if numbered and surface.count(".") > 2 and _nearest(run, kind) <= _NAMED_BETWEEN:
        return True
    if _THOUSANDS.fullmatch(surface) and not surface.endswith("000") and run.cues.get(kind, 99) <= 6:
        # "OAB/SP 182.934", "nota fiscal 000.829.103", "matrícula do imóvel nº 48.291", "nº de póliza 48.291.307".
        numbered |= run.cues.get("number", 99) <= 14 and run.cues.get(kind, 99) <= 2
        least = {"national": 7, "tax": 9}.get(kind, 5)
        numbered |= kind == "id" and run.cues.get(kind, 99) <= 2 and len(surface) > _SHORT_THOUSANDS
        # "Apólice 44.812.213".
        numbered |= kind == "contract" and run.cues.get(kind, 99) <= 2 and surface.count(".") > 1
        if (numbered or surface[0] == "0" or kind in _PERSONAL) and len(compact(surface)) >= least:
            return True
    if "," in surface or surface.count(".") < 2 or len(compact(surface)) < 8 or surface.endswith(".000"):
        return False
    return kind == "national" or (run.cues.get(kind, 99) <= 8 and not _THOUSANDS.fullmatch(surface))


def _is_key(code: str, distance: int) -> bool:
    """Tell whether a code near its cue is one although it is mostly letters: "booking reference QXM38T"."""
    if len(code) < 6 or not code.isupper() or code.isalpha():
        return False
    return distance <= 3 or (distance <= 12 and not _NAMED.fullmatch(code))


def _is_small(run: Run, surface: str, sort: Sort) -> bool:
    """Tell whether three digits are a contract number, being numbered beside its cue: "recibo n.º 829"."""
    code = compact(surface)
    near = run.cues.get("number", 99) <= 3 and run.cues.get("contract", 99) <= 6
    # "Fatt. 47/PA": so invoices of a second series are counted.
    near |= _nearest(run, "contract") <= _COLON and _SERIES.fullmatch(surface) is not None
    return (
        sort.label == "CONTRACT"
        and near
        and ((len(code) == 3 and code.isdigit()) or _LETTERED.fullmatch(code) is not None)
    )


def _is_branch(run: Run, surface: str, sort: Sort) -> bool:
    """Tell whether four digits or five are the branch of a bank."""
    if sort.label != "ACCOUNT" or not surface.replace("-", "").isdigit() or not 4 <= len(surface) <= 6:
        return False
    return _BRANCH.search(before(run.text, run.core[0], 16)) is not None
