"""The home country of a corpus: it is never marked, and places elsewhere are foreign (B07, SweLL's tag 7)."""

from functools import lru_cache

from allonym.core.labels import is_a
from allonym.core.types import Document, Entity
from allonym.languages.lists import normal, open_lists

_KINDS = {"LOCATION.COUNTRY": "country", "LOCATION.REGION": "region", "LOCATION.CITY": "city"}


def home_of(document: Document, entity: Entity, home: str) -> bool | None:
    """Tell whether a place lies in the home country; None for what is no place, or one that no list knows."""
    if not is_a(entity.label, "LOCATION"):
        return None
    countries = (country_of(mention.span.of(document.text), entity.label) for mention in entity.mentions)
    found = next((country for country in countries if country), "")
    return found == home if found else None


def country_of(words: str, label: str = "LOCATION") -> str:
    """Return the two-letter code of the country that a place is or lies in, by the lists; empty if unknown."""
    form, kind = normal(words), _KINDS.get(label, "")
    # In Swedish and German a genitive is the name with an s.
    return _country(form, kind) or (_country(form[:-1], kind) if form.endswith("s") else "")


@lru_cache(maxsize=1 << 13)
def _country(form: str, kind: str) -> str:
    entries = [each for each in open_lists().find(form) if each.country and each.kind in _KINDS.values()]
    fitting = [each for each in entries if each.kind == kind] or entries
    return max(fitting, key=lambda each: each.weight).country if fitting else ""
