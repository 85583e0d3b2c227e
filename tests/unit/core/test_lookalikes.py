import pytest

from allonym.core.lookalikes import SIGNS, unmasked
from allonym.core.shadow import is_plain, shadow


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ꮇary Ꭻones", "Mary Jones"),
        ("ᴍᴀʀɢᴀʀᴇᴛ", "margaret"),
        ("Ρaυl Βrιght", "Paul Bright"),
        ("ѕаmuel гуan", "samuel ryan"),
        ("🅰🅽🅽🅰 🅑erg", "ANNA Berg"),
        ("օlivia ꓠorris", "olivia Norris"),
        ("Hélèпe", "Hélèпe"),
    ],
)
def test_a_word_is_latin_if_all_of_its_letters_can_be(text: str, read: str) -> None:
    assert shadow(text).text == read


@pytest.mark.parametrize("text", ["Γιώργης", "Дмитрий пришёл", "Հայաստան", "ᏣᎳᎩ", "محمد", "日本"])
def test_words_of_other_alphabets_do_not_become_latin(text: str) -> None:
    assert unmasked(text) == text


def test_every_character_stays_in_its_place() -> None:
    text = f"a{SIGNS}b"

    assert len(unmasked(text)) == len(text)
    assert shadow("see Ꮇary").span(4, 8).of("see Ꮇary") == "Ꮇary"


def test_none_of_them_is_part_of_plain_text() -> None:
    assert not any(is_plain(sign) for sign in SIGNS)
    assert is_plain("déjà vu, Straße, señor, até, Åse, “quoted” – 😀 محمد")
