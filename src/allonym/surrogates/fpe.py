"""The `fpe` strategy: FF1 of NIST SP 800-38G, which turns a number into another of the same length and spelling.

Digits become digits and letters letters; delimiters, case and length stay. Codes of digits alone are encrypted in
radix 10; where letters stand between them, the code is one number of a mixed radix. Under fewer than a million codes
of the same shape a cipher hides nothing, so these are refused: they become zeros with a running number.
"""

from dataclasses import dataclass
from math import prod

from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.surrogates.shapes import ARABIC, CAPITALS, DIGITS, alphabet_of, core, lay, zeros

SMALLEST_DOMAIN = 1_000_000
"""The least number of values that revision 1 of SP 800-38G lets a cipher have."""
_LONGEST = 256
_KNOWN = frozenset(DIGITS + CAPITALS + ARABIC)


@dataclass(frozen=True, slots=True)
class FpeMaker:
    """Encrypts codes with a key of the scope; the label is the tweak, so that two kinds have two ciphers."""

    distinct: bool = True
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return each mention encrypted, in its own spelling."""
        return [_encrypted(subject.label.partition(".")[0], surface, desk) for surface in subject.surfaces]


def fpe() -> FpeMaker:
    """Make the maker."""
    return FpeMaker()


def _encrypted(label: str, surface: str, desk: Desk) -> str:
    plain = core(surface).upper()
    if not _can_be_hidden(surface, plain):
        return _refused(label, surface, desk)

    def propose(draw: Draw) -> str | None:
        made = encrypt(plain, desk.seed("fpe"), f"{label} {draw.attempt}".encode())
        # A cipher may give a number back as it was; another tweak gives another.
        return None if made == plain or desk.stands(lay(made, surface)) else made

    return lay(desk.assign(f"fpe {label}", plain, propose), surface)


def encrypt(plain: str, key: bytes, tweak: bytes) -> str:
    """Return another code of the same shape, by FF1 with AES."""
    # Most profiles encrypt nothing, and need not load the cipher.
    from ffx import FF1

    if plain.isdigit():
        return str(FF1(key, radix=10).encrypt(plain, tweak=tweak))
    alphabets = [alphabet_of(character) for character in plain]
    number = 0
    for character, alphabet in zip(plain, alphabets, strict=True):
        number = number * len(alphabet) + alphabet.index(character)
    number = FF1(key).encrypt_int(number, domain=prod(map(len, alphabets)), tweak=tweak)
    made = []
    for alphabet in reversed(alphabets):
        number, place = divmod(number, len(alphabet))
        made.append(alphabet[place])
    return "".join(reversed(made))


def _can_be_hidden(surface: str, plain: str) -> bool:
    # The capital of ß is two letters, and accents have no alphabet.
    whole = len(plain) == sum(map(str.isalnum, surface)) and _KNOWN.issuperset(plain)
    return whole and 1 < len(plain) <= _LONGEST and prod(len(alphabet_of(each)) for each in plain) >= SMALLEST_DOMAIN


def _refused(label: str, surface: str, desk: Desk) -> str:
    shape = zeros(surface)

    def propose(draw: Draw) -> str | None:
        words = f"{shape}#{draw.number}"
        return None if desk.stands(words) else words

    return desk.assign(f"fpe refused {label}", surface, propose)
