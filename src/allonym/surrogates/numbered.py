"""The `numbered` strategy: [PERSON_1], [PERSON_2] … in order of first appearance, by any template.

[{label}_{n}]  [PERSON_1]      {letter}-skola  A-skola      {tag} {n}  firstname_female 1      name{e}{e}  name44
"""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.protocols import Desk
from allonym.core.tagsets import tagset as tagset_of
from allonym.core.types import Draw, Mention, Subject

SLOTS = ("label", "fine", "tag", "n", "e", "letter")
COUNTERS = ("{n}", "{e}", "{letter}")
"""The slots that tell two entities apart; a template has at least one."""
_SLOT = re.compile(r"\{([^{}]*)\}")
_ENDINGS = ("gen", "def", "pl")
_PATIENCE = 100
"""After so many numbers that were all taken, the range is doubled: a full one must not stop the work."""


@dataclass(frozen=True, slots=True)
class NumberedMaker:
    """Fills a template: {label} is the kind (PERSON), {fine} the finer kind (FIRST), {n} the running number.

    {letter} counts A, B … Z, AA; {e} is the number of the entity in its document, whatever its kind; {tag} is what the
    `tagset` calls it. `shuffled` draws {n} by the key, between 1 and so many, instead of counting; `endings` is what
    joins gen, def and pl to a mention that has them. A number that a person has settled in review comes first.
    """

    template: str
    shuffled: int
    tagset: str
    endings: str
    distinct: bool = True
    natural: bool = False

    def series(self, subject: Subject) -> str:
        """Return the template with the kind filled in: what looks alike is counted together."""
        series = _of_kind(self.template, subject.label)
        # Tags of a kind share their numbers: firstname_female 1, firstname_male 2.
        top, _, fine = subject.label.partition(".")
        return series.replace("{tag}", f"{top}.{fine}") if self.tagset else series

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return the template with the entity's number, for every mention, with its ending if these are asked for."""
        frame = self._frame(subject)
        stem = frame.partition("{")[0]

        def propose(draw: Draw) -> str | None:
            words = self._filled(frame, subject, draw)
            if frame in COUNTERS:
                # A bare number or letter stands in every text; it must only be another than it was.
                return None if words in subject.surfaces else words
            # A pseudonym that already stands in the text would be taken for what it is not.
            return None if desk.stands(words, stem) else words

        words = desk.assign(self.series(subject), subject.key, propose)
        if not self.endings:
            return [words] * len(subject.entity.mentions)
        return [words + self._ending(mention) for mention in subject.entity.mentions]

    def _ending(self, mention: Mention) -> str:
        """Return the morphology of a mention as the SweLL tools write it: -gen, -def, -pl."""
        features = dict(mention.features)
        return "".join(self.endings + name for name in _ENDINGS if features.get(name) == "yes")

    def _frame(self, subject: Subject) -> str:
        frame = _of_kind(self.template, subject.label)
        if not self.tagset:
            return frame
        features = tuple(sorted(subject.features.items()))
        top = subject.label.partition(".")[0]
        return frame.replace("{tag}", tagset_of(self.tagset).write(subject.label, features) or top)

    def _filled(self, frame: str, subject: Subject, draw: Draw) -> str:
        number = _drawn(draw, self.shuffled) if self.shuffled else draw.number
        if not draw.attempt and (settled := _settled(subject)):
            number = settled
        words = frame.replace("{n}", str(number))
        if "{" not in words:
            return words
        place = subject.entity.id.removeprefix("e")
        if draw.attempt or not place.isdecimal():
            # Two texts of one record number their entities alike; the running number goes on where one is taken.
            place = str(int(place) + draw.number if place.isdecimal() else draw.number)
        return words.replace("{letter}", _letters(number)).replace("{e}", place)


def numbered(template: str = "[{label}_{n}]", shuffled: int = 0, tagset: str = "", endings: str = "") -> NumberedMaker:
    """Make the maker; the template needs {n}, {letter} or {e}, or two entities would become one."""
    for slot in _SLOT.findall(template):
        if slot not in SLOTS:
            raise SettingsError(
                f"the template of strategy 'numbered' has an unknown slot {{{slot}}}{nearest(slot, SLOTS)}"
            )
    if not any(counter in template for counter in COUNTERS):
        raise SettingsError("the template of strategy 'numbered' needs {n}, the running number")
    if ("{tag}" in template) != bool(tagset):
        raise SettingsError("strategy 'numbered' needs both or neither: {tag} in the template, and its tagset")
    if tagset:
        tagset_of(tagset)
    if shuffled < 0:
        raise SettingsError("'shuffled' of strategy 'numbered' is how many numbers there are to draw from")
    return NumberedMaker(template, shuffled, tagset, endings)


@cache
def _of_kind(template: str, label: str) -> str:
    top, _, fine = label.partition(".")
    return template.replace("{label}", top).replace("{fine}", fine or top)


def _drawn(draw: Draw, many: int) -> int:
    """Return a number that only the key decides; the range grows when it is nearly full."""
    many <<= draw.attempt // _PATIENCE
    return int.from_bytes(sha256(b"shuffled" + draw.seed).digest()[:16], "big") % many + 1


def _settled(subject: Subject) -> int:
    """Return the running number that somebody has given the entity, 0 if nobody has."""
    number = subject.features.get("number", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 7 else 0


def _letters(number: int) -> str:
    """Return A for 1, Z for 26, AA for 27."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters
