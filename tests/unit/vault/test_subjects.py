"""Finding a person in a vault: by the blind index and the rules of the linker, without opening the rest."""

from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.speaking import say, written

from allonym.core.errors import SettingsError, UsageError, VaultDamaged
from allonym.core.types import Manifest, Place, digest
from allonym.vault.postings import Postings
from allonym.vault.rows import SealedRows
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.store import COUNTERS, MANIFESTS, POSTINGS, Row, Table
from allonym.vault.subjects import Findings

PERSON = "PERSON"


def documents(findings: Findings) -> list[tuple[str, bool]]:
    return [(each.document, each.sure) for each in findings.found]


def counts(vault: SealedVault) -> dict[str, int]:
    return dict(vault._rows.checkpoint().counts)


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ((PERSON, "Nicolas Sarkozy"), True),
        ((PERSON, "SARKOZY Nicolas"), True),
        ((PERSON, "Sarkozy, Nicolas"), True),
        ((PERSON, "N. Sarkozy"), True),
        ((PERSON, "Mr Nicolas Sarkozy"), True),
        ((PERSON, "Nicolàs Sarközy"), True),
        (("EMAIL", "nicolas.sarkozy@example.org"), True),
        (("USERNAME", "@nsarkozy"), True),
        (("USERNAME", "@sarkozy1955"), False),
        (("URL", "https://example.org/~nsarkozy"), True),
        ((PERSON, "Sarkozy"), False),
        ((PERSON, "Mr Sarkozy"), False),
        ((PERSON, "Nicolas"), False),
        ((PERSON, "Nicolas Sarkosy"), False),
        ((PERSON, "Nicolas Paul Sarkozy"), True),
        (("EXTRA", "Nicolas Sarkozy"), True),
    ],
)
def test_a_person_is_found_in_every_form(vault: SealedVault, words: tuple[str, str], sure: bool) -> None:
    say(vault, "other", "Only ", (PERSON, "Anna Berg"), " was here.")
    say(vault, "post", "Then ", words, " came with ", (PERSON, "Anna Berg"), ", ", ("USERNAME", "@zebra"), ".")

    found = vault.subjects.find("Nicolas Sarkozy")

    assert documents(found) == [("post", sure)]


@pytest.mark.parametrize("name", ["Cécilia Sarkozy", "Nicolas Hulot", "Sarkozyan", "Anna Berg"])
def test_somebody_else_is_not_found(vault: SealedVault, name: str) -> None:
    say(vault, "post", "Then ", (PERSON, name), " came.")

    assert vault.subjects.find("Nicolas Sarkozy").found == ()


def test_all_that_is_shown_is_where_a_person_stands(vault: SealedVault) -> None:
    parts = "", (PERSON, "Nicolas Sarkozy"), " and ", (PERSON, "Anna Berg"), " and ", (PERSON, "Nicolas Sarkozy")
    text = say(vault, "post", *parts, author="u7")

    [found] = vault.subjects.find("nicolas  sarkozy").found

    assert [span.of(text.output) for span in found.spans] == ["[PERSON_1]"] * 2
    assert (found.pseudonyms, found.count, found.author, found.file) == (("[PERSON_1]",), 2, "u7", "")
    assert "u7" not in repr(found)
    assert "PERSON_1" not in repr(found)
    assert "arkozy" not in repr(vault.subjects.find("Nicolas Sarkozy"))


def test_a_number_or_an_address_is_found_by_its_form(vault: SealedVault) -> None:
    say(vault, "call", "Ring ", ("PHONE", "+33 6 12 34 56 78"), " now.")
    say(vault, "mail", "Write to ", ("EMAIL", "Anna@Example.org"), " now.")
    say(vault, "day", "On ", ("DATE", "2018-12-01"), " then.")

    assert documents(vault.subjects.find("+33612345678", "PHONE")) == [("call", True)]
    assert documents(vault.subjects.find("anna@example.org")) == [("mail", True)]
    assert documents(vault.subjects.find("+33612345678", "EMAIL")) == []
    assert documents(vault.subjects.find("2018-12-01")) == []


def test_a_number_that_stands_beside_another_is_told_from_it(vault: SealedVault) -> None:
    say(vault, "call", ("PHONE", "+33 6 12 34 56 78"), " or ", ("PHONE", "+46 70 174 06 05"))

    [found] = vault.subjects.find("+33612345678", "PHONE").found

    assert found.pseudonyms == ("[PHONE_1]",)


def test_a_first_name_alone_can_be_asked_for(vault: SealedVault) -> None:
    say(vault, "a", (PERSON, "Anna"), " came")
    say(vault, "b", (PERSON, "Anna Berg"), " came")

    assert documents(vault.subjects.find("Anna")) == [("a", True), ("b", False)]


def test_a_broken_row_that_names_somebody_else_is_not_listed(vault: SealedVault) -> None:
    nothing = digest("")
    way = Manifest("x.docx:way back", nothing, nothing, (), b"Anna Berg", withheld=True, place=Place(1, 0, 0))
    vault.remember([way])
    say(vault, "a", (PERSON, "Anna Berg"))
    index, rows = vault.subjects.index, vault._rows
    with rows.batch():
        index.add([(Place(1, 0, 0), frozenset({"anna"}))])
        index.keep("never met", [])

    assert documents(vault.subjects.find("Anna Berg")) == [("a", True)]


def test_an_index_that_leads_in_a_circle_is_noticed(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    say(vault, "a", (PERSON, "Anna Berg"))
    rows = vault._rows
    index = vault.subjects.index
    rows.drop(COUNTERS, [row for row in [rows.get(COUNTERS, index._counter(b"all texts are indexed"))] if row])
    page = rows._store.page(MANIFESTS, (), (), 10)
    monkeypatch.setattr(rows, "page", lambda *_: page)

    with pytest.raises(VaultDamaged):
        index.complete()


def test_a_name_in_another_script_is_found(vault: SealedVault) -> None:
    say(vault, "ar", "قال ", (PERSON, "محمد علي"), " ذلك.")

    assert documents(vault.subjects.find("Mohamed Ali")) == [("ar", True)]


def test_a_genitive_is_found(vault: SealedVault) -> None:
    say(vault, "sv", "Det var ", (PERSON, "Anna Lindqvists"), " bil.")

    assert [name for name, _ in documents(vault.subjects.find("Anna Lindqvist"))] == ["sv"]


def test_a_row_that_was_left_out_is_found_by_its_words(vault: SealedVault) -> None:
    file = vault.begin_file(b"in", "s")
    nothing = digest("")
    for number, raw in enumerate((b'"Nicolas Sarkozy said', b"Sarkozy alone", b"nobody")):
        vault.remember(
            [Manifest(f"row-{number}", nothing, nothing, (), raw, withheld=True, place=Place(file, number, 0))]
        )

    assert documents(vault.subjects.find("Nicolas Sarkozy")) == [("row-0", True), ("row-1", False)]


def test_the_name_of_the_file_is_told(vault: SealedVault) -> None:
    from dataclasses import replace

    from tests.unit.vault.helpers import file_record

    file = vault.begin_file(b"in", "s")
    say(vault, "post", (PERSON, "Anna Berg"), place=Place(file, 3, 1))
    say(vault, "unfinished", (PERSON, "Anna Berg"), place=Place(file + 1, 0, 0))
    vault.finish_file(replace(file_record(file), name="posts.csv"))

    first, second = vault.subjects.find("Anna Berg").found

    assert (first.file, first.number) == ("posts.csv", f"{file}.3.1.e1")
    assert second.file == ""


def test_a_name_is_needed_and_a_label_must_be_one(vault: SealedVault) -> None:
    with pytest.raises(UsageError):
        vault.subjects.find("  ")
    with pytest.raises(SettingsError):
        vault.subjects.find("Anna", "PRESON")


def test_what_is_chosen_must_have_been_found(vault: SealedVault) -> None:
    say(vault, "post", (PERSON, "Anna Berg"))
    found = vault.subjects.find("Anna Berg")

    assert found.only(["post"]).found == found.only([found.found[0].number]).found == found.found
    with pytest.raises(UsageError):
        found.only(["post", "elsewhere"])


def test_the_same_text_again_adds_no_postings(vault: SealedVault) -> None:
    say(vault, "post", (PERSON, "Anna Berg"), place=Place(1, 0, 0))
    before = counts(vault)
    say(vault, "post", (PERSON, "Anna Berg"), place=Place(1, 0, 0))

    assert counts(vault) == before

    say(vault, "post", (PERSON, "Anna Young"), place=Place(1, 0, 0))

    assert counts(vault)["postings"] == before["postings"] + 1
    assert documents(vault.subjects.find("Anna Berg")) == []


def test_places_of_a_batch_share_rows_and_many_are_all_found(vault: SealedVault) -> None:
    made = [written(vault, f"post-{number}", (PERSON, "Anna Berg"), f" came {number}")[1] for number in range(1100)]
    vault.remember(made[:1000])
    for manifest in made[1000:]:
        vault.remember([manifest])

    assert counts(vault)["postings"] == 2 * (250 + 100)
    assert len(vault.subjects.find("Anna Berg").found) == 1100


def test_every_posting_has_one_size_and_a_tag_of_its_own(vault: SealedVault) -> None:
    for number in range(9):
        say(vault, f"post-{number}", (PERSON, "Anna Berg"), f" {number}")
    vault.remember([written(vault, f"many-{number}", (PERSON, "Carl Young"))[1] for number in range(4)])
    rows = vault._rows._store.page(POSTINGS, (), (), 1000)

    assert len({len(bytes(row[-1])) for row in rows}) == 1
    assert len({row[0] for row in rows}) == len(rows)
    assert len({len(bytes(row[-1])) for row in vault._rows._store.page(COUNTERS, (), (), 1000)}) == 1


def test_a_vault_without_an_index_gets_one_when_somebody_is_looked_for(vault: SealedVault) -> None:
    for number in range(5):
        say(vault, f"post-{number}", (PERSON, "Anna Berg"), f" {number}")
    rows, seen = vault._rows, list[tuple[int, int]]()
    index = Postings(rows, vault._keys)
    with rows.batch():
        rows.drop(POSTINGS, rows._store.page(POSTINGS, (), (), 1000))
        terms = [index._counter(term) for term in (b"anna", b"berg", b"all texts are indexed")]
        rows.drop(COUNTERS, list(rows.get_many(COUNTERS, terms).values()))
    assert not index.is_whole()
    say(vault, "post-5", (PERSON, "Anna Berg"), " 5")

    found = vault.subjects.find("Anna Berg", watch=lambda done, total: seen.append((done, total)))

    assert len(found.found) == 6
    assert seen == [(6, 6)]
    assert index.is_whole()
    postings = counts(vault)["postings"]
    vault.subjects.find("Anna Berg")
    assert counts(vault)["postings"] == postings
    vault.verify()


def test_in_a_vault_of_the_first_format_people_are_found(tmp_path: Path) -> None:
    path = Path(copy(Path(__file__).parents[2] / "vectors" / "format-1.vault", tmp_path))
    with open_file(path, "format one") as vault:
        found = vault.subjects.find("مريم")

        assert documents(found) == [("post-2", True)]
        vault.subjects.forget(found)
        assert [edit.replacement for each in vault.recall_file(1) for edit in each.edits] == ["[WITHDRAWN]"]
        vault.verify()


def test_an_empty_vault_has_nothing_to_bring_in(vault: SealedVault) -> None:
    assert Postings(vault._rows, vault._keys).is_whole()
    assert vault.subjects.find("Anna Berg").found == ()


def test_a_posting_that_is_missing_is_noticed(vault: SealedVault) -> None:
    say(vault, "post", (PERSON, "Anna Berg"))
    store = vault._rows._store
    with store.transaction():
        store.drop(POSTINGS, [row[:1] for row in store.page(POSTINGS, (), (), 1)])

    with pytest.raises(VaultDamaged):
        vault.subjects.find("Anna Berg")
    with pytest.raises(VaultDamaged):
        vault.verify()


def test_a_posting_that_was_changed_or_moved_is_noticed(vault: SealedVault) -> None:
    say(vault, "post", (PERSON, "Anna Berg"))
    store = vault._rows._store
    one, other = store.page(POSTINGS, (), (), 2)
    with store.transaction():
        store.put(POSTINGS, [(one[0], other[1]), (other[0], one[1])])

    with pytest.raises(VaultDamaged):
        vault.subjects.find("Anna Berg")


def test_only_what_may_fit_is_opened(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(50):
        say(vault, f"post-{number}", (PERSON, f"Carl Young{number}"))
    say(vault, "hers", (PERSON, "Anna Berg"))
    opened: list[str] = []
    real = SealedRows.open

    def noting(rows: SealedRows, table: Table, row: Row) -> bytes:
        opened.append(table.name)
        return real(rows, table, row)

    monkeypatch.setattr(SealedRows, "open", noting)

    vault.subjects.find("Anna Berg")

    assert opened.count(MANIFESTS.name) == 1
    assert opened.count(POSTINGS.name) == 2


def test_finding_is_noted_without_a_name(vault: SealedVault) -> None:
    say(vault, "post", (PERSON, "Anna Berg"))
    findings = vault.subjects.find("Anna Berg")
    vault.subjects.contact("Anna Berg")
    *_, found, contacted = vault.audit.entries()

    assert (found.action, contacted.action) == ("find", "contact")
    assert found.reference == contacted.reference == findings.reference
    assert found.counts == {"documents": 1, "mentions": 1}
