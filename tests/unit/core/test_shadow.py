import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.shadow import shadow


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain ASCII", "plain ASCII"),
        ("déjà vu — “quoted” 😀", "déjà vu — “quoted” 😀"),
        ("Jo\u200bsé", "José"),
        ("Jose\u0301", "José"),
        ("Jo\u00adse", "Jose"),
        ("ａｎｎａ＠ｘ．ｓｅ", "anna@x.se"),
        ("аnnа", "anna"),
        ("٠١٢٣", "0123"),
        ("١٬٢٥٠٫٥٠", "1,250.50"),
        ("𝐀𝐧𝐧𝐚", "Anna"),
        ("مُحَمَّد", "محمد"),
        ("محـــمد", "محمد"),
        ("a\u00a0b\u2003c", "a b c"),
        ("x\U000e0041y", "xy"),
        ("x\u115fy\u2800z\uffa0w", "xy z w"),
        ("ﬁn", "fin"),
        ("An\u1160na\u3164Be\ufffarg\U0001d173", "Anna Berg"),
        ("070\u2011174\u22126\u2010 05", "070-174-6- 05"),
        ("Ⅿary ⅆe ℹ", "Mary de i"),
        ("ϲarl Ϲarl", "carl Carl"),
        ("B\u0336é\u0336r\u0301g", "Bérg"),
        ("Ḥasan H\u0323asan", "Hasan Hasan"),
        ("Dvor\u030ca\u0301k 1\ufe0f\u20e3", "Dvořák 1"),
    ],
)
def test_a_shadow_is_what_a_reader_sees(text: str, seen: str) -> None:
    assert shadow(text).text == seen


def test_a_span_covers_the_hidden_characters_inside_it() -> None:
    text = "say Jo\u200d\u200bse\u0301!"
    made = shadow(text)
    start = made.text.index("José")

    span = made.span(start, start + 4)

    assert span.of(text) == "Jo\u200d\u200bse\u0301"


def test_a_text_without_special_characters_is_its_own_shadow() -> None:
    made = shadow("Hello, Wörld")

    assert made.pieces is None
    assert made.span(1, 3).of("Hello") == "el"


@given(st.text(max_size=80))
def test_every_stretch_of_a_shadow_leads_into_the_text(text: str) -> None:
    made = shadow(text)
    spans = [made.span(start, start + 1) for start in range(len(made.text))]

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)


@given(st.text(alphabet=st.characters(min_codepoint=0xC0, max_codepoint=0x24F), max_size=30))
def test_composed_and_decomposed_latin_letters_have_one_shadow(text: str) -> None:
    assert shadow(unicodedata.normalize("NFD", text)).text == shadow(unicodedata.normalize("NFC", text)).text


def test_a_long_text_has_every_character_in_its_place() -> None:
    text = "Jo\u200bsé " * 40_000

    cast = shadow(text)

    assert cast.text == "José " * 40_000
    assert cast.span(5 * 39_999, 5 * 39_999 + 4).of(text) == "Jo\u200bsé"


def test_marks_go_with_the_character_before_them_whatever_it_is() -> None:
    text = "\u0301e\u0301\u0327x \u00a0\u0301\u200b\u0301ok"
    made = shadow(text)

    places = [made.span(at, at + 1).of(text) for at in range(len(made.text))]

    assert made.text == "ex  ok"
    assert places == ["e\u0301\u0327", "x", " ", "\u00a0\u0301", "o", "k"]


# Format characters that can be seen: signs of numbers and of verses, and of hieroglyphs.
SEEN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
ASSIGNED = [chr(code) for code in range(0x80, 0xE0200) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")]


def of_kind(*kinds: str) -> list[str]:
    """Return the characters that Unicode puts into these categories: all of them, whatever our own tables say."""
    return [sign for sign in ASSIGNED if unicodedata.category(sign) in kinds]


def test_every_format_character_hides() -> None:
    assert [sign for sign in of_kind("Cf") if ord(sign) not in SEEN and shadow(f"a{sign}b").text != "ab"] == []


def test_every_digit_is_read_by_its_value() -> None:
    assert [sign for sign in of_kind("Nd") if shadow(sign).text != str(unicodedata.digit(sign))] == []


def test_every_space_is_a_space_and_every_mark_on_a_digit_is_ornament() -> None:
    assert [sign for sign in of_kind("Zs") if shadow(f"a{sign}b").text != "a b"] == []
    assert [sign for sign in of_kind("Mn", "Me") if shadow(f"7{sign}8").text != "78"] == []


def test_every_letter_and_digit_in_another_dress_is_read_as_itself() -> None:
    pairs = [(sign, unicodedata.normalize("NFKC", sign)) for sign in ASSIGNED if unicodedata.decomposition(sign)]
    dressed = [(sign, plain) for sign, plain in pairs if len(plain) == 1 and plain.isascii() and plain.isalnum()]

    assert len(dressed) > 900
    assert [sign for sign, plain in dressed if shadow(sign).text != plain] == []
