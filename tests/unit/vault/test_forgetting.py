"""Forgetting a person: gone for good, with every key there is, and nobody else is touched."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, file_record, store_of
from tests.unit.vault.speaking import Text, given_back, made, say, written
from tests.unit.vault.test_secrecy import spellings

from allonym.core.errors import NotAllowed, UnknownText, VaultDamaged
from allonym.core.types import Draw, Manifest, Place, digest
from allonym.core.withdrawal import WITHDRAWN, is_withdrawn
from allonym.vault import credentials
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.crypto import key_number
from allonym.vault.records import EntityRecord, unpack_entity
from allonym.vault.respelling import respelt
from allonym.vault.roles import WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import SqliteStore, open_file
from allonym.vault.store import BOXED, COUNTED, GRANTS, KEYS, MANIFESTS, WORDS
from allonym.vault.store import WITHDRAWN as TOMBSTONES
from allonym.vault.withdrawals import read_certificate

PERSON = "PERSON"


def everything(vault: SealedVault) -> str:
    """All that any key of the vault opens, in one string."""
    tables = [table for table in COUNTED if table is not KEYS and table.name not in BOXED]
    return "\n".join(plain.decode("utf-8", "replace") for table in tables for _, plain in vault._rows.scan(table))


def forget(vault: SealedVault, name: str, label: str | None = None, later: bool = False) -> dict[str, int]:
    return dict(vault.subjects.forget(vault.subjects.find(name, label).sure, later=later).counts)


def test_the_words_are_gone_and_all_else_is_exact(vault: SealedVault) -> None:
    about = say(vault, "a", "So ", (PERSON, "Nicolas Sarkozy"), " met ", (PERSON, "Anna Berg"), ".")
    other = say(vault, "b", "", (PERSON, "Anna Berg"), " alone")

    counts = forget(vault, "Nicolas Sarkozy")

    assert counts == {"documents": 1, "mentions": 1, "entities": 1, "subjects": 1}
    assert given_back(vault, about) == "So [WITHDRAWN] met Anna Berg."
    assert given_back(vault, other) == other.original
    assert vault.subjects.find("Nicolas Sarkozy").found == ()
    assert "arkozy" not in everything(vault).lower()
    assert digest(about.original).hex() not in everything(vault)
    assert digest(about.original) not in b"".join(plain for _, plain in vault._rows.scan(MANIFESTS))
    vault.verify()


def test_a_text_in_memory_is_still_given_back_without_the_person(vault: SealedVault) -> None:
    text = say(vault, "a", "So ", (PERSON, "Nicolas Sarkozy"), ".")
    forget(vault, "Nicolas Sarkozy")

    manifest = vault.recall(text.output, "a", digest(text.original))

    assert is_withdrawn(manifest.original)


def test_the_way_back_is_proven_though_the_hash_is_gone(vault: SealedVault) -> None:
    from allonym.engine import recover

    text = say(vault, "a", "So ", (PERSON, "Nicolas Sarkozy"), " met ", (PERSON, "Anna Berg"), ".")
    forget(vault, "Nicolas Sarkozy")
    manifest = vault.recall(text.output)

    with pytest.raises(VaultDamaged):
        recover(replace(manifest, edits=manifest.edits[:1]), text.output)
    with pytest.raises(VaultDamaged):
        recover(manifest, text.output + " ")


def test_two_texts_that_became_alike_are_still_told_apart(vault: SealedVault) -> None:
    from allonym.core.errors import AmbiguousText

    one = say(vault, "a", "", (PERSON, "Nicolas Sarkozy"), " met ", (PERSON, "Anna Berg"))
    two = Text("b", "Nicolas Sarkozy met Carl Young", one.output)
    manifest = vault.recall(one.output)
    vault.remember(
        [
            replace(
                manifest,
                id="b",
                original=digest(two.original),
                edits=(manifest.edits[0], replace(manifest.edits[1], replacement="Carl Young")),
            )
        ]
    )
    forget(vault, "Nicolas Sarkozy")

    assert given_back(vault, two) == "[WITHDRAWN] met Carl Young"
    with pytest.raises(AmbiguousText):
        vault.recall(one.output)


def test_a_pseudonym_is_not_given_to_anybody_again(vault: SealedVault) -> None:
    say(vault, "a", "So ", (PERSON, "Nicolas Sarkozy"), ".")
    vault.assign("corpus", "REALISTIC", "nicolas sarkozy", lambda _: "Paul Martin")
    forget(vault, "Nicolas Sarkozy")
    asked: list[str] = []

    def propose(draw: object) -> str:
        asked.append("")
        return "Paul Martin" if len(asked) < 3 else "Carl Young"

    assert vault.assign("corpus", "REALISTIC", "nicolas sarkozy", propose) == "Carl Young"
    assert vault.assign("other", "REALISTIC", "nicolas sarkozy", lambda _: "Paul Martin") == "Paul Martin"
    assert vault.assign("corpus", "[PERSON_{n}]", "somebody", lambda draw: made(PERSON, draw)) == "[PERSON_2]"


def test_a_pseudonym_does_not_come_back_with_a_table_or_an_inbox(vault: SealedVault) -> None:
    vault.assign("corpus", "S", "anna berg", lambda _: "Paul Martin")
    say(vault, "a", (PERSON, "Anna Berg"))
    forget(vault, "Anna Berg")
    with vault.batch():
        taken = vault._entities.adopt(EntityRecord("corpus", "S", "anna berg", "Paul Martin"), "corpus")

    assert not taken
    assert "anna" not in everything(vault)


def test_what_others_bear_stays_theirs(vault: SealedVault) -> None:
    parts = {"sarkozy": "Martin", "nicolas": "Paul", "n sarkozy latin": "x"}
    vault.assign("corpus", "PERSON.LAST", "sarkozy", lambda _: parts["sarkozy"])
    vault.assign("corpus", "PERSON.FIRST", "nicolas", lambda _: parts["nicolas"])
    vault.assign("corpus", "PERSON.WHO", "nicolas sarkozy latin", lambda _: "Paul | Martin")
    vault.assign("corpus", "PERSON.FIRST", "nicolas nicolas sarkozy", lambda _: "Pierre")
    vault.assign("corpus", "LOCATION", "sarkozy square", lambda _: "Oak Square")
    say(vault, "a", "So ", (PERSON, "Nicolas Sarkozy"), ".")
    say(vault, "b", "So ", (PERSON, "Nicolas Hulot"), ".")
    forget(vault, "Nicolas Sarkozy")
    left = {(entity.series, entity.original) for entity in entities(vault)}

    assert left == {
        ("PERSON.FIRST", "nicolas"),
        ("LOCATION", "sarkozy square"),
        ("[PERSON_{n}]", "nicolas hulot"),
    }


def entities(vault: SealedVault) -> list[EntityRecord]:
    return [unpack_entity(plain) for _, plain in vault._rows.scan(WORDS)]


def _named(stand_in: str, _: Draw) -> str:
    return stand_in


def test_what_was_only_the_persons_goes_though_others_share_each_word_of_it(vault: SealedVault) -> None:
    hers = [
        ("USERNAME", "rosalinde_ogwist"),
        ("PERSON.INITIALS", "r. | ögwist"),
        ("PERSON.INITIALS", "rosalinde | ögwist | Marjorie"),
        ("EMAIL", "rosalinde@ogwist-berg.example"),
        ("DOMAIN", "ogwist-berg.example"),
        ("[PERSON_{n}]", "r ogwist"),
        ("[PERSON_{n}]", "rosalinde"),
    ]
    theirs = [
        ("PERSON.FIRST", "rosalinde"),
        ("PERSON.LAST", "ögwist"),
        ("PERSON.INITIALS", "k. | ögwist"),
        ("PERSON.INITIALS", "z. | ögwist"),
        ("USERNAME", "ogwist"),
        ("EMAIL", "karl@ogwist.example"),
        ("DOMAIN", "ogwist.example"),
        ("DOMAIN", "nobodys.example"),
    ]
    for number, (series, original) in enumerate([*hers, *theirs]):
        vault.assign("shared", series, original, partial(_named, f"stand-in {number}"))
    say(vault, "1", (PERSON, "Rosalinde Ögwist"), " wrote as ", ("USERNAME", "@rosalinde_ogwist"), " today")
    say(vault, "2", "Greetings, ", (PERSON, "R. Ögwist"), " ", ("EMAIL", "rosalinde@ogwist-berg.example"))
    say(vault, "3", (PERSON, "Karl Ögwist"), " met ", (PERSON, "Rosalinde Berg"), ", ", (PERSON, "K. Ögwist"))
    say(vault, "4", ("USERNAME", "@ogwist"), " is ", ("EMAIL", "karl@ogwist.example"))
    say(vault, "5", (PERSON, "Rosalinde Ögwist"), " of ", ("EMAIL", "rosalinde.ogwist@ogwist.example"))
    say(vault, "6", (PERSON, "Rosalinde"), " left")
    vault.subjects.forget(vault.subjects.find("Rosalinde Ögwist").only(["1", "2", "5", "6"]))
    left = {(entity.series, entity.original) for entity in entities(vault) if entity.scope == "shared"}

    assert left == set(theirs)
    assert vault.searches.original_of("shared", "stand-in 0") is None
    assert vault.searches.original_of("shared", "stand-in 8") == "ögwist"


def test_initials_that_another_is_written_with_stay(vault: SealedVault) -> None:
    vault.assign("shared", "PERSON.INITIALS", "r. | ögwist", lambda _: "Y. Sharkey")
    say(vault, "1", (PERSON, "Rosalinde Ögwist"), " or ", (PERSON, "R. Ögwist"))
    say(vault, "2", (PERSON, "R. Ögwist"), " is Roland")
    vault.subjects.forget(vault.subjects.find("Rosalinde Ögwist").only(["1"]))

    assert vault.knows("shared", "PERSON.INITIALS", "r. | ögwist")


def test_nothing_of_a_person_is_left_under_realistic_names(vault: SealedVault) -> None:
    from allonym import Pseudonymizer

    texts = [
        "Rosalinde Ögwist wrote as @rosalinde_ogwist today.",
        "Greetings, R. Ögwist",
        "Karl Ögwist met Rosalinde Berg.",
    ]
    pseudonymizer = Pseudonymizer(profile="cloaked-realistic", scope="corpus", vault=vault)
    list(pseudonymizer.pseudonymize_many(texts))
    stand_ins = {entity.pseudonym for entity in entities(vault) if entity.series in ("USERNAME", "PERSON.INITIALS")}
    assert len(stand_ins) == 2
    forget(vault, "Rosalinde Ögwist")

    assert [vault.searches.original_of("corpus", each) for each in stand_ins] == [None, None]
    assert {entity.series for entity in entities(vault)}.isdisjoint({"USERNAME", "PERSON.INITIALS"})
    assert vault.knows("corpus", "PERSON.FIRST", "rosalinde")
    assert vault.knows("corpus", "PERSON.LAST", "ögwist")


def test_a_name_that_another_document_keeps_is_somebody_elses(vault: SealedVault) -> None:
    first = say(vault, "a", "So ", (PERSON, "Anna Berg"), " said.")
    second = say(vault, "b", "But ", (PERSON, "Anna Berg"), " not.")
    found = vault.subjects.find("Anna Berg")
    vault.subjects.forget(found.only(["a"]))

    is_withdrawn_name = vault.subjects.withdrawn()

    assert given_back(vault, first) == "So [WITHDRAWN] said."
    assert given_back(vault, second) == second.original
    assert is_withdrawn_name is None or not is_withdrawn_name(PERSON, "anna berg")
    assert vault.assign("corpus", "[PERSON_{n}]", "anna berg", lambda _: None) == "[PERSON_1]"
    assert [each.document for each in vault.subjects.find("Anna Berg").found] == ["b"]


def test_what_may_be_the_person_goes_only_if_it_is_chosen(vault: SealedVault) -> None:
    whole = say(vault, "a", "So ", (PERSON, "Anna Berg"), ".")
    part = say(vault, "b", "And ", (PERSON, "Berg"), ".")
    forget(vault, "Anna Berg")
    assert given_back(vault, part) == part.original

    vault.subjects.forget(vault.subjects.find("Anna Berg").only(["b"]))

    assert given_back(vault, part) == "And [WITHDRAWN]."
    assert given_back(vault, whole) == "So [WITHDRAWN]."
    assert "berg" not in everything(vault).lower()
    tells = vault.subjects.withdrawn()
    assert tells is not None
    assert tells("PERSON.LAST", "anna berg")
    assert not tells(PERSON, "berg")


def test_a_number_can_be_forgotten(vault: SealedVault) -> None:
    text = say(vault, "a", "Ring ", ("PHONE", "+33 6 12 34 56 78"), " or ", (PERSON, "Anna Berg"))
    vault.assign("corpus", "fpe PHONE", "33612345678", lambda _: "33687654321")
    forget(vault, "+33612345678", "PHONE")

    assert given_back(vault, text) == "Ring [WITHDRAWN] or Anna Berg"
    assert "612345678" not in everything(vault).replace(" ", "")
    tells = vault.subjects.withdrawn()
    assert tells is not None
    assert tells("PHONE", "+33612345678")


def test_an_author_who_is_the_person_is_forgotten_too(vault: SealedVault) -> None:
    scope = "author\0Anna Berg"
    vault.assign(scope, "S", "carl young", lambda _: "[S_1]")
    say(vault, "a", "I am ", (PERSON, "Anna Berg"), ".", author="Anna Berg")
    say(vault, "b", "She is ", (PERSON, "Anna Berg"), ".", author="u7")
    forget(vault, "Anna Berg")

    assert "berg" not in everything(vault).lower()
    assert vault.assign(scope, "S", "carl young", lambda _: None) == "[S_1]"
    assert [manifest.author for manifest in vault.searches.manifests()] == [None, "u7"]


def test_a_reason_that_names_the_person_is_blanked(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    vault.note_access("Berg, Anna asked", "posts.csv", 1)
    vault.note_access("a court asked", "posts.csv", 1)
    forget(vault, "Anna Berg")

    assert [access.reason for access in vault.accesses()] == [WITHDRAWN, "a court asked"]


def test_hashes_of_the_file_go(vault: SealedVault) -> None:
    given, put_out = digest("the input"), digest("the output")
    file, other = vault.begin_file(given, "s"), vault.begin_file(digest("another"), "s")
    say(vault, "a", (PERSON, "Anna Berg"), place=Place(file, 0, 0))
    vault.finish_file(file_record(file, given, put_out))
    forget(vault, "Anna Berg")
    record = vault.find_file(put_out)

    assert record is not None
    assert is_withdrawn(record.input)
    assert given.hex() not in everything(vault)
    assert vault.begin_file(given, "s") not in {file, other}
    assert vault.begin_file(digest("another"), "s") == other


def test_a_file_that_was_not_finished_is_no_hindrance(vault: SealedVault) -> None:
    text = say(vault, "a", (PERSON, "Anna Berg"), place=Place(vault.begin_file(b"in", "s"), 0, 0))
    say(vault, "b", (PERSON, "Anna Berg"), " 2", place=Place(99, 0, 0))

    assert forget(vault, "Anna Berg")["documents"] == 2
    assert given_back(vault, text) == WITHDRAWN


def test_the_way_back_to_a_container_goes(vault: SealedVault) -> None:
    file = vault.begin_file(b"in", "s")
    nothing = digest("")
    text = say(vault, "a", "So ", (PERSON, "Anna Berg"), place=Place(file, 0, 0))
    way = Manifest("x.docx:way back", nothing, nothing, (), b"PK zipped words", withheld=True, place=Place(file, 1, 0))
    vault.remember([way, replace(way, place=Place(file, 2, 0))])
    vault.finish_file(file_record(file, digest("in"), digest("out")))
    forget(vault, "Anna Berg")

    assert vault.find_file(digest("out")) is None
    assert "zipped" not in everything(vault)
    assert given_back(vault, text) == "So [WITHDRAWN]"


def test_a_row_that_was_left_out_can_be_forgotten(vault: SealedVault) -> None:
    file, nothing = vault.begin_file(b"in", "s"), digest("")
    rows = b'"Anna Berg said\r\n', b"Anna Berg again\n"
    vault.remember(
        [
            Manifest(f"row-{number}", nothing, nothing, (), raw, withheld=True, place=Place(file, number, 0))
            for number, raw in enumerate(rows)
        ]
    )
    assert forget(vault, "Anna Berg")["mentions"] == 2

    assert [manifest.raw for manifest in vault.recall_file(file)] == [b"[WITHDRAWN]\r\n", b"[WITHDRAWN]\n"]
    assert vault.subjects.find("Anna Berg").found == ()


@pytest.mark.parametrize(
    ("raw", "surfaces", "after"),
    [
        (b'"Anna said"', ["Anna"], b'"[WITHDRAWN] said"'),
        (rb"\u00c5sa came", ["Åsa"], b"[WITHDRAWN] came"),
        (b"Anna Berg, Anna", ["Anna", "Anna Berg"], b"[WITHDRAWN], [WITHDRAWN]"),
        (b"Anna and Anna", ["Anna"], None),
        (b"somebody", ["Anna"], None),
        (b"\xff", ["Anna"], None),
    ],
)
def test_a_spelling_is_kept_without_the_words(raw: bytes, surfaces: list[str], after: bytes | None) -> None:
    assert respelt(raw, "utf-8", surfaces) == after


def test_the_spelling_in_a_file_loses_the_words_too(vault: SealedVault) -> None:
    file = vault.begin_file(b"in", "s")
    _, manifest = written(vault, "a", "So ", (PERSON, "Anna Berg"), place=Place(file, 0, 0))
    vault.remember([replace(manifest, raw=b'"So Anna Berg"')])
    vault.finish_file(file_record(file))
    forget(vault, "Anna Berg")

    assert [each.raw for each in vault.recall_file(file)] == [b'"So [WITHDRAWN]"']


def test_record_keys_are_destroyed_at_once_or_later(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    say(vault, "b", (PERSON, "Carl Young"))
    assert not vault.subjects.is_pending()

    withdrawal = vault.subjects.forget(vault.subjects.find("Anna Berg"), later=True)

    assert (withdrawal.is_pending, list(withdrawal.keys)) == (True, [])
    assert "vault rotate" in withdrawal.as_text()
    assert vault.subjects.is_pending()
    assert vault.subjects.finish() == (1,)
    assert not vault.subjects.is_pending()
    assert vault.subjects.finish() == ()
    withdrawal = vault.subjects.forget(vault.subjects.find("Carl Young"))
    assert (withdrawal.is_pending, list(withdrawal.keys)) == (False, [2])
    vault.verify()


def test_nothing_chosen_changes_nothing(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    found = vault.subjects.find("Anna Berg")
    vault.subjects.forget(found)
    before = dict(vault._rows.checkpoint().counts)

    counts = vault.subjects.forget(found).counts

    assert counts == {"documents": 0, "mentions": 0, "entities": 0, "subjects": 0}
    after = dict(vault._rows.checkpoint().counts)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "audit": 1,
        "signed": 1,
    }


def test_what_has_gone_meanwhile_is_passed_over(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    found = vault.subjects.find("Anna Berg")
    [each] = found.found
    elsewhere = replace(
        found,
        found=(replace(each, place=Place(7, 7, 7)), replace(each, output=b"another"), replace(each, spans=())),
    )

    assert vault.subjects.forget(elsewhere).counts["documents"] == 0


def test_the_certificate_is_signed_and_names_nobody(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"), author="u7")
    withdrawal = vault.subjects.forget(vault.subjects.find("Anna Berg"))
    document = vault.subjects.certificate(withdrawal)
    public = credentials.read(credentials.VERIFY, vault.audit.public_key)

    payload = read_certificate(public, document)

    assert (payload["documents"], payload["keys_destroyed"], payload["keys_pending"]) == (1, [1], False)
    assert "30 days" in " ".join(payload["remains"])
    assert not any(word in f"{document}{withdrawal.as_text()}".lower() for word in ("anna", "berg", "u7"))
    for changed in ({**payload, "documents": 2}, {**payload, "keys_destroyed": []}):
        with pytest.raises(ValueError, match="signed"):
            read_certificate(public, {**document, "payload": changed})


def test_a_tombstone_that_was_changed_or_taken_away_is_noticed(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    forget(vault, "Anna Berg")
    store = vault._rows._store
    first, second = store.page(TOMBSTONES, (), (), 2)
    with store.transaction():
        store.put(TOMBSTONES, [(first[0], second[1])])
    with pytest.raises(VaultDamaged):
        vault.verify()
    with store.transaction():
        store.drop(TOMBSTONES, [first[:1]])
    with pytest.raises(VaultDamaged):
        vault.verify()


def test_a_worker_may_neither_find_nor_forget_but_knows_who_has_withdrawn(sqlite_vault: SealedVault) -> None:
    private = new_private_key()
    sqlite_vault.keys.add_public_key(public_key_of(private), "w", WORKER)
    say(sqlite_vault, "a", (PERSON, "Anna Berg"))
    findings = sqlite_vault.subjects.find("Anna Berg")
    sqlite_vault.subjects.forget(findings)
    with open_file(store_of(sqlite_vault)._path, private, options=QUICK) as worker:
        for attempt in (
            lambda: worker.subjects.find("Anna Berg"),
            lambda: worker.subjects.contact("Anna Berg"),
            lambda: worker.subjects.forget(findings),
            worker.subjects.finish,
        ):
            with pytest.raises(NotAllowed):
                attempt()
        tells = worker.subjects.withdrawn()
        assert tells is not None
        assert tells(PERSON, "anna berg")
        say(worker, "b", (PERSON, "Carl Young"), " came")
        say(worker, "c", (PERSON, "Anna Berg"), " came")

    assert [each.document for each in sqlite_vault.subjects.find("Carl Young").found] == ["b"]
    sqlite_vault.subjects.forget(sqlite_vault.subjects.find("Anna Berg"))
    assert "berg" not in everything(sqlite_vault).lower()
    assert len({key_number(row[-1]) for row in sqlite_vault._rows._store.page(MANIFESTS, (), (), 99)}) == 1


FIRST = ["Anna", "Carl", "Marie", "Peter", "Zoë", "Nils", "Åsa", "Paul"]


def people(count: int) -> list[str]:
    return [f"{FIRST[number % len(FIRST)]} Quist{chr(97 + number % 26)}{number:x}mark" for number in range(count)]


def crowd(vault: SealedVault, names: list[str], seed: int = 1) -> list[tuple[Text, list[str]]]:
    rng, texts = random.Random(seed), []
    manifests = []
    for number in range(len(names)):
        mentioned = [names[number], *rng.sample(names, 3)]
        parts: list[str | tuple[str, str]] = [f"{number}: "]
        for name in mentioned:
            parts += [(PERSON, name), " spoke. "]
        text, manifest = written(vault, f"post-{number}", *parts, author=f"u{number}")
        texts.append((text, mentioned))
        manifests.append(manifest)
    vault.remember(manifests)
    return texts


def expected(text: Text, gone: list[str]) -> str:
    original = text.original
    for name in gone:
        original = original.replace(name, WITHDRAWN)
    return original


def forget_some(vault: SealedVault, count: int, every: int) -> list[str]:
    names = people(count)
    texts, gone = crowd(vault, names), names[::every]
    for name in gone:
        vault.subjects.forget(vault.subjects.find(name).sure, later=name != gone[-1])
    shown = everything(vault).lower()

    assert not vault.subjects.is_pending()
    for name in gone:
        assert name.lower() not in shown
        assert name.split()[1].lower() not in shown
        assert vault.subjects.find(name).sure.found == ()
    for text, _ in texts:
        assert given_back(vault, text) == expected(text, gone)
    for name in set(names) - set(gone):
        assert vault.knows("corpus", "[PERSON_{n}]", name.casefold())
    vault.verify()
    return gone


def test_twenty_of_two_hundred_are_gone_and_nobody_else_is(vault: SealedVault) -> None:
    forget_some(vault, 200, 10)


@pytest.mark.slow
def test_a_hundred_of_a_thousand_are_gone_and_nobody_else_is(vault: SealedVault) -> None:
    forget_some(vault, 1000, 10)


def test_no_page_of_the_file_opens_with_a_key_that_is_left(sqlite_vault: SealedVault) -> None:
    names = people(40)
    crowd(sqlite_vault, names)
    path = store_of(sqlite_vault)._path
    before = path.read_bytes()
    sealed = {bytes(row[-1]) for row in store_of(sqlite_vault).page(MANIFESTS, (), (), 1000)}
    sqlite_vault.subjects.forget(sqlite_vault.subjects.find(names[0]).sure)
    after = b"".join(each.read_bytes() for each in path.parent.iterdir())
    searched = [spelling for spelling in spellings(names[0]) if len(spelling) >= 4]

    assert all(value in before for value in sealed)
    assert not any(value in after for value in sealed)
    assert not any(spelling in after for spelling in searched)


def test_an_old_copy_holds_the_person_with_its_own_keys_and_not_with_those_of_today(
    blank: tuple[Path, bytes], tmp_path: Path
) -> None:
    path, master = Path(copy(blank[0], tmp_path / "study.vault")), blank[1]
    with enter_file(path, master) as vault:
        text = say(vault, "a", (PERSON, "Anna Berg"), " came")
        backup = Path(copy(path, tmp_path / "backup.vault"))
        forget(vault, "Anna Berg")
    with enter_file(path, master) as vault:
        for row in store_at_rest(backup):
            with pytest.raises(VaultDamaged):
                vault._rows.open(MANIFESTS, row)
        assert given_back(vault, text) == "[WITHDRAWN] came"
    with open_file(backup, PASSPHRASE, options=QUICK) as old:
        # This is what the guide warns of: a copy from before, with its keys, is as it was.
        assert given_back(old, text) == text.original


def store_at_rest(path: Path) -> list[tuple[bytes | int, ...]]:
    from tests.unit.vault.helpers import store_at

    store = store_at(path)
    try:
        return store.page(MANIFESTS, (), (), 100)
    finally:
        store.close()


@contextmanager
def dying(monkeypatch: pytest.MonkeyPatch, last: int, everywhere: bool) -> Iterator[None]:
    """End the process before or after the n-th thing that the store does; only what lasts counts, or everything."""
    done = [0]

    def counting(work: Callable[..., object]) -> Callable[..., object]:
        def counted_work(*given: object) -> object:
            counts = everywhere or given[1] in ("COMMIT", "VACUUM")
            done[0] += counts
            if counts and done[0] == last:
                os._exit(9)
            result = work(*given)
            done[0] += counts
            if counts and done[0] == last:
                os._exit(9)
            return result

        return counted_work

    with monkeypatch.context() as patch:
        for name in ("ask", "put", "drop"):
            patch.setattr(SqliteStore, name, counting(getattr(SqliteStore, name)))
        yield


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_death_at_any_step_leaves_all_or_nothing_and_is_taken_up_again(
    blank: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everywhere: bool
) -> None:
    path, master = Path(copy(blank[0], tmp_path / "study.vault")), blank[1]
    with enter_file(path, master) as vault:
        one = say(vault, "a", "So ", (PERSON, "Anna Berg"), " met ", (PERSON, "Carl Young"))
        two = say(vault, "b", "And ", (PERSON, "Anna Berg"), " left")
    data, all_gone, nothing_gone = path.read_bytes(), 0, 0
    gone = ["So [WITHDRAWN] met Carl Young", "And [WITHDRAWN] left"]
    for last in range(1, 2000):
        path.write_bytes(data)
        for journal in tmp_path.glob("*-journal"):
            journal.unlink()
        child = os.fork()
        if child == 0:
            try:
                with enter_file(path, master) as vault:
                    store_of(vault).ask("PRAGMA synchronous = OFF")
                    with dying(monkeypatch, last, everywhere):
                        forget(vault, "Anna Berg")
                os._exit(0)
            finally:
                os._exit(3)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in {0, 9}
        with enter_file(path, master) as vault:
            store_of(vault).ask("PRAGMA synchronous = OFF")
            vault.verify()
            now = [given_back(vault, one), given_back(vault, two)]
            assert now in ([one.original, two.original], gone)
            all_gone, nothing_gone = all_gone + (now == gone), nothing_gone + (now != gone)
            forget(vault, "Anna Berg")
            assert [given_back(vault, one), given_back(vault, two)] == gone
            assert not vault.subjects.is_pending()
            assert "berg" not in everything(vault).lower()
        if code == 0:
            break

    assert code == 0
    assert all_gone > 5
    assert nothing_gone > 2


def test_what_was_handed_over_and_not_used_is_taken_back(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    vault._rows.put_sealed(GRANTS, [(1, 0, b"a box that may hold anything" * 3)], [])
    forget(vault, "Anna Berg")

    assert vault._rows.checkpoint().counts[GRANTS.name] == 0
    assert vault._rows._store.page(GRANTS, (), (), 10) == []
    vault.verify()


def test_a_place_whose_text_is_gone_keeps_no_posting(vault: SealedVault) -> None:
    say(vault, "a", "So ", (PERSON, "Anna Berg"))
    say(vault, "b", "And ", (PERSON, "Anna Young"))
    rows = vault._rows
    rows.drop(MANIFESTS, [row for row in rows._store.page(MANIFESTS, (), (), 10) if row[1] == 2])
    forget(vault, "Anna Berg")

    assert rows.checkpoint().counts["postings"] == 1
    assert vault.subjects.index.places(["anna", "berg"]) == []


def test_an_unknown_text_stays_unknown(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    forget(vault, "Anna Berg")

    with pytest.raises(UnknownText):
        vault.recall("[WITHDRAWN]")


def test_no_message_holds_words(vault: SealedVault, capsys: pytest.CaptureFixture[str]) -> None:
    say(vault, "a", (PERSON, "Wilhelmina Østergård"))
    findings = vault.subjects.find("Wilhelmina Østergård")
    withdrawal = vault.subjects.forget(findings)
    store = vault._rows._store
    with store.transaction():
        store.drop(TOMBSTONES, [row[:1] for row in store.page(TOMBSTONES, (), (), 1)])
    with pytest.raises(VaultDamaged) as damaged:
        vault.verify()

    said = f"{findings!r}{withdrawal!r}{damaged.value}{capsys.readouterr()}{vault.subjects!r}"
    assert not any(word in said.lower() for word in ("wilhelmina", "østergård"))
