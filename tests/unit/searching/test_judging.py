"""The small rules behind a verdict: how stand-ins are read, which are one, and which names may be somebody else's."""

import pytest

from allonym.core.surroundings import NEEDED, fingerprint, sides
from allonym.core.types import Edit, Manifest, Span
from allonym.searching.edges import Edges
from allonym.searching.finding import Free, find_pseudonyms
from allonym.searching.forms import Form, forms_of
from allonym.searching.judging import Place, Verdict, judge
from allonym.searching.reading import keys, places, read, recased
from allonym.searching.standins import Known, Original, chief, is_one, known_of

ANNA = Original("Anna Berg", "PERSON", "e1")


def original(words: str, entity: str, label: str = "PERSON") -> Original:
    return Original(words, label, entity)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"\[A\_1\]", "[A_1]"),
        (r"a\b", r"a\b"),
        ("a \t b", "a b"),
        ("a\nb", "a b"),
        ("a\n \nb", "a\nb"),
        ("e\u0301", "é"),
        ("l’un", "l'un"),
        ("\\", "\\"),
    ],
)
def test_a_text_is_read_without_escapes_and_with_plain_spaces(text: str, plain: str) -> None:
    assert read(text).plain == plain


def test_a_reading_leads_back_to_the_text() -> None:
    made = read(r"so \[A\]  İ e\u0301")
    start = made.plain.index("[A]")

    assert made.span(start, start + 3) == Span(3, 8)
    assert len(made.small) == len(made.plain) == len(made.starts) == len(made.ends)


def test_every_place_is_found_also_where_two_overlap() -> None:
    assert list(places("anana ana", "ana")) == [0, 2, 6]
    assert list(places("aaa", "a")) == [0, 1, 2]
    assert list(places("abc", "d")) == []


def test_what_is_in_capitals_is_looked_for_in_its_own_letters() -> None:
    assert keys("Groß") == {"groß", "gross"}
    assert keys("Anna") == {"anna"}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("de Boer", "van Dijk"),
        ("DE BOER", "VAN DIJK"),
        ("de boer", "van dijk"),
        ("De Boer", "van Dijk"),
        ("De boer", "van Dijk"),
        ("dE BoEr", None),
    ],
)
def test_an_original_comes_in_the_case_of_what_was_found(found: str, expected: str | None) -> None:
    assert recased(found, "de Boer", "van Dijk") == expected


@pytest.mark.parametrize(
    ("originals", "one"),
    [
        ([], True),
        ([original("Anna", "1")], True),
        ([original("Anna", "1"), original("Anna Berg", "1")], True),
        ([original("Anna", "1"), original("Anna", "2")], True),
        ([original("Anna", "1"), original("Petra", "2")], False),
        ([original("Anna", "1"), original("Petra", "2"), original("Anna", "2")], True),
        ([original("Anna", "1"), original("Petra", "2"), original("Anna", "3")], False),
    ],
)
def test_originals_are_one_by_their_entity_or_their_words(originals: list[Original], one: bool) -> None:
    assert is_one(originals) == one


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        (["Anna", "Anna Berg"], "Anna Berg"),
        (["Annas", "Anna"], "Anna"),
        (["Anna's", "Anna"], "Anna"),
        (["Annas"], "Annas"),
        (["Berg", "Anna", "Anna"], "Anna"),
        (["Anna", "Annasa"], "Anna"),
    ],
)
def test_the_fullest_spelling_without_the_ending_of_an_owner_is_the_chief_one(
    spellings: list[str], expected: str
) -> None:
    assert chief([original(words, "1") for words in spellings]) == expected


def test_stand_ins_of_two_parts_of_one_text_are_joined() -> None:
    one = Known({"A": (ANNA,), "B": (ANNA,)}, frozenset({"X"}))
    other = Known({"B": (original("Bo", "2"),), "C": (ANNA,)}, frozenset({"Y"}))

    joined = one.with_more(other)

    assert joined.originals == {"A": (ANNA,), "B": (ANNA, original("Bo", "2")), "C": (ANNA,)}
    assert joined.torn == {"X", "Y"}


def test_what_has_no_entity_is_known_by_its_words() -> None:
    edits = tuple(Edit(Span(at, at + 1), words, "PERSON", "", "XX") for at, words in enumerate(("Anna", "Anna", "Bo")))
    known = known_of([Manifest("d", b"", b"", (*edits, Edit(Span(8, 9), "Cy")))])

    assert [each.entity for each in known.originals["XX"]] == ["0=Anna", "0=Anna", "0=Bo"]
    assert set(known.originals) == {"XX"}
    assert known_of([]) == Known({})


def form(words: str, *originals: Original, kind: str = "whole") -> Form:
    return Form(words.casefold(), words, originals or (ANNA,), kind)


def place(text: str, words: str, **given: object) -> Place:
    start = text.index(words)
    made = {"form": form(words), "edges": Edges(), "language": "en", **given}
    return Place(text, Span(start, start + len(words)), words, **made)  # type: ignore[arg-type]


SURE = "is a stand-in of this document"


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("so Karin came", "Karin", SURE),
        ("so Karin Lund came", "Karin Lund", SURE),
        ("so Karin Svensson came", "Karin", "is a part of a longer name"),
        ("so Peter Karin came", "Karin", "is a part of a longer name"),
        ("Peter Karin came", "Karin", "is a part of a longer name"),
        ("so Karin said", "Karin", SURE),
        ("and Karin svensson", "Karin", SURE),
        ("Then Karin came", "Karin", SURE),
        ("a Rose is", "Rose", "is also an ordinary word or the name of a country"),
        ("in Germany now", "Germany", "is also an ordinary word or the name of a country"),
    ],
)
def test_a_name_that_may_be_somebody_else_or_nobody_is_not_sure(text: str, words: str, reason: str) -> None:
    verdict = judge(place(text, words))

    assert verdict.reason == reason
    assert verdict.state == ("sure" if reason == SURE else "unsure")
    assert verdict.words == "Anna Berg"


def test_only_a_person_is_a_part_of_a_longer_name() -> None:
    town = form("Karin", original("Uppsala", "e1", "LOCATION.CITY"))

    assert judge(place("so Karin Svensson came", "Karin", form=town)).state == "sure"


def test_names_beside_what_was_found_with_it_count() -> None:
    text = "so Karin Lund Svensson came"

    assert judge(place(text, "Lund", beside=Span(3, 13))).reason == "is a part of a longer name"
    assert judge(place("so Karin Lund came", "Lund", beside=Span(3, 13))).state == "sure"


@pytest.mark.parametrize(
    ("given", "state", "reason"),
    [
        ({"edges": Edges(doubt="is odd")}, "unsure", "is odd"),
        ({"edges": Edges(owner=True)}, "unsure", "has an ending that its language does not explain"),
        ({"edges": Edges(owner=True), "language": "sv"}, "sure", SURE),
        ({"edges": Edges(owner=True), "language": "de"}, "sure", SURE),
        ({"form": form("Karin", kind="part")}, "unsure", "is a part of a stand-in"),
        ({"form": form("Karin", Original("Anna", "PERSON", "1", NEEDED))}, "unsure", "may stand here by itself"),
        ({"form": form("Karin", original("", "1"))}, "refused", "was withdrawn"),
        ({"form": form("Karin", original("", "1"), kind="part")}, "unsure", "is a part of a stand-in"),
        ({"form": form("Karin", original("[WITHDRAWN]", "1"), kind="part")}, "refused", "was withdrawn"),
        ({"form": form("Karin", ANNA, original("Bo", "2"))}, "refused", "stands for several originals"),
    ],
)
def test_a_verdict_says_why(given: dict[str, object], state: str, reason: str) -> None:
    verdict = judge(place("so Karin came", "Karin", **given))

    assert verdict.state == state
    assert verdict.reason.startswith(reason)


def test_old_surroundings_make_a_whole_stand_in_by_itself_sure() -> None:
    text = "then we saw Karin in that town"
    here = fingerprint(sides(text, Span(12, 17)))
    two = (Original("Anna", "PERSON", "1", NEEDED + here), Original("Bo", "PERSON", "2", NEEDED + "0"))

    assert judge(place(text, "Karin", form=form("Karin", *two))) == Verdict(
        "sure", "stands in its old surroundings", "Anna", bare=True
    )
    for other in ({"form": form("Karin", *two, kind="core")}, {"edges": Edges(owner=True)}):
        assert judge(place(text, "Karin", **{"form": form("Karin", *two), **other})).state == "refused"


def test_each_key_is_looked_for_once_and_what_stood_there_first() -> None:
    table = {"Karin Lund": (ANNA,), "Karin": (original("Bo Ek", "2"),), "KARIN": (original("Cy", "3"),)}
    found = {each.key: each for each in forms_of(Known(table))}

    assert {key: (each.kind, len(each.originals)) for key, each in found.items()} == {
        "karin lund": ("whole", 1),
        "karin": ("whole", 2),
        "lund": ("part", 1),
    }
    assert [each.words for each in found["lund"].originals] == ["Berg"]


def test_parts_are_words_of_three_letters_that_begin_like_names() -> None:
    table = {"Bo van Dijk": (original("Al de Groot", "1"),), "Ana Lua": (original("Eva", "2"),)}
    parts = {each.words: each.originals[0].words for each in forms_of(Known(table)) if each.kind == "part"}

    assert parts == {"Dijk": "Groot", "Ana": "", "Lua": ""}
    for whole in ("[PERSON_1] [X]", "Karin 12", "Karin Karin"):
        assert not [each for each in forms_of(Known({whole: (ANNA,)})) if each.kind == "part"]


def test_a_form_has_the_label_that_all_share() -> None:
    assert form("X", ANNA, ANNA).label == "PERSON"
    assert form("X", ANNA, original("Y", "2", "LOCATION")).label == ""


def test_characters_are_taken_once_and_all_or_none() -> None:
    free = Free("abcdef")

    assert free.take(Span(1, 3))
    assert not free.take(Span(2, 5))
    assert free.take(Span(3, 6))
    assert not free.take(Span(0, 2))
    assert free.take(Span(0, 1))


def test_what_is_written_in_its_own_way_is_not_restored() -> None:
    assert judge(place("so kARIN came", "kARIN", form=form("Karin"))).state == "refused"
    assert judge(place("so kARIN came", "kARIN", form=form("Karin", kind="core"))) == Verdict(
        "unsure", "is written in its own way", "Anna Berg"
    )


@pytest.mark.parametrize(
    ("stand_in", "label", "expected"),
    [
        *(("Marie Caron", label, "d'Alice") for label in ("PERSON", "LOCATION", "ORGANIZATION", "NATIONALITY")),
        ("Marie Caron", "EXTRA", "de Alice"),
        ("van Dijk", "PERSON", "de Alice"),
    ],
)
def test_only_names_that_begin_like_names_are_made_to_agree(stand_in: str, label: str, expected: str) -> None:
    known = Known({stand_in: (original("Alice Garnier", "1", label),)})

    assert (
        find_pseudonyms(f"Je parle de {stand_in} avec elle.", known).text == f"Je parle {expected} Garnier avec elle."
    )


def test_a_token_of_nobody_is_refused_with_its_reason() -> None:
    found = find_pseudonyms("[WITHDRAWN], [withdrawn] and [PERSON_1]", Known({})).findings

    assert [each.reason for each in found] == ["was withdrawn"] * 2 + ["is foreign: not of this document"]


def test_what_stood_there_is_not_mixed_with_a_part_of_another() -> None:
    table = {"Karin Lund": (ANNA,), "KARIN": (original("Cy", "3"),)}
    [found] = [each for each in forms_of(Known(table)) if each.key == "karin"]

    assert (found.kind, [each.words for each in found.originals]) == ("whole", ["Cy"])


def test_names_that_stand_apart_are_judged_each_by_its_own_neighbours() -> None:
    known = Known({"Karin": (original("Anna", "1"),), "Lund": (original("Bo", "2"),)})

    apart = find_pseudonyms("So Karin came. Then Lund Svensson left.", known)
    together = find_pseudonyms("So Karin Lund came.", known)

    assert [each.state for each in apart.findings] == ["sure", "unsure"]
    assert together.text == "So Anna Bo came."


def test_a_whole_name_is_sure_whoever_stands_beside_it_unless_in_small_letters() -> None:
    assert judge(place("so Karin Lund Svensson came", "Karin Lund")).state == "sure"
    small = judge(place("so karin lund came", "karin lund", form=form("Karin Lund")))
    assert (small.state, small.reason) == ("unsure", "is in small letters, like any word")
