"""Whatever stands in a text, a strategy answers: nothing fails, and nothing that must be new stays as it was."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.labels import LABELS
from allonym.core.registry import Registry
from allonym.languages.pack import CODES
from allonym.testing import desk_for, subject_for

STRATEGIES = ("fpe", "generalise", "hash", "invalidate", "jitter", "ones", "shift")
EXAMPLES = st.sampled_from([label.example for label in LABELS.values()])
ODD = st.text(st.sampled_from("0123456789ABCabc -./:+,'°éßİ٣ابسن@#&()[]\n\u200b–’"), min_size=1, max_size=18)


@pytest.mark.parametrize("name", STRATEGIES)
@given(st.sampled_from(sorted(LABELS)), EXAMPLES | ODD, st.sampled_from((*CODES, None)))
def test_a_strategy_answers_for_any_words(name: str, label: str, surface: str, language: str | None) -> None:
    maker = Registry("surrogates").make(name, {})
    subject, desk = subject_for(label, surface, surface, language=language), desk_for(surface)
    made = maker.write(subject, desk)

    assert len(made) == 2
    assert made == maker.write(subject, desk)
    assert not maker.distinct or surface not in made


LONG = ["1" * 6000, "ab " * 2000, "12 " * 2000, "maj " * 1500, "1a" * 3000, "https://" + "a/" * 3000, "nitton" * 1000]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("label", ["DATE", "AGE", "NUMBER", "ID", "URL", "PHONE", "LOCATION.CITY"])
def test_what_is_far_too_long_is_answered_as_well(name: str, label: str) -> None:
    maker = Registry("surrogates").make(name, {})
    for surface in LONG:
        start = process_time()
        [made] = maker.write(subject_for(label, surface, language="sv"), desk_for(""))

        assert made
        assert process_time() - start < 2
