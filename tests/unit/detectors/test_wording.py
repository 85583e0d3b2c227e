from hypothesis import given
from hypothesis import strategies as st

from allonym.detectors.names.morphology import may_have_stems, stems
from allonym.detectors.names.wording import BOUNDARY_WORD, NET, Wording
from allonym.languages.lists import open_lists


def test_words_are_read_alike_the_first_time_and_afterwards() -> None:
    wording = Wording(open_lists())
    surfaces = ["Anna", "@anna", "wrzlbrmft", "\0", "the", "Anna", "a" * 80, "https://example.org/Anna"]

    first, first_codes = wording.read(surfaces)
    again, again_codes = wording.read(surfaces)

    assert list(map(id, first)) == list(map(id, again))
    assert first_codes == again_codes == bytes(word.code for word in first)
    assert first[0] is first[5]
    assert first[0].listed
    assert not first[2].listed
    assert first[1] is first[7] is NET
    assert first[3] is BOUNDARY_WORD


def test_what_is_no_word_is_not_remembered() -> None:
    wording = Wording(open_lists())

    wording.read(["@anna", "#Anna", "Anna"])

    assert "@anna" not in wording
    assert "#Anna" not in wording
    assert "Anna" in wording


@given(st.text(alphabet="abnors", min_size=1, max_size=12))
def test_every_word_with_stems_passes_the_first_glance(word: str) -> None:
    assert may_have_stems(word) or not stems(word)
