"""Recovery undoes pseudonymization, for every text and every strategy."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.texts import TERMS, texts

from allonym import Document, Pseudonymizer, open_vault
from allonym.settings import Settings, load_settings

STRATEGIES: dict[str, dict[str, object]] = {
    "delete": {},
    "mask": {},
    "placeholder": {},
    "category": {},
    "numbered": {"template": "Company{n}"},
    "fixed": {"text": "Berg"},
    "zero": {},
}


def everything_by(strategy: str) -> Settings:
    """Return settings under which every label is replaced by one strategy."""
    from dataclasses import replace

    from allonym.policy.rules import Rule

    return replace(load_settings("default"), rules=(), otherwise=Rule("all", (), strategy, STRATEGIES[strategy]))


def tool_for(profile: Settings | str, scope: str) -> Pseudonymizer:
    return Pseudonymizer(profile, open_vault("memory:"), scope=scope, terms=TERMS)


TOOLS = {
    f"{name}-{scope}": (lambda name=name, scope=scope: tool_for(everything_by(name), scope))
    for name in STRATEGIES
    for scope in ("document", "corpus")
}


@pytest.mark.parametrize("make", TOOLS.values(), ids=TOOLS.keys())
def test_every_strategy_gives_every_text_back(make: Callable[[], Pseudonymizer]) -> None:
    tool = make()

    @settings(max_examples=100, deadline=None)
    @given(texts)
    def check(text: str) -> None:
        result = tool.pseudonymize(text)

        assert tool.recover(result.text) == text
        assert tool.recover(str(result.text), id=result.id) == text

    check()


@settings(max_examples=400, deadline=None)
@given(st.lists(texts, min_size=1, max_size=6))
def test_many_texts_come_back_each_by_itself_in_any_order(many: list[str]) -> None:
    tool = tool_for("default", "document")

    results = list(tool.pseudonymize_many(many))

    assert [tool.recover(result.text) for result in reversed(results)] == list(reversed(many))


@settings(max_examples=300, deadline=None)
@given(texts)
def test_pseudonymizing_the_output_again_still_comes_back_in_two_steps(text: str) -> None:
    tool = tool_for("default", "document")
    once = tool.pseudonymize(text, id="once")
    twice = tool.pseudonymize(str(once.text), id="twice")

    assert tool.recover(twice.text) == once.text
    assert tool.recover(tool.recover(twice.text, id="twice"), id="once") == text


@settings(max_examples=300, deadline=None)
@given(texts)
def test_text_outside_edits_is_unchanged_and_edits_do_not_overlap(text: str) -> None:
    result = tool_for("default", "document").pseudonymize(text)

    position = output = 0
    for edit, span in zip(result.edits, result.spans, strict=True):
        assert edit.span.start >= position
        assert text[position : edit.span.start] == result.text[output : span.start]
        position, output = edit.span.end, span.end
    assert text[position:] == result.text[output:]


@settings(max_examples=300, deadline=None)
@given(texts)
def test_a_new_pseudonym_never_stands_in_the_text_already(text: str) -> None:
    result = tool_for("default", "document").pseudonymize(text)

    assert not [edit for edit in result.edits if edit.replacement in text]


@settings(max_examples=300, deadline=None)
@given(st.lists(texts, min_size=1, max_size=5))
def test_one_original_has_one_pseudonym_in_a_corpus_and_the_reverse(many: list[str]) -> None:
    from dataclasses import replace

    tool = tool_for("default", "corpus")
    documents = [Document(str(number), text) for number, text in enumerate(many)]
    pairs = set()
    for document, result in zip(documents, tool.apply(documents), strict=True):
        entities = {each.entity.id: each.entity for each in result.plan.decisions}
        told = replace(document, language=result.language)
        for edit in result.edits:
            kind, entity = edit.label.partition(".")[0], entities[edit.entity]
            pairs.add((edit.replacement, (kind, tool._engine.linker.key(told, entity))))

    assert len({pseudonym for pseudonym, _ in pairs}) == len(pairs)
    assert len({original for _, original in pairs}) == len(pairs)


@settings(max_examples=200, deadline=None)
@given(st.lists(texts, max_size=5))
def test_mentions_do_not_depend_on_the_batch(many: list[str]) -> None:
    tool = Pseudonymizer(terms=TERMS)
    together = tool.plan_many([Document(str(number), text) for number, text in enumerate(many)])

    alone = [tool.plan(Document(str(number), text)) for number, text in enumerate(many)]

    assert together == alone


@settings(max_examples=200, deadline=None)
@given(texts)
def test_detected_mentions_are_in_order_inside_the_text_and_apart(text: str) -> None:
    mentions = Pseudonymizer(terms=TERMS).detect(text)

    assert all(0 <= mention.start < mention.end <= len(text) for mention in mentions)
    assert all(one.end <= other.start for one, other in pairwise(mentions))


def every_detector() -> Settings:
    """Return settings that name every detector we ship."""
    from dataclasses import replace

    return replace(load_settings("default"), detectors=("patterns", "identifiers", "life", "lists", "terms"))


@settings(max_examples=150, deadline=None)
@given(st.lists(texts, min_size=1, max_size=4))
def test_with_every_detector_texts_come_back_and_do_not_depend_on_the_batch(many: list[str]) -> None:
    documents = [Document(str(number), text) for number, text in enumerate(many)]
    plans = FULL.plan_many(documents)
    results = FULL.apply(documents, plans)

    assert plans == [FULL.plan(document) for document in documents]
    assert [FULL.recover(result.text) for result in results] == many


@pytest.mark.slow
@settings(max_examples=100_000, deadline=None)
@given(texts)
def test_a_hundred_thousand_texts_come_back(text: str) -> None:
    result = LONG.pseudonymize(text)

    assert LONG.recover(result.text) == text


LONG = tool_for("default", "document")
FULL = tool_for(every_detector(), "document")
