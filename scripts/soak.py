"""Work steadily for hours and see whether anything grows: `soak.py [--minutes 120] [--out FOLDER]`.

Two processes work: `allonym serve` with a vault, asked over HTTP by every role, well and badly; and one Python process
that takes file after file through two tools and back. Their memory, open files and threads go into a table. Passes if
none of it is more at the end than after the warm-up: memory by less than a twentieth, files and threads not at all.

The warm-up is work, not time: so many texts full of new words, names, addresses and numbers that whatever is kept of
them, up to so many, is full. Until then both work as fast as they can, and then for their share of the time.
"""

import argparse
import csv
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

SENTENCES = Path(__file__).parents[1] / "tests" / "data"
PASSPHRASE = "four random words here"  # noqa: S105 - of a throw-away vault
SYLLABLES = (
    "an",
    "ber",
    "ca",
    "do",
    "el",
    "fa",
    "gri",
    "ha",
    "is",
    "jo",
    "kal",
    "li",
    "mo",
    "na",
    "pe",
    "ra",
    "su",
    "va",
)
MARKED = re.compile(r"\[\[(.+?)\|[^\]]+\]\]")
FEWEST = 20
"""So many samples are taken at least."""
WINDOW = 0.05
"""The part of the time over which a level is taken: behind the warm-up, and at the end."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process holds at a moment: kilobytes, descriptors, threads; and the seconds it has worked so far."""

    process: str
    second: float
    kilobytes: int
    own_kilobytes: int
    files: int
    threads: int
    worked: float


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, how much, and where."""

    seconds: float
    warm: float
    every: float
    share: float
    """Of one processor, for both processes together, once they are warm."""
    fast: bool
    folder: Path

    @property
    def filling(self) -> int:
        """Return how many texts are full of names."""
        return 0 if self.fast else 4_000


def sample(name: str, child: "subprocess.Popen[bytes]", since: float) -> Sample:
    """Look at a process, which must not have ended."""
    if child.poll() is not None:
        raise SystemExit(f"{name} has ended with {child.returncode}")
    process = child.pid
    about = Path(f"/proc/{process}")
    status = dict(line.split(":", 1) for line in (about / "status").read_text().splitlines())
    whole, own, threads = (int(status[key].split()[0]) for key in ("VmRSS", "RssAnon", "Threads"))
    opened = len(list((about / "fd").iterdir()))
    return Sample(name, round(time.monotonic() - since, 1), whole, own, opened, threads, worked(process))


def worked(process: int) -> float:
    """Return the seconds of a processor that a process has used."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def judge(samples: Sequence[Sample], warm: float, growth: float = 0.05) -> list[str]:
    """Return what has grown, of one process; nothing if all is well."""
    kept = [each for each in samples if each.second >= warm]
    some = max(1, round(len(samples) * WINDOW))
    first, last = kept[:some], kept[-some:]
    if len(kept) < 2 * some:
        return ["too few samples"]
    found = []
    before, after = (median(each.kilobytes for each in part) for part in (first, last))
    if after >= before * (1 + growth):
        found.append(f"memory from {before:.0f} to {after:.0f} kB")
    for name in ("files", "threads"):
        was, now = (max(getattr(each, name) for each in part) for part in (kept[: len(kept) // 2], last))
        found += [f"{name} from {was} to {now}"] if now > was else []
    return found


def told(samples: Sequence[Sample], warm: float) -> str:
    """Say in a line how a process has fared."""
    kept = [each for each in samples if each.second >= warm]
    if not kept:
        return f"{samples[0].process}: was not warm in time"
    some = max(1, round(len(samples) * WINDOW))
    before, after = (median(each.kilobytes for each in part) for part in (kept[:some], kept[-some:]))
    own = [median(each.own_kilobytes for each in part) for part in (kept[:some], kept[-some:])]
    last = kept[-1]
    grown = f"{before / 1024:.1f} to {after / 1024:.1f} MB ({after / before - 1:+.1%})"
    alone = f"without files {own[0] / 1024:.1f} to {own[1] / 1024:.1f} MB"
    return f"{last.process}: {grown}, {alone}; {last.files} files, {last.threads} threads, {last.worked:.0f} s of work"


class Texts:
    """Texts in eight languages without end: sentences that come again, names and numbers that mostly do not.

    The first are full of what was never seen before, and fill whatever keeps words, names or numbers up to so many.
    """

    def __init__(self, seed: int, filling: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - the same texts in every run
        paths = sorted(SENTENCES.glob("sentences-*.txt"))
        lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
        self._filling = filling
        self._lines = [MARKED.sub(r"\1", line) for line in lines if line and not line.startswith("#")]

    @property
    def is_warm(self) -> bool:
        """Tell whether what is kept of texts is full by now."""
        return self._filling <= 0

    def name(self) -> str:
        """Return a name; a third of them come again, but for those that fill."""
        comes_again = self.is_warm and self._chance.random() < 1 / 3
        chance = random.Random(self._chance.randrange(40) if comes_again else self._chance.getrandbits(48))  # noqa: S311
        return " ".join("".join(chance.choices(SYLLABLES, k=3 if self.is_warm else 5)).capitalize() for _ in range(2))

    def filling(self) -> list[str]:
        """Return lines full of what nobody has seen."""
        lines = []
        for _ in range(6):
            name, digits = self.name(), self._chance.randrange(10**7)
            lines.append(f"{self.name()}, {self.name()}, {name}, {name.lower().replace(' ', '.')}@example.org came;")
            lines.append(f"ring +46 70 {digits:07}, {name.split()[1]} AB, {name.split()[0]}gatan {digits % 97 + 1}.")
        return lines

    def text(self, most: int = 4) -> str:
        """Return some sentences with a name, an address and a number."""
        chance, name = self._chance, self.name()
        some = chance.sample(self._lines, chance.randrange(1, most + 1))
        address = f"{name.split()[0].lower()}{chance.randrange(10**6)}@example.org"
        some += [f"{name} wrote to {address} on 0{chance.randrange(1, 9)}/11/2024.", f"{self.name()} came."]
        if not self.is_warm:
            some += self.filling()
            self._filling -= 1
        chance.shuffle(some)
        return "\n".join(some)


class Service:
    """`allonym serve` in a folder, with tokens of all roles."""

    def __init__(self, plan: Plan) -> None:
        from allonym import open_vault
        from allonym.interfaces.rest.tokens import TokenFile, new_token
        from allonym.vault.roles import ROLES

        folder = plan.folder
        open_vault(folder / "service.vault", PASSPHRASE, create=True).close()
        self.secrets = {"nobody": "aln_wrong"}
        for role in ROLES:
            token, self.secrets[role] = new_token(role, [role], time.time(), None)
            TokenFile(folder / "tokens.json").add(token)
        whole = [sys.executable, "-m", "allonym", "serve", "--port", "0", "--tokens", "tokens.json", "--quiet"]
        whole += ["--vault", "service.vault", *(["--fast"] if plan.fast else [])]
        self.process = subprocess.Popen(whole, cwd=folder, stderr=subprocess.PIPE, env=environment())
        assert self.process.stderr is not None  # noqa: S101 - asked for above
        line = self.process.stderr.readline().decode()
        if "listening" not in line:
            raise SystemExit(line + self.process.stderr.read().decode())
        self.port = int(line.rsplit(":", 1)[1])

    def ask(self, role: str, path: str, data: object = None) -> tuple[int, Any]:
        """Ask on a connection of its own; return the status and the answer."""
        headers = {"Authorization": f"Bearer {self.secrets[role]}", "Content-Type": "application/json"}
        body = data if isinstance(data, bytes) else None if data is None else json.dumps(data).encode()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            data = answer.read()
        return answer.status, json.loads(data) if answer.headers["Content-Type"].startswith("application/") else data

    def rounds(self, texts: Texts, seen: Counter[str]) -> Iterator[None]:
        """Ask for everything in turn, well and badly; an answer that is not the right one ends it."""
        for number in range(10**9):
            given = texts.text(12 if number % 10 == 0 else 4)
            for name in ("pseudonymize", "detect", "plan"):
                made = self._require(seen, (200,), "worker", f"/v1/{name}", {"text": given})
                yield
                if name == "pseudonymize" and number % 4 == 0:
                    asked = {"text": made["text"], "id": made["id"], "reason": "a soak"}
                    back = self._require(seen, (200, 429), "custodian", "/v1/recover", asked)
                    if back.get("text", given) != given:
                        raise SystemExit("a recovery over HTTP was not exact")
                    yield
            for wrong in self._wrong(made, given, number):
                self._require(seen, *wrong)
                yield
            many = {"documents": [{"text": texts.text()} for _ in range(5)]}
            self._require(seen, (200,), "annotator", "/v1/pseudonymize", many)
            yield

    def _wrong(self, made: Any, given: str, number: int) -> Iterator[tuple[tuple[int, ...], str, str, object]]:
        yield (401, 429), "nobody", "/v1/pseudonymize", {"text": given}
        yield (403,), "worker", "/v1/recover", {"text": given, "reason": "none"}
        yield (404,), "worker", f"/v1/{number}", {"text": given}
        yield (400, 422), "worker", "/v1/detect", b'{"text": ' + given.encode()
        yield (409,), "worker", "/v1/apply", {"text": given + "x", "plan": made}
        yield (404, 422, 429), "recoverer", "/v1/recover", {"text": given, "reason": "unknown"}
        yield (200,), "auditor", "/v1/audit?limit=5", None
        yield (200,), "auditor", "/metrics", None
        yield (200,), "custodian", "/v1/subjects/find", {"name": "Anna Berg"}

    def _require(self, seen: Counter[str], good: tuple[int, ...], role: str, path: str, data: object) -> Any:
        status, answer = self.ask(role, path, data)
        seen[f"{path if '/v1/' in path and status != 404 else 'other'} {status}"] += 1
        if status not in good:
            raise SystemExit(f"{role} {path}: {status}, expected {good}")
        return answer


def work_on_files(plan: Plan) -> None:
    """Take file after file through two tools and back, until killed; each must come back exactly."""
    from allonym import Pseudonymizer, open_vault
    from allonym.running.files import Run, pseudonymize_file, recover_file
    from allonym.running.sources import find_inputs
    from allonym.settings import load_settings

    folder = plan.folder
    vault = open_vault(folder / "files.vault", PASSPHRASE, create=True)
    profiles = ("default", "cloaked-realistic")
    tools = [Pseudonymizer(load_settings(name).with_model(fast=plan.fast), vault) for name in profiles]
    texts, pace = Texts(2, plan.filling), Pace(os.getpid(), plan.share / 2)
    given, out, back = (folder / name for name in ("given", "out", "back"))
    for each in (given, out, back):
        each.mkdir()
    for number in range(10**9):
        for path in write_files(given, texts, number):
            [source], _ = find_inputs([str(path)], None, layout())
            pseudonymize_file(Run(tools[number % 2]), source, out / path.name)
            [output], _ = find_inputs([str(out / path.name)], None, layout())
            recover_file(vault, output, back / path.name)
            if (back / path.name).read_bytes() != path.read_bytes():
                raise SystemExit(f"{path.name} did not come back exactly")
            for made in (path, out / path.name, back / path.name):
                made.unlink()
            (folder / "ready").touch()
            if texts.is_warm:
                (folder / "warm").touch()
                pace.rest()


def layout() -> Any:
    """Return what is asked of inputs: nothing."""
    from allonym.core.pieces import Layout

    return Layout()


def write_files(folder: Path, texts: Texts, number: int) -> list[Path]:
    """Write a file of each of three formats."""
    paths = [folder / f"{number}.{ending}" for ending in ("txt", "csv", "jsonl")]
    paths[0].write_text("\n\n".join(texts.text() for _ in range(5)), "utf-8")
    with paths[1].open("w", encoding="utf-8", newline="") as stream:
        rows = [(row, texts.text(2)) for row in range(8)]
        csv.writer(stream).writerows([("id", "text"), *rows])
    paths[2].write_text("".join(json.dumps({"id": row, "text": texts.text(2)}) + "\n" for row in range(8)), "utf-8")
    return paths


class Pace:
    """Has a process work, from the first rest on, for no more than its share of the time."""

    def __init__(self, process: int, share: float) -> None:
        self._process, self._share = process, share
        self._start: tuple[float, float] | None = None

    def rest(self) -> None:
        """Wait until the time since the first rest is enough for what the process has worked."""
        now = time.monotonic(), worked(self._process)
        self._start = self._start or now
        passed, done = (here - then for here, then in zip(now, self._start, strict=True))
        time.sleep(max(0.0, min(30.0, done / self._share - passed)))


def environment() -> dict[str, str]:
    """Return the environment of the processes."""
    return {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE}


@contextmanager
def ending(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """End a process, whatever happens."""
    try:
        yield
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def soak(plan: Plan) -> tuple[dict[str, list[Sample]], Counter[str], float]:
    """Have both work, and return what was seen of them, how often which answer came, and when both were warm."""
    seen: Counter[str] = Counter()
    service = Service(plan)
    flags = ["--share", plan.share, "--out", plan.folder, *(["--fast"] if plan.fast else [])]
    files = subprocess.Popen([sys.executable, __file__, "--files", *map(str, flags)], env=environment())
    while files.poll() is None and not (plan.folder / "ready").exists():
        time.sleep(0.05)
    samples: dict[str, list[Sample]] = {"service": [], "files": []}
    processes = {"service": service.process, "files": files}
    with ending(service.process), ending(files), (plan.folder / "samples.csv").open("w", buffering=1) as stream:
        table = csv.DictWriter(stream, [each.name for each in fields(Sample)])
        table.writeheader()
        start, due, pace = time.monotonic(), 0.0, Pace(service.process.pid, plan.share / 2)
        texts, warm = Texts(1, plan.filling), float("inf")
        for _ in service.rounds(texts, seen):
            now = time.monotonic() - start
            if texts.is_warm and (plan.folder / "warm").exists():
                warm = min(warm, max(plan.warm, now))
            if now >= due:
                for name, process in processes.items():
                    samples[name].append(sample(name, process, start))
                    table.writerow(asdict(samples[name][-1]))
                due += plan.every
            if now >= plan.seconds and len(samples["files"]) >= FEWEST:
                break
            if texts.is_warm:
                pace.rest()
    return samples, seen, warm


def main() -> int:
    """Read the options, soak, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--warm", type=float, default=15, help="minutes before the first level is taken, at least")
    parser.add_argument("--every", type=float, default=30, help="seconds between two samples")
    parser.add_argument("--share", type=float, default=0.25, help="of one processor, for both, once they are warm")
    parser.add_argument("--fast", action="store_true", help="without the network")
    parser.add_argument("--out", type=Path, help="where samples.csv and result.txt go; a new folder if it is left out")
    parser.add_argument("--files", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    folder = asked.out or Path(tempfile.mkdtemp(prefix="allonym-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(asked.minutes * 60, asked.warm * 60, asked.every, asked.share, asked.fast, folder)
    if asked.files:
        work_on_files(plan)
    print(f"samples go to {folder}/samples.csv", flush=True)
    samples, seen, warm = soak(plan)
    grown = {name: judge(some, warm) for name, some in samples.items()}
    lines = [f"warm after {warm / 60:.1f} minutes", *(told(some, warm) for some in samples.values())]
    lines += [f"{sum(seen.values())} answers: " + ", ".join(f"{key} x{count}" for key, count in sorted(seen.items()))]
    lines += [f"{name} has grown: {'; '.join(what)}" for name, what in grown.items() if what]
    lines += ["failed" if any(grown.values()) else "passed"]
    (folder / "result.txt").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))
    return int(any(grown.values()))


if __name__ == "__main__":
    sys.exit(main())
