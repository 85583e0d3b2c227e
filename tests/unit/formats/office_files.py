"""Letters and workbooks for tests, and ways to take files there and back."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.reports import Report
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.memory import open_memory

NAMES = ("Zelda Quimbyson", "Orville Tantamount", "Wilhelmina Prufrock")
WORDS = ("Zelda", "Quimbyson", "Orville", "Tantamount", "Wilhelmina", "Prufrock", "zelda", "quimbyson")
TERMS = {"PERSON": list(NAMES), "EMAIL": ["zelda@quimbyson.example"]}
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


PLACES = Path(__file__).parent.parent.parent / "data" / "office-places.tsv"


def places(kind: str) -> dict[str, tuple[str, str]]:
    """Return where a name may hide in a kind of file: by what it is, the member and what stands in it."""
    lines = [line.split("\t") for line in PLACES.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {what: (member, content) for each, what, member, content in lines if each == kind}


@dataclass
class Taken:
    """What came out of a file, what came back of it, and the report."""

    made: bytes = field(repr=False)
    back: bytes = field(repr=False)
    report: Report


def there_and_back(
    name: str, data: bytes, layout: Layout | None = None, *, profile: str = "default", vault: bool = True
) -> Taken:
    """Pseudonymize and recover a file by a vault in memory."""
    asked = layout or Layout()
    with TemporaryDirectory() as folder, open_memory() as opened:
        given, made, back = Path(folder, name), Path(folder, "made-" + name), Path(folder, "back-" + name)
        given.write_bytes(data)
        tool = Pseudonymizer(load_settings(profile).with_model(fast=True), opened if vault else None, terms=TERMS)
        report = pseudonymize_file(Run(tool), Source(given, name, choose(name), asked), made)
        if not vault:
            return Taken(made.read_bytes(), b"", report)
        recover_file(opened, Source(made, made.name, choose(name), asked), back)
        return Taken(made.read_bytes(), back.read_bytes(), report)


def changed_since(name: str, data: bytes, change: Callable[[bytes], bytes], layout: Layout | None = None) -> bytes:
    """Pseudonymize a file, change the output, and recover it as far as it goes."""
    asked = layout or Layout()
    with TemporaryDirectory() as folder, open_memory() as opened:
        given, made, back = Path(folder, name), Path(folder, "made-" + name), Path(folder, "back-" + name)
        given.write_bytes(data)
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), opened, terms=TERMS)
        pseudonymize_file(Run(tool), Source(given, name, choose(name), asked), made)
        made.write_bytes(change(made.read_bytes()))
        recover_file(opened, Source(made, made.name, choose(name), asked), back)
        return back.read_bytes()


def leaks(data: bytes) -> list[str]:
    """Return the members of a container in which a word of the originals stands, and the word."""
    found: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.testzip() is None
        for name in opened.namelist():
            content = opened.read(name)
            for encoding in ("utf-8", "utf-16-le"):
                text = content.decode(encoding, "replace")
                found += [f"{name}: {word}" for word in WORDS if word in text]
    found += [f"(between members): {word}" for word in WORDS if word.encode() in data]
    return found


def part(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return opened.read(name).decode()


def with_parts(data: bytes, parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a container with some members added or replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(name, old.read(name)))
        for name in parts.keys() - set(old.namelist()):
            new.writestr(name, parts[name])
    return out.getvalue()


def small_docx(body: str, parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return the smallest Word file with a body."""
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    )
    document = f'<?xml version="1.0" encoding="UTF-8"?>\n<w:document {W}><w:body>{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": types, "word/document.xml": document, **(parts or {})})


def zipped(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as opened:
        for name, content in parts.items():
            opened.writestr(name, content)
    return out.getvalue()


def paragraph(*runs: str) -> str:
    return "<w:p>" + "".join(f"<w:r><w:t>{run}</w:t></w:r>" for run in runs) + "</w:p>"


def texts(document: str) -> list[str]:
    return re.findall(r"<w:t[^>]*>([^<]*)</w:t>", document)
