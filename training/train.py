"""Train teachers on annotated text, then distil them into students that are small enough to ship.

python training/train.py PREPARED OUT [--minutes 22]

Half an hour on one large accelerator; --rows 600 --device cpu is a dry run. OUT gets the students and figures.json.
"""

import argparse
import json
import lzma
import pickle
import random
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from checking import LANGUAGES, Checker, dev_rows, mean
from kitchen import Kitchen, Order
from learning import BEGUN, Plan, distil, log, teach
from network import HEAD, HEADS, INNER, Network, saved, started

from data import Arrays, to_learn

CHOSEN = {
    8: [0, 1, 3, 4, 6, 8, 9, 11],
    6: [0, 2, 4, 6, 8, 11],
    5: [0, 3, 6, 8, 11],
    4: [0, 4, 8, 11],
    3: [0, 5, 11],
}
"""Which of twelve layers a student of so many layers begins with."""


def parsed() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--teachers", default="p1,w2,p3,w4,p5", help="p reads pieces, w words; the number is the seed")
    parser.add_argument("--after", type=Path, help="a student from before as the only teacher, to make it thinner")
    parser.add_argument("--students", default="2x512x8+4x1536", help="layers x inner neurons x heads, and more of them")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--teacher-rate", type=float, default=1.5e-4)
    parser.add_argument("--teacher-words", type=int, default=6000)
    parser.add_argument("--student-rate", type=float, default=5e-4)
    parser.add_argument("--student-words", type=int, default=44000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--gold", type=float, default=0.5, help="what annotation counts beside the teachers")
    parser.add_argument("--hidden", type=float, default=0.3)
    parser.add_argument("--rows", type=int, default=0, help="so many rows only, for a dry run")
    parser.add_argument("--dev", type=int, default=400, help="so many dev rows of each set")
    return parser.parse_args()


def student_of(teacher: Network, size: str) -> Network:
    """Return a small network that begins with some layers of a teacher."""
    sizes = sized(size)
    made = Network(len(teacher.word.weight), sizes).to(teacher.word.weight.device)
    own = made.state_dict()
    for name, tensor in teacher.state_dict().items():
        if not name.startswith("blocks."):
            own[name].copy_(tensor)
    for place, layer in enumerate(begun_with(len(sizes), len(teacher.blocks))):
        made.blocks[place].load_state_dict(thinned(teacher.blocks[layer], *sizes[place]))
    return made


def begun_with(layers: int, given: int) -> list[int]:
    """Return which of a teacher's layers a student of so many layers begins with."""
    return list(range(layers)) if layers == given else [min(layer, given - 1) for layer in CHOSEN[layers]]


def sized(size: str) -> list[tuple[int, int]]:
    """Return the inner neurons and heads of each layer: "2x512x8+4x768" has two of 512 and 8 and four of 768 and 12."""
    made = []
    for run in size.split("+"):
        said = [int(each) for each in run.split("x")]
        layers, inner, heads = [*said, *(0, INNER, HEADS)[len(said) :]]
        made += [(inner, heads)] * layers
    return made


def thinned(block: torch.nn.Module, inner: int, heads: int) -> dict[str, torch.Tensor]:
    """Return the weights of a layer with only the inner neurons and the heads that do most."""
    state = dict(block.state_dict())
    neurons = strongest(state["fi.weight"].norm(dim=1) * state["fo.weight"].norm(dim=0), inner)
    for name, part in (("fi.weight", 0), ("fi.bias", 0), ("fo.weight", 1)):
        state[name] = state[name].index_select(part, neurons)
    brought = state["v.weight"].norm(dim=1) * state["ao.weight"].norm(dim=0)
    kept = strongest(brought.view(-1, HEAD).sum(1), heads)
    rows = (kept[:, None] * HEAD + torch.arange(HEAD, device=kept.device)).flatten()
    for name in ("q.weight", "q.bias", "k.weight", "k.bias", "v.weight", "v.bias"):
        state[name] = state[name].index_select(0, rows)
    state["ao.weight"] = state["ao.weight"].index_select(1, rows)
    return state


def strongest(strength: torch.Tensor, many: int) -> torch.Tensor:
    """Return the places of the largest numbers, in their order."""
    return strength.topk(many).indices.sort().values


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
        self.args = args
        _, pieces, scores = started(str(args.prepared / "start.npz"), [0])
        self.kitchen = Kitchen(args.prepared, pieces, scores, args.workers)
        self.rows = to_learn(args.prepared, LANGUAGES)
        self.texts = raw_texts(args.prepared)
        if args.rows:
            self.rows, self.texts = random.Random(1).sample(self.rows, args.rows), self.texts[: args.rows]
        self.checker = Checker(self.kitchen, dev_rows(args.prepared, args.dev), args.device)
        self.figures: dict = {}
        self.plan = Plan(
            args.device, args.epochs, args.teacher_rate, args.teacher_words, args.student_rate, args.student_words,
            args.rounds, args.repeats, args.hidden, args.gold,
        )  # fmt: skip
        log(f"{len(self.rows)} rows, {len(self.checker.rows)} dev rows, {len(self.texts)} raw texts, {args.device}")

    def check(self, name: str, networks: list[Network]) -> None:
        """Measure networks that vote together."""
        self.figures[name] = self.checker.check(networks)
        (self.args.out / "figures.json").write_text(json.dumps(self.figures, indent=1))
        log(name, {look: mean(each) for look, each in self.figures[name].items()})

    def teachers(self) -> dict[str, Network]:
        """Train teachers, side by side in processes of their own: each alone would leave the device idle."""
        names, folder = self.args.teachers.split(","), self.args.out / "epochs"
        folder.mkdir(exist_ok=True)
        apart = get_context("spawn")
        work = [apart.Process(target=teach_apart, args=(name, self.args, self.plan)) for name in names]
        for each in work:
            each.start()
        orders = [self.kitchen.gold(self.rows, 100 + number, number) for number in range(self.plan.epochs)]
        for number, order in enumerate(orders):
            (folder / "new").write_bytes(pickle.dumps(order.serve(), 5))
            (folder / "new").rename(folder / f"{number}.pickle")
        made = {}
        for name, each in zip(names, work, strict=True):
            each.join()
            made[name] = beginning(self.args, name)
            made[name].load_state_dict(torch.load(self.args.out / f"teacher-{name}.pt", map_location=self.args.device))
            self.check(f"teacher {name}", [made[name].eval()])
        return made

    def orders(self, number: int) -> tuple[Order, Order]:
        """Order a round: an epoch of annotated text and a part of the raw text, with noise of its own."""
        part = number % self.plan.rounds
        raw = self.texts[part :: self.plan.rounds]
        return self.kitchen.gold(self.rows, 7000 + part, number), self.kitchen.raw(raw, 9000 + part, number)

    def run(self, until: float) -> None:
        """Train teachers, then students until the time is up."""
        if self.args.after:
            teachers = [saved(str(self.args.after)).to(self.args.device).eval()]
        else:
            named = self.teachers()
            # Students read words: they begin with, and take the states of, a teacher that does.
            teachers = [named[name] for name in sorted(named, reverse=True)]
        self.check("teachers", teachers)
        students = {size: student_of(teachers[0], size) for size in self.args.students.split(",")}
        distil(students, teachers, self.orders, self.plan, until)
        for size, student in students.items():
            self.check(f"student {size}", [student])
            save(student, self.args.out / f"student-{size}.npz")
        self.kitchen.pool.shutdown(cancel_futures=True)
        log("done")


def beginning(args: argparse.Namespace, name: str) -> Network:
    """Return a teacher before it has learnt anything: "p1" reads pieces, "w2" words; the number is its seed."""
    torch.manual_seed(int(name[1:]))
    network, _, _ = started(str(args.prepared / "start.npz"), [0, 11] if args.rows else list(range(12)))
    network.pieces = name.startswith("p")
    return network.to(args.device)


def teach_apart(name: str, args: argparse.Namespace, plan: Plan) -> None:
    """Train one teacher on the epochs that the main process writes, and write it beside them."""
    settle()
    network = teach(beginning(args, name), epochs(args.out / "epochs", plan.epochs), plan, int(name[1:]))
    torch.save(network.state_dict(), args.out / f"teacher-{name}.pt")


def epochs(folder: Path, count: int) -> Iterator[Arrays]:
    """Return epochs as they are written."""
    for number in range(count):
        path = folder / f"{number}.pickle"
        while not path.exists():
            time.sleep(0.2)
        yield pickle.loads(path.read_bytes())  # noqa: S301 - our own file


def settle() -> None:
    """Set what every process needs."""
    torch.backends.cuda.matmul.allow_tf32 = True
    # It makes a plan for every new shape, which takes longer than the work.
    torch.backends.cuda.enable_cudnn_sdp(False)


def main() -> None:
    """Train."""
    args = parsed()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    settle()
    Work(args).run(BEGUN + args.minutes * 60 - 45)


if __name__ == "__main__":
    main()
