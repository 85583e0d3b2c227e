"""What is the person's, and what is somebody else's: small rules of forgetting."""

import pytest

from allonym.core.types import Edit, FileRecord, Manifest, Span, digest
from allonym.core.withdrawal import WITHDRAWN, proof
from allonym.vault.clearing import _domains_of, _may_be_one, encoding_in, without_row, without_words
from allonym.vault.withdrawals import Withdrawal


def test_words_at_some_places_go_with_their_stand_ins_and_the_rest_can_still_be_proven() -> None:
    edits = (Edit(Span(0, 3), "Anna", "PERSON", "e1", "[1]"), Edit(Span(4, 7), "Bo", "PERSON", "e2", "[2]"))
    known = Manifest("d", digest("[1] [2]"), digest("Anna Bo"), edits, b"Anna Bo")

    left = without_words(known, {Span(0, 3)}, "utf-8")

    assert left.edits == (Edit(Span(0, 3), WITHDRAWN, "PERSON", "e1"), edits[1])
    assert left.original == proof(known.output, left.edits)
    assert left.raw == b"[WITHDRAWN] Bo"
    assert without_words(Manifest("d", b"", b"", edits), {Span(0, 3)}, "utf-8").raw is None


@pytest.mark.parametrize(("raw", "left"), [(b"a\r\n", b"\r\n"), (b"a\n", b"\n"), (b"a", b"\n"), (None, b"\n")])
def test_of_a_row_that_was_left_out_its_end_stays(raw: bytes | None, left: bytes) -> None:
    assert without_row(Manifest("d", b"", b"", (), raw, withheld=True)).raw == b"[WITHDRAWN]" + left


def test_a_file_of_which_no_encoding_is_told_is_utf_8() -> None:
    told = [FileRecord(1, b"", b"", "csv", layout, 1) for layout in ({"encoding": "latin-1"}, {"encoding": ""}, {})]

    assert [encoding_in(each) for each in (*told, None)] == ["latin-1", "utf-8", "utf-8", "utf-8"]


@pytest.mark.parametrize(
    ("series", "words", "domains"),
    [
        ("EMAIL", "anna@mail.Example.org", ["example.org"]),
        ("URL", "https://www.example.org:80/x", ["example.org"]),
        ("URL", "https://u@example.org", ["example.org"]),
        ("PERSON", "example.org", []),
    ],
)
def test_the_domain_of_an_address(series: str, words: str, domains: list[str]) -> None:
    assert _domains_of(series, words) == domains


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        (["anna", "berg"], ["anna", "berg"], True),
        (["a", "berg"], ["anna", "berg"], True),
        (["anna", "berg"], ["a", "b"], True),
        (["anna"], ["anna", "berg"], False),
        (["anna", "berg"], ["anna"], False),
        (["b", "berg"], ["anna", "berg"], False),
        (["a", "anna"], ["anna", "a"], True),
        (["anna", "anne"], ["anna", "a"], True),
        (["anne", "berg"], ["anna", "berg"], False),
    ],
)
def test_two_names_may_be_one(one: list[str], other: list[str], may: bool) -> None:
    assert _may_be_one(one, other) == may


def test_a_withdrawal_says_what_went_and_what_may_remain() -> None:
    made = Withdrawal("v", 0, "r-1", {"mentions": 3, "documents": 2}, [4, 5], is_pending=False)

    assert made.as_data() | {"remains": 0} == {
        "vault": "v",
        "time": "1970-01-01T00:00:00+00:00",
        "reference": "r-1",
        "documents": 2,
        "mentions": 3,
        "outputs": 0,
        "keys_destroyed": [4, 5],
        "keys_pending": False,
        "remains": 0,
    }
    pending = Withdrawal("v", 0, "r-1", {}, [], is_pending=True)
    assert len(pending.as_data()["remains"]) == len(made.as_data()["remains"]) + 1
    assert "Keys destroyed     4, 5\n" in made.as_text()
    assert "Keys destroyed     none\n" in pending.as_text()
    assert "Mentions           3\nEntities           0\nOutputs written    0\n" in made.as_text()
