"""Inboxes and tables that still name somebody who has withdrawn: the person does not come back with them."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.vault.helpers import QUICK, enter_file, file_record, numbered
from tests.unit.vault.speaking import Said, Text, given_back, say, written
from tests.unit.vault.test_forgetting import everything, forget

from allonym.core.types import Draw, FileRecord, Manifest, Place, digest
from allonym.core.withdrawal import is_withdrawn
from allonym.vault.inboxes import make_inbox, merge
from allonym.vault.intake import Taken
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault
from allonym.vault.store import COUNTED
from allonym.vault.transfers import export_table, import_csv, import_table

PERSON = "PERSON"
OTHER = "the other's passphrase"
NOTHING = digest("")
ABOUT = ("So ", (PERSON, "Nicolas Sarkozy"), " met ", (PERSON, "Anna Berg"), ".")


@contextmanager
def inbox_of(vault: SealedVault, path: Path) -> Iterator[SealedVault]:
    make_inbox(vault, path, QUICK)
    with enter_file(path, vault.keys.for_inbox()[0]) as inbox:
        yield inbox


def tell(vault: SealedVault, name: str, *parts: Said, place: Place | None = None) -> Text:
    """Have a vault or an inbox remember a text; an inbox gives out no pseudonyms, so they come from elsewhere."""
    with open_memory(QUICK) as other:
        text, manifest = written(other if vault.keys.is_inbox else vault, name, *parts, place=place)
    vault.remember([manifest])
    return text


def fill(vault: SealedVault) -> list[Text]:
    """A finished file, one that was not, and a text of its own; each names two people."""
    file, other = vault.begin_file(b"in", "s"), vault.begin_file(b"in 2", "s")
    text = tell(vault, "row", *ABOUT, place=Place(file, 1, 0))
    [manifest] = vault.recall_file(file)
    vault.remember([replace(manifest, raw=f'"{text.original}"'.encode())])
    vault.remember([Manifest("left", NOTHING, NOTHING, (), b"none of them\n", withheld=True, place=Place(file, 2, 0))])
    left = Manifest("left 2", NOTHING, NOTHING, (), b"Nicolas Sarkozy\n", withheld=True, place=Place(other, 3, 0))
    vault.remember([left])
    more = tell(vault, "row 2", "2 ", *ABOUT, place=Place(other, 1, 0))
    tell(vault, "row 3", "Only ", (PERSON, "Anna Berg"), place=Place(other, 2, 0))
    vault.finish_file(replace(file_record(file, digest("in"), digest("out")), name="posts.csv"))
    return [text, more, tell(vault, "alone", "3 ", *ABOUT)]


def rows_of(vault: SealedVault) -> dict[str, int]:
    counts = dict(vault._rows.checkpoint().counts)
    return {table.name: counts[table.name] for table in COUNTED if table.name not in ("audit", "signed")}


def state_of(vault: SealedVault) -> tuple[dict[str, int], list[str]]:
    """All rows but those of the audit log, and the words that any key opens, without the counting of them."""
    noted = ("audit", "signed", "keys")
    tables = [table for table in COUNTED if table.name not in noted and not table.name.startswith("grant")]
    return rows_of(vault), [f"{table.name} {plain!r}" for table in tables for _, plain in vault._rows.scan(table)]


def found(vault: SealedVault, name: str = "") -> FileRecord:
    record = vault.find_file(digest("out"), name)
    assert record is not None
    return record


def exported(vault: SealedVault) -> Callable[[SealedVault], Taken]:
    table = io.BytesIO()
    export_table(vault, table, OTHER, QUICK.cost)
    return lambda other: import_table(other, io.BytesIO(table.getvalue()), OTHER)


def test_the_same_inbox_again_changes_nothing_after_somebody_was_forgotten(vault: SealedVault, tmp_path: Path) -> None:
    with inbox_of(vault, tmp_path / "inbox.vault") as inbox:
        texts = fill(inbox)
        merge(vault, inbox)
        forget(vault, "Nicolas Sarkozy")
        before = state_of(vault)
        taken = merge(vault, inbox)
        assert merge(vault, inbox).withdrawn == taken.withdrawn

    assert state_of(vault) == before
    assert taken.withdrawn > 0
    assert is_withdrawn(found(vault, "posts.csv").input)
    assert "arkozy" not in everything(vault).lower()
    assert [given_back(vault, text) for text in texts] == [
        text.original.replace("Nicolas Sarkozy", "[WITHDRAWN]") for text in texts
    ]
    vault.verify()


def test_an_older_table_does_not_bring_anybody_back(vault: SealedVault) -> None:
    fill(vault)
    vault.assign("corpus", "PERSON.WHO", "nicolas sarkozy la", lambda _: "Paul | Martin")
    take = exported(vault)
    forget(vault, "Nicolas Sarkozy")
    before = state_of(vault)
    take(vault)

    assert state_of(vault) == before
    assert found(vault, "posts.csv").name == "posts.csv"
    assert "arkozy" not in everything(vault).lower()


def test_a_vault_that_has_the_whole_does_not_take_what_is_less(vault: SealedVault) -> None:
    texts = fill(vault)
    whole = exported(vault)
    forget(vault, "Nicolas Sarkozy")
    less = exported(vault)
    with open_memory(QUICK) as other:
        whole(other)
        before = rows_of(other)
        less(other)
        assert rows_of(other)["files"] == before["files"] + 1  # the one that was never finished
        assert found(other, "posts.csv").input == digest("in")
        assert given_back(other, texts[2]) == texts[2].original


def test_what_is_new_comes_in_without_the_person(vault: SealedVault, tmp_path: Path) -> None:
    say(vault, "first", (PERSON, "Nicolas Sarkozy"))
    forget(vault, "Nicolas Sarkozy")
    with inbox_of(vault, tmp_path / "inbox.vault") as inbox:
        texts = fill(inbox)
        handle = tell(
            inbox, "h", (PERSON, "Nicolas Sarkozy"), " is ", ("USERNAME", "@nsarkozy"), ", not ", ("ID", "77")
        )
        parts = tell(inbox, "p", ("PERSON.FIRST", "Nicolas"), " ", ("PERSON.LAST", "Sarkozy"), " came")
        others = tell(inbox, "o", ("PERSON.FIRST", "Anna"), " ", ("PERSON.LAST", "Berg"), ", ", (PERSON, "[WITHDRAWN]"))
        taken = merge(vault, inbox)
        before = state_of(vault)
        merge(vault, inbox)

    assert state_of(vault) == before
    assert given_back(vault, others) == "Anna Berg, [WITHDRAWN]"
    assert taken.withdrawn == 3 + 1 + 2 + 2  # texts, a row that was left out, a handle beside a name, two parts
    assert [given_back(vault, text) for text in texts] == [
        text.original.replace("Nicolas Sarkozy", "[WITHDRAWN]") for text in texts
    ]
    assert given_back(vault, handle) == "[WITHDRAWN] is [WITHDRAWN], not 77"
    assert given_back(vault, parts) == "[WITHDRAWN] [WITHDRAWN] came"
    file = found(vault, "posts.csv")
    assert is_withdrawn(file.input)
    assert [each.raw for each in vault.recall_file(file.file)] == [
        b'"So [WITHDRAWN] met Anna Berg."',
        b"none of them\n",
    ]
    shown = everything(vault).lower()
    assert "nicolas sarkozy" not in shown
    assert "nsarkozy" not in shown
    vault.verify()


def test_the_way_back_to_a_container_stays_out(vault: SealedVault, tmp_path: Path) -> None:
    say(vault, "first", (PERSON, "Nicolas Sarkozy"))
    forget(vault, "Nicolas Sarkozy")
    with inbox_of(vault, tmp_path / "inbox.vault") as inbox:
        file = inbox.begin_file(b"in", "s")
        text = tell(inbox, "a", *ABOUT, place=Place(file, 0, 0))
        way = Manifest("x.docx:way back", NOTHING, NOTHING, (), b"PK zipped", withheld=True, place=Place(file, 1, 0))
        inbox.remember([way])
        inbox.finish_file(file_record(file, digest("in"), digest("out")))
        merge(vault, inbox)
        before = state_of(vault)
        merge(vault, inbox)

    assert state_of(vault) == before
    assert vault.find_file(digest("out")) is None
    assert "zipped" not in everything(vault)
    assert given_back(vault, text) == "So [WITHDRAWN] met Anna Berg."


@pytest.mark.parametrize("author", ["Anna Berg", "Berg, Anna"])
def test_an_author_who_has_withdrawn_is_not_named(vault: SealedVault, author: str) -> None:
    say(vault, "first", (PERSON, "Anna Berg"))
    forget(vault, "Anna Berg")
    with open_memory(QUICK) as other:
        other.assign(f"author\0{author}", "S", "carl young", lambda _: "[S_1]")
        other.assign("author\0u7", "S", "carl young", lambda _: "[S_1]")
        text = say(other, "a", (PERSON, "Carl Young"), " came", author=author)
        say(other, "b", (PERSON, "Carl Young"), " left", author="u7")
        exported(other)(vault)

    assert "berg" not in everything(vault).lower()
    assert vault.assign(f"author\0{author}", "S", "carl young", lambda _: None) == "[S_1]"
    assert vault.assign("author\0u7", "S", "carl young", lambda _: None) == "[S_1]"
    assert given_back(vault, text) == text.original


def test_entries_of_a_plain_table_are_held_back(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Rosalinde Ögwist"), " or ", ("USERNAME", "@rosalinde_ogwist"))
    say(vault, "b", ("PHONE", "+33 6 12 34 56 78"))
    forget(vault, "Rosalinde Ögwist")
    forget(vault, "+33612345678", "PHONE")
    entries = [
        ("PERSON.WHO", "rosalinde ogwist la"),
        ("PERSON.FIRST", "rosalinde rosalinde ogwist"),
        ("PERSON.INITIALS", "r. | ögwist"),
        ("USERNAME", "rosalinde_ogwist"),
        ("[PERSON_{n}]", "rosalinde ogwist"),
        ("fpe PHONE", "33612345678"),
        ("PERSON.LAST", "ögwist"),
        ("LOCATION", "rosalinde ogwist"),
    ]
    lines = [f"corpus,{series},{original},x{number}" for number, (series, original) in enumerate(entries)]
    taken = import_csv(vault, io.StringIO("\n".join(["scope,series,original,pseudonym", *lines])))

    assert (taken.withdrawn, taken.entities) == (6, 2)
    assert [vault.knows("corpus", *entry) for entry in entries] == [False] * 6 + [True] * 2


def test_a_text_that_only_looks_like_one_that_lost_words_is_taken_in(vault: SealedVault) -> None:
    _, manifest = written(vault, "a", *ABOUT)
    vault.remember([manifest])
    forget(vault, "Nicolas Sarkozy")
    first, second = manifest.edits
    with open_memory(QUICK) as other:
        another = replace(manifest, edits=(first, replace(second, replacement="Carl Young")), original=b"2" * 32)
        shorter = replace(manifest, edits=(second,), original=b"3" * 32)
        other.remember([another, shorter])
        assert exported(other)(vault).texts == 2


def test_two_files_from_which_nobody_withdrew_are_told_apart_by_their_inputs(vault: SealedVault) -> None:
    fill(vault)
    with open_memory(QUICK) as other:
        file = other.begin_file(b"another", "s")
        say(other, "row", (PERSON, "Carl Young"), place=Place(file, 1, 0))
        other.finish_file(replace(file_record(file, digest("another"), digest("out")), name="posts.csv"))
        taken = exported(other)(vault)

    assert (taken.files, taken.withdrawn) == (1, 0)


def test_a_name_of_four_words_is_found_in_a_row_that_nobody_has_read(vault: SealedVault) -> None:
    say(vault, "first", (PERSON, "Ana Lucía Ferro Quintal"))
    forget(vault, "Ana Lucía Ferro Quintal")
    rows = {
        "hers": b"1;Ana Luc\xc3\xada Ferro Quintal;x\n",
        "hers, turned round": b"Quintal Ana Luc\xc3\xada Ferro\n",
        "another's": b"2;Ana Luc\xc3\xada;Ferro\n",
    }
    with open_memory(QUICK) as other:
        file = other.begin_file(b"in", "s")
        for number, (name, raw) in enumerate(rows.items(), 1):
            other.remember([Manifest(name, NOTHING, NOTHING, (), raw, withheld=True, place=Place(file, number, 0))])
        exported(other)(vault)

    assert {each.id: each.raw for each in vault.recall_file(1)} == {
        "hers": b"[WITHDRAWN]\n",
        "hers, turned round": b"[WITHDRAWN]\n",
        "another's": rows["another's"],
    }


def test_counting_goes_on_behind_what_came_with_a_table(vault: SealedVault) -> None:
    with open_memory(QUICK) as other:
        for name in ("anna", "bo"):
            other.assign("corpus", "PERSON", name, numbered)
        exported(other)(vault)
    asked = list[int]()

    def propose(draw: Draw) -> str:
        asked.append(draw.number)
        return numbered(draw)

    assert vault.assign("corpus", "PERSON", "cy", propose) == "[PERSON_3]"
    assert asked == [3]


def test_somebody_who_is_called_by_two_names_has_withdrawn_under_each_of_them(vault: SealedVault) -> None:
    say(vault, "first", (PERSON, "Nicolas Sarkozy"))
    forget(vault, "Nicolas Sarkozy")
    with open_memory(QUICK) as other:
        text, told = written(other, "t", (PERSON, "Nicolas Sarkozy"), " or ", (PERSON, "Nicolas Paul Bocsa"))
        other.remember([replace(told, edits=tuple(replace(edit, entity="e1") for edit in told.edits))])
        exported(other)(vault)

    assert given_back(vault, text) == "[WITHDRAWN] or [WITHDRAWN]"
