import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.linking.reading import LABELS, UNSURE, read, told

from allonym.core.labels import FEATURES, is_a
from allonym.core.types import Document, Entity, Mention, Span
from allonym.linking.body_names import read_body
from allonym.linking.names import UNSURE_LINK, names
from allonym.linking.person_names import read_name
from allonym.linking.persons import are_strangers, link_persons
from allonym.linking.table import Row, make_table
from allonym.testing import check_linker

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
WORDS = [
    "Annas",
    "Sarkozy",
    "Sarkosy",
    "Sarko",
    "Jong-un",
    "Un",
    "von",
    "Anna",
    "anna",
    "Berg",
    "BERG",
    "Lind",
    "Bob",
    "Robert",
    "A.",
    "Mr",
    "Mrs",
    "Jr.",
    "Müller",
    "محمد",
    "😀",
    "-",
]
SURFACES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def document_of(surfaces: list[str], labels: list[str], language: str | None = "en") -> tuple[Document, list[Mention]]:
    """Return a text that has these surfaces with a word between them, and their mentions."""
    text, mentions = "", []
    for surface, label in zip(surfaces, labels, strict=True):
        mentions.append(Mention(Span(len(text), len(text) + len(surface)), label, 1.0, "test"))
        text += f"{surface} and "
    return Document("d", text, language), mentions


def persons(*surfaces: str, language: str | None = "en") -> tuple[Entity, ...]:
    document, mentions = document_of(list(surfaces), ["PERSON"] * len(surfaces), language)
    return names().link(document, mentions)


def test_it_passes_the_kit() -> None:
    check_linker(names())


@pytest.mark.parametrize(("language", "marked"), CASES, ids=[text[:60] for _, text in CASES])
def test_who_is_who(language: str, marked: str) -> None:
    case = read(marked, language)

    assert told(case.document, names().link(case.document, case.mentions)) == case.wanted()


@pytest.mark.parametrize(("language", "marked"), CASES, ids=[text[:60] for _, text in CASES])
def test_an_index_finds_whom_a_look_at_all_finds(language: str, marked: str) -> None:
    case = read(marked, language)
    mentions = [mention for mention in case.mentions if is_a(mention.label, "PERSON")]
    if not mentions:
        return

    looked, indexed = (link_persons(case.document, mentions, few) for few in (100, 0))

    assert [sorted(each.mentions) for each in looked.persons] == [sorted(each.mentions) for each in indexed.persons]
    assert looked.unsure == indexed.unsure


@given(st.lists(SURFACES, min_size=1, max_size=8), st.sampled_from([None, "sv", "en"]))
def test_an_index_finds_whom_a_look_at_all_finds_whatever_comes(surfaces: list[str], language: str | None) -> None:
    document, mentions = document_of(surfaces, ["PERSON"] * len(surfaces), language)

    looked, indexed = (link_persons(document, mentions, few) for few in (100, 0))

    assert [sorted(each.mentions) for each in looked.persons] == [sorted(each.mentions) for each in indexed.persons]
    assert looked.unsure == indexed.unsure


def test_an_unsure_mention_says_so_and_keeps_what_it_had() -> None:
    case = read("[Anna Berg]1 and [Anna Lind]2: [Anna]2?")
    mentions = [replace(each, features=(("gender", "female"),)) for each in case.mentions]

    entities = names().link(case.document, mentions)

    assert entities[1].mentions[1].features == (("gender", "female"), UNSURE)
    assert UNSURE == UNSURE_LINK
    assert UNSURE[0] in FEATURES


def test_the_label_is_the_one_that_all_share_or_their_parent() -> None:
    labels = ["PERSON", "PERSON.FIRST", "PERSON.LAST", "LOCATION.CITY"]
    document, mentions = document_of(["Anna Berg", "Anna", "Berg", "Leeds"], labels)

    entities = names().link(document, mentions)

    assert [(each.id, each.label) for each in entities] == [("e1", "PERSON"), ("e2", "LOCATION.CITY")]
    assert [mention.label for mention in entities[0].mentions] == ["PERSON", "PERSON.FIRST", "PERSON.LAST"]


def test_the_inflection_that_a_detector_tells_is_taken_off() -> None:
    document, mentions = document_of(["Annas", "Anna", "وبمحمد", "محمد"], ["PERSON"] * 4, None)
    mentions[0] = replace(mentions[0], features=(("gen", "yes"),))
    mentions[2] = replace(mentions[2], features=(("clitic", "وب"),))

    assert [len(each.mentions) for each in names().link(document, mentions)] == [2, 2]


def test_the_gender_that_a_detector_tells_parts_only_who_has_a_title() -> None:
    document, mentions = document_of(["Andrea", "Andrea Rossi", "Mr Rossi", "Mrs Rossi"], ["PERSON"] * 4)
    mentions[1] = replace(mentions[1], features=(("gender", "female"),))

    groups = [[each.span.of(document.text) for each in entity.mentions] for entity in names().link(document, mentions)]

    assert groups == [["Andrea", "Andrea Rossi", "Mrs Rossi"], ["Mr Rossi"]]


def test_numbers_are_one_whatever_stands_between_their_digits() -> None:
    labels = ["PHONE", "PHONE", "PERSON", "PERSON"]
    document, mentions = document_of(["070-174 06 05", "0701740605", "Anna", "Anna"], labels)

    assert [len(each.mentions) for each in names().link(document, mentions)] == [2, 2]


def test_namesakes_have_keys_of_their_own() -> None:
    case = read("Mr [Berg]1 met Mrs [Berg]2, and [MotoMeter AG]O3 [MotoMeter GmbH]O4.", "en")
    linker = names()

    keys = [linker.key(case.document, each) for each in linker.link(case.document, case.mentions)]

    assert keys == ["berg", "berg #2", "motometer", "motometer #2"]


def test_a_table_joins_what_nobody_could_know() -> None:
    case = read("[Cassius Clay]1 became [Muhammad Ali]1. [Ali]1 won; [Clay]1 no more. [Berg]2", "en")
    table = make_table([Row("p1", "PERSON", "", "Cassius Clay"), Row("p1", "PERSON", "", "Muhammad Ali")])
    linker = replace(names(), table=table)

    entities = linker.link(case.document, case.mentions)

    assert told(case.document, entities) == case.wanted()
    assert [linker.key(case.document, each) for each in entities] == ["p1", "berg"]


@pytest.mark.parametrize(
    "surfaces", [("...", "..."), ("😀", "😀"), ("-", "-"), ("١٢", "12"), ("\u202eAnna", "Anna"), (" ", " ")]
)
def test_odd_names_are_one_if_they_look_alike(surfaces: tuple[str, ...]) -> None:
    assert len(persons(*surfaces)) == 1


def test_a_thousand_equal_names_are_one() -> None:
    [entity] = persons(*["Anna Berg", "Anna"] * 500)

    assert len(entity.mentions) == 1000


def test_a_very_long_name_is_a_name() -> None:
    long = " ".join(f"Name{number}" for number in range(2000))

    assert [len(each.mentions) for each in persons(long, long, "Anna")] == [2, 1]


@given(
    st.lists(st.tuples(SURFACES, st.sampled_from(sorted(LABELS.values()))), max_size=12),
    st.sampled_from([None, "sv", "ar"]),
)
def test_whatever_comes_every_mention_is_in_one_entity_of_its_kind_and_no_two_share_a_key(
    drawn: list[tuple[str, str]], language: str | None
) -> None:
    document, mentions = document_of([each for each, _ in drawn], [label for _, label in drawn], language)
    linker = names()

    entities = linker.link(document, mentions)

    places = sorted(mention.span for entity in entities for mention in entity.mentions)
    assert places == [mention.span for mention in mentions]
    assert [each.id for each in entities] == [f"e{number}" for number in range(1, len(entities) + 1)]
    assert all(is_a(mention.label, entity.label) for entity in entities for mention in entity.mentions)
    assert {each.kin for each in entities} <= {"", *(each.id for each in entities)}
    named = [each for each in entities if each.label.partition(".")[0] in {"PERSON", "ORGANIZATION", "LOCATION"}]
    keys = [(each.label.partition(".")[0], linker.key(document, each)) for each in named]
    assert len(set(keys)) == len(keys)
    assert linker.link(document, mentions) == entities


@given(st.lists(SURFACES, min_size=2, max_size=4))
def test_strangers_at_a_glance_are_strangers_at_length(surfaces: list[str]) -> None:
    document, mentions = document_of(surfaces, ["PERSON"] * len(surfaces))
    if are_strangers(surfaces, "en"):
        assert len(link_persons(document, mentions).persons) == len(surfaces)


def test_twenty_thousand_mentions_do_not_take_long() -> None:
    chance = random.Random(1)
    first = [f"{letter}{end}" for letter in "BDFGKLMNRST" for end in ("anna", "otto", "ilia")]
    last = [f"{letter}{end}" for letter in "BDFGKLMNRST" for end in ("erg", "indh", "olmqvist")]
    shapes = ("{0} {1}", "{1}", "{0}", "Mr {1}")
    surfaces = [chance.choice(shapes).format(chance.choice(first), chance.choice(last)) for _ in range(20_000)]
    document, mentions = document_of(surfaces, ["PERSON"] * len(surfaces))

    began = time.process_time()
    names().link(document, mentions)

    # About one second on a machine with nothing else to do; what grows with the square would take minutes.
    assert time.process_time() - began < 10


def test_words_do_not_show_in_a_repr() -> None:
    document, mentions = document_of(["Anna Berg", "Anna"], ["PERSON"] * 2)

    assert "nna" not in repr((link_persons(document, mentions), read_name("Anna"), read_body("Anna", "LOCATION")))


def test_father_and_son_have_their_own_keys_in_every_text() -> None:
    linker = names()
    keys = []
    for marked in ("[Peter Novak]1 senior, [Peter Novak]2 junior", "[Peter Novak]1 jun. und [Peter Novak Sr.]2"):
        case = read(marked)
        keys.append([linker.key(case.document, each) for each in linker.link(case.document, case.mentions)])

    assert keys[0] == keys[1][::-1]
    assert len(set(keys[0])) == 2
