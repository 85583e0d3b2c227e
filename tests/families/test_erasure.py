"""Some of many people are forgotten: nothing of them comes back, from nowhere, and everybody else is exact."""

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import pytest
from scripts.soak import SYLLABLES
from tests.postgres_server import Server
from tests.unit.vault.helpers import PASSPHRASE, open_either
from tests.unit.vault.test_canaries import files_in, hits
from tests.unit.vault.test_forgetting import everything, store_at_rest

from allonym.core.errors import VaultDamaged
from allonym.interfaces.cli.app import run
from allonym.vault.sealed import SealedVault
from allonym.vault.store import KEYS, MANIFESTS

FORMS = [(40, 4), pytest.param(5_000, 1_000, marks=pytest.mark.slow)]
MARKER = "Zxqwvkplon"
"""With what the names of those begin who are forgotten; nothing else has it."""


class Crowd:
    """People who write to one another, a post each; some of them are to be forgotten."""

    def __init__(self, count: int, gone: int) -> None:
        chance = random.Random(count)
        words: set[str] = set()
        while len(words) < 2 * count:
            words.add("".join(chance.choices(SYLLABLES, k=4)))
        kept = sorted(words)
        chance.shuffle(kept)
        pairs = list(zip(kept[:count], kept[count:], strict=True))
        self.gone = [f"{MARKER}{first} {MARKER}{last}" for first, last in pairs[:gone]]
        self.names = [*self.gone, *(f"{first.title()} {last.title()}" for first, last in pairs[gone:])]
        others = [chance.sample(self.names, 2) for _ in self.names]
        posts = [f"{name} wrote to {one} and to {two}." for name, (one, two) in zip(self.names, others, strict=True)]
        self.table = "id,text\n" + "".join(f"{number},{post}\n" for number, post in enumerate(posts))

    def without_the_gone(self) -> str:
        left = self.table
        for name in self.gone:
            left = left.replace(name, "[WITHDRAWN]")
        return left


@contextmanager
def opened(vault: str) -> Iterator[SealedVault]:
    with open_either(vault) as made:
        yield made


def forget_all(crowd: Crowd, folder: Path, vault: str) -> None:
    """Pseudonymize the table, and forget one after the other; the last destroys the keys."""
    where = ("--vault", vault)
    (folder / "posts.csv").write_text(crowd.table, "utf-8")
    (folder / "terms.txt").write_text("".join(f"{name}\tPERSON\n" for name in crowd.names), "utf-8")
    made = ("-o", str(folder / "made" / "out.csv"), "--fast", "--scope", "corpus", "--text-column", "text", "--quiet")
    assert run(["pseudonymize", str(folder / "posts.csv"), *made, *where, "--terms", str(folder / "terms.txt")]) == 0
    for name in crowd.gone[:-1]:
        assert run(["subjects", "forget", name, *where, "--yes", "--later"]) == 0
    certificate = ("--certificate", str(folder / "made" / "gone.json"))
    anew = ("--outputs", str(folder / "made" / "out.csv"), "-o", str(folder / "made" / "new.csv"))
    assert run(["subjects", "forget", crowd.gone[-1], *where, "--yes", *anew, *certificate]) == 0


def require_gone(crowd: Crowd, folder: Path, vault: str) -> None:
    """Fail if anything of those who are gone can be had, or anything of the others cannot."""
    left = crowd.without_the_gone()
    for name in ("out.csv", "new.csv"):
        asked = ["recover", str(folder / "made" / name), "-o", str(folder / "made" / f"back-{name}"), "--vault", vault]
        assert run([*asked, "--reason", "a test"]) == 0
        assert (folder / "made" / f"back-{name}").read_text("utf-8") == left
    with opened(vault) as vault_:
        assert MARKER.lower() not in everything(vault_).lower()
        assert not vault_.subjects.is_pending()
        for name in random.Random(1).sample(crowd.gone, 4):
            assert vault_.subjects.find(name).sure.found == ()
        vault_.verify()


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)


@pytest.mark.parametrize(("count", "gone"), FORMS)
def test_who_is_forgotten_is_nowhere_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int, gone: int
) -> None:
    crowd, made = Crowd(count, gone), tmp_path / "made"
    made.mkdir()
    vault, old = made / "study.vault", tmp_path / "old.vault"
    open_either(str(vault), create=True).close()
    (tmp_path / "first.csv").write_text(f"id,text\n1,{crowd.gone[0]} was here.\n", "utf-8")
    terms = ("--fast", "--scope", "corpus", "--text-column", "text", "--quiet")
    (tmp_path / "one.txt").write_text(f"{crowd.gone[0]}\tPERSON\n", "utf-8")
    first = ["pseudonymize", str(tmp_path / "first.csv"), "-o", str(made / "first.csv"), "--vault", str(vault), *terms]
    assert run([*first, "--terms", str(tmp_path / "one.txt")]) == 0
    shutil.copy(vault, old)
    with opened(str(vault)) as before:
        keys = [bytes(row[-1]) for row in before._rows._store.page(KEYS, (), (), 1000)]
    assert any(key in old.read_bytes() for key in keys)

    forget_all(crowd, tmp_path, str(vault))
    require_gone(crowd, tmp_path, str(vault))
    assert run(["vault", "backup", str(vault), "-o", str(made / "backup")]) == 0
    said = capsys.readouterr()
    (made / "said.txt").write_text(said.out + said.err, "utf-8")

    assert hits(files_in(made), MARKER) == []
    assert not any(key in path.read_bytes() for path in files_in(made) for key in keys), "an old key is still there"
    with opened(str(vault)) as after:
        for row in store_at_rest(old):
            with pytest.raises(VaultDamaged):
                after._rows.open(MANIFESTS, row)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "gone"), [(5_000, 1_000)])
def test_who_is_forgotten_is_nowhere_on_a_server(tmp_path: Path, server: Server, count: int, gone: int) -> None:
    crowd, vault = Crowd(count, gone), server.address(f"erasure_{token_hex(8)}")
    (tmp_path / "made").mkdir()
    open_either(vault, create=True).close()
    forget_all(crowd, tmp_path, vault)
    require_gone(crowd, tmp_path, vault)

    assert hits(files_in(tmp_path / "made", server.folder), MARKER) == []
