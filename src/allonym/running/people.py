"""What is written for and without a person: the list of whom to ask, and outputs once the person is forgotten."""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allonym.core.types import Place
from allonym.running.places import make_folder
from allonym.running.reissuing import REISSUED, UNKNOWN, reissue_file
from allonym.running.sources import Source

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault
    from allonym.vault.subjects import Findings, Found


def contact_list(findings: "Findings") -> bytes:
    """Return a CSV file of the documents in which a person stands, with their authors. It is sensitive."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["file", "document", "author", "mentions", "sure"])
    for each in to_contact(findings):
        writer.writerow([each.file, each.document, each.author or "", each.mentions, "yes" if each.sure else "maybe"])
    return text.getvalue().encode()


@dataclass(frozen=True, slots=True)
class Contact:
    """A document in which a person stands."""

    file: str
    document: str
    author: str | None = field(repr=False)
    mentions: int
    sure: bool


def to_contact(findings: "Findings") -> list[Contact]:
    """Return each document once: a name and a handle of one person stand in it, and it may have gone through twice."""
    by_document: dict[tuple[str, str, str | None], list[Found]] = {}
    for each in findings.found:
        by_document.setdefault((each.file, each.document, each.author), []).append(each)
    contacts = []
    for (file, document, author), found in by_document.items():
        times = Counter[Place]()
        for each in found:
            times[each.place] += each.count
        # Each time that it went through it had all of them.
        contacts.append(Contact(file, document, author, max(times.values()), any(each.sure for each in found)))
    return contacts


def found_data(found: "Found") -> dict[str, Any]:
    """Return one place where a person stands, as plain data."""
    return {
        "number": found.number,
        "document": found.document,
        "file": found.file,
        "label": found.label,
        "places": [[span.start, span.end] for span in found.spans],
        "pseudonyms": list(found.pseudonyms),
        "count": found.count,
        "sure": found.sure,
        "author": found.author,
    }


def reissue_all(vault: "SealedVault", jobs: Sequence[tuple[Source, Path]]) -> tuple[int, list[str]]:
    """Write outputs anew without whoever was forgotten; return how many changed, and the names of unknown ones."""
    done = 0
    unknown: list[str] = []
    for source, target in jobs:
        make_folder(target.parent)
        result = reissue_file(vault, source, target)
        done += result == REISSUED
        if result == UNKNOWN:
            unknown.append(source.name)
    if done:
        vault.audit.note("forget", counts={"outputs": done})
    return done, unknown
