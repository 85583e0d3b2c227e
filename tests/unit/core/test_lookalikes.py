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


def test_signs_beside_the_letters_on_black_are_no_letters() -> None:
    assert unmasked("\U0001f14f\U0001f16a\U0001f16f\U0001f18a") == "\U0001f14f\U0001f16a\U0001f16f\U0001f18a"
    assert unmasked("\U0001f150\U0001f169\U0001f170\U0001f189") == "AZAZ"


def test_every_character_stays_in_its_place() -> None:
    text = f"a{SIGNS}b"

    assert len(unmasked(text)) == len(text)
    assert shadow("see Ꮇary").span(4, 8).of("see Ꮇary") == "Ꮇary"


def test_none_of_them_is_part_of_plain_text() -> None:
    assert not any(is_plain(sign) for sign in SIGNS)
    assert is_plain("déjà vu, Straße, señor, até, Åse, “quoted” – 😀 محمد")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Annа гуan, Bob; гуan9гуan", "Annа гуan, Bob; гуan9гуan"),
        ("xᴍ-ᴍᴀʀʏ_ᴍ 🅑🅔 жᴍ", "xm-mary_m BE жᴍ"),
        ("word ᴍ", "word m"),
        ("𐐽ho 𐌰ᴀ", "cho 𐌰ᴀ"),
    ],
)
def test_only_the_words_with_a_sign_are_read_and_each_as_a_whole(text: str, read: str) -> None:
    assert unmasked(text) == read


def test_a_long_text_with_a_sign_in_many_words_is_read_in_linear_time() -> None:
    text = "plain " * 2_000 + "a" * 40_000 + "ᴍ" * 40_000 + " ᴍary жᴍ" * 2_000

    assert unmasked(text) == "plain " * 2_000 + "a" * 40_000 + "m" * 40_000 + " mary жᴍ" * 2_000
