"""The experiment as a page."""

from collections.abc import Iterator

from allonym.evidence.residual_page import limits
from allonym.evidence.utility.data import LIMITS
from allonym.evidence.utility.judging import SPREAD, in_words
from allonym.evidence.utility.leaking import FEWEST_CANDIDATES
from allonym.evidence.utility.values import MEANINGS, ORIGINAL, VERSIONS, Matrix, Share, Spread, Utility
from allonym.reporting.page import facts, number, page, table, text
from allonym.reporting.plots import Bar, bars
from allonym.reporting.scatter import Point, scatter

_HEADS = ("learnt from", "n", "tested on the same version", "on originals", "learnt from originals, tested on it")
_MOST_LABELS = 8
CLASSIFIERS = {
    "linear": "words, pairs of words and runs of four letters; softmax",
    "encoder": "states of the embedded network, mean and maximum; a linear head",
}


def utility_page(it: Utility) -> str:
    """Return the page; it holds no words of a text."""
    below = f"{number(it.texts)} texts, {len(it.classes)} labels in {text(it.label)} · profile {text(it.profile)}"
    return page("What the data are still good for", below, _parts(it))


def parts_of(it: Utility) -> Iterator[str]:
    """Return the middle of the page, for a report that binds several."""
    yield from _parts(it)


def _parts(it: Utility) -> Iterator[str]:
    for name, matrix in it.matrices.items():
        yield f'<p class="notice"><b>{text(name)}:</b> {text(in_words(matrix))}</p>'
    yield f'<p class="faint">{text(SPREAD)}</p>'
    yield facts(
        {
            "Texts": f"{number(it.texts)}, of which {number(it.changed)} have something replaced",
            "Learnt from / tested on, under each seed": f"{number(it.learnt_from)} / {number(it.tested_on)} texts",
            "Labels": ", ".join(f"{text(name)} {number(count)}" for name, count in it.classes.items()),
            "Replaced": ", ".join(f"{text(name)} {number(count)}" for name, count in it.replaced.items()),
            "Seeds": number(len(it.seeds)),
            "Processor time": f"{it.seconds:,.0f} s",
        }
    )
    yield "".join(f'<p class="faint">{text(note)}</p>' for note in it.notes)
    rows = "; ".join(f"{text(name)}: {text(MEANINGS[name])}" for name in VERSIONS)
    yield f'<p class="faint">{rows}. All of them from one plan: what is replaced is the same in each.</p>'
    for name, matrix in it.matrices.items():
        yield from _classifier(it, name, matrix)
    yield from _leaks(it)
    yield from _counts(it)
    yield from _transfer(it)
    yield limits(LIMITS)


def _classifier(it: Utility, name: str, matrix: Matrix) -> Iterator[str]:
    yield f"<h2>Classifier: {text(name)}</h2>"
    yield f'<p class="faint">{text(CLASSIFIERS.get(name, "states of this model, mean and maximum; a linear head"))}</p>'
    own = [Bar(each, *_whisker(matrix[each, each]), it.tested_on) for each in VERSIONS]
    yield bars("Learnt from and tested on the same version: mean ± standard deviation", "macro-F1, %", "texts", own)
    rows = [
        (
            each,
            [
                number(it.tested_on),
                *(_shown(matrix[pair]) for pair in ((each, each), (each, ORIGINAL), (ORIGINAL, each))),
            ],
        )
        for each in VERSIONS
    ]
    seeds = len(it.seeds)
    yield table(f"Macro-F1 in %, mean ± standard deviation of {seeds} seeds; n texts tested on", _HEADS, rows)
    yield table(
        f"All pairs: macro-F1 in %, mean of {seeds} seeds. Rows: learnt from; columns: tested on.",
        ("learnt from", *VERSIONS),
        [(one, [f"{100 * matrix[one, other].mean:.1f}" for other in VERSIONS]) for one in VERSIONS],
    )
    points = [point for each in VERSIONS if (point := _point(it, matrix, each)) is not None]
    if not points:
        return
    entities = max(each.guessed.of for each in it.leaks.values() if each.guessed is not None)
    caption = (
        f"What is kept against what is given away, {name}: to the top left is better. Up and down: standard deviation "
        f"of {seeds} seeds (n = {it.tested_on:,} texts); to the sides: 95 % (n = {entities:,} replaced)."
    )
    axes = (f"originals guessed among {it.candidates}, %", "macro-F1, same version, %")
    yield scatter(caption, axes, points, 100 / it.candidates)


def _point(it: Utility, matrix: Matrix, name: str) -> Point | None:
    guessed, score = it.leaks[name].guessed, matrix[name, name]
    if guessed is None:
        return None
    x = (100 * each for each in (guessed.share, guessed.low, guessed.high))
    y = (100 * each for each in (score.mean, score.mean - score.deviation, score.mean + score.deviation))
    return Point(name, *x, *y)


def _leaks(it: Utility) -> Iterator[str]:
    yield "<h2>What each version gives away</h2>"
    if it.candidates < FEWEST_CANDIDATES:
        yield f"<p>Only {it.candidates} different names were replaced: too few to guess among them."
    else:
        yield f"<p>Somebody has {it.candidates} names, one of which is right, and looks at what stands in its place. "
        yield f"Guessing blindly is right in {100 / it.candidates:.0f} %. Whoever sees the kind, or a stand-in with "
        yield "the gender, the script and the look of the original, guesses better."
    yield " <i>Left</i> are originals that stand, in any spelling "
    yield "that is sure, in some text where they were not found, or were let stand.</p>"
    styled = any(each.style is not None for each in it.leaks.values())
    heads = ("version", "n", "guessed, %", "n", "left, %", *(("authors", "known by style, %") if styled else ()))
    rows = []
    for name, each in it.leaks.items():
        shares = [each.guessed, each.left, *([each.style] if styled else [])]
        rows.append((name, [cell for one in shares for cell in _cells(one)]))
    yield table("Shares in % with intervals at 95 %", heads, rows)


def _counts(it: Utility) -> Iterator[str]:
    yield "<h2>What can still be counted</h2>"
    yield "<p>How often each kind of thing stands in the texts, as a reader of each version sees it: tokens that say "
    yield "their kind, and what the detectors find. <i>Alike</i> is 100 % where all counts of a text are those of the "
    yield "original.</p>"
    original = it.counted[ORIGINAL].labels
    labels = sorted(original, key=lambda each: -original[each])[:_MOST_LABELS]
    alike = [
        Bar(name, each.alike.share, each.alike.low, each.alike.high, each.alike.of) for name, each in it.counted.items()
    ]
    yield bars("Counts of a text that are those of the original; 95 %", "alike, %", "texts", alike)
    rows = [(label, [number(each.labels.get(label, 0)) for each in it.counted.values()]) for label in labels]
    for name, field in (("words", "words"), ("different words", "different"), ("words that stand once", "once")):
        rows.append((name, [number(getattr(each, field)) for each in it.counted.values()]))
    yield table(
        f"Counts in {it.counted[ORIGINAL].alike.of:,} texts with anything to count; a placeholder is one word",
        ("", *it.counted),
        rows,
    )


def _transfer(it: Utility) -> Iterator[str]:
    yield "<h2>Do taggers carry over?</h2>"
    if not it.transfer:
        yield f"<p>Too few texts have names: {number(it.tagged)}.</p>"
        return
    yield "<p>A small tagger learns persons, places and organisations from one version and looks for them in the "
    yield "other. Placeholders are left out: they say their kind themselves.</p>"
    names = list(dict.fromkeys(one for one, _ in it.transfer))
    yield table(
        f"F1 of names in %, mean ± standard deviation of {len(it.seeds)} seeds; {it.tagged:,} texts, a fifth tested on",
        ("learnt from", *(f"tested on {name}" for name in names)),
        [(one, [_shown(it.transfer[one, other]) for other in names]) for one in names],
    )


def _whisker(each: Spread) -> tuple[float, float, float]:
    return each.mean, max(0.0, each.mean - each.deviation), min(1.0, each.mean + each.deviation)


def _shown(each: Spread) -> str:
    return f'{100 * each.mean:.1f} <span class="range">± {100 * each.deviation:.1f}</span>'


def _cells(each: Share | None) -> tuple[str, str]:
    return ("–", "–") if each is None else (number(each.of), _interval(each))


def _interval(each: Share) -> str:
    return f'{100 * each.share:.1f} <span class="range">{100 * each.low:.1f}–{100 * each.high:.1f}</span>'
