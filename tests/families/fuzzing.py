"""Fuzz what reads bytes from anywhere, led by coverage: python tests/families/fuzzing.py file-csv --runs 1000000.

Several targets can be named, or `all`, or a part of their names with a `*`. An input that breaks its target is written
to the folder of `--found`; put it into tests/families/fuzz/found as TARGET.WHAT, and every test run will try it.
"""

import argparse
import os
import sys
import tempfile
import time
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.families.fuzz.target import Target

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Try one target after another, each in a process of its own; return how many of them failed."""
    asked = _asked()
    sys.path.insert(0, str(ROOT))
    try:
        import atheris
    except ModuleNotFoundError:
        sys.exit("this needs atheris: pip install -e '.[fuzz]'")
    if not asked.blind:
        # Modules are read when they are first needed, so whatever comes later is watched too.
        atheris.instrument_imports(include=["allonym"]).__enter__()
    from tests.families.fuzz.targets import TARGETS

    chosen = [each for name, each in TARGETS.items() if any(fnmatch(name, part) for part in asked.targets)]
    if not chosen and asked.targets != ["all"]:
        sys.exit(f"no target is called so; there are {', '.join(TARGETS)}")
    failed = 0
    for target in chosen or TARGETS.values():
        child = os.fork()
        if not child:
            _fuzz(target, asked)
        failed += os.waitpid(child, 0)[1] != 0
    return failed


def _fuzz(target: "Target", asked: argparse.Namespace) -> None:
    """Have atheris try a target; it ends the process when something breaks, and we do when it was enough."""
    import atheris
    from tests.families.fuzz.target import attempt

    found, corpus = Path(asked.found), Path(asked.corpus or tempfile.mkdtemp(), target.name)
    found.mkdir(parents=True, exist_ok=True)
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        attempt(target, seed, 10)
        (corpus / f"seed-{number}").write_bytes(seed)
    runs = taken = 0
    begun = time.process_time()

    def run(data: bytes) -> None:
        nonlocal runs, taken
        runs += 1
        taken += attempt(target, data)
        if runs % 64 == 0 and (runs >= asked.runs or time.process_time() - begun > asked.seconds):
            spent = time.process_time() - begun
            sys.stdout.write(f"{target.name}: {runs:,} runs, {taken:,} taken, {spent:.0f} s, nothing found\n")
            sys.stdout.flush()
            os._exit(0)

    flags = [f"-seed={asked.seed}", f"-artifact_prefix={found}/{target.name}.", f"-max_len={asked.longest}"]
    atheris.Setup([sys.argv[0], *flags, "-timeout=300", "-verbosity=0", str(corpus)], run)
    atheris.Fuzz()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600, help="of CPU time: when to stop, even with fewer runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=2048, help="how many bytes an input has at most")
    parser.add_argument("--corpus", help="a folder of inputs, to be kept and to begin with")
    parser.add_argument("--found", default="found", help="where inputs go that break a target")
    parser.add_argument("--blind", action="store_true", help="without coverage: faster, and only by chance")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
