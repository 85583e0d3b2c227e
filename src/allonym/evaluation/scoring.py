"""An evaluation, all of it: pairs of gold and predictions become rates with intervals."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from allonym.evaluation.bucketing import OF_NAMES, OF_TEXTS, count_buckets, in_order, times_of
from allonym.evaluation.counting import ALL, SCHEMES, WORD, count
from allonym.evaluation.intervals import Chance, scores
from allonym.evaluation.masking import MEASURES, Weigh, count_masks, weights_of
from allonym.evaluation.mistakes import mistakes_of
from allonym.evaluation.values import Counts, Evaluation, Pair, Rate, Score

MASKED_BY = ("found", "replaced")
"""What hides a span: whatever was found, or only what is taken out of the text."""
_Keyed = dict[str, Counts]


def evaluate(
    pairs: Sequence[Pair], left_out: Mapping[str, int] | None = None, chance: Chance | None = None
) -> Evaluation:
    """Return all measures of all texts."""
    drawn = chance or Chance()
    texts: dict[str, _Keyed] = defaultdict(dict)
    times, weigh = times_of(pairs), weights_of(pairs)
    labels = frozenset(each.label for pair in pairs for each in (*pair.gold, *pair.found))
    for pair in pairs:
        # Several annotators of one text are drawn together.
        keyed = texts[pair.id]
        for key, counts in _keyed(pair, labels, times, weigh).items():
            keyed[key] = keyed.get(key, Counts()) + counts
    made = {key: _honest(key, each) for key, each in scores(list(texts.values()), drawn).items()}
    lengths = {pair.id: sum(1 for _ in WORD.finditer(pair.text)) for pair in pairs}
    return Evaluation(
        texts=len(texts),
        annotators=len(pairs),
        words=sum(lengths.values()),
        labels=Counter(span.label for pair in pairs for span in pair.gold),
        schemes={scheme: _rows(made, f"scheme\t{scheme}") for scheme in SCHEMES},
        masking={by: _in(MEASURES, _rows(made, f"masking\t{by}")) for by in MASKED_BY},
        buckets=_buckets(made),
        left_out=dict(left_out or {}),
        mistakes=tuple(mistakes_of(pairs)),
        resamples=drawn.resamples,
        seed=drawn.seed,
    )


def _keyed(pair: Pair, labels: frozenset[str], times: Counter[str], weigh: Weigh) -> _Keyed:
    """Return the counts of one pair, under flat keys that `_rows` takes apart again."""
    counts = count(pair, labels)
    keyed = {f"scheme\t{scheme}\t{name}": each for scheme, rows in counts.items() for name, each in rows.items()}
    for by, buckets in count_buckets(pair, counts, times).items():
        for bucket, row in buckets.items():
            keyed.update({f"bucket\t{by}\t{bucket}\t{scheme}": each for scheme, each in row.items()})
    for by in MASKED_BY:
        masks = count_masks(pair, weigh, replaced=by == "replaced")
        keyed.update({f"masking\t{by}\t{name}": each for name, each in masks.items()})
    return keyed


def _honest(key: str, each: Score) -> Score:
    """Return a score without a harmonic mean, where only one side is counted: it would be 0 or nothing."""
    head, *path = key.split("\t")
    both = head == "scheme" and path[0] != "covered"
    both = both or (head == "masking" and path[-1] == "words")
    both = both or (head == "bucket" and path[-1] == "strict" and path[0] in OF_TEXTS)
    return each if both else replace(each, f1=Rate(None))


def _rows(made: Mapping[str, Score], head: str) -> dict[str, Score]:
    """Return the rows below a head; the labels by their names, and all of them last."""
    rows = {key.removeprefix(f"{head}\t"): each for key, each in made.items() if key.startswith(f"{head}\t")}
    return {name: rows[name] for name in sorted(rows, key=lambda name: (name == ALL, name))}


def _in(order: Sequence[str], rows: Mapping[str, Score]) -> dict[str, Score]:
    return {name: rows[name] for name in order if name in rows}


def _buckets(made: Mapping[str, Score]) -> dict[str, dict[str, dict[str, Score]]]:
    found: dict[str, dict[str, dict[str, Score]]] = {by: {} for by in (*OF_TEXTS, *OF_NAMES)}
    for key, each in made.items():
        head, *path = key.split("\t")
        if head == "bucket":
            by, bucket, scheme = path
            found[by].setdefault(bucket, {})[scheme] = each
    return {by: {name: rows[name] for name in in_order(rows)} for by, rows in found.items()}
