"""Ids, keys and names of files stay as they are: what names somebody in any spelling is refused, codes are not."""

import hashlib
import uuid

import pytest

from allonym.pseudonymizer import Pseudonymizer
from allonym.standing import faulty, faulty_ids, parts_of, readings

NAMING = [
    "Anna_Berg",
    "anna_berg_1",
    "anna-berg",
    "Berg Anna 3",
    "NicolasSarkozy",
    "b/Anna Berg",
    "Anna Berg",
    "Anna.Berg",
    "letters/Anna Berg",
    "letters/Anna Berg.txt",
    "b\\Anna Berg.csv",
    "Kjersti Qvam/ok.txt",
    "Anna_Berg_CV.txt",
    "CV_Kjersti_Qvam_2024.pdf",
    "chats/@anna_b.txt",
    "@anna_b",
]
PLAIN = [
    "post-17",
    "2024-05-01_tweets",
    "user_123",
    "doc.final.v2",
    "Paris-2015",
    "dQw4w9WgXcQ",
    "max_value",
    "bill_total",
    "inReplyToStatusId",
    "posts/2024/may.jsonl",
    "word/document.xml",
    "comment-thread-9",
    "hate_speech",
    "New_York_Times",
    "berlin_wall",
]


@pytest.fixture(scope="module")
def tool() -> Pseudonymizer:
    return Pseudonymizer("default")


def test_ids_that_name_somebody_in_any_spelling_are_found(tool: Pseudonymizer) -> None:
    assert sorted(faulty_ids(tool, NAMING)) == sorted(NAMING)


def test_ordinary_ids_and_codes_name_nobody(tool: Pseudonymizer) -> None:
    codes = [str(uuid.UUID(int=7**n % 2**128)) for n in range(60, 160)]
    hashes = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(100)]

    assert faulty_ids(tool, [*PLAIN, *codes, *hashes]) == {}


def test_keys_are_read_in_the_same_ways(tool: Pseudonymizer) -> None:
    names = [name for name in NAMING if "@" not in name]

    assert sorted(faulty(tool, dict.fromkeys([*names, *PLAIN], ("PERSON",)))) == sorted(names)


def test_what_is_allowed_may_stay_as_it_is_spelt() -> None:
    tool = Pseudonymizer("default", allow=["anna_berg", "Nicolas Sarkozy"])

    assert list(faulty_ids(tool, ["anna_berg", "Kjersti_Qvam"])) == ["Kjersti_Qvam"]


def test_what_the_user_listed_is_found_in_a_part_of_a_name() -> None:
    tool = Pseudonymizer("default", terms={"PERSON": ["Zorblat Quux"]})

    assert list(faulty_ids(tool, ["old_zorblat-quux_7", "old_7"])) == ["old_zorblat-quux_7"]


def test_a_name_is_read_part_by_part_and_both_ways_round() -> None:
    assert readings("a/berg_anna.txt") == ["Berg Anna", "Anna Berg"]
    assert readings("anna.berg") == ["Anna Berg", "Berg Anna"]
    assert readings("oneTwoThree4") == ["One Two Three"]
    assert readings("post-17") == readings("GhyKhf1f-JI") == readings("") == []


def test_numbers_are_passed_by_since_there_is_nothing_to_read_in_them(tool: Pseudonymizer) -> None:
    numbers = ["7", "1234567890123456789", "2024-05-01", "070-123-45-67", "-", "--", "1-", "١٢٣"]

    assert [parts_of(each) + readings(each) for each in numbers] == [[]] * len(numbers)
    assert faulty(tool, dict.fromkeys(numbers, ("PERSON",)), odd=()) == faulty_ids(tool, numbers) == {}
