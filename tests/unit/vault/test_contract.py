"""What every vault does with texts, batches and accesses, wherever it keeps them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.unit.vault.helpers import NOON, file_record, manifest, numbered

from allonym.core.errors import (
    AllonymError,
    AmbiguousText,
    SafetyError,
    UnknownText,
    UsageError,
    VaultDamaged,
    VaultError,
)
from allonym.core.types import Manifest, Place, digest
from allonym.vault.reading import _PAGE
from allonym.vault.sealed import SealedVault
from allonym.vault.store import ENTITIES, WORDS, Row, Table


def test_a_text_is_recalled_as_it_was_remembered(vault: SealedVault) -> None:
    kept = replace(manifest("[PERSON_1] came", "Anna came"), raw=b'"\xff\x00Anna"')
    vault.remember([kept])

    assert vault.recall("[PERSON_1] came") == kept
    assert vault.recall("[PERSON_1] came", "post-1") == kept


def test_an_empty_raw_form_is_not_a_missing_one(vault: SealedVault) -> None:
    kept = replace(manifest("", ""), raw=b"", edits=())
    vault.remember([kept])

    assert vault.recall("").raw == b""


def test_an_unknown_text_or_id_is_refused(vault: SealedVault) -> None:
    vault.remember([manifest("[PERSON_1]", "Anna")])

    with pytest.raises(UnknownText):
        vault.recall("[PERSON_1] ")
    with pytest.raises(UnknownText):
        vault.recall("[PERSON_1]", "post-2")


def test_two_originals_of_one_text_are_told_apart_by_id(vault: SealedVault) -> None:
    anna, bo = manifest("[PERSON_1]", "Anna", "a"), manifest("[PERSON_1]", "Bo", "b")
    vault.remember([anna, bo])

    with pytest.raises(AmbiguousText, match="2 documents gave this text; say which with an id"):
        vault.recall("[PERSON_1]")
    assert vault.recall("[PERSON_1]", "a") == anna
    assert vault.recall("[PERSON_1]", "b") == bo


def test_one_original_given_twice_is_not_ambiguous(vault: SealedVault) -> None:
    vault.remember([manifest("[PERSON_1]", "Anna", "a"), manifest("[PERSON_1]", "Anna", "b")])

    assert vault.recall("[PERSON_1]").original == digest("Anna")


@pytest.mark.parametrize("order", [("Anna", "Bo"), ("Bo", "Anna")])
def test_one_id_with_two_originals_is_not_guessed(vault: SealedVault, order: tuple[str, str]) -> None:
    for original in order:
        vault.remember([manifest("[PERSON_1]", original)])

    with pytest.raises(AmbiguousText, match="nothing tells which"):
        vault.recall("[PERSON_1]", "post-1")
    for original in order:
        assert vault.recall("[PERSON_1]", "post-1", digest(original)).original == digest(original)
    with pytest.raises(UnknownText):
        vault.recall("[PERSON_1]", "post-1", digest("Cai"))


def test_a_replaced_manifest_is_newer_than_what_came_between(vault: SealedVault) -> None:
    first, second = Place(1, 1, 0), Place(1, 2, 0)
    vault.remember([manifest("[X]", "Anna", "a", first), manifest("[X]", "Cai", "a", second)])
    vault.remember([manifest("[X]", "Cai", "a", first)])

    assert vault.recall("[X]", "a").place == first


def test_the_same_manifest_again_changes_nothing(vault: SealedVault) -> None:
    kept = [manifest("[X]", "Anna"), manifest("[X]", "Anna", place=Place(3, 1, 0))]
    vault.remember([*kept, *kept])
    before = vault._rows.checkpoint()
    vault.remember(kept)

    assert vault.info().texts == 2
    assert vault._rows.checkpoint() == before


def test_another_manifest_at_the_same_place_replaces_the_first(vault: SealedVault) -> None:
    place = Place(1, 1, 0)
    vault.remember([manifest("[X] old", "Anna", place=place)])
    vault.remember([manifest("[X] new", "Anna", place=place)])

    with pytest.raises(UnknownText):
        vault.recall("[X] old")
    assert vault.recall("[X] new").place == place
    assert vault.verify().texts == 1


def test_of_two_manifests_for_one_place_the_last_is_kept(vault: SealedVault) -> None:
    place = Place(1, 1, 0)
    vault.remember([manifest("[X]", "Anna", place=place), manifest("[Y]", "Bo", place=place)])

    assert [kept.output for kept in vault.recall_file(1)] == [digest("[Y]")]


def test_what_was_withheld_is_kept_but_answers_to_no_text(vault: SealedVault) -> None:
    broken = Manifest("row-3", digest(""), digest("x"), (), raw=b'"Anna', withheld=True, place=Place(1, 3, 0))
    vault.remember([broken])

    with pytest.raises(UnknownText):
        vault.recall("")
    assert list(vault.recall_file(1)) == [broken]


def test_remembering_nothing_is_harmless(vault: SealedVault) -> None:
    vault.remember([])

    assert vault.info().texts == 0


def test_a_place_in_no_file_is_refused(vault: SealedVault) -> None:
    with pytest.raises(UsageError, match="files of a vault count from 1"):
        vault.remember([manifest("[X]", "Anna", place=Place(0, 1, 0))])

    assert vault.info().texts == 0


def test_a_file_gives_its_manifests_in_order_however_many(vault: SealedVault) -> None:
    places = [Place(2, piece, slot) for piece in range(1, _PAGE) for slot in range(3)]
    kept = [manifest(f"[X] {place}", "Anna", place=place) for place in places]
    vault.remember([*reversed(kept), manifest("[A]", "Bo", place=Place(1, 1, 0)), manifest("[B]", "Bo")])

    assert list(vault.recall_file(2)) == kept
    assert list(vault.recall_file(9)) == []


def test_a_name_is_short_keyed_and_the_same_for_the_same_text(vault: SealedVault) -> None:
    name = vault.name_for("Anna came")

    assert name.startswith("d-")
    assert len(name) == 26
    assert name == vault.name_for("Anna came") != vault.name_for("Anna came ")


def test_a_batch_that_fails_leaves_nothing(vault: SealedVault) -> None:
    vault.remember([manifest("[X]", "Anna", place=Place(1, 1, 0))])
    before = vault._rows.checkpoint()
    with suppress(KeyboardInterrupt), vault.batch():
        vault.assign("corpus", "PERSON", "anna", numbered)
        vault.remember([manifest("[Y]", "Bo"), manifest("[Z]", "Bo", place=Place(1, 1, 0))])
        vault.finish_file(file_record(vault.begin_file(b"in", "s")))
        vault.note_access("why", "what", 1)
        raise KeyboardInterrupt

    assert vault._rows.checkpoint() == before
    assert vault.recall("[X]").original == digest("Anna")
    assert vault.begin_file(b"other", "s") == 1
    assert vault.verify().entities == 0


def test_an_inner_batch_joins_the_outer_one(vault: SealedVault) -> None:
    with suppress(RuntimeError), vault.batch():
        with vault.batch():
            vault.assign("corpus", "PERSON", "anna", numbered)
        raise RuntimeError
    with vault.batch(), vault.batch():
        vault.assign("corpus", "PERSON", "bo", numbered)

    assert vault.verify().entities == 1


def test_a_batch_sees_what_it_did(vault: SealedVault) -> None:
    with vault.batch():
        vault.remember([manifest("[X]", "Anna")])
        vault.remember([manifest("[Y]", "Bo")])

        assert vault.recall("[X]").original == digest("Anna")
        assert vault.verify().texts == 2


def test_a_row_that_would_break_one_to_one_is_refused_and_its_batch_with_it(vault: SealedVault) -> None:
    def put(*cells: bytes) -> None:
        vault._rows.put(ENTITIES, [(cells, b"", None)])

    def work() -> None:
        with vault.batch():
            put(b"scope", b"cai", b"eva")
            with pytest.raises(SafetyError, match="one to one"):
                put(b"scope", b"bo", b"karl")

    put(b"scope", b"anna", b"karl")

    with pytest.raises(VaultError, match="a write in it failed"):
        work()
    assert vault.verify().entities == 1


def test_accesses_are_kept_in_order(vault: SealedVault) -> None:
    vault.note_access("a court asked", "posts.csv", 12)
    vault.note_access("a check", "post-1", 1)

    assert [(access.time, access.reason, access.what, access.count) for access in vault.accesses()] == [
        (NOON, "a court asked", "posts.csv", 12),
        (NOON, "a check", "post-1", 1),
    ]


def test_the_summary_says_how_much_there_is(vault: SealedVault) -> None:
    vault.assign("corpus", "PERSON", "anna", numbered)
    vault.remember([manifest("[X]", "Anna"), manifest("[Y]", "Bo")])
    vault.begin_file(b"in", "s")
    summary = vault.info()

    assert (summary.entities, summary.texts, summary.files, summary.accesses) == (1, 2, 1, 0)
    assert summary.created == datetime.fromtimestamp(NOON, UTC)
    assert summary.format == 2
    assert vault.verify() == summary


def test_a_closed_vault_answers_nothing(vault: SealedVault) -> None:
    vault.remember([manifest("[X]", "Anna")])
    vault.close()
    vault.close()

    for ask in (vault.info, vault.verify, lambda: vault.recall("[X]"), lambda: vault.begin_file(b"", "s")):
        with pytest.raises(VaultError, match="closed"):
            ask()
    with pytest.raises(VaultError, match="closed"):
        list(vault.recall_file(1))
    with pytest.raises(VaultError, match="closed"):
        vault._rows.next_number(ENTITIES)


def test_threads_share_a_vault(vault: SealedVault) -> None:
    def work(worker: int) -> dict[str, str]:
        given = {}
        for turn in range(15):
            name = f"name {(turn * (worker + 1)) % 15}"
            with vault.batch():
                given[name] = vault.assign("corpus", "PERSON", name, numbered)
                vault.remember([manifest(f"{worker} {turn}", "Anna")])
        return given

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(work, range(4)))

    merged = {name: pseudonym for answer in answers for name, pseudonym in answer.items()}

    assert all(merged[name] == pseudonym for answer in answers for name, pseudonym in answer.items())
    assert len(set(merged.values())) == len(merged) == vault.verify().entities


def test_rows_that_come_round_for_ever_are_noticed(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.remember([manifest("[X]", "Anna", place=Place(1, 1, 0))])
    page = vault._rows._store.page

    def round_and_round(table: Table, prefix: Row, after: Row, limit: int) -> list[Row]:
        return page(table, prefix, (), limit)

    monkeypatch.setattr(vault._rows._store, "page", round_and_round)

    with pytest.raises(VaultDamaged, match="the order of table manifests"):
        list(vault.recall_file(1))


def test_a_generator_of_manifests_may_be_left_half_way(vault: SealedVault) -> None:
    vault.remember([manifest(f"[X] {piece}", "Anna", place=Place(1, piece, 0)) for piece in range(1, 4)])
    going: Iterator[Any] = vault.recall_file(1)
    next(going)
    vault.remember([manifest("[Z]", "Bo")])

    assert len(list(going)) == 2


def test_manifests_of_one_batch_are_written_in_the_order_of_their_first_appearance(vault: SealedVault) -> None:
    b, a = manifest("[X]", "Anna", "b"), manifest("[X]", "Anna", "a")
    vault.remember([b, a, b])

    assert vault.recall("[X]").id == "a"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_cannot_be_taken_away_is_told_without_words(request: pytest.FixtureRequest, kind: str) -> None:
    vault: SealedVault = request.getfixturevalue(f"{kind}_vault")
    with pytest.raises(AllonymError) as caught:
        vault._rows._store.drop(WORDS, [(object(), object())])  # type: ignore[list-item]
    assert "object" not in str(caught.value)
