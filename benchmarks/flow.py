"""The whole flow beside Presidio's, in one run: tweets, long documents, one long text, single messages, and back.

python benchmarks/flow.py --peers DIR [--tweets 5000] [--long 7] [--part 0.5] [--write] [--check]

DIR is what `benchmarks/peers.py --install DIR` made; without it only ours is measured. The texts are those of
peers.py, and it is no error if there are none. flow_worker.py says what is timed. Presidio reads a part of the long
text, and its time is scaled up; --part 0 has it read the whole.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from flow_page import bars, page, plot
from peer_page import DOCUMENTS, TWEETS
from peers import ROOT, long_text, read

PAGE = ROOT / "docs" / "reference" / "speed.md"
WORKER = Path(__file__).with_name("flow_worker.py")
SINGLE = 650
"""So many single messages; the first fifty do not count."""
TURNS = 2
"""So often the tools take turns at a part, the long text apart: a machine is now fast, now slow. The best counts."""


def texts_of(asked: argparse.Namespace) -> dict[str, Any]:
    """Return the texts to measure on; nothing where there are none."""
    learnt, shown = (read(asked.data / "ner" / part, "en", 0) for part in ("train", "dev"))
    tweets = [row["text"] for name in TWEETS for row in (*shown.get(name, ()), *learnt.get(name, ()))]
    documents = [row["text"] for name in DOCUMENTS for row in shown.get(name, ())]
    if not tweets or not documents:
        return {}
    single = tweets[-SINGLE:]
    return {
        "tweets": tweets[: asked.tweets],
        "documents": documents,
        "single": single,
        "long": long_text(shown, asked.long),
    }


def work(tool: str, python: Path, part: str, texts: Any) -> dict[str, Any]:
    """Take the texts of one part through a tool in a process of its own, and return its answer."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "texts.json"), Path(folder, "answer.json")
        source.write_text(json.dumps(texts), "utf-8")
        command = [str(python), str(WORKER), tool, part, str(source), str(target)]
        done = subprocess.run(command, env={**os.environ, **one}, check=False, capture_output=True)
        if done.returncode:
            raise SystemExit(f"{tool} failed:\n{done.stderr.decode()[-2000:]}")
        answer: dict[str, Any] = json.loads(target.read_text("utf-8"))
    answer["load"] = os.getloadavg()[0]
    print(f"{tool}: {json.dumps(answer)}", flush=True)
    return answer


def _speed(answer: Any) -> float:
    """Return the CPU time of a part, or of one message of it."""
    return float(answer["p50"] if isinstance(answer, dict) else answer)


def measure(asked: argparse.Namespace, texts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Take each part of the texts through every tool that is at hand: the tools take turns, for the load changes."""
    pythons = {"allonym": Path(sys.executable), "fast": Path(sys.executable)}
    peer = asked.peers / "presidio" / "bin" / "python" if asked.peers else None
    if peer is not None and peer.is_file():
        pythons["presidio"] = peer
    else:
        print("Presidio is left out: peers.py --install DIR installs it, --peers DIR names the folder", flush=True)
    answers: dict[str, dict[str, Any]] = {tool: {} for tool in pythons}
    for part in [each for each in texts if texts[each]]:
        for _ in range(1 if part == "long" else TURNS):
            for tool, python in pythons.items():
                whole = texts[part]
                given = whole[: int(asked.part * 1e6)] if (tool, part) == ("presidio", "long") and asked.part else whole
                answer = work(tool, python, part, given)
                if part == "long":
                    answer[part] *= len(whole) / len(given)
                answer["load"] = max(answer["load"], answers[tool].get("load", 0.0))
                if part not in answers[tool] or _speed(answer[part]) < _speed(answers[tool][part]):
                    answers[tool] |= answer
    return answers


def options() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, metavar="DIR", help="where peers.py has installed Presidio")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="the annotated texts")
    parser.add_argument("--tweets", type=int, default=5000)
    parser.add_argument("--long", type=float, default=7, help="megabytes of the long text; 0: none")
    parser.add_argument("--part", type=float, default=0.5, help="megabytes of it that Presidio reads; 0: all")
    parser.add_argument("--write", action="store_true", help="write docs/reference/speed.md and its plot")
    parser.add_argument("--check", action="store_true", help="leave with 1 if a bar is missed")
    return parser.parse_args()


def main() -> None:
    """Measure, print, and write the page if asked to."""
    asked = options()
    texts = texts_of(asked)
    if not texts:
        print(f"nothing measured: no annotated text in {asked.data / 'ner'}; name its folder with --data")
        return
    answers = measure(asked, texts)
    found = bars(answers)
    print("\n".join(bar.line() for bar in found))
    if asked.write:
        PAGE.write_text(page(answers, texts, found, whole=not asked.part), "utf-8")
        PAGE.with_suffix(".svg").write_text(plot(found), "utf-8")
    if asked.check and any(bar.held is False for bar in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
