"""The report on risk as a page."""

from collections.abc import Iterator

from allonym.evidence.residual_page import limits
from allonym.evidence.risk import LIMITS, Risk
from allonym.evidence.style import interval
from allonym.evidence.uniqueness import SMALL, Combination, rare_counts
from allonym.reporting.page import facts, number, page, table, text
from allonym.reporting.plots import Bar, bars

_MOST, _MOST_VALUES = 15, 100


def risk_page(risk: Risk, *, show: bool) -> str:
    """Return the page; the rarest values stand on it only if they are asked for."""
    below = f"{risk.authors:,} authors, {risk.texts:,} texts"
    return page("Who can still be recognised", below, _parts(risk, show=show))


def _parts(risk: Risk, *, show: bool) -> Iterator[str]:
    if show:
        yield '<p class="notice warning">This page holds values that point to people. Keep it as the originals.</p>'
    yield from _unique(risk)
    yield from _rare(risk, show=show)
    yield from _searchable(risk)
    yield from _style(risk)
    yield from _known(risk)
    yield limits(LIMITS)


def _unique(risk: Risk) -> Iterator[str]:
    yield "<h2>Who is alone with what is known of them</h2>"
    if risk.sweeney is not None:
        share = f"{100 * risk.sweeney.unique_share:.1f} %"
        names = ", ".join(risk.sweeney.attributes)
        yield (
            f'<p class="notice">Postcode, date of birth and sex together ({text(names)}) are unique for {share} of '
            f"{risk.sweeney.authors:,} authors. Sweeney (2000) estimated 87 % for the United States.</p>"
        )
    if not risk.combinations:
        yield "<p>Nothing is known of anybody: no columns were named, and no text says where or what somebody is.</p>"
        return
    shown = risk.combinations[:_MOST]
    largest = max(risk.combinations, key=lambda each: len(each.attributes))
    single = [each for each in risk.combinations if len(each.attributes) == 1 or each is largest]
    plotted = [
        Bar(_short(each), each.unique_share, *interval(each.unique, each.authors), each.authors) for each in single
    ]
    yield bars("Authors who are alone with their values", "share of authors, %", "authors", plotted)
    heads = ("attributes", "authors", "different", "alone", f"in groups under {SMALL}", "least k", "median k")
    yield table(
        "k: how many authors share all values",
        heads,
        [(_name(each), [number(n) for n in _figures(each)]) for each in shown],
    )
    if len(risk.combinations) > _MOST:
        yield f'<p class="faint">… and {len(risk.combinations) - _MOST} more in the report as data.</p>'


def _figures(each: Combination) -> tuple[int, ...]:
    return each.authors, each.classes, each.unique, each.small, each.least, each.median


def _short(each: Combination) -> str:
    return _name(each) if len(each.attributes) == 1 else f"{len(each.attributes)} together"


def _name(each: Combination) -> str:
    return " + ".join(each.attributes)


def _rare(risk: Risk, *, show: bool) -> Iterator[str]:
    if not risk.rare:
        return
    yield "<h2>Rarest values</h2>"
    yield table(
        "Values that few authors have",
        ("attribute", "of one author", f"of 2 to {SMALL - 1}"),
        [(name, [number(one), number(few)]) for name, (one, few) in rare_counts(risk.rare).items()],
    )
    if show:
        rows = [(each.attribute, [number(each.authors), text(each.value)]) for each in risk.rare[:_MOST_VALUES]]
        yield table("The rarest", ("attribute", "authors", "value"), rows)


def _searchable(risk: Risk) -> Iterator[str]:
    it = risk.search
    yield "<h2>Texts that a search engine finds by their own words</h2>"
    yield facts(
        {
            f"Texts with {it.run} words in a row that stand once and hold no stand-in": (
                f"{number(it.searchable)} of {number(it.texts)} ({100 * it.share:.1f} %)"
            ),
            "Longest such stretch, in words": number(it.longest),
            "Median of the longest of each text, in words": number(it.median),
        }
    )
    if it.searchable:
        yield (
            '<p class="notice warning">If these texts are on the web, their authors are found by searching for a '
            "sentence, whatever names were replaced.</p>"
        )


def _style(risk: Risk) -> Iterator[str]:
    if not risk.styles:
        return
    yield "<h2>Authors who are known by how they write</h2>"
    styles = {name: each for name, each in risk.styles.items() if each.authors > 1}
    if not styles:
        yield "<p>Not measured: too few authors have enough text.</p>"
        return
    plotted = [Bar(name, each.share, each.low, each.high, each.authors) for name, each in styles.items()]
    yield bars("Authors recognised by character trigrams", "share of authors, %", "authors", plotted)
    yield table(
        "Recognised, against chance",
        ("where", "authors", "recognised", "%", "chance, %"),
        [
            (name, [number(each.authors), number(each.linked), f"{100 * each.share:.1f}", f"{100 * each.chance:.1f}"])
            for name, each in styles.items()
        ],
    )


def _known(risk: Risk) -> Iterator[str]:
    if (it := risk.frequency) is not None:
        yield "<h2>Pseudonyms that are known by how often they stand</h2>"
        right = "not known without the vault" if it.right is None else number(it.right)
        yield facts(
            {
                "Pseudonyms of persons": number(it.pseudonyms),
                "With a rank of their own": number(it.ranked),
                "A name of the list has the same rank": number(it.matched),
                "Right": f"{right} (guessing: {it.expected:.2f})",
            }
        )
    if (who := risk.guessing) is not None:
        yield "<h2>People who are pointed to by what is known of them</h2>"
        right = "not told" if who.right is None else number(who.right)
        yield facts(
            {
                "People": number(who.people),
                "Facts fit just one author": number(who.one),
                "Right of these": right,
                "Facts fit several authors": number(who.several),
                "Facts fit nobody": number(who.none),
            }
        )
