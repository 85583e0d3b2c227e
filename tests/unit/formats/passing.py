"""Take a file through and back, as a run does."""

import tempfile
from pathlib import Path

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.reports import Report
from allonym.running.sources import Source
from allonym.settings import load_settings

CANARIES = ("Zorblat Quux", "zorblat.quux@example.org", "+46 70 174 06 05", "سارة يوسف")
SETTINGS = load_settings("default").with_model(fast=True)


def through(
    name: str, data: bytes, layout: Layout | None = None, format_name: str | None = None, profile: str | None = None
) -> tuple[bytes, Report]:
    """Return what is published of a file; fail unless it comes back byte for byte."""
    settings = SETTINGS if profile is None else load_settings(profile).with_model(fast=True)
    terms = {"PERSON": ["Zorblat Quux", "سارة يوسف"]}
    with tempfile.TemporaryDirectory() as folder:
        there, made, back = Path(folder, name), Path(folder, "made-" + name), Path(folder, "back-" + name)
        there.write_bytes(data)
        vault = open_vault("memory:")
        tool = Pseudonymizer(settings, vault, terms=terms)
        source = Source(there, name, choose(name, format_name), layout or Layout())
        report = pseudonymize_file(Run(tool), source, made)
        recover_file(vault, Source(made, made.name, choose(name, format_name), Layout()), back)
        assert back.read_bytes() == data
        return made.read_bytes(), report


def require_none_of(words: tuple[str, ...], data: bytes) -> None:
    """Fail if one of the words stands in bytes, in UTF-8, UTF-16 or Latin-1."""
    for word in words:
        assert word.encode() not in data, word
        assert word.encode("utf-16-le") not in data, word
        assert word.encode("latin-1", "replace") not in data or not word.isascii(), word
