import pytest

from allonym.core.tokens import TOKEN, without_tokens
from allonym.core.types import DENIED, Features, Mention, Span


@pytest.mark.parametrize("token", ["[PERSON_1]", "[DATE/TIME_12]", "_People1", "_City37", "[EXTRA_1234]"])
def test_our_tokens_are_known(token: str) -> None:
    assert TOKEN.fullmatch(token)


@pytest.mark.parametrize("text", ["[PERSON_0701740605]", "[ANNA_1]", "x_People1", "_Anna1", "[PERSON_1", "_People1a"])
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert not TOKEN.search(text)


def found(text: str, words: str, features: Features = ()) -> bool:
    start = text.index(words)
    return bool(without_tokens(text, [Mention(Span(start, start + len(words)), "NUMBER", 1.0, "test", features)]))


def test_nothing_is_found_inside_a_token_but_what_the_user_has_listed() -> None:
    assert not found("so [PERSON_1] said", "1")
    assert not found("so _People1 said", "People1")
    assert found("so [PERSON_1] said 12", "12")
    assert found("so [PERSON_1] said", "PERSON_1] said")
    assert found("so [PERSON_1] said", "PERSON", DENIED)
