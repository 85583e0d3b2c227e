"""What a vault tells of texts that were edited since: to those who may recover, and nothing to others."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, manifest, numbered

from allonym.core.errors import NotAllowed, VaultDamaged
from allonym.core.types import Edit, Manifest, Place, Span, digest
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.roles import ANNOTATOR, AUDITOR, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.store import ENTITIES


def test_all_manifests_of_an_id_are_found_in_whatever_file(vault: SealedVault) -> None:
    one, two = manifest("[PERSON_1]", "Anna", "a"), manifest("[PERSON_2]", "Bo", "a", Place(1, 0, 0))
    left_out = Manifest("a", digest(""), digest(""), (), b"broken", withheld=True, place=Place(1, 1, 0))
    vault.remember([one, two, left_out, manifest("[PERSON_1]", "Eva", "b")])

    assert vault.searches.manifests_of("a") == [one, two]
    assert vault.searches.manifests_of("c") == []


def test_every_manifest_but_those_of_rows_that_were_left_out_is_listed(vault: SealedVault) -> None:
    kept = [manifest(f"[PERSON_{number}]", "Anna", str(number)) for number in range(3)]
    vault.remember([*kept, Manifest("x", digest(""), digest(""), (), b"", withheld=True, place=Place(1, 1, 0))])

    assert sorted(each.id for each in vault.searches.manifests()) == ["0", "1", "2"]


def test_a_manifest_keeps_stand_ins_and_their_surroundings(vault: SealedVault) -> None:
    edit = Edit(Span(0, 3), "Anna", "PERSON", "e1", "XXX", "!0123456789ab")
    kept = replace(manifest("XXX", "Anna", "a"), edits=(edit,))
    vault.remember([kept])

    assert vault.searches.manifests_of("a") == [kept]
    assert vault.recall("XXX") == kept


def test_a_pseudonym_has_an_owner_in_its_own_scope_only(vault: SealedVault) -> None:
    vault.assign("corpus", "P", "anna", numbered)

    assert vault.searches.original_of("corpus", "[PERSON_1]") == "anna"
    assert vault.searches.original_of("corpus", "[PERSON_2]") is None
    assert vault.searches.original_of("author\0bo", "[PERSON_1]") is None


@pytest.mark.parametrize("role", [WORKER, ANNOTATOR, AUDITOR])
def test_who_may_not_recover_is_told_nothing(tmp_path: Path, role: str) -> None:
    private_key = new_private_key()
    with open_file(tmp_path / "v", PASSPHRASE, create=True, options=QUICK) as vault:
        vault.keys.add_public_key(public_key_of(private_key), "somebody", role)
        vault.assign("corpus", "P", "anna", numbered)
        vault.remember([manifest("[PERSON_1]", "Anna", "a")])

    with open_file(tmp_path / "v", private_key, options=QUICK) as vault:
        with pytest.raises(NotAllowed):
            vault.searches.manifests_of("a")
        with pytest.raises(NotAllowed):
            list(vault.searches.manifests())
        with pytest.raises(NotAllowed):
            vault.searches.original_of("corpus", "[PERSON_1]")
        with pytest.raises(NotAllowed):
            vault.searches.original_of("corpus", "[PERSON_9]")


def test_pseudonyms_that_were_exchanged_are_noticed_and_lead_to_nobody_else(vault: SealedVault) -> None:
    for name in ("anna", "bo"):
        vault.assign("corpus", "P", name, numbered)
    store = vault._rows._store
    one, other = store.page(ENTITIES, (), (), 2)
    store.drop(ENTITIES, [ENTITIES.key_of(one), ENTITIES.key_of(other)])
    store.put(ENTITIES, [(*one[:2], *other[2:]), (*other[:2], *one[2:])])

    for pseudonym in ("[PERSON_1]", "[PERSON_2]"):
        with pytest.raises(VaultDamaged, match="a row of table entities"):
            vault.searches.original_of("corpus", pseudonym)
