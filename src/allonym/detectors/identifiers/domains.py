"""Web addresses without a scheme: "t.co/abc", "wa.me/+93722758", "example.org".

Looked for by the dot before a known top-level domain. "end.Next" and "report.pdf" are none; where a top-level domain
is also a word ("it", "so") or the end of a file name ("py", "zip"), more must tell: a path, a cue, more dots.
"""

import re
from collections.abc import Iterator

from allonym.core.escapes import top_level
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.internet import trim
from allonym.detectors.identifiers.wordlists import ordinary, word_set

_DOT = Expression(
    r"\.(?<=\w\.)([A-Za-z]{2,18}|[\u0621-\u06d3]{3,10})(?![\w@]|\.[A-Za-z0-9]|-\w)(:[0-9]{2,5}\b)?([/?][^\s\0<>\"“”«»،؛]++)?"
)
_HOST_EXTRA = frozenset(".-")
_NEVER_AFTER = frozenset("@/\\=%&#_+*~`")
_SHORTEST_COINED = 7
_CUE = Expression(
    r"(?:\b(?:web|site|website|sites?|sito|sitio|página|page|seite|webseite|homepage|domain|sajt|hemsida|visit|besuch\w*|visita\w*|"
    r"visitez|url|link|blog|see|voir|siehe|auf|on|sur|su|en|em|på|at|via|from|von|unter|hos|a|da|di|por|par|till|från|"
    r"\w*shop|stores?|boutique|magasin|laden|geschäft|firma|tienda|negocio|empresa|negozio|bottega|azienda|ditta|loja|"
    r"butik\w*|affär\w*|företag\w*|portal\w{0,2}|app|online|called|named|genannt|nommée?|llamad[oa]|chiamat[oa]|chamad[oa]|"
    r"heter|hieß|heißt|s['’]appelle|se llama|si chiama|chama-se)|"
    r"موقع\w*|رابط\w*|على|متجر\w*)(?: (?:is|es|é|è|e'|ist|är|est))?\W{0,3}\Z",
    re.IGNORECASE,
)


def domains(text: str) -> Iterator[Found]:
    """Find web addresses that begin with their host."""
    for match in _DOT.finditer(text):
        top = match[1]
        if top.lower() not in top_level() and not _is_reserved(text, match):
            continue
        start = _host_start(text, match.start())
        host = text[start : match.start()]
        if start and (text[start - 1] in _NEVER_AFTER or text[start - 1 : start + 1] == "-"):
            continue
        if len(host) > 1 and (_is_address if top.isascii() else _is_arabic)(text, start, host, match):
            end = trim(text, match.end(1), match.end())
            yield Found(start, end, "URL", 0.9 if match[3] else 0.8, "domain")
        elif match[3] and host and host[0].isalpha() and top.islower():
            # One letter is enough for a shortener: "t.co/abc", "g.page/x".
            yield Found(start, trim(text, match.end(1), match.end()), "URL", 0.9, "domain")


def _is_reserved(text: str, match: re.Match[str]) -> bool:
    """Tell whether an address ends as none on the web does, but is told by its path: "claims.acme.example/appeal"."""
    path = match[3]
    return (
        bool(path) and path[0] == "/" and match[1] in word_set("reserved_domains") and text[match.start() - 1].isalnum()
    )


def _host_start(text: str, end: int) -> int:
    start = end
    while start and end - start < 80 and (text[start - 1].isalnum() or text[start - 1] in _HOST_EXTRA):
        start -= 1
    while start < end and text[start] in _HOST_EXTRA:
        start += 1
    return start


def _is_address(text: str, start: int, host: str, match: re.Match[str]) -> bool:
    top = match[1]
    if not (top.islower() or (top.isupper() and host.isupper())) or ".." in host or host.replace(".", "").isdigit():
        return False
    top = top.lower()
    if match[3] and len(match[3]) > 1 and match[3][0] == "/":
        return True
    if top in word_set("sure_domains"):
        return f"{host}.{top}".lower() not in word_set("not_domains")
    telling = "-" in host or "." in host or any(map(str.isdigit, host))
    if top in word_set("file_domains"):
        return False
    if top in word_set("national_domains"):
        return (
            telling
            or (len(host) >= 4 and host[0].islower() and _breaks_off(text, match.end()))
            or _is_cued(text, start)
            or _is_coined(host)
        )
    return telling or (len(top) >= 3 and _is_cued(text, start))


def _is_arabic(text: str, start: int, host: str, match: re.Match[str]) -> bool:
    """Tell whether an Arabic word behind a dot ends an address: the next sentence may follow a full stop at once."""
    return "-" in host or "." in host or bool(match[3]) or _is_cued(text, start)


def _is_coined(host: str) -> bool:
    """Tell whether a host is a word that nobody says: then no sentence ends with it: "Mira floresbastos.es o dime"."""
    return len(host) >= _SHORTEST_COINED and host.islower() and not ordinary(host)


def _breaks_off(text: str, end: int) -> bool:
    """Tell whether what follows does not go on in the same sentence: then the dot did not end the one before."""
    return not (text[end : end + 1] == " " and text[end + 1 : end + 2].islower())


def _is_cued(text: str, start: int) -> bool:
    return _CUE.search(before(text, start, 16)) is not None


def is_top_level(word: str) -> bool:
    """Tell whether a word is a top-level domain."""
    return word.lower() in top_level()
