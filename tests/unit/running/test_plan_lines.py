"""Lines of findings are put together by hand, since there is one for every text; they are what an encoder writes."""

import json

import pytest

from allonym.core.labels import LABELS
from allonym.core.types import Action, Decision, Entity, Mention, Plan, Span
from allonym.running.plans import mentions_of, plan_line, spans_line

SCORES = [1.0, 0.0, 0.5, 0.85, 0.123456, 0.99995, 0.99994, 1e-05, 2 / 3, 1]


@pytest.mark.parametrize("name", ["1", "", 'a "quoted" \\ id', "tëxt\u2028\n\x00", "صورة/1"])
def test_a_line_of_spans_is_what_the_encoder_writes(name: str) -> None:
    labels = sorted(LABELS)
    mentions = [
        Mention(Span(place, place + 7), labels[place % len(labels)], score, "test:it")
        for place, score in enumerate(SCORES * 20)
    ]

    for some in ([], mentions[:1], mentions):
        spans = [[each.start, each.end, each.label, round(each.score, 4)] for each in some]
        written = json.dumps({"id": name, "spans": spans}, ensure_ascii=False, separators=(",", ":"))

        assert spans_line(name, some) == written + "\n"


def test_mentions_come_in_reading_order_wherever_the_text_begins() -> None:
    spans = [Span(9, 12), Span(2, 5), Span(2, 3), Span(0, 1)]
    mentions = tuple(Mention(span, "PERSON", 0.9, "test:it") for span in spans)
    decisions = [Decision(Entity(f"e{start}", "PERSON", mentions[start::2]), Action.REPLACE, "r") for start in (0, 1)]
    plan = Plan("1", b"", tuple(decisions))

    assert [each.span for each in mentions_of(plan)] == sorted(spans)
    assert [each.start for each in mentions_of(plan, 100)] == [100, 102, 102, 109]


def test_a_line_of_a_plan_is_what_the_encoder_writes() -> None:
    said = (("cue", 'a "word"'), ("value", "1999-01-01"))
    mentions = (
        Mention(Span(0, 4), "PERSON", 2 / 3, "lists:name"),
        Mention(Span(5, 9), "PERSON.FIRST", 1, 'odd "source"', said),
        Mention(Span(11, 12), "PERSON", 0.5, "lists:name", (("value", "7"),)),
    )
    decisions = (
        Decision(Entity("e1", "PERSON", mentions), Action.REPLACE, "names"),
        Decision(Entity("e2", "EMAIL", mentions[:1], kin="e1"), Action.MARK, "ö", "Änne \\ \u2028"),
        Decision(Entity("e3", "DATE", ()), Action.KEEP, "", ""),
    )
    spelt = [
        [0, 4, 0.6667, "lists:name"],
        [5, 9, 1, 'odd "source"', [["label", "PERSON.FIRST"], ["cue", 'a "word"']]],
        [11, 12, 0.5, "lists:name"],
    ]
    made = {"kin": "e1", "replacement": "Änne \\ \u2028"}
    of_mail = [*spelt[0], [["label", "PERSON"]]]
    rows = [
        {"entity": "e1", "label": "PERSON", "action": "replace", "rule": "names", "mentions": spelt},
        {"entity": "e2", "label": "EMAIL", "action": "mark", "rule": "ö", **made, "mentions": [of_mail]},
        {"entity": "e3", "label": "DATE", "action": "keep", "rule": "", "replacement": "", "mentions": []},
    ]

    for language, some, told in (("sv", decisions, rows), (None, (), [])):
        data = {"id": 'a "b"', "digest": "00ff", "language": language, "decisions": told}
        written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))

        assert plan_line(Plan('a "b"', b"\x00\xff", some, language)) == written + "\n"
