"""What every vault does with whole files."""

from dataclasses import replace

import pytest
from tests.unit.vault.helpers import file_record

from allonym.core.errors import AmbiguousText, VaultError
from allonym.vault.sealed import SealedVault


def test_files_are_numbered_by_input_and_settings(vault: SealedVault) -> None:
    numbers = [vault.begin_file(*given) for given in ((b"a", "s"), (b"b", "s"), (b"a", "s"), (b"a", "t"))]

    assert numbers == [1, 2, 1, 3]


def test_a_finished_file_is_found_by_its_output(vault: SealedVault) -> None:
    record = file_record(vault.begin_file(b"in", "s"))
    vault.finish_file(record)
    before = vault._rows.checkpoint()
    vault.finish_file(record)

    assert vault.find_file(b"out") == record
    assert vault.begin_file(b"in", "s") == 1
    assert vault._rows.checkpoint() == before


def test_a_file_that_was_not_finished_is_not_found(vault: SealedVault) -> None:
    vault.begin_file(b"in", "s")

    assert vault.find_file(b"out") is None
    assert vault.find_file(b"") is None


def test_a_file_finished_again_is_found_by_its_new_output_only(vault: SealedVault) -> None:
    number = vault.begin_file(b"in", "s")
    vault.finish_file(file_record(number))
    vault.finish_file(file_record(number, put_out=b"other"))

    assert vault.find_file(b"out") is None
    assert vault.find_file(b"other") == file_record(number, put_out=b"other")


def test_one_input_that_gave_one_output_twice_is_found(vault: SealedVault) -> None:
    for settings in ("s", "t"):
        vault.finish_file(file_record(vault.begin_file(b"in", settings)))

    assert vault.find_file(b"out") == file_record(2)


def test_two_inputs_that_gave_one_output_are_ambiguous(vault: SealedVault) -> None:
    for given in (b"one", b"two"):
        vault.finish_file(file_record(vault.begin_file(given, "s"), given))

    with pytest.raises(AmbiguousText, match="2 files"):
        vault.find_file(b"out")


def test_equal_outputs_of_two_inputs_are_told_apart_by_name(vault: SealedVault) -> None:
    records = [
        replace(file_record(vault.begin_file(given, "s"), given), name=name)
        for given, name in ((b"one", "a.csv"), (b"two", "b.csv"), (b"three", "b.csv"))
    ]
    for record in records:
        vault.finish_file(record)

    assert vault.find_file(b"out", "a.csv") == records[0]
    for name in ("b.csv", "c.csv", ""):
        with pytest.raises(AmbiguousText):
            vault.find_file(b"out", name)


def test_a_file_must_be_begun_before_it_is_finished(vault: SealedVault) -> None:
    with pytest.raises(VaultError, match="file 5 was never begun"):
        vault.finish_file(file_record(5))
