"""Which language a text is in, and which parts of it are in which."""

import re
import time

import pytest

from allonym.languages import telling
from allonym.languages.telling import tell

SENTENCES = {
    "en": "I do not know what you are talking about.",
    "fr": "Je ne sais pas ce que vous voulez dire.",
    "de": "Ich weiß nicht, wovon Sie sprechen.",
    "es": "No sé de qué me estás hablando ahora.",
    "it": "Non so di che cosa stai parlando adesso.",
    "pt": "Não sei do que você está falando agora.",
    "sv": "Jag vet inte vad du pratar om just nu.",
    "ar": "لا أعرف عن ماذا تتحدث الآن يا صديقي",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_small_words_tell_the_language(language: str) -> None:
    assert tell(SENTENCES[language]) == (language, ())


@pytest.mark.parametrize("number", [1, 2, 20, 21, 22, 43, 1000])
def test_small_words_are_counted_however_many_they_are(number: int) -> None:
    # The votes of more words than a lane holds must not run over into the lane beside it.
    told = telling._by_small_words(["the"] * number + ["wrzlbrmft"])

    assert told == (("en", "en") if number > 1 else (None, None))


@pytest.mark.parametrize("text", ["Go!\n\nStop", "He said “no.” Then he left.", "one.two !three", "\n", "…\u00a0x"])
def test_a_text_pauses_at_marks_before_a_space_and_at_line_ends(text: str) -> None:
    plain = re.compile(r"[.!?…؟][\"”»’)\]]*\s+|\n+")

    assert [each.span() for each in telling._PAUSE.finditer(text)] == [each.span() for each in plain.finditer(text)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Kurzarbeit verlängert, Regierung plant Entlastungspaket", "de"),
        ("Regeringen föreslår höjda barnbidrag", "sv"),
        ("Breaking news: heavy storm hits coast", "en"),
        ("Grève nationale, circulation fortement perturbée", "fr"),
    ],
)
def test_where_small_words_are_silent_ordinary_words_tell(text: str, language: str) -> None:
    assert tell(text)[0] == language


@pytest.mark.parametrize(
    "text",
    ["", "ok lol", "Anna", "+46 70 174 06 05", "https://example.org/the/and/of", "@the_and_of #TheAndOf 1s2 2s2"],
)
def test_what_is_short_or_unsure_has_no_language(text: str) -> None:
    assert tell(text) == (None, ())


@pytest.mark.parametrize("other", [code for code in SENTENCES if code != "sv"])
def test_a_text_is_cut_where_its_language_changes(other: str) -> None:
    first = f"{SENTENCES['sv']} Vi ses i morgon, och du får gärna ta med dig dina vänner.\n"
    second = f"{SENTENCES[other]} {SENTENCES[other]}"

    language, segments = tell(first + second)

    assert [(each.span.of(first + second), each.language) for each in segments] == [(first, "sv"), (second, other)]
    assert language in {"sv", other}


def test_the_language_of_a_text_in_several_is_that_of_the_greater_part() -> None:
    assert (
        tell(f"{SENTENCES['de']}\n{SENTENCES['en']} It would be nice if you told me, and the others, too.")[0] == "en"
    )


def test_a_sentence_that_speaks_for_nothing_stays_with_the_one_before() -> None:
    text = f"{SENTENCES['fr']}\nStorgatan 12\n211 34 Malmö\n{SENTENCES['sv']}\nRing mig, så kan vi prata om det."

    _, segments = tell(text)

    assert [each.language for each in segments] == ["fr", "sv"]
    assert segments[0].span.of(text).endswith("Malmö\n")


def test_segments_are_the_whole_text() -> None:
    text = "\n".join(SENTENCES.values())
    _, segments = tell(text)

    assert "".join(each.span.of(text) for each in segments) == text


@pytest.mark.parametrize("unit", ["a", "the ", "the. ", "\n", ". ", ".)", "de-de-de", "İ ", "@", "x/"])
def test_hostile_texts_are_told_in_no_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    tell(text)

    assert time.process_time() - start < 1.0
