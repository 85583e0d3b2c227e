"""What is found in a text does not depend on the texts that it is read together with."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from allonym.core.types import Document, Mention
from allonym.engine import Engine
from allonym.settings import build, load_settings

SENTENCES = Path(__file__).parents[1] / "data"
_MARKED = re.compile(r"\[\[(.+?)\|[^\]]+\]\]")
# They end or begin so that a neighbour would be read otherwise, were it one text with them.
NEIGHBOURS = (
    "code-barres 3760123456789", "tel", "Contract no.", "IBAN DE", "AB", "Dr.", "Herr", "born", "12", "né le", "Anna",
    "rue", "bus", "from", "1.", "EUR", "%", ":", "-", "+", "@", "#", "(", "Anna Berg,", "لسنة", "no. 12 345", "19",
    "Jan", "3 rue", "S-Bahn", "id", "7", "a", "1990", "h", "ق", "s", "GmbH", "och", ". 12", "kr", "år", "ans", "",
)  # fmt: skip
TOGETHER = 40


def found(engine: Engine, texts: Sequence[str]) -> list[list[list[Mention]]]:
    """Return what each detector finds in each text."""
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    return [list(each) for each in zip(*(one.detect(documents) for one in engine.detectors), strict=True)]


@pytest.mark.parametrize("rounds", [pytest.param(1, id="once"), pytest.param(8, marks=pytest.mark.slow, id="often")])
def test_a_text_is_read_as_if_it_were_alone(rounds: int) -> None:
    chance = random.Random(rounds)
    engine = build(load_settings("default").with_model(fast=True))
    texts = sorted(
        {
            _MARKED.sub(r"\1", line)
            for path in SENTENCES.glob("sentences-*.txt")
            for line in path.read_text("utf-8").splitlines()
            if line and not line.startswith("#")
        }
    )
    texts = texts if rounds > 1 else chance.sample(texts, 800)
    alone = {text: found(engine, [text])[0] for text in texts}
    for _ in range(rounds):
        chance.shuffle(texts)
        for first in range(0, len(texts), TOGETHER):
            batch = [each for text in texts[first : first + TOGETHER] for each in (chance.choice(NEIGHBOURS), text)]
            for text, mentions in zip(batch, found(engine, batch), strict=True):
                assert mentions == alone.get(text, mentions), text


@pytest.mark.parametrize(
    ("before", "text", "behind"),
    [
        ("code-barres 3760123456789", "SIN 524 714 730 Contract no. DR.166.119 of 12/04/2022", ""),
        ("", "يجب استلام النموذج خلال 10 يوما", "19"),
        ("", "Abito in Viale dei Tigli 22, 40126 Bologna, consegnare dopo le 17", "1."),
        ("", "Mail it to PO Box 741, Austin, TX 55900", "9."),
        ("val. 09/27", " 1111, 09/27,", ""),
        ("", "Via Roma 5, Torino ", "hello"),
        ("", "ta: martedì 5 ", "1990"),
        ("", "ai 2023 ", "x"),
    ],
)
def test_what_was_read_otherwise_beside_others_is_not_any_more(before: str, text: str, behind: str) -> None:
    engine = build(load_settings("default").with_model(fast=True))

    assert found(engine, [before, text, behind])[1] == found(engine, [text])[0]
