"""Who can open a vault: slots come, go and change, and never lock anybody out who should be in."""

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.unit.vault.helpers import NOON, PASSPHRASE, QUICK, enter_file, manifest, store_at, store_of

from allonym.core.errors import NotAllowed, UsageError, VaultDamaged, VaultError, WrongPassphrase
from allonym.vault import crypto, keys, slots
from allonym.vault.credentials import (
    PRIVATE,
    Credential,
    Passphrase,
    PrivateKey,
    RecoveryKey,
    new_private_key,
    public_key_of,
    written,
)
from allonym.vault.founding import stored_header
from allonym.vault.keyring import KeyRing, KeySlot
from allonym.vault.keys import Header, read_header, unlock, write_header
from allonym.vault.memory import open_memory
from allonym.vault.opening import open_vault
from allonym.vault.sealed import SealedVault
from allonym.vault.slots import MOST_PASSPHRASES, MOST_SLOTS, noted, open_slot, public_slot, recovery_slot, slot_id
from allonym.vault.sqlite import SqliteStore, open_file
from allonym.vault.store import HEADER, ONLY

OTHER = "four other random words"
GOLDEN_RECOVERY_KEY = "allonym-recovery-70EY-TS57-0MBT-GG55-S206-4VH2-2Q5P-GN11-QG34-P5F8-X944-41KK-GSJ9-2BJQ"


def opens(vault: SealedVault, secret: str) -> bool:
    try:
        return unlock(vault.keys.header(), secret).master == vault._keys.master
    except WrongPassphrase:
        return False


def test_each_kind_of_key_opens_the_vault(vault: SealedVault) -> None:
    before = vault.info().slots
    private = new_private_key()
    recovery = vault.keys.add_recovery_key("the safe")
    vault.keys.add_public_key(public_key_of(private), "Anna's laptop")
    vault.keys.add_passphrase(OTHER, "Bo")

    assert all(opens(vault, secret) for secret in (recovery, private, OTHER, recovery.lower()))
    assert not any(opens(vault, secret) for secret in ("x", new_private_key()))
    assert vault.verify().slots == before + 3
    told = vault.keys.slots()[before:]
    assert [(slot.kind, slot.name) for slot in told] == [
        ("recovery key", "the safe"),
        ("public key", "Anna's laptop"),
        ("passphrase", "Bo"),
    ]
    assert told[1].public_key == public_key_of(private)
    assert {slot.added.timestamp() for slot in told} == {NOON}


def test_a_file_opens_with_each(tmp_path: Path) -> None:
    path, private = tmp_path / "study.vault", new_private_key()
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
        recovery = vault.keys.add_recovery_key()
        vault.keys.add_public_key(public_key_of(private))
        assert vault.keys.add_passphrase(OTHER).name == ""
        assert [slot.name for slot in vault.keys.slots()] == [""] * 4
    ways = [
        open_vault(path, PASSPHRASE),
        open_vault(path, recovery_key=recovery),
        open_vault(path, private_key=private),
        open_vault(path, recovery.lower()),
    ]
    for vault in ways:
        with vault:
            assert vault.recall("[X]") == manifest("[X]", "Anna")
    with pytest.raises(WrongPassphrase, match=r"^the recovery key does not open this vault$"):
        open_vault(path, recovery_key=open_memory(QUICK).keys.add_recovery_key())
    with pytest.raises(WrongPassphrase, match=r"^the private key does not open this vault$"):
        open_vault(path, private_key=new_private_key())


def test_a_vault_of_the_first_format_with_all_kinds_of_keys_still_opens(tmp_path: Path) -> None:
    path = Path(copy(Path(__file__).parents[2] / "vectors" / "format-1-keys.vault", tmp_path))
    ways = [
        open_vault(path, "format one, changed"),
        open_vault(path, recovery_key=GOLDEN_RECOVERY_KEY),
        open_vault(path, private_key=written(PRIVATE, bytes(range(1, 33)))),
    ]
    for vault in ways:
        with vault:
            assert (vault.verify().texts, vault.info().slots) == (2, 3)
            assert [slot.name for slot in vault.keys.slots()] == ["", "the safe", "Anna's laptop"]
            assert vault.recall("[PERSON_1] came") == manifest("[PERSON_1] came", "Anna came")
            assert vault.name_for("Anna") == "d-980c5d0545518b6fe399d532"
    with pytest.raises(WrongPassphrase):
        open_vault(path, "format one")


def test_a_new_vault_begins_with_a_passphrase(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a passphrase"):
        open_file(tmp_path / "study.vault", new_private_key(), True, QUICK)

    assert list(tmp_path.iterdir()) == []


def test_a_key_that_was_removed_opens_no_longer_and_the_others_do(vault: SealedVault) -> None:
    recovery = vault.keys.add_recovery_key()
    gone = vault.keys.add_passphrase(OTHER)

    assert vault.keys.remove(gone.id) == gone
    assert opens(vault, recovery)
    assert not opens(vault, OTHER)
    with pytest.raises(UsageError, match=f"no key slot {gone.id}"):
        vault.keys.remove(gone.id)
    vault.verify()


def test_the_last_key_stays() -> None:
    with open_memory(QUICK) as vault:
        recovery = vault.keys.add_recovery_key()
        [slot] = vault.keys.slots()
        future = replace(vault.keys.header(), slots=(*vault.keys.header().slots, b"\x63a kind of the future", b""))
        vault._rows.put_header(write_header(future, vault._keys))
        with pytest.raises(UsageError, match="the last key"):
            vault.keys.remove(slot.id)

        assert opens(vault, recovery)
        assert vault.keys.slots() == [slot]


def test_a_passphrase_is_changed_in_one_step(sqlite_vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    recovery = sqlite_vault.keys.add_recovery_key()
    first = sqlite_vault.keys.slots()[0]
    headers: list[bytes] = []
    put = sqlite_vault._rows.put_header

    def noting(data: bytes) -> None:
        headers.append(data)
        put(data)

    monkeypatch.setattr(sqlite_vault._rows, "put_header", noting)
    slot = sqlite_vault.keys.change_passphrase(PASSPHRASE, OTHER)

    assert len(headers) == 1
    assert [opens(sqlite_vault, secret) for secret in (PASSPHRASE, OTHER, recovery)] == [False, True, True]
    assert sqlite_vault.keys.slots()[0] == slot != first
    with pytest.raises(WrongPassphrase):
        sqlite_vault.keys.change_passphrase(PASSPHRASE, "a third")
    with pytest.raises(UsageError, match="empty"):
        sqlite_vault.keys.change_passphrase(OTHER, "")


def test_a_changed_passphrase_keeps_its_name(vault: SealedVault) -> None:
    vault.keys.add_passphrase(OTHER, "Bo")

    assert vault.keys.change_passphrase(OTHER, "a third of words").name == "Bo"


def test_a_passphrase_that_somebody_else_changed_meanwhile_is_left(
    vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.keys.add_recovery_key()
    slot = vault.keys.add_passphrase(OTHER)
    batch = vault._rows.batch

    def late(*given: bool) -> object:
        monkeypatch.setattr(vault._rows, "batch", batch)
        vault.keys.remove(slot.id)
        return batch(*given)

    monkeypatch.setattr(vault._rows, "batch", late)
    with pytest.raises(UsageError, match="somebody else"):
        vault.keys.change_passphrase(OTHER, "a third")


@pytest.mark.parametrize("name", ["x" * 101, "two\nlines", "\x1b[2J"])
def test_a_name_that_would_break_the_list_is_refused(vault: SealedVault, name: str) -> None:
    with pytest.raises(UsageError, match="the name of a key"):
        vault.keys.add_passphrase(OTHER, name)


@pytest.mark.parametrize("wrong", ["", "words", written(PRIVATE, b"p" * 32)])
def test_a_public_key_must_be_one(vault: SealedVault, wrong: str) -> None:
    with pytest.raises(UsageError, match="not a public key"):
        vault.keys.add_public_key(wrong)


def test_another_opening_sees_the_change(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    with enter_file(path, blank[1]) as one, enter_file(path, blank[1]) as other:
        recovery = one.keys.add_recovery_key()
        other.remember([manifest("[X]", "Anna")])

        assert other.info().slots == 2
        assert opens(other, recovery)
        assert one.verify() == other.verify()


def test_a_wrong_passphrase_costs_one_argon2_for_each_passphrase_and_other_keys_none(
    sqlite_vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_vault.keys.add_passphrase(OTHER)
    sqlite_vault.keys.add_public_key(public_key_of(new_private_key()))
    recovery, header = sqlite_vault.keys.add_recovery_key(), sqlite_vault.keys.header()
    calls: list[bytes] = []
    argon2id = crypto.argon2id

    def noting(secret: bytes, salt: bytes, cost: crypto.Cost, size: int) -> bytes:
        calls.append(salt)
        return argon2id(secret, salt, cost, size)

    monkeypatch.setattr(crypto, "argon2id", noting)
    for secret, expected in (("wrong", 2), (new_private_key(), 0), (PASSPHRASE, 1)):
        calls.clear()
        opens(sqlite_vault, secret)

        assert len(calls) == expected
    calls.clear()
    assert unlock(header, recovery).master == sqlite_vault._keys.master
    assert not calls


def test_there_are_at_most_so_many_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto, "argon2id", lambda *_: bytes(32))
    with open_memory(QUICK) as vault:
        for _ in range(MOST_PASSPHRASES):
            vault.keys.add_passphrase(OTHER)
        with pytest.raises(UsageError, match="at most 8 passphrases"):
            vault.keys.add_passphrase(OTHER)
        for _ in range(MOST_SLOTS - MOST_PASSPHRASES):
            vault.keys.add_recovery_key()
        with pytest.raises(UsageError, match="at most 64 keys"):
            vault.keys.add_recovery_key()

        assert vault.info().slots == MOST_SLOTS


@pytest.mark.parametrize("forged", [(b"\x01",) * (MOST_PASSPHRASES + 1), (b"\x63",) * (MOST_SLOTS + 1)])
def test_a_forged_header_with_more_is_not_tried(forged: tuple[bytes, ...]) -> None:
    data = write_header(Header(b"v" * 16, 0, forged), keys.derive(b"m" * 32, b"v" * 16))

    with pytest.raises(VaultDamaged):
        read_header(data)


def made_slots(master: bytes, vault: bytes) -> Iterator[tuple[bytes, Credential]]:
    secret = b"s" * 32
    yield keys.passphrase_slot(master, vault, OTHER, crypto.FLOOR), Passphrase(OTHER)
    yield recovery_slot(master, vault, secret), RecoveryKey(secret)
    yield public_slot(master, vault, crypto.public_of(secret)), PrivateKey(secret)


def test_a_changed_slot_opens_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto, "argon2id", lambda secret, salt, *_: crypto.derived(secret, salt, b"quick", 32))
    master, vault = b"m" * 32, b"v" * 16
    for slot, holder in made_slots(master, vault):
        assert open_slot(slot, vault, holder) == master
        for at in range(len(slot)):
            changed = slot[:at] + bytes([slot[at] ^ 0x10]) + slot[at + 1 :]
            try:
                assert open_slot(changed, vault, holder) is None
            except VaultDamaged:
                continue
        for other in (slot + b"\0", slot[:-1], slot[:1], slot + slot[1:]):
            with pytest.raises(VaultDamaged):
                open_slot(other, vault, holder)


def test_a_slot_of_another_vault_or_kind_does_not_open() -> None:
    master, secret = b"m" * 32, b"s" * 32
    made = list(made_slots(master, b"v" * 16))
    for slot, holder in made:
        try:
            assert open_slot(slot, b"w" * 16, holder) is None
        except VaultDamaged:
            continue
    assert open_slot(made[1][0], b"v" * 16, PrivateKey(secret)) is None
    with pytest.raises(VaultDamaged):
        open_slot(b"\x01" + made[1][0][1:], b"v" * 16, Passphrase(OTHER))
    assert open_slot(made[2][0], b"v" * 16, Passphrase(OTHER)) is None


def test_a_note_is_bound_to_its_slot() -> None:
    ring = keys.derive(b"m" * 32, b"v" * 16)
    one, other = (recovery_slot(b"m" * 32, b"v" * 16, bytes([number]) * 32) for number in (1, 2))
    full = noted(one, b"v" * 16, ring.wrap, b"whose")

    assert slots.note_of(full, b"v" * 16, ring.wrap) == b"whose"
    assert slots.note_of(one, b"v" * 16, ring.wrap) is None
    with pytest.raises(VaultDamaged):
        slots.note_of(other + full[len(one) :], b"v" * 16, ring.wrap)
    assert slot_id(full) != slot_id(one)


def header_of(path: Path) -> bytes:
    store = store_at(path)
    try:
        return stored_header(store)
    finally:
        store.close()


def put_header(path: Path, data: bytes) -> None:
    store: SqliteStore = store_at(path)
    with store.transaction():
        store.put(HEADER, [(*ONLY, data)])
    store.close()


def test_every_bit_of_a_header_with_all_kinds_counts(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    with enter_file(path, blank[1]) as vault:
        vault.keys.add_recovery_key("the safe")
        vault.keys.add_public_key(public_key_of(new_private_key()))
    header = header_of(path)
    ring = keys.derive(blank[1], read_header(header).vault)
    for at in range(len(header) * 8):
        changed = bytearray(header)
        changed[at // 8] ^= 1 << at % 8
        with pytest.raises(VaultError):
            keys.check_header(bytes(changed), ring)
    put_header(path, header[:-1] + bytes([header[-1] ^ 1]))
    with pytest.raises(VaultDamaged):
        enter_file(path, blank[1])


def test_an_old_header_that_is_put_back_is_noticed(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    with enter_file(path, blank[1]) as vault:
        vault.keys.add_recovery_key()
        old = header_of(path)
        vault.keys.remove(vault.keys.slots()[0].id)
        put_header(path, old)
        with pytest.raises(VaultDamaged, match="set back to an older one"):
            vault.verify()
    with pytest.raises(VaultDamaged, match="set back to an older one"):
        enter_file(path, blank[1])


def test_a_slot_that_was_removed_is_gone_from_the_file(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    with enter_file(path, blank[1]) as vault:
        vault.keys.add_recovery_key()
        old = vault.keys.header().slots[0]
        assert old[5:] in path.read_bytes()
        vault.keys.remove(slot_id(old))

        assert not [at for at in range(5, len(old) - 24, 8) if old[at : at + 24] in path.read_bytes()]


def test_a_store_without_a_header_is_damaged(sqlite_vault: SealedVault) -> None:
    store_of(sqlite_vault).ask("DELETE FROM header")

    with pytest.raises(VaultDamaged, match="header of the vault is missing"):
        sqlite_vault.keys.slots()


def test_reprs_hold_no_key(vault: SealedVault) -> None:
    slot = vault.keys.add_passphrase(OTHER, "Anna's laptop")
    texts = repr([vault.keys, slot, vault._keys, vault.keys.header()])

    assert "Anna" not in texts
    assert OTHER not in texts
    assert vault._keys.master.hex()[:8] not in texts
    assert repr(vault._keys.master)[2:12] not in texts


def step_counter(monkeypatch: pytest.MonkeyPatch, last: int) -> Callable[[], int]:
    """Have the process die at the n-th statement or write."""
    counted = [0]
    ask, put = SqliteStore.ask, SqliteStore.put

    def count() -> None:
        counted[0] += 1
        if counted[0] == last:
            os._exit(9)

    def counting_ask(store: SqliteStore, statement: str, cells: tuple[bytes | int, ...] = ()) -> object:
        count()
        return ask(store, statement, cells)

    def counting_put(store: SqliteStore, table: object, rows: object) -> None:
        count()
        put(store, table, rows)  # type: ignore[arg-type]
        count()

    monkeypatch.setattr(SqliteStore, "ask", counting_ask)
    monkeypatch.setattr(SqliteStore, "put", counting_put)
    return lambda: counted[0]


def test_death_at_any_step_of_a_change_leaves_the_old_key_or_the_new(
    blank: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "argon2id", lambda secret, salt, *_: crypto.derived(secret, salt, b"quick", 32))
    seen = set()
    for last in range(1, 100):
        path = tmp_path / f"{last}.vault"
        with open_file(path, PASSPHRASE, True, QUICK) as vault:
            recovery, master = vault.keys.add_recovery_key(), vault._keys.master
        child = os.fork()
        if child == 0:
            try:
                with monkeypatch.context() as patch, enter_file(path, master) as vault:
                    step_counter(patch, last)
                    vault.keys.change_passphrase(PASSPHRASE, OTHER)
            finally:
                os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with enter_file(path, master) as vault:
            ways = opens(vault, PASSPHRASE), opens(vault, OTHER)
            assert sum(ways) == 1
            assert opens(vault, recovery)
            vault.verify()
        seen.add(ways)
        if code == 0:
            break

    assert code == 0
    assert seen == {(True, False), (False, True)}


class Ring(RuleBasedStateMachine):
    """Any keys come and go: whoever is in stays in, whoever was put out stays out."""

    @initialize()
    def begin(self) -> None:
        self.vault = open_memory(QUICK)
        self.inside: dict[str, str] = {}
        self.outside: list[str] = []
        self.turn = 0
        self.add_recovery_key()

    def note(self, slot: KeySlot, secret: str) -> None:
        self.inside[slot.id] = secret

    @rule()
    def add_recovery_key(self) -> None:
        secret = self.vault.keys.add_recovery_key()
        self.note(self.vault.keys.slots()[-1], secret)

    @rule()
    def add_public_key(self) -> None:
        private = new_private_key()
        self.note(self.vault.keys.add_public_key(public_key_of(private)), private)

    @precondition(lambda self: sum("words" in secret for secret in self.inside.values()) < 3)
    @rule()
    def add_passphrase(self) -> None:
        self.turn += 1
        self.note(self.vault.keys.add_passphrase(f"words {self.turn}"), f"words {self.turn}")

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        # Names of slots are random, but the order in which they came is not.
        chosen = list(self.inside)[data.draw(st.integers(0, len(self.inside) - 1))]
        if len(self.inside) == 1:
            with pytest.raises(UsageError):
                self.vault.keys.remove(chosen)
            return
        self.vault.keys.remove(chosen)
        self.outside.append(self.inside.pop(chosen))

    @precondition(lambda self: any("words" in secret for secret in self.inside.values()))
    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        words = [name for name, secret in self.inside.items() if "words" in secret]
        chosen = words[data.draw(st.integers(0, len(words) - 1))]
        self.turn += 1
        slot = self.vault.keys.change_passphrase(self.inside[chosen], f"words {self.turn}")
        self.outside.append(self.inside.pop(chosen))
        self.note(slot, f"words {self.turn}")

    @rule()
    def rotate(self) -> None:
        self.vault.keys.rotate()

    @invariant()
    def whoever_should_be_in_is(self) -> None:
        assert {slot.id for slot in self.vault.keys.slots()} == set(self.inside)
        assert self.inside
        assert all(opens(self.vault, secret) for secret in self.inside.values())
        assert not any(opens(self.vault, secret) for secret in self.outside)
        self.vault.verify()


@pytest.mark.usefixtures("quick_argon2")
class TestRing(Ring.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=20, stateful_step_count=12, deadline=None)


@pytest.fixture
def quick_argon2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto, "argon2id", lambda secret, salt, *_: crypto.derived(secret, salt, b"quick", 32))


@pytest.mark.parametrize("full", [(b"\x01",) * MOST_PASSPHRASES, (b"\x63",) * MOST_SLOTS])
def test_a_header_may_be_full(full: tuple[bytes, ...]) -> None:
    data = write_header(Header(b"v" * 16, 0, full), keys.derive(b"m" * 32, b"v" * 16))

    assert read_header(data).slots == full


def test_two_are_asked_for_until_they_are_no_longer_and_what_is_not_known_stays() -> None:
    with open_memory(QUICK) as vault:
        vault.keys._change(lambda header: replace(header, slots=(*header.slots, b"", b"\x63new")))
        told = [vault.keys.two_person]
        for wanted in (True, True, False):
            vault.keys.require_two(wanted=wanted)
            told.append(vault.keys.two_person)
            for operation, message in (
                ("recover", "recovery takes two here"),
                ("transfer", "no table leaves or enters"),
            ):
                with pytest.raises(NotAllowed, match=message) if wanted else nullcontext():
                    vault.require(operation)
        slots = vault.keys.header().slots

    assert told == [False, True, True, False]
    assert slots[:2] == (b"", b"\x63new")
    assert len(slots) == 3


def test_a_public_key_is_let_in_once_and_a_role_that_there_is() -> None:
    public = public_key_of(new_private_key())
    with open_memory(QUICK) as vault:
        vault.keys.add_public_key(public, "anna", "worker")
        with pytest.raises(UsageError, match="is a key of the vault already"):
            vault.keys.add_public_key(public, "anna again")
        with pytest.raises(UsageError, match="there is no role 'queen'"):
            vault.keys.add_public_key(public_key_of(new_private_key()), "bo", "queen")

        assert [(slot.name, slot.role, slot.public_key) for slot in vault.keys.slots()] == [("anna", "worker", public)]


def test_rows_are_sealed_anew_and_whoever_watches_is_told() -> None:
    seen: list[tuple[int, int]] = []
    with open_memory(QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
        first = vault.keys.rotate()
        again = vault.keys.rotate(lambda done, total: seen.append((done, total)))
        noted = [(each.result, dict(each.counts)) for each in vault.audit.entries() if each.action == "rotate"]

    assert first == again > 0
    assert seen[-1] == (again, again)
    assert noted == [("begun", {}), ("done", {"rows": first})] * 2


def test_names_of_keys_have_their_length() -> None:
    with open_memory(QUICK) as vault:
        assert vault.keys.add_passphrase(OTHER, "n" * 100).name == "n" * 100
        with pytest.raises(UsageError, match="at most 100 printable characters"):
            vault.keys.add_passphrase(OTHER, "n" * 101)
        with pytest.raises(UsageError, match="cannot be empty"):
            vault.keys.add_passphrase("")


GUARDED: dict[str, Callable[[KeyRing], object]] = {
    "list": lambda ring: ring.slots(),
    "add a passphrase": lambda ring: ring.add_passphrase(OTHER),
    "add a recovery key": lambda ring: ring.add_recovery_key(),
    "add a public key": lambda ring: ring.add_public_key(public_key_of(new_private_key())),
    "make an inbox": lambda ring: ring.for_inbox(),
    "ask for two": lambda ring: ring.require_two(wanted=True),
    "remove": lambda ring: ring.remove("0"),
    "change a passphrase": lambda ring: ring.change_passphrase(PASSPHRASE, OTHER),
    "rotate": lambda ring: ring.rotate(),
}


@pytest.mark.parametrize("what", GUARDED)
def test_only_a_custodian_has_to_do_with_keys_and_others_are_noted_once(what: str) -> None:
    private = {role: new_private_key() for role in ("recoverer", "annotator", "worker", "auditor")}
    with open_memory(QUICK) as vault:
        for role, key in private.items():
            vault.keys.add_public_key(public_key_of(key), role, role)
        before = vault.keys.header()
        for key in private.values():
            with pytest.raises(NotAllowed, match="keys takes the key of a custodian"):
                GUARDED[what](KeyRing(vault._rows, unlock(before, key), QUICK))

        noted = [(each.action, each.role) for each in vault.audit.entries() if each.result == "refused"]
        assert noted == [("keys", role) for role in private]
        assert vault.keys.header() == before


def test_a_ring_says_whose_it_is() -> None:
    private = new_private_key()
    with open_memory(QUICK) as vault:
        slot = vault.keys.add_public_key(public_key_of(private), "ed", "worker")
        ring = KeyRing(vault._rows, unlock(vault.keys.header(), private), QUICK)

        assert (ring.vault, ring.holder, ring.role) == (vault._keys.vault, slot.id, "worker")
        assert (vault.keys.vault, vault.keys.holder, vault.keys.role) == (vault._keys.vault, "", "custodian")
        assert vault.keys.count() == 1
