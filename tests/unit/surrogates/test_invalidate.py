import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.surrogates.invalidate import invalidate
from allonym.testing import desk_for, subject_for


def broken(label: str, *surfaces: str, text: str = "") -> list[str]:
    return invalidate().write(subject_for(label, *surfaces, language="en"), desk_for(text))


@pytest.mark.parametrize(
    ("label", "surface", "shape"),
    [
        ("URL", "https://wa.me/+93722758", r"https://wa\.me/\+93\d{6}"),
        ("URL", "https://wa.me/33612345678", r"https://wa\.me/33639?98?\d+"),
        ("URL", "https://t.me/anna_berg92", r"https://t\.me/[a-z]{4}_[a-z]{4}\d\d"),
        ("URL", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", r"https://www\.youtube\.com/watch\?v=[a-zA-Z0-9]{11}"),
        ("URL", "https://annaberg.example/blog?id=7", r"https://[a-z]{8}\.invalid/[a-z]{4}\?id=\d"),
        ("URL", "www.annaberg.se", r"www\.[a-z]{8}\.invalid"),
        ("URL", "https://twitter.com", r"https://[a-z]{7}\.invalid"),
        ("EMAIL", "Anna.Berg17@gmail.com", r"[A-Z][a-z]{3}\.[A-Z][a-z]{3}\d\d@gmail\.com\.invalid"),
        ("EMAIL", "anna%40firma.se", r"[a-z]{4}%40[a-z]{5}\.se\.invalid"),
        ("EMAIL", "anna@firma.se", r"[a-z]{4}@[a-z]{5}\.se\.invalid"),
        ("USERNAME", "@MaryJohanson1987", r"@[A-Z][a-z]{3}[A-Z][a-z]{7}\d{4}"),
        ("USERNAME", "@anna@social.example", r"@[a-z]{4}@[a-z]{6}\.example\.invalid"),
        ("PHONE", "+44 7911 123456", r"\+44 7700 900\d{3}"),
        ("PHONE", "12-34", r"\d\d-\d\d"),
        ("IP", "10.20.30.40", r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"),
        ("MAC", "3c:22:fb:aa:00:11", r"00:00:5e:00:53:[0-9a-f]{2}"),
    ],
)
def test_it_keeps_its_look_and_leads_nowhere(label: str, surface: str, shape: str) -> None:
    [made] = broken(label, surface)

    assert re.fullmatch(shape, made), made
    assert made != surface


@given(st.from_regex(r"@[A-Za-z][A-Za-z0-9_.]{1,15}[a-z0-9]", fullmatch=True))
def test_no_letter_of_a_handle_stays(handle: str) -> None:
    [made] = broken("USERNAME", handle, text=handle)

    assert len(made) == len(handle)
    assert all(new != old for new, old in zip(made, handle, strict=True) if old.isalnum())


def test_one_handle_is_broken_in_one_way_and_another_in_another() -> None:
    desk = desk_for("")
    first = invalidate().write(subject_for("USERNAME", "@anna_b", "@Anna_B"), desk)
    second = invalidate().write(subject_for("USERNAME", "@anna_c"), desk)

    assert first[0] == first[1].lower()
    assert second[0] != first[0]


def test_when_a_shape_is_used_up_stand_ins_become_visible() -> None:
    desk = desk_for("")
    handles = [f"@{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    made = [invalidate().write(subject_for("USERNAME", handle), desk)[0] for handle in handles]

    assert len(set(made)) == 26
    assert all(re.fullmatch(r"@[a-z]|\[USERNAME_\d+\]", each) for each in made)
