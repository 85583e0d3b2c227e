"""Hands lines of a file to workers who take them through from end to end, and writes what comes back, in order.

    cut at line ends -> pool -> lines as they are written, counts, manifests -> vault -> output

Here is done only what one process must do: to read, to keep in the vault, to write. Lines that come back undone are
done here as all other formats are, so that whatever is wrong with one is told in the same words.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import groupby, islice
from typing import Any, cast

from allonym.core.collecting import undisturbed
from allonym.core.errors import AllonymError
from allonym.core.protocols import Readable
from allonym.core.streams import Rejoined
from allonym.core.types import Document, Plan
from allonym.formats.decoding import read_exactly
from allonym.formats.encodings import is_wide
from allonym.formats.json_lines import JsonLinesFormat
from allonym.pooling.failing import Failed
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.carrying import CARRY, READ_BACK, Carried, Sheet, carrying_with, manifests_of, texts_in
from allonym.running.finding import Deciding, Here
from allonym.running.job import Job
from allonym.running.plans import Planner
from allonym.running.rewriting import rewrite
from allonym.running.sources import Source
from allonym.running.spool import Spool

LEAST = 1_000_000
"""Files of fewer bytes are read here: so workers have something to do while one ends and the next begins."""
AT_ONCE = 20_000
"""So many bytes of lines a worker is given at once."""
LONGEST = 1 << 20
"""A line of more bytes, and what comes after it, is read here."""
TOGETHER = 5
"""So many answers are kept in the vault at once."""
_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Hands:
    """Those who take lines of one file through."""

    ask: Callable[[str, object], "Future[Any]"] = field(repr=False)
    most: int
    """So often they are asked before an answer is needed."""
    planner: Planner = field(repr=False)
    """Plans lines that come back undone."""
    is_read: Callable[[], None] = field(repr=False)
    """Is told that no more lines come."""
    spool: Spool | None = field(default=None, repr=False)
    """Keeps what was decided, for a run that goes on after a stop."""


@dataclass(frozen=True, slots=True)
class LinePlans:
    """Plans of one tool for lines of one input; a spool keeps them. It fits PlanSource."""

    tool: Pseudonymizer
    spool: Spool = field(repr=False)
    workers: Hands = field(repr=False)

    def start(self) -> "_Kept":
        """Return a planner that begins at the beginning; what the spool has is not decided again."""
        return _Kept(self.workers.planner, replace(self.workers, spool=self.spool))

    def digest(self) -> str:
        """Return nothing: the settings say it all."""
        return ""


@dataclass(frozen=True, slots=True)
class _Kept:
    """Has hands, and plans what they do not do. It fits Planner."""

    planner: Planner = field(repr=False)
    hands: Hands = field(repr=False)

    def plan(self, documents: Sequence[Document]) -> Sequence[Plan | Failed]:
        """Return the plan of each document, or why it has none."""
        return self.planner.plan(documents)

    def finish(self) -> None:
        """Do nothing: each part is kept as it comes."""


@dataclass(frozen=True, slots=True)
class _Sent:
    raw: bytes = field(repr=False)
    first: int
    lines: int
    answer: "Future[Any]"
    is_known: bool = False
    """Whether the spool has had what was decided."""


@dataclass(slots=True)
class Cutter:
    """Cuts a stream at line ends; what comes from a line on that is too long stays in `rest`."""

    stream: Readable = field(repr=False)
    rest: bytes = field(default=b"", repr=False)

    def __iter__(self) -> Iterator[bytes]:
        """Return some lines at a time."""
        while block := self.stream.read(_BLOCK):
            self.rest += block
            at = 0
            while (end := self.rest.find(b"\n", at + AT_ONCE) + 1) > 0 and end - at <= LONGEST:
                yield self.rest[at:end]
                at = end
            self.rest = self.rest[at:]
            if len(self.rest) > LONGEST:
                return
        if self.rest:
            yield self.rest
            self.rest = b""


def can_carry(tool: Pseudonymizer, source: Source) -> bool:
    """Tell whether no line of an input needs to know of another, and it is large enough."""
    # A kind of JSON lines that somebody else has made may read them otherwise.
    if type(source.format) is not JsonLinesFormat or source.asked.labels or tool.settings.scope != "document":
        return False
    try:
        size = source.path.stat().st_size if source.data is None else len(source.data)
        # In wide characters a byte that reads like a line end need not be one.
        if size < LEAST or is_wide(source.inspect().encoding):
            return False
        # Workers do not know who has withdrawn.
        return tool.vault is None or tool.vault.subjects.withdrawn() is None
    except (AllonymError, OSError):
        # Whoever reads the input, or asks the vault, says what is wrong.
        return False


def hands_here(tool: Pseudonymizer) -> Hands:
    """Return the hands of this process: what is asked is done at once."""
    serve = carrying_with(tool)

    def ask(what: str, given: object) -> "Future[Any]":
        done: Future[Any] = Future()
        done.set_result(serve(what, given))
        return done

    return Hands(ask, 1, Deciding(tool, Here(tool)), lambda: None)


def hands_for(job: Job) -> Hands | None:
    """Return those who take the lines of a file through, if there are such."""
    hands: Hands | None = getattr(job.planner, "hands", None)
    return hands if job.ledger is None and job.quarantine is None else None


def rewrite_lines(job: Job, hands: Hands, stream: Readable) -> Iterator[tuple[bytes, int]]:
    """Return the lines pseudonymized, some at a time, and how many; the vault knows the way back before they appear."""
    read_exactly(stream, len(job.layout.bom))
    cutter = Cutter(stream)
    done = 0
    batch: list[_Sent] = []
    for sent in _in_order(hands, _sent(hands, _sheet(job, hands), cutter)):
        batch.append(sent)
        done += sent.lines
        if len(batch) == TOGETHER:
            yield from _taken(job, hands, batch)
            batch = []
    yield from _taken(job, hands, batch)
    if cutter.rest:
        yield from _taken_here(job, Rejoined(cutter.rest, stream), done + 1)


def texts_of(job: Job, hands: Hands, stream: Readable) -> Iterator[bytes]:
    """Return the hashes of the texts in a file of lines, in order."""
    read_exactly(stream, len(job.layout.bom))
    layout = replace(job.layout, bom=b"")
    cutter = Cutter(stream)
    asked = (_Sent(raw, 0, 0, hands.ask(READ_BACK, (job.format, layout, raw))) for raw in cutter)
    for sent in _in_order(hands, asked):
        told: bytes | None = sent.answer.result()
        yield texts_in(job.format, layout, BytesIO(sent.raw)) if told is None else told
    if cutter.rest:
        yield texts_in(job.format, layout, Rejoined(cutter.rest, stream))


def _sheet(job: Job, hands: Hands) -> Sheet:
    if job.tool.vault is not None:
        # Who may not pseudonymize has no key to draw with, and is told so.
        job.tool.vault.require("pseudonymize")
    key, keeps = job.tool.drawing_key(), hands.spool is not None
    return Sheet(job.name, _format(job), job.layout, job.tool.language, key, job.file, keeps)


def _format(job: Job) -> JsonLinesFormat:
    # `can_carry` has seen to it.
    return cast("JsonLinesFormat", job.format)


def _sent(hands: Hands, sheet: Sheet, cutter: Cutter) -> Iterator[_Sent]:
    count = 0 if hands.spool is None else hands.spool.count_parts()
    kept = iter(()) if hands.spool is None else islice(hands.spool.parts(), count)
    first = 1
    for raw in cutter:
        lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
        known = next(kept, None)
        yield _Sent(raw, first, lines, hands.ask(CARRY, (sheet, raw, first, known)), known is not None)
        first += lines


def _in_order(hands: Hands, asked: Iterator[_Sent]) -> Iterator[_Sent]:
    """Return what was asked in order; only so much is asked before it is needed."""
    waiting: deque[_Sent] = deque()
    for sent in asked:
        waiting.append(sent)
        if len(waiting) >= hands.most:
            yield waiting.popleft()
    hands.is_read()
    while waiting:
        yield waiting.popleft()
        hands.is_read()


def _taken(job: Job, hands: Hands, batch: Sequence[_Sent]) -> Iterator[tuple[bytes, int]]:
    """Return what became of lines; those that come back undone are done here."""
    answers = [(sent, sent.answer.result()) for sent in batch]
    if hands.spool is not None:
        for sent, answer in answers:
            if not sent.is_known:
                hands.spool.add(answer.plans if answer is not None else b"")
    for is_done, group in groupby(answers, key=lambda pair: pair[1] is not None):
        pairs = list(group)
        if is_done and (kept := _kept(job, [answer for _, answer in pairs if answer is not None])):
            yield from ((answer.data, sent.lines) for answer, (sent, _) in zip(kept, pairs, strict=True))
            continue
        for sent, _ in pairs:
            here = replace(job, planner=hands.planner)
            yield from _taken_here(here, BytesIO(sent.raw), sent.first)


def _kept(job: Job, answers: Sequence[Carried]) -> Sequence[Carried]:
    """Keep and count what was done; nothing, if somebody has withdrawn meanwhile."""
    vault = job.tool.vault
    if vault is not None:
        with undisturbed(), job.tool.batch():
            vault.require("pseudonymize")
            if vault.subjects.withdrawn() is not None:
                return ()
            if job.file is not None:
                vault.remember([each for answer in answers for each in manifests_of(answer.manifests, job.file)])
    for answer in answers:
        job.report.add(answer.report)
        job.texts.update(answer.texts)
    return answers


def _taken_here(job: Job, stream: Readable, first: int) -> Iterator[tuple[bytes, int]]:
    pieces = _format(job).read_from(first, stream, replace(job.layout, bom=b""))
    return ((data, 1) for data in rewrite(job, pieces, first - 1))
