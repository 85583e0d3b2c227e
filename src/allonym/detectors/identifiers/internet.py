"""E-mail addresses, links, handles, hashtags, IP and MAC addresses.

Each finder looks for a rare character first (@ # :) and works outwards from it: that is fast, and linear.
"""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import IN_LINK, Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.nearby import Nearby

_HOST = r"[\w\-]++(?:(?:\.|%2[Ee])[\w\-]++)++"
# People forget the end of a host that everybody knows, or strike the comma for the dot: "anna@gmail", "anna@gmail,com".
_AT_HOST = Expression(
    r"@[\w\-]++(?:(?:(?:\.|%2[Ee])[\w\-]++)++|,(?:com|net|org|edu|gov|de|fr|es|it|pt|se|ch|at|uk|br|mx)(?![\w\-])|"
    r"(?<=@localhost)|(?:(?<=@gmail)|(?<=@hotmail)|(?<=@outlook)|(?<=@yahoo)|(?<=@icloud)|(?<=@gmx))(?!,))"
)
_ESCAPED_AT_HOST = Expression(f"%40{_HOST}")
# Behind a point, a capital begins the next sentence; behind a hyphen it does not, nor where a first name has one too.
_HANDLE = Expression(
    r"@(?<![\w@]@)(?:[A-Z][a-z]++\.(?=[A-Z][a-z]{3}))?+\w++(?:(?:\.(?=[a-z0-9_])|-)\w++)*+"
    r"(?:@[\w\-]++(?:\.[\w\-]++)++)?+"
)
# Names on Reddit; its Markdown may have a backslash before an underscore. A path goes on: /u/local/bin.
_BEHIND_U = Expression(
    r"/(?<=[uU]/)((?:[A-Za-z0-9]|\\?_|-(?=[A-Za-z0-9_\\-])){3,20})(?!\w|/(?!(?:comments|overview|posts|submitted)\b)\w)"
)
_UNITS = frozenset(
    {
        "min", "minute", "minuten", "minuto", "minuti", "minut", "mol", "mmol", "mm2", "mm3", "cm2", "cm3", "liter",
        "litre", "litro", "sec", "sek", "std", "stunde", "hour", "hora", "heure", "day", "dag", "dia", "jour", "tag",
        "week", "woche", "vecka", "dose", "oder", "eller",
    }
)  # fmt: skip
_COUNTED = Expression(r"\d[ \xa0]?\Z")
_SHORTEST_SHOUTED = 5
_HASHTAG = Expression(r"#(?<![\w&/#]#)\w++")
_NUMBERED = Expression(r"#[A-Z]{1,4}[0-9]{5,}")
_LINK_TAIL = Expression(rf"://{IN_LINK}++")
_MAIL = "[mM][aA][iI][lL][tT][oO]:"
_MAIL_LINK = Expression(rf":(?<={_MAIL})(?<!\w{_MAIL}){IN_LINK}++")
# What begins with one certain character is found far faster than what begins with one of many.
_WWW = Expression(rf"\.(?<=[wW]{{3}}\.)(?<![\w/.@][wW]{{3}}\.){IN_LINK}++")
_IPV4_TAIL = Expression(r"\.(?<=[0-9]\.)[0-9]{1,3}(?:\.[0-9]{1,3}){2}(?![\w]|\.[0-9])")
_IPV4_HEAD = Expression(r"(?<![\w.])[0-9]{1,3}\Z")
_COLONS = Expression(r":[0-9A-Fa-f]{0,4}:")
_HEX = frozenset("0123456789abcdefABCDEF:")
_MAC_TAILS = tuple(
    re.compile(f"{by}[0-9A-Fa-f]{{2}}(?:{by}[0-9A-Fa-f]{{2}}){{4}}(?![\\w]|[:\\-][0-9A-Fa-f])") for by in ":-"
)
_MAC_HEAD = Expression(r"(?<![\w:\-])[0-9A-Fa-f]{2}\Z")
_MAC_FOURS = Expression(r"\.(?<=[0-9A-Fa-f]{4}\.)(?<![\w.][0-9A-Fa-f]{4}\.)[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w]|\.\w)")
_MAC_PLAIN = tuple(
    re.compile(
        rf"{word}(?:[ \-]?(?:address|adresse|adress|addr|id))?\W{{1,3}}((?=[0-9]*[A-Fa-f])[0-9A-Fa-f]{{12}})(?!\w)"
    )
    for word in ("MAC", "mac")
)
_OF_ADDRESS = Expression(r"\b(?:ip|ipv4|dns|ping|server|host)\b[^.!?\n]{0,20}\Z", re.IGNORECASE)
_PART_OF_TEXT = Expression(
    r"(?:secci[oó]n|sec?ção|abschnitt|ziffer|ziff\.|kap\.|sezione|clausola|cl[aá]usula|ep[ií]grafe|avsnitt|stycke|rubrique|"
    r"clause|item|قسم|بند|فقرة)\W{0,2}\Z",
    re.IGNORECASE,
)
_CLOCK = Expression(r"\d{1,4}(?:[ap]m|h|uhr|hrs?)?\Z", re.IGNORECASE)

_QUOTED = Expression(r'"[\w.+\-!#$%&]{1,64}"\Z')
_LONGEST_QUOTED = 66
_LOCAL_EXTRA = frozenset("._%+-'")
_SCHEME_EXTRA = frozenset("+.-")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_TRAILING = frozenset(".,;:!?'’…*_~`")


def emails(text: str) -> Iterator[Found]:
    """Find e-mail addresses: a host after an @, and all that can be a local part before it; %40 is an @ in a link."""
    for match in _AT_HOST.finditer(text):
        at, end = match.span()
        start = _quoted_start(text, at) if text[at - 1 : at] == '"' else _local_start(text, at, 0)
        if start < at and _is_host(match[0]):
            yield Found(start, end, "EMAIL", 0.99, "email")
    done = 0
    for match in _ESCAPED_AT_HOST.finditer(text):
        at, end = match.span()
        start = _local_start(text, at, done)
        done = end
        # "100%40ml.of" is no address: somebody's name has letters.
        if _is_host(match[0].removeprefix("%40")) and any(map(str.isalpha, text[start:at])):
            yield Found(start, end, "EMAIL", 0.99, "email")


def handles(text: str) -> Iterator[Found]:
    """Find @handles, with a host behind them as on Mastodon, and u/names; "@5pm" and "@8" are times and prices."""
    for match in _HANDLE.finditer(text):
        start, end = match.span()
        if not (text[start + 1].isdigit() and _CLOCK.match(text, start + 1, end)):
            yield Found(start, end, "USERNAME", 0.95, "handle")
    for match in _BEHIND_U.finditer(text):
        if _is_account(text, match.start() - 1, match[1]):
            yield Found(*match.span(1), "USERNAME", 0.95, "handle")


def _is_account(text: str, at: int, name: str) -> bool:
    """Tell whether a name behind the "u/" at a place is one on Reddit; "40 U/mm3" is a rate, and "w/u/" an aside."""
    has_slash = text[at - 1 : at] == "/"
    head = text[at - has_slash - 1 : at - has_slash]
    if head.isalnum() or head in {"_", "/", "."} or not any(map(str.isalpha, name)):
        return False
    if has_slash:
        return True
    if name.lower() in _UNITS or _COUNTED.search(before(text, at, 2)):
        return False
    return text[at] == "u" or len(name) >= _SHORTEST_SHOUTED


def hashtags(text: str) -> Iterator[Found]:
    """Find #hashtags that hold a letter; "#1" is a rank."""
    for match in _HASHTAG.finditer(text):
        start, end = match.span()
        if text[start + 1].isalpha() or not text[start + 1 : end].replace("_", "").isdigit():
            # "Order #NL5540921" may as well be a number.
            score = 0.6 if text[end - 5 : end].isdigit() and _NUMBERED.fullmatch(text, start, end) else 0.95
            yield Found(start, end, "HASHTAG", score, "hashtag")


def links(text: str) -> Iterator[Found]:
    """Find links: any scheme before "://", "www.", and "mailto:" with more than an address."""
    for match in _LINK_TAIL.finditer(text):
        start = _back(text, match.start(), _SCHEME_EXTRA)
        while start < match.start() and not text[start].isalpha():
            start += 1
        end = trim(text, match.start() + 3, match.end())
        if start < match.start() and end > match.start() + 3:
            yield Found(start, end, "URL", 0.99, "link")
    for match in _WWW.finditer(text):
        start = match.start() - 3
        end = trim(text, start + 4, match.end())
        if end > start + 5:
            yield Found(start, end, "URL", 0.97, "link")
    for match in _MAIL_LINK.finditer(text):
        start = match.start() - len("mailto")
        end = trim(text, match.start() + 1, match.end())
        if text.find("?", match.start(), end - 1) >= 0:
            yield Found(start, end, "URL", 0.99, "link")


def ip_addresses(text: str, nearby: Nearby) -> Iterator[Found]:
    """Find IPv4 and IPv6 addresses; four small numbers with dots are one, "1.2.3" is a version."""
    for match in _IPV4_TAIL.finditer(text):
        at, end = match.span()
        head = _IPV4_HEAD.search(text, max(0, at - 3), at)
        if head and _is_ipv4((head[0] + match[0]).split(".")) and not _is_counted(text, head.start(), end, nearby):
            yield Found(head.start(), end, "IP", 0.9, "ipv4")
    done = 0
    for match in _COLONS.finditer(text):
        if match.start() < done:
            continue
        start, end = _hex_run(text, match.start())
        done = end
        if _is_ipv6(text, start, end):
            yield Found(start, end, "IP", 0.95, "ipv6")


def mac_addresses(text: str) -> Iterator[Found]:
    """Find MAC addresses: six pairs with one kind of separator, three fours with dots, or twelve behind their word."""
    for tail in _MAC_TAILS:
        for match in tail.finditer(text):
            start = match.start() - 2
            if start >= 0 and _MAC_HEAD.match(text, start, match.start()):
                yield Found(start, match.end(), "MAC", 0.97, "mac")
    for match in _MAC_FOURS.finditer(text):
        start = match.start() - 4
        pairs = text[start : match.end()].replace(".", "")
        if not pairs.isdigit() and not pairs.isalpha():
            yield Found(start, match.end(), "MAC", 0.9, "mac")
    yield from _plain_macs(text)


def _plain_macs(text: str) -> Iterator[Found]:
    """Find letters and digits without separators behind the word."""
    for plain in _MAC_PLAIN:
        for match in plain.finditer(text):
            if not match[1].isalpha() and not text[match.start() - 1 : match.start()].isalnum():
                yield Found(*match.span(1), "MAC", 0.9, "mac")


def _local_start(text: str, at: int, floor: int) -> int:
    """Return where the local part of an address begins, without what stands before it in the sentence."""
    start = _back(text, at, _LOCAL_EXTRA, floor)
    while start < at and text[start] in "'.-":
        start += 1
    return start


def _quoted_start(text: str, at: int) -> int:
    """Return where a local part in quotes begins: "a.b"@example.org."""
    quoted = _QUOTED.search(before(text, at, _LONGEST_QUOTED))
    return at - len(quoted[0]) if quoted else at


def _is_host(host: str) -> bool:
    """Tell whether a host ends as one, or is four numbers."""
    parts = host.replace("%2E", ".").replace("%2e", ".").split(".")
    return len(parts) == 4 if parts[-1].isdigit() else len(parts[-1]) > 1


def _back(text: str, end: int, extra: frozenset[str], floor: int = 0) -> int:
    start = end
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in extra):
        start -= 1
    return start


def trim(text: str, start: int, end: int) -> int:
    """Leave out what closes the sentence rather than the link: stops, quotes, brackets opened before it."""
    if text[end - 1] not in _TRAILING and text[end - 1] not in _CLOSING:
        return end
    unopened = {
        closer: text.count(closer, start, end) - text.count(opener, start, end) for closer, opener in _CLOSING.items()
    }
    while end > start:
        last = text[end - 1]
        if last not in _TRAILING and unopened.get(last, 0) <= 0:
            break
        if last in unopened:
            unopened[last] -= 1
        end -= 1
    return end


def _is_ipv4(parts: list[str]) -> bool:
    return all(int(part) < 256 and (part == "0" or part[0] != "0") for part in parts)


def _is_counted(text: str, start: int, end: int, nearby: Nearby) -> bool:
    """Tell whether four low numbers rather count chapters or versions."""
    longest = max(map(len, text[start:end].split(".")))
    if longest == 1:
        return _OF_ADDRESS.search(before(text, start, 32)) is None
    told = nearby.cues(start, end).get("not", 99) <= 4 or _PART_OF_TEXT.search(before(text, start, 16))
    return longest == 2 and bool(told)


def _hex_run(text: str, at: int) -> tuple[int, int]:
    start, end = at, at + 1
    while start and text[start - 1] in _HEX:
        start -= 1
    while end < len(text) and text[end] in _HEX:
        end += 1
    return start, end


def _is_ipv6(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    if end - start > 39 or any(character.isalnum() or character == "_" for character in around):
        return False
    run = text[start:end]
    # "a::b" may be a name in a program; an address has a digit or more groups.
    if not any(character.isdigit() for character in run) and run.count(":") < 3:
        return False
    from ipaddress import AddressValueError, IPv6Address

    try:
        IPv6Address(run)
    except AddressValueError:
        return False
    return True
