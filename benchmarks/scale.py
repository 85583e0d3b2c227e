"""What one core does and what one document takes, and from these the arithmetic for a billion documents.

python benchmarks/scale.py [--documents 4000] [--entities 20000] [--write]

CPU time of this process (with user and system), the least of several rounds where a round can be repeated. --write
puts the tables into docs/concepts/scale.md. Real tweets are read where the labelled data lies beside the repository,
invented ones elsewhere.
"""

import argparse
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lookups import cost, filled, known, new
from texts import real_tweets, tweets

from allonym import Document, Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.core.types import Plan
from allonym.formats.choosing import choose
from allonym.interfaces.cli.app import run
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.inboxes import make_inbox, merge

PAGE = Path(__file__).resolve().parent.parent / "docs" / "concepts" / "scale.md"
PHRASE = "correct horse battery staple"
FIRST = ("Anna", "Bo", "Carla", "David", "Erik", "Fatima", "Gustav", "Hana", "Igor", "Jonas")
BATCH, CORES, TASKS = 500, 256, 10_000
DOCUMENTS, ENTITIES, MENTIONS = 1e9, 1e8, 5e9
Figures = dict[str, float]


def timed(work: Callable[[], object], rounds: int = 1) -> float:
    """Return the least CPU seconds of some work."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def batches(documents: Sequence[Document]) -> list[Sequence[Document]]:
    """Return documents in batches as a run has them."""
    return [documents[first : first + BATCH] for first in range(0, len(documents), BATCH)]


def reading(documents: Sequence[Document], figures: Figures) -> None:
    """Measure detection, linking and decisions, with the network and without, on texts that were not read before."""
    seen, others = documents[: len(documents) // 4], documents[len(documents) // 4 :]
    for name, fast in (("model", False), ("fast", True)):
        tool = Pseudonymizer(load_settings("default").with_model(fast=fast))
        tool.plan_many(seen)
        start = time.process_time()
        plans = [plan for batch in batches(others) for plan in tool.plan_many(batch)]
        figures[name] = (time.process_time() - start) / len(others) * 1e6
        figures.setdefault("mentions", sum(map(mentions_in, plans)) / len(others))


def mentions_in(plan: Plan) -> int:
    """Return how many mentions a plan has."""
    return sum(len(each.entity.mentions) for each in plan.decisions)


def readiness() -> float:
    """Return the CPU seconds of a fresh process until it has read a first text."""
    code = "import allonym; allonym.Pseudonymizer().plan('Ann met Bob.')"
    process = subprocess.Popen([sys.executable, "-c", code])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit("a fresh process failed")
    return usage.ru_utime + usage.ru_stime


def crowded(count: int) -> tuple[list[Document], list[str]]:
    """Return documents in which five people are named, and the names of all."""
    chance = random.Random(7)
    people = [f"{chance.choice(FIRST)} Surname{number}x" for number in range(2000)]
    named = (chance.sample(people, 5) for _ in range(count))
    texts = (f"{a} met {b} and {c}, who had written to {d}; {e} was not there." for a, b, c, d, e in named)
    return [Document(f"c{number}", text) for number, text in enumerate(texts)], people


def keeping(documents: Sequence[Document], folder: Path, figures: Figures) -> None:
    """Measure what happens behind detection: substitute, seal and keep, with few replacements and with five."""
    settings = load_settings("default").with_model(fast=True)
    full, people = crowded(len(documents))
    for name, each, terms in (("", documents, []), (" 5", full, people)):
        path = folder / f"kept{name}.vault"
        with open_vault(path, PHRASE, create=True) as vault:
            tool = Pseudonymizer(settings, vault, terms={"PERSON": terms})
            planned = [(batch, tool.plan_many(batch)) for batch in batches(each)]
            before, start = path.stat().st_size, time.process_time()
            made = [result for pair in planned for result in tool.apply(*pair)]
            figures[f"keep{name}"] = (time.process_time() - start) / len(each) * 1e6
            figures[f"bytes{name}"] = (path.stat().st_size - before) / len(each)
            figures[f"edits{name}"] = sum(len(result.edits) for result in made) / len(each)
    merging(planned, people, folder, figures)


def merging(
    planned: Sequence[tuple[Sequence[Document], list[Plan]]], people: list[str], folder: Path, figures: Figures
) -> None:
    """Measure how long a task needs to open its inbox and be ready, and how fast an inbox is taken in."""
    home, inbox, key = folder / "home.vault", folder / "task.inbox", folder / "worker.key"
    quietly(["vault", "init", str(home)])
    quietly(["vault", "keys", "make", str(key)])
    quietly(["vault", "keys", "add", str(home), "--public-key", f"{key}.pub", "--role", "worker", "--name", "w"])
    vault = open_vault(home, PHRASE)
    make_inbox(vault, inbox)
    secret = key.read_text("utf-8").strip()
    figures["open"] = timed(lambda: open_vault(inbox, secret).close(), 3) * 1e3
    figures["load"] = min(readiness() for _ in range(3)) * 1e3
    worker = open_vault(inbox, secret)
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), worker, terms={"PERSON": people})
    for each in planned:
        tool.apply(*each)
    worker.close()
    count = sum(len(batch) for batch, _ in planned)
    with open_vault(inbox, PHRASE) as opened:
        figures["merge"] = timed(lambda: merge(vault, opened)) / count * 1e6
    vault.close()


def quietly(arguments: list[str]) -> None:
    """Run a command."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        if run(arguments):
            raise SystemExit(f"failed: {' '.join(arguments)}")


def proving(documents: Sequence[Document], folder: Path, figures: Figures) -> None:
    """Measure the recovery of a file, which is also the proof that a run ends with."""
    given, made = folder / "in.jsonl", folder / "out.jsonl"
    rows = ({"id": each.id, "text": each.text} for each in documents)
    given.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    layout = Layout(text_columns=("text",), id_column="id")
    with open_vault(folder / "file.vault", PHRASE, create=True) as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        pseudonymize_file(Run(tool), Source(given, "in.jsonl", choose("in.jsonl"), layout), made)
        source = Source(made, "in.jsonl", choose("out.jsonl"), layout)
        taken = timed(lambda: recover_file(vault, source, folder / "back.jsonl"), 3)
    figures["recover"] = taken / len(documents) * 1e6


def naming(count: int, folder: Path, figures: Figures) -> None:
    """Measure entities of the scope corpus: what a new one takes, and what a known one."""
    vault = filled(folder / "entities.vault", count)
    figures["entity bytes"] = (folder / "entities.vault").stat().st_size / count
    figures["known"], figures["new"] = cost(known(vault, count), new(vault))
    vault.close()


def measured_table(figures: Figures, documents: int, load: float) -> list[str]:
    """Return what was measured."""
    rows = [
        ("detect, link, decide: a tweet, with the model", f"{figures['model']:,.0f} µs", 1e6 / figures["model"]),
        ("the same with `--fast`", f"{figures['fast']:,.0f} µs", 1e6 / figures["fast"]),
        ("substitute, seal and keep a tweet", f"{figures['keep']:,.0f} µs", 1e6 / figures["keep"]),
        ("the same for a text with five people", f"{figures['keep 5']:,.0f} µs", 1e6 / figures["keep 5"]),
        ("recover a tweet of a file, checks included", f"{figures['recover']:,.0f} µs", 1e6 / figures["recover"]),
        (
            "take a text with five people from an inbox into the vault",
            f"{figures['merge']:,.0f} µs",
            1e6 / figures["merge"],
        ),
        ("a new entity of the scope `corpus`", f"{figures['new']:,.0f} µs", 1e6 / figures["new"]),
        ("a known entity", f"{figures['known']:,.0f} µs", 1e6 / figures["known"]),
        ("open an inbox with a worker's key", f"{figures['open']:,.1f} ms", 1e3 / figures["open"]),
        (
            "start a process: Python, the network, the lists, a first text",
            f"{figures['load']:,.0f} ms",
            1e3 / figures["load"],
        ),
    ]
    lines = ["| On one core | CPU time | a second |", "|---|---:|---:|"]
    lines += (f"| {what} | {taken} | {rate:,.0f} |" for what, taken, rate in rows)
    lines += ["", "| In the vault | bytes |", "|---|---:|"]
    lines.append(f"| a tweet with {figures['edits']:.1f} replacements on average | {figures['bytes']:,.0f} |")
    lines.append(f"| a text with {figures['edits 5']:.1f} people | {figures['bytes 5']:,.0f} |")
    lines.append(f"| an entity of the scope `corpus` | {figures['entity bytes']:,.0f} |")
    lines += ["", f"{documents:,} tweets, with {figures['mentions']:.1f} mentions each; load {load:.1f} on two cores."]
    return lines


def arithmetic(figures: Figures) -> list[str]:
    """Return the table for a billion documents."""

    def hours(count: float, microseconds: float) -> str:
        return f"{count * microseconds / 3.6e9:,.0f}"

    def spread(count: float, microseconds: float) -> str:
        spent = count * microseconds / 3.6e9 / CORES
        return f"{spent:,.1f} h" if spent >= 1 else f"{spent * 60:,.0f} min"

    per_task = (figures["open"] + figures["load"]) * 1e3
    work = [
        ("detect with the model", "10⁹", DOCUMENTS, figures["model"], True),
        ("detect with `--fast`", "10⁹", DOCUMENTS, figures["fast"], True),
        ("substitute, seal, keep, into inboxes", "10⁹", DOCUMENTS, figures["keep 5"], True),
        ("make 10⁴ tasks ready", "10⁴", TASKS, per_task, True),
        ("recover everything", "10⁹", DOCUMENTS, figures["recover"], True),
        ("take all inboxes into one vault", "10⁹", DOCUMENTS, figures["merge"], False),
        ("substitute, seal, keep, into one vault", "10⁹", DOCUMENTS, figures["keep 5"], False),
        ("scope `corpus`: new entities", "10⁸", ENTITIES, figures["new"], False),
        ("scope `corpus`: known entities", "5·10⁹", MENTIONS, figures["known"], False),
    ]
    lines = [f"| Work | formula | core hours | on {CORES} cores |", "|---|---|---:|---:|"]
    for what, count, number, each, parallel in work:
        cores = spread(number, each) if parallel else "one after the other"
        lines.append(f"| {what} | {count} × {each:,.0f} µs | {hours(number, each)} | {cores} |")
    lines += ["", "| Space | formula | result |", "|---|---|---:|"]
    lines.append(f"| manifests | 10⁹ × {figures['bytes 5']:,.0f} B | {DOCUMENTS * figures['bytes 5'] / 1e9:,.0f} GB |")
    entities = figures["entity bytes"]
    lines.append(f"| entities of the scope `corpus` | 10⁸ × {entities:,.0f} B | {ENTITIES * entities / 1e9:,.0f} GB |")
    share = DOCUMENTS * figures["bytes 5"] / TASKS / 1e6
    lines.append(f"| one inbox of 10⁵ documents | 10⁵ × {figures['bytes 5']:,.0f} B | {share:,.0f} MB |")
    lines.append("| two of 10⁸ tags of 128 bits alike | (10⁸)² / 2¹²⁹ | 1.5·10⁻²³ |")
    return lines


def put(page: Path, name: str, lines: Sequence[str]) -> None:
    """Write lines between the marks of a page."""
    text = page.read_text("utf-8")
    marks = f"<!-- {name}: made by benchmarks/scale.py -->", f"<!-- end of {name} -->"
    made, count = re.subn(
        rf"{marks[0]}\n.*?{marks[1]}", "\n".join((marks[0], "", *lines, "", marks[1])), text, flags=re.DOTALL
    )
    if count != 1:
        raise SystemExit(f"{page} has no marks for {name}")
    page.write_text(made, "utf-8")


def main() -> None:
    """Measure, print, and write the tables if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=4000)
    parser.add_argument("--entities", type=int, default=20_000)
    parser.add_argument("--write", action="store_true", help="write the tables of docs/concepts/scale.md")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["ALLONYM_PASSPHRASE"] = PHRASE
    found = list(real_tweets(asked.documents * 200))[: asked.documents] or list(tweets(asked.documents))
    documents = [Document(f"t{number}", text) for number, text in enumerate(found)]
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reading(documents, figures)
        keeping(documents, folder, figures)
        proving(documents, folder, figures)
        naming(asked.entities, folder, figures)
    tables = {"figures": measured_table(figures, len(documents), os.getloadavg()[0]), "arithmetic": arithmetic(figures)}
    for table, lines in tables.items():
        print("\n".join(lines), end="\n\n")
        if asked.write:
            put(PAGE, table, lines)


if __name__ == "__main__":
    main()
