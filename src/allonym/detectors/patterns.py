"""The `patterns` detector: identifiers that have a form of their own in every language."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.types import Document, Mention
from allonym.detectors.banking import bics, cards, ibans
from allonym.detectors.finding import Finder, find_in_batch
from allonym.detectors.internet import emails, handles, hashtags, ip_addresses, links, mac_addresses
from allonym.detectors.phones import phones

FINDERS: dict[str, Finder] = {
    "bic": bics,
    "card": cards,
    "email": emails,
    "handle": handles,
    "hashtag": hashtags,
    "iban": ibans,
    "ip": ip_addresses,
    "link": links,
    "mac": mac_addresses,
    "phone": phones,
}


@dataclass(frozen=True, slots=True)
class PatternDetector:
    """Runs finders over documents."""

    finders: tuple[Finder, ...] = field(repr=False)
    name: str = "patterns"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what the finders find in each document."""
        return find_in_batch(documents, self.finders, self.name)


def patterns(only: Sequence[str] = ()) -> PatternDetector:
    """Make the detector with all finders, or only those named."""
    for name in only:
        if name not in FINDERS:
            raise SettingsError(
                f"no pattern is called {name!r}{nearest(name, FINDERS)}; there are {', '.join(FINDERS)}"
            )
    return PatternDetector(tuple(FINDERS[name] for name in (only or FINDERS)))
