"""An evaluation as data and as a page. The data never hold words of a text; the page does only if it shows mistakes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allonym.evaluation.bucketing import OF_TEXTS
from allonym.evaluation.counting import ALL
from allonym.evaluation.mistakes import KINDS
from allonym.evaluation.values import Counts, Evaluation, Mistake, Rate, Score, Table
from allonym.reporting.page import facts, number, page, plain, table, text
from allonym.reporting.plots import Bar, bars

KIND = "allonym evaluate"
WARNING = "This page holds words of the texts, with names. Keep it as you keep the texts themselves."
MOST_SHOWN = 300
"""So many mistakes of each kind are shown."""
SCHEMES = {
    "strict": "start, end and label right",
    "exact": "start and end right, whatever the label",
    "partial": "as exact, and half for what overlaps",
    "type": "right label, some overlap",
    "covered": "all of it covered, whatever the label",
    "characters": "characters covered, whatever the label",
    "words": "words touched, whatever the label",
}
MEASURES = {
    "direct": "direct identifiers: entities",
    "quasi": "quasi-identifiers: entities",
    "mentions": "mentions",
    "words": "words",
    "weighted": "words, weighed by rarity",
}
_RATES = ("precision", "recall", "f1", "accuracy")


@dataclass(frozen=True, slots=True)
class Told:
    """What is said beside the figures: which files, what made the predictions, under which labels, how long it took."""

    gold: str
    predictions: str
    labels: str
    version: str
    seconds: float | None = None


def data_of(evaluation: Evaluation, told: Told) -> dict[str, Any]:
    """Return an evaluation as plain data, for JSON; mistakes are only counted."""
    return {
        "kind": KIND,
        "format": 1,
        "tool": f"allonym {told.version}",
        "gold": told.gold,
        "predictions": told.predictions,
        "labels": told.labels,
        "cpu_seconds": told.seconds,
        "texts": evaluation.texts,
        "annotators": evaluation.annotators,
        "words": evaluation.words,
        "annotated": dict(evaluation.labels),
        "left_out": dict(evaluation.left_out),
        "interval": {"share": 0.95, "resamples": evaluation.resamples, "seed": evaluation.seed, "unit": "text"},
        "schemes": {name: _rows(rows) for name, rows in evaluation.schemes.items()},
        "masking": {name: _rows(rows) for name, rows in evaluation.masking.items()},
        "buckets": {
            by: {name: _rows(rows) for name, rows in found.items()} for by, found in evaluation.buckets.items()
        },
        "mistakes": {kind: sum(each.kind == kind for each in evaluation.mistakes) for kind in KINDS},
    }


def page_of(evaluation: Evaluation, told: Told, *, with_mistakes: bool) -> str:
    """Return the page of an evaluation."""
    below = (
        f"{text(told.gold)} · {number(evaluation.texts)} texts, {number(sum(evaluation.labels.values()))} annotations"
    )
    parts = [
        *([f'<p class="notice warning">{text(WARNING)}</p>'] if with_mistakes else []),
        *_summary(evaluation, told),
        *_labels(evaluation),
        *_words(evaluation),
        *_schemes(evaluation),
        *_masking(evaluation),
        *_buckets(evaluation),
        *(_mistakes(evaluation.mistakes) if with_mistakes else []),
        *_limits(evaluation),
    ]
    return page("Quality of what was found", below, parts)


def shown(rate: Rate) -> str:
    """Return a rate in per cent with its interval, as HTML."""
    if rate.value is None:
        return "–"
    if rate.low is None or rate.high is None:
        return f"{100 * rate.value:.1f}"
    return f'{100 * rate.value:.1f} <span class="range">{100 * rate.low:.1f}–{100 * rate.high:.1f}</span>'


def _rows(rows: Table) -> dict[str, Any]:
    return {name: _score(each) for name, each in rows.items()}


def _score(each: Score) -> dict[str, Any]:
    found: dict[str, Any] = dict(zip(("tp", "fn", "fp", "tn"), confusion(each.counts), strict=True))
    found |= {name: getattr(each.counts, name) for name in ("wanted", "hit", "found", "good", "total")}
    rates = {name: getattr(each, name) for name in _RATES}
    rates |= {"miss_rate": each.recall.rest(), "false_discovery_rate": each.precision.rest()}
    return found | {name: {"value": rate.value, "low": rate.low, "high": rate.high} for name, rate in rates.items()}


def confusion(counts: Counts) -> tuple[float, float, float, float | None]:
    """Return true positives, false negatives, false positives and, where there are any, true negatives."""
    negatives = counts.total - counts.wanted - counts.found + counts.good if counts.total else None
    return counts.hit, counts.wanted - counts.hit, counts.found - counts.good, negatives


def _summary(evaluation: Evaluation, told: Told) -> Iterator[str]:
    covered, strict = evaluation.schemes["covered"][ALL], evaluation.schemes["strict"].get(ALL)
    marked = evaluation.schemes["characters"][ALL]
    rows = {
        "Predictions": text(told.predictions),
        "Labels": text(told.labels),
        "Annotations with a bare character (miss rate, %)": shown(covered.recall.rest()),
        "Bare characters of annotations (miss rate, %)": shown(marked.recall.rest()),
        "Covered characters that nothing asked for (%)": shown(marked.precision.rest()),
        "Strict F1 (%)": shown(strict.f1) if strict else "–",
    }
    for kind, name in (("direct", "Direct identifiers"), ("quasi", "Quasi-identifiers")):
        if kind in evaluation.masking["found"]:
            hidden = evaluation.masking["found"][kind].recall
            rows[f"{name} with a bare mention, titles aside (miss rate, %)"] = shown(hidden.rest())
    if told.seconds is not None:
        each = 1000 * told.seconds / max(1, evaluation.texts)
        rows["CPU time"] = f"{told.seconds:.1f} s, {each:.1f} ms a text"
    if evaluation.left_out:
        many = ", ".join(f"{text(label)} {number(count)}" for label, count in sorted(evaluation.left_out.items()))
        rows["Found under labels that the gold does not have: not counted as wrong"] = many
    yield "<h2>In short</h2>"
    yield facts(rows)
    yield '<p class="faint">Behind each figure stands the interval in which it lies with 95 % confidence.</p>'


def _labels(evaluation: Evaluation) -> Iterator[str]:
    strict = evaluation.schemes["strict"]
    total = sum(evaluation.labels.values()) or 1
    heads = ("label", "annotated", "share %", "found", "TP", "FN", "FP", "precision", "recall", "F1", "miss", "FDR")
    rows = []
    for name, each in strict.items():
        positive, missed, wrong, _ = confusion(each.counts)
        share = f"{100 * each.counts.wanted / total:.0f}"
        numbers = map(number, (each.counts.found, positive, missed, wrong))
        rates = (each.precision, each.recall, each.f1, each.recall.rest(), each.precision.rest())
        rows.append((name, [number(each.counts.wanted), share, *numbers, *_short(rates)]))
    yield "<h2>By label</h2>"
    yield _bars("How much of each label is covered, whatever it is called", "recall", evaluation.schemes["covered"])
    yield table("Start, end and label right (strict). Rates in %.", heads, rows, ALL)
    yield _bars("How much is found as annotated (strict)", "recall", strict)
    yield _bars("How much of what is found is as annotated (strict)", "precision", strict)


def _words(evaluation: Evaluation) -> Iterator[str]:
    heads = ("label", "TP", "FN", "FP", "TN", "accuracy", "precision", "recall", "miss", "FDR")
    rows = []
    for name, each in evaluation.schemes["words"].items():
        rates = (each.accuracy, each.precision, each.recall, each.recall.rest(), each.precision.rest())
        rows.append((name, [*map(number, confusion(each.counts)), *_short(rates)]))
    yield "<h2>By word</h2>"
    yield f"<p>Each of the {number(evaluation.words)} words is judged, so one can say what was rightly left alone. "
    yield "Accuracy is high wherever few words identify anybody; look at the miss rate first.</p>"
    yield table("The row “all” asks whether a word is part of anything. Rates in %.", heads, rows, ALL)


def _schemes(evaluation: Evaluation) -> Iterator[str]:
    heads = ("what counts as right", "annotated", "found", "precision", "recall", "F1")
    rows = []
    for name, meaning in SCHEMES.items():
        each = evaluation.schemes[name].get(ALL)
        if each is not None:
            counts = number(each.counts.wanted), number(each.counts.found) if each.counts.found else "–"
            rows.append((f"{name}: {meaning}", [*counts, shown(each.precision), shown(each.recall), shown(each.f1)]))
    yield "<h2>Strict or lenient</h2>"
    yield table("All labels together. Rates in %.", heads, rows)


def _masking(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>As an attacker reads</h2>"
    yield "<p>An entity is hidden only if every mention of it is. After the Text Anonymization Benchmark (Pilán et al. "
    yield "2022); its own weights come from a language model, ours from how rare a word is in these texts.</p>"
    alike = evaluation.masking["found"] == evaluation.masking["replaced"]
    for by in ("found",) if alike else ("found", "replaced"):
        rows = [
            (MEASURES[name], [number(each.counts.wanted or None), shown(each.recall), shown(each.precision)])
            for name, each in evaluation.masking[by].items()
        ]
        said = "by whatever is found" if by == "found" else "by what the profile takes out of the text"
        yield table(f"Hidden {said}. Rates in %.", ("of", "n", "recall", "precision"), rows)


def _buckets(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>Where it goes well and where badly</h2>"
    for by, found in evaluation.buckets.items():
        if not found:
            continue
        covered = [_bar(name, rows["covered"].recall, rows["covered"].counts.wanted) for name, rows in found.items()]
        yield f"<h3>By {text(by)}</h3>"
        yield bars(f"Recall by {by}: all of it covered, whatever the label", "recall (%)", "annotations", covered)
        heads = ("", "annotated", "covered", "strict recall", *(["strict precision"] if by in OF_TEXTS else []))
        yield table(f"By {by}. Rates in %.", heads, [(name, _cells(rows, by)) for name, rows in found.items()])


def _cells(rows: Mapping[str, Score], by: str) -> list[str]:
    covered, strict = rows["covered"], rows["strict"]
    cells = [number(covered.counts.wanted), shown(covered.recall), shown(strict.recall)]
    return [*cells, shown(strict.precision)] if by in OF_TEXTS else cells


def _mistakes(mistakes: Sequence[Mistake]) -> Iterator[str]:
    yield "<h2>Mistakes</h2>"
    for kind, meaning in KINDS.items():
        of_kind = [each for each in mistakes if each.kind == kind]
        rest = f", the first {MOST_SHOWN} of them" if len(of_kind) > MOST_SHOWN else ""
        # Open, for a closed one prints as a heading without its table.
        yield f"<details open><summary>{kind}: {meaning} "
        yield f"({number(len(of_kind))}{rest})</summary>"
        yield '<table><thead><tr><th scope="col">place</th><th scope="col">annotated</th><th scope="col">found</th>'
        yield '<th scope="col">words</th></tr></thead><tbody>'
        yield from (_mistake(each) for each in of_kind[:MOST_SHOWN])
        yield "</tbody></table></details>"


def _mistake(each: Mistake) -> str:
    # One isolate for the whole context: apart, its three pieces would stand in the order of the page.
    words = f'<td dir="auto">{plain(each.before)}<mark>{plain(each.words)}</mark>{plain(each.after)}</td>'
    labels = "".join(f'<td class="w">{text(label) if label else "–"}</td>' for label in (each.gold, each.found))
    return f"<tr><td>{text(each.place)}</td>{labels}{words}</tr>"


def _limits(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>What this does not say</h2><p>The figures hold for texts like these, annotated like these: what people "
    yield "overlooked counts as spurious, and nobody annotates what only an outsider could look up. "
    yield f"Intervals come from {number(evaluation.resamples)} draws of whole texts with the seed {evaluation.seed}; "
    yield "with fewer than about 30 texts they are too narrow.</p>"


def _short(rates: Iterable[Rate]) -> list[str]:
    return [shown(rate).replace(" <span", "<br><span") for rate in rates]


def _bars(caption: str, rate: str, rows: Table) -> str:
    counted = "wanted" if rate == "recall" else "found"
    drawn = [_bar(name, getattr(each, rate), getattr(each.counts, counted)) for name, each in rows.items()]
    return bars(caption, f"{rate} (%)", "annotations" if rate == "recall" else "findings", drawn)


def _bar(name: str, rate: Rate, count: float) -> Bar:
    return Bar(name, rate.value, rate.low, rate.high, count)
