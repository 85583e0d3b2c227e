"""What a search for residue found stays with its file, and changes nothing else of it."""

from dataclasses import replace

from allonym.core.types import FileRecord
from allonym.vault.memory import open_memory
from allonym.vault.residuals import Residuals

RECORD = FileRecord(1, b"i" * 32, b"o" * 32, "csv", {}, 3, "a.csv", {"texts": 2, "profile": "default"})


def test_the_last_result_is_kept_with_its_file() -> None:
    with open_memory() as vault:
        number = vault.begin_file(RECORD.input, "s")
        vault.finish_file(replace(RECORD, file=number))
        before = vault.file_record(number)
        assert before is not None
        assert Residuals.of(before) is None
        entries = vault.audit.head()[0]
        for findings in (3, 0):
            vault.residuals.keep(before, {"findings": findings})
        after = vault.file_record(number)

        assert after is not None
        kept = Residuals.of(after)
        assert kept is not None
        assert kept["findings"] == 0
        assert isinstance(kept["time"], int)
        assert {name: value for name, value in after.facts.items() if name != "residual"} == before.facts
        assert replace(after, facts={}) == replace(before, facts={})
        assert vault.audit.head()[0] == entries
        assert vault.find_file(RECORD.output, "a.csv") == after
        vault.verify()


def test_files_of_the_first_versions_are_left_as_they_are() -> None:
    with open_memory() as vault:
        number = vault.begin_file(RECORD.input, "s")
        vault.finish_file(replace(RECORD, file=number, facts={}))
        old = vault.file_record(number)
        assert old is not None
        vault.residuals.keep(old, {"findings": 3})

        assert vault.file_record(number) == old
