"""Lines of findings are put together by hand, since there is one for every text; they are what an encoder writes."""

import json

import pytest

from allonym.core.labels import LABELS
from allonym.core.types import Action, Decision, Entity, Mention, Plan, Span
from allonym.running.plans import mentions_of, spans_line

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
