"""The `realistic` strategy: a stand-in that reads like what it replaces, and is nobody's.

Names come from frozen pools, chosen by key; numbers, dates and addresses keep their form. What has no realistic
stand-in becomes a visible token, [EVENT_1].
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from allonym.core.protocols import Desk
from allonym.core.types import Subject
from allonym.surrogates.figures import writing as figures
from allonym.surrogates.figures.address import Parts
from allonym.surrogates.mentioned import composed
from allonym.surrogates.names.accounts import write_email, write_hashtag, write_url, write_username
from allonym.surrogates.names.choosing import assign_token
from allonym.surrogates.names.organization_names import write_organization
from allonym.surrogates.names.person_names import write_person
from allonym.surrogates.names.place_names import is_only_a_place, write_line, write_place
from allonym.surrogates.names.pool_files import VERSIONS, Pools, open_pools

_NAMES: dict[str, Callable[[Subject, Desk, Pools], list[str]]] = {
    "LOCATION": write_place,
    "ORGANIZATION": write_organization,
    "TRANSPORT.NAME": write_line,
    "USERNAME": write_username,
    "HASHTAG": write_hashtag,
    "EMAIL": write_email,
    "URL": write_url,
}


@dataclass(frozen=True, slots=True)
class RealisticMaker:
    """Writes a stand-in of the same kind."""

    pools: Pools = field(repr=False)
    phonetic: bool = False
    distinct: bool = True
    natural: bool = True

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return a stand-in for each mention, in its base form; endings are carried over afterwards."""
        subject = composed(subject)
        label = subject.label
        top = label.partition(".")[0]
        if top == "PERSON":
            return write_person(subject, desk, self.pools, self.phonetic)
        if label == "ORGANIZATION" and is_only_a_place(subject):
            return write_place(subject, desk, self.pools)
        names = _NAMES.get(label) or _NAMES.get(top)
        if names is not None:
            return names(subject, desk, self.pools)
        if figures.covers(label):
            return figures.write(subject, desk, Parts(partial(self._city, desk)))
        # Works, events and what somebody is: there is no telling what could stand in for them.
        return [assign_token(desk, label, subject.key)] * len(subject.surfaces)

    def _city(self, desk: Desk, city: Subject) -> str:
        return write_place(city, desk, self.pools)[0]


def realistic(phonetic: bool = False, pools: int = VERSIONS[-1]) -> RealisticMaker:
    """Make the maker; `phonetic` prefers names that begin and sound alike, `pools` is the version of the pools."""
    return RealisticMaker(open_pools(pools), phonetic)
