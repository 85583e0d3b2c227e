"""Streams of JSON lines: one line in, one line out, in order; a bad line is told by its number and spoils no other."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.core.errors import VaultError
from allonym.interfaces.rest.documents import Wanted, parsed, read_one
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.problems import Problem, problem_of
from allonym.interfaces.rest.work import Work

Outcome = Wanted | Problem
_BOM = b"\xef\xbb\xbf"


class Cutter:
    """Cuts a stream of bytes into lines, without the mark of its encoding; of one too long only that it was there."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._rest = bytearray()
        self._skips = False
        self._is_first = True

    def feed(self, data: bytes) -> list[bytes | None]:
        """Return the lines that are whole now; None for each that was too long."""
        *ended, rest = data.split(b"\n")
        lines = [self._ended(each) for each in ended]
        self._keep(rest)
        return lines

    def finish(self) -> list[bytes | None]:
        """Return what is left at the end of the stream: a line without its end."""
        return [self._ended(b"")] if self._rest or self._skips else []

    def _ended(self, data: bytes) -> bytes | None:
        self._keep(data)
        line = None if self._skips else bytes(self._rest)
        if line and self._is_first:
            line = line.removeprefix(_BOM)
        self._rest.clear()
        self._skips = self._is_first = False
        return line

    def _keep(self, data: bytes) -> None:
        if self._skips or len(self._rest) + len(data) > self._most:
            self._skips = True
            self._rest.clear()
        else:
            self._rest += data


@dataclass(frozen=True, slots=True)
class Lines:
    """How the lines of a stream are answered: by which work, how many together at most, and within which limits."""

    work: Work
    at_once: int
    limits: Limits
    plans: bool = False

    def batches(self, lines: Sequence[bytes | None], first: int) -> Iterator[list[tuple[int, Outcome]]]:
        """Return lines, read and numbered from `first`, in batches; in none of them an id stands twice."""
        batch: list[tuple[int, Outcome]] = []
        ids: set[str | None] = set()
        for number, line in enumerate(lines, first):
            read = self._read(line)
            id_ = read.id if isinstance(read, Wanted) else None
            if len(batch) >= self.at_once or (id_ is not None and id_ in ids):
                yield batch
                batch, ids = [], set()
            batch.append((number, read))
            ids.add(id_)
        if batch:
            yield batch

    def answers(self, batch: Sequence[tuple[int, Outcome]]) -> list[bytes]:
        """Return one line for each of a batch. An error of the vault, which would meet all others too, is raised."""
        wanted = [each for _, each in batch if isinstance(each, Wanted)]
        made = iter(self._each_alone(wanted))
        outcomes = [(number, next(made) if isinstance(each, Wanted) else told(each)) for number, each in batch]
        return [as_line(data if "error" not in data else {**data, "line": number}) for number, data in outcomes]

    def _read(self, line: bytes | None) -> Outcome:
        if line is None:
            return Problem(413, "the line is too long")
        try:
            return read_one(parsed(line), self.limits, plans=self.plans)
        except Problem as problem:
            return problem

    def _each_alone(self, wanted: Sequence[Wanted]) -> list[dict[str, object]]:
        if not wanted:
            return []
        try:
            return list(self.work(wanted))
        except VaultError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the other lines go on, and it is not quoted
            if len(wanted) == 1:
                return [told(problem_of(error))]
        return [made for each in wanted for made in self._each_alone([each])]


def told(problem: Problem) -> dict[str, object]:
    """Return what a line says of a problem."""
    return {"error": problem.detail.replace("the body", "the line")}


def as_line(data: object) -> bytes:
    """Return data as one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
