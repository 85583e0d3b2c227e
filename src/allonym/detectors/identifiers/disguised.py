"""E-mail addresses written so that machines do not read them: "name at host dot com", "name [at] host [punkt] de"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.domains import is_top_level

_SIGNS = ("at", "ät", "arroba", "arobase", "arobas", "chiocciola", "snabel-a", "snabela", "klammeraffe", "آت")
_WORDS = (
    *(f" {sign} " for sign in _SIGNS),
    *(f"{left}{sign}{right}" for sign in (*_SIGNS, "a", "@", " at ", " @ ") for left, right in ("()", "[]", "{}")),
    " @ ",
)
_DOT_WORD = r"(?:dot|DOT|Dot|punkt|PUNKT|Punkt|point|punto|ponto|نقطة|دوت)"
_DOT = rf"(?: ?[\[({{<] ?(?:{_DOT_WORD}|\.) ?[\])}}>] ?| {_DOT_WORD} )"
_SPELT_END = "كوم|نت|أورغ|اورغ|اورج"
_HOST = Expression(
    rf" ?([\w\-]{{1,40}}(?:(?:{_DOT}|\.)[\w\-]{{1,40}}){{0,3}}(?:{_DOT}|\.)([A-Za-z]{{2,18}}|{_SPELT_END}))(?![\w])"
)
_DISGUISED_DOT = Expression(_DOT)
_LOCAL = Expression(rf"(?<![\w.+\-])[\w.+\-]{{1,48}}(?:{_DOT}[\w.+\-]{{1,32}}){{0,2}} ?\Z")
_LAST_WORD = Expression(r"(?<![\w.+\-])[\w.+\-]{1,64} ?\Z")


def _look(text: str, at: int, end: int) -> Iterator[Found]:
    host = _HOST.match(text, end)
    if host and (is_top_level(host[2]) or not host[2].isascii()) and _is_disguised(text[at:end], host[1]):
        start = _local_start(text, at)
        if start < at:
            yield Found(start, host.end(1), "EMAIL", 0.9, "disguised-email")


def _is_disguised(needle: str, host: str) -> bool:
    """Tell whether enough is odd: "at example.com" is where somebody is, "at example dot com" is an address."""
    return needle.strip().lower() not in {"at", "@", "ät"} or _DISGUISED_DOT.search(host) is not None or needle == " @ "


def _local_start(text: str, at: int) -> int:
    window = before(text, at, 100)
    local = _LOCAL.search(window) or _LAST_WORD.search(window)
    return at - len(local[0]) if local else at


disguised_emails = Watch(lambda: _WORDS, _look)
"""Finds e-mail addresses whose @ or dot is a word or in brackets."""
