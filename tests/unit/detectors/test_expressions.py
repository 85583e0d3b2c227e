"""Expressions that are compiled when they are first used."""

import re

import pytest

from allonym.detectors.expressions import Expression


def test_an_expression_finds_what_a_compiled_one_finds() -> None:
    late, now = Expression("(A)b", re.IGNORECASE), re.compile("(A)b", re.IGNORECASE)
    text = "ab xx AB"

    assert [match.span() for match in late.finditer(text)] == [match.span() for match in now.finditer(text)]
    assert late.findall(text) == now.findall(text)
    assert late.split(text) == now.split(text)
    assert late.sub("-", text) == now.sub("-", text)
    assert late.match(text, 6) is not None
    assert late.fullmatch(text) is None


def test_nothing_is_compiled_before_it_is_used() -> None:
    broken = Expression("(")

    with pytest.raises(re.error):
        broken.search("a")


def test_it_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Expression("a").pattern  # noqa: B018
