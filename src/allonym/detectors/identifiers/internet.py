"""E-mail addresses, links, handles, hashtags, IP and MAC addresses.

Each finder looks for a rare character first (@ # :) and works outwards from it: that is fast, and linear.
"""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv6Address

from allonym.detectors.finding import Found

_HOST = r"[\w\-]++(?:\.[\w\-]++)++"
_AT_HOST = re.compile(f"@{_HOST}|@localhost\\b")
_HANDLE = re.compile(r"@(?<![\w@]@)\w++(?:[.\-](?=[a-z0-9_])\w++)*+(?:@[\w\-]++(?:\.[\w\-]++)++)?+")
_HASHTAG = re.compile(r"#(?<![\w&/#]#)\w++")
_LINK_TAIL = re.compile(r"://[^\s\0<>\"“”«»،؛]++")
_WWW = re.compile(r"[wW]{3}\.(?<![\w/.@][wW]{3}\.)[^\s\0<>\"“”«»،؛]++")
_IPV4 = re.compile(r"[0-9](?<![\w.][0-9])[0-9]{0,2}(?:\.[0-9]{1,3}){3}(?![\w]|\.[0-9])")
_COLONS = re.compile(r":[0-9A-Fa-f]{0,4}:")
_HEX = frozenset("0123456789abcdefABCDEF:")
_MAC_TAIL = re.compile(r"([:\-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![\w]|[:\-][0-9A-Fa-f])")
_MAC_HEAD = re.compile(r"(?<![\w:\-])[0-9A-Fa-f]{2}\Z")
_CLOCK = re.compile(r"\d{1,4}(?:[ap]m|h|uhr|hrs?)?\Z", re.IGNORECASE)

_LOCAL_EXTRA = frozenset("._%+-'")
_SCHEME_EXTRA = frozenset("+.-")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_TRAILING = frozenset(".,;:!?'’…*_~`")


def emails(text: str) -> Iterator[Found]:
    """Find e-mail addresses: a host after an @, and all that can be a local part before it."""
    for match in _AT_HOST.finditer(text):
        at, end = match.span()
        start = _back(text, at, _LOCAL_EXTRA)
        while start < at and text[start] in "'.-":
            start += 1
        top = match[0].rpartition(".")[2]
        is_address = top.isdigit() and text.count(".", at, end) == 3
        if start < at and (is_address or (len(top) > 1 and not top.isdigit())):
            yield Found(start, end, "EMAIL", 0.99, "email")


def handles(text: str) -> Iterator[Found]:
    """Find @handles, with a host behind them as on Mastodon; "@5pm" and "@8" are times and prices."""
    for match in _HANDLE.finditer(text):
        if not _CLOCK.match(match[0], 1):
            yield Found(match.start(), match.end(), "USERNAME", 0.95, "handle")


def hashtags(text: str) -> Iterator[Found]:
    """Find #hashtags that hold a letter; "#1" is a rank."""
    for match in _HASHTAG.finditer(text):
        if not match[0][1:].replace("_", "").isdigit():
            yield Found(match.start(), match.end(), "HASHTAG", 0.95, "hashtag")


def links(text: str) -> Iterator[Found]:
    """Find links: any scheme before "://", and "www."."""
    for match in _LINK_TAIL.finditer(text):
        start = _back(text, match.start(), _SCHEME_EXTRA)
        while start < match.start() and not text[start].isalpha():
            start += 1
        end = trim(text, match.start() + 3, match.end())
        if start < match.start() and end > match.start() + 3:
            yield Found(start, end, "URL", 0.99, "link")
    for match in _WWW.finditer(text):
        end = trim(text, match.start() + 4, match.end())
        if end > match.start() + 5:
            yield Found(match.start(), end, "URL", 0.97, "link")


def ip_addresses(text: str) -> Iterator[Found]:
    """Find IPv4 and IPv6 addresses; four small numbers with dots are one, "1.2.3" is a version."""
    for match in _IPV4.finditer(text):
        if all(int(part) < 256 and (part == "0" or part[0] != "0") for part in match[0].split(".")):
            yield Found(match.start(), match.end(), "IP", 0.9, "ipv4")
    done = 0
    for match in _COLONS.finditer(text):
        if match.start() < done:
            continue
        start, end = _hex_run(text, match.start())
        done = end
        if _is_ipv6(text, start, end):
            yield Found(start, end, "IP", 0.95, "ipv6")


def mac_addresses(text: str) -> Iterator[Found]:
    """Find MAC addresses: six pairs with one kind of separator."""
    for match in _MAC_TAIL.finditer(text):
        start = match.start() - 2
        if start >= 0 and _MAC_HEAD.match(text, start, match.start()):
            yield Found(start, match.end(), "MAC", 0.97, "mac")


def _back(text: str, end: int, extra: frozenset[str]) -> int:
    start = end
    while start and (text[start - 1].isalnum() or text[start - 1] in extra):
        start -= 1
    return start


def trim(text: str, start: int, end: int) -> int:
    """Leave out what closes the sentence rather than the link: stops, quotes, brackets opened before it."""
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
    try:
        IPv6Address(run)
    except AddressValueError:
        return False
    return True
