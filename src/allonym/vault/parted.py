"""Names that were replaced part by part: some profiles take "Nicolas" and "Sarkozy" for two things.

Parts that stand side by side are one name. What a surname alone is elsewhere in the text is told by the whole names
that it stands in: if all of them are the person, so is the surname.
"""

from collections.abc import Iterator, Sequence

from allonym.core.types import Edit, Manifest
from allonym.vault.likeness import SURE, Likeness
from allonym.vault.terms import NAMED

_MOST_PARTS = 4
_WIDEST_GAP = 1  # a space or a hyphen; what is wider may be the end of a sentence


def side_by_side(edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """Return names that stand side by side, at most four, the shorter rows first."""
    rows: list[list[Edit]] = []
    for edit in edits:
        if edit.label.partition(".")[0] not in NAMED:
            continue
        if rows and edit.span.start - rows[-1][-1].span.end <= _WIDEST_GAP and edit.entity != rows[-1][-1].entity:
            rows[-1].append(edit)
        else:
            rows.append([edit])
    for size in range(2, _MOST_PARTS + 1):
        for row in rows:
            yield from (row[start : start + size] for start in range(len(row) - size + 1))


def whole(parts: Sequence[Edit]) -> Edit:
    """Return parts of a name as one."""
    return Edit(parts[0].span.cover(parts[-1].span), " ".join(part.replacement for part in parts), "PERSON")


def parts_of(like: Likeness, manifest: Manifest) -> set[Edit]:
    """Return the places of a text that are parts of the person's name, and those that go with them."""
    rows = list(side_by_side(manifest.edits))
    sure: set[Edit] = set()
    for row in rows:
        if sure.isdisjoint(row) and like.judge([whole(row)]) == SURE:
            sure.update(row)
    for entity in {edit.entity for edit in sure}:
        mine = [edit for edit in manifest.edits if edit.entity == entity]
        beside = [edit for row in rows for edit in row if edit.entity == entity]
        if sure.issuperset(beside):
            sure.update(mine)
    return sure
