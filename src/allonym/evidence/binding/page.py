"""The reports of one release on one page."""

from collections.abc import Iterator, Sequence
from typing import Any

from allonym import __version__
from allonym.core.errors import UsageError
from allonym.evidence.binding.judging import interval, requirements
from allonym.evidence.binding.reading import Data, Parts
from allonym.evidence.residual_page import limits
from allonym.evidence.utility.judging import SPREAD
from allonym.reporting.page import code, facts, number, page, table, text
from allonym.reporting.plots import Bar, bars
from allonym.reporting.scatter import Point, scatter

REASON = "Whoever holds the vault can give every text back, and context may point to a person."
NOTICE = f"These data are pseudonymized. They are still personal data. {REASON}"
_ALL = "all"
_MOST = 10


def require_whole(parts: Parts) -> None:
    """Raise UsageError if a report has the names of a report and not what belongs under them."""
    try:
        bound_page(parts, "")
    except (AttributeError, KeyError, StopIteration, RuntimeError, TypeError, ValueError) as error:
        raise UsageError(f"one of the reports is damaged ({type(error).__name__}); make them anew") from None


def bound_page(parts: Parts, title: str) -> str:
    """Return the page; it holds no words of a text."""
    names = ", ".join(parts.as_data())
    return page(title, f"allonym {text(__version__)} · {text(names)}", _parts(parts))


def bound_data(parts: Parts, title: str) -> dict[str, Any]:
    """Return the same as plain data."""
    rows = [
        {"name": each.name, "asks": each.asks, "can": each.can, "measured": each.measured}
        for each in requirements(parts)
    ]
    return {
        "kind": "allonym report",
        "version": 1,
        "tool": __version__,
        "title": title,
        "notice": NOTICE,
        "requirements": rows,
        "doubts": parts.doubts(),
        "parts": parts.as_data(),
    }


def _parts(parts: Parts) -> Iterator[str]:
    yield f'<p class="notice">{text(NOTICE)}</p>'
    yield from (f'<p class="notice warning">{text(each)}</p>' for each in parts.doubts())
    yield from _requirements(parts)
    for found, section in (
        (parts.certificate, _certificate),
        (parts.evaluation, _evaluation),
        (parts.residual, _residual),
        (parts.risk, _risk),
        (parts.utility, _utility),
    ):
        if found is not None:
            yield from section(found)
    said = [sentence for each in (parts.residual, parts.risk, parts.utility) if each for sentence in each["limits"]]
    yield limits(said) if said else ""


def _requirements(parts: Parts) -> Iterator[str]:
    yield "<h2>What is asked, what was promised, what was measured</h2>"
    yield '<p class="faint">Requirements after Francopoulo and Schaub (2020). “Can” is what this way of substituting '
    yield "can fulfil, by table 1 of the paper; “measured” is what the reports below show.</p>"
    yield '<table><thead><tr><th scope="col">requirement</th><th scope="col">can</th><th scope="col">measured</th>'
    yield "</tr></thead><tbody>"
    for each in requirements(parts):
        yield f'<tr><th scope="row">{text(each.name)}: {text(each.asks)}</th><td class="w">{text(each.can)}</td>'
        yield f'<td class="w">{text(each.measured)}</td></tr>'
    yield "</tbody></table>"


def _certificate(it: Data) -> Iterator[str]:
    totals = it["totals"]
    yield "<h2>What was done</h2>"
    yield facts(
        {
            "Certificate": f"{code(it['id'])}, signed {text(it['issued'])}",
            "Verifying key": code(it["key"]),
            "Files": ", ".join(text(each["name"]) for each in it["files"]),
            "Profiles": text(", ".join(sorted({str(each["profile"]) for each in it["files"]}))),
            "Texts, of which changed": f"{number(totals['texts'])}, {number(totals['changed'])}",
            "Rows left out": number(totals["withheld"]),
            "Search for what was left": text(it["residual"]["result"]),
        }
    )
    rows = sorted((totals["replaced"] or {}).items())
    yield table("Replaced", ("label", "mentions"), [(name, [number(count)]) for name, count in rows])


def _evaluation(it: Data) -> Iterator[str]:
    yield f"<h2>How much is found: {text(it['gold'])}</h2>"
    covered, strict = it["schemes"]["covered"], it["schemes"]["strict"]
    drawn = [_bar(name, row["recall"], row["wanted"]) for name, row in covered.items()]
    yield bars(f"All of it covered, whatever the label; {it['texts']:,} texts, 95 %", "recall, %", "annotations", drawn)
    rows = [
        (name, [number(row["wanted"]), *(text(interval(row[key])) for key in ("precision", "recall", "f1"))])
        for name, row in strict.items()
    ]
    yield table("Start, end and label right", ("label", "n", "precision", "recall", "F1"), rows, strong=_ALL)


def _bar(name: str, rate: Data, count: float) -> Bar:
    return Bar(name, rate["value"], rate["low"], rate["high"], count)


def _residual(it: Data) -> Iterator[str]:
    yield "<h2>What is left</h2>"
    yield facts(
        {
            "Texts searched": number(it["texts"]),
            "Originals looked for, in all their spellings": number(it["originals"]),
            "Second opinion": text(", ".join(it["detectors"])),
        }
    )
    heads = ("round", "findings", "hints", "texts")
    yield table(
        "Rounds", heads, [(str(each["round"]), [number(each[one]) for one in heads[1:]]) for each in it["rounds"]]
    )
    for name, counts in it["counts"].items():
        if counts:
            yield table(f"By {name}", (name, "places"), [(key or "–", [number(n)]) for key, n in counts.items()])


def _risk(it: Data) -> Iterator[str]:
    yield "<h2>Who can still be recognised</h2>"
    if it["combinations"]:
        heads = ("attributes", "authors", "alone", "alone, %", "least k", "median k")
        rows = [(" + ".join(each["attributes"]), _combination(each)) for each in it["combinations"][:_MOST]]
        yield table("Who is alone with what is known of them", heads, rows)
    search = it["searchable"]
    yield facts(
        {
            f"Texts with {search['run']} words in a row that stand once": (
                f"{number(search['searchable'])} of {number(search['texts'])} ({100 * search['share']:.1f} %)"
            )
        }
    )
    known = {name: each for name, each in it["style"].items() if each["authors"] > 1}
    if known:
        drawn = [Bar(name, each["share"], each["low"], each["high"], each["authors"]) for name, each in known.items()]
        yield bars("Authors known by how they write; 95 %", "share of authors, %", "authors", drawn)


def _combination(each: Data) -> Sequence[str]:
    share = f"{100 * each['unique_share']:.1f}"
    return [number(each["authors"]), number(each["unique"]), share, number(each["least"]), number(each["median"])]


def _utility(it: Data) -> Iterator[str]:
    yield f"<h2>What the data are still good for: {text(it['label'])}</h2>"
    yield f'<p class="faint">{text(SPREAD)}</p>'
    leaks = it["leakage"]
    for name, matrix in it["macro_f1"].items():
        yield f"<p>{text(name)}: {text(it['verdict'][name]['said'])}</p>"
        same = {each["learnt_from"]: each for each in matrix if each["learnt_from"] == each["tested_on"]}
        if leaks["original"]["guessed"] is None:
            yield f"<p>Only {it['candidates']} different names were replaced: too few to guess among them.</p>"
            continue
        points = [_point(version, leaks[version]["guessed"], each) for version, each in same.items()]
        caption = (
            f"What is kept against what is given away, {name}: to the top left is better. Up and down: standard "
            f"deviation of {len(it['seeds'])} seeds (n = {it['tested_on']:,} texts); to the sides: 95 % "
            f"(n = {leaks['original']['guessed']['of']:,} replaced)."
        )
        axes = (f"originals guessed among {it['candidates']}, %", "macro-F1, same version, %")
        yield scatter(caption, axes, points, 100 / it["candidates"])


def _point(name: str, guessed: Data, score: Data) -> Point:
    share, low, high = (100 * float(guessed[key]) for key in ("share", "low", "high"))
    mean, around = 100 * float(score["mean"]), 100 * float(score["deviation"])
    return Point(name, share, low, high, mean, mean - around, mean + around)
