"""Hostile and damaged containers: each gives an error that names the place, and nothing is written."""

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from tests.unit.formats.office_files import W, paragraph, small_docx, there_and_back, with_parts, zipped

from allonym.core.containers import Copied, Kept, follow, pack_step
from allonym.core.errors import AllonymError, InputError
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.formats.zipped import members_of, unpack
from allonym.formats.zipped_writing import write_zip
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.settings import load_settings

GOOD = small_docx(paragraph("Dear Zelda Quimbyson"))


def declared(data: bytes, offset: int, kind: str, value: int) -> bytes:
    """Return a container whose first entry in the directory says something else."""
    place = data.index(b"PK\x01\x02") + offset
    return data[:place] + struct.pack(kind, value) + data[place + struct.calcsize(kind) :]


def doctype(text: str) -> bytes:
    return small_docx("", {"word/document.xml": f"<?xml version='1.0'?>{text}"})


def twice(name: str) -> bytes:
    return zipped({name: "x", name.replace("w", "v"): "x"}).replace(name.replace("w", "v").encode(), name.encode())


def overlapping() -> bytes:
    """A member that stands inside another."""
    inner = zipped({"b.xml": "x"}, zipfile.ZIP_STORED)
    local, entry = inner[: inner.index(b"PK\x01\x02")], inner[inner.index(b"PK\x01\x02") : inner.index(b"PK\x05\x06")]
    outer = zipped({"a.xml": local}, zipfile.ZIP_STORED)
    start = outer.rindex(b"PK\x01\x02")
    first = outer[start : outer.rindex(b"PK\x05\x06")]
    second = entry[:42] + struct.pack("<L", outer.index(local, 4)) + entry[46:]
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, len(first) + len(second), start, 0)
    return outer[:start] + first + second + end


LATIN = "<?xml version='1.0' encoding='latin-1'?><a>é</a>".encode("latin-1")
HOSTILE = {
    "empty": (b"", "not a zip container"),
    "text": (b"Dear Zelda Quimbyson", "not a zip container"),
    "old Office": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old or a password-protected"),
    "cut off": (GOOD[: len(GOOD) // 2], "damaged or cut off"),
    "only a beginning": (b"PK\x03\x04", "damaged or cut off"),
    "bomb": (with_parts(GOOD, {"word/media/a.png": bytes(30_000_000)}), "like a zip bomb"),
    "too much": (declared(GOOD, 24, "<L", 0xFFFFFFF0), "more than 1,073,741,824 bytes"),
    "lies about its size": (declared(GOOD, 24, "<L", 5), "not what its directory says"),
    "lies about its sum": (declared(GOOD, 16, "<L", 5), "not what its directory says"),
    "encrypted": (declared(GOOD, 8, "<H", 1), "is encrypted"),
    "odd packing": (declared(GOOD, 10, "<H", 14), "packed in a way"),
    "out of the container": (with_parts(GOOD, {"../../etc/passwd": "x"}), "leads out"),
    "absolute": (with_parts(GOOD, {"/etc/passwd": "x"}), "leads out"),
    "backslash": (with_parts(GOOD, {"..\\x.xml": "x"}), "leads out"),
    "same name": (twice("word/document.xml"), "the same name"),
    "overlapping": (overlapping(), "overlaps another"),
    "many members": (zipped({f"{number}.png": "" for number in range(10_001)}), "more than 10,000 members"),
    "another kind": (zipped({"a.txt": "x"}), "not the kind of Office file"),
    "entity": (doctype('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), "has a DOCTYPE"),
    "laughs": (doctype('<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>'), "has a DOCTYPE"),
    "unknown entity": (doctype("<a>&b;</a>"), "not well-formed XML"),
    "no end": (doctype("<a><b></a>"), "not well-formed XML, line 1"),
    "not Unicode": (small_docx("", {"word/document.xml": LATIN}), "not in UTF-8"),
    "NUL in XML": (doctype("<a>\0</a>"), "not well-formed XML"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_container_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    data, reason = HOSTILE[name]
    given, made = tmp_path / "a.docx", tmp_path / "made.docx"
    given.write_bytes(data)
    tool = Pseudonymizer(load_settings("default").with_model(fast=True))
    with pytest.raises(InputError, match=reason) as caught:
        pseudonymize_file(Run(tool), Source(given, "a.docx", choose("a.docx"), Layout()), made)

    assert str(caught.value).startswith("a.docx: ")
    assert "passwd" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["a.docx"]


def test_a_file_that_is_cut_anywhere_is_refused_or_read_whole() -> None:
    for size in range(0, len(GOOD), 7):
        with pytest.raises(InputError):
            there_and_back("a.docx", GOOD[:size])


def test_a_file_with_any_byte_changed_is_refused_or_comes_back() -> None:
    for place in range(0, len(GOOD), 23):
        data = GOOD[:place] + bytes([GOOD[place] ^ 0x41]) + GOOD[place + 1 :]
        try:
            taken = there_and_back("a.docx", data)
        except AllonymError:
            continue

        assert taken.back == data


def test_small_members_may_be_packed_tightly() -> None:
    given = small_docx(paragraph("x" * 900_000))

    assert there_and_back("a.docx", given).back == given


def test_what_stands_between_and_behind_members_is_not_taken_over_but_comes_back() -> None:
    secret = b"Zelda Quimbyson"
    end = GOOD.index(b"PK\x05\x06")
    directory = GOOD.index(b"PK\x01\x02")
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, end - directory, directory + len(secret), len(secret))
    given = GOOD[:directory] + secret + GOOD[directory:end] + tail + secret
    taken = there_and_back("a.docx", given)

    assert taken.back == given
    assert secret not in taken.made


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_parts_in_other_encodings_keep_them(encoding: str) -> None:
    declared = "UTF-16" if encoding == "utf-16" else "UTF-8"
    body = f"<w:body>{paragraph('Zelda Quimbyson é')}</w:body>"
    document = f'<?xml version="1.0" encoding="{declared}"?><w:document {W}>{body}</w:document>'
    given = small_docx("", {"word/document.xml": document.encode(encoding)})
    taken = there_and_back("a.docx", given)
    with zipfile.ZipFile(io.BytesIO(taken.made)) as opened:
        made = opened.read("word/document.xml")

    assert "[PERSON_1] é" in made.decode(encoding)
    assert made[:2] == document.encode(encoding)[:2]
    assert taken.back == given


def test_a_container_written_with_nothing_changed_has_the_same_members() -> None:
    stream, output = io.BytesIO(GOOD), io.BytesIO()
    members = members_of(stream)
    steps = list(write_zip(stream, members, {}, output))
    with zipfile.ZipFile(output) as opened:
        assert opened.testzip() is None
        assert opened.read("word/document.xml") == unpack(stream, members[1])

    assert sum(isinstance(step, Copied) for step in steps) == 2
    assert b"".join(follow(map(pack_step, steps), output)) == GOOD
    kept = sum(len(step.raw) for step in steps if isinstance(step, Kept))
    assert kept + sum(step.size for step in steps if isinstance(step, Copied)) == len(GOOD)


def test_a_stream_that_unpacks_to_more_than_it_says_is_stopped() -> None:
    packed = zlib.compress(bytes(5_000_000), 9)[2:-4]
    stream = io.BytesIO(with_parts(GOOD, {"word/media/a.png": bytes(5_000_000)}))
    with pytest.raises(InputError, match="like a zip bomb"):
        members_of(stream)
    assert len(packed) < 10_000
