"""Two hundred canaries: originals that stand in inputs, and then nowhere else, in whatever encoding.

Looked through: vaults, their journals, backups, inboxes and sealed tables, the data of a server with its log and its
write-ahead log, temporary files, the folders of runs, outputs, reports, certificates, exports, and all that was told.
"""

import json
import os
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

import pytest
from tests.postgres_server import Server

from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.opening import open_vault
from allonym.vault.roles import ROLES

PASSPHRASE = "four random words here"
MARKER = "Żołqzx"
"""With what every canary begins; nothing else has it."""


def canaries(count: int) -> list[str]:
    letters = [chr(97 + number % 26) + chr(97 + number // 26) for number in range(count)]
    return [f"{MARKER}{each} Wżq{each}" for each in letters]


def needles(marker: str) -> set[bytes]:
    """Return a marker as it may stand somewhere: six encodings, three ways to write it."""
    found: set[bytes] = set()
    for text in (marker, marker.lower(), marker.upper()):
        for plain in (text.encode(), text.encode("utf-16-le")):
            found |= {plain, plain.hex().encode(), plain.hex().upper().encode()}
            # Behind one or two other bytes the same bytes have other base64 letters; those in the middle stay.
            found |= {b64encode(b"\0" * shift + plain)[4:-4] for shift in range(3)}
        found |= {quote(text).encode(), quote(text).lower().encode(), json.dumps(text)[1:-1].encode()}
    return {needle for needle in found if len(needle) >= 4}


def hits(paths: Iterable[Path], marker: str = MARKER) -> list[str]:
    wanted, found = needles(marker), list[str]()
    for path in paths:
        # Files of a server that runs may go while we look.
        with suppress(FileNotFoundError):
            data = path.read_bytes()
            found += [path.name] if any(needle in data for needle in wanted) else []
    return found


def files_in(*folders: Path) -> Iterator[Path]:
    return (path for folder in folders for path in folder.rglob("*") if path.is_file())


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    [canary] = canaries(1)
    texts = {
        "utf-8": canary.encode(),
        "lower": canary.casefold().encode(),
        "utf-16": canary.encode("utf-16-le"),
        "hex": canary.encode().hex().encode(),
        "url": quote(canary).encode(),
        "json": json.dumps(canary).encode(),
        **{f"base64 {shift}": b64encode(b"x" * shift + canary.encode()) for shift in range(3)},
    }
    for name, data in texts.items():
        (tmp_path / name).write_bytes(b"before " + data + b" after")
    (tmp_path / "nothing").write_bytes(os.urandom(100_000))

    assert sorted(hits(files_in(tmp_path))) == sorted(texts)


class Study:
    """Runs commands as a user does, keeps all that they say, and has a place for temporary files of its own."""

    def __init__(self, folder: Path, vault: str, count: int) -> None:
        self.inputs, self.made, self.temporary = (folder / name for name in ("inputs", "made", "temporary"))
        for each in (self.inputs, self.made, self.temporary):
            each.mkdir()
        self.vault, self.told = vault, list[bytes]()
        names = canaries(count)
        rows = "".join(f'{number},@u{number},"{name} wrote to us."\n' for number, name in enumerate(names))
        (self.inputs / "posts.csv").write_text(f"id,author,text\n{rows}")
        (self.inputs / "posts.txt").write_text("\n\n".join(f"Then {name} came." for name in names))
        (self.inputs / "broken.jsonl").write_text("".join(f'{{"text": "{name}\n' for name in names))
        (self.inputs / "terms.txt").write_text("".join(f"{name}\tPERSON\n" for name in names))

    def run(self, *arguments: object, key: str = PASSPHRASE, kill_after: float | None = None) -> int:
        whole = [sys.executable, "-X", "dev", "-m", "allonym", *map(str, arguments)]
        environment = {**os.environ, "ALLONYM_PASSPHRASE": key, "TMPDIR": str(self.temporary)}
        process = subprocess.Popen(
            whole, cwd=self.made, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if kill_after is not None:
            time.sleep(kill_after)
            process.send_signal(signal.SIGKILL)
        self.told.append(process.communicate()[0])
        return process.returncode

    def work(self, kills: int) -> None:
        """Do with the vault what all roles do with it, well and badly."""
        terms, vault = ("--terms", self.inputs / "terms.txt", "--fast"), ("--vault", self.vault)
        posts, name = self.inputs / "posts.csv", canaries(1)[0]
        whole = (
            "pseudonymize",
            posts,
            self.inputs / "posts.txt",
            "-o",
            "out",
            *vault,
            *terms,
            "--keep-run",
            "--resume",
        )
        for number in range(kills):
            self.run(*whole, kill_after=1.0 + 0.5 * number)
        keys = {role: new_private_key() for role in ROLES}
        assert self.run(*whole) == 0, self.told[-1]
        with open_vault(self.vault, PASSPHRASE) as opened:
            for role in ROLES:
                opened.keys.add_public_key(public_key_of(keys[role]), role, role)
            self.told.append(repr([opened, *opened.searches.manifests(), opened.subjects.find(name)]).encode())
        out, made = "out/posts.csv", self.made
        again = ("-o", "again.csv", *vault)
        assert self.run("pseudonymize", posts, *again, *terms, key=keys["worker"]) == 0, self.told[-1]
        assert self.run("pseudonymize", self.inputs / "broken.jsonl", "-o", "broken", *vault, *terms) != 0
        assert self.run("pseudonymize", posts, "-o", "x", *vault, *terms, key=name) != 0
        assert self.run("recover", out, "-o", "x", *vault, "--reason", "a test", key=keys["auditor"]) != 0
        assert self.run("requests", "ask", out, *vault, "--reason", "a test", key=keys["recoverer"]) == 0
        assert self.run("requests", "approve", "1", *vault, key=keys["custodian"]) == 0, self.told[-1]
        assert self.run("subjects", "find", canaries(2)[1], *vault, "--json") == 0
        assert self.run("certificate", "make", out, *vault, "-o", "certificate.json", "--html", "page.html") == 0
        assert self.run("audit", "export", self.vault, "-o", "log.jsonl", key=keys["auditor"]) == 0
        (made / "someone.pub").write_text(public_key_of(keys["custodian"]))
        assert self.run("vault", "export", self.vault, "-o", "table", "--to", "someone.pub") == 0, self.told[-1]
        assert self.run("vault", "inbox", self.vault, "-o", "inbox") == 0
        inbox = ("--vault", "inbox", "--scope", "document", *terms)
        assert self.run("pseudonymize", posts, "-o", "far.csv", *inbox, key=keys["worker"]) == 0, self.told[-1]
        assert self.run("vault", "rotate", self.vault) == 0
        if not self.vault.startswith("postgresql:"):
            assert self.run("vault", "backup", self.vault, "-o", "backup") == 0
        assert self.run("subjects", "forget", name, *vault, "--yes", "--later") == 0, self.told[-1]

    def found(self, *more: Path) -> list[str]:
        (self.made / "told").write_bytes(b"\n".join(self.told))
        return hits(files_in(self.made, self.temporary, *more))


FORMS = pytest.mark.parametrize(
    ("count", "kills"), [(20, 1), pytest.param(200, 10, marks=pytest.mark.slow)], ids=["few", "all"]
)


@FORMS
def test_no_canary_leaves_its_input_with_a_vault_in_a_file(tmp_path: Path, count: int, kills: int) -> None:
    study = Study(tmp_path, "study.vault", count)
    study.vault = str(study.made / "study.vault")
    study.work(kills)

    assert len(hits(files_in(study.inputs))) == 4
    assert study.found() == []


@FORMS
def test_no_canary_leaves_its_input_with_a_vault_on_a_server(
    tmp_path: Path, server: Server, count: int, kills: int
) -> None:
    import psycopg

    study = Study(tmp_path, server.address(f"canaries_{token_hex(8)}"), count)
    study.work(kills)
    with psycopg.connect(server.address(), autocommit=True) as admin:
        admin.execute("CHECKPOINT")

    assert study.found(server.folder) == []
