"""Sums without a currency, by the words around them: "cost me 5k", "only 75p", "gana 1500 al mes"; what is no sum."""

import re
from functools import cache

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before
from allonym.detectors.identifiers.runs import Place, Runs

_BARE = Expression(r"(?<![\w.,])[0-9]{1,3}(?:[.,][0-9]{1,2})?[kK]\Z")
_PENCE = Expression(r"(?<![\w.,])[1-9][0-9]?p\Z")
_COINS_BEFORE = Expression(r"(?:£ ?[0-9]+|quid|bucks|pounds?|[0-9] ?€)(?:,| and| &)? \Z")
# "75p each", "35p per kilo"; but screens have 720p.
_EACH = Expression(
    r" (?:each|apiece|off|extra|per (?!page)|a (?:go|pop|piece|pint|kilo|pound|litre|unit|ride|minute|text|mile|bag)\b)"
)
_EARNED = Expression(r"(?<![\w.,])(?!(?:19|20)[0-9]{2}\Z)(?:[0-9]{1,3}(?:[ .,'’][0-9]{3})+|[1-9][0-9]{2,6})\Z")
_WITH_CENTS = Expression(r"(?<![\w.,])(?:[0-9]{1,3}(?:[ .,'’][0-9]{3})+|[0-9]{1,6})[.,][0-9]{2}\Z")
# As Swedes write it: "249:00"; what is less may be a time.
_WITH_COLON = Expression(r"(?<![\w.,:])(?:[0-9]{1,3}(?: [0-9]{3})+|[1-9][0-9]{2,5}):[0-9]{2}\Z")
_TO_PAY = Expression(r" (?:att betala|inkl|exkl|i avgift|totalt|per månad|i månaden)\b")
# "35e", "89,90 e": who has no sign for the euro.
_WITH_E = Expression(r"(?<![\w.,])[0-9]{1,5}([.,][0-9]{2})?( ?)e\Z")
_BEHIND_E = Expression(
    r"\s?(?:[.,;:!?)\n\0]|\Z)| (?:du|de la|des|par|pour|chacune?|stp|svp|le|la|les|l['’]|en|et|si|"
    r"spedit[oa]|cad|a testa|cc|hc|ttc|tt|spese|con|com|warm|kalt|inkl|incl|tout|charges|max|mtl|pro|al mese|al mes|"
    r"por|per)\b|/(?:mois|mes|mese|mês|månad)"
)
# Nothing is joined where a sentence ends: "Självrisk 20,90 e."
_ENDS_WITH_E = Expression(r"\s?(?:[.;)\n\0](?![0-9]| ?m\b)|\Z)")
_THE_SUM = Expression(
    r"\b(?:the|those|my|die|deine|meine|seine|ihre|les|ces|los|esos|tus|mis|i|gli|os|esses|dom|de|dina|mina) \Z"
)
_FOR_A_THING = Expression(
    r" (?:for|für|pour|por|per|för|de la|del|da|do|della) "
    r"(?:(?:the|a|my|our|his|her|that|this|die|den|das|ein|eine|la|le|les|une?|ma|mon|el|los|il|lo|o|os|um|uma|en|ett|det|min)\b|"
    r"(?<=de la )|(?<=del )|(?<=da )|(?<=do )|(?<=della )|(?:köket|bilen|huset|taket|båten))"
)
_NEXT = Expression(r" ([^\W\d_]+)")
_WIDTH, _CLOCK, _LONG_WORD = 32, 5, 9
_BEFORE_SUM = frozenset("\n.;:,|(!?*-–")
_PAID_FOR = Expression(r" (?:för|für|por|pour|per|pro|pra|for|at the)\b")
_FOLLOWING = ("period_joints", "periods", "pay_kinds", "pay_joints", "pay_nouns")
_RAPPER = "50 cent"
_SPEAKS = Expression(
    r"['’]s | (?:is|was|has|had|said|says|feat|ft|song|songs|album|track|concert|rap|raps|rapper|tweeted|wants|vs)\b"
)
_OF_HIM = Expression(r"\b(?:rapper|by|ft\.?|feat\.?|listen to|listening to|fan of|called|like|love|meet|with) \Z")
_CLOSED = Expression(
    r"\s?(?:[.,;:!?)\n\0]|\Z)| (?:a|an|in|for|on|to|and|off|from|at|per|each|worth|cash|more|less|is|was|or|if|every|"
    r"right|just|lol|out|today|last|this|he|she|i|we|they|you|it|that|por|al|en|y|para|cada|de|no|na|pra|e|ao|aos|down|"
    r"back|but|so|cc|hc|charges|deposit|loan|debt|fine|bonus|bail|warm|kalt|pcm|ttc|tack|stp|svp|please|pls|bitte|euros?|el|la|pelo|pela|em|da|do)\b"
)
# Numbers of passports begin so too: TK4420918, KR 4420918.
_LETTERED = Expression(r"[A-Z]{2,3}( ?)[0-9]{6,}(?![0-9]|[.,][0-9])")
# "Kullager SKF 6205-2RS" is closed on both sides.
_CODE_HEAD = Expression(r"(?<![^\W_])([A-Z]{0,4})([0-9]{3,6})[A-Z]{0,2}-\Z")
_SEALED = Expression(r"[0-9]{3,6} [0-9]RS")
_CODE_TAIL = Expression(r"[0-9]{1,2}[A-Z]{2,3}")
_SERIAL_LINE = Expression(r"RS ?(?:232|422|485)(?![0-9])")
_OF_SOMEBODY = ("passport", "national", "licence", "health", "id", "plate")
_NEAR = 24


def bare_price(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where thousands or pence stand that a word before them makes a sum."""
    last = text[end - 1]
    if last == "e":
        return _with_e(text, start, end)
    if last not in "kKp" or text[end : end + 1].isalnum():
        return None
    amount = (_PENCE if last == "p" else _BARE).search(text, max(start, end - 8), end)
    if not amount:
        return None
    window = before(text, amount.start(), _WIDTH).lower()
    if not (_price_before().search(window) or _is_the_sum(text, window, end)):
        told = last == "p" and (_COINS_BEFORE.search(window) or _EACH.match(text, end))
        return (amount.start(), end) if told else None
    following = _NEXT.match(after(text, end, _WIDTH).lower())
    return None if following and following[1] in _words("counted_in_thousands") else (amount.start(), end)


def _is_the_sum(text: str, window: str, end: int) -> bool:
    """Tell whether thousands are what a thing costs: "die 20k für die Küche"."""
    return _THE_SUM.search(window) is not None and _FOR_A_THING.match(text, end) is not None


def is_paid_before(window: str) -> bool:
    """Tell whether the words before a sum say that it is paid."""
    return _cents_before().search(window) is not None or _price_before().search(window) is not None


def may_be_told(text: str, start: int, end: int) -> bool:
    """Tell at a glance whether the words around a number may say that it is a sum."""
    return (
        text[end - 3] in ".,"
        or (text[end - 3] == ":" and end - start > _CLOCK)
        or (text[end : end + 2] == " e" and not text[end + 2 : end + 3].isalnum())
        or text[end : end + 3] in _period_openings()
        or (text[end - 3 : end].isdigit() and text[start - 4 : start - 1].lower() in _noun_endings())
    )


def told(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a sum without a currency: "tjänar 42 000 i månaden", "paguei 89,90", "hyran 9 200"."""
    if text[end : end + 2] == " e" and (found_e := _with_e(text, start, end + 2)):
        return found_e
    amount = _EARNED.search(text, max(start, end - 10), end)
    cents = (
        None
        if amount
        else (_WITH_CENTS if text[end - 3] != ":" else _WITH_COLON).search(text, max(start, end - 14), end)
    )
    found = amount or cents
    if not found:
        return None
    window, following = before(text, found.start(), _WIDTH).lower(), after(text, end, _WIDTH).lower()
    if _measured().match(following):
        return None
    if cents:
        return cents.span() if _is_sum(text, window, cents, end) else None
    paid = _price_before().search(window) and _per_period().match(following)
    owed = _pay_before().search(window) and (_CLOSED.match(following) or _pay_kind().match(following))
    return found.span() if paid or owed else None


def _is_sum(text: str, window: str, cents: re.Match[str], end: int) -> bool:
    """Tell whether a number with hundredths is a sum: "paguei 89,90", "Total: 1.204,66", "249:00 att betala"."""
    if cents[0][-3] == ":" and _TO_PAY.match(text, end):
        return True
    # In a table of figures no word leads to them.
    if window.rstrip(" :-−–")[-1:].isdigit():
        return False
    if _cents_before().search(window):
        return True
    match = _sum_before().search(window)
    if match is None:
        return False
    # "Colesterol total 5,20": short words are believed only where a line or clause begins.
    opens = match.start(1) == 0 and len(window) < _WIDTH
    return opens or len(match[1]) >= _LONG_WORD or window[: match.start(1)].rstrip(" ")[-1:] in _BEFORE_SUM


def _with_e(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a sum with an "e" for its sign, where somebody pays: "tu me dois 35e du resto"; "le 35e" is a rank."""
    match = _WITH_E.search(text, max(start, end - 12), end)
    if match is None or text[end : end + 1].isalnum():
        return None
    if match[1] and (not match[2] or _ENDS_WITH_E.match(text, end)):
        return match.span()
    paid = _BEHIND_E.match(text, end) and _sign_before().search(before(text, match.start(), _WIDTH).lower())
    return match.span() if paid else None


def paid_in_slang(text: str, number_end: int, start: int, word: str) -> int | None:
    """Return where a sum in slang ends, if somebody pays it: "me debe 50 pila", "5 lax för cykeln"."""
    end = start + len(word)
    half = _half().match(text, end)
    front = f"{before(text, number_end, _WIDTH).lower().rstrip('0123456789., ')} "
    paid = _price_before().search(front) or _pay_before().search(front) or _cents_before().search(front)
    told = paid or half or (word in _words("slang_before") and _PAID_FOR.match(text, end))
    return (half.end() if half else end) if told else None


def is_measured(text: str, end: int) -> bool:
    """Tell whether a unit, or what is counted, follows a number."""
    return _measured().match(after(text, end, _WIDTH).lower()) is not None


_YEAR_OF_MARK = Expression(r"(?:19|20)[0-9]{2} Mark [A-Z][^\W\d_]")


def is_other(text: str, start: int, end: int) -> bool:
    """Tell whether what looks like a sum is the name of a rapper, or the end of the number of a thing: "6205-2RS"."""
    return _is_somebody(text, start, end) or (text[end - 1].isupper() and _ends_code(text, start, end))


def _ends_code(text: str, start: int, end: int) -> bool:
    """Tell whether a small number with its letters is the end of a longer one: "6205-2RS", "608 2RS"."""
    if _SEALED.fullmatch(text, start, end):
        return True
    head = _CODE_HEAD.search(before(text, start, 12)) if _CODE_TAIL.fullmatch(text, start, end) else None
    if head is None:
        return False
    # "1000-50EUR" is a range.
    digits = sum(letter.isdigit() for letter in text[start:end])
    return len(head[2]) >= digits + 2 or (head[1] != "" and text.endswith("RS", start, end))


def _is_somebody(text: str, start: int, end: int) -> bool:
    """Tell whether a sum is somebody's name: "50 cent is underrated", "(C) 2013 Mark Adler"."""
    if _YEAR_OF_MARK.match(text, start):
        return True
    if end - start != len(_RAPPER) or text[start:end].lower() != _RAPPER:
        return False
    speaks = _SPEAKS.match(after(text, end, _WIDTH).lower())
    return speaks is not None or _OF_HIM.search(before(text, start, _WIDTH).lower()) is not None


def is_lettered(runs: Runs, place: Place, start: int) -> bool:
    """Tell whether what looks like a sum is rather the number of a passport or the like."""
    if not runs.text[start].isupper():
        return False
    if _SERIAL_LINE.match(runs.text, start):
        return True
    match = _LETTERED.match(runs.text, start)
    if match is None:
        return False
    if not match[1] and runs.text[start + 2].isdigit():
        return True
    cues = runs.at(place).cues
    return min(cues.get(kind, _NEAR) for kind in _OF_SOMEBODY) < _NEAR


def stands_closed(text: str, end: int) -> bool:
    """Tell whether no noun follows, to which the word before would belong."""
    return _CLOSED.match(text, end) is not None


@cache
def _words(key: str) -> frozenset[str]:
    words = read_table("allonym.detectors.identifiers", "tables/money.toml")[key]
    return frozenset(words if isinstance(words, list) else words.split())


@cache
def _price_before() -> re.Pattern[str]:
    prices, fillers = map(_either, ("price_words", "price_fillers"))
    return re.compile(
        rf"(?<![^\W_])(?:{prices}|(?:sold|bought|listed|went|goes) (?:for|at)):?(?: (?:{fillers})){{0,3}} [~$]?\Z"
    )


@cache
def _cents_before() -> re.Pattern[str]:
    words, fillers = map(_either, ("cents_words", "price_fillers"))
    return re.compile(rf"(?<![^\W_])(?:{words}):?(?: (?:{fillers})){{0,3}} \Z")


@cache
def _sum_before() -> re.Pattern[str]:
    words, fillers = map(_either, ("sum_words", "sum_fillers"))
    return re.compile(rf"(?<![^\W_])({words})(?: (?:{fillers})){{0,3}}(?: ?:)? ?[\-−–]?\Z")


@cache
def _sign_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{_either('sign_words')})(?:[ \-](?:[^\W\d_]|['’]){{1,8}}){{0,3}} \Z")


@cache
def _pay_kind() -> re.Pattern[str]:
    return re.compile(rf" (?:{_either('pay_kinds')})\b")


@cache
def _half() -> re.Pattern[str]:
    return re.compile(rf" (?:{_either('and_a_half')})\b")


@cache
def _measured() -> re.Pattern[str]:
    """Return the pattern of what is counted or measured, and no sum: "cost 2.50 hours"."""
    return re.compile(rf" ?(?:[%‰°]|[ck]?m[²³]|(?:{_either('measures')})\b)")


@cache
def _pay_before() -> re.Pattern[str]:
    nouns, owe, fillers = map(_either, ("pay_nouns", "owe_words", "price_fillers"))
    return re.compile(rf"(?<![^\W_])(?:{nouns}|{owe})(?:['’]s)?:?(?: (?:{fillers})){{0,2}} \Z")


@cache
def _per_period() -> re.Pattern[str]:
    """Return the pattern of what follows what is paid by the month, or for a rent."""
    kinds, joints, periods, nouns = map(_either, ("pay_kinds", "period_joints", "periods", "pay_nouns"))
    per = rf"(?:(?:{joints})(?: |['’]))?(?:{periods})"
    return re.compile(rf"(?: (?:{kinds})){{0,2}} (?:{per}|(?:(?:{_either('pay_joints')})[ '’])?(?:{nouns}))\b")


@cache
def _period_openings() -> frozenset[str]:
    words = (word for key in _FOLLOWING for word in _words(key))
    return frozenset((*(f" {each} "[:3] for word in words for each in (word, word.capitalize())), " d'"))


@cache
def _noun_endings() -> frozenset[str]:
    words = (word for key in ("pay_nouns", "owe_words", "price_fillers") for word in _words(key))
    return frozenset(each[-3:] for word in words for each in (f" {word}", f"{word}:", f"{word}'s"))


def _either(key: str) -> str:
    return "|".join(sorted(map(re.escape, _words(key))))
