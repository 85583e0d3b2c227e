"""The `invalidate` strategy: links, addresses and handles keep their look and stop working.

    https://t.me/anna_berg92          https://t.me/wqzd_oxtm47
    anna.berg@example.org             qtmw.oyzr@kwmqtxb.org.invalid
    https://annaberg.example/blog     https://oqxtmwzk.invalid/ytrq

Letters become letters and digits digits. The schemes and hosts of well-known platforms stay, for they name nobody; any
other host is changed as well, and ends in .invalid, which never answers (RFC 2606).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from allonym.core.canon import at_sign
from allonym.core.labels import is_a
from allonym.core.plain_toml import read_table
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.surrogates.chance import Chance
from allonym.surrogates.figures import net
from allonym.surrogates.figures.phone import unassigned
from allonym.surrogates.mentioned import PATIENCE, is_numbered_kind, numbered_kind
from allonym.surrogates.shapes import core, in_small, lay, respell, vary

_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.\-]*:(?://)?)?(?P<user>[^/@\s]+@)?(?P<host>[^/?#:]+)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
# An address of a machine with other digits is another machine's; those for documentation are nobody's.
_MACHINES: dict[str, Callable[[str, Chance], str]] = {
    "IP": net.ip,
    "MAC": lambda surface, chance: respell(net.mac(core(surface).upper(), chance), surface),
}
_DIALLED = frozenset({"wa.me", "api.whatsapp.com"})
_PHONE = re.compile(r"\+?[0-9]{6,15}")
_PIECE = re.compile(r"[^/?#&=:]+")


@dataclass(frozen=True, slots=True)
class InvalidateMaker:
    """Changes the characters that lead somewhere, and no others."""

    distinct: bool = True
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return each mention broken: one original is broken in one way, however it is written."""
        top = subject.label.partition(".")[0]
        return [_broken(top, surface, subject.language, desk) for surface in subject.surfaces]


def invalidate() -> InvalidateMaker:
    """Make the maker."""
    return InvalidateMaker()


def _broken(label: str, surface: str, language: str | None, desk: Desk) -> str:
    # In links case counts; elsewhere it is only a way to write the same.
    original = surface if label == "URL" else in_small(surface)

    def propose(draw: Draw) -> str | None:
        if draw.attempt >= PATIENCE or not core(original):
            return numbered_kind(label, draw, desk)
        made = _break(label, original, language, Chance(draw.seed))
        return None if made == original or desk.stands(made) else made

    given = desk.assign(f"invalidate {label}", original, propose)
    if label == "URL" or is_numbered_kind(given):
        return given
    return (
        "".join(new.upper() if old.isupper() else new for new, old in zip(given, surface, strict=False))
        + (given[len(surface) :])
    )


def _break(label: str, original: str, language: str | None, chance: Chance) -> str:
    if is_a(label, "URL"):
        return _break_url(original, chance)
    if is_a(label, "EMAIL"):
        local, at, host = original.rpartition(at_sign(original))
        return f"{_vary(local, chance)}{at or '@'}{_vary_host(host, _listed('providers'), chance)}"
    if is_a(label, "PHONE") and (made := unassigned(original, language, chance)):
        return made
    if label in _MACHINES:
        return _MACHINES[label](original, chance)
    if is_a(label, "USERNAME") and original.count("@") > 1:
        local, _, host = original.rpartition("@")
        return f"{_vary(local, chance)}@{_vary_host(host, _listed('platforms'), chance)}"
    return _vary(original, chance)


def _break_url(url: str, chance: Chance) -> str:
    match = _URL.fullmatch(url)
    if match is None:
        return _vary(url, chance)
    host, user = match["host"], match["user"] or ""
    known = host.lower().removeprefix("www.") in _listed("platforms")
    rest = _PIECE.sub(lambda piece: _break_piece(piece[0], host.lower(), chance), match["rest"])
    if known and rest.strip("/") == match["rest"].strip("/"):
        # Nothing behind a platform tells anybody; then the host itself must not work.
        known = False
    broken = host if known else _broken_host(host, chance)
    return "".join((match["scheme"] or "", _vary(user, chance), broken, rest))


def _break_piece(piece: str, host: str, chance: Chance) -> str:
    if host in _DIALLED and _PHONE.fullmatch(piece):
        # The plus is often left out there, but the country code is always in.
        dialled = unassigned("+" + piece.lstrip("+"), None, chance) or ""
        return dialled if piece.startswith("+") else dialled.lstrip("+") or _vary(piece, chance)
    return piece if piece.lower() in _listed("words") else _vary(piece, chance)


def _broken_host(host: str, chance: Chance) -> str:
    www = host[:4] if host.lower().startswith("www.") else ""
    name = host[len(www) :].rpartition(".")[0] or host[len(www) :]
    return f"{www}{_vary(name, chance)}.invalid"


def _vary_host(host: str, known: frozenset[str], chance: Chance) -> str:
    if host.lower() in known:
        return f"{host}.invalid"
    name, dot, ending = host.rpartition(".")
    return f"{_vary(name, chance)}{dot}{ending}.invalid" if dot else f"{_vary(host, chance)}.invalid"


def _vary(words: str, chance: Chance) -> str:
    return lay(vary(core(words), chance), words)


@cache
def _listed(key: str) -> frozenset[str]:
    """Return hosts or words of a list: platforms where many have an account, providers of mail, words of links."""
    return frozenset(read_table("allonym.surrogates", "tables/hosts.toml")[key].split())
