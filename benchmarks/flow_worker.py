"""Take texts through the whole of one tool, in a process of its own, and say what CPU time each part took.

python benchmarks/flow_worker.py TOOL TEXTS.json ANSWER.json

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

from peer_worker import PIECE, pieces, pipeline

ROUNDS = 2
WARM = "Ann Smith met Bob in Leeds."


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the least CPU seconds of some work."""
    best = float("inf")
    for _ in range(rounds):
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
        self.sources, self.choosing = import_module("allonym.running.sources"), import_module("allonym.formats.choosing")
        self.layout, self.engine = import_module("allonym.core.pieces").Layout, import_module("allonym.engine")
        self.settings = import_module("allonym.settings").load_settings("default").with_model(fast=fast)
        self.tool = self.new()
        self.tool.pseudonymize(WARM)

    def new(self) -> Any:
        """Return a tool with a vault that knows nothing."""
        self.count += 1
        vault = self.package.open_vault(self.folder / f"{self.count}.vault", "benchmark only", create=True)
        return self.package.Pseudonymizer(self.settings, vault)

    def many(self, texts: Sequence[str]) -> None:
        """Take texts through as a file of JSON lines, proof included."""
        given, self.made = self.folder / "in.jsonl", self.folder / "out.jsonl"
        rows = ({"id": f"t{number}", "text": text} for number, text in enumerate(texts))
        given.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        self.used = self.new()
        self.files.pseudonymize_file(self.files.Run(self.used), self._source(given), self.made)

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

    def measure(self, texts: dict[str, Any]) -> dict[str, Any]:
        """Return the CPU seconds of every part."""
        answer: dict[str, Any] = {"tweets": timed(lambda: self.many(texts["tweets"]))}
        answer["recover file"] = timed(self.back)
        answer["bytes"] = (self.folder / f"{self.count}.vault").stat().st_size / len(texts["tweets"])
        answer["documents"] = timed(lambda: self.many(texts["documents"]))
        answer["single"] = each_of(self.tool.pseudonymize, texts["single"])
        made = [self.tool.pseudonymize(text) for text in texts["single"]]
        answer["recover text"] = timed(lambda: [self.again(each) for each in made], 3) / len(made)
        answer["recover noted"] = timed(lambda: [self.tool.recover(each.text) for each in made], 1) / len(made)
        answer["long"] = timed(lambda: self.whole(texts["long"]), 1) if texts["long"] else None
        return answer


class Presidio:
    """Presidio: analyse, then anonymise."""

    def __init__(self) -> None:
        package, engines = import_module("presidio_analyzer"), import_module("presidio_analyzer.nlp_engine")
        model = {"lang_code": "en", "model_name": pipeline("en")}
        engine = engines.SpacyNlpEngine(models=[model])
        self.analyzer = package.AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
        self.batches = package.BatchAnalyzerEngine(analyzer_engine=self.analyzer)
        self.anonymizer = import_module("presidio_anonymizer").AnonymizerEngine()
        self.one(WARM)

    def one(self, text: str) -> None:
        """Take one text through."""
        self.anonymizer.anonymize(text, self.analyzer.analyze(text, language="en"))

    def many(self, texts: Sequence[str]) -> None:
        """Take texts through in batches."""
        for text, found in zip(texts, self.batches.analyze_iterator(texts, "en", batch_size=500), strict=True):
            self.anonymizer.anonymize(text, found)

    def measure(self, texts: dict[str, Any]) -> dict[str, Any]:
        """Return the CPU seconds of every part."""
        long = [piece for _, piece in pieces(texts["long"], PIECE)]
        return {
            "tweets": timed(lambda: self.many(texts["tweets"]), 1),
            "documents": timed(lambda: self.many(texts["documents"]), 1),
            "single": each_of(self.one, texts["single"]),
            "long": timed(lambda: [self.one(piece) for piece in long], 1) if long else None,
        }


def main() -> None:
    """Load the tool, take the texts through, and write the answer."""
    name, source, target = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    logging.disable()
    texts = json.loads(Path(source).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        tool = Presidio() if name == "presidio" else Ours(Path(folder), fast=name == "fast")
        answer = tool.measure(texts)
    Path(target).write_text(json.dumps(answer), "utf-8")


if __name__ == "__main__":
    main()
