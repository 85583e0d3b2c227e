"""What somebody does to names and identifiers so that a reader still reads them and a machine does not.

What is put in, and what is exchanged, comes from Unicode's own tables (`unicodedata`, and its data on confusables), not
from ours: a test that knew only what the code knows could not find a gap. Each attack takes a stretch of text and
chance, and returns the stretch as it is written now.
"""

import random
import unicodedata
from collections.abc import Callable

_NONE = ("Cn", "Co", "Cs")
# Signs of Arabic, Syriac, Kaithi and Egyptian that are format characters, but can be seen.
_SEEN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
_ALL = [
    chr(code) for code in range(0x80, 0xE0200) if code not in _SEEN and unicodedata.category(chr(code)) not in _NONE
]
_HIDDEN = [sign for sign in _ALL if unicodedata.category(sign) == "Cf"]
_DIRECTIONS = ("L", "R", "AL", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
BIDI = "".join(sign for sign in _HIDDEN if unicodedata.bidirectional(sign) in _DIRECTIONS and sign < "\u2070")
ZERO_WIDTH = (
    "".join(sign for sign in _HIDDEN if sign not in BIDI and sign < "\U000e0000") + "\u034f\u115f\u1160\u17b4\u17b5"
)
TAGS = "".join(sign for sign in _HIDDEN if sign >= "\U000e0000") + "\ufe00\ufe0f\U000e0100\U000e01ef\u180b"
SPACES = "".join(sign for sign in _ALL if unicodedata.category(sign) == "Zs" and sign != "\u1680") + "\u2800\u3164"
DASHES = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"
_BLOCKS = ((0x300, 0x370), (0x483, 0x48A), (0x1AB0, 0x1B00), (0x1DC0, 0x1E00), (0x20D0, 0x2100))
MARKS = "".join(
    sign
    for sign in _ALL
    if any(first <= ord(sign) < stop for first, stop in _BLOCKS)
    and unicodedata.combining(sign) | (sign in "\u0488\u0489\u20dd\u20de")
)
ACCENTS = "".join(sign for sign in MARKS if len(unicodedata.normalize("NFC", f"e{sign}")) == 1)
# Letters that Unicode's data call confusable with these.
CYRILLIC = ["aаbЬcсdԁeеhһiіjјoоpрqԛrгsѕvѵwԝxхyу", "AАBВCСEЕGԌHНIІJЈKКMМOОPРSЅTТVѴWԜXХYУ", "eҽiӏwѡyү", "IӀYҮ"]
GREEK = ["aαcϲiιjϳoοpρuυvνyγ", "AΑBΒCϹEΕFϜHΗIΙJͿKΚMΜNΝOΟPΡTΤXΧYΥZΖ"]
OTHER_ALPHABETS = [
    "cᴄgɡiɪiɩoᴏrꭇsꜱuᴜuʋvᴠwᴡyɣyʏzᴢ",
    "gցhհnոoօqզuս",
    "cⲥoⲟpⲣCⲤHⲎKⲔMⲘNⲚOⲞPⲢTⲦXⲬ",
    "AᎪBᏴCᏟDᎠEᎬGᏀHᎻJᎫKᏦLᏞMᎷPᏢRᏒSᏚTᎢVᏙWᏔYᎽZᏃ",
    "AꓮBꓐCꓚDꓓEꓰFꓝGꓖHꓧJꓙKꓗLꓡMꓟNꓠOꓳPꓑRꓣSꓢTꓔUꓴVꓦWꓪXꓫYꓬZꓜ",
    "cⅽdⅾiⅰlⅼmⅿvⅴxⅹCⅭDⅮIⅠLⅬMⅯVⅤXⅩ",
]
Attack = Callable[[str, random.Random], str]
Table = dict[str, str]


def pairs(*rows: str) -> list[Table]:
    """Return tables of what is written for what."""
    return [dict(zip(row[::2], row[1::2], strict=True)) for row in rows]


_DRESSED = [(unicodedata.normalize("NFKC", sign), sign) for sign in _ALL if unicodedata.decomposition(sign)]


def written_as(kind: str) -> Table:
    """Return the characters that Unicode says are letters, digits and marks of ASCII in another dress."""
    named = [(plain, sign) for plain, sign in _DRESSED if unicodedata.name(sign).startswith(kind)]
    return {plain: sign for plain, sign in reversed(named) if len(plain) == 1 and "!" <= plain <= "~"}


def digits() -> list[Table]:
    """Return the digits of every script."""
    zeros = [sign for sign in _ALL if unicodedata.category(sign) == "Nd" and unicodedata.digit(sign) == 0]
    return [{str(value): chr(ord(zero) + value) for value in range(10)} for zero in zeros]


def put_in(signs: str) -> Attack:
    """Return an attack that puts signs between letters: in one place, in some, or in all."""

    def attack(text: str, chance: random.Random) -> str:
        share = chance.choice((0.0, 0.3, 1.0))
        sure = chance.randrange(1, len(text)) if len(text) > 1 else 0
        made = [text[:1]]
        for place in range(1, len(text)):
            if place == sure or chance.random() < share:
                made.append(chance.choice(signs))
            made.append(text[place])
        return "".join(made)

    return attack


def put_on(marks: str) -> Attack:
    """Return an attack that puts marks on some letters and digits, or on all."""

    def attack(text: str, chance: random.Random) -> str:
        share = chance.choice((0.3, 1.0))
        return "".join(
            sign + chance.choice(marks) if sign.isalnum() and chance.random() < share else sign for sign in text
        )

    return attack


def exchange(tables: list[Table]) -> Attack:
    """Return an attack that writes some or all characters as others that look alike."""

    def attack(text: str, chance: random.Random) -> str:
        table = chance.choice(tables)
        share = chance.choice((0.3, 1.0))
        return "".join(table.get(sign, sign) if chance.random() < share else sign for sign in text)

    return attack


def respace(text: str, chance: random.Random) -> str:
    """Write other spaces for those that are there."""
    return "".join(chance.choice(SPACES) if sign == " " else sign for sign in text)


def redash(text: str, chance: random.Random) -> str:
    """Write other hyphens for those that are there."""
    return "".join(chance.choice(DASHES) if sign == "-" else sign for sign in text)


def decompose(text: str, chance: random.Random) -> str:
    """Write letters and their marks apart."""
    return unicodedata.normalize(chance.choice(("NFD", "NFKD")), text)


_MATHEMATICAL = (
    "BOLD",
    "ITALIC",
    "BOLD ITALIC",
    "BOLD SCRIPT",
    "BOLD FRAKTUR",
    "DOUBLE-STRUCK",
    "SANS-SERIF",
    "MONOSPACE",
)
ATTACKS: dict[str, Attack] = {
    "zero width": put_in(ZERO_WIDTH),
    "direction": put_in(BIDI),
    "soft hyphen": put_in("\u00ad"),
    "tags": put_in(TAGS),
    "marks": put_on(MARKS),
    "accents": put_on(ACCENTS),
    "decomposed": decompose,
    "spaces": respace,
    "hyphens": redash,
    "digits": exchange(digits()),
    "cyrillic": exchange(pairs("".join(CYRILLIC[:2]), "".join(CYRILLIC))),
    "greek": exchange(pairs("".join(GREEK))),
    "other alphabets": exchange(pairs(*OTHER_ALPHABETS)),
    "full width": exchange([written_as("FULLWIDTH")]),
    "mathematical": exchange([written_as(f"MATHEMATICAL {kind} ") for kind in _MATHEMATICAL]),
    "circled": exchange([written_as("CIRCLED"), written_as("SQUARED")]),
}
