"""How teachers learn from annotated text, and students from teachers."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch
from batches import CLEAN, NOISY, Store
from labels import LABELS
from network import WIDTH, Network, near
from torch import Tensor
from torch.nn import functional

from data import Arrays, together

BITS = 1 << torch.arange(len(LABELS))
SHAPE = 9
BEGUN = time.monotonic()


def log(*words: object) -> None:
    """Say how far it is."""
    print(f"[{time.monotonic() - BEGUN:6.0f} s]", *words, flush=True)


@dataclass
class Plan:
    """How to learn."""

    device: str
    epochs: int
    teacher_rate: float
    teacher_words: int
    student_rate: float
    student_words: int
    rounds: int
    """Distillation reads so many epochs of annotated text, and as many parts of the raw text, again and again."""
    repeats: int
    """So many times a student reads a round before the next one, whose noise takes longer to make than to read."""
    hidden: float
    """How much it counts that a student's states are like its teacher's."""
    gold: float = 0.5
    """How much it counts what is annotated, beside what the teachers say."""
    early: float = 0.15
    """How much it counts what a student says after its first layers."""


def partial_loss(logits: Tensor, allowed: Tensor) -> Tensor:
    """Return minus the log of the chance that a label is among those allowed."""
    mask = (allowed[..., None] & BITS.to(logits.device)) > 0
    logs = functional.log_softmax(logits.float(), -1)
    return -torch.logsumexp(logs.masked_fill(~mask, -1e9), -1)


def forget(known: Tensor) -> Tensor:
    """Hide what the lists know of some words, and of all words of some texts, lest the model lean on it."""
    of_words = torch.rand(known.shape[:2], device=known.device) > 0.1
    of_texts = torch.rand(known.shape[0], 1, device=known.device) > 0.1
    hidden = known[..., :SHAPE] * (of_words & of_texts)[..., None]
    return torch.cat([hidden, known[..., SHAPE:]], -1)


def read(  # noqa: PLR0913 - which texts, how noisy, and what is hidden of them
    network: Network, store: Store, side: int, batch: tuple[Tensor, Tensor], *, hide: bool, gated: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    """Return logits and states of the words of a batch, and the early logits."""
    if network.pieces:
        ids, known, present, first = store.flat(side, *batch)
        made = network.of_pieces(ids, forget(known) if hide else known, present, first)
    else:
        slots, known, present = store.words(side, *batch)
        made = network(slots, forget(known) if hide else known, present, gated=gated)
    logits, state, early = (each[:, 1:] for each in made)
    return logits, state, early


class Learner:
    """A network with its optimizer."""

    def __init__(self, network: Network, rate: float, device: str) -> None:
        self.network, self.rate = network, rate
        learning = [each for each in network.parameters() if each.requires_grad]
        self.optimizer = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01, fused=device == "cuda")
        self.steps = 0
        self.loss = 0.0

    def step(self, loss: Tensor, past: float) -> None:
        """Learn from a loss; `past` is how much of the time is gone."""
        rate = self.rate * min(1.0, (self.steps + 1) / 250) * max(0.02, 1 - past)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        if self.steps % 50 == 0:
            self.loss = float(loss.detach())


def teach(network: Network, epochs: Iterable[Arrays], plan: Plan, seed: int) -> Network:
    """Train a teacher on epochs of annotated text."""
    learner = Learner(network.train(), plan.teacher_rate, plan.device)
    for number, arrays in enumerate(epochs):
        store = Store(arrays, plan.device)
        batches = store.batches(plan.teacher_words, seed * 100 + number)
        for done, batch in enumerate(batches):
            tokens, mask = batch
            with torch.autocast(plan.device, torch.bfloat16):
                logits, _, _ = read(network, store, NOISY, batch, hide=True)
            loss = (partial_loss(logits, store.allowed[tokens]) * mask).sum() / mask.sum()
            learner.step(loss, (number + done / len(batches)) / plan.epochs)
        log(f"teacher {seed} epoch {number}: {learner.steps} steps, loss {learner.loss:.4f}")
    return network.eval()


@torch.no_grad()
def ask(teachers: Sequence[Network], store: Store, batch: tuple[Tensor, Tensor], device: str) -> tuple[Tensor, Tensor]:
    """Return the mean of what teachers say about clean text, and the states of the first."""
    with torch.autocast(device, torch.bfloat16):
        said = [read(each, store, CLEAN, batch, hide=False) for each in teachers]
    chances = torch.stack([functional.softmax(logits.float(), -1) for logits, _, _ in said]).mean(0)
    return chances, said[0][1]


class Answers:
    """What the teachers say about the clean words of a round, asked once: they come again with other noise."""

    def __init__(self, teachers: Sequence[Network], words: int, device: str) -> None:
        self.teachers, self.device = teachers, device
        self.chances = torch.zeros(words, len(LABELS), dtype=torch.float16, device=device)
        self.states = torch.zeros(words, WIDTH, dtype=torch.bfloat16, device=device)
        self.whole = False

    def of(self, store: Store, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the chances of labels and the states of the first teacher for a batch."""
        tokens, mask = batch
        if not self.whole:
            chances, states = ask(self.teachers, store, batch, self.device)
            self.chances[tokens[mask]] = chances[mask].half()
            self.states[tokens[mask]] = states[mask].bfloat16()
        return self.chances[tokens].float(), self.states[tokens]


def distil(
    students: dict[str, Network], teachers: Sequence[Network], orders: Callable, plan: Plan, until: float
) -> None:
    """Teach students what the teachers say about annotated and raw text, until the time is up."""
    learners = {name: Learner(each.train(), plan.student_rate, plan.device) for name, each in students.items()}
    begun, number = time.monotonic(), 0
    known: dict[int, Answers] = {}
    waiting = [orders(0), orders(1), orders(2)]
    while time.monotonic() < until:
        store = Store(together([order.serve() for order in waiting.pop(0)]), plan.device)
        waiting.append(orders(number + 3))
        answers = known.setdefault(number % plan.rounds, Answers(teachers, len(store.allowed), plan.device))
        for again in range(plan.repeats):
            for batch in store.batches(plan.student_words, number * plan.repeats + again):
                past = (time.monotonic() - begun) / (until - begun)
                if past >= 1:
                    break
                target = answers.of(store, batch)
                for learner in learners.values():
                    gated = learner.steps % 2 == 1
                    learner.step(student_loss(learner.network, store, batch, target, plan, gated=gated), past)
            answers.whole = True
        number += 1
        log(f"round {number}:", {name: (each.steps, round(each.loss, 4)) for name, each in learners.items()})
    for each in students.values():
        each.eval()


def student_loss(  # noqa: PLR0913 - all that a lesson is made of
    student: Network,
    store: Store,
    batch: tuple[Tensor, Tensor],
    target: tuple[Tensor, Tensor],
    plan: Plan,
    *,
    gated: bool,
) -> Tensor:
    """Return how far a student that sees noisy text is from teachers that saw it clean, and from the annotation.

    Gated, its last layers count for the words only that they would be given at run time.
    """
    tokens, mask = batch
    chances, state = target
    with torch.autocast(plan.device, torch.bfloat16):
        logits, own, early = read(student, store, NOISY, batch, hide=True, gated=gated)
    losses = -(chances * functional.log_softmax(logits.float(), -1)).sum(-1)
    losses = losses + plan.gold * partial_loss(logits, store.allowed[tokens])
    losses = losses + plan.hidden * (own.float() - state.float()).pow(2).mean(-1)
    if gated:
        losses = losses * near(early)
    losses = losses - plan.early * (chances * functional.log_softmax(early.float(), -1)).sum(-1)
    return (losses * mask).sum() / mask.sum()
