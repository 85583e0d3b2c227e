from copy import copy
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from allonym.core.making import quickly
from allonym.core.types import Document, Entity, Mention, Span

MENTION = Mention(Span(3, 7), "PERSON", 0.5, "lists:word")


def test_a_value_made_quickly_is_like_any_other() -> None:
    made = quickly(Mention)(Span(3, 7), "PERSON", 0.5, "lists:word")

    assert type(made) is Mention
    assert made == MENTION
    assert hash(made) == hash(MENTION)
    assert repr(made) == repr(MENTION)
    assert copy(made) == MENTION
    assert replace(made, label="LOCATION").label == "LOCATION"


def test_a_value_made_quickly_is_frozen() -> None:
    made = quickly(Entity)("e1", "PERSON", (MENTION,))

    with pytest.raises(FrozenInstanceError):
        made.label = "LOCATION"  # type: ignore[misc]


def test_fields_may_be_named_or_left_out() -> None:
    made = quickly(Document)("d", text="Anna", language="sv")

    assert made == Document("d", "Anna", "sv")


def test_what_checks_its_fields_or_makes_them_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Basket:
        things: list[str] = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class Checked:
        number: int

        def __post_init__(self) -> None:
            """Check the number."""

    @dataclass(frozen=True, slots=True)
    class Counted:
        number: int = field(default=0, init=False)

    with pytest.raises(TypeError, match="Span checks"):
        quickly(Span)
    with pytest.raises(TypeError, match="Checked checks"):
        quickly(Checked)
    with pytest.raises(TypeError, match="Counted has fields"):
        quickly(Counted)
    with pytest.raises(TypeError, match="Basket"):
        quickly(Basket)
