"""Addresses of machines and points on the earth: those for documentation, and places some kilometres away."""

import re
from math import cos, radians, sin, tau

from allonym.surrogates.chance import Chance
from allonym.surrogates.shapes import shaped, vary

_DECIMAL = re.compile(r"[-+−]?\d{1,3}[.,]\d+")
_DEGREES = re.compile(r"(\d{1,3})°\s?(\d{1,2})(?:([.,]\d+)|\s?['′’]\s?(\d{1,2})(?:[.,]\d+)?)?")
_KILOMETRES = 111.2
"""The length of a degree of latitude."""
_FEW = 20
_PLUS = "23456789CFGHJMPQRVWX"


def ip(surface: str, chance: Chance, attempt: int = 0) -> str:
    """Return an address for documentation (RFC 5737, RFC 3849); the port and the prefix stay.

    Of version 4 there are 762; after some attempts come those for measuring networks (RFC 2544), which are many.
    """
    address, slash, prefix = surface.partition("/")
    if address.count(".") >= 3 and ":" not in address.rpartition(".")[0]:
        _, colon, port = address.rpartition(".")[2].partition(":")
        wide = f"198.{chance.between(18, 19)}.{chance.below(256)}"
        net = wide if attempt > _FEW else chance.pick(("192.0.2", "198.51.100", "203.0.113"))
        return f"{net}.{chance.between(1, 254)}{colon}{port}{slash}{prefix}"
    groups = [f"{chance.below(65536):x}" for _ in range(4)]
    made = f"2001:db8::{':'.join(groups)}"
    return (made.upper() if address.isupper() else made) + slash + prefix


def mac(code: str, chance: Chance) -> str:
    """Return a hardware address for documentation (RFC 9542): 00-00-5E-00-53 and one byte, or a longer one."""
    if len(code) == 16:
        return f"00005EEF10{chance.below(1 << 24):06X}"
    return f"00005E0053{chance.below(256):02X}"


def coordinates(surface: str, chance: Chance) -> str | None:
    """Return a point 5 to 20 kilometres away, with as many digits as the old one; None if it cannot be read."""
    way, angle = 5 + chance.below(15001) / 1000, chance.below(360_000) / 360_000 * tau
    north, east = way * sin(angle) / _KILOMETRES, way * cos(angle) / _KILOMETRES
    if len(_DECIMAL.findall(surface)) == 2 and "°" not in surface.replace("° ", "").replace("°,", ""):
        return _moved_decimals(surface, north, east)
    if len(_DEGREES.findall(surface)) == 2:
        return _moved_degrees(surface, north, east)
    if "+" in surface and set(surface.upper()) <= {*_PLUS, "+", "0"}:
        head, plus, tail = surface.partition("+")
        return head[: max(0, len(head) - 4)] + _plus(head[-4:], chance) + plus + _plus(tail, chance)
    return None


def _plus(letters: str, chance: Chance) -> str:
    return "".join(chance.pick(_PLUS) for _ in letters)


def _moved_decimals(surface: str, north: float, east: float) -> str:
    latitude = float(_number(_DECIMAL.findall(surface)[0]))
    steps = iter((north, east / max(0.1, cos(radians(latitude)))))
    return _DECIMAL.sub(lambda match: _decimal(match[0], next(steps)), surface)


def _decimal(old: str, step: float) -> str:
    size = len(re.split("[.,]", old)[1])
    value = float(_number(old)) + step
    sign = old[0] if old[0] in "+−-" else ""
    made = f"{abs(value):.{size}f}"
    shown = ("−" if sign == "−" else "-") if value < 0 else "+" if sign == "+" else ""
    return shown + (made.replace(".", ",") if "," in old else made)


def _number(text: str) -> str:
    return text.replace("−", "-").replace(",", ".")


def _moved_degrees(surface: str, north: float, east: float) -> str:
    """Move the minutes; south and west, where numbers grow the other way, are as far away."""
    latitude = float(_DEGREES.findall(surface)[0][0])
    steps = iter((north, east / max(0.1, cos(radians(latitude)))))

    def moved(match: re.Match[str]) -> str:
        fraction = float(f"0{_number(match[3])}") if match[3] else int(match[4] or 0) / 60
        minutes = abs((int(match[1]) + (int(match[2]) + fraction) / 60 + next(steps)) * 60)
        size = len(match[3]) - 1 if match[3] else 0
        values = [int(minutes // 60), int(minutes % 60), int(minutes * 60 % 60)]
        rest = f"{minutes % 1:.{size}f}"[2:] if size else ""
        filling = iter(f"{values[0]:0{len(match[1])}d}{values[1]:0{len(match[2])}d}{rest or f'{values[2]:02d}'}0000")
        return "".join(next(filling) if each.isdecimal() else each for each in match[0])

    return _DEGREES.sub(moved, surface)


def vin(code: str, chance: Chance) -> str:
    """Return a number of a maker that does not exist (000); the check digit is right if that of the old one was."""
    if len(code) != len(_WEIGHTS):
        return vary(code, chance)
    body = "000" + shaped(code[3:], chance).translate(_NO_VIN_LETTERS)
    right = _check(body)
    digit = right if _check(code) == code[8] else chance.pick("0123456789X".replace(right, ""))
    return f"{body[:8]}{digit}{body[9:]}"


_NO_VIN_LETTERS = str.maketrans("IOQ", "JPR")
_VIN = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ0123456789", map(int, "123456781234579234567890123456789"), strict=True))
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def _check(code: str) -> str:
    """Return the ninth character that a number asks for; its own counts nothing."""
    total = sum(_VIN.get(each, 0) * weight for each, weight in zip(code, _WEIGHTS, strict=True))
    return "0123456789X"[total % 11]
