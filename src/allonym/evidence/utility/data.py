"""The experiment as plain data, for JSON; it has no words of a text."""

from typing import Any

from allonym import __version__
from allonym.evidence.utility.judging import in_words, verdicts
from allonym.evidence.utility.values import MEANINGS, Counted, Leak, Matrix, Share, Spread, Utility

KIND = "allonym utility"
LIMITS = (
    "What is replaced is what the profile finds: a name that is missed stands in every version, and helps no strategy.",
    (
        "The classifiers are small ones. A large model that is trained on your labels may need more of the words, or "
        "fewer."
    ),
    (
        "The spread is over seeds, which draw other rows to learn from; it is no test of significance, and rows of one "
        "author may stand on both sides."
    ),
    "The guesser looks at one stand-in at a time. Context and what else is known of people point to more of them.",
    "Names for the transfer are those that the detectors found, not those of a person who annotated them.",
)


def as_data(it: Utility) -> dict[str, Any]:
    """Return all figures; shares and scores go from 0 to 1."""
    return {
        "kind": KIND,
        "version": 1,
        "tool": __version__,
        "label": it.label,
        "profile": it.profile,
        "strategies": MEANINGS,
        "classes": dict(it.classes),
        "rows": it.rows,
        "texts": it.texts,
        "changed": it.changed,
        "replaced": dict(it.replaced),
        "seeds": list(it.seeds),
        "learnt_from": it.learnt_from,
        "tested_on": it.tested_on,
        "macro_f1": {name: _matrix(matrix) for name, matrix in it.matrices.items()},
        "verdict": {name: _judged(matrix) for name, matrix in it.matrices.items()},
        "leakage": {name: _leak(each) for name, each in it.leaks.items()},
        "candidates": it.candidates,
        "counts": {name: _counted(each) for name, each in it.counted.items()},
        "transfer": {"texts": it.tagged, "f1": _matrix(it.transfer)},
        "cpu_seconds": round(it.seconds, 1),
        "notes": list(it.notes),
        "limits": list(LIMITS),
    }


def _matrix(matrix: Matrix) -> list[dict[str, Any]]:
    return [{"learnt_from": one, "tested_on": other, **_spread(each)} for (one, other), each in matrix.items()]


def _spread(each: Spread) -> dict[str, Any]:
    scores = [round(score, 4) for score in each.scores]
    return {"mean": round(each.mean, 4), "deviation": round(each.deviation, 4), "scores": scores}


def _judged(matrix: Matrix) -> dict[str, Any]:
    rows = [
        {"test": each.test, "realistic_against": each.other, "is": each.is_, **_spread(each.difference)}
        for each in verdicts(matrix)
    ]
    return {"said": in_words(matrix), "comparisons": rows}


def _leak(each: Leak) -> dict[str, Any]:
    guessed, style = (None if one is None else _share(one) for one in (each.guessed, each.style))
    return {"guessed": guessed, "left": _share(each.left), "style": style}


def _counted(each: Counted) -> dict[str, Any]:
    return {
        "labels": dict(sorted(each.labels.items())),
        "alike": _share(each.alike),
        "words": each.words,
        "different_words": each.different,
        "words_once": each.once,
    }


def _share(each: Share) -> dict[str, Any]:
    return {
        "share": round(each.share, 4),
        "found": round(each.found, 2),
        "of": each.of,
        "low": round(each.low, 4),
        "high": round(each.high, 4),
    }
