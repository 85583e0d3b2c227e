"""A file as a sequence of pieces: joined, they are the file; some hold texts.

    BOM | header | row | row | broken row | row        each is a piece
                    ^ slots: the texts inside it, each with its raw form and its value

What is not in a slot is copied as it stands, so a file keeps its quoting, spacing, order and line ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from allonym.core.making import quickly
from allonym.core.splice import splice
from allonym.core.types import Edit, Span

_NEWER = frozenset({"labels", "spares"})
_edit = quickly(Edit)


@dataclass(frozen=True, slots=True)
class Slot:
    """One text inside a piece: where its raw form stands (quotes and escapes included), and what it says.

    A slot with a `label` holds one thing of that kind and nothing else: a name, a city. `fixed` are places of the value
    that its file does not write as text, such as ends of paragraphs: no edit goes over them.
    """

    column: str
    span: Span
    value: str = field(repr=False)
    label: str = ""
    fixed: tuple[Span, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a file. `number` counts as people do: the row, line or element, from 1.

    `names` are keys and column names that stay as they are, so that they can be checked for originals.
    """

    number: int
    text: str = field(repr=False)
    slots: tuple[Slot, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)
    id: str | None = field(default=None, repr=False)
    author: str | None = field(default=None, repr=False)
    header: bool = False
    known: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Names that other pieces of the file say, each with its label: they are looked for here, too."""
    place: str = ""
    """Where it stands, for messages, if its number does not tell: `member 3`."""
    loose: bool = False
    """Whether the packed file in which it stands can do without it."""


@dataclass(frozen=True, slots=True)
class BrokenPiece:
    """A stretch that could not be read. `reason` says why, without words of it."""

    number: int
    raw: bytes = field(repr=False)
    reason: str
    column: str | None = None
    place: str = ""
    """Where it stands, if its number does not tell: `member 3 row 17`."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file is to be read: what the user asked for, completed by what the file shows."""

    encoding: str = ""
    bom: bytes = b""
    delimiter: str = ""
    header: bool = True
    text_columns: tuple[str, ...] = ()
    id_column: str | None = None
    author_column: str | None = None
    cuts: tuple[int, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """Columns whose cells are one thing each, with its label: `(("name", "PERSON"),)`."""
    spares: bool = False
    """Whether words that a program has written are no texts; what older runs made was read with all of them."""

    def as_data(self) -> dict[str, object]:
        """Return the layout as plain data; what is newer than the oldest vaults stands there only if it is used."""
        data = {**asdict(self), "bom": self.bom.hex()}
        return {name: value for name, value in data.items() if value or name not in _NEWER}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the layout that `as_data` described."""
        known = {name.name: data[name.name] for name in fields(cls) if name.name in data}
        return cls(
            **{
                **known,
                "bom": bytes.fromhex(data["bom"]),
                "text_columns": tuple(data["text_columns"]),
                "cuts": tuple(data["cuts"]),
                "labels": tuple((column, label) for column, label in data.get("labels", ())),
            }
        )


def render(piece: Piece, raws: Sequence[str | None], encoding: str) -> bytes:
    """Return the piece with new raw forms in its slots; None leaves a slot as it stands."""
    edits = [_edit(slot.span, raw) for slot, raw in zip(piece.slots, raws, strict=True) if raw is not None]
    return (splice(piece.text, edits)[0] if edits else piece.text).encode(encoding)
