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
        ("𝐀𝐧𝐧𝐚", "Anna"),
        ("مُحَمَّد", "محمد"),
        ("محـــمد", "محمد"),
        ("a\u00a0b", "a b"),
        ("x\U000e0041y", "xy"),
        ("ﬁn", "fin"),
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

    assert made.starts is None
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

    assert made.text == "\u0229x  ok"
    assert places == ["e\u0301\u0327", "x", " ", "\u00a0\u0301", "o", "k"]
