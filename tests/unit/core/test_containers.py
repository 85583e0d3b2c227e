"""The way back to a file that was built, step by step, and edits as bytes."""

from io import BytesIO

import pytest

from allonym.core import containers
from allonym.core.containers import Copied, Kept, LeftOut, follow, pack_edits, pack_step, unpack_edits
from allonym.core.errors import VaultDamaged
from allonym.core.types import Edit, Span


def test_steps_lead_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "CHUNK", 2)
    steps: list[Copied | Kept] = [Copied(3, 5), Kept(b"new"), Kept(b""), Copied(0, 1)]

    assert b"".join(follow(map(pack_step, steps), BytesIO(b"0123456789"))) == b"34567new0"


@pytest.mark.parametrize("step", [Copied(8, 3), Copied(10, 1)])
def test_a_way_behind_the_end_is_refused(step: Copied) -> None:
    with pytest.raises(VaultDamaged, match="behind the end"):
        list(follow([pack_step(step)], BytesIO(b"0123456789")))


def test_a_note_of_what_is_left_out_says_how_many_things_it_speaks_of() -> None:
    notes = [LeftOut("a comment"), LeftOut("comments", 3)]

    assert notes == ["a comment", "comments"]
    assert [note.things for note in notes] == [1, 3]


def test_edits_come_back_from_bytes_even_half_characters() -> None:
    edits = [[Edit(Span(1, 2), "Zoë\n\ud800"), Edit(Span(3, 3), "")], []]

    data = pack_edits(edits)

    assert unpack_edits(data) == edits
    assert data.count(b"\n") == 1
    assert data.endswith(b"\n")
