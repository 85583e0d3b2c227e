"""Are the model and the lists those that were shipped, do they work, and how fast are they here."""

from collections.abc import Sequence
from csv import DictReader
from importlib.resources import files
from io import StringIO
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from allonym.core.errors import AllonymError
from allonym.core.types import Document
from allonym.interfaces.cli.checks.findings import Finding, Findings

if TYPE_CHECKING:
    from allonym.pseudonymizer import Pseudonymizer

AGAIN = "install allonym again: pip install --force-reinstall --no-cache-dir allonym"
# Both sentences are ours; the people in them do not exist.
_SENTENCE = "Yesterday Sofia Lindgren moved from Leeds to Paris."
_EXPECTED = {("PERSON", "Sofia Lindgren"), ("LOCATION", "Leeds"), ("LOCATION", "Paris")}
_TEXTS_WITH, _TEXTS_WITHOUT = 96, 480


def check_model() -> Findings:
    """Compare the files of the network with its card, and have it read a sentence."""
    from allonym.detectors.model.card import changed, read_card

    folder = Path(str(files("allonym.detectors.model").joinpath("network")))
    known, others = read_card(folder), changed(folder)
    if others or not known:
        told = f"not as on its card: {', '.join(others) or 'the card is missing'}"
        yield Finding("model", "problem", told, AGAIN)
        return
    yield Finding("model", "ok", f"{len(known)} files, all as on the card", data={"files": len(known)})
    yield _read_rightly()


def _read_rightly() -> Finding:
    from allonym.detectors.model.detector import model

    try:
        [mentions] = model().detect([Document("doctor", _SENTENCE)])
    except (AllonymError, ImportError, OSError, RuntimeError, ValueError) as error:
        # A foreign message may quote anything; ours say what the run itself would say.
        told = str(error) if isinstance(error, AllonymError) else type(error).__name__
        return Finding("model", "problem", f"does not run: {told}", AGAIN)
    found = {(each.label.partition(".")[0], each.span.of(_SENTENCE)) for each in mentions}
    if not found >= _EXPECTED:
        told = f"{len(found & _EXPECTED)} of {len(_EXPECTED)} names of a known sentence are found"
        return Finding("model", "problem", told, AGAIN)
    return Finding("model", "ok", "reads a known sentence rightly")


def check_lists() -> Findings:
    """Compare the tables with what was shipped, and look something up."""
    from allonym.languages.list_sources import read_sources, require_unchanged
    from allonym.languages.lists import TABLES, open_lists

    try:
        require_unchanged(TABLES)
        many = len(read_sources(TABLES).tables)
    except (AllonymError, OSError, KeyError, ValueError):
        yield Finding("lists", "problem", "a table is missing, or not the one that was shipped", AGAIN)
        return
    yield Finding("lists", "ok", f"{many} tables, all as shipped", data={"tables": many})
    found = {entry.kind for entry in open_lists().find("paris")}
    if "city" in found:
        yield Finding("lists", "ok", "a look-up gives what it should")
    else:
        yield Finding("lists", "problem", "a look-up gives nothing", AGAIN)


def check_speed() -> Findings:
    """Pseudonymize the shipped posts for about a second, and tell the rate."""
    yield _rate("with the model", _TEXTS_WITH, fast=False)


def check_fast_speed() -> Findings:
    """Do the same without the network."""
    yield _rate("--fast", _TEXTS_WITHOUT, fast=True)


def _rate(name: str, many: int, *, fast: bool) -> Finding:
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.settings import load_settings

    posts = files("allonym.samples").joinpath("posts.csv").read_text("utf-8")
    texts = [row["text"] for row in DictReader(StringIO(posts))]
    tool = Pseudonymizer(load_settings("default").with_model(fast=fast), language=None)
    taken = [Document(str(number), texts[number % len(texts)]) for number in range(many)]
    tool.plan_many(taken[: len(texts)])
    seconds = _seconds(tool, taken)
    size = sum(len(each.text.encode()) for each in taken)
    rates = {"texts_per_second": round(many / seconds), "mb_per_second": round(size / seconds / 1e6, 2)}
    told = f"{rates['texts_per_second']:,} posts/s, {rates['mb_per_second']:.2f} MB/s on one core, {name}"
    return Finding("speed", "ok", told, data={"model": not fast, **rates})


def _seconds(tool: "Pseudonymizer", documents: Sequence[Document]) -> float:
    """Return the CPU seconds that a run takes: others who use the machine do not count."""
    begun = process_time()
    for _ in tool.pseudonymize_many(documents):
        pass
    return max(process_time() - begun, 1e-6)
