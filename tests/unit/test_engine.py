from dataclasses import replace

import pytest

from allonym.audit import require_exact
from allonym.core.errors import InputError, NotExact, SafetyError, VaultDamaged
from allonym.core.types import MAYBE_PERSON, Action, Document, Edit, Manifest, Mention, OutputText, Span, digest
from allonym.engine import Detected, apply, decide, make_manifest, plan, recover
from allonym.settings import build, load_settings
from allonym.substituting import Desk
from allonym.vault.ledger import LocalLedger

ENGINE = build(load_settings("default").with_user(None, {"PERSON": ["Anna"], "LOCATION.CITY": ["Leeds"]}, ["Bo"]))
TEXT = "Anna (anna@x.se) of Leeds #rain, ANNA"
DOCUMENT = Document("d", TEXT)


def desk(*texts: str) -> Desk:
    return Desk(LocalLedger(bytes(32)), "", texts)


def test_a_plan_says_what_is_replaced_and_what_is_only_marked() -> None:
    [made] = plan(ENGINE, [DOCUMENT])

    assert [(each.entity.label, each.action, each.rule) for each in made.decisions] == [
        ("PERSON", Action.REPLACE, "direct"),
        ("EMAIL", Action.REPLACE, "direct"),
        ("LOCATION.CITY", Action.REPLACE, "otherwise"),
        ("HASHTAG", Action.MARK, "quasi"),
    ]


def test_applying_a_plan_replaces_every_mention_and_nothing_else() -> None:
    [made] = plan(ENGINE, [DOCUMENT])

    result = apply(ENGINE, DOCUMENT, made, desk(TEXT))

    assert result.text == "[PERSON_1] ([EMAIL_1]) of [LOCATION_1] #rain, [PERSON_1]"
    assert [edit.entity for edit in result.edits] == ["e1", "e2", "e3", "e1"]


def test_what_a_person_has_parted_in_the_plan_is_two() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    first = made.decisions[0]
    one, two = (replace(first.entity, id=f"x{n}", mentions=(first.entity.mentions[n],)) for n in (0, 1))
    parted = replace(first, entity=one), replace(first, entity=two), *made.decisions[1:]

    result = apply(ENGINE, DOCUMENT, replace(made, decisions=parted), desk(TEXT))

    assert result.text == "[PERSON_1] ([EMAIL_1]) of [LOCATION_1] #rain, [PERSON_2]"


def test_a_manifest_leads_back() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    result = apply(ENGINE, DOCUMENT, made, desk(TEXT))

    assert recover(make_manifest(DOCUMENT, result), result.text) == TEXT


def test_a_manifest_that_leads_elsewhere_is_damage() -> None:
    wrong = Manifest("d", digest("x"), digest("y"), (Edit(Span(0, 1), "z"),))

    with pytest.raises(VaultDamaged):
        recover(wrong, "x")


def test_a_plan_for_another_text_is_refused() -> None:
    [made] = plan(ENGINE, [DOCUMENT])

    with pytest.raises(SafetyError, match="d: the plan was made for another text"):
        apply(ENGINE, Document("d", TEXT + "!"), made, desk())


def test_a_plan_with_a_rule_that_does_not_exist_is_refused() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    strange = replace(made, decisions=(replace(made.decisions[0], rule="strange"),))

    with pytest.raises(SafetyError, match="rule 'strange'"):
        apply(ENGINE, DOCUMENT, strange, desk())


def test_a_reviewer_may_write_the_pseudonym_by_hand() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    by_hand = replace(made, decisions=(replace(made.decisions[0], replacement="Somebody"), *made.decisions[1:]))

    assert apply(ENGINE, DOCUMENT, by_hand, desk()).text.startswith("Somebody ([EMAIL_1])")


def test_half_a_surrogate_pair_is_an_input_error_without_words() -> None:
    with pytest.raises(InputError, match="d: character 5 is half of a surrogate pair"):
        plan(ENGINE, [Document("d", "Anna \ud83d")])


def test_numbers_skip_tokens_that_stand_in_the_text() -> None:
    document = Document("d", "[PERSON_1] and [PERSON_3]: Anna")
    [made] = plan(ENGINE, [document])

    assert apply(ENGINE, document, made, desk(document.text)).text == "[PERSON_1] and [PERSON_3]: [PERSON_2]"


def test_output_that_cannot_be_turned_back_is_refused() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    result = apply(ENGINE, DOCUMENT, made, desk())

    with pytest.raises(NotExact):
        require_exact(DOCUMENT, replace(result, text=OutputText(result.text + "!", "d")))


def test_an_allowed_word_is_left_alone() -> None:
    engine = build(load_settings("default").with_user(None, {}, ["@BO"]))
    [made] = plan(engine, [Document("d", "@bo @anna")])

    assert [decision.entity.mentions[0].span for decision in made.decisions] == [Span(4, 9)]


def test_a_plan_whose_mentions_leave_the_text_is_refused() -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    entity = made.decisions[0].entity
    outside = replace(entity, mentions=(replace(entity.mentions[0], span=Span(0, 999)),))
    strange = replace(made, decisions=(replace(made.decisions[0], entity=outside),))

    with pytest.raises(SafetyError, match="d: a mention leaves the text at 0-999; nothing is written"):
        apply(ENGINE, DOCUMENT, strange, desk())


def test_stand_ins_without_a_stem_are_looked_for_too() -> None:
    texts = desk("room 17, 18 and 219", "x" * 1000)

    assert texts.stands("17", "")
    assert texts.stands("219", "")
    assert not texts.stands("20", "")
    assert not texts.stands("182", "")
    assert sum(map(len, texts.seen.values())) < 10


def test_a_place_that_may_be_somebody_is_replaced_where_places_are_only_marked() -> None:
    place = Mention(Span(0, 4), "LOCATION", 0.9, "test")
    policy = build(load_settings("default")).policy

    assert policy.rule_for(place).action is Action.MARK
    assert policy.surely_replaces(replace(place, features=(MAYBE_PERSON,)))


def found(text: str, *mentions: tuple[str, str, float]) -> Detected:
    """Return what detectors might find: words in the order of the text, with label and score."""
    made, at = [], 0
    for words, label, score in mentions:
        at = text.index(words, at)
        made.append(Mention(Span(at, at + len(words)), label, score, "test"))
        at += len(words)
    return Detected(Document("d", text, "de"), made, len(text))


def decided(detected: Detected) -> list[tuple[str, list[str]]]:
    text = detected.document.text
    entities = [each.entity for each in decide(ENGINE, detected).decisions]
    return [(each.label, [mention.span.of(text) for mention in each.mentions]) for each in entities]


def test_what_a_text_says_of_a_name_mends_what_was_found_of_it_elsewhere() -> None:
    text = "Tom Marsh Lisa Cole. Tom Marsh sprach. Marsh lachte. Dann ging Cole."
    names = ("Tom Marsh Lisa Cole", "PERSON", 0.9), ("Tom Marsh", "PERSON", 0.9)

    assert decided(found(text, *names, ("Marsh", "ORGANIZATION.COMPANY", 0.95))) == [
        ("PERSON", ["Tom Marsh", "Tom Marsh", "Marsh"]),
        ("PERSON", ["Lisa Cole", "Cole"]),
    ]


def test_a_name_that_is_also_a_trade_is_the_name_where_no_article_stands() -> None:
    text = "Petra Bauer kam. Gestern hat Bauer angerufen. Der Bauer schlief."
    trades = ("Bauer", "PROFESSION", 0.5), ("Bauer", "PROFESSION", 0.5)

    assert decided(found(text, ("Petra Bauer", "PERSON", 0.9), *trades)) == [
        ("PERSON", ["Petra Bauer", "Bauer"]),
        ("PROFESSION", ["Bauer"]),
    ]


def test_a_part_of_a_name_that_is_allowed_stays() -> None:
    assert decided(found("Anna Ek. Bo kam.", ("Anna Ek. Bo", "PERSON", 0.9))) == [("PERSON", ["Anna Ek"])]


@pytest.mark.parametrize("typed", ["anna", " AN\u200bNA ", "LEEDS", "anna@X.se"])
def test_words_that_are_an_original_are_not_taken_for_a_pseudonym(typed: str) -> None:
    [made] = plan(ENGINE, [DOCUMENT])
    by_hand = replace(made, decisions=(replace(made.decisions[0], replacement=typed), *made.decisions[1:]))

    with pytest.raises(SafetyError, match="typed for e1 is an original") as refused:
        apply(ENGINE, DOCUMENT, by_hand, desk(TEXT))
    assert typed not in str(refused.value)
