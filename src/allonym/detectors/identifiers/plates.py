"""Plates with Arabic letters ("أ ب ج 1234", "12345-أ-6") or in small ones ("ab12 cde"), near a word such as "plate"."""

import re
from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.runs import Run, Runs
from allonym.detectors.identifiers.wordlists import ordinary, word_set

_LETTER = r"[\u0621-\u064a]"
_ANY_LETTER = Expression(_LETTER)
_BEFORE = Expression(rf"(?<![\w])(?:{_LETTER} ?){{1,4}}[ \-|]?\Z")
_AFTER = Expression(
    rf"(?: [\-|/] |[ \-|])?{_LETTER}(?: {_LETTER}){{0,3}}(?![\w])(?:(?: [\-|/] |[ \-|])[0-9]{{1,2}}(?![\w]))?"
)
# "And 35 oil paintings" are written as a plate is, with a letter that is a word, and the word for plates behind it.
_CLITICS, _COUNTED_PLATES = frozenset("وفبلك"), Expression(r" \w{0,3}لوح")
_NUMBERED = Expression(r"(?:رقم|نمر|نمار|أرقام)")
# "48213-أ-26": the hyphens make it sure.
_MOROCCAN = Expression(rf"(?:-{_LETTER}-|\|{_LETTER}\|)[0-9]{{1,2}}")
_CATEGORY = Expression(r"[0-9]{1,2}[/\-](?!(?:19|20)[0-9]{2}\Z)[0-9]{4,5}")
_LONGEST, _LONGEST_NUMBER = 8, 6
_NEAR, _SEEN, _LETTERS = 24, 48, 3
_INDIAN = Expression(
    r"(?:A[NPRS]|BR|C[GH]|D[DLN]|G[AJ]|H[PR]|J[HK]|K[AL]|L[AD]|M[HLNPZ]|NL|O[DR]|P[BY]|RJ|SK|T[NRS]|U[KP]|WB)"
    r"[ \-]?[0-9]{1,2}[ \-]?[A-Z]{1,3}[ \-]?[0-9]{4}(?![\w]|[.,/][0-9])"
)
# The forms of Britain, France and Italy, Sweden, Spain, Portugal and Germany, right behind the word.
_SMALL = Expression(
    r"[^\W\d_]{0,8}[ :.#(]{1,3}(?:(?:number|no|nr|n)[ :.°]{1,3})?"
    r"([a-z]{2}[0-9]{2} ?[a-z]{3}|[a-z]{2}[ \-]?[0-9]{3}[ \-]?[a-z]{2}|[a-z]{3}[ \-]?[0-9]{2}[a-z0-9]|"
    r"[0-9]{4}[ \-]?[b-df-hj-np-tv-z]{3}|[a-z]{2}-[0-9]{2}-[a-z]{2}|[0-9]{2}-(?:[a-z]{2}-[0-9]{2}|[0-9]{2}-[a-z]{2})|"
    r"[a-zäöü]{1,3}-[a-z]{1,2} ?[0-9]{1,4})(?![\w])"
)


_IN_WORDS, _A_WORD = Expression(r"[a-z]{2} [0-9]{3} "), 0.97


# Of a car with its make, no word for a plate is needed: "Audi M AB 3847", "röd Volvo, KLM 482", "l'auto TI 91827".
_CARS = (
    "audi", "vw", "golf", "passat", "polo", "opel", "corsa", "astra", "mercedes", "bmw", "porsche", "skoda", "škoda",
    "octavia", "seat", "ford", "focus", "fiesta", "volvo", "saab", "toyota", "yaris", "corolla", "prius", "nissan",
    "honda", "mazda", "kia", "hyundai", "renault", "clio", "twingo", "peugeot", "citroën", "citroen", "dacia", "fiat",
    "panda", "lancia", "tesla", "mini", "auto", "wagen", "voiture", "macchina", "bil", "bilen", "coche",
    "uno", "palio", "onix", "hb20", "civic", "camry", "chevy", "silverado", "carro",
    "roller", "moped", "motorrad", "anhänger", "wohnmobil", "wohnwagen",
)  # fmt: skip
# The offices of Austria, before a number and letters: "GU 418 XK", "W-48217T".
_AUSTRIAN = (
    "AM|B[ABHKLMNRZ]?|D[LO]|E[FU]?|F[EFKRV]?|G[BDFMRSU]?|H[ABEFLO]|I[LM]?|J[EOU]|K[BFGILORSU]?|L[ABEFILNZ]?|M[ADEITUZ]|"
    "N[DEK]|O[PW]|P[ELT]?|R[AEIO]|S[BDEKLOPRVZ]?|T[AU]|UU|V[BIKLO]|W[BELNOTUYZ]?|Z[ETW]"
)
_BEHIND_CAR = Expression(
    r"(?: (?:[a-zäöüßéèå]{2,9}|[A-Z][a-zäöü]{2,9}|[A-Z]?[0-9]{1,3}))?[,:]? \(?"
    r"(?:([A-ZÄÖÜ]{1,3}(?:[ \-][A-Z]{1,2} [1-9][0-9]{1,3}|-[A-Z]{1,2} [1-9])[EH]?)|"
    rf"((?:{_AUSTRIAN})[ \-][1-9][0-9]{{1,4}} ?(?!PS|KW|KM|HP|CV|TD|GT)[A-Z]{{1,3}})|"
    r"((?:AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)[ \-]"
    r"(?:[0-9]{5,6}|[0-9]{2,3} [0-9]{3}))|"
    r"(?:(?<=, )|(?<=\())([A-HJ-PR-UW-Z]{3} ?[0-9]{2}[0-9A-HJ-NPR-UW-Z])|"
    # Of Brazil and of the United States.
    r"([A-Z]{3}-?[0-9][A-J][0-9]{2}|(?!ISO|DIN|IEC|NBR|UNE|UNI)[A-Z]{3}-[0-9]{4}))(?![\w]|[.,\-/][0-9])"
)


def _look_behind_car(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _BEHIND_CAR.match(text, end)
    if match and match.lastindex and match[match.lastindex][:3] not in word_set("not_swedish"):
        yield Found(*match.span(match.lastindex), "PLATE", 0.7, "car-plate")


car_plates = Watch(lambda: _CARS, _look_behind_car)
"""Finds plates behind the make of a car or a word for one."""


def _look_behind(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalpha() else _SMALL.match(text, end)
    # "Une remorque de 750 kg": three words that are as long as the groups of a plate.
    if match and not (_IN_WORDS.match(match[1]) and ordinary(match[1][:2]) >= _A_WORD):
        yield Found(*match.span(1), "PLATE", 0.8, "small-plate")


def _plate_words() -> tuple[str, ...]:
    words = {word.strip("*") for word in words_of("plate")}
    # Where "plate" stands, "number plate" and "plates" need not be looked for; Arabic has no small letters.
    return tuple(
        word
        for word in words
        if word < "\u0600"
        and word.rpartition(" ")[2] not in words - {word}
        and not any(word.startswith(other) and word[len(other) :].isalpha() for other in words)
    )


small_plates = Watch(_plate_words, _look_behind)
"""Finds plates in small letters behind a word for a plate or car."""


def indian_plates(runs: Runs) -> Iterator[Found]:
    """Find plates of India by their form: the state, its office, a series and a number: "MH 02 CR 7719"."""
    text = runs.text
    for head, core, _, _ in runs.longer:
        if 2 <= core - head <= 3 and text[head : head + 2].isupper() and (match := _INDIAN.match(text, head)):
            yield Found(*match.span(), "PLATE", 0.9, "in-plate")


def arabic_plates(runs: Runs) -> Iterator[Found]:
    """Find digits with single Arabic letters before or after them."""
    text = runs.text
    if text.isascii() or not _ANY_LETTER.search(text):
        return
    for place in runs.places:
        _, start, end, _ = place
        around = text[max(0, start - 2) : start] + text[end : end + 4]
        if end - start > _LONGEST:
            continue
        # "أبوظبي 11/48213", "20-48213": the category and the number.
        divided = not text[start : start + 3].isdigit() and _CATEGORY.fullmatch(text, start, end) is not None
        if not divided and (around.isascii() or max(around) < "\u0621" or end - start > _LONGEST_NUMBER):
            continue
        yield from runs.ask(_judge, place)


def _judge(run: Run) -> Sequence[Found]:
    text, (start, end) = run.text, run.core
    if _CATEGORY.fullmatch(text, start, end):
        # The other documents of a batch do not count.
        arabic = _ANY_LETTER.search(before(text, start, _SEEN) + after(text, end, _SEEN))
        near = arabic and run.cues.get("plate", 99) <= _NEAR
        return (Found(start, end, "PLATE", 0.85, "arabic-plate"),) if near else ()
    if not text[start:end].isdigit():
        return ()
    head = _BEFORE.search(before(text, start, 10))
    tail = _AFTER.match(text, end)
    if head and (not _is_spaced(head[0]) or _is_small_word(text, head[0], end)):
        head = None
    sure = _is_sure(text, head, start, end) or (tail and end - start > 1 and _MOROCCAN.fullmatch(tail[0]))
    if not (head or tail) or (run.cues.get("plate", 99) > _NEAR and not sure):
        return ()
    start, end = start - len(head[0]) if head else start, tail.end() if tail else end
    return (Found(start, end, "PLATE", 0.9, "arabic-plate"),)


def _is_sure(text: str, head: re.Match[str] | None, start: int, end: int) -> bool:
    """Tell whether letters and digits are a plate behind "its number": three apart, then three or four: س ط ر 4821."""
    if head is None or len(head[0].split()) != _LETTERS or not _LETTERS <= end - start <= _LETTERS + 1:
        return False
    return _NUMBERED.search(before(text, start - len(head[0]), _NEAR)) is not None


def _is_small_word(text: str, head: str, end: int) -> bool:
    """Tell whether a letter right before digits is a word that is written together with what it counts."""
    return head in _CLITICS and _COUNTED_PLATES.match(text, end) is not None


def _is_spaced(letters: str) -> bool:
    """Tell whether the letters stand one by one: a word is no plate."""
    return all(len(part) == 1 for part in letters.split())
