"""A row of a packed file that fails is set aside as one of an unpacked file is."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from tests.interfaces.command import allonym
from tests.interfaces.test_cli_running import with_wild

SLOW, SHORT = b"7,Anna Berg will sleep\n", b"8\n"
GIVEN = b"id,text\n1,mail a@example.org\n" + SLOW + SHORT + b"9,mail b@example.org\n"
MADE = b"id,text\n1,mail [EMAIL_1]\n9,mail [EMAIL_1]\n"
LATE, CELLS = "7: took longer than 0.4 s", "1 cells where the header has 2"


def zipped(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "nothing")
        archive.writestr("in.csv", data)
    return made.getvalue()


def of_zip(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("in.csv")


PACKINGS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes], dict[str, int]]] = {
    "csv.gz": (gzip.compress, gzip.decompress, {}),
    "csv.zst": (zstandard.compress, lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data), {}),
    "zip": (zipped, of_zip, {"member": 2}),
}


@pytest.mark.parametrize("ending", PACKINGS)
def test_rows_of_packed_files_are_set_aside_alone(ending: str, tmp_path: Path) -> None:
    pack, unpack, member = PACKINGS[ending]
    name, out, aside = f"in.{ending}", f"out.{ending}", tmp_path / "aside"
    (tmp_path / name).write_bytes(pack(GIVEN))
    how = ["--vault", "v", "--quarantine", "aside", "--timeout", "0.4"]
    done = with_wild(tmp_path, "pseudonymize", name, "-o", out, *how)
    back = allonym("recover", out, "-o", f"back.{ending}", "--vault", "v", cwd=tmp_path)
    index = {row["row"]: row for row in map(json.loads, (aside / "index.jsonl").read_text().splitlines())}

    assert done.returncode == 1
    assert b"2 rows left out" in done.stdout
    assert f"row 3: {LATE}".encode() in done.stderr
    assert b"Anna" not in done.stderr
    assert unpack((tmp_path / out).read_bytes()) == MADE
    assert sorted(index) == [3, 4]
    for number, reason, raw in ((3, LATE, SLOW), (4, CELLS, SHORT)):
        kept = f"{name}.{'member-2-' if member else ''}row-{number}"
        assert index[number] == {"file": name, **member, "row": number, "reason": reason, "kept": kept}
        assert (aside / kept).read_bytes() == raw
    assert back.returncode == 0, back.stderr
    assert (tmp_path / f"back.{ending}").read_bytes() == (tmp_path / name).read_bytes()


def test_a_row_of_a_packed_file_stops_it_without_a_quarantine(tmp_path: Path) -> None:
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(GIVEN))
    done = with_wild(tmp_path, "pseudonymize", "in.csv.gz", "-o", "out.csv.gz", "--timeout", "0.4")

    assert done.returncode == 1
    assert b"or have --quarantine leave it out" in done.stderr
    assert not (tmp_path / "out.csv.gz").exists()


@pytest.mark.parametrize("workers", ["0", "1"])
def test_rows_that_fail_otherwise_are_set_aside_too(tmp_path: Path, workers: str) -> None:
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(GIVEN.replace(b"sleep", b"fail")))
    how = ["--quarantine", "aside", "--workers", workers]
    done = with_wild(tmp_path, "pseudonymize", "in.csv.gz", "-o", "out.csv.gz", *how)

    assert done.returncode == 1
    assert gzip.decompress((tmp_path / "out.csv.gz").read_bytes()) == MADE
    assert (tmp_path / "aside" / "in.csv.gz.row-3").read_bytes() == SLOW.replace(b"sleep", b"fail")


@pytest.mark.parametrize("name", ["in.txt", "in.txt.gz"])
def test_nobody_is_told_to_do_what_was_done(name: str, tmp_path: Path) -> None:
    text = b"Anna Berg will sleep"
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    how = ["--quarantine", "aside", "--timeout", "0.4"]
    done = with_wild(tmp_path, "pseudonymize", name, "-o", f"out-{name}", *how)

    assert done.returncode == 1
    assert b"took longer than 0.4 s; it is no row that could be left out alone, so the whole file is" in done.stderr
    assert b"--quarantine" not in done.stderr
    assert (tmp_path / "aside" / name).read_bytes() == (tmp_path / name).read_bytes()
