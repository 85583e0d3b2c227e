"""Eight languages, eight profiles, twelve kinds of edits: most comes back, and never a wrong name."""

import random

import pytest
from tests.unit.searching.edited_texts import EDITS, PROFILES, TEXTS, Bit, Score, bits_of, judged, sentences, tool

MARKED = ("default", "akio-external", "gdpr-research")
ONE_FOR_ALL = ("netanos-xxx", "cloaked-s1")


def scores(profile: str) -> dict[str, Score]:
    found: dict[str, Score] = dict.fromkeys(EDITS, Score())
    for language, text in TEXTS.items():
        made = tool(profile, language)
        bits = bits_of(text, made.pseudonymize(text, id="d"))
        for name, edit in EDITS.items():
            edited = edit(bits, language)
            found[name] += judged(edited, made.recover_edited("".join(bit.text for bit in edited), id="d"))
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_restored_is_right_and_nothing_is_overlooked(profile: str) -> None:
    found = scores(profile)
    # Where the same word stands for everybody, only its surroundings tell, and two of the edits change them all.
    usual, changed_around = (0.4, 0.0) if profile in ONE_FOR_ALL else (0.9, 0.9 if profile in MARKED else 0.75)

    assert {name: score for name, score in found.items() if score.wrong or score.missed} == {}
    for name, score in found.items():
        bar = changed_around if name in ("translated around", "inflected") else usual
        assert score.sure >= bar * sum(score.counts()), (name, score)


@pytest.mark.parametrize("profile", ["default", "netanos-xxx", "cloaked-realistic", "luxembourg"])
def test_a_text_that_was_cut_up_and_shuffled_never_gives_a_wrong_name(profile: str) -> None:
    chance = random.Random(5)
    for language, text in TEXTS.items():
        made = tool(profile, language)
        groups = sentences(bits_of(text, made.pseudonymize(text, id="d")))
        for _ in range(10):
            mixed = [bit for group in chance.sample(groups, len(groups)) for bit in (*cut(group, chance), Bit(" "))]
            score = judged(mixed, made.recover_edited("".join(bit.text for bit in mixed), id="d"))

            assert score.wrong == 0


def cut(group: list[Bit], chance: random.Random) -> list[Bit]:
    """Drop the first or last words of a sentence, but never a part of a stand-in."""
    start = chance.randrange(0, len(group))
    return group[start:] if chance.random() < 0.5 else group[: start + 1]
