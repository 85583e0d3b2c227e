"""The audit log as a file: checked without the vault, by the public key alone."""

from pathlib import Path

import pytest
from tests.unit.vault.helpers import QUICK

from allonym.core.errors import VaultDamaged
from allonym.vault.credentials import VERIFY, read
from allonym.vault.log_files import check_log
from allonym.vault.memory import open_memory


@pytest.fixture
def exported() -> tuple[list[str], bytes, list[object]]:
    """The lines of a log that is signed at its beginning, in its middle and at its end, the key, and all signatures."""
    with open_memory(QUICK) as vault:
        vault.audit.sign()
        vault.audit.note("pseudonymize", reference="file-1", counts={"texts": 3})
        vault.audit.note("recover", "refused")
        vault.audit.note("pseudonymize")
        vault.audit.note("keys", counts={"keys": 2})
        return list(vault.audit.exported()), read(VERIFY, vault.audit.public_key), list(vault.audit.checkpoints())


Exported = tuple[list[str], bytes, list[object]]


def test_a_log_is_checked_with_the_public_key_alone(exported: Exported) -> None:
    lines, public, marks = exported
    summary = check_log(lines, public, marks[-1])

    assert summary == check_log(lines, public)
    assert (summary.entries, summary.checkpoints, summary.signed_to) == (4, 3, 4)
    assert [line[:6] for line in lines] == [
        '{"log"',
        '{"chec',
        '{"entr',
        '{"entr',
        '{"chec',
        '{"entr',
        '{"entr',
        '{"chec',
    ]


def test_every_flipped_byte_is_noticed(exported: Exported) -> None:
    lines, public, _ = exported
    data = "\n".join(lines).encode()
    passed = []
    for at in range(len(data)):
        for bit in (1, 2, 8, 32, 128):
            flipped = bytearray(data)
            flipped[at] ^= bit
            try:
                check_log(bytes(flipped).decode().split("\n"), public)
            except (VaultDamaged, UnicodeDecodeError):
                continue
            passed.append((at, bit))

    assert passed == []


def test_a_line_that_is_missing_twice_or_moved_is_noticed(exported: Exported) -> None:
    lines, public, _ = exported
    for at, line in enumerate(lines):
        # A signature in the middle speaks of nothing that the last one does not speak of.
        if not line.startswith('{"check') or at == len(lines) - 1:
            with pytest.raises(VaultDamaged):
                check_log(lines[:at] + lines[at + 1 :], public)
        if not line.startswith('{"check'):
            with pytest.raises(VaultDamaged):
                check_log([*lines[: at + 1], line, *lines[at + 1 :]], public)
    with pytest.raises(VaultDamaged, match="entry 1 is missing"):
        check_log([*lines[:2], lines[3], lines[2], *lines[4:]], public)


@pytest.mark.parametrize("length", range(8))
def test_a_log_that_was_cut_is_noticed_with_an_anchor_and_mostly_without(exported: Exported, length: int) -> None:
    lines, public, marks = exported

    with pytest.raises(VaultDamaged):
        check_log(lines[:length], public, marks[-1])
    if not (length and lines[length - 1].startswith('{"check')):
        with pytest.raises(VaultDamaged):
            check_log(lines[:length], public)


def test_a_log_without_any_signature_or_of_another_key_is_refused(exported: Exported) -> None:
    lines, public, _ = exported
    with pytest.raises(VaultDamaged, match="signed up to entry 0 of 0"):
        check_log(lines[:1], public)
    with open_memory(QUICK) as other, pytest.raises(VaultDamaged, match="not signed by this vault"):
        check_log(lines, read(VERIFY, other.audit.public_key))


@pytest.mark.parametrize(
    "head",
    [
        '{"log":{"version":1}}',
        '{"log":{"vault":7,"version":1}}',
        '{"log":{"vault":"00","version":1}}',
        '{"log":{}}',
        "[]",
    ],
)
def test_a_file_that_is_no_log_is_refused(exported: Exported, head: str) -> None:
    lines, public, _ = exported
    with pytest.raises(VaultDamaged):
        check_log([head, *lines[1:]], public)
    with pytest.raises(VaultDamaged):
        check_log([*lines, "[" * 100_000], public)


def test_a_name_that_stands_twice_is_refused(exported: Exported, tmp_path: Path) -> None:
    lines, public, _ = exported
    twice = lines[2].replace('"action":"pseudonymize"', '"action":"recover","action":"pseudonymize"')

    assert twice != lines[2]
    with pytest.raises(VaultDamaged, match="line 3"):
        check_log([*lines[:2], twice, *lines[3:]], public)
