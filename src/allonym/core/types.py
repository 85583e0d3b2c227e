"""The values that flow from step to step. All are frozen; none that can be logged holds a person's words.

Document -> Mention -> Entity -> Decision -> Plan -> Edit -> Result, and the way back: Manifest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Self

Features = tuple[tuple[str, str], ...]
"""What else is known of a mention, as sorted pairs: gender, morphology, script, numeric value."""

DENIED: Features = (("denied", "yes"),)
"""The feature of what the user has listed as identifying: it is replaced, whatever its label."""

UNSURE = "EXTRA"
"""The label of what may be a name, nobody can tell of whom or what."""
MAYBE_PERSON = ("maybe", "person")
"""The feature of a place, an organisation or something unsure that may be somebody's name: it is replaced, too."""
HINT = ("hint", "yes")
"""The feature of what is too unsure to stand by itself."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """Half-open offsets, in Python characters of the text they belong to."""

    start: int
    end: int

    def __init__(self, start: int, end: int) -> None:
        # Written by hand: there are more of these than of anything else, and this takes half the time.
        if not 0 <= start <= end:
            raise ValueError(f"not a span: {start}-{end}")
        _set_start(self, start)
        _set_end(self, end)

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """Return the words that stand here."""
        return text[self.start : self.end]

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def cover(self, other: "Span") -> "Span":
        """Return the smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


_set_start, _set_end = (vars(Span)[name].__set__ for name in ("start", "end"))


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text that is in one language."""

    span: Span
    language: str


@dataclass(frozen=True, slots=True)
class Document:
    """One text. Documents of one `record` (the cells of a row) are one document to the document scope.

    A text in several languages has `segments`, which together are the whole of it. One with a `label` is a single
    thing of that kind, such as the cell of a column of names. `known` are such things, each with its label, that the
    other documents of its record say: they are found in the text wherever they stand. In the document scope, stand-ins
    are drawn by `scope`: the id of its row, so that a row gives the same ones in whatever file or table it stands.
    """

    id: str
    text: str = field(repr=False)
    language: str | None = None
    author: str | None = field(default=None, repr=False)
    record: str | None = None
    segments: tuple[Segment, ...] = ()
    label: str = ""
    known: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    scope: str | None = None

    def digest(self) -> bytes:
        """Return the SHA-256 of the text."""
        return digest(self.text)


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where something identifying stands. It knows where, not what is written there.

    Features are left out of its repr: the value of a date is the date in another spelling.
    """

    span: Span
    label: str
    score: float
    source: str
    features: Features = field(default=(), repr=False)

    @property
    def start(self) -> int:
        """Return where the mention begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Return where the mention ends."""
        return self.span.end


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, place or number, with every mention of it in a document.

    Its label is the one that all mentions share, or else their parent. `kin` is the id of the entity whose name this
    one is made from: the person of an e-mail address or a user name.
    """

    id: str
    label: str
    mentions: tuple[Mention, ...]
    kin: str = ""


class Action(Enum):
    """What is done with an entity."""

    REPLACE = "replace"
    MARK = "mark"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Decision:
    """What is done with one entity, and the rule that says so. A reviewer may write the `replacement` by hand."""

    entity: Entity
    action: Action
    rule: str
    replacement: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """All decisions for one document: a plain value to show, correct, store and compare."""

    id: str
    digest: bytes = field(repr=False)
    decisions: tuple[Decision, ...]
    language: str | None = None
    scanned: int = field(default=0, compare=False)
    """How many characters of the text every detector was given: all of them, or the plan would not have been made."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement in a text. In a manifest, `replaced` is the stand-in, and `near` tells its surroundings."""

    span: Span
    replacement: str = field(repr=False)
    label: str = ""
    entity: str = ""
    replaced: str = field(default="", repr=False)
    near: str = field(default="", repr=False)


class OutputText(str):
    """The text of a result: a plain str that remembers which document it came from.

    Two documents can give the same words ("Call [PHONE_1]"); as long as the text is passed on as it is, it can
    still be told whose it is.
    """

    __slots__ = ("id", "original")

    id: str
    original: bytes | None

    def __new__(cls, text: str, id: str, original: bytes | None = None) -> Self:  # noqa: A002 - the public name
        """Make a text that remembers the id, and the hash of the original, of its document."""
        made = super().__new__(cls, text)
        made.id = id
        made.original = original
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        # The hash stays behind: whoever finds it in a pickle could test guesses against it.
        return type(self), (str(self), self.id)


@dataclass(frozen=True, slots=True)
class Result:
    """A pseudonymized document. `edits` speak of the original text, `spans` of the new one, pairwise."""

    id: str
    text: str = field(repr=False)
    edits: tuple[Edit, ...]
    spans: tuple[Span, ...]
    plan: Plan
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands in a file that the vault knows: which piece of it, and which slot of the piece."""

    file: int
    piece: int
    slot: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """How one text is given back: what stood at each place of the output. It exists only sealed, or in memory.

    `raw` is the original as it was spelt in its file, kept where the spelling cannot be worked out from the
    value (needless quotes, odd escapes). A `withheld` manifest keeps a broken row that was left out of the output.
    """

    id: str
    output: bytes = field(repr=False)
    original: bytes = field(repr=False)
    edits: tuple[Edit, ...] = field(repr=False)
    raw: bytes | None = field(default=None, repr=False)
    withheld: bool = False
    place: Place | None = None
    author: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What the vault knows of a whole file: how to read its output again, and what the input must hash to."""

    file: int
    input: bytes = field(repr=False)
    output: bytes = field(repr=False)
    format: str
    layout: Mapping[str, object]
    pieces: int
    name: str = ""
    facts: Mapping[str, object] = field(default_factory=dict, repr=False)
    """How it was made, for its certificate: profile, counts, versions; nothing in files of the first versions."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One entity as a surrogate maker sees it: equal keys are one original, `surfaces` the words of its mentions."""

    entity: Entity
    key: str = field(repr=False)
    surfaces: tuple[str, ...] = field(repr=False)
    language: str | None = None
    kin: "Subject | None" = None

    @property
    def label(self) -> str:
        """Return the label of the entity."""
        return self.entity.label

    @property
    def features(self) -> Mapping[str, str]:
        """Return what is known of the entity; where mentions differ, the first one counts."""
        return {name: value for mention in reversed(self.entity.mentions) for name, value in mention.features}


@dataclass(frozen=True, slots=True)
class Draw:
    """What a surrogate maker may draw on: a running number, and a keyed seed that is new for each attempt."""

    number: int
    attempt: int
    seed: bytes = field(repr=False)


def digest(text: str) -> bytes:
    """Return the SHA-256 of a text, as UTF-8."""
    if len(text) <= _PIECE:
        return sha256(text.encode()).digest()
    made = sha256()
    # A long text is not held once more for it.
    for first in range(0, len(text), _PIECE):
        made.update(text[first : first + _PIECE].encode())
    return made.digest()


def by_start(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions in reading order, longer ones first where they begin together."""
    if len(mentions) < 2:
        return list(mentions)
    # One number is compared faster than two.
    return sorted(mentions, key=lambda mention: (mention.span.start << 40) - mention.span.end)
