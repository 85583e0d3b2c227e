import pytest

from allonym.detectors.adapters.schemes import Row, Word, names, rows_of, words_of


def test_labels_are_cut_only_if_all_follow_a_scheme() -> None:
    assert rows_of(["O", "B-PER", "I-PER", "S_LOC"]) == (
        Row("O", False),
        Row("PER", True),
        Row("PER", False),
        Row("LOC", True),
    )
    assert rows_of(["O", "E-MAIL", "PERSON"]) == (Row("O", False), Row("E-MAIL", False), Row("PERSON", False))


def test_a_comma_that_a_tokenizer_leaves_at_a_word_is_none_of_it() -> None:
    text = "Ann Smith, hi"
    places = [(0, 3), (3, 7), (7, 9), (9, 10), (10, 13)]

    assert words_of(text, places, [0, 1, 1, 1, 2]) == [Word(0, 3, 0), Word(4, 9, 1), Word(9, 10, 3), Word(11, 13, 4)]


def test_tokens_of_one_character_are_one_word() -> None:
    assert words_of("a😀", [(0, 1), (1, 2), (1, 2), (1, 2)], [0, 1, 1, 1]) == [Word(0, 1, 0), Word(1, 2, 1)]


def test_letters_of_scripts_without_spaces_stand_alone() -> None:
    assert len(words_of("李小龙来", [(0, 1), (1, 3), (3, 4)], [0, 0, 0])) == 3


ROWS = (Row("", False), Row("PER", True), Row("PER", False), Row("LOC", True), Row("LOC", False))
WORDS = [Word(0, 4, 0), Word(5, 9, 1), Word(10, 14, 2)]
OUT, PER, MORE, LOC = [1.0, 0, 0, 0, 0], [0.1, 0.8, 0.1, 0, 0], [0.1, 0.1, 0.8, 0, 0], [0.2, 0, 0, 0.7, 0.1]


@pytest.mark.parametrize(
    ("chances", "found"),
    [
        ([OUT, OUT, OUT], []),
        ([PER, MORE, OUT], [(0, 9, "PER")]),
        ([PER, PER, OUT], [(0, 4, "PER"), (5, 9, "PER")]),
        ([PER, LOC, MORE], [(0, 4, "PER"), (5, 9, "LOC"), (10, 14, "PER")]),
        ([MORE, OUT, MORE], [(0, 4, "PER"), (10, 14, "PER")]),
        # Four labels of a name share what the single label O does not have.
        ([[0.4, 0.3, 0.1, 0.1, 0.1], OUT, OUT], [(0, 4, "PER")]),
    ],
)
def test_words_become_names(chances: list[list[float]], found: list[tuple[int, int, str]]) -> None:
    said = list(names(WORDS, chances, ROWS, 0.5))

    assert [(each.start, each.end, each.tag) for each in said] == found


def test_a_name_is_as_sure_as_its_least_sure_word() -> None:
    [said] = names(WORDS, [PER, [0.4, 0, 0.6, 0, 0], OUT], ROWS, 0.5)

    assert said.score == pytest.approx(0.6)
