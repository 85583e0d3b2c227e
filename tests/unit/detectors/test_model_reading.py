"""How the embedded model reads a text: tokens, pieces, windows, names. The network itself is not needed."""

from dataclasses import replace
from importlib.resources import files
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import SettingsError
from allonym.core.types import HINT, Document
from allonym.detectors.model.bars import bars
from allonym.detectors.model.decoding import Said, hashtag, names
from allonym.detectors.model.detector import ModelDetector, model
from allonym.detectors.model.listing import NOTHING, Describer
from allonym.detectors.model.pieces import UNKNOWN, Vocabulary
from allonym.detectors.model.reading import FILES, REACH, Network, near_to
from allonym.detectors.model.tokens import SHAPES, tokens_of
from allonym.detectors.model.windows import WINDOW, cut, sentence_stops, windows
from allonym.detectors.model.words import Words
from allonym.languages.list_facts import CITY
from allonym.languages.lists import open_lists

OUT, BEGIN_PERSON, IN_PERSON, BEGIN_PLACE, IN_PLACE, BEGIN_ORGAN, IN_ORGAN = range(7)


def chances(*labels: int) -> np.ndarray:
    made = np.full((len(labels), 9), 0.005, np.float32)
    made[np.arange(len(labels)), labels] = 0.96
    return made


def found(text: str, *labels: int, threshold: float = 0.5) -> list[tuple[str, str]]:
    tokens, said = tokens_of(text), Said.of(chances(*labels))
    return [
        (text[tokens[each.first].start : tokens[each.last].end], each.label)
        for each in names(text, tokens, said, said.over(threshold))
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


def test_stars_and_underscores_around_words_are_passed_over() -> None:
    spellings = [token.spelling for token in tokens_of("**Anna** _Berg_, ***Omar***: 2*3, snake_case, * a")]
    assert spellings == (
        ["▁Anna", "▁Berg", ",", "▁Omar", ":", "▁2", "*", "3", ",", "▁snake", "_", "case", ",", "▁*", "▁a"]
    )


@given(st.text(max_size=200))
def test_tokens_stand_where_they_say_and_leave_out_only_space_and_emphasis(text: str) -> None:
    covered: set[int] = set()
    last = 0
    for token in tokens_of(text):
        assert last <= token.start < token.end
        covered.update(range(token.start, token.end))
        last = token.end
    left_out = [character for at, character in enumerate(text) if at not in covered]
    assert all(character.isspace() or character in "\0*_" for character in left_out)


def test_a_word_is_spelled_by_its_likeliest_pieces() -> None:
    vocabulary = Vocabulary.of(
        [("<none>", -9), ("<unknown>", -9), ("▁Du", -3), ("che", -4), ("min", -4), ("▁D", -3), ("u", -3)]
    )
    assert vocabulary.spell("▁Duchemin") == (2, 3, 4)
    assert vocabulary.spell("▁Dux") == (2, UNKNOWN)
    assert vocabulary.slots("▁Duchemin") == (2, 3, 4, 0)
    assert vocabulary.slots("▁Ducheminmin") == (2, 3, 4, 4)


@given(st.lists(st.integers(1, 300), max_size=40))
def test_every_word_is_kept_from_exactly_one_window(sizes: list[int]) -> None:
    stops = list(accumulate(sizes))
    kept: list[int] = []
    for window in windows(stops):
        assert window.first <= window.keep_first <= window.keep_stop <= window.stop
        assert window.stop - window.first <= WINDOW
        edges = cut(stops, window.first, window.stop)
        assert edges[0] == 0
        assert edges[-1] == window.stop - window.first
        assert all(window.first + edge in stops for edge in edges[1:-1])
        kept += range(window.keep_first, window.keep_stop)
    assert kept == list(range(sum(sizes)))


def test_sentences_end_at_lines_and_points_but_not_after_short_words() -> None:
    text = "Mr. Berg left. He came back\nlater! Why?"
    tokens = tokens_of(text)
    ends = [text[: tokens[stop - 1].end] for stop in sentence_stops(text, tokens)]
    assert ends == ["Mr. Berg left.", "Mr. Berg left. He came back", "Mr. Berg left. He came back\nlater!", text]


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


def test_marks_around_a_name_are_not_part_of_it() -> None:
    assert found("(Leeds)", BEGIN_PLACE, IN_PLACE, IN_PLACE) == [("Leeds", "LOCATION")]
    assert found("Berg Inc.", BEGIN_ORGAN, IN_ORGAN, IN_ORGAN) == [("Berg Inc.", "ORGANIZATION")]
    assert found("Leeds (UK)", BEGIN_PLACE, IN_PLACE, IN_PLACE, IN_PLACE) == [("Leeds (UK)", "LOCATION")]


def test_a_hashtag_is_a_name_of_its_own() -> None:
    assert found("#AnnaBerg Anna Berg", OUT, BEGIN_PERSON, IN_PERSON, BEGIN_PERSON, IN_PERSON) == [
        ("#AnnaBerg", "PERSON"),
        ("Anna Berg", "PERSON"),
    ]


@pytest.mark.parametrize("gap", ["\0", "\u2028", "\t", "** _"])
def test_what_stands_in_another_cell_paragraph_or_emphasis_is_another_name(gap: str) -> None:
    assert len(found(f"Anna{gap}Berg", BEGIN_PERSON, IN_PERSON)) == 2


def test_an_apostrophe_cuts_no_name() -> None:
    labels = (BEGIN_ORGAN, IN_PLACE, IN_ORGAN, IN_ORGAN)
    assert found("Mary's Hospital", *labels) == [("Mary's Hospital", "ORGANIZATION")]


def test_the_ending_behind_an_apostrophe_is_no_name_of_its_own() -> None:
    assert found("Volvo's shop", BEGIN_ORGAN, OUT, BEGIN_ORGAN, OUT) == [("Volvo", "ORGANIZATION")]
    assert found("Volvo’s shop", OUT, OUT, BEGIN_ORGAN, OUT) == []


def test_a_hashtag_without_end_is_looked_at_only_so_far() -> None:
    tokens = tokens_of(text := "#" + "Ab_" * 50_000)
    assert hashtag(text, tokens, 3) is not None
    assert hashtag(text, tokens, 90_000) is None


def test_two_persons_joined_by_the_arabic_and_stay_two() -> None:
    assert len(found("سعيد ومحمد", BEGIN_PERSON, BEGIN_PERSON)) == 2


def a_network(**known: int) -> Network:
    """Return a network that labels words by their first piece and knows in its first part which are worth a look."""

    def front(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return rows[:, :1], back(rows)

    def back(states: np.ndarray) -> np.ndarray:
        return chances(*(known.get(f"piece{int(row[0])}", OUT) for row in states))

    return Network(front, back, quiet=0.2)


def a_detector(network: Network) -> ModelDetector:
    rows = [("<none>", -9), ("<unknown>", -9), ("▁Anna", -3), ("▁word", -3), (".", -3), ("<begin>", -9)]
    words = Words(lambda slots, _: slots.astype(np.float32), Vocabulary.of(rows), lambda _: NOTHING)
    return ModelDetector(network, words, open_lists(), lambda _: NOTHING, bars(0.5))


@pytest.mark.parametrize(
    "text", ["word " * 1000 + "Anna", "word. " * 20_000 + "Anna", "Anna " + "word " * 3000 + "Anna"]
)
def test_a_long_text_is_read_to_its_end(text: str) -> None:
    # The beginning has the same place in the table as the name here, and is left out all the same.
    (mentions,) = a_detector(a_network(piece2=BEGIN_PERSON)).detect([Document("d", text)])
    assert [mention.span.of(text) for mention in mentions] == ["Anna"] * text.count("Anna")
    assert mentions[-1].end == len(text)


def test_the_network_goes_on_only_near_words_that_may_be_in_a_name_and_in_their_sentence() -> None:
    edges = [0, 10, 50]

    assert near_to([8], edges).tolist() == list(range(8 - REACH, 10))
    assert near_to([12, 30], edges).tolist() == [*range(10, 13 + REACH), *range(30 - REACH, 31 + REACH)]
    assert near_to([0], [0, 2, 2 * REACH]).tolist() == list(range(2 * REACH))
    assert near_to([0, 49], edges).tolist() == [*range(1 + REACH), *range(49 - REACH, 50)]


def test_a_word_is_worked_out_once_and_anew_when_it_was_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def made(slots: np.ndarray, _: np.ndarray) -> np.ndarray:
        asked.append(len(slots))
        return slots.astype(np.float32)

    words = Words(made, Vocabulary.of([("<none>", -9), ("<unknown>", -9), ("▁a", -3), ("▁b", -3)]), lambda _: NOTHING)
    tokens = tokens_of("b a b")
    rows = words.read(tokens)
    assert rows[:, 0].tolist() == [2, 3, 2, 3]
    assert np.array_equal(words.read(tokens), rows)
    assert asked == [1, 2]  # the beginning, then both words
    monkeypatch.setattr("allonym.detectors.model.words._MOST_REMEMBERED", 2)
    words.read(tokens_of("c"))
    assert np.array_equal(words.read(tokens), rows)
    assert asked == [1, 2, 1, 2]


def test_of_more_words_than_fit_some_are_worked_out_ahead_and_all_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allonym.detectors.model.words._MOST_REMEMBERED", 2)
    asked: list[int] = []

    def made(slots: np.ndarray, _: np.ndarray) -> np.ndarray:
        asked.append(len(slots))
        return slots.astype(np.float32)

    pieces = [("<none>", -9), ("<unknown>", -9), ("▁a", -3), ("▁b", -3), ("▁c", -3), ("▁d", -3)]
    words = Words(made, Vocabulary.of(pieces), lambda _: NOTHING)
    words.learn(tokens_of("a b c d"))

    assert asked == [1, 2]
    assert [words.read(tokens_of(text))[1:, 0].tolist() for text in ("a b", "d", "c d", "b a")] == [
        [2, 3],
        [5],
        [4, 5],
        [3, 2],
    ]
    assert asked == [1, 2, 1, 1, 2]


def test_what_is_unsure_is_extra_and_less_than_that_a_hint() -> None:
    def read(chance: float) -> list[tuple[str, bool]]:
        made = np.zeros((2, 9), np.float32)
        made[:, 0], made[1, 1] = 1 - chance, chance
        network = Network(lambda rows: (rows[:, :1], made.copy()), lambda _: made.copy())
        (mentions,) = a_detector(network).detect([Document("d", "Anna")])
        return [(mention.label, HINT in mention.features) for mention in mentions]

    assert [read(chance) for chance in (0.01, 0.06, 0.3)] == [[], [("EXTRA", True)], [("EXTRA", False)]]
    assert read(0.9) == [("PERSON.FIRST", False)]


def test_what_is_unsure_in_a_hasty_text_is_only_a_hint_in_a_careful_one() -> None:
    def read(text: str) -> list[bool]:
        made = np.zeros((len(tokens_of(text)) + 1, 9), np.float32)
        made[:, 0], made[1, 1] = 0.9, 0.1
        network = Network(lambda rows: (rows[:, :1], made.copy()), lambda _: made.copy())
        (mentions,) = a_detector(network).detect([Document("d", text)])
        return [HINT in mention.features for mention in mentions]

    assert [read(text) for text in ("Anna was there", "Anna was there.")] == [[False], [True]]


def test_small_letters_that_may_be_a_place_are_but_a_hint_in_careful_text_unless_they_go_on_with_a_name() -> None:
    def read(text: str) -> list[bool]:
        tokens = tokens_of(text)
        at = next(place for place, token in enumerate(tokens) if token.word == "gehalen")
        made = np.zeros((len(tokens) + 1, 9), np.float32)
        made[:, 0] = 1
        made[at + 1, [0, 3]] = 0.7, 0.3
        places = np.arange(len(made), dtype=np.float32)[:, None]
        network = Network(lambda _: (places, made.copy()), lambda some: made[some[:, 0].astype(int)])
        (mentions,) = a_detector(network).detect([Document("d", text)])
        return [HINT in mention.features for mention in mentions]

    assert read("We went to the gehalen at noon.") == [True]
    assert read("We went to the Santa gehalen at noon.") == [False]
    assert read("we went to the gehalen at noon") == [False]


def labels_of(text: str, *rows: tuple[float, ...]) -> list[str]:
    """Return what a text is taken for, given the chances of its words; the first row is that of the beginning."""
    made = np.zeros((len(rows) + 1, 9), np.float32)
    made[1:] = rows
    network = Network(lambda rows: (rows[:, :1], made.copy()), lambda _: made.copy())
    detector = replace(a_detector(network), describe=Describer(open_lists()).__getitem__)
    (mentions,) = detector.detect([Document("d", text)])
    return [mention.label for mention in mentions]


def test_a_name_is_called_what_even_its_least_sure_word_surely_is() -> None:
    place = (0.02, 0, 0, 0.94, 0.02, 0.02, 0, 0, 0)

    assert labels_of("Qwertania Zu", place, (0.02, 0, 0, 0, 0.94, 0.02, 0.02, 0, 0)) == ["LOCATION"]
    assert labels_of("Qwertania Zu", place, (0.02, 0, 0, 0, 0.5, 0, 0.46, 0.02, 0)) == ["EXTRA"]
    assert labels_of("Qwertania zu", place, (0.52, 0, 0, 0, 0.46, 0, 0, 0, 0.02)) == ["EXTRA"]


def test_a_name_that_the_lists_know_need_not_be_so_sure() -> None:
    unsure = (0.1, 0, 0, 0.5, 0, 0.4, 0, 0, 0)

    assert labels_of("Uppsala", unsure) == ["LOCATION.CITY"]
    assert labels_of("Qwertania", unsure) == ["EXTRA"]


def test_what_says_what_a_number_is_and_numbers_themselves_are_no_names() -> None:
    unsure, outside = (0.7, 0.3, 0, 0, 0, 0, 0, 0, 0), (1.0, 0, 0, 0, 0, 0, 0, 0, 0)

    assert labels_of("Pnr 850101", unsure, outside) == []
    assert labels_of("CEP: 22041", unsure, outside, outside) == []
    assert labels_of("Qwertania 22041", unsure, outside) == ["EXTRA"]
    assert labels_of("Pnr qwertania", unsure, outside) == ["EXTRA"]
    assert labels_of("in 204", outside, unsure) == []


def test_an_ordinary_word_may_be_a_name_where_it_has_a_capital_without_a_sentence_and_is_rather_likely() -> None:
    outside = (1.0, 0, 0, 0, 0, 0, 0, 0, 0)

    def read(text: str, chance: float) -> list[str]:
        return labels_of(text, *[outside] * (len(tokens_of(text)) - 1), (1 - chance, chance, 0, 0, 0, 0, 0, 0, 0))

    assert read("They asked Jobs", 0.4) == ["EXTRA"]
    assert read("They asked Jobs", 0.2) == read("They asked jobs", 0.4) == read("Jobs", 0.4) == []


def test_a_country_is_a_place_where_it_acts_like_an_organisation() -> None:
    organ = (0.02, 0, 0, 0.3, 0, 0.68, 0, 0, 0)

    assert labels_of("Sverige", organ) == ["LOCATION.COUNTRY"]
    assert labels_of("Sveriges", organ) == ["LOCATION"]
    assert labels_of("Qwertania", organ) == ["ORGANIZATION"]


def test_a_country_is_an_organisation_where_the_network_is_sure_of_that() -> None:
    assert labels_of("Sverige", (0.02, 0, 0, 0.1, 0, 0.88, 0, 0, 0)) == ["ORGANIZATION"]


def test_more_sensitivity_takes_more_for_names() -> None:
    steps = [bars(each / 10) for each in range(11)]
    rows = [(each.sure, each.careful, each.hasty) for each in steps]
    assert all(one >= other for pair in pairwise(rows) for one, other in zip(*pair, strict=True))
    assert all(sure >= careful >= hasty for sure, careful, hasty in rows)


@pytest.mark.parametrize("sensitivity", [-0.1, 1.1])
def test_a_sensitivity_outside_its_range_is_refused(sensitivity: float) -> None:
    with pytest.raises(SettingsError, match="between 0 and 1"):
        model(sensitivity=sensitivity)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"words\.onnx is missing"):
        model(path=str(tmp_path))


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_model_is_refused(tmp_path: Path, name: str) -> None:
    shipped = Path(str(files("allonym.detectors.model").joinpath("network")))
    for each in FILES:
        data = (shipped / each).read_bytes()
        (tmp_path / each).write_bytes(data[: len(data) // 2] if each == name else data)
    with pytest.raises(SettingsError, match="is damaged"):
        model(path=str(tmp_path))
