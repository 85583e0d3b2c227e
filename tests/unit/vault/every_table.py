"""A small vault with rows in every table, and all that it can be asked.

For tests that damage it, and for the golden file `tests/vectors/format-2.vault`, which `make` has written once.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.unit.vault.helpers import NOON, QUICK
from tests.unit.vault.speaking import Text, given_back, say

from allonym import Pseudonymizer
from allonym.core.pieces import Layout
from allonym.core.protocols import Giver
from allonym.core.types import digest
from allonym.engine import recover
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.credentials import PRIVATE, public_key_of, written
from allonym.vault.options import VaultOptions
from allonym.vault.roles import RECOVERER, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file

Questions = dict[str, Callable[[], object]]
LATER = VaultOptions(cost=QUICK.cost, patience=QUICK.patience, clock=lambda: NOON + 60)
SERIES, PERSON = "[PERSON_{n}]", "PERSON"
TEXTS = [
    Text("post-1", "Anna Berg met Karl Ek.", "[PERSON_1] met [PERSON_2]."),
    Text("post-2", "مريم wrote.", "[PERSON_3] wrote."),
    Text("post-3", "Ring Anna Berg.", "Ring [PERSON_1]."),
]
GIVEN = b"id;text\r\n1;Write to cy@example.org\r\n2;or to bo@example.org\r\n"
MADE = b"id;text\r\n1;Write to [EMAIL_1]\r\n2;or to [EMAIL_1]\r\n"
OUTPUT = digest(MADE.decode())


@dataclass(frozen=True)
class People:
    """Whose keys open the vault."""

    passphrase: str
    worker: str
    recoverer: str


GOLDEN = Path(__file__).parents[2] / "vectors" / "format-2.vault"
PEOPLE = People("format two", written(PRIVATE, bytes(range(2, 34))), written(PRIVATE, bytes(range(3, 35))))
"""Those of the golden file."""


def make(path: Path, people: People, step: Callable[[], object] = lambda: None) -> None:
    """Make the vault: texts of a custodian and of a worker, a file, somebody forgotten, a recovery that takes two.

    After each part `step` is called, which may keep a copy.
    """
    with open_file(path, people.passphrase, True, QUICK) as vault:
        vault.keys.add_public_key(public_key_of(people.worker), "the worker", WORKER)
        vault.keys.add_public_key(public_key_of(people.recoverer), "the recoverer", RECOVERER)
        step()
        say(vault, "post-1", "", (PERSON, "Anna Berg"), " met ", (PERSON, "Karl Ek"), ".")
        say(vault, "post-2", "", (PERSON, "مريم"), " wrote.", author="u1")
        step()
        put_file(vault, path.parent)
        step()
        say(vault, "gone", "", (PERSON, "Nicolas Sarkozy"), " left.")
        vault.note_access("a court asked", "posts.csv", 1)
        vault.subjects.forget(vault.subjects.find("Nicolas Sarkozy").sure)
        step()
        vault.audit.sign()
        vault.keys.require_two(wanted=True)
    with open_file(path, people.worker, options=QUICK) as worker:
        say(worker, "post-3", "Ring ", (PERSON, "Anna Berg"), ".")
    step()
    with open_file(path, people.recoverer, options=LATER) as recoverer:
        request = recoverer.requests.ask([(OUTPUT, "posts.csv")], "the author asked us to")
    step()
    with open_file(path, people.passphrase, options=LATER) as vault:
        vault.requests.approve(request.number)


def put_file(vault: SealedVault, folder: Path) -> None:
    given, made = folder / "posts.csv", folder / "made.csv"
    given.write_bytes(GIVEN)
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
    pseudonymize_file(Run(tool), Source(given, given.name, choose(given.name), Layout()), made)

    assert made.read_bytes() == MADE


def recoveries(vault: SealedVault, made: Path) -> Questions:
    """Return the questions whose answers are what somebody wrote; `made` is the output of the file."""
    texts: Questions = {f"text {text.id}": partial(given_back, vault, text) for text in TEXTS}
    return {
        **texts,
        "text without id": lambda: recover(vault.recall(TEXTS[1].output), TEXTS[1].output),
        "file": partial(file_given_back, vault, made),
        "owner": partial(vault.searches.original_of, "corpus", "[PERSON_2]"),
    }


def others(vault: SealedVault) -> Questions:
    """Return the other questions of a custodian."""
    return {
        "pseudonyms": lambda: [vault.assign("corpus", SERIES, name, lambda _: None) for name in ("anna berg", "مريم")],
        "knows": lambda: [vault.knows("corpus", SERIES, name) for name in ("karl ek", "nobody")],
        "accesses": lambda: [(access.reason, access.what, access.count) for access in vault.accesses()],
        "requests": lambda: list(vault.requests.all()),
        "slots": lambda: [(slot.id, slot.name, slot.role) for slot in vault.keys.slots()],
        "log": lambda: [(entry.number, entry.action, entry.result) for entry in vault.audit.entries()],
        "checked log": vault.audit.verify,
        "manifests": lambda: sorted(manifest.id for manifest in vault.searches.manifests()),
        "info": vault.info,
        "name": partial(vault.name_for, "Anna"),
    }


def file_given_back(giver: Giver, made: Path) -> bytes:
    """Return the file that an output was made from."""
    back = io.BytesIO()
    recover_file(giver, Source(made, "posts.csv", choose("posts.csv"), Layout()), back)
    return back.getvalue()


def handed_over(path: Path, people: People, made: Path) -> bytes:
    """Return the file as the one who asked for it gets it, once."""
    with open_file(path, people.recoverer, options=LATER) as vault:
        return file_given_back(vault.requests.use(1), made)
