"""What a row is bound to: its cells, each marked and behind its length."""

import pytest

from allonym.core.errors import VaultDamaged
from allonym.vault.sealing import _bound
from allonym.vault.tags import parted


def test_cells_are_parted_as_they_were_put_together() -> None:
    assert parted(_bound((7, b"tag", -1, b""))) == [b"n" + (7).to_bytes(8), b"btag", b"n" + b"\xff" * 8, b"b"]


def test_a_cell_that_is_neither_a_number_nor_bytes_is_damage() -> None:
    with pytest.raises(VaultDamaged):
        _bound((1, "text"))
