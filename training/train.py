"""Train teachers on annotated text, then distil them into students that are small enough to ship.

python training/train.py PREPARED OUT [--minutes 22]

Half an hour on one large accelerator; --rows 600 --device cpu is a dry run. OUT gets the students and figures.json.
"""

import argparse
import json
import lzma
import random
from pathlib import Path

import numpy as np
import torch
from checking import LANGUAGES, Checker, dev_rows, mean
from kitchen import Kitchen, Order
from learning import BEGUN, Plan, ask, distil, log, teach
from network import INNER, Network, started

from data import read_gold

CHOSEN = {
    8: [0, 1, 3, 4, 6, 8, 9, 11],
    6: [0, 2, 4, 6, 8, 11],
    5: [0, 3, 6, 8, 11],
    4: [0, 4, 8, 11],
    3: [0, 5, 11],
}
"""Which layers of a teacher a student of so many layers begins with."""


def parsed() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--teachers", default="p1,w2", help="p reads pieces, w words; the number is the seed")
    parser.add_argument("--students", default="6,4", help="layers, or layers x inner neurons: 6x768")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--teacher-rate", type=float, default=1.5e-4)
    parser.add_argument("--teacher-words", type=int, default=6000)
    parser.add_argument("--student-rate", type=float, default=5e-4)
    parser.add_argument("--student-words", type=int, default=44000)
    parser.add_argument("--raw-parts", type=int, default=3)
    parser.add_argument("--hidden", type=float, default=0.3)
    parser.add_argument("--rows", type=int, default=0, help="so many rows only, for a dry run")
    parser.add_argument("--dev", type=int, default=400, help="so many dev rows of each set")
    return parser.parse_args()


def student_of(teacher: Network, size: str) -> Network:
    """Return a small network that begins with some layers of a teacher: "6x768" has 768 inner neurons in each."""
    layers, inner = (int(each) for each in f"{size}x{INNER}".split("x")[:2])
    made = Network(len(teacher.word.weight), layers, inner).to(teacher.word.weight.device)
    own = made.state_dict()
    for name, tensor in teacher.state_dict().items():
        if not name.startswith("blocks."):
            own[name].copy_(tensor)
    for place, layer in enumerate(CHOSEN[layers]):
        block = teacher.blocks[min(layer, len(teacher.blocks) - 1)]
        made.blocks[place].load_state_dict(thinned(block, inner))
    return made


def thinned(block: torch.nn.Module, inner: int) -> dict[str, torch.Tensor]:
    """Return the weights of a layer with only the inner neurons that do most."""
    state = dict(block.state_dict())
    strength = state["fi.weight"].norm(dim=1) * state["fo.weight"].norm(dim=0)
    kept = strength.topk(inner).indices.sort().values
    for name, part in (("fi.weight", 0), ("fi.bias", 0), ("fo.weight", 1)):
        state[name] = state[name].index_select(part, kept)
    return state


def save(network: Network, path: Path) -> None:
    """Write the weights, in 16 bits; the table of pieces in 8 with a scale per row."""
    made = {name: tensor.detach().cpu().float().numpy() for name, tensor in network.state_dict().items()}
    words = made.pop("word.weight")
    scale = np.abs(words).max(1) / 127 + 1e-12
    np.savez(
        path,
        words=np.rint(words / scale[:, None]).astype(np.int8),
        scale=scale.astype(np.float32),
        **{name: tensor.astype(np.float16) for name, tensor in made.items()},
    )


def raw_texts(folder: Path) -> list[str]:
    """Return the raw texts; posts thrice, for there are few."""
    made: list[str] = []
    for path in sorted((folder / "text").glob("*.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            made += [line.strip() for line in lines] * (3 if path.name.startswith("social") else 1)
    random.Random(3).shuffle(made)
    return made


class Work:
    """A run of training."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.start = args, str(args.prepared / "start.npz")
        _, pieces, scores = started(self.start, [0])
        self.kitchen = Kitchen(args.prepared, pieces, scores, args.workers)
        self.rows = read_gold(args.prepared, "train", LANGUAGES)
        self.texts = raw_texts(args.prepared)
        if args.rows:
            self.rows, self.texts = random.Random(1).sample(self.rows, args.rows), self.texts[: args.rows]
        self.checker = Checker(self.kitchen, dev_rows(args.prepared, args.dev), args.device)
        self.figures: dict = {}
        self.plan = Plan(
            args.device, args.epochs, args.teacher_rate, args.teacher_words, args.student_rate, args.student_words,
            args.raw_parts, args.hidden,
        )  # fmt: skip
        log(f"{len(self.rows)} rows, {len(self.checker.rows)} dev rows, {len(self.texts)} raw texts, {args.device}")

    def check(self, name: str, networks: list[Network]) -> None:
        """Measure networks that vote together."""
        self.figures[name] = self.checker.check(networks)
        (self.args.out / "figures.json").write_text(json.dumps(self.figures, indent=1))
        log(name, {look: mean(each) for look, each in self.figures[name].items()})

    def teacher(self, name: str) -> Network:
        """Train a teacher."""
        network, _, _ = started(self.start, [0, 11] if self.args.rows else list(range(12)))
        network.pieces = name.startswith("p")
        torch.manual_seed(int(name[1:]))
        made = teach(network.to(self.args.device), self.kitchen, self.rows, self.plan, int(name[1:]))
        self.check(f"teacher {name}", [made])
        return made

    def orders(self, number: int) -> tuple[Order, Order]:
        """Order an epoch of annotated text and a part of the raw text."""
        share = len(self.texts) // self.plan.raw_parts
        part = number % self.plan.raw_parts
        raw = self.texts[part * share : (part + 1) * share]
        return self.kitchen.gold(self.rows, 7000 + number), self.kitchen.raw(raw, 9000 + number)

    def run(self, until: float) -> None:
        """Train teachers, then students until the time is up."""
        teachers = [self.teacher(name) for name in self.args.teachers.split(",")]
        self.check("teachers", teachers)
        # Students read words: they begin with, and take the states of, the teacher that does.
        teachers.reverse()
        students = {size: student_of(teachers[0], size) for size in self.args.students.split(",")}
        device = self.args.device
        distil(students, lambda *batch: ask(teachers, *batch, device), self.orders, self.plan, until)
        for size, student in students.items():
            self.check(f"student {size}", [student])
            save(student, self.args.out / f"student-{size}.npz")
        self.kitchen.pool.shutdown(cancel_futures=True)
        log("done")


def main() -> None:
    """Train."""
    args = parsed()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    # It makes a plan for every new shape, which takes longer than the work.
    torch.backends.cuda.enable_cudnn_sdp(False)
    Work(args).run(BEGUN + args.minutes * 60 - 45)


if __name__ == "__main__":
    main()
