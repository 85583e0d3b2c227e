"""Numbers and codes of no fixed form that a word announces: "Kundennummer 4711-0815", "passport no. AB1234567".

The nearest cue names the label; the code must be of a length that fits it. Mixtures of capitals and digits that are
too long for a word count as contract numbers by themselves (E07).
"""

import re
from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers import fitting
from allonym.detectors.identifiers.banking import SHORTEST_CARD, is_card, is_of_card
from allonym.detectors.identifiers.codes import MAYBE_DATE, announced_by, codes, compact, is_date, shape_of
from allonym.detectors.identifiers.codes import tests as tests_of_codes
from allonym.detectors.identifiers.digits import IPV4
from allonym.detectors.identifiers.fitting import CODE, DATE, RANGE, SORTS, Sort, fits, is_measure, is_taken, what_it_is
from allonym.detectors.identifiers.nearby import is_cue
from allonym.detectors.identifiers.runs import Run, Runs, Test
from allonym.detectors.identifiers.wordlists import word_set

# What "no." alone may announce: 28045/02, 2022-0012, A-1350/66, 2104482; not a law of a year, not a sum.
_NUMBERED = Expression(
    r"(?!.*/(?:19|20)\d{2}\Z)[A-Z0-9]+(?:[/\-][A-Z0-9]+)+|(?![0-9]+000\Z)[0-9]{6,20}|[A-Z]{1,3}[0-9]{5,12}"
)
_MIXED = Expression(r"[A-Z0-9]{1,24}(?:[\-/._][A-Z0-9]{1,24}){0,6}|[a-z]{1,6}(?:[\-_][a-z0-9]{1,12}){1,5}")
_GROUP = Expression(r"[A-Za-z0-9]+")
_SHORTEST_MIXED = 8
# "1passport", "2morrow": too long for a plate, with too few digits for anything else.
_SMALL_WORD = Expression(r"[a-z]*[0-9]{1,2}[a-z]{7,}")
_MORE_PLATE = Expression(r"(?=[0-9]{0,3}[A-Z])[A-Z0-9]{1,6}")
_SMALL_KINDS = frozenset({"plate", "zip", "id"})
_BESIDE = 8
_NEXT = 6
# So far before a run a cue may stand that says what it is.
_REACH = 40
_MOST_PARTS = 8
# Bank, branch and number: "10278 04417 00020881".
_TWO_GROUPS, _GROUPED = 10, frozenset({"ACCOUNT", "CONTRACT"})
_BEFORE_NUMBER = 10
_OF_YEAR = Expression(r" لسنة (?:[0-9]{4}(?![0-9])|[0-9]{2}(?= ?ق))")
# What may follow a contract number: the initials of a clerk, a letter.
_ENDING = Expression(r"/(?:[a-z]{1,3}|[A-Z]{4,8})(?![\w/])| [B-HJ-NP-XZ](?![\w'’.\-]| [A-Z]\b)")
# Of a Brazilian book of work: "CTPS 0045127 série 0012".
_SERIES = Expression(r",? [Ss][ée]rie (?:n[.º°]{1,2} ?)?[0-9]{2,5}(?:[\-/][A-Z]{2})?(?![\w])")
# How Italy registers leases: "n. 004821 serie 3T".
_LETTERED_SERIES = Expression(r",? [Ss]erie [0-9]{1,2}[A-Z]{1,2}(?![\w])")
# Swedish accounts: the bank's clearing number, a comma, then the account.
_CLEARING = Expression(r"[1-9][0-9]{3}(?:-[0-9])?")
_BEHIND_CLEARING = Expression(r", ?[0-9](?:[ \-]?[0-9]){5,9}(?![\w]|[.,][0-9])")
_KEY = Expression(r", ?cl[ée](?: rib)?(?: ?:)? ?[0-9]{2}(?![\w])", re.IGNORECASE)
_SORT_CODE = Expression(r"\bsort(?:[ \-]?code)?(?: (?:is|no|number))?\W{0,3}\Z", re.IGNORECASE)
_CASE = Expression(r"[0-9]{3,6}/[0-9]{2}")
_CASE_BEFORE = Expression(r"[0-9]{3,6}/[0-9]{2}(?:, ?| (?:and|et|und|y|e|och|&) )\Z")
_JOINS = Expression(r"[0-9]+|[0-9]{1,4}-[0-9]{1,4}")
# The account behind the number of a Brazilian bank and its branch: "0033 4412 01-002345-7".
_JOINS_ACCOUNT = Expression(r"[0-9]{1,4}(?:-[0-9]{1,9}){1,2}")
# Behind letters, a number may be divided otherwise: "LV 8.812.443-07", "FT 2023/4482", "MI 4F2345" (an Italian plate).
_LED = Expression(r"[0-9]+(?:[./\-][0-9]+){0,4}|[0-9][A-Z][0-9]{4}")
# What everybody may look up: flaws of software, laws, standards; and things that are made by the thousand.
_PUBLIC = Expression(r"CVE-\d|GHSA-|KB\d{6,7}\Z|BOE-[A-Z]-|(?:ISO|IEC|DIN|ASTM|EN)[\-/]")
_MAKER = Expression(
    r"\b(?:Samsung|LG|Sony|Philips|Panasonic|Bosch|Siemens|Miele|AEG|Canon|Nikon|Epson|Brother|HP|Dell|Lenovo|Asus|ASUS|"
    r"Acer|Intel|AMD|Nvidia|NVIDIA|Logitech|Makita|Whirlpool|Electrolux|Huawei|Xiaomi|Garmin)(?: [A-Z]\w{0,11})? \Z"
)
_AMOUNT = Expression(r"(?:USD|EUR|GBP|CHF|SEK|CAD)[0-9]{1,12}[.,][0-9]{2}(?![0-9])")
# "WHERE id > 1000"; a Mexican district, "Col. Centro, 76000", and "with the" in Italian: "col FR1234".
_COMPARED = Expression(r"(?<![=\-])[<>](?:=| ) ?\Z")
_DISTRICT = Expression(r"\bCol\. [A-ZÁÉÍÓÚÑ][a-zñáéíóú][^\d]*\Z|\bcol \Z")
_UUID = Expression(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def identifiers(runs: Runs) -> Iterator[Found]:
    """Find codes of fixed form, then, in what is left, whatever a cue announces or looks like a contract number."""
    for place in runs.longer:
        yield from runs.ask(_judge, place, _tests)


def _tests(run: Run) -> Sequence[Test] | None:
    """Return what tells runs apart that are alike: codes, cards; None if each has to be judged by itself."""
    start, end = run.start, run.end
    if not _may_identify(run):
        return ()
    if _is_behind_date(run):
        return None
    found = list(tests_of_codes(run))
    if sum(map(str.isdigit, run.text[start:end])) < SHORTEST_CARD:
        return found
    if len(run.parts) > _MOST_PARTS:
        return None
    stretches = [(first[0], last[1]) for at, first in enumerate(run.parts) for last in run.parts[at:]]
    return found + [(begin - start, stop - start, _is_card) for begin, stop in stretches if _has_many(run, begin, stop)]


def _is_behind_date(run: Run) -> bool:
    """Tell whether a code nearer to a cue may be a date: on that depends what is said of the run."""
    return any(
        MAYBE_DATE.fullmatch(shape_of(other))
        for far in run.cues.values()
        if far <= _REACH
        for begin, _ in run.parts
        for other in CODE.findall(before(run.text, begin, far))
    )


def _has_many(run: Run, start: int, end: int) -> bool:
    return sum(map(str.isdigit, run.text[start:end])) >= SHORTEST_CARD


def _is_card(surface: str) -> bool:
    return is_card(compact(surface))


def _judge(run: Run) -> Sequence[Found]:
    if not _may_identify(run):
        return ()
    found = codes(run)
    if found and run.cues.get("plate", 99) <= _BESIDE:
        found = [_whole_plate(run, each) if each.label == "PLATE" else each for each in found]
    if not run.cues and not _may_be_mixed(run.text[run.start : run.end]):
        return found
    parts = [
        (start, end)
        for start, end in run.parts
        if (end > run.core[0] or _is_prefix(run, run.text[start:end]))
        and not any(each.start < end and start < each.end for each in found)
    ]
    if parts:
        announced = _announced(run, parts) if run.cues else None
        found += (announced,) if announced else _mixed(run, parts)
    return found


def _whole_plate(run: Run, found: Found) -> Found:
    """Return a plate with the groups beside it, as other countries write them: "AL 3045 GE", "W-1189 M"."""
    start, end = found.start, found.end
    for begin, stop in run.parts:
        part = run.text[begin:stop]
        size = len(compact(run.text[min(start, begin) : max(end, stop)]))
        if size <= SORTS["plate"].longest and _MORE_PLATE.fullmatch(part) and (begin == end + 1 or stop == start - 1):
            start, end = min(start, begin), max(end, stop)
    return found._replace(start=start, end=end)


def _may_identify(run: Run) -> bool:
    """Tell whether a run is worth a closer look: most are small numbers, times of day and words such as "gr8"."""
    size = run.end - run.start
    surface = run.text[run.start : run.end]
    if surface.isdigit():
        return (size > 5 or bool(run.cues)) and not run.is_international
    if surface.islower() and size < 8:
        return size > 5 and not run.cues.keys().isdisjoint(_SMALL_KINDS)
    if surface.islower() and _SMALL_WORD.fullmatch(surface):
        return False
    if run.is_international or IPV4.fullmatch(run.text, *run.core):
        return False
    return size > 5 or (size > 3 and surface.isupper())


def _announced(run: Run, parts: list[tuple[int, int]]) -> Found | None:
    beside = _is_reference(run)
    for kind, distance in sorted(run.cues.items(), key=_rank):
        sort = SORTS.get(kind)
        if beside and kind != "contract":
            continue
        if sort is None or distance > _reach(run, sort) or (announced_by(run, (kind,)) is None and not beside):
            continue
        # "Ho perso il volo FR 1234".
        if run.cues.get("flight", 99) < distance and run.end - run.start <= 7:
            return None
        # "Décret n° 2016-360", "law no. 2016-1321": what refuses stands before "no.", or ends with it.
        if run.cues.get("not", 99) < distance + _BEFORE_NUMBER * (kind == "number"):
            return None
        if found := _read(run, parts, kind, distance):
            return found
    return None


def _is_reference(run: Run) -> bool:
    """Tell whether a cue of contracts stands right before letters that are a cue themselves: "ref. INSS/88/20417"."""
    head = run.text[run.start : run.core[0]]
    return head[-1:] in {"/", "-"} and run.cues.get("contract", 99) <= len(head) + 2


def _read(run: Run, parts: list[tuple[int, int]], kind: str, distance: int) -> Found | None:
    start, end = _gather(run, parts, SORTS[kind])
    surface = run.text[start:end]
    asked, kind = kind, what_it_is(run, kind, surface)
    # "Die Karte ist eine RTX 3080": what is no number of a card must stand beside the word.
    far = asked == "card" != kind and min(distance, run.cues.get("number", 99)) > _NEXT
    if far or fitting.is_common(run, surface, asked, distance):
        return None
    year = _OF_YEAR.match(run.text, end) if kind == "contract" else None
    if not (year or fits(run, surface, SORTS[kind], distance)) or is_measure(run, surface, end, kind):
        return None
    if _COMPARED.search(before(run.text, start, 4)) or _DISTRICT.search(before(run.text, start, distance + 5)):
        return None
    if is_of_card(surface, asked == "card") or is_taken(before(run.text, start, distance), surface):
        return None
    if kind == "number":
        # Digits alone may as well be a phone number.
        score = 0.5 if surface.isdigit() else 0.6
        stop = series.end() if (series := _LETTERED_SERIES.match(run.text, end)) else end
        return Found(start, stop, "CONTRACT", score, "announced-number") if _NUMBERED.fullmatch(surface) else None
    if ending := year or _ending(run.text, start, end, kind):
        end = ending.end()
    score = 0.78 - distance / 200
    if kind == "account" and _SORT_CODE.search(before(run.text, start, 24)):
        # Even where it may be read as a date: 09-01-28.
        score = 0.85
    return Found(start, end, SORTS[kind].label, score, f"announced-{kind}")


def _ending(text: str, start: int, end: int, kind: str) -> re.Match[str] | None:
    """Return what belongs to a code and stands behind it."""
    if kind == "account":
        return (_BEHIND_CLEARING if _CLEARING.fullmatch(text, start, end) else _KEY).match(text, end)
    if kind == "contract":
        return _ENDING.match(text, end) or _LETTERED_SERIES.match(text, end)
    return _SERIES.match(text, end) if kind == "id" else None


def _reach(run: Run, sort: Sort) -> int:
    """Return how far a cue may be; farther if "number" stands between: "registered in Lyon under number …"."""
    return sort.reach + (10 if run.cues.get("number", 99) <= 2 and sort.reach > 20 else 0)


def _rank(cue: tuple[str, int]) -> tuple[bool, int]:
    """Rank cues, the nearest first; "no." and "id" say less of what follows than the word before them."""
    kind, distance = cue
    return kind == "number", distance + 6 * (kind == "id")


def _gather(run: Run, parts: list[tuple[int, int]], sort: Sort) -> tuple[int, int]:
    """Return the stretch from the first part on that reads as one number: groups of digits, a short prefix."""
    text = run.text
    # A prefix that leads to nothing is left out.
    if len(parts) > 1 and text[slice(*parts[0])].isalpha() and not _may_be_led(text[slice(*parts[1])]):
        parts = parts[1:]
    start, end = parts[0]
    previous = text[start:end]
    for begin, stop in parts[1:]:
        part = text[begin:stop]
        divided = sort.label == "ACCOUNT" and _JOINS_ACCOUNT.fullmatch(part) is not None
        joins = (
            (divided or (_may_be_led if previous.isalpha() else _JOINS.fullmatch)(part))
            and (len(part) <= 6 or len(previous) <= 4 or (begin - start > _TWO_GROUPS and sort.label in _GROUPED))
            and begin - end <= 3
        )
        plate = sort.label == "PLATE" and _MORE_PLATE.fullmatch(part) and len(compact(text[start:end])) <= 6
        if not (joins or plate) or len(compact(text[start:stop])) > sort.longest or DATE.fullmatch(previous):
            break
        end, previous = stop, part
    return start, end


def _may_be_led(part: str) -> bool:
    """Tell whether letters before a part may belong to it: not those before a date."""
    if _JOINS.fullmatch(part):
        return True
    return _LED.fullmatch(part) is not None and not (is_date(part) or DATE.fullmatch(part))


def _mixed(run: Run, parts: list[tuple[int, int]]) -> Iterator[Found]:
    refused = "not" in run.cues
    for start, end in parts:
        surface = run.text[start:end]
        if surface.isdigit():
            continue
        if "/" in surface and _CASE.fullmatch(surface) and _CASE_BEFORE.search(before(run.text, start, 20)):
            yield Found(start, end, "CONTRACT", 0.6, "case-in-list")
        elif not refused and _is_mixed(surface) and not _MAKER.search(before(run.text, start, 28)):
            yield Found(start, end, "CONTRACT", 0.45, "mixed-code")


def _may_be_mixed(surface: str) -> bool:
    """Tell at a glance whether a part of a run may count by itself, being long or a case."""
    if len(surface) < _SHORTEST_MIXED:
        return "/" in surface
    return "/" in surface or max(map(len, surface.split(" "))) >= _SHORTEST_MIXED


def _is_mixed(surface: str) -> bool:
    if len(surface) < _SHORTEST_MIXED or surface.upper() == surface.lower():
        return False
    code = compact(surface)
    digits = sum(map(str.isdigit, code))
    if not _SHORTEST_MIXED <= len(code) <= 40 or digits < 4 or code.isdigit() or RANGE.fullmatch(surface):
        return False
    # "WH-1000XM4" is a product; a longer or more divided code more likely belongs to one customer.
    if _AMOUNT.search(surface) or _PUBLIC.match(surface):
        return False
    enough = digits >= 6 or (digits == 5 and len(_GROUP.findall(surface)) >= 3)
    return _UUID.fullmatch(surface) is not None or (enough and _MIXED.fullmatch(surface) is not None)


def _is_prefix(run: Run, part: str) -> bool:
    # "HTTP 404" is no code, "ABCD 1 950101 12 3" is one.
    longest = 4 if run.core[1] - run.core[0] > 8 else 3
    return len(part) <= longest and part not in word_set("number_names") and not is_cue(part)
