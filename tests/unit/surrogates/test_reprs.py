"""What makers hold while they write shows no person's words when it is printed or logged."""

import pytest

from allonym.core.types import Mention, Span
from allonym.detectors.model.tokens import tokens_of
from allonym.linking.person_names import Form
from allonym.surrogates.agreement.leads import Noun, Settled
from allonym.surrogates.agreement.scene import Scene, Token
from allonym.surrogates.dates.forms import Hints, Part
from allonym.surrogates.figures.phone import Number
from allonym.surrogates.names.person_parts import Part as NamePart
from allonym.surrogates.names.person_reading import Person
from allonym.testing import subject_for


@pytest.mark.parametrize("kind", [Noun, Settled, Scene, Token, NamePart, Person])
def test_a_value_with_words_has_no_repr_of_its_fields(kind: type) -> None:
    assert "__repr__" not in vars(kind)


@pytest.mark.parametrize("kind", [Form, Hints, Part, Number])
def test_a_tuple_with_words_shows_its_name_only(kind: type) -> None:
    assert repr(tuple.__new__(kind, ["Anna"] * len(kind._fields))) == kind.__name__  # type: ignore[attr-defined]


def test_a_word_that_the_network_reads_shows_where_it_stands_only() -> None:
    assert repr(tokens_of("Anna Berg")) == "[Token(0, 4), Token(5, 9)]"


def test_a_subject_and_a_mention_show_no_words() -> None:
    subject = subject_for("PERSON", "Anna Berg", features=(("value", "Anna"),))

    assert "Anna" not in repr(subject)
    assert "Anna" not in repr(Mention(Span(0, 4), "PERSON", 1.0, "test", (("value", "Anna"),)))
