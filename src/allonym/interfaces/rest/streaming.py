"""JSON lines from standard input to standard output: whatever waits is taken at once, and nothing waits for more."""

from typing import BinaryIO

from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.lines import Cutter, Lines
from allonym.interfaces.rest.work import Service

_CHUNK = 65_536


def stream(service: Service, source: BinaryIO, target: BinaryIO, limits: Limits = Limits()) -> int:  # noqa: B008 - frozen
    """Answer every line of the source until it ends, and return how many could not be."""
    lines = Lines(service.pseudonymize, service.at_once, limits)
    cutter, count, failed = Cutter(limits.body), 0, 0
    # One read returns what has come, however little; the last one returns nothing.
    more = True
    while more:
        chunk = source.read1(_CHUNK)  # type: ignore[attr-defined]  # every buffered stream has it
        more = bool(chunk)
        for batch in lines.batches(cutter.feed(chunk) if more else cutter.finish(), count + 1):
            for line in lines.answers(batch):
                target.write(line)
                target.flush()
                failed += line.startswith(b'{"error":')
            count += len(batch)
    return failed
