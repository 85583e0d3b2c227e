"""What peers.py found out, as tables for a terminal and for the documentation, and as a plot."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import log10

from peer_scoring import Tally

TWEETS, DOCUMENTS = ("en wnut17", "en btc"), ("en tab144",)
TITLES = {"allonym": "allonym", "fast": "allonym fast", "presidio": "Presidio", "rampart": "Rampart"}
_COSTS = ("tweets", "tweets, batches", "documents", "long text", "peak MB", "peak MB, long", "load", "install MB")
_NARROW = ("tweets", "batches", "documts", "long", "peak MB", "pk long", "load s", "inst MB")


@dataclass(slots=True)
class Outcome:
    """What one tool did: tallies and CPU seconds by set, and what it cost to have and to hold."""

    tool: str
    tallies: dict[str, Tally] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    batches: float | None = None
    load: float = float("inf")
    peak: float = 0.0
    size: float = 0.0
    long: float | None = None
    long_peak: float | None = None
    scaled: bool = False

    def sum(self, sets: Iterable[str]) -> float | None:
        """Return the CPU seconds for sets together, if all were read."""
        found = [self.seconds.get(each) for each in sets]
        return None if None in found else sum(each for each in found if each is not None)

    def f1(self, sets: Iterable[str]) -> float | None:
        """Return the strict F1 over sets together."""
        return reduce(Tally.__add__, (self.tallies[each] for each in sets if each in self.tallies), Tally()).f1()

    def costs(self) -> list[str]:
        """Return the cells of the table of costs."""
        about = "~" if self.scaled else ""
        return [
            brief(self.sum(TWEETS)),
            brief(self.batches),
            brief(self.sum(DOCUMENTS)),
            about + brief(self.long) if self.long else "-",
            show(self.peak or None),
            show(self.long_peak),
            brief(self.load if self.tallies else None),
            show(self.size or None),
        ]


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that must hold: what it is, how much is measured, and how much is asked."""

    what: str
    measured: float | None
    asked: float
    at_most: bool = False

    @property
    def held(self) -> bool | None:
        """Tell whether it holds; None if it was not measured."""
        if self.measured is None:
            return None
        return self.measured <= self.asked if self.at_most else self.measured >= self.asked

    def line(self) -> str:
        """Return it as a line for a terminal."""
        word = {True: "holds", False: "MISSED", None: "not measured"}[self.held]
        bound = "at most" if self.at_most else "at least"
        return f"{self.what:<42}{show(self.measured, 2):>8}  ({bound} {self.asked:g})  {word}"


def bars(outcomes: dict[str, Outcome], sizes: dict[str, float]) -> list[Bar]:
    """Return what the speed of ours must be. `sizes` has the megabytes of the tweets and of the long text."""
    ours, fast, peer = (outcomes.get(each, Outcome(each)) for each in ("allonym", "fast", "presidio"))

    def times(of: Callable[[Outcome], float | None]) -> float | None:
        mine, theirs = of(ours), of(peer)
        return theirs / mine if mine and theirs else None

    return [
        Bar("tweets, times as fast as Presidio", times(lambda each: each.sum(TWEETS)), 3),
        Bar("tweets in batches, times as fast", times(lambda each: each.batches), 3),
        Bar("documents, times as fast as Presidio", times(lambda each: each.sum(DOCUMENTS)), 3),
        Bar("long text, times as fast as Presidio", times(lambda each: each.long), 3),
        Bar("peak memory in MB, short texts", ours.peak or None, 350, at_most=True),
        Bar("peak memory in MB, long text", ours.long_peak, 350, at_most=True),
        Bar("load in s", ours.load if ours.peak else None, 0.6, at_most=True),
        Bar("fast, MB/s, tweets in batches", sizes["tweets"] / fast.batches if fast.batches else None, 2),
        Bar("fast, MB/s, long text", sizes["long"] / fast.long if fast.long else None, 2),
    ]


def show(number: float | None, digits: int = 0) -> str:
    """Return a number for a cell; a dash where there is none."""
    return "-" if number is None else f"{number:,.{digits}f}"


def brief(seconds: float | None) -> str:
    """Return seconds with as many digits as are worth reading."""
    return show(seconds, 0 if seconds is None or seconds >= 100 else 1 if seconds >= 1 else 2)


def figures(tally: Tally | None) -> tuple[str, str, str]:
    """Return F1, recall and precision of a tally for cells."""
    return (show(tally.f1()), show(tally.recall()), show(tally.precision())) if tally else ("-", "-", "-")


def terminal(outcomes: Sequence[Outcome], sets: dict[str, int], megabytes: float) -> list[str]:
    """Return the tables in 80 columns."""
    lines = ["Strict F1, character recall and precision in %", ""]
    lines.append(f"{'':25}" + "".join(f"{TITLES[each.tool]:>13}" for each in outcomes))
    lines.append(f"{'':25}" + f"{'F1   R   P':>13}" * len(outcomes))
    for name in sets:
        cells = ("".join(f"{cell:>4}" for cell in figures(each.tallies.get(name))) for each in outcomes)
        lines.append(f"{name[:25]:25}" + "".join(f"{cell:>13}" for cell in cells))
    cells = (show(handles(each)) for each in outcomes)
    lines += [f"{'@handles covered':25}" + "".join(f"{cell:>13}" for cell in cells), ""]
    lines += [f"CPU seconds on one core; the long text has {megabytes:g} MB", ""]
    lines.append(f"{'':14}" + "".join(f"{each:>8}" for each in _NARROW))
    lines += [f"{TITLES[each.tool]:14}" + "".join(f"{cell:>8}" for cell in each.costs()) for each in outcomes]
    return lines


def handles(outcome: Outcome) -> float | None:
    """Return the share of the characters of @handles that are covered, over all sets."""
    return reduce(Tally.__add__, outcome.tallies.values(), Tally()).recall("handles")


def markdown(outcomes: Sequence[Outcome], sets: dict[str, int], megabytes: float) -> list[str]:
    """Return the tables for the documentation."""
    names = [TITLES[each.tool] for each in outcomes]
    lines = [_row(["set", "texts", *names]), _row(["---", "---:", *("---:" for _ in names)])]
    for name, texts in sets.items():
        cells = (" / ".join(figures(each.tallies.get(name))) for each in outcomes)
        lines.append(_row([name, str(texts), *(cell.replace("- / - / -", "-") for cell in cells)]))
    lines.append(_row(["@handles", "", *(show(handles(each)) for each in outcomes)]))
    heads = [each.replace("long text", f"{megabytes:g} MB text") for each in _COSTS]
    lines += ["", _row(["", *heads]), _row(["---", *("---:" for _ in heads)])]
    return [*lines, *(_row([TITLES[each.tool], *each.costs()]) for each in outcomes)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def plot(outcomes: Sequence[Outcome], sizes: dict[str, float]) -> str:
    """Return an SVG of strict F1 against CPU seconds per megabyte: circles for tweets, squares for documents."""
    marks = []
    for each in outcomes:
        for sets, size in ((TWEETS, sizes["tweets"]), (DOCUMENTS, sizes["documents"])):
            seconds, f1 = each.sum(sets), each.f1(sets)
            if seconds and f1 is not None and size:
                marks.append(_mark(TITLES[each.tool], seconds / size, f1, square=sets is DOCUMENTS))
    ticks = [(f"{10**power:g}", 60 + 135 * (power + 1)) for power in range(-1, 4)]
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 370" font-family="sans-serif" font-size="13">',
        '<rect width="620" height="370" fill="white"/>',
        *(
            f'<path d="M{x} 20V310" stroke="#ddd"/><text x="{x}" y="328" text-anchor="middle">{n}</text>'
            for n, x in ticks
        ),
        *(
            f'<path d="M60 {_y(f1)}H600" stroke="#ddd"/><text x="52" y="{_y(f1) + 4}" text-anchor="end">{f1}</text>'
            for f1 in range(0, 101, 20)
        ),
        '<text x="330" y="355" text-anchor="middle">CPU seconds per MB of text (less is better)</text>',
        '<text x="16" y="165" text-anchor="middle" transform="rotate(-90 16 165)">strict F1 in %</text>',
        *marks,
        '<circle cx="470" cy="36" r="5" fill="#777"/><text x="482" y="40">tweets</text>',
        '<rect x="535" y="31" width="10" height="10" fill="#777"/><text x="551" y="40">court</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _y(f1: float) -> int:
    return round(310 - 2.9 * f1)


def _mark(name: str, cost: float, f1: float, *, square: bool) -> str:
    x, y = round(60 + 135 * (1 + max(-1, log10(cost)))), _y(f1)
    colour = "#0b6e4f" if name.startswith("allonym") else "#a23b3b"
    shape = f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10"' if square else f'<circle cx="{x}" cy="{y}" r="5"'
    return f'{shape} fill="{colour}"/><text x="{x + 9}" y="{y + 4}">{name}</text>'
