"""Pseudonyms that somebody has typed must not say an original of the document again."""

import pytest

from allonym.core.errors import SafetyError
from allonym.core.typed import require_new_words
from allonym.core.types import Action, Decision, Document, Entity, Mention, Plan, Span
from allonym.core.withdrawal import RULE

TEXT = Document("post-1", "Anna met Bo. \u200b")
ANNA, BO, HIDDEN = Span(0, 4), Span(9, 11), Span(13, 14)


def decided(span: Span, typed: str | None, action: Action = Action.REPLACE, rule: str = "hand") -> Decision:
    return Decision(Entity(f"e{span.start}", "PERSON", (Mention(span, "PERSON", 1.0, "x"),)), action, rule, typed)


def check(*decisions: Decision) -> None:
    require_new_words(TEXT, Plan("post-1", b"", decisions))


@pytest.mark.parametrize("words", ["Anna", "ANNA", "bo"])
def test_an_original_that_is_typed_again_is_refused_without_its_words(words: str) -> None:
    with pytest.raises(SafetyError, match=r"^post-1: the pseudonym that was typed for e0 is an original") as caught:
        check(decided(ANNA, words), decided(BO, None))
    assert words not in str(caught.value)


def test_other_words_pass() -> None:
    check(decided(ANNA, "Karin"), decided(BO, None))
    check(decided(ANNA, None), decided(BO, None))
    # What is kept stays in the text anyway, what was withdrawn has its fixed words, and what was not typed is no word.
    check(decided(ANNA, "Bo"), decided(BO, None, Action.KEEP))
    check(decided(ANNA, "Anna", Action.MARK))
    check(decided(ANNA, "Bo", rule=RULE), decided(BO, None))
    check(decided(HIDDEN, None), decided(ANNA, None))
    check(decided(HIDDEN, None), decided(ANNA, "Karin"))
