"""Make tests/data/identifiers-<code>.jsonl: sentences with invented identifiers, and sentences with near misses.

python scripts/make_identifier_set.py        the same seed, the same files

Sentences are in tests/data/identifiers-templates.toml. Every identifier is drawn at random in the form its country
gives it, with a right check digit where the form has one; none is taken from life.
"""

import json
import random
import re
import string
import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from stdnum import luhn
from stdnum.de import idnr
from stdnum.es import cif, dni, nie
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.isbn import validate as validate_isbn
from stdnum.it import codicefiscale, iva
from stdnum.pt import cc, nif

DATA = Path(__file__).parent.parent / "tests" / "data"
SLOT = re.compile(r"\{(\w+)\}")
SEED = 20_240_512
TIMES = {"tune": 3, "held": 3, "near_tune": 4, "near_held": 4}
CONSONANTS = "BCDFGHJKLMNPRSTVWXYZ"
PLATE_LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ"
B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

Forms = dict[str, dict[str, list[str]]]

LABELS = {
    "email": "EMAIL", "disguised": "EMAIL", "url": "URL", "domain": "URL", "phone": "PHONE", "phone_intl": "PHONE",
    "ip": "IP", "mac": "MAC", "iban": "IBAN", "bic": "BIC", "card": "CARD", "account": "ACCOUNT", "sortcode": "ACCOUNT",
    "btc": "CRYPTO", "eth": "CRYPTO", "national": "ID.NATIONAL", "tax": "ID.TAX", "health": "ID.HEALTH",
    "passport": "ID.PASSPORT", "licence": "ID.LICENCE", "plate": "PLATE", "vin": "VIN", "zip": "ADDRESS.ZIP",
    "zip_city": "ADDRESS.ZIP", "coordinates": "COORDINATES", "contract": "CONTRACT", "mixed": "CONTRACT",
    "flight": "FLIGHT", "line": "TRANSPORT.NUMBER", "money": "MONEY",
}  # fmt: skip

AT_DOT = {
    "en": (" at ", " dot "), "fr": (" arobase ", " point "), "de": (" [at] ", " [punkt] "),
    "es": (" arroba ", " punto "), "it": (" chiocciola ", " punto "), "pt": (" arroba ", " ponto "),
    "sv": (" snabel-a ", " punkt "),
    "ar": ("(at)", "(dot)"),
}  # fmt: skip
ZIP = re.compile(
    r"(?:[A-Z]-)?[0-9]{3} [0-9]{2}|(?:[A-Z]-)?[0-9]{4,5}(?:-[0-9]{3})?|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z0-9]{2}"
)
DOMAINS = {"en": "co.uk", "fr": "fr", "de": "de", "es": "es", "it": "it", "pt": "pt", "sv": "se", "ar": "com"}


class Filler:
    """Fills slots with invented values, by chance that is passed in."""

    def __init__(self, chance: random.Random, code: str, forms: Forms) -> None:
        self.chance, self.code, self.forms = chance, code, forms

    def fill(self, slot: str) -> str:
        """Return a value for a slot."""
        make: Callable[[], str] | None = getattr(self, slot, None)
        if make is not None:
            return make()
        return self.one_of(slot)

    def one_of(self, slot: str) -> str:
        """Return a value in one of the forms that the language has for a slot."""
        forms = self.forms[slot]
        return self.form(self.chance.choice(forms.get(self.code) or forms["any"]))

    def form(self, form: str) -> str:
        """Return a form with its marks replaced by chance."""
        marks = {"#": string.digits, "^": "123456789", "@": PLATE_LETTERS, "%": CONSONANTS}
        return "".join(self.chance.choice(marks[mark]) if mark in marks else mark for mark in form)

    def digits(self, count: int) -> str:
        """Return so many digits."""
        return self.form("#" * count)

    def birthday(self) -> str:
        """Return a birth date as YYMMDD."""
        return f"{self.chance.randint(40, 99)}{self.chance.randint(1, 12):02d}{self.chance.randint(1, 28):02d}"

    def email(self) -> str:
        """Return an e-mail address."""
        name = self.chance.choice(["anna.berg", "j_smith", "m.rossi84", "omar+shop", "ines-silva", "k.vogt"])
        return f"{name}@{self.domain()}"

    def disguised(self) -> str:
        """Return an e-mail address hidden from machines."""
        at, dot = AT_DOT[self.code]
        host = self.chance.choice(["example", "mailhost", "postbox"])
        name = self.chance.choice(["anna", "jsmith", "m.rossi", "omar84"])
        return f"{name}{at}{host}{dot}{self.chance.choice(['com', 'org', 'net'])}"

    def url(self) -> str:
        """Return a link."""
        return self.chance.choice(["https://", "http://www.", "www."]) + f"{self.domain()}/p/{self.digits(4)}?a=b"

    def domain(self) -> str:
        """Return a host without a scheme."""
        host = self.chance.choice(["blumenladen", "my-shop", "potteria", "bokhylla", "example"])
        return f"{host}.{self.chance.choice([DOMAINS[self.code], 'com', 'org', 'info'])}"

    def ip(self) -> str:
        """Return an Internet address."""
        return (
            f"192.0.2.{self.chance.randint(1, 254)}"
            if self.chance.random() < 0.7
            else f"2001:db8::{self.chance.randint(1, 99)}"
        )

    def mac(self) -> str:
        """Return a hardware address."""
        return ":".join(f"{self.chance.randint(0, 255):02X}" for _ in range(6))

    def iban(self) -> str:
        """Return an IBAN with a right check, in groups or not."""
        country, bban = self.chance.choice(
            [
                ("DE", self.digits(18)),
                ("SE", self.digits(20)),
                ("FR", self.digits(23)),
                ("GB", "BUKB" + self.digits(14)),
            ]
        )
        number = "".join(str(int(each, 36)) for each in f"{bban}{country}00")
        whole = f"{country}{98 - int(number) % 97:02d}{bban}"
        return whole if self.chance.random() < 0.5 else " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))

    def bic(self) -> str:
        """Return the code of a bank."""
        return self.chance.choice(["DEUTDEFF500", "COBADEFFXXX", "BNPAFRPP", "CHASUS33", "NDEASESS", "BSCHESMM"])

    def card(self) -> str:
        """Return a payment card, in groups or not."""
        stem = self.chance.choice(["4", "51", "53"])
        stem += self.digits(15 - len(stem))
        whole = stem + luhn.calc_check_digit(stem)
        return whole if self.chance.random() < 0.4 else " ".join(whole[at : at + 4] for at in range(0, 16, 4))

    def btc(self) -> str:
        """Return a Bitcoin address with a right check."""
        raw = b"\0" + bytes(self.chance.randrange(256) for _ in range(20))
        raw += sha256(sha256(raw).digest()).digest()[:4]
        number, text = int.from_bytes(raw, "big"), ""
        while number:
            number, rest = divmod(number, 58)
            text = B58[rest] + text
        return "1" + text

    def eth(self) -> str:
        """Return an Ethereum address."""
        return "0x" + "".join(self.chance.choice("0123456789abcdef") for _ in range(40))

    def national(self) -> str:
        """Return a national number of the language's country."""
        made: str = getattr(self, f"_national_{self.code}")()
        return made

    def _national_en(self) -> str:
        return self.chance.choice([self.form("AB ## ## ## C"), self.form("JW######D"), self.form("212-##-^###")])

    def _national_fr(self) -> str:
        born = self.birthday()
        stem = f"{self.chance.choice('12')}{born[:4]}{self.chance.randint(1, 95):02d}{self.digits(3)}{self.digits(3)}"
        whole = stem + nir.calc_check_digits(stem)
        return (
            whole
            if self.chance.random() < 0.4
            else " ".join([whole[0], whole[1:3], whole[3:5], whole[5:7], whole[7:10], whole[10:13], whole[13:]])
        )

    def _national_de(self) -> str:
        born = self.birthday()
        return self.form(
            f"65 {born[4:]}{born[2:4]}{born[:2]} M 0##"
            if self.chance.random() < 0.5
            else f"65{born[4:]}{born[2:4]}{born[:2]}M0##"
        )

    def _national_es(self) -> str:
        if self.chance.random() < 0.3:
            stem = "X" + self.digits(7)
            return stem + nie.calc_check_digit(stem)
        stem = self.digits(8)
        return stem + self.chance.choice(["", "-"]) + dni.calc_check_digit(stem)

    def _national_it(self) -> str:
        return self.form(self.chance.choice(["CA#####AA", "AX#######", "CB#####BZ"]))

    def _national_pt(self) -> str:
        while True:
            number = f"{self.digits(9)}ZZ{self.digits(1)}"
            if cc.is_valid(number):
                return f"{number[:8]} {number[8]} {number[9:]}"

    def _national_sv(self) -> str:
        born = self.birthday()
        if self.chance.random() < 0.2:
            born = f"{born[:4]}{int(born[4:]) + 60}"
        stem = born + self.digits(3)
        whole = stem + luhn.calc_check_digit(stem)
        century = self.chance.choice(["", "", "19"])
        return f"{century}{whole[:6]}{self.chance.choice(['-', '-', ' ', '', ' - ', '–'])}{whole[6:]}"

    def _national_ar(self) -> str:
        stem = "1" + self.digits(8)
        return self.chance.choice(
            [
                stem + luhn.calc_check_digit(stem),
                f"784-1985-{self.digits(7)}-1",
                f"2{self.birthday()}01{self.digits(5)}",
                self.form("BK#####"),
            ]
        )

    def tax(self) -> str:
        """Return a tax number of the language's country."""
        makers: dict[str, Callable[[], str]] = {
            "de": self._tax_de, "es": self._tax_es, "it": self._tax_it, "pt": self._tax_pt, "sv": self._tax_sv,
        }  # fmt: skip
        return makers[self.code]() if self.code in makers else self.one_of("tax")

    def _tax_de(self) -> str:
        while True:
            number = self.form("^") + self.digits(10)
            if idnr.is_valid(number):
                return self.chance.choice(
                    [number, f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}", self.form("181/###/08155")]
                )

    def _tax_es(self) -> str:
        while True:
            number = "B" + self.digits(8)
            if cif.is_valid(number):
                return number

    def _tax_it(self) -> str:
        stem = f"RSSMRA{self.birthday()[:2]}T10A562"
        code = stem + codicefiscale.calc_check_digit(stem)
        company = "0" + self.digits(9)
        return self.chance.choice(
            [
                code,
                company + iva.calc_check_digit(company)
                if hasattr(iva, "calc_check_digit")
                else company + luhn.calc_check_digit(company),
            ]
        )

    def _tax_pt(self) -> str:
        while True:
            number = "5" + self.digits(8)
            if nif.is_valid(number):
                return self.chance.choice([number, f"{number[:3]} {number[3:6]} {number[6:]}"])

    def _tax_sv(self) -> str:
        stem = "556" + self.digits(6)
        whole = stem + luhn.calc_check_digit(stem)
        return f"{whole[:6]}-{whole[6:]}"

    def health(self) -> str:
        """Return a health number of the language's country."""
        if self.code == "en":
            while True:
                number = "9" + self.digits(9)
                if nhs.is_valid(number):
                    return f"{number[:3]} {number[3:6]} {number[6:]}"
        if self.code == "de":
            stem = self.digits(8)
            return "A" + stem + luhn.calc_check_digit("01" + stem)
        return self.one_of("health")

    def vin(self) -> str:
        """Return a vehicle identification number; the check digit is right only by chance, as in Europe."""
        return self.form(
            self.chance.choice(["WVWZZZ1JZ3W######", "1M8GDM9AXKP042788", "VF1BB0A0F#2######", "YV1MS382X52######"])
        )

    def coordinates(self) -> str:
        """Return a point."""
        return self.form(
            self.chance.choice(
                ["48.85##, 2.35##", "59.3293##, 18.0686##", "48°51′2#″ N, 2°21′0#″ E", "-33.86##, 151.20##"]
            )
        )

    def isbn(self) -> str:
        """Return an ISBN."""
        return (
            validate_isbn(self.chance.choice(["9783161484100", "9780306406157", "0306406152"]))
            if self.chance.random() < 0.3
            else "978-3-16-148410-0"
        )


def sentence(template: str, filler: Filler) -> tuple[str, list[tuple[int, int, str]]]:
    """Return a sentence and where its identifiers stand."""
    text, spans, done = "", [], 0
    for slot in SLOT.finditer(template):
        text += template[done : slot.start()]
        value = filler.fill(slot[1])
        label = LABELS.get(slot[1])
        if label == "ADDRESS.ZIP":
            code = ZIP.search(value)
            if code:
                spans.append((len(text) + code.start(), len(text) + code.end(), label))
        elif label:
            spans.append((len(text), len(text) + len(value), label))
        text += value
        done = slot.end()
    return text + template[done:], spans


def make(code: str, templates: dict[str, str], forms: Forms) -> list[dict[str, object]]:
    """Return the rows of one language."""
    filler = Filler(random.Random(f"{SEED}-{code}"), code, forms)  # noqa: S311 - test data
    rows: list[dict[str, object]] = []
    for part, times in TIMES.items():
        for template in templates[part].strip().splitlines():
            for _ in range(times):
                text, spans = sentence(template, filler)
                rows.append(
                    {"text": text, "spans": spans, "split": part.removeprefix("near_"), "near": part.startswith("near")}
                )
    return rows


def main() -> None:
    """Write one file per language."""
    tables = tomllib.loads((DATA / "identifiers-templates.toml").read_text("utf-8"))
    forms = tables.pop("forms")
    for code, templates in tables.items():
        rows = make(code, templates, forms)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (DATA / f"identifiers-{code}.jsonl").write_text(lines, "utf-8")
        print(code, len(rows))


if __name__ == "__main__":
    main()
