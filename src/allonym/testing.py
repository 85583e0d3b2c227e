"""Checks for plug-ins, ours and others': call them in your tests; they raise AssertionError with what is wrong."""

import re
from collections.abc import Iterable, Sequence
from io import BytesIO

from allonym.core.canon import canonical
from allonym.core.containers import Container, follow, pack_step
from allonym.core.errors import InputError
from allonym.core.labels import LABELS, is_a
from allonym.core.pieces import BrokenPiece, Layout, Piece, Slot, render
from allonym.core.protocols import Detector, Format, Linker, SurrogateMaker
from allonym.core.splice import splice
from allonym.core.types import Document, Edit, Entity, Features, Mention, Span, Subject
from allonym.substituting import Desk
from allonym.vault.ledger import LocalLedger

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


SAMPLES = (
    ("PERSON", "Anna Berg"),
    ("PERSON.FIRST", "Anna"),
    ("EMAIL", "anna.berg17@example.org"),
    ("LOCATION.CITY", "Malmö"),
    ("PHONE", "070-174 06 05"),
    ("DATE", "2018-12-01"),
    ("EXTRA", "the barn fire"),
)
"""A label and words of it, for makers."""
_OTHER = str.maketrans("Annaber12", "Ossomik34")


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
    """Check that every mention is in exactly one entity that its label fits, in order of first mention."""
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
        _require(
            all(is_a(mention.label, entity.label) for mention in entity.mentions), "an entity whose label does not fit"
        )
        key = linker.key(Document("check", text), entity)
        _require(bool(key) and key == linker.key(Document("check", text), entity), "an entity without a key of its own")
    _require(linker.link(Document("check", ""), []) == (), "no mentions, no entities")


def desk_for(*texts: str, author: str | None = None) -> Desk:
    """Return a desk with a ledger of its own, always with the same key: for tests of makers."""
    return Desk(LocalLedger(bytes(32), "test"), "test", texts, author)


def subject_for(
    label: str, *surfaces: str, language: str | None = None, kin: Subject | None = None, features: Features = ()
) -> Subject:
    """Return an entity that is mentioned by these words, as a maker sees it: for tests of makers."""
    ends = [sum(map(len, surfaces[:count])) + count for count in range(len(surfaces))]
    spans = [Span(start, start + len(surface)) for start, surface in zip(ends, surfaces, strict=True)]
    mentions = tuple(Mention(span, label, 1.0, "test", features) for span in spans)
    fullest = max(surfaces, key=len)
    return Subject(Entity("e1", label, mentions), canonical(label, fullest), surfaces, language, kin)


def check_surrogate_maker(maker: SurrogateMaker, samples: Iterable[tuple[str, str]] = SAMPLES) -> None:
    """Check that a maker answers for every mention, in the same way each time, and keeps originals apart if it must."""
    for label, surface in samples:
        other = surface.translate(_OTHER)
        desk = desk_for(surface, other)
        twice = [maker.write(subject_for(label, surface, surface), desk) for _ in range(2)]
        _require([len(words) for words in twice] == [2, 2], f"{label}: not one stand-in for each mention")
        _require(twice[0] == twice[1], f"{label}: asked again, another stand-in")
        alike = maker.write(subject_for(label, surface), desk_for(surface, other))
        _require(alike[0] == twice[0][0], f"{label}: the same key and calls, another stand-in")
        if maker.distinct:
            _require(surface not in twice[0], f"{label}: an original stands in for itself")
            _require(
                maker.write(subject_for(label, other), desk)[0] != alike[0], f"{label}: two originals, one stand-in"
            )


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


def check_container(format: Container, samples: Iterable[bytes], asked: Layout | None = None) -> None:  # noqa: A002
    """Check that a file can be built with other texts, that these read back, and that the way back leads to the old."""
    for sample in samples:
        layout = format.inspect(sample, asked or Layout())
        pieces = [piece for piece in format.read(BytesIO(sample), layout) if isinstance(piece, Piece)]
        for edit in (_no_edit, _first_word):
            edits = [[edit(slot) for slot in piece.slots] for piece in pieces]
            made = BytesIO()
            steps = [pack_step(step) for step in format.build(BytesIO(sample), layout, iter(edits), made)]
            _require(b"".join(follow(steps, made)) == sample, "the way back does not lead to the old file")
            wanted = [
                splice(slot.value, mine)[0]
                for piece, all_mine in zip(pieces, edits, strict=True)
                for slot, mine in zip(piece.slots, all_mine, strict=True)
            ]
            again = format.read(BytesIO(made.getvalue()), layout)
            read = [slot.value for piece in again if isinstance(piece, Piece) for slot in piece.slots]
            _require(read == wanted, "the new file does not read as it was built")


def _no_edit(_: Slot) -> list[Edit]:
    return []


def _first_word(slot: Slot) -> list[Edit]:
    """Return an edit of the first word, with signs that formats write in their own ways."""
    word = re.compile(r"\w+").search(slot.value)
    return [Edit(Span(*word.span()), "<N&W> é")] if word else []


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
