"""What takes the place of a hash when somebody's words have left a text."""

from dataclasses import replace

import pytest

from allonym.core.types import Edit, Manifest, Span, digest
from allonym.core.withdrawal import MARK, is_proven, is_withdrawn, proof

EDITS = (Edit(Span(0, 2), "Anna"), Edit(Span(3, 5), "B\ud800o"))
KNOWN = Manifest("d", digest("ab cd"), proof(digest("ab cd"), EDITS), EDITS)


def test_a_hash_is_never_taken_for_a_proof() -> None:
    assert is_withdrawn(MARK)
    assert is_withdrawn(KNOWN.original)
    assert not is_withdrawn(digest("x"))
    assert not is_withdrawn(MARK + bytes(32 - len(MARK)))
    assert not is_withdrawn(b"")


@pytest.mark.parametrize(
    "changed",
    [
        replace(KNOWN, output=digest("other")),
        replace(KNOWN, edits=EDITS[:1]),
        replace(KNOWN, edits=EDITS[::-1]),
        replace(KNOWN, edits=(replace(EDITS[0], replacement="Bo"), EDITS[1])),
        replace(KNOWN, edits=(replace(EDITS[0], span=Span(0, 1)), EDITS[1])),
        replace(KNOWN, edits=(replace(EDITS[0], span=Span(1, 2)), EDITS[1])),
        replace(KNOWN, original=digest("x")),
    ],
)
def test_a_proof_fits_one_output_and_one_way_back(changed: Manifest) -> None:
    assert is_proven(KNOWN)
    assert not is_proven(changed)


def test_a_proof_is_as_it_was_when_the_first_vaults_were_written() -> None:
    assert proof(b"out", EDITS[:1]).hex() == (
        "77697468647261776e3a045e368e242428272b457ea1f41e896585ff175d1f716a297dd6533d365a2773"
    )
