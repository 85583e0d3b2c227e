import json
from pathlib import Path
from typing import Any

import pytest
from ffx import FF1
from hypothesis import given
from hypothesis import strategies as st

from allonym.surrogates.fpe import encrypt, fpe
from allonym.testing import desk_for, subject_for

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "vectors" / "ff1.json").read_text("utf-8"))[
    "cases"
]
CODES = st.text(st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), min_size=6, max_size=24)


@pytest.mark.parametrize("case", VECTORS)
def test_the_published_samples_come_out(case: dict[str, Any]) -> None:
    cipher = FF1(bytes.fromhex(case["key"]), radix=case["radix"])

    assert cipher.encrypt(case["plain"], tweak=bytes.fromhex(case["tweak"])) == case["cipher"]


@pytest.mark.parametrize("case", [case for case in VECTORS if case["radix"] == 10])
def test_digits_are_encrypted_as_the_standard_has_it(case: dict[str, Any]) -> None:
    assert encrypt(case["plain"], bytes.fromhex(case["key"]), bytes.fromhex(case["tweak"])) == case["cipher"]


@given(CODES, st.binary(min_size=32, max_size=32))
def test_letters_stay_letters_and_digits_digits(code: str, key: bytes) -> None:
    made = encrypt(code, key, b"ID")

    assert [each.isdigit() for each in made] == [each.isdigit() for each in code]


def test_two_codes_never_become_one() -> None:
    codes = [f"{number:04d}AB" for number in range(3000)]

    assert len({encrypt(code, bytes(32), b"") for code in codes}) == 3000


@given(st.lists(CODES, min_size=2, max_size=6, unique=True))
def test_originals_are_kept_apart_and_none_stays(codes: list[str]) -> None:
    desk = desk_for(" ".join(codes))
    made = [fpe().write(subject_for("ID", code), desk)[0] for code in codes]

    assert len(set(made)) == len(codes)
    assert not set(made) & set(codes)


def test_delimiters_case_and_script_stay() -> None:
    surfaces = ("AB-123 456/x", "ab-123 456/x", "AB 123456 X", "AB-١٢٣ ٤٥٦/x")
    upper, lower, spaced, arabic = fpe().write(subject_for("ID", *surfaces), desk_for("-"))

    assert upper.lower() == lower
    assert [upper[2], upper[6], upper[10]] == ["-", " ", "/"]
    assert spaced.replace(" ", "") == upper.replace("-", "").replace(" ", "").replace("/", "").upper()
    assert [each.isdecimal() and not each.isascii() for each in arabic] == [each.isdigit() for each in upper]


@pytest.mark.parametrize(("surface", "shape"), [("12345", "00000#1"), ("ABC", "AAA#1"), ("Müller77", "AAAAAA00#1")])
def test_what_a_cipher_cannot_hide_is_refused_visibly(surface: str, shape: str) -> None:
    assert fpe().write(subject_for("ID", surface), desk_for(surface)) == [shape]


def test_refused_values_are_kept_apart() -> None:
    desk = desk_for("")

    assert fpe().write(subject_for("ID", "12345"), desk) != fpe().write(subject_for("ID", "54321"), desk)


def test_two_kinds_have_two_ciphers() -> None:
    desk = desk_for("")

    assert fpe().write(subject_for("PHONE", "0701740605"), desk) != fpe().write(subject_for("ID", "0701740605"), desk)
