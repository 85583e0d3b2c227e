"""A vault, whatever keeps it, and a few plain dictionaries give the same answers to any run of questions."""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from secrets import token_hex

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.postgres_server import Server
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, manifest, numbered

from allonym.core.errors import AmbiguousText, UnknownText
from allonym.core.types import Manifest, Place, digest
from allonym.vault.founding import enter, found
from allonym.vault.keys import Header, derive
from allonym.vault.memory import MemoryStore
from allonym.vault.sealed import SealedVault

MASTER = b"m" * 32
WORDS = st.sampled_from(["Anna", "Bo", "Åsa", "مريم", "\ud83d", ""])
TEXTS = st.sampled_from(["[X]", "[Y] came", ""])
PLACES = st.none() | st.builds(Place, st.integers(1, 2), st.integers(1, 3), st.integers(0, 1))
MANIFESTS = st.lists(st.builds(manifest, TEXTS, st.sampled_from(["Anna", "Bo"]), st.sampled_from("ab"), PLACES))


class Boom(Exception):
    pass


class VaultMachine(RuleBasedStateMachine):
    """The model: pseudonyms by entity, and manifests in the order in which they were written."""

    blank: tuple[Path, bytes]
    server: Server | None = None

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.given: dict[tuple[str, str, str], str] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self.alone: dict[tuple[str, bytes, bytes], Manifest] = {}
        self.placed: dict[Place, Manifest] = {}
        self.files: dict[tuple[bytes, str], int] = {}
        self.newest: list[Manifest] = []

    @initialize(kind=st.sampled_from(["memory", "sqlite"]))
    def begin(self, kind: str) -> None:
        self.enter: Callable[[], SealedVault]
        if self.server is not None:
            address = self.server.address(f"model_{token_hex(8)}")
            self.enter = partial(
                import_module("allonym.vault.postgres").open_postgres, address, PASSPHRASE, True, QUICK
            )
        elif kind == "sqlite":
            path = Path(self.folder.name) / "study.vault"
            path.write_bytes(self.blank[0].read_bytes())
            self.enter = partial(enter_file, path, self.blank[1])
        else:
            store = MemoryStore()
            found(store, MASTER, Header(b"v" * 16, 0, ()))
            self.enter = partial(enter, store, derive(MASTER, b"v" * 16), QUICK)
        self.is_in_memory = kind == "memory" and self.server is None
        self.vault = self.enter()

    @rule(scope=st.sampled_from("st"), series=st.sampled_from("PC"), original=WORDS)
    def assign(self, scope: str, series: str, original: str) -> None:
        expected = self.given.get((scope, series, original))
        if expected is None:
            number = self.numbers.get((scope, series), 0) + 1
            taken = {pseudonym for (where, *_), pseudonym in self.given.items() if where == scope}
            while f"[PERSON_{number}]" in taken:
                number += 1
            self.numbers[scope, series] = number
            expected = self.given[scope, series, original] = f"[PERSON_{number}]"

        assert self.vault.assign(scope, series, original, numbered) == expected

    @rule(manifests=MANIFESTS)
    def remember(self, manifests: list[Manifest]) -> None:
        self.vault.remember(manifests)
        for place, kept in {kept.place: kept for kept in manifests}.items():
            if place is not None and self.placed.get(place) != kept:
                self.newest = [old for old in self.newest if old.place != place] + [kept]
                self.placed[place] = kept
        for kept in manifests:
            key = kept.id, kept.output, kept.original
            if kept.place is None and key not in self.alone:
                self.alone[key] = kept
                self.newest.append(kept)

    @rule(text=TEXTS, name=st.none() | st.sampled_from("ab"))
    def recall(self, text: str, name: str | None) -> None:
        hits = [kept for kept in self.newest if kept.output == digest(text) and name in (None, kept.id)]
        if not hits:
            with pytest.raises(UnknownText):
                self.vault.recall(text, name)
        elif len({kept.original for kept in hits}) > 1:
            with pytest.raises(AmbiguousText, match=f"{len(hits)} documents"):
                self.vault.recall(text, name)
            assert self.vault.recall(text, name, hits[-1].original) == hits[-1]
        else:
            assert self.vault.recall(text, name) == hits[-1]

    @rule(given=st.sampled_from([b"a", b"b"]), profile=st.sampled_from("xy"))
    def begin_file(self, given: bytes, profile: str) -> None:
        expected = self.files.setdefault((given, profile), len(self.files) + 1)

        assert self.vault.begin_file(given, profile) == expected

    @rule(manifests=MANIFESTS, original=WORDS)
    def fail(self, manifests: list[Manifest], original: str) -> None:
        with suppress(Boom), self.vault.batch():
            self.vault.remember(manifests)
            self.vault.assign("s", "P", original, numbered)
            self.vault.begin_file(b"c", "z")
            raise Boom

    @rule()
    def reopen(self) -> None:
        if not self.is_in_memory:
            self.vault.close()
        self.vault = self.enter()

    @invariant()
    def counts_agree(self) -> None:
        summary = self.vault.verify()

        assert summary.entities == len(self.given)
        assert summary.texts == len(self.newest)
        assert summary.files == len(self.files)
        for file in (1, 2):
            expected = [self.placed[place] for place in sorted(self.placed, key=_order) if place.file == file]
            assert list(self.vault.recall_file(file)) == expected

    def teardown(self) -> None:
        self.vault.close()
        self.folder.cleanup()


def _order(place: Place) -> tuple[int, int, int]:
    return place.file, place.piece, place.slot


def test_any_run_of_questions_has_the_answers_of_the_model(blank: tuple[Path, bytes]) -> None:
    machine = type("Machine", (VaultMachine,), {"blank": blank})

    run_state_machine_as_test(machine, settings=settings(max_examples=60, stateful_step_count=20, deadline=None))


def test_any_run_of_questions_has_the_answers_of_the_model_on_a_server(
    blank: tuple[Path, bytes], server: Server
) -> None:
    machine = type("Machine", (VaultMachine,), {"blank": blank, "server": server})

    run_state_machine_as_test(machine, settings=settings(max_examples=15, stateful_step_count=20, deadline=None))
