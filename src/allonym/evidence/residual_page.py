"""The report of a search for what is left, as a page."""

from collections.abc import Iterator, Mapping, Sequence

from allonym.evidence.rounds import LIMITS, Round, place_of
from allonym.evidence.values import Leftover, Residue
from allonym.reporting.page import code, facts, number, page, table, text

_MOST = 2000


def residual_page(residue: Residue, rounds: Sequence[Round], onward: Sequence[str], *, show: bool) -> str:
    """Return the page; `onward` are the commands of the next round. Words stand on it only if they are asked for."""
    now = rounds[-1]
    below = f"Round {now.number}: {now.findings:,} findings, {now.hints:,} hints"
    return page("What is left", below, _parts(residue, rounds, onward, show=show))


def _parts(residue: Residue, rounds: Sequence[Round], onward: Sequence[str], *, show: bool) -> Iterator[str]:
    if show:
        yield '<p class="notice warning">This page holds words of people. Keep it as the originals are kept.</p>'
    yield facts(
        {
            "Outputs": number(len(residue.files)),
            "Texts": number(residue.texts),
            "Characters": number(residue.characters),
            "Different originals that were looked for, in all their spellings": number(residue.originals),
            "Texts that are not as the vault knows them": number(residue.changed),
            "Profile that says what may stand": text(", ".join(residue.profiles)),
            "Second opinion": text(", ".join(residue.detectors)),
        }
    )
    yield "".join(f'<p class="notice warning">{text(note)}</p>' for note in residue.notes)
    yield table(
        "Findings in each round",
        ("round", "findings", "hints", "texts"),
        [(str(each.number), [number(n) for n in (each.findings, each.hints, each.texts)]) for each in rounds],
    )
    yield "<h2>What was found</h2>"
    for name, counts in residue.counts().items():
        yield counted(f"By {name}", name, counts)
    yield counted("Let stand by the profile", "label", residue.kept)
    yield "<h2>Places</h2>"
    yield from _places(residue.found[:_MOST], show=show)
    if len(residue.found) > _MOST:
        yield f"<p>… and {len(residue.found) - _MOST:,} more, which stand in the report as data.</p>"
    yield "<h2>The next round</h2>"
    yield "".join(f"<p>{code(line)}</p>" for line in onward) or "<p>None is needed.</p>"
    yield limits(LIMITS)


def counted(caption: str, name: str, counts: Mapping[str, int]) -> str:
    """Return a table of counts; a sentence if there are none."""
    rows = [(key or "–", [number(count)]) for key, count in counts.items()]
    return table(caption, (name, "places"), rows) if rows else f'<p class="faint">{caption}: nothing.</p>'


def limits(sentences: Sequence[str]) -> str:
    """Return the section that says what a report does not tell."""
    items = "".join(f"<li>{text(each)}</li>" for each in sentences)
    return f"<h2>What this does not tell</h2><ul>{items}</ul>"


def _places(found: Sequence[Leftover], *, show: bool) -> Iterator[str]:
    heads = ("place", "characters", "label", "severity", "found by", "spelling")
    rows = [(place_of(each), [text(cell) for cell in _cells(each)]) for each in found]
    if not rows:
        yield "<p>None.</p>"
    elif not show:
        yield table("Each place", heads, rows)
    else:
        for each in found:
            told = text(" · ".join((place_of(each), *_cells(each))))
            yield f"<p>{told}<br>…{text(each.before)}<mark>{text(each.words)}</mark>{text(each.after)}…</p>"


def _cells(each: Leftover) -> tuple[str, ...]:
    return f"{each.span.start}–{each.span.end}", each.label, each.severity, each.source, each.variant or "–"
