"""Take texts through the whole of one tool, in a process of its own, and say what CPU time each part took.

python benchmarks/flow_worker.py TOOL PART TEXTS.json ANSWER.json

Started by flow.py; one core, one thread. Ours does all that a run does: detect, link, substitute, write a vault in a
file, and prove that every text comes back. Presidio analyses in batches and anonymises; it keeps nothing and proves
nothing. Each part is measured `ROUNDS` times, long ones once, and the least CPU time counts.

Only the standard library is imported here: the environment of Presidio has no allonym.
"""

import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from peer_worker import PIECE, PIPELINES, pieces, pipeline_folder

ROUNDS = 2
WARM = "Ann Smith met Bob in Leeds."


def timed(work: Callable[[], object], rounds: int = ROUNDS, prepare: Callable[[], object] = int) -> float:
    """Return the least CPU seconds of some work, without those to prepare it."""
    best = float("inf")
    for _ in range(rounds):
        prepare()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def each_of(work: Callable[[str], object], texts: Sequence[str]) -> dict[str, float]:
    """Return the middle and the slow end of the CPU milliseconds for single texts, after some that do not count."""
    for text in texts[:50]:
        work(text)
    taken = sorted(timed(lambda text=text: work(text), 1) * 1000 for text in texts[50:])  # type: ignore[misc]
    return {"p50": taken[len(taken) // 2], "p99": taken[len(taken) * 99 // 100]}


class Ours:
    """allonym with a vault in a file."""

    def __init__(self, folder: Path, *, fast: bool) -> None:
        self.folder, self.count = folder, 0
        self.package, self.files = import_module("allonym"), import_module("allonym.running.files")
        self.sources, self.choosing = (
            import_module("allonym.running.sources"),
            import_module("allonym.formats.choosing"),
        )
        self.layout, self.engine = import_module("allonym.core.pieces").Layout, import_module("allonym.engine")
        self.settings = import_module("allonym.settings").load_settings("default").with_model(fast=fast)
        self.bare = self.package.Pseudonymizer(self.settings)
        self.tool = self.used = self.new()
        for tool in (self.bare, self.tool):
            tool.pseudonymize(WARM)

    def new(self) -> Any:
        """Return a tool with a vault that knows nothing."""
        self.count += 1
        vault = self.package.open_vault(self.folder / f"{self.count}.vault", "benchmark only", create=True)
        return self.package.Pseudonymizer(self.settings, vault)

    def prepare(self, texts: Sequence[str]) -> None:
        """Write texts to a file of JSON lines, and make a vault that is new to them."""
        self.given, self.made = self.folder / "in.jsonl", self.folder / "out.jsonl"
        rows = ({"id": f"t{number}", "text": text} for number, text in enumerate(texts))
        self.given.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        self.used = self.new()
        self.used.pseudonymize(WARM)

    def many(self) -> None:
        """Take the file through, proof included."""
        self.files.pseudonymize_file(self.files.Run(self.used), self._source(self.given), self.made)

    def back(self) -> None:
        """Recover the file."""
        self.files.recover_file(self.used.vault, self._source(self.made), self.folder / "back.jsonl")

    def _source(self, path: Path) -> Any:
        layout = self.layout(text_columns=("text",), id_column="id")
        return self.sources.Source(path, "posts.jsonl", self.choosing.choose(path.name), layout)

    def whole(self, text: str) -> None:
        """Take one long text through in one call, and prove that it comes back."""
        if self.again(self.tool.pseudonymize(text)) != text:
            raise SystemExit("the long text does not come back")

    def again(self, result: Any) -> str:
        """Give a text back from the vault."""
        text = result.text
        given: str = self.engine.recover(self.tool.vault.recall(text, text.id, text.original), text)
        return given

    def measure(self, part: str, texts: Any) -> dict[str, Any]:
        """Return the CPU seconds of one part, and what was measured beside it."""
        if part == "long":
            return {part: timed(lambda: self.whole(texts), 1)}
        if part == "single":
            # A text that the vault knows already costs less, so new ones are measured first.
            kept = each_of(self.tool.pseudonymize, texts)
            made = [self.tool.pseudonymize(text) for text in texts]
            return {
                "single": each_of(self.bare.pseudonymize, texts),
                "single kept": kept,
                "recover text": timed(lambda: [self.again(each) for each in made], 3) / len(made),
                "recover noted": timed(lambda: [self.tool.recover(each.text) for each in made], 1) / len(made),
            }
        answer = {part: timed(self.many, prepare=lambda: self.prepare(texts))}
        return {**answer, f"recover {part}": timed(self.back)}


class Presidio:
    """Presidio: analyse, then anonymise."""

    def __init__(self) -> None:
        package, engines = import_module("presidio_analyzer"), import_module("presidio_analyzer.nlp_engine")
        model = {"lang_code": "en", "model_name": pipeline_folder(PIPELINES["en"])}
        engine = engines.SpacyNlpEngine(models=[model])
        self.analyzer = package.AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
        self.batches = package.BatchAnalyzerEngine(analyzer_engine=self.analyzer)
        self.anonymizer = import_module("presidio_anonymizer").AnonymizerEngine()
        self.one(WARM)

    def one(self, text: str) -> None:
        """Take one text through."""
        self.anonymizer.anonymize(text, self.analyzer.analyze(text, language="en"))

    def in_pieces(self, texts: Sequence[str]) -> None:
        """Take texts through one by one."""
        for text in texts:
            self.one(text)

    def many(self, texts: Sequence[str]) -> None:
        """Take texts through in batches."""
        for text, found in zip(texts, self.batches.analyze_iterator(texts, "en", batch_size=500), strict=True):
            self.anonymizer.anonymize(text, found)

    def measure(self, part: str, texts: Any) -> dict[str, Any]:
        """Return the CPU seconds of one part."""
        if part == "long":
            long = [piece for _, piece in pieces(texts, PIECE)]
            return {part: timed(lambda: self.in_pieces(long), 1)}
        if part == "single":
            return {part: each_of(lambda text: self.analyzer.analyze(text, language="en"), texts)}
        return {part: timed(lambda: self.many(texts))}


def main() -> None:
    """Load the tool, take the texts through, and write the answer."""
    name, part, source, target = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    logging.disable()
    texts = json.loads(Path(source).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        tool = Presidio() if name == "presidio" else Ours(Path(folder), fast=name == "fast")
        answer = tool.measure(part, texts)
    Path(target).write_text(json.dumps(answer), "utf-8")


if __name__ == "__main__":
    main()
