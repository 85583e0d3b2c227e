"""Checks for plug-ins, ours and others': call them in your tests; they raise AssertionError with what is wrong."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Detector, Format, Linker, SurrogateMaker
from allonym.core.types import Document, Draw, Mention, Span

TEXTS = (
    "",
    " ",
    "Write to anna.berg@example.org or @anna_b, +46 70 174 06 05.",
    "👩‍👩‍👧 @x 😀 anna@example.org \U0001f600",
    "a\r\nb\rc\n\ufeff\0 anna@example.org\0",
    "Jose\u0301 and Jos\u00e9 \u200b \u202e@gro.elpmaxe",
    "اتصل بي: anna@example.org ٠٥٠١٢٣٤٥٦٧",
    "[PERSON_1] Company3 Company37",
)
"""Texts that have broken tools before: empty, hidden characters, astral characters, right to left, our own tokens."""


def check_detector(detector: Detector, texts: Iterable[str] = TEXTS) -> None:
    """Check that mentions have known labels and true offsets, and do not depend on the batch."""
    documents = [Document(f"t{number}", text) for number, text in enumerate(texts)]
    together = detector.detect(documents)
    _require(len(together) == len(documents), "one list of mentions for each document")
    _require(detector.detect([]) == [], "no documents, no lists")
    for document, mentions in zip(documents, together, strict=True):
        for mention in mentions:
            _require(mention.end <= len(document.text), f"{document.id}: a mention leaves the text")
            _require(len(mention.span) > 0, f"{document.id}: a mention is empty")
            _require(mention.label in LABELS, f"{document.id}: the label {mention.label!r} is not in the tree")
            _require(0 <= mention.score <= 1, f"{document.id}: a score is not between 0 and 1")
            _require(bool(mention.source), f"{document.id}: a mention does not say who found it")
        _require(detector.detect([document]) == [mentions], f"{document.id}: alone, other mentions than in a batch")


def check_linker(linker: Linker) -> None:
    """Check that every mention is in exactly one entity of its own label, in order of first mention."""
    text = "Anna Berg met anna berg in Berg; Berg wrote to Anna."
    places = (("PERSON", 0, 9), ("PERSON", 14, 23), ("LOCATION", 27, 31), ("PERSON", 33, 37), ("PERSON", 47, 51))
    mentions = [Mention(Span(start, end), label, 1.0, "check") for label, start, end in places]
    entities = linker.link(Document("check", text), mentions)
    linked = [mention for entity in entities for mention in entity.mentions]
    _require(sorted(linked, key=lambda each: each.span) == mentions, "every mention in exactly one entity")
    _require(len({entity.id for entity in entities}) == len(entities), "entities have ids of their own")
    first = [entity.mentions[0].start for entity in entities]
    _require(first == sorted(first), "entities in order of first mention")
    for entity in entities:
        _require({mention.label for mention in entity.mentions} == {entity.label}, "no entity crosses labels")
    _require(linker.link(Document("check", ""), []) == (), "no mentions, no entities")


def check_surrogate_maker(maker: SurrogateMaker) -> None:
    """Check that proposals are a function of their arguments, and new for each number if they must be distinct."""
    for label in ("PERSON", "PERSON.FIRST", "EMAIL"):
        draws = [Draw(number, number - 1, bytes([number]) * 32) for number in range(1, 20)]
        proposals = [maker.propose(label, "Anna 12", draw) for draw in draws]
        again = [maker.propose(label, "Anna 12", draw) for draw in draws]
        _require(proposals == again, f"{label}: the same draw, another proposal")
        _require(all(each.startswith(maker.stem(label)) for each in proposals), f"{label}: a proposal without its stem")
        if maker.distinct:
            _require(len(set(proposals)) == len(proposals), f"{label}: two draws, one proposal")


def check_format(format: Format, samples: Iterable[bytes], asked: Layout | None = None) -> None:  # noqa: A002
    """Check that pieces join to the file, and that a value can be put in any slot and read back."""
    for sample in samples:
        layout = format.inspect(sample, asked or Layout())
        pieces = list(format.read(BytesIO(sample), layout))
        joined = b"".join(each.text.encode(layout.encoding) if isinstance(each, Piece) else each.raw for each in pieces)
        _require(layout.bom + joined == sample, "the pieces do not join to the file")
        for number, piece in enumerate(pieces):
            if isinstance(piece, Piece) and piece.slots:
                _check_slots(format, layout, pieces[:number], piece)


def _check_slots(format: Format, layout: Layout, before: Sequence[Piece | BrokenPiece], piece: Piece) -> None:  # noqa: A002
    for value in ("", "plain", 'qu"ote', "comma, semi; tab\t", "[PERSON_1]", "é\n\r\n x", "=1+1"):
        try:
            raws = [format.spell(value, slot.span.of(piece.text), layout) for slot in piece.slots]
        except InputError:
            continue
        head = b"".join(each.text.encode(layout.encoding) for each in before if isinstance(each, Piece))
        data = layout.bom + head + render(piece, raws, layout.encoding)
        values = [
            slot.value for each in format.read(BytesIO(data), layout) if isinstance(each, Piece) for slot in each.slots
        ]
        _require(values[-len(raws) :] == [value] * len(raws), "a value does not read back as it was spelt")


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)
