"""No pattern takes more than linear time: ten times the text, about ten times the work, and a megabyte in a second."""

import re
import time
from itertools import product
from random import Random

import pytest
from tests.pace import pace

from allonym.core.protocols import Detector
from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, PatternDetector, identifiers, patterns
from allonym.detectors.life.detector import FINDERS_LIFE, life
from allonym.detectors.terms import terms

UNITS = [
    "a", "1", "@", "#", ":", "/", ".", "-", "(", " ", "\0", "é", "a.", "a@", "a@a.", "@a", "@a.", "@a-a", "#a", "://",
    "a://", "www.", "www.a", "://((", "://a)", "1.", "1.1.1.1.", "1 ", "1-", "+1", "(1", "1)", "(1) ", "a:", "::", "1:",
    "ab:", "00:", "00-", "AB12", "AB12 ", "ab12a ", "DE89 3704 ", "4111 ", "ABCDEFGH ", "BIC ABCDEF", "tel ", "tel 1",
    "0 1/", "x1", "1 x1", "01.01.2001 ", "\u200b", "a\u0301", "1\u00a0", "'", "'a@a.a", "_", "😀", "İ",
    "%40", "%40a.", "a%40a.a", "%2E", "mailto:", "mailto:a?", "%20", "a=", "&a=", "?q=a+", "&name=Anna+",
]  # fmt: skip
"""What says little, over and over."""

WORST = [
    # Ends of lines, written down or not.
    "1111\n", "GB33 BUKB 2020\n1555 ", "a long line that ends with a number, +44 7700\n900461 ", "1\r\n> ",
    "\\n1", "\\nA", "_070-174 06 33_", "tel0612345678,", "IBANDE89",
    # Runs of digits and capitals, with and without cues.
    "AB 12 ", "ABC 123 ", "AB12 CDE ", "A1", "A1 ", "850101-1234 ", "passport 1", "IL 62704 ", "12345 Paris ", "n.1 ",
    "zip 12345 Paris ", "D-12345 Berlin ", "tel 070-123 45 67 ", "nos. 12345/12, ", "لوحة أ 1 ", "AF 1148 flight ",
    "v1.2.3.4 ", "12 O 345/21 ", "| 1 |\n", "visa 4111111111111111 ", "DE89370400440532013000 ", "BIC ABCDEFG1 ",
    "1 000 ", "DE 89 3704 ", "iban de 1 ", "VIN A1 ", "codice fiscale a ", "dni 1 ", "920714-XXXX ", "120101+2380",
    "1.1.1.1 1 ", "7-6(7-3) ", "0 6 . 3 9 . ", "4111 1111 1111 1111 09/27 ", "4111 11** **** 1111 ", "NHI ABC1234 ",
    "UPI a.b@c ", "upi a.b", "+++090/9337/55493+++", "18001 0345 496 0204 ", "1 Cg 48/22k ", "moped GU 418 XK ",
    "unser zeichen a/b-1", "a_at_", "a-ät-b-punkt-", '"a"@b.c', "06/12/48/73/92 ", "kennz. ", "tel 13 11 14 or ",
    "93 217 44 08 / 09 / ", "(0xx11) 3482-1773 ", "9-7741 ", "cnpj 12.A",
    "foglio 1, particella 1, ", "entidade 21482 ref ", "alias a.b.", "nss del a es 1", "of a a a: 1", "inc. 12.2023.1 ",
    "3524 0114 ", "1/ج/2022 ", "treinta y cuatro y ",
    # Points, sums and lines.
    "1°", "1.234, 2.345 ", "geo:1,1 ", "+23 ", "$1 ", "1 € ", "euro ", "five five ", "Rs. ", "bus 1 ", "S1 ", "RER A ",
    "gröna linjen ", "Rs 1,25,000 ", "5 kr. ", "code 2580 door ", " ext. 214",
    # Nets and wallets.
    "(at)", "[at]b[dot]c", "de.D", "a.com ", "x.de/", "@a_1 ", "@5pm ",
    "a at b dot ", "a_at_b_dot_", "steam_0:1:1", "abcdefgh.es o ", "http://a.b ", "192.0.2.1 ", "fe80::1 ",
    "bic ", "swift ABCDEFGH ", "ABCDEFG1 ", "twitch a_1b2 ", "username: a ", "insta a a ", "username ", "a-1",
    "00:11:22:33:44:55 ", "0x", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ",
    # Dates, times, ages.
    "3 may ", "may 3, ", "1 2 3 may ", "i mars ", "lundi ", "le 3, ", "el 3 ", "(1942) ", "1990 ", "80s ", "années 80 ",
    "10:30 ", "5 pm ", "1h ", "12 h ", "5 o'clock ", "19 years ", "5 days ago ", "last week ", "i am 20 ", "aged 12 ",
    "21 year old ", "Anna, 19 år, ", "boy, 8, ", "at noon ", "half past six ",
    "a las siete y media ", "14 h 30 ", "عمري 20 سنة ", "5 مايو ", "twenty-one ", "و",
    "how old? 3 ", "how old ", "Frau K. (39) ", "B. ", "zehnjährige ", "30 (thirty) days ", "is 31 ",
    "fyller den 12 juli ",
    # Streets, and what tells of a life.
    "San A 1120, Rosario ", "villa 88, A ", "demeurant villa 88, A 3 ", "قطعة 4، شارع 12، ", "محمد، ", "bât. C, ",
    "Gata ", "Storgatan 4 ", "Street ", "12 Main Street ", "str. ", "1 rue A ", "rue de ", "PO box 1 ", "شارع محمد 1 ",
    "le hier ", "08.45 ", "1 a väg 1 ", "شارع محمد 1، محمد محمد ", "nurse ", "my father ", "min far ", "i am a nurse ",
    "12 r. des A, ", "An der A 12 ", "x In den Aen Ben ", "bor A 14, ", "apt # ", "Calle A 3, Av. ",
    "16 de maio, Vila ", "Storg. 12, A ", "شارع محمد 1، محمد، ",
    "A-6, p.k. 2 ", "km 2 de la ", "km 1 de A1 ", 'Calle A 3 5° "B" ', 'A 482 2do "A", 5000 ', "calle A número dos ",
    "via A numero ", "al civico 4 di via A ", "en A al 500 ", "i Lund, 222 22. ", "Rua A 3, 3000 - 171 B ", "A - A - 1",
    "A 2, FI-66640 ", "S:t A gata 4 ", "Qd. 1 Lt. 2, Setor Aa, ", "محلة 6 زقاق 1 ", "م 9 ز 1 د 2 ", "دار 8، زقاق 1 ",
    "short address RRRD2929 ",
    "flat 1, A House, ", "House, 14 A Road, ", "C 4, 12 Mannheim ", "A Ave and ", "A 4, 6850 Ba ", "Singapore 520448 ",
    "out 5/28-6/2 ", "15 heures 20 ", "75p each ", "Gleis 3, 7.49 ", "works 9-5 ", "train 1A42 ", "12ish ",
    "12 A Road, B 6012 ", "Co. A, ", "///a.", "w3w a.", "lat 1,2345 long ", "2'683'111 / ", "grid ref SU 418 ",
    # Days, hours and sums as testers wrote them.
    "3-8-'61 ", "mars 3, 2021 ", "de 5/2 a 9/2 ", "kom 21.6., ", "1.5.–30.9. ", "3 set ", "5 may be ",
    "octubre del 22, ",
    "efter 17 på 0739-12 34 56 ", "à segunda ", "$15-20k ", "5-10 € ", "5-", "6205-2RS ", "treno FR 9612 ",
    "S10 per Ab parte ", "edad: 67a sexo: ",
]  # fmt: skip
"""What the finders are made to look at closely, in one place after another."""

HEADS = ["", "://", "a@", "@a", "#a", "www.a", "DE89", "1 ", "::", "tel "]
ALL = {**FINDERS, **{f"life-{name}": finder for name, finder in FINDERS_LIFE.items()}}
SECONDS = 1.0
EACH = 10e-6

NUMBERS = [
    *("9" * count for count in (5, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18)), "0999999999", "09999999999", "009999999999",
    "+9999999", "+999999999999", "+99 99 999 99 99", "+99 (0)99 9999 9999", "(999) 999-9999", "999-999-9999",
    "099-999 99 99", "09.99.99.99.99", "0999/999999", "99 999 999 999", "999 999 999", "134 999 999 999", "999999-9999",
    "999.999.999-99", "99/999/99999", "9999 9999 9999 9999", "99999/99", "99 99 99 99", "01119999999", "AB999999C",
    "AB-999-CD", "99999999X", "ABC 999", "B-AB 9999",
]  # fmt: skip
"""Shapes of numbers: each 9 is a digit drawn by lot."""

AROUND = ["{} ", "{}\n", "{}, ", "tel {} ", "no. {} ", "national id {} ", "Kundennummer {}\n", "PLZ {} "]


def make(name: str) -> Detector:
    if name == "terms":
        return terms({"PERSON": ["a a", "aa", "1 1"]})
    return PatternDetector((ALL[name],))


def seconds(detector: Detector, text: str) -> tuple[float, int]:
    """Return how much CPU time a text takes, and how much is found in it."""
    # Another text in between, for the last batch is remembered.
    detector.detect([Document("other", "a")])
    start = time.process_time()
    [found] = detector.detect([Document("hostile", text)])
    return time.process_time() - start, len(found)


@pytest.mark.parametrize("name", ["patterns", "identifiers", "life", "terms"])
def test_hostile_texts_are_read_in_no_time(name: str) -> None:
    detector = {"patterns": patterns, "identifiers": identifiers, "life": life}.get(name, lambda: make("terms"))()
    texts = [head + unit * (10_000 // len(unit)) for head, unit in product(HEADS, UNITS)]
    texts += [unit * (20_000 // len(unit)) for unit in WORST]

    # A linear pattern takes milliseconds for this; quadratic work on it takes many seconds.
    assert max(seconds(detector, text)[0] for text in texts) < 1.0


@pytest.mark.parametrize("name", ALL)
def test_eight_times_the_worst_text_takes_about_eight_times_as_long(name: str) -> None:
    detector = make(name)
    for unit in WORST:
        short, _ = seconds(detector, unit * (4_000 // len(unit)))
        long, _ = seconds(detector, unit * (32_000 // len(unit)))
        if long > max(16 * short, 0.2):
            # A machine that is busy with something else is not a text that takes too long.
            long = min(seconds(detector, unit * (32_000 // len(unit)))[0] for _ in range(3))

        assert long <= max(16 * short, 0.2), f"unit {WORST.index(unit)}"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ALL, "terms"])
def test_a_hostile_megabyte_takes_a_second_and_ten_times_the_text_ten_times_as_long(name: str) -> None:
    detector = make(name)
    for number, unit in enumerate([*UNITS, *WORST]):
        text = unit * (1_000_000 // len(unit.encode()))
        taken, found = seconds(detector, text)
        limit = SECONDS + EACH * found
        if taken > limit:
            taken = min(taken, *(seconds(detector, text)[0] for _ in range(2)))
            tenth = min(seconds(detector, text[: len(text) // 10])[0] for _ in range(3))

            assert taken <= 14 * tenth, f"unit {number} takes more than linear time"
            assert taken <= limit, f"unit {number} takes {taken:.2f} s, {found} found"


def different(unit: str, size: int) -> str:
    """Return a text of a unit over and over, in which all digits are drawn by lot."""
    chance = Random(unit)
    return re.sub("[0-9]", lambda _: chance.choice("0123456789"), unit * (size // len(unit.encode())))


@pytest.mark.parametrize("name", ["identifier", "phone", "postcode"])
def test_different_numbers_take_no_more_than_some_microseconds_each(name: str) -> None:
    detector = make(name)
    for number, around in product(NUMBERS, AROUND[::3]):
        text = different(around.format(number), 20_000)
        limit = 0.05 + 30e-6 * len(text) / len(around.format(number))
        taken, _ = seconds(detector, text)
        if taken > limit:
            taken, limit = min(seconds(detector, text)[0] for _ in range(5)), limit * pace()

        assert taken <= limit, f"{number} in {around!r}"


@pytest.mark.slow
@pytest.mark.parametrize("around", ["", *AROUND])
@pytest.mark.parametrize("name", ["identifier", "phone", "postcode"])
def test_a_megabyte_of_different_numbers_takes_a_second_and_ten_times_as_much_ten_times_as_long(
    name: str, around: str
) -> None:
    detector = make(name)
    for unit in [around.format(number) for number in NUMBERS] if around else WORST:
        text = different(unit, 1_000_000)
        taken, found = seconds(detector, text)
        limit = SECONDS + EACH * found
        if taken > limit:
            taken = min(taken, *(seconds(detector, text)[0] for _ in range(4)))
            tenth = min(seconds(detector, text[: len(text) // 10])[0] for _ in range(3))

            assert taken <= 14 * tenth, f"{unit!r} takes more than linear time"
            assert taken <= limit, f"{unit!r} takes {taken:.2f} s, {found} found"
