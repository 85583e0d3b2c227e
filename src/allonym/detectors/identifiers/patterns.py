"""The `patterns` and `identifiers` detectors: what has a form of its own, or is announced by a word.

`patterns` has the ten that are sure in every language, and is fast; `identifiers` has the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.types import Document, Mention
from allonym.detectors.finding import Finder, find_in_batch
from allonym.detectors.identifiers.anchors import AnchorFinder
from allonym.detectors.identifiers.announced import identifiers as announced
from allonym.detectors.identifiers.banking import bics, cards, ibans
from allonym.detectors.identifiers.cadastre import lands, pay_entities
from allonym.detectors.identifiers.card_tails import card_tails
from allonym.detectors.identifiers.disguised import disguised_emails
from allonym.detectors.identifiers.disguised_links import disguised_links
from allonym.detectors.identifiers.dockets import dockets, lettered_dockets
from allonym.detectors.identifiers.domains import domains
from allonym.detectors.identifiers.fiscal_keys import fiscal_keys
from allonym.detectors.identifiers.flights import flights, small_flights
from allonym.detectors.identifiers.geo import coordinates, places
from allonym.detectors.identifiers.grouped import grouped_codes
from allonym.detectors.identifiers.internet import emails, handles, hashtags, ip_addresses, links, mac_addresses
from allonym.detectors.identifiers.money import money
from allonym.detectors.identifiers.numbers import numbers, values
from allonym.detectors.identifiers.own_forms import own_forms
from allonym.detectors.identifiers.paid_in_words import paid_in_words
from allonym.detectors.identifiers.parameters import parameters
from allonym.detectors.identifiers.passwords import passwords
from allonym.detectors.identifiers.phones import phones
from allonym.detectors.identifiers.plates import arabic_plates, car_plates, indian_plates, small_plates
from allonym.detectors.identifiers.postal import postcodes
from allonym.detectors.identifiers.registered_plates import emirate_plates, registered_plates
from allonym.detectors.identifiers.roads import road_places
from allonym.detectors.identifiers.runs import RunFinder
from allonym.detectors.identifiers.short_codes import booking_codes, door_codes, extensions, relays, security_codes
from allonym.detectors.identifiers.signed_names import signed_names, writers
from allonym.detectors.identifiers.spelt_money import spelt_amounts
from allonym.detectors.identifiers.spoken import spoken_numbers
from allonym.detectors.identifiers.taken_lines import taken_lines
from allonym.detectors.identifiers.told_codes import carried, communications, parcels, policies, references
from allonym.detectors.identifiers.transport import letter_trains, line_names, lines
from allonym.detectors.identifiers.underscored import underscored_names
from allonym.detectors.identifiers.usernames import (
    account_names,
    live_names,
    money_names,
    named_accounts,
    perhaps_accounts,
    steam_numbers,
    tagged_names,
)
from allonym.detectors.identifiers.wallets import wallets
from allonym.detectors.identifiers.worded_points import worded_points
from allonym.detectors.identifiers.wrapped import WrappedFinder

FINDERS: dict[str, Finder] = {
    "account-name": AnchorFinder(
        (account_names, named_accounts, perhaps_accounts, live_names, money_names, steam_numbers, signed_names, writers)
    ),
    "bic": bics,
    "booking-code": AnchorFinder((booking_codes, references)),
    "car-plate": AnchorFinder((car_plates, registered_plates, emirate_plates)),
    "card": RunFinder(readers=(cards,)),
    "card-tail": RunFinder((card_tails,)),
    "coordinates": RunFinder((coordinates, worded_points)),
    "crypto": RunFinder((wallets,)),
    "disguised-email": AnchorFinder((disguised_emails,)),
    "disguised-link": AnchorFinder((disguised_links,)),
    "docket": RunFinder((dockets, lettered_dockets)),
    "domain": domains,
    "door-code": AnchorFinder((door_codes, passwords)),
    "email": emails,
    "extension": AnchorFinder((extensions, relays)),
    "flight": RunFinder((flights,)),
    "grouped-code": AnchorFinder((*grouped_codes, own_forms)),
    "handle": handles,
    "hashtag": hashtags,
    "iban": ibans,
    "identifier": RunFinder((announced, fiscal_keys, arabic_plates, indian_plates)),
    "ip": RunFinder(readers=(ip_addresses,)),
    "line": RunFinder((lines,)),
    "line-name": AnchorFinder((line_names, letter_trains, taken_lines)),
    "link": links,
    "mac": mac_addresses,
    "money": RunFinder((money,)),
    "money-in-words": AnchorFinder((spelt_amounts, paid_in_words)),
    "number": RunFinder((numbers,)),
    "parameter": parameters,
    "parcel": AnchorFinder((parcels, carried, policies, lands, pay_entities, communications)),
    "phone": RunFinder(readers=(phones,)),
    "place": places,
    "postcode": RunFinder((postcodes,)),
    "road": RunFinder((road_places,)),
    "security-code": AnchorFinder((security_codes,)),
    "small-flight": AnchorFinder((small_flights,)),
    "small-plate": AnchorFinder((small_plates,)),
    "spoken-number": AnchorFinder((spoken_numbers,)),
    "tagged-name": tagged_names,
    "underscored-name": underscored_names,
    "value": RunFinder((values,)),
    "wrapped": WrappedFinder((ibans, RunFinder((announced,), (cards, phones)))),
}

SURE = ("bic", "card", "email", "handle", "hashtag", "iban", "ip", "link", "mac", "phone")
"""The finders of `patterns`."""

ON_REQUEST = frozenset({"value"})
"""Finders that work only when they are named: every small number is found by "value"."""


@dataclass(frozen=True, slots=True)
class PatternDetector:
    """Runs finders over documents."""

    finders: tuple[Finder, ...] = field(repr=False)
    name: str = "patterns"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what the finders find in each document."""
        return find_in_batch(documents, self.finders, self.name)


def patterns(only: Sequence[str] = ()) -> PatternDetector:
    """Make the detector of the sure patterns, or of those named."""
    return _detector(tuple(only) or SURE, "patterns")


def identifiers(only: Sequence[str] = ()) -> PatternDetector:
    """Make the detector of all other patterns but those on request, or of those named."""
    return _detector(tuple(only) or tuple(name for name in FINDERS if name not in {*SURE, *ON_REQUEST}), "identifiers")


def _detector(names: Sequence[str], detector: str) -> PatternDetector:
    for name in names:
        if name not in FINDERS:
            raise SettingsError(
                f"no pattern is called {name!r}{nearest(name, FINDERS)}; there are {', '.join(FINDERS)}"
            )
    chosen = [FINDERS[name] for name in names]
    # Judges of runs sit together, and so do watches, so that the text is searched for digits and for words once.
    runs = [finder for finder in chosen if isinstance(finder, RunFinder)]
    judges = tuple(judge for finder in runs for judge in finder.judges)
    readers = tuple(reader for finder in runs for reader in finder.readers)
    watches = tuple(watch for finder in chosen if isinstance(finder, AnchorFinder) for watch in finder.watches)
    others = [finder for finder in chosen if not isinstance(finder, RunFinder | AnchorFinder)]
    others += [RunFinder(judges, readers)] if runs else []
    others += [AnchorFinder(watches)] if watches else []
    return PatternDetector(tuple(others), detector)
