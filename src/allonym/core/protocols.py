"""What a plug-in must fit. Nothing here is inherited; a class fits by having the methods."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.types import Document, Draw, Entity, FileRecord, Manifest, Mention, Subject


class Detector(Protocol):
    """Step 1. Finds mentions; each document is judged alone, whatever the batch."""

    @property
    def name(self) -> str:
        """Return the name that mentions carry as their source."""
        ...

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the mentions of each document, with offsets into its own text."""
        ...


class Linker(Protocol):
    """Step 3. Says which mentions are the same entity, and who it is."""

    def link(self, document: Document, mentions: Sequence[Mention]) -> tuple[Entity, ...]:
        """Return every mention in exactly one entity, in order of first mention; none mixes persons with places."""
        ...

    def key(self, document: Document, entity: Entity) -> str:
        """Return who the entity is: equal keys of a label are one original wherever they are met in a scope."""
        ...


Propose = Callable[[Draw], str | None]
"""Proposes a pseudonym for one entity; None means: not this one, ask again."""


class Ledger(Protocol):
    """Step 6, first half. Gives out pseudonyms: within a scope and series, originals and pseudonyms are one to one."""

    def assign(self, scope: str, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        ...

    def knows(self, scope: str, series: str, original: str) -> bool:
        """Tell whether an original was given a pseudonym before."""
        ...

    def seed(self, scope: str, *words: str) -> bytes:
        """Return 32 keyed bytes: the same for the same words in a scope, and nothing to learn without the key."""
        ...


class Desk(Protocol):
    """What a maker may ask while it writes: the ledger, in the scope at hand, and the texts of the document."""

    def assign(self, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes.

        In a scope, two originals of a series never share a pseudonym, and no pseudonym has two originals.
        """
        ...

    def knows(self, series: str, original: str) -> bool:
        """Tell whether the scope already has this original."""
        ...

    def seed(self, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in this scope."""
        ...

    def author_seed(self, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in all documents of one author."""
        ...

    def stands(self, words: str, stem: str = "") -> bool:
        """Tell whether exactly these characters stand in the document; all that share a stem are searched once."""
        ...

    def has_word(self, word: str) -> bool:
        """Tell whether a word stands in the document, whatever its case."""
        ...


class SurrogateMaker(Protocol):
    """Step 5. Writes stand-ins. A `distinct` maker gives each original its own; others may repeat themselves."""

    @property
    def distinct(self) -> bool:
        """Tell whether two originals may never share a stand-in."""
        ...

    @property
    def natural(self) -> bool:
        """Tell whether the words are language, so that articles and endings around them are made to agree."""
        ...

    def write(self, subject: Subject, desk: Desk) -> Sequence[str]:
        """Return one stand-in for each mention of the subject; the same arguments give the same ones."""
        ...


class Searches(Protocol):
    """What a vault can tell of a text that was edited since."""

    def manifests_of(self, id: str) -> Sequence[Manifest]:  # noqa: A002 - the public name
        """Return every manifest that is kept under an id."""
        ...

    def manifests(self) -> Iterator[Manifest]:
        """Return every manifest of the vault, one after the other."""
        ...

    def original_of(self, scope: str, pseudonym: str) -> str | None:
        """Return who was given a pseudonym in a scope, as the linker calls them; None if nobody was."""
        ...


class Journal(Protocol):
    """The audit log of a vault, as those see it who add to it. It has no room for words."""

    def note(
        self, action: str, result: str = "done", reference: str = "", counts: Mapping[str, int] | None = None
    ) -> int:
        """Add an entry and return its number; it is on disk when this returns, or with the batch it is in."""
        ...

    def note_error(self, action: str, error: BaseException, reference: str = "") -> None:
        """Note that something was refused or has failed; the same error once only."""
        ...

    def watching(self, action: str, reference: str = "", **counts: int) -> AbstractContextManager[object]:
        """Note how what happens inside ends: done, refused or failed; it is on disk when the block ends."""
        ...


class Giver(Protocol):
    """What gives texts back: a vault, or what somebody has handed over from one."""

    @property
    def audit(self) -> Journal:
        """Return the log of what is done with the vault."""
        ...

    def find_file(self, output_digest: bytes, name: str = "") -> FileRecord | None:
        """Return the record of the file whose output hashes so, or None; the name tells equal outputs apart."""
        ...

    def recall_file(self, file: int) -> Iterator[Manifest]:
        """Return the manifests of a file in the order of their places."""
        ...

    def recall(self, text: str, id: str | None = None, original: bytes | None = None) -> Manifest:  # noqa: A002
        """Return how a text is given back; raise UnknownText or AmbiguousText rather than guess.

        The id, or the hash of the original where it is still at hand, tells equal texts apart.
        """
        ...


class Subjects(Protocol):
    """What a vault can tell of people who have withdrawn."""

    def withdrawn(self) -> Callable[[str, str], bool] | None:
        """Return what tells of a label and a key whether somebody has withdrawn; None if nobody has."""
        ...


class Vault(Ledger, Giver, Protocol):
    """Step 6. A ledger that lasts, and the manifests that give every text back."""

    @property
    def searches(self) -> Searches:
        """Return what looks for the originals of edited texts."""
        ...

    def require(self, operation: str) -> None:
        """Raise NotAllowed unless whoever has opened the vault may do this."""
        ...

    @property
    def subjects(self) -> Subjects:
        """Return what knows of people."""
        ...

    def batch(self) -> AbstractContextManager[None]:
        """Keep all that happens inside together, and have it on disk when the block ends; nothing on an error."""
        ...

    def name_for(self, text: str) -> str:
        """Return an id for a text that has none: the same text, the same id; nothing to learn without the key."""
        ...

    def remember(self, manifests: Sequence[Manifest]) -> None:
        """Keep manifests; the same one again changes nothing."""
        ...

    def begin_file(self, input_digest: bytes, settings: str) -> int:
        """Return the number of a file; the same input under the same settings has the same number."""
        ...

    def finish_file(self, record: FileRecord) -> None:
        """Keep what is known of a whole file, so that its output can be recognised."""
        ...

    def file_record(self, file: int) -> FileRecord | None:
        """Return the record of a file by its number, or None if it was never finished."""
        ...

    def note_access(self, reason: str, what: str, count: int) -> None:
        """Keep, sealed, that somebody recovered texts, and why."""
        ...

    def close(self) -> None:
        """Close the vault."""
        ...


class Readable(Protocol):
    """A stream of bytes, of which only the reading is needed."""

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes, none at the end."""
        ...


class Format(Protocol):
    """Reads a file into pieces, and spells values the way the file does."""

    @property
    def name(self) -> str:
        """Return the name a user can ask for."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Return the file name endings, with their dot, lower case."""
        ...

    @property
    def has_rows(self) -> bool:
        """Tell whether a piece can be left out without harm to the others."""
        ...

    @property
    def is_cut(self) -> bool:
        """Tell whether pieces are cut by size, so that the layout must say where to cut the output alike."""
        ...

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        ...

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        """Return the pieces of a file, in order and without holding the file in memory; joined, they are the file."""
        ...

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return the raw form of a value, in the style of another raw form; raise InputError if it has none."""
        ...
