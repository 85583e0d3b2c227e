"""The page /agreement: how far two annotators agree, the documents where they differ, and each place side by side."""

from collections.abc import Sequence
from html import escape
from unicodedata import bidirectional

from allonym.core.labels import lineage
from allonym.interfaces.pages.layout import Frame, Link, attribute, card, notice, page, plain, table, words
from allonym.reviewing.adjudicating import ONE, TWO, Place
from allonym.reviewing.agreement import Agreement, Kappa
from allonym.reviewing.choosing import Adjudication
from allonym.reviewing.entries import Entry
from allonym.reviewing.values import Mark, Sheet

_AROUND = 80
"""So many characters are shown before and after the words at issue."""
_COLOURS = {"PERSON": "person", "USERNAME": "person", "LOCATION": "place", "ADDRESS": "place"}
_COLOURS |= {"ORGANIZATION": "organization", "DATE": "time", "AGE": "time", "SENSITIVE": "sensitive"}
_KINDS = {
    "marked": "only one has marked it",
    "borders": "they marked it differently far",
    "label": "another label",
    "action": "another decision",
    "pseudonym": "another pseudonym",
    "features": "other features",
    "entity": "somebody or something else",
}


def overview(chosen: Adjudication, result: Agreement, links: tuple[Link, ...]) -> str:
    """Return the page of all documents."""
    one, two = chosen.one.name, chosen.two.name
    heads = ("", one, two, "both", "agree", "kappa", "95 %")
    rows = [
        ("replaced or not", result.masked),
        ("nothing, kept, marked, replaced", result.decisions),
        ("label", result.label),
        *result.labels.items(),
    ]
    figures = table("Agreement over words", heads, [_row(name, each) for name, each in rows])
    told = (
        f"<p>{result.documents} documents, {result.words} words that both {words(one)} and {words(two)} have read.</p>"
    )
    listed = [_listed(*each) for each in chosen.differing()]
    body = _settled(chosen) + card("Agreement", told + figures, id_="figures")
    if listed:
        found = table("Documents where the two differ", ("Document", "differ", "settled", ""), listed)
        body += card("Where they differ", found, id_="differences")
    else:
        body += notice("They agree on every document.", "good")
    return page("Agreement", body, Frame(here="/agreement", links=links))


def document_page(chosen: Adjudication, number: int, links: tuple[Link, ...]) -> str:
    """Return the page of one document: its differences side by side."""
    entry = chosen.project.entries[number]
    found = next((places for each, places, _ in chosen.differing() if each is entry), [])
    taken = chosen.choices.get(number, {})
    one, two = chosen.pair(number)
    names = {ONE: chosen.one.name, TWO: chosen.two.name}
    left = sum(each.key not in taken for each in found)
    state = f"<p>Places that differ: {len(found)}. To be chosen: {left}.</p>" if found else "<p>They agree here.</p>"
    state += _settled(chosen)
    every = "".join(_button(side, "", f"Take {name} everywhere here", chosen=False) for side, name in names.items())
    body = [
        '<p><a href="/agreement">All documents</a></p>',
        f'<div id="agreement" data-number="{number}">{state}<div class="row">{every if found else ""}</div>',
        '<div id="refused" role="alert"></div>',
    ]
    body += [_difference(each, (one, two), names, taken.get(each.key)) for each in found]
    frame = Frame(here="/agreement", links=links, scripts=("agreement.js",), wide=True)
    return page(f"Agreement: {entry.document.id}", "\n".join((*body, "</div>")), frame)


def _settled(chosen: Adjudication) -> str:
    """Return what is next, once every place has its choice."""
    places = [(len(found), settled) for _, found, settled in chosen.differing()]
    if not places or any(found > settled for found, settled in places):
        return ""
    command = f"allonym review … --as {chosen.project.journal.annotator}"
    return notice(
        f"All places are settled. To look them over and write the output: <code>{plain(command)}</code>", "good"
    )


def _row(name: str, each: Kappa) -> Sequence[str]:
    rate = each.kappa
    value = "–" if rate.value is None else f"{rate.value:.3f}"
    between = "–" if rate.low is None or rate.high is None else f"{rate.low:.2f} to {rate.high:.2f}"
    observed = "–" if each.observed is None else f"{100 * each.observed:.1f} %"
    return escape(name), str(each.one), str(each.two), str(each.both), observed, value, between


def _listed(entry: Entry, places: Sequence[Place], settled: int) -> Sequence[str]:
    link = f'<a href="/agreement/{entry.number}">Choose<span class="unseen"> in {words(entry.document.id)}</span></a>'
    return words(entry.document.id), str(len(places)), str(settled), link


def _difference(place: Place, sheets: tuple[Sheet, Sheet], names: dict[str, str], taken: str | None) -> str:
    sides = []
    for side, sheet, marks in ((ONE, sheets[0], place.one), (TWO, sheets[1], place.two)):
        button = _button(side, place.key, f"Take {names[side]}", chosen=taken == side)
        said = f'<p class="said" dir="{_direction(sheet.document.text)}">{_shown(place, sheet, marks)}</p>'
        sides.append(f'<div class="one-of-two"><h2>{words(names[side])}</h2>{said}{button}</div>')
    why = ", ".join(_KINDS[each] for each in place.kinds)
    state = f"settled: {words(names[taken])}" if taken else "open"
    head = f'<p class="faint">Characters {place.key}: {escape(why)}; <span class="state">{state}</span></p>'
    beside = f'<div class="beside">{"".join(sides)}</div>'
    return f'<section class="card difference" aria-label="Characters {place.key}">{head}{beside}</section>'


def _shown(place: Place, sheet: Sheet, marks: Sequence[Mark]) -> str:
    """Return the words at issue as one annotator has marked them, with some words around."""
    text, start = sheet.document.text, max(0, place.span.start - _AROUND)
    end = min(len(text), place.span.end + _AROUND)
    actions = {each.id: each for each in sheet.parties}
    parts, at = [("…" if start else "")], start
    for mark in marks:
        party = actions[mark.entity]
        told = [mark.label, str(party.number), party.action.value, *_features(mark)]
        if party.replacement is not None:
            told.append(f"→ {party.replacement}")
        colour = _COLOURS.get(lineage(mark.label)[-1], "other")
        parts.append(plain(text[at : mark.start]))
        inside = plain(mark.span.of(text))
        parts.append(f'<mark class="{colour}">{inside}<small dir="ltr">{words(" ".join(told))}</small></mark>')
        at = mark.end
    parts.append(plain(text[at:end]) + ("…" if end < len(text) else ""))
    return "".join(parts)


def _direction(text: str) -> str:
    """Return which way a text runs: that of most of its letters."""
    letters = [bidirectional(each) for each in text]
    return "rtl" if sum(each in {"R", "AL"} for each in letters) > letters.count("L") else "ltr"


def _features(mark: Mark) -> list[str]:
    features = dict(mark.features)
    return [name for name in ("gen", "def", "pl", "foreign") if features.get(name) == "yes"]


def _button(side: str, key: str, label: str, *, chosen: bool) -> str:
    pressed = ' aria-pressed="true"' if chosen else ' aria-pressed="false"' if key else ""
    return (
        f'<button type="button" class="small" data-side="{side}" data-place="{attribute(key)}"{pressed}>'
        f"{words(label)}</button>"
    )
