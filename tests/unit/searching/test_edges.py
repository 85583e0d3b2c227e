"""What stands right beside a stand-in decides whether it is a word by itself."""

import pytest

from allonym.searching.edges import Edges, edges
from allonym.searching.reading import read

JOINED = Edges(doubt="is joined to other letters")
COMPOUND = Edges(doubt="is a part of a longer word")
HIDDEN = Edges(doubt="has hidden characters beside it")
BRACKETS = Edges(doubt="stands inside other brackets")


def beside(text: str, words: str, marked: bool) -> Edges | None:
    start = text.index(words)
    return edges(read(text), start, start + len(words), marked)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Karin", Edges()),
        ("so Karin!", Edges()),
        ("_Karin_ came", Edges()),
        ("x_Karin", None),
        ("Karin_x", None),
        ("Karin_", Edges()),
        ("xKarin", None),
        ("Karinx", None),
        ("Karin1", None),
        ("Karins book", Edges(owner=True)),
        ("Karins", Edges(owner=True)),
        ("KarinS", Edges(owner=True)),
        ("Karins_", Edges(owner=True)),
        ("Karinsson", None),
        ("Anna-Karin", COMPOUND),
        ("Karin-Anna", COMPOUND),
        ("a b-Karin", COMPOUND),
        ("Karin-b c", COMPOUND),
        ("Karin- och", Edges()),
        ("- Karin -", Edges()),
        ("-Karin", Edges()),
        ("www.Karin", COMPOUND),
        ("Karin.se", COMPOUND),
        ("Karin. So", Edges()),
        ("a/Karin", COMPOUND),
        ("Karin/b", COMPOUND),
        ("a\\Karin", COMPOUND),
        ("@Karin", COMPOUND),
        ("so @Karin", COMPOUND),
        ("Karin@", COMPOUND),
        ("Karin@ so", COMPOUND),
        ("d'Karin", Edges()),
        ("qu'Karin", Edges()),
        ("dell'Karin", Edges()),
        ("Mac'Karin", JOINED),
        ("'Karin'", Edges()),
        ("\u200bKarin", HIDDEN),
        ("Karin\u200b", HIDDEN),
        ("Karin\u00ad", HIDDEN),
        *((f"{sign}Karin{sign}", Edges()) for sign in "\u200e\u200f\u061c\u202a\u202c\u202e\u2066\u2068\u2069"),
        ("\u2065Karin", Edges()),
        ("\u2064Karin", HIDDEN),
        ("\u206aKarin", HIDDEN),
        ("وKarin", Edges()),
        ("وبKarin", Edges()),
        ("فلKarin", Edges()),
        ("كتابKarin", None),
        ("xوKarin", None),
    ],
)
def test_a_name(text: str, expected: Edges | None) -> None:
    assert beside(text, "Karin", False) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so [PERSON_1]!", Edges()),
        ("[[PERSON_1]", BRACKETS),
        ("[PERSON_1]]", BRACKETS),
        ("x[PERSON_1]", JOINED),
        ("[PERSON_1]x", JOINED),
        ("[PERSON_1]_x", JOINED),
        ("[PERSON_1]_", Edges()),
        ("_[PERSON_1]_", Edges()),
        ("x_[PERSON_1]", JOINED),
        ("[PERSON_1]s bok", Edges(owner=True)),
        ("[PERSON_1]sx", JOINED),
        ("Anna-[PERSON_1]-x", Edges()),
        ("Mac'[PERSON_1]", JOINED),
        ("d'[PERSON_1]", Edges()),
        ("\u200b[PERSON_1]", HIDDEN),
    ],
)
def test_a_token_in_brackets(text: str, expected: Edges) -> None:
    assert beside(text, "[PERSON_1]", True) == expected


@pytest.mark.parametrize(
    ("text", "words"), [("Klauss came", "Klaus"), ("KLAUSS", "KLAUS"), ("[_People1]x", "_People1")]
)
def test_an_ending_is_an_owner_s_only_where_there_was_none(text: str, words: str) -> None:
    found = beside(text, words, True)

    assert found is None or not found.owner


@pytest.mark.parametrize(("text", "is_word"), [("_People1", True), ("__People1", False), ("x_People1", False)])
def test_a_token_with_a_line_before_it(text: str, is_word: bool) -> None:
    start = text.index("_People1") if is_word else text.rindex("_People1")

    assert (edges(read(text), start, len(text), True) is not None) == is_word


def test_what_ends_with_a_mark_ends_there() -> None:
    assert beside("so Co.x", "Co.", False) == Edges()
    assert beside("so Co.s x", "Co.", False) == Edges(owner=True)
