"""What always holds when a stand-in is made to agree with its sentence, whatever the sentence."""

import re
import time
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.property.texts import texts

from allonym.core.labels import LABELS
from allonym.core.splice import splice
from allonym.core.types import Edit, Mention, Span
from allonym.languages.pack import CODES
from allonym.surrogates.agreement import settle

LEADS = [
    "de ", "d'", "D’", "du ", "de la ", "de l'", "à ", "au ", "aux ", "en ", "L'", "QU'", "dell'", "nel ", "ad ", "ed ",
    "y ", "u ", "del ", "al ", "no ", "na ", "ao ", "à\n", "in der ", "im ", "Nach ", "der ", "the ", "The ", "an ",
    "A ", "في ", "و", "ل", "وب", "",
]  # fmt: skip
NAMES = [
    "Anna", "James", "Klaus", "France", "Japon", "États-Unis", "E\u0301gypte", "Le Havre", "Stati Uniti", "Zimbabwe",
    "Perú", "Reino Unido", "Brasil", "Portugal", "Schweiz", "Niederlande", "Vereinigte Staaten", "Netherlands", "Italy",
    "IBM", "USA:s", "Annas", "Mölndalsborna", "Université de Lyon", "محمد", "القاهرة", "للقاهرة", "وأحمد", "ß", "ﬁ",
    "İ", "\u0301", " ", "'s", "s",
]  # fmt: skip
TAILS = ["", "'s", "' dog", "’ Mutter", " est", " is", " ist", ".", "\n", " و"]
FEATURES = [(), (("gen", "yes"),), (("def", "yes"), ("pl", "yes")), (("clitic", "وب"),), (("clitic", "لل"),)]


@st.composite
def scenes(draw: st.DrawFn) -> tuple[str, Mention, Span]:
    """Return a text, a mention in it, and the room between its neighbours."""
    before = draw(texts) + draw(st.sampled_from(LEADS))
    name = draw(st.sampled_from(NAMES) | st.text(min_size=1, max_size=8))
    after = draw(st.sampled_from(TAILS)) + draw(texts)
    span = Span(len(before), len(before) + len(name))
    room = Span(
        draw(st.sampled_from([0, max(0, span.start - 2), span.start])),
        draw(st.sampled_from([len(before + name + after), span.end])),
    )
    label = draw(st.sampled_from(sorted(LABELS)))
    return before + name + after, Mention(span, label, 1.0, "test", draw(st.sampled_from(FEATURES))), room


@given(scenes(), st.sampled_from(NAMES) | st.text(max_size=8), st.sampled_from([*CODES, None, "xx"]))
def test_the_replaced_span_holds_the_mention_and_stays_in_its_room(
    scene: tuple[str, Mention, Span], words: str, language: str | None
) -> None:
    text, mention, room = scene

    span, replacement = settle(text, mention, words, language, room)

    assert room.start <= span.start <= mention.start
    assert mention.end <= span.end <= room.end
    assert settle(text, mention, words, language, room) == (span, replacement)
    if not words:
        assert (span, replacement) == (mention.span, "")


@given(scenes(), st.sampled_from(CODES))
def test_the_original_itself_changes_nothing(scene: tuple[str, Mention, Span], language: str) -> None:
    text, mention, room = scene
    bare = replace(mention, features=())
    surface = mention.span.of(text)
    # These show an ending or letters of the sentence without a feature, so that they are no base forms.
    assume(not surface.endswith((":s", "'s", "’s", "'S", "’S", "Annas", "borna")) and not re.match("[وفبلك]", surface))

    span, replacement = settle(text, bare, surface, language, room)

    assert splice(text, [Edit(span, replacement)])[0] == text


@given(scenes(), st.sampled_from([None, "xx", "nl"]))
def test_in_an_unknown_language_nothing_outside_the_mention_changes(
    scene: tuple[str, Mention, Span], language: str | None
) -> None:
    text, mention, room = scene

    assert settle(text, mention, "Berg", language, room)[0] == mention.span


def test_a_long_text_costs_no_more_than_a_short_one() -> None:
    """Only the neighbourhood is read, so that a document of many mentions is settled in linear time."""

    def seconds(text: str) -> float:
        mention = Mention(Span(len(text) - 7, len(text) - 1), "LOCATION.COUNTRY", 1.0, "test")
        began = time.process_time()
        for _ in range(300):
            settle(text, mention, "Japon", "fr", Span(0, len(text)))
        return time.process_time() - began

    short, long = "Il vit en France.", "Il vit en France. " * 60_000 + "Il vit en France."
    seconds(short)

    assert min(seconds(long) for _ in range(3)) < 5 * min(seconds(short) for _ in range(3)) + 0.05
