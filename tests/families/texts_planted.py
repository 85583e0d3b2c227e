"""What somebody plants in a text in the hope that recovery turns it into another person's words."""

import base64
import random
from collections.abc import Sequence

from tests.families.texts_attacked import ATTACKS

VICTIMS = {
    "victim-1": "Quendolyra Vexthorne wrote to q.vexthorne@example.org from Mirkholme, or ring +44 7700 900461.",
    "victim-2": "Ulbrechtine Zorngräber traf gestern Wiebtrud Hakkelmoor, Konto DE89 3704 0044 0532 0130 00.",
    "victim-3": "Orfeldo Scazzambrini e Tullimena Vroccanti vivono a Castelgruffo; scrivete a vroccanti@example.it.",
    "victim-4": "Ragnfrida Hjulbäckström och Sturkolf Kvistängare bor i Grävlingsunda, hon nås på 070-174 06 77.",
    "victim-5": "Isaubrine Kermadoret a quitté Vauxprilly avec Foulquin Trébazelle (@kermadoret), né le 3 mai 1961.",
}
TERMS = {
    "PERSON": (
        *("Quendolyra Vexthorne", "Ulbrechtine Zorngräber", "Wiebtrud Hakkelmoor", "Orfeldo Scazzambrini"),
        *("Tullimena Vroccanti", "Ragnfrida Hjulbäckström", "Sturkolf Kvistängare", "Isaubrine Kermadoret"),
        "Foulquin Trébazelle",
    ),
    "LOCATION.CITY": ("Mirkholme", "Castelgruffo", "Grävlingsunda", "Vauxprilly"),
}
SECRETS = tuple(sorted({word.lower() for names in TERMS.values() for name in names for word in name.split()}))
"""Words of the victims that nobody else is called by: no pool has them, and no running number is one."""
STRANGERS = {"attacker": "Leonor Figueira e Anselmo Brito, l.figueira@example.pt, Coimbra, +351 912 345 678."}
"""A document of another vault, under the id that the attacker uses here."""
OWN = (
    "I am Margaret Holloway and I know Desmond Pryce; write to m.holloway@example.org, says {} and not {}.",
    "Ring {} or me, Desmond Pryce, on 020 7946 0958. {}",
    "{} Margaret Holloway {}",
    "Margaret Holloway met {} in Norwich.\r\nThen {} left Norwich, and Margaret stayed.",
    "{}{}",
)
KINDS = ("PERSON", "EMAIL", "PHONE", "LOCATION", "IBAN", "USERNAME", "DATE", "ORGANIZATION", "DATE/TIME", "EXTRA")
AKIO = ("People", "User", "City", "SSid", "Phone", "Email", "Contract", "Zip", "Vehicle", "IP", "Other")
_LOOK_ALIKES = tuple(ATTACKS.values())


def changed_bytes(token: str, chance: random.Random) -> str:
    """Return a token with one character exchanged, doubled or left out."""
    if not token:
        return "[]"
    place = chance.randrange(len(token))
    new = chance.choice((chance.choice("0123456789abcdefPERSON_[]"), token[place] * 2, ""))
    return token[:place] + new + token[place + 1 :]


def numbered(chance: random.Random) -> str:
    """Return a token of one of our grammars, with a running number or one that nobody gives out."""
    number = chance.choice(
        (str(chance.randrange(12)), str(chance.randrange(10_000)), "0", "01", "-1", "9" * 40, "١", "²")
    )
    return chance.choice(
        (
            f"[{chance.choice(KINDS)}_{number}]",
            f"[{chance.choice(KINDS).lower()}_{number}]",
            f"_{chance.choice(AKIO)}{number}",
            f"Company{number}",
            f"Product{number}",
            f"[{chance.choice(KINDS)}_{chance.randbytes(8).hex()}]",
            f"[{chance.choice(KINDS)}]",
            f"<{chance.choice(KINDS)}_{number}>",
            f"{{{chance.choice(KINDS)}_{number}}}",
            f"{chance.choice(KINDS)}_{number}",
            "[WITHDRAWN]",
            "XXX",
        )
    )


def wrapped(token: str, chance: random.Random) -> str:
    """Return a token as it may come out of another program, or be hidden from one."""
    return chance.choice(
        (
            f"[{token}]",
            f"x{token}y",
            f"{token}{token}",
            f"{token[: len(token) // 2]}{token}{token[len(token) // 2 :]}",
            token.replace("[", "&#91;").replace("]", "&#93;"),
            token.replace("[", "%5B").replace("]", "%5D"),
            token.replace("_", "\\_").replace("[", "\\["),
            base64.b64encode(token.encode()).decode(),
            f"\u202e{token[::-1]}\u202c",
            chance.choice((str.upper, str.lower, str.title, str.swapcase))(token),
            chance.choice(_LOOK_ALIKES)(token, chance) if token else "",
        )
    )


def planted(foreign: Sequence[str], chance: random.Random) -> str:
    """Return one thing that somebody may plant, made of stand-ins that are not theirs."""
    way = chance.random()
    token = chance.choice(foreign) if way < 0.75 else numbered(chance)
    if way < 0.35 or way >= 0.9:
        return token
    return changed_bytes(token, chance) if way < 0.55 else wrapped(token, chance)


def attack(foreign: Sequence[str], chance: random.Random) -> str:
    """Return the text of an attacker: their own words around what they plant."""
    return chance.choice(OWN).format(planted(foreign, chance), planted(foreign, chance))
