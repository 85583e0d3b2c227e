"""Addresses of crypto wallets, each with its check where it has one."""

from collections.abc import Iterator
from hashlib import sha256

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.checks import find_check
from allonym.detectors.identifiers.runs import Runs

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE58 = Expression(f"[{_ALPHABET}]{{26,44}}")
_HEX = Expression(r"0x[0-9a-fA-F]{40}")
_BECH32 = Expression(r"(?:bc1|ltc1|tb1|addr1|bnb1|cosmos1|osmo1)[02-9ac-hj-np-z]{20,110}")
_MONERO = Expression(f"[48][0-9AB][{_ALPHABET}]{{93}}")


def wallets(runs: Runs) -> Iterator[Found]:
    """Find wallet addresses among the parts of runs that are too long for anything else."""
    for place in runs.longer:
        if place[3] - place[0] < 26:
            continue
        run = runs.at(place)
        for start, end in run.parts:
            if end - start >= 26:
                score = _judge(run.text[start:end], "crypto" in run.cues)
                if score:
                    yield Found(start, end, "CRYPTO", score, "wallet")


def _judge(word: str, cued: bool) -> float:
    if _HEX.fullmatch(word) or _MONERO.fullmatch(word):
        return 0.95
    if _BECH32.fullmatch(word):
        return 0.95 if not word.startswith("bc1") or find_check("bitcoin")(word) else 0.7
    if not _BASE58.fullmatch(word) or word.isdigit():
        return 0.0
    if _is_base58check(word):
        return 0.97
    return 0.7 if cued and any(map(str.islower, word)) and any(map(str.isupper, word)) else 0.0


def _is_base58check(word: str) -> bool:
    """Check the last four bytes, as Bitcoin, Litecoin, Dogecoin, Tron and others have them; Ripple shuffles letters."""
    number = 0
    for character in word:
        number = number * 58 + _ALPHABET.index(character)
    raw = number.to_bytes(40, "big").lstrip(b"\0")
    raw = b"\0" * (len(word) - len(word.lstrip("1"))) + raw
    return len(raw) >= 21 and sha256(sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]
