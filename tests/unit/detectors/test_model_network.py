"""The network that comes with allonym, as it is: real inference, no stand-in."""

import multiprocessing
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allonym import Pseudonymizer
from allonym.core.types import UNSURE, Document
from allonym.detectors.model.detector import ModelDetector, model
from allonym.detectors.model.tokens import tokens_of
from allonym.testing import TEXTS, check_detector

SENTENCES = {
    "en": ("Last week Margaret Holloway moved from Leeds to Toronto to work for Siemens.", "Margaret Holloway"),
    "fr": (
        "La semaine dernière, Claire Dubreuil a quitté Nantes pour Lyon, où elle travaille chez Airbus.",
        "Claire Dubreuil",
    ),
    "de": ("Letzte Woche zog Sabine Hartmann von Leipzig nach Zürich und arbeitet bei Bosch.", "Sabine Hartmann"),
    "es": (
        "La semana pasada Lucía Fernández se mudó de Sevilla a Bogotá para trabajar en Telefónica.",
        "Lucía Fernández",
    ),
    "it": ("La settimana scorsa Giulia Bianchi si è trasferita da Torino a Milano per Fiat.", "Giulia Bianchi"),
    "pt": ("Na semana passada, Mariana Queiroz mudou-se de Coimbra para Lisboa.", "Mariana Queiroz"),
    "sv": ("Förra veckan flyttade Karin Lindqvist från Umeå till Göteborg för att jobba på Volvo.", "Karin Lindqvist"),
    "ar": ("انتقلت الطبيبة ليلى منصور من دمشق إلى القاهرة في الأسبوع الماضي.", "ليلى منصور"),
}


@cache
def detector() -> ModelDetector:
    return model()


def sure(text: str) -> list[tuple[int, int, str, float]]:
    (found,) = detector().detect([Document("d", text)])
    return [(each.start, each.end, each.label, each.score) for each in found if each.label != UNSURE]


@pytest.mark.parametrize("language", SENTENCES)
def test_names_are_found_in_every_language(language: str) -> None:
    text, person = SENTENCES[language]

    found = {text[start:end]: label.partition(".")[0] for start, end, label, _ in sure(text)}

    assert found.get(person) == "PERSON", found
    assert list(found.values()).count("LOCATION") == 2


@pytest.mark.parametrize("change", [str.lower, str.upper])
@pytest.mark.parametrize("language", [code for code in SENTENCES if code != "ar"])
def test_names_are_found_whatever_their_case(language: str, change: object) -> None:
    text, person = (str.lower if change is str.lower else str.upper)(SENTENCES[language][0]), SENTENCES[language][1]

    covered = {at for start, end, _, _ in sure(text) for at in range(start, end)}

    place = text.lower().index(person.lower())
    assert set(range(place, place + len(person))) - {place + person.index(" ")} <= covered


@pytest.mark.parametrize("text", TEXTS)
def test_it_keeps_what_detectors_promise(text: str) -> None:
    check_detector(detector(), [text])


@settings(deadline=None)
@given(st.lists(st.sampled_from([text for text, _ in SENTENCES.values()]), min_size=1, max_size=6), st.randoms())
def test_a_text_gives_the_same_in_any_company(texts: list[str], chance: random.Random) -> None:
    alone = [detector().detect([Document("d", text)])[0] for text in texts]
    assert detector().detect([Document("d", text) for text in texts]) == alone
    order = list(range(len(texts)))
    chance.shuffle(order)
    assert detector().detect([Document("d", texts[at]) for at in order]) == [alone[at] for at in order]


def test_what_a_word_brings_does_not_depend_on_the_words_that_are_worked_out_with_it() -> None:
    tokens = [token for text, _ in SENTENCES.values() for token in tokens_of(text)]
    alone = [model().words.read([token])[1] for token in tokens[::7]]

    assert np.array_equal(model().words.read(tokens)[1::7], alone)


def test_short_texts_that_are_cut_into_words_together_give_what_they_give_alone() -> None:
    texts = [f"{text} {'nothing ' * 40}{number}" for number in range(10) for text, _ in SENTENCES.values()]
    assert sum(map(len, texts)) > 20_000
    assert model().detect([Document("d", text) for text in texts]) == [
        detector().detect([Document("d", text)])[0] for text in texts
    ]


def test_a_text_gives_the_same_in_another_process() -> None:
    texts = [text for text, _ in SENTENCES.values()]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(sure, texts) == [sure(text) for text in texts]


def test_a_name_is_found_at_any_place_of_a_long_text() -> None:
    filler = "The meeting went on for a while and nothing was decided about the roof. "
    text = "".join(filler * 60 + f"Then Margaret Holloway spoke for {number} minutes. " for number in range(8))

    assert [text[start:end] for start, end, _, _ in sure(text)] == ["Margaret Holloway"] * 8


def test_what_a_letter_closes_with_is_no_name() -> None:
    assert [text for text in ("abraço", "hälsningar") if sure(f"Fotos da viagem: [URL_1] — {text}, [PERSON_1]")] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cordialement,\nAnne-Lise Quéméneur\nChargée de mission", "Anne-Lise Quéméneur"),
        ("Ho visto Maria Concetta Lo Bue ieri.", "Maria Concetta Lo Bue"),
        ("Hej!\n\nMvh\nErik Sommar", "Erik Sommar"),
    ],
)
def test_a_last_name_is_not_left_behind(text: str, name: str) -> None:
    assert name in [text[start:end] for start, end, _, _ in sure(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Le 31 mai 1991, M. et Mme T., qui ne bénéficiaient pas de l'aide, firent appel.", "M. et Mme T."),
        ("Frau K., geboren in Köln, klagt.", "K."),
        ("The applicant, Mr. J.S., complained.", "J.S."),
    ],
)
def test_the_point_of_an_initial_is_its_own_before_other_marks(text: str, name: str) -> None:
    assert ("PERSON", name) in [(label, text[start:end]) for start, end, label, _ in sure(text)]


def test_the_points_behind_a_name_are_not_its_own() -> None:
    text = "I met Bob... and then Tim.”"
    assert [text[start:end] for start, end, _, _ in sure(text)] == ["Bob", "Tim"]


def test_names_are_found_in_bold_and_italics() -> None:
    text = "**Anna** _Berg_ came today."
    assert [text[start:end] for start, end, _, _ in sure(text)] == ["Anna", "Berg"]


def test_what_is_unsure_beside_a_name_is_extra() -> None:
    text = "Anna Berg\nSamuel Winters\nMira Lind"
    (found,) = detector().detect([Document("d", text)])
    assert {"Mira", "Lind"} <= {word for each in found for word in each.span.of(text).split()}


def test_offsets_are_those_of_the_text_as_it_stands() -> None:
    text = "👩🏽‍🚀 Jose\u0301 A\u0301lvarez met Mar\u200bgaret Holloway 🎉 in Zu\u0308rich\u200f."
    found = [text[start:end] for start, end, _, _ in sure(text)]
    assert found[:2] == ["Jose\u0301 A\u0301lvarez", "Mar\u200bgaret Holloway"]
    assert found[2].startswith("Zu\u0308rich")


def test_the_default_profile_reads_with_it() -> None:
    text = "Yesterday Margaret Holloway wrote to https://example.org/margaret."
    assert [(m.span.of(text), m.source.partition(":")[0]) for m in Pseudonymizer().detect(text)][1:] == [
        ("Margaret Holloway", "model"),
        ("https://example.org/margaret", "patterns"),
    ]
