"""How the embedded model reads a text: tokens, pieces, windows, names. The network itself is not needed."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from allonym.detectors.model.decoding import names
from allonym.detectors.model.detector import ModelDetector
from allonym.detectors.model.listing import Describer
from allonym.detectors.model.pieces import UNKNOWN, Vocabulary
from allonym.detectors.model.tokens import SHAPES, tokens_of
from allonym.detectors.model.windows import WINDOW, windows
from allonym.languages.list_facts import CITY
from allonym.languages.lists import open_lists

OUT, BEGIN_PERSON, IN_PERSON, BEGIN_PLACE = 0, 1, 2, 3


def chances(*labels: int) -> np.ndarray:
    made = np.full((len(labels), 9), 0.01, np.float32)
    made[np.arange(len(labels)), labels] = 0.92
    return made


def found(text: str, *labels: int, threshold: float = 0.5) -> list[tuple[str, str]]:
    tokens = tokens_of(text)
    return [
        (text[tokens[each.first].start : tokens[each.last].end], each.label)
        for each in names(text, tokens, chances(*labels), threshold)
    ]


def test_links_addresses_and_handles_are_one_token_each() -> None:
    spellings = [token.spelling for token in tokens_of("RT @anna: mail a.b@example.org or https://example.org/x?y=1")]
    assert spellings == ["▁RT", "<user>", ":", "▁mail", "<mail>", "▁or", "<link>"]


def test_capitals_are_spelled_as_if_they_were_not_and_told_by_their_shape() -> None:
    loud, short = tokens_of("BARCELONA UN")
    assert (loud.spelling, short.spelling) == ("▁Barcelona", "▁UN")
    assert SHAPES[loud.shape] == SHAPES[short.shape] == "UPPER"


def test_hashtags_are_cut_at_their_capitals() -> None:
    text = "#ParisAttacks"
    assert [text[token.start : token.end] for token in tokens_of(text)] == ["#", "Paris", "Attacks"]


@given(st.text(max_size=200))
def test_tokens_stand_where_they_say_and_leave_nothing_out_but_space(text: str) -> None:
    covered: set[int] = set()
    last = 0
    for token in tokens_of(text):
        assert last <= token.start < token.end
        covered.update(range(token.start, token.end))
        last = token.end
    assert all(character.isspace() or character == "\0" for at, character in enumerate(text) if at not in covered)


def test_a_word_is_spelled_by_its_likeliest_pieces() -> None:
    vocabulary = Vocabulary.of(
        [("<none>", -9), ("<unknown>", -9), ("▁Du", -3), ("che", -4), ("min", -4), ("▁D", -3), ("u", -3)]
    )
    assert vocabulary.spell("▁Duchemin") == (2, 3, 4)
    assert vocabulary.spell("▁Dux") == (2, UNKNOWN)
    assert vocabulary.slots("▁Duchemin") == (2, 3, 4, 0)
    assert vocabulary.slots("▁Ducheminmin") == (2, 3, 4, 4)


@given(st.integers(0, 2000))
def test_every_word_is_kept_from_exactly_one_window(count: int) -> None:
    kept: list[int] = []
    for window in windows(count):
        assert window.first <= window.keep_first <= window.keep_stop <= window.stop
        assert window.stop - window.first <= WINDOW
        kept += range(window.keep_first, window.keep_stop)
    assert kept == list(range(count))


def test_names_begin_and_go_on() -> None:
    assert found("Anna Berg in Paris", BEGIN_PERSON, IN_PERSON, OUT, BEGIN_PLACE) == [
        ("Anna Berg", "PERSON"),
        ("Paris", "LOCATION"),
    ]


def test_first_and_last_name_are_joined_but_not_over_a_comma() -> None:
    assert found("Anna Berg", BEGIN_PERSON, BEGIN_PERSON) == [("Anna Berg", "PERSON")]
    assert found("Anna, Berg", BEGIN_PERSON, OUT, BEGIN_PERSON) == [("Anna", "PERSON"), ("Berg", "PERSON")]


def test_the_lists_tell_of_a_word_whatever_its_case() -> None:
    rows = Describer(open_lists())
    assert rows["STOCKHOLM"][CITY] >= 4
    assert rows["stockholm"] == rows["Stockholms"] == rows["STOCKHOLM"]


def test_a_long_text_is_read_to_its_end() -> None:
    text = "word " * 1000 + "Anna"

    def read(slots: np.ndarray, _: np.ndarray) -> np.ndarray:
        return chances(*(BEGIN_PERSON if row[0] == 2 else OUT for row in slots))

    vocabulary = Vocabulary.of([("<none>", -9), ("<unknown>", -9), ("▁Anna", -3), ("▁word", -3)])
    detector = ModelDetector(read, vocabulary, lambda _: (0,) * 9)
    tokens = tokens_of(text)
    assert [text[tokens[each.first].start :] for each in names(text, tokens, detector.chances(tokens), 0.5)] == ["Anna"]
