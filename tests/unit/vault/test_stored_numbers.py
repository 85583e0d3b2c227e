"""What stands in vaults, logs and certificates that were written, and so never changes; and bounds of what is taken.

A change here makes old vaults unreadable, or lets a forged one in: it needs a new layout, not a new number.
"""

from importlib import import_module

import pytest

from allonym.vault.roles import HELD, OPERATIONS, READING, ROLES, article
from allonym.vault.store import ASKING, BOXED, COUNTED, DESK, LAYOUT, LEDGER, NUMBERS, TABLES

STORED: dict[str, dict[str, object]] = {
    "vault.slots": {
        "PASSPHRASE": 1,
        "RECOVERY_KEY": 2,
        "PUBLIC_KEY": 3,
        "ROLE_KEY": 4,
        "POLICY": 32,
        "INBOX": 33,
        "MOST_SLOTS": 64,
        "MOST_PASSPHRASES": 8,
        "KINDS": {1: "passphrase", 2: "recovery key", 3: "public key", 4: "public key"},
        "_WRAP_NUMBER": 0,
    },
    "vault.sealing": {
        "WRAP_NUMBER": 0,
        "LEDGER_NUMBER": 4_294_967_295,
        "DESK_NUMBER": 4_294_967_294,
        "ASKING_NUMBER": 4_294_967_293,
        "MOST_KEYS": 2_147_483_648,
    },
    "vault.crypto": {"MASTER_SIZE": 32, "SEAL_SIZE": 64, "SALT_SIZE": 16, "CHECK_SIZE": 32, "PRIVATE_SIZE": 32},
    "vault.keys": {"MAGIC": b"allonym vault", "FORMAT": 1, "VAULT_ID_SIZE": 16, "_MAC_SIZE": 32, "_KEY": 32},
    "vault.store": {"ONLY": (1,)},
    "vault.keyring": {"LONGEST_NAME": 100},
    "vault.keyholding": {"_BROUGHT": 2},
    "vault.founding": {"_FIRST_KEY": 1},
    "vault.tags": {"TAG_SIZE": 16},
    "vault.records": {"_VERSION": b"\x01"},
    "vault.postings": {"_VERSION": b"\x01", "_PER_ROW": 4, "_NO_TERM": b"all texts are indexed"},
    "vault.texts": {"_NO_FILE": 0, "_HIGH": 4_611_686_018_427_387_904},
    "vault.audit": {"_VERSION": b"\x01", "SIGN_EVERY": 1000},
    "vault.chain": {"_KIND": "audit checkpoint"},
    "vault.log_files": {"_VERSION": 1},
    "vault.certificates": {"VERSION": 1, "KIND": "certificate", "PROOF": "allonym subject proof", "ID_SIZE": 16},
    "vault.withdrawals": {"KIND": "withdrawal"},
    "vault.checkpoint": {"_SUMS": 2**128},
    "vault.ledger": {"MOST_ATTEMPTS": 10_000},
    "vault.transfers": {
        "MAGIC": b"allonym transfer 1\n",
        "COLUMNS": ("scope", "series", "original", "pseudonym"),
        "_ID_SIZE": 16,
        "_LARGEST": 1_073_741_824,
        "_KEY": 1,
        "_MORE": b"\x00",
        "_LAST": b"\x01",
    },
    "vault.requests": {
        "ASKED": "asked",
        "APPROVED": "approved",
        "REFUSED": "refused",
        "USED": "used",
        "EXPIRED": "expired",
        "DAY": 86_400,
        "_BOX": 0,
        "_RECORDS": 1,
    },
    "vault.entries": {"RESULTS": ("begun", "done", "refused", "failed")},
    "vault.credentials": {
        "RECOVERY": "recovery",
        "PUBLIC": "public",
        "PRIVATE": "private",
        "SEALED": "sealed",
        "VERIFY": "verify",
        "_CHECK_SIZE": 3,
        "_GROUP": 4,
    },
    "vault.sqlite": {"APPLICATION": 0x616C6C6F},
    "vault.addresses": {"SCHEMA": "allonym"},
    "vault.residuals": {"_FACT": "residual"},
    "vault.terms": {
        "NAMED": {"PERSON", "EXTRA"},
        "HANDLES": {"USERNAME", "EMAIL", "URL", "HASHTAG"},
        "_SHORTEST_WORD": 2,
        "_SHORTEST_IN_HANDLE": 3,
        "_MOST_WORDS": 8,
        "_MOST_LEFT_OUT": 500,
        "_WAY_BACK": ":way back",
        "_WITH_GENITIVE": "s",
    },
    "vault.clearing": {
        "_PARTS": {"PERSON.FIRST", "PERSON.MIDDLE", "PERSON.LAST", "PERSON.NICKNAME"},
        "_WHO": "PERSON.WHO",
        "_INITIALS": "PERSON.INITIALS",
        "_DOMAIN": "DOMAIN",
        "_AUTHOR": "author\0",
        "_NO_OUTPUT": b"",
    },
    "vault.arriving": {"_NO_FILE": 0, "_AUTHOR": "author\0", "_MOST_WORDS": 500, "_MOST_PARTS": 4},
    "vault.parted": {"_MOST_PARTS": 4, "_WIDEST_GAP": 1},
    "core.canon": {"CANON_VERSION": 1},
    "core.withdrawal": {"WITHDRAWN": "[WITHDRAWN]", "RULE": "withdrawn", "MARK": b"withdrawn:"},
    "core.containers": {"CHUNK": 1_048_576},
    "core.surroundings": {"NEEDED": "!", "_REACH": 200, "_WORDS": 3, "_ENOUGH": 2},
    "core.drafts": {"HERE": 3_600.0, "ELSEWHERE": 604_800.0},
    "core.streams": {"MOST": 1_073_741_824},
}


@pytest.mark.parametrize("module", STORED)
def test_what_is_stored_stays(module: str) -> None:
    known = vars(import_module(f"allonym.{module}"))

    assert {name: known[name] for name in STORED[module]} == STORED[module]


@pytest.mark.parametrize(
    ("module", "name", "layout"),
    [
        ("core.containers", "_RANGE", ">QQ"),
        ("vault.credentials", "STRETCH", ">16sIII"),
        ("vault.crypto", "_FRONT", ">BI16s"),
        ("vault.crypto", "_LENGTH", ">I"),
        ("vault.keyholding", "_FRONT", ">BI"),
        ("vault.keyholding", "_NUMBER", ">I"),
        ("vault.keys", "_CREATED", ">q"),
        ("vault.postings", "_PLACE", ">IQH"),
        ("vault.postings", "_NUMBER", ">Q"),
        ("vault.records", "_TURN", ">QBB"),
        ("vault.sealing", "_BYTES", ">Ic"),
        ("vault.sealing", "_NUMBER", ">Icq"),
        ("vault.tags", "_LENGTH", ">I"),
        ("vault.transfers", "_SIZE", ">I"),
    ],
)
def test_numbers_are_laid_out_as_they_were(module: str, name: str, layout: str) -> None:
    assert vars(import_module(f"allonym.{module}"))[name].format == layout


def test_the_tables_stay() -> None:
    assert LAYOUT == 2
    assert {"number", "file", "piece", "slot"} == NUMBERS
    assert [(table.name, table.key, table.rest, table.unique, table.lookups) for table in TABLES] == [
        ("header", ("number",), ("sealed",), (), ()),
        ("checkpoint", ("number",), ("sealed",), (), ()),
        ("keys", ("number",), ("sealed",), (), ()),
        ("entities", ("scope", "original"), ("pseudonym", "sealed"), (("scope", "pseudonym"),), ()),
        ("counters", ("scope", "series"), ("sealed",), (), ()),
        ("manifests", ("file", "piece", "slot"), ("id", "text", "sealed"), (), (("text", "id"), ("id",))),
        ("files", ("file",), ("input", "output", "sealed"), (("input",),), (("output",),)),
        ("accesses", ("number",), ("sealed",), (), ()),
        ("words", ("scope", "original"), ("sealed",), (), ()),
        ("postings", ("term",), ("sealed",), (), ()),
        ("withdrawn", ("term",), ("sealed",), (), ()),
        ("requests", ("number",), ("sealed",), (), ()),
        ("grants", ("number", "piece"), ("sealed",), (), ()),
        ("audit", ("number",), ("sealed",), (), ()),
        ("signed", ("number",), ("sealed",), (), ()),
    ]
    assert [table.name for table in COUNTED] == [table.name for table in TABLES[2:]]
    assert {"checkpoint", "entities", "counters", "withdrawn"} == LEDGER
    assert [set(each) for each in (DESK, ASKING, BOXED)] == [{"audit", "signed"}, {"requests"}, {"grants"}]


def test_the_roles_and_what_each_may_do_are_as_documented() -> None:
    assert ROLES == ("custodian", "recoverer", "annotator", "worker", "auditor")
    assert READING == ("wrap", "inbox")
    writing = ("index", "seeds", "names", "ledger", "desk")
    assert {
        "recoverer": ("index", "ledger", "desk", "asking"),
        "annotator": writing,
        "worker": writing,
        "auditor": ("ledger", "desk", "asking"),
    } == HELD
    others = {
        "pseudonymize": {"annotator", "worker"},
        "review": {"annotator"},
        "recover": {"recoverer"},
        "request": {"recoverer"},
        "audit": {"auditor"},
        "info": {"recoverer", "annotator", "worker", "auditor"},
    }
    alone = ("approve", "subjects", "forget", "transfer", "merge", "keys", "verify", "certify")
    expected = {**others, **{key: set[str]() for key in alone}}
    assert {operation: set(roles) for operation, roles in OPERATIONS.items()} == {
        operation: {"custodian", *roles} for operation, roles in expected.items()
    }
    assert [article(role) for role in ROLES] == ["a", "a", "an", "a", "an"]
