"""What is kept of a run for its certificate: under which settings, with which model and lists, and how much was done.

Counts, names of labels, hashes of what comes with allonym; never words of a document or of a user's own list.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from allonym import __version__
from allonym.core.protocols import Vault
from allonym.languages.lists import TABLES
from allonym.running.job import Job
from allonym.settings import Settings
from allonym.settings.requirements import fulfilled, modes_of

_NETWORK = Path(__file__).parent.parent / "detectors" / "model" / "network"
_BLOCK = 1 << 20


def facts_of(job: Job) -> dict[str, object]:
    """Return what is to be known of a file that was just written; nothing where no vault keeps it."""
    if job.file is None:
        return {}
    report, settings = job.report, job.tool.settings
    return {
        "tool": __version__,
        "texts": report.documents,
        "changed": report.changed,
        "characters": report.characters,
        "scanned": report.scanned,
        "withheld": report.failed,
        "mentions": report.replaced.total(),
        "replaced": dict(report.replaced),
        "marked": dict(report.marked),
        "languages": dict(report.languages),
        "profile": Path(settings.name).name,
        "profile_digest": _digest(settings),
        "settings": _settings(settings, job.tool.language),
        "modes": list(modes_of(settings)),
        "requirements": fulfilled(settings),
        "model": folder_digest(_model_folder(settings)) if "model" in settings.detectors else "",
        "lists": folder_digest(TABLES),
    }


@contextmanager
def failure_noted(vault: Vault | None) -> Iterator[None]:
    """Have the audit log say that a run was refused or has failed; that it was done is noted with its file."""
    try:
        yield
    except BaseException as error:
        if vault is not None:
            vault.audit.note_error("pseudonymize", error)
        raise


@lru_cache(maxsize=4)
def folder_digest(folder: Path) -> str:
    """Return one SHA-256 over the names and contents of the files in a folder."""
    whole = sha256()
    for path in sorted(each for each in folder.iterdir() if each.is_file() and each.suffix not in (".py", ".pyc")):
        part = sha256()
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                part.update(block)
        whole.update(f"{path.name}\0{part.hexdigest()}\n".encode())
    return whole.hexdigest()


def _model_folder(settings: Settings) -> Path:
    return Path(str(settings.detector.get("model", {}).get("path") or _NETWORK))


def _digest(settings: Settings) -> str:
    """Return the digest of a profile without the words that a user has listed, which somebody could guess."""
    return replace(settings, terms={}, allow=(), links=None).digest()


def _settings(settings: Settings, language: str | None) -> dict[str, object]:
    return {
        "scope": settings.scope,
        "language": language or "auto",
        "detectors": list(settings.detectors),
        "linker": settings.linker,
        "rules": [[rule.name, rule.strategy, list(rule.labels)] for rule in (*settings.rules, settings.otherwise)],
        "terms": sum(map(len, settings.terms.values())),
        "allowed": len(settings.allow),
        "links": settings.links is not None,
    }
