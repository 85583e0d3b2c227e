"""The Merkle tree: every leaf leads to the root, and to no other one."""

from hashlib import sha256

import pytest

from allonym.vault.merkle import leaf_hash, path_of, root_from, root_of


def leaves(count: int) -> list[bytes]:
    return [leaf_hash(bytes([number])) for number in range(count)]


@pytest.mark.parametrize("count", range(1, 18))
def test_every_leaf_leads_to_the_root_from_its_own_place_only(count: int) -> None:
    made = leaves(count)
    root = root_of(made)

    for index, leaf in enumerate(made):
        path = path_of(made, index)
        assert root_from(leaf, index, count, path) == root
        for other in range(-1, count + 1):
            assert (root_from(leaf, other, count, path) == root) == (other == index)
        assert root_from(leaf, index, count, [*path, leaf]) is None
        assert not path or root_from(leaf, index, count, path[:-1]) is None
        assert root_from(leaf_hash(b"another"), index, count, path) != root


def test_the_tree_is_that_of_rfc_6962() -> None:
    # The roots of the first leaves "", 00, 10 of the test vectors that go with the RFC.
    first, second, third = leaf_hash(b""), leaf_hash(b"\x00"), leaf_hash(b"\x10")

    assert root_of([]) == sha256().digest()
    assert root_of([first]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root_of([first, second]).hex() == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
    assert root_of([first, second, third]).hex() == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"


def test_a_node_does_not_pass_for_a_leaf() -> None:
    made = leaves(2)

    assert leaf_hash(made[0] + made[1]) != root_of(made)
