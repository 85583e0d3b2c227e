"""What could still point to people in data: measured by attacks that anybody can try."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym import __version__
from allonym.core.errors import UsageError
from allonym.core.tokens import TOKEN
from allonym.evidence.frequency import FrequencyAttack, frequency_attack
from allonym.evidence.guessing import Guessing, Person, guessed
from allonym.evidence.rows import Author, Columns, read_authors
from allonym.evidence.searchable import Searchability, searchability
from allonym.evidence.standing import Standing, standing_in
from allonym.evidence.style import StyleAttack, style_attack
from allonym.evidence.uniqueness import Combination, Rare, all_measured, attributes_of, measured, rare_counts, rarest
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.sources import Source, digest_of
from allonym.vault.sealed import SealedVault

LIMITS = (
    (
        "k is counted among the authors of these data. In a population that holds more people it is larger; whoever "
        "knows that somebody is in the data has k as it stands here."
    ),
    (
        "What texts say of their authors is found by detectors, which miss some of it, and which take what is said of "
        "others for something said of the author."
    ),
    "The attackers are simple ones. A better one may recognise more people; none of these figures is an upper bound.",
    "Searchability is judged within the data: whether a text is on the web at all is not known here.",
    "Stand-ins that look like real names are known only with the vault; without it they count as words of the text.",
)
_PERSON = re.compile(r"[\[_](?:PERSON|USERNAME|People|User)")
_SWEENEY = (
    re.compile(r"zip|post(?:al)?.?code|postcode|plz|postnummer|code.?postal|\bcap\b|\bcp\b", re.IGNORECASE),
    re.compile(r"birth|dob|geburt|naissance|nacimiento|nascita|nascimento|född|ميلاد", re.IGNORECASE),
    re.compile(r"\bsex|gender|geschlecht|genre|genere|g[eé]nero|kön|جنس", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of data: which columns there are, and what an attacker has. All of it may be left out."""

    columns: Columns = field(default_factory=Columns)
    original: Sequence[Source] = ()
    people: Sequence[Person] = field(default=(), repr=False)
    names: Mapping[str, int] = field(default_factory=dict, repr=False)
    vault: SealedVault | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Risk:
    """What was measured. Parts that nothing was given for are None or empty."""

    authors: int
    texts: int
    combinations: tuple[Combination, ...]
    sweeney: Combination | None
    rare: tuple[Rare, ...] = field(repr=False)
    search: Searchability
    styles: Mapping[str, StyleAttack]
    frequency: FrequencyAttack | None
    guessing: Guessing | None
    digests: tuple[str, ...] = ()
    """The SHA-256 of each file of the data."""


def risk(data: Sequence[Source], tool: Pseudonymizer, asked: Asked | None = None) -> Risk:
    """Measure what could point to people in data; `tool` finds what texts say of their authors."""
    wanted = asked or Asked()
    if not data:
        raise UsageError("there is nothing to measure")
    authors = read_authors(data, wanted.columns, tool)
    texts = [text for author in authors for text in author.texts]
    standing = standing_in(wanted.vault, texts)
    attributes = attributes_of(authors)
    found = sorted(all_measured(authors, attributes), key=lambda each: (-each.unique, len(each.attributes)))
    return Risk(
        authors=len(authors),
        texts=len(texts),
        combinations=tuple(found),
        sweeney=_sweeney(authors, wanted.columns.known),
        rare=tuple(rarest(authors)),
        search=searchability(texts, standing.places),
        styles=_styles(authors, wanted),
        frequency=_frequency(texts, standing, wanted.names),
        guessing=guessed(authors, wanted.people) if wanted.people else None,
        digests=tuple(digest_of(source).hex() for source in data),
    )


def as_data(measured_risk: Risk, *, show: bool) -> dict[str, Any]:
    """Return the report as plain data; the rarest values only if they are asked for."""
    it = measured_risk
    return {
        "kind": "allonym risk",
        "version": 1,
        "tool": __version__,
        "authors": it.authors,
        "texts": it.texts,
        "digests": list(it.digests),
        "combinations": [_combination(each) for each in it.combinations],
        "sweeney": None if it.sweeney is None else _combination(it.sweeney),
        "rare": {name: {"one": one, "few": few} for name, (one, few) in rare_counts(it.rare).items()},
        "rarest": [{"attribute": each.attribute, "authors": each.authors, "value": each.value} for each in it.rare]
        if show
        else [],
        "searchable": {**_fields(it.search), "share": round(it.search.share, 4)},
        "style": {
            name: {**_fields(each), "share": round(each.share, 4), "chance": round(each.chance, 4)}
            for name, each in it.styles.items()
        },
        "frequency": None if it.frequency is None else _fields(it.frequency),
        "guessing": None if it.guessing is None else _fields(it.guessing),
        "limits": list(LIMITS),
    }


def _combination(each: Combination) -> dict[str, Any]:
    return {**_fields(each), "attributes": list(each.attributes), "unique_share": round(each.unique_share, 4)}


def _fields(value: object) -> dict[str, Any]:
    return {name: getattr(value, name) for name in type(value).__dataclass_fields__}  # type: ignore[attr-defined]


def _sweeney(authors: Sequence[Author], columns: Sequence[str]) -> Combination | None:
    """Return Sweeney's combination, if there are columns for a postcode, a date of birth and a sex."""
    found = [next((each for each in columns if sign.search(each)), None) for sign in _SWEENEY]
    chosen = [each for each in found if each is not None]
    return measured(authors, chosen) if len(chosen) == len(_SWEENEY) else None


def _styles(authors: Sequence[Author], asked: Asked) -> dict[str, StyleAttack]:
    if asked.columns.author is None:
        return {}
    made = {"these data": style_attack(authors, authors)}
    if asked.original:
        before = read_authors(asked.original, asked.columns, None)
        renamed = _by_place(before, authors)
        made["the originals"] = style_attack(before, before)
        made["originals to these data"] = style_attack(before, renamed)
    return made


def _by_place(before: Sequence[Author], after: Sequence[Author]) -> list[Author]:
    """Return authors under the names that they had before: rows keep their order, so the first stays the first."""
    if len(before) != len(after):
        raise UsageError(
            f"the originals have {len(before):,} authors and the data {len(after):,}; both must be the same rows, and "
            "pseudonyms of authors must hold in all of them (scope corpus), or the column be left as it is"
        )
    return [Author(old.name, new.texts, new.values) for old, new in zip(before, after, strict=True)]


def _frequency(texts: Sequence[str], standing: Standing, names: Mapping[str, int]) -> FrequencyAttack | None:
    if not names:
        return None
    if standing.truth:
        counts = Counter(span.of(text) for text, spans in zip(texts, standing.places, strict=True) for span in spans)
        persons = {words: count for words, count in counts.items() if words in standing.truth}
        return frequency_attack(persons, names, standing.truth)
    tokens = Counter(match[0] for text in texts for match in TOKEN.finditer(text) if _PERSON.match(match[0]))
    return frequency_attack(tokens, names)
