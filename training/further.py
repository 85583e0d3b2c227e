"""Let a network that is shipped go on learning, from texts that were annotated since; two cores are enough.

python training/further.py PREPARED NETWORK OUT.npz [--steps 2600]

A lesson has some new texts and some of all others, which keeps what was known; and what the network said before
counts beside what is annotated. With other noise and names swapped in, a text comes again and again.
"""

import argparse
import copy
import random
from pathlib import Path

import torch
from batches import Store
from checking import LANGUAGES, Checker, dev_rows, mean
from kitchen import Kitchen
from learning import Learner, Plan, ask, log, student_loss
from shipped import read_network, read_pieces
from train import save

from data import Row, to_learn


def parsed() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prepared", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--new", default="", help="the sets that are new, as in 'fr hand_talk,es hand_news'; none: all")
    parser.add_argument("--steps", type=int, default=2600)
    parser.add_argument("--words", type=int, default=4000, help="so many words a step")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--gold", type=float, default=1.0, help="what annotation counts beside what it said before")
    parser.add_argument("--hidden", type=float, default=0.3)
    parser.add_argument("--share", type=float, default=0.35, help="how much of a lesson is new")
    parser.add_argument("--rows", type=int, default=4000, help="so many texts are prepared at a time")
    parser.add_argument("--dev", type=int, default=100, help="so many dev rows of each set; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def lessons(rows: list[Row], new: set[str], args: argparse.Namespace, number: int) -> list[Row]:
    """Return the texts of a round, some of them new; the kitchen takes each as often as its set's weight says."""
    chance = random.Random(args.seed * 1000 + number)
    own = [row for row in rows if f"{row.lang} {row.source}" in new]
    others = [row for row in rows if f"{row.lang} {row.source}" not in new]
    count = int(args.rows * args.share) if own else 0
    return [*chance.choices(own, k=count), *chance.choices(others, k=args.rows - count)]


def main() -> None:
    """Go on learning."""
    args = parsed()
    torch.manual_seed(args.seed)
    network = read_network(args.network)
    before = copy.deepcopy(network).eval()
    kitchen = Kitchen(args.prepared, *read_pieces(args.network), 1)
    rows = to_learn(args.prepared, LANGUAGES)
    checker = Checker(kitchen, dev_rows(args.prepared, args.dev), "cpu") if args.dev else None
    plan = Plan("cpu", 0, 0.0, 0, args.rate, args.words, 0, 0, args.hidden, args.gold)
    learner = Learner(network.train(), args.rate, "cpu")
    new = {name for name in args.new.split(",") if name}
    log(f"{len(rows)} rows, {sum(f'{row.lang} {row.source}' in new for row in rows)} of them new")
    number = 0
    while learner.steps < args.steps:
        texts = lessons(rows, new, args, number)
        store = Store(kitchen.gold(texts, 500 + number, number).serve(), "cpu")
        for batch in store.batches(args.words, number):
            target = ask([before], store, batch, "cpu")
            gated = learner.steps % 2 == 1
            learner.step(student_loss(network, store, batch, target, plan, gated=gated), learner.steps / args.steps)
            if learner.steps >= args.steps:
                break
        number += 1
        save(network, args.out)
        log(f"round {number}: {learner.steps} steps, loss {learner.loss:.4f}")
    network.eval()
    if checker:
        for name, each in (("before", before), ("after", network)):
            log(name, {look: mean(figures) for look, figures in checker.check([each]).items()})


if __name__ == "__main__":
    main()
