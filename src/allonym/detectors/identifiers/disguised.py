"""E-mail addresses written so that machines do not read them: "name at host dot com", "name [at] host [punkt] de"."""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.domains import is_top_level
from allonym.detectors.identifiers.wordlists import ordinary, word_set

_SIGNS = ("at", "ät", "arroba", "arobase", "arobas", "chiocciola", "snabel-a", "snabela", "klammeraffe", "آت", "chez")
_WORDS = (
    *(f" {sign} " for sign in _SIGNS),
    *(
        f"{left}{sign}{right}"
        for sign in (*_SIGNS, "a", "@", " at ", " @ ")
        for left, right in ("()", "[]", "{}", "<>")
    ),
    " @ ",
    "@",
    *(f"{by}{sign}{by}" for sign in _SIGNS for by in "_-"),
)
_IN_LOCAL = frozenset("._-+")
_DOT_WORD = r"(?i:dot|punkt|point|punto|ponto|نقطة|دوت)"
_DOT = rf"(?: ?[\[({{<] ?(?:{_DOT_WORD}|\.) ?[\])}}>] ?| {_DOT_WORD} )"
# What stands in a name in words: "katie underscore b".
_MARK_WORD = (
    r"(?:under ?score|underline|dash|hyphen|unterstrich|bindestrich|tiret(?: (?:du )?bas)?|souligné|guion(?: bajo)?|"
    r"barra baja|trattino(?: basso)?|hífen|traço|understreck|bindestreck|شرطة(?: سفلية)?)"
)
_SPELT_END = "كوم|نت|أورغ|اورغ|اورج"
_HOST = Expression(
    rf" ?([\w\-]{{1,40}}(?:(?:{_DOT}|\.| \. )[\w\-]{{1,40}}){{0,3}}(?:{_DOT}|\.| \. )"
    rf"([A-Za-z]{{2,18}}|{_SPELT_END}))(?![\w])"
)
# "Anna_at_gmail_dot_com", "anna-ät-example-punkt-de": no part has a mark of its own, or there were too many ways to
# read it.
_JOINED_HOSTS = {
    by: Expression(
        rf"([A-Za-z0-9]{{1,40}}(?:{by}{_DOT_WORD}{by}[A-Za-z0-9]{{1,18}}){{0,2}}"
        rf"{by}{_DOT_WORD}{by}([A-Za-z]{{2,18}}))(?!\w)"
    )
    for by in "_-"
}
# "Anna.b92 at gmail".
_KNOWN = Expression(
    r" ?(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|gmx)(?![\w@\-]|\.\w)", re.IGNORECASE
)
_DISGUISED_DOT = Expression(_DOT)
_LOCAL = Expression(
    rf"(?<![\w.+\-])[\w.+\-]{{1,48}}(?:(?:{_DOT}| {_MARK_WORD} )[\w.+\-]{{1,32}}){{0,2}} ?\Z", re.IGNORECASE
)
_WRITE_TO = Expression(
    r"(?:e-?mail\w*|mail\w*|write|contact|reach|schreib\w*|écri\w+|escrib\w+|correo|courriel|adresse|address|scriv\w*|indirizzo|escrev\w+|"
    r"mejl\w*|skriv\w*|بريد\w*|إيميل\w*|ايميل\w*)\b[^.!?\n@]{0,24}\Z",
    re.IGNORECASE,
)
_PROVIDERS = frozenset(
    {
        "gmail", "googlemail", "hotmail", "outlook", "live", "yahoo", "ymail", "icloud", "proton", "protonmail", "gmx",
        "web", "aol", "orange", "wanadoo", "laposte", "free", "libero", "tiscali", "virgilio", "uol", "bol", "sapo",
        "telia", "spray", "bredband", "mail", "msn",
    }
)  # fmt: skip
# Signs that are words of a language: "he looked at that point in silence".
_PLAIN = {" at ": "en", " ät ": "sv", " chez ": "fr"}
_PLAIN_SIGNS = frozenset({"at", "chez"})
_FIRST_WORD = Expression(r"[A-Za-z0-9]+")
_WORDS_OF_HOST = Expression(r"[\w\-]+")
_MARKED = Expression(r"[\[\](){}<>]")
_IN_TALK, _IN_EVERY = 0.6, 0.95
_SPELT = Expression(r"(?<![\w.])[A-Za-z0-9](?: [A-Za-z0-9._\-]){3,40}\Z")
_LONGEST_SPELT = 90
_LAST_WORD = Expression(r"(?<![\w.+\-])[\w.+\-]{1,64} ?\Z")


def _look(text: str, at: int, end: int) -> Iterator[Found]:
    # Handles are everywhere, and so are addresses without disguise.
    if end - at == 1 and not (text[at - 1 : at].isalnum() or text[at - 1 : at] in _IN_LOCAL):
        return
    joined = _JOINED_HOSTS.get(text[end - 1])
    # Between hyphens there are names of sites: "look-at-me.com".
    host = _HOST.match(text, end) if text[end - 1] != "-" else None
    host = joined.match(text, end) if joined and host is None else host
    if host is None and (known := _KNOWN.match(text, end)):
        start = _local_start(text, at)
        if _is_written_to(text, start, at, known[0].strip()):
            yield Found(start, known.end(), "EMAIL", 0.85, "disguised-email")
    # "Look at me dot dot dot".
    if host is None or host[2].lower() == "dot" or not (_ends_host(host) or not host[2].isascii()):
        return
    start = _spelt_start(text, at) if text[at:end] == " @ " else _local_start(text, at)
    needle, written = text[at:end], _is_written_to(text, start, at, host[1])
    if start < at and (written or _is_disguised(needle, host[1])) and not _is_talk(needle, host[1], written):
        yield Found(start, host.end(1), "EMAIL", 0.9, "disguised-email")


def _is_talk(needle: str, host: str, written: bool) -> bool:
    """Tell whether a host is rather what people say: "at that point in time", "at home dot to dot book"."""
    language = _PLAIN.get(needle.lower())
    *words, end = (word.lower() for word in _WORDS_OF_HOST.findall(host))
    if language is None or "." in host or _MARKED.search(host) or words[0] in _PROVIDERS:
        return False
    if not word_set("pointing").isdisjoint(words):
        return True
    # What may be a word where it stands, and is the end of hosts far oftener, is no word here.
    least = _IN_EVERY if end in word_set("sure_domains") else _IN_TALK
    if written or ordinary(end, language) < least:
        return False
    return any(ordinary(word, language) >= _IN_TALK for word in words)


def _ends_host(host: re.Match[str]) -> bool:
    """Tell whether a host ends as those do that there are, or as those that stand for one in examples."""
    return is_top_level(host[2]) or (
        host[2].lower() in word_set("reserved_domains") and _DISGUISED_DOT.search(host[1]) is not None
    )


def _spelt_start(text: str, at: int) -> int:
    """Return where a name begins whose letters stand apart: "c a r l a . s"."""
    spelt = _SPELT.search(before(text, at, _LONGEST_SPELT))
    return at - len(spelt[0]) if spelt else _local_start(text, at)


def _is_disguised(needle: str, host: str) -> bool:
    """Tell whether enough is odd: "at example.com" is where somebody is, "at example dot com" is an address."""
    if needle[0] in "_-":
        # In programs names are written so: "look_at_point_in".
        return needle[1:-1].lower() not in _PLAIN_SIGNS or _FIRST_WORD.findall(host)[0].lower() in _PROVIDERS
    usual = needle.strip().lower() in {"at", "@", "ät", "chez"} and needle != " @ "
    return not usual or _DISGUISED_DOT.search(host) is not None


def _is_written_to(text: str, start: int, at: int, host: str) -> bool:
    """Tell whether somebody is to be written to: "mail lucy.w at example.com", "lucy.w at gmail.com"."""
    local = text[start:at].strip()
    if not any(map(str.isalpha, local)) or not any(mark.isdigit() or mark in "._-+" for mark in local[1:-1]):
        return False
    return host.partition(".")[0].lower() in _PROVIDERS or _WRITE_TO.search(before(text, start, 40)) is not None


def _local_start(text: str, at: int) -> int:
    window = before(text, at, 100)
    local = _LOCAL.search(window) or _LAST_WORD.search(window)
    return at - len(local[0]) if local else at


disguised_emails = Watch(lambda: _WORDS, _look)
"""Finds e-mail addresses whose @ or dot is a word or in brackets."""
