"""What the sources tell: one fact per form and meaning; facts about the same thing are merged."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import log10

from variants import clean, is_usable, variants

LANGUAGES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
# Where one language has several standards, CLDR tells them apart: Romênia, Roménia.
LOCALES = {
    "en": ("en", "en_GB"),
    "fr": ("fr", "fr_CA"),
    "de": ("de", "de_AT", "de_CH"),
    "es": ("es", "es_MX"),
    "it": ("it",),
    "pt": ("pt", "pt_PT"),
    "sv": ("sv",),
    "ar": ("ar", "ar_EG", "ar_SA"),
}


def locales() -> Iterator[tuple[str, str]]:
    """Return every language with each of its locales."""
    return ((language, locale) for language, names in LOCALES.items() for locale in names)


@dataclass(frozen=True, slots=True)
class Fact:
    """A form and what it may stand for. Languages are codes with spaces between them; none means any."""

    form: str
    kind: str
    source: str
    languages: str = ""
    gender: str = ""
    weight: float = 0.3
    country: str = ""
    canonical: str = ""


@dataclass(slots=True)
class Facts:
    """All facts by form, and the parents of things. The one value that grows while the tables are built."""

    entries: dict[str, dict[tuple[str, str], Fact]] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    genders: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """How often a first name was told to have which gender."""

    def add(self, facts: Iterable[Fact]) -> None:
        """Take in facts, each with the variants of its form."""
        for fact in facts:
            for form, share in variants(clean(fact.form), fact.kind):
                if is_usable(form, fact.kind):
                    self._take(form, replace(fact, form=form, weight=fact.weight * share))

    def place(self, thing: str, parent: str) -> None:
        """Say what a thing is part of; the first that says so is right."""
        self.parents.setdefault(thing, parent)

    def has(self, form: str, kind: str) -> bool:
        """Tell whether a form is known as something of a kind."""
        return any(known == kind for known, _ in self.entries.get(form, ()))

    def __iter__(self) -> Iterator[tuple[str, list[Fact]]]:
        for form in sorted(self.entries):
            yield form, [fact for _, fact in sorted(self.entries[form].items())]

    def _take(self, form: str, fact: Fact) -> None:
        known = self.entries.setdefault(form, {})
        if fact.kind == "first" and fact.gender:
            self.genders[form][fact.gender] += 1
        key = (fact.kind, fact.canonical)
        if key not in known:
            self.counts[fact.source, fact.kind] = self.counts.get((fact.source, fact.kind), 0) + 1
        known[key] = merged(known[key], fact) if key in known else fact


def merged(one: Fact, other: Fact) -> Fact:
    """Return one fact that says what two say."""
    heavier, lighter = (one, other) if one.weight >= other.weight else (other, one)
    return replace(
        heavier,
        languages=union(one.languages, other.languages),
        gender=both(heavier.gender, lighter.gender),
        country=heavier.country or lighter.country,
    )


def union(one: str, other: str) -> str:
    """Return the languages of two facts; any language and some is some."""
    return " ".join(code for code in LANGUAGES if code in one.split() or code in other.split())


def both(one: str, other: str) -> str:
    """Return the gender of a form that two facts give genders."""
    return one or other if not one or not other or one == other else "n"


def scaled(count: float, least: float, most: float) -> float:
    """Return a count on a logarithmic scale from 0.05 to 1."""
    if count <= least:
        return 0.05
    return min(1.0, 0.05 + 0.95 * (log10(count) - log10(least)) / (log10(most) - log10(least)))
