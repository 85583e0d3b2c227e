"""Which document an edited text was: its id says so, or the scope that documents share; nothing is guessed."""

from pathlib import Path

import pytest
from tests.unit.searching.edited_texts import tool

from allonym import Document, Pseudonymizer, UsageError, open_vault
from allonym.core.errors import UnknownText
from allonym.core.types import Edit, Manifest, Place, Span, digest
from allonym.searching import known_under
from allonym.searching.scopes import _tokens
from allonym.vault.sealed import SealedVault

HERE = "Margaret Holloway met Desmond Pryce. Ring 0701740605, says Margaret."
THERE = "Olivia Fenwick met Desmond Pryce in Sheffield."


def test_without_an_id_a_text_of_a_document_scope_is_refused() -> None:
    made = tool("default", "en")
    made.pseudonymize(HERE, id="a")

    with pytest.raises(UnknownText, match="say which with an id"):
        made.recover_edited("So [PERSON_1] came.")


def test_the_output_itself_remembers_its_id() -> None:
    made = tool("default", "en")

    assert made.recover_edited(made.pseudonymize(HERE, id="a").text).text == HERE


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(UnknownText, match="no document of this vault has this id"):
        tool("default", "en").recover_edited("So [PERSON_1] came.", id="a")


def test_without_a_vault_there_is_nothing_to_find() -> None:
    with pytest.raises(UsageError, match="without a vault"):
        Pseudonymizer("default").recover_edited("So [PERSON_1] came.", id="a")


def test_a_document_from_before_stand_ins_were_kept_says_so() -> None:
    made = tool("default", "en")
    assert made.vault is not None
    made.vault.remember([Manifest("old", digest("x"), digest("y"), (Edit(Span(0, 1), "y"),))])

    with pytest.raises(UnknownText, match="pseudonymize it once more"):
        made.recover_edited("x", id="old")


@pytest.mark.parametrize("profile", ["default", "akio-external", "gdpr-research"])
def test_tokens_of_a_corpus_are_found_without_an_id(profile: str) -> None:
    made = tool(profile, "en", scope="corpus")
    first, second = made.pseudonymize(HERE, id="a"), made.pseudonymize(THERE, id="b")
    tokens = {edit.span.of(HERE): edit.replacement for edit in first.edits}
    tokens |= {edit.span.of(THERE): edit.replacement for edit in second.edits}

    edited = f"{tokens['Olivia Fenwick']} asked {tokens['Margaret Holloway']}, not [PERSON_99]."
    recovery = made.recover_edited(edited)

    assert recovery.text == "Olivia Fenwick asked Margaret Holloway, not [PERSON_99]."
    assert [each.state for each in recovery.findings] == ["sure", "sure", "refused"]


def test_a_token_of_a_document_is_foreign_to_the_corpus() -> None:
    made = tool("default", "en", scope="corpus")
    made.pseudonymize("Margaret Holloway came.", id="a")
    alone = Pseudonymizer(made.settings.with_user("document", {}, ()), made.vault, "en")
    alone.pseudonymize("Desmond Pryce met Olivia Fenwick.", id="b")

    recovery = made.recover_edited("[PERSON_1] and [PERSON_2]")

    assert recovery.text == "Margaret Holloway and [PERSON_2]"
    assert [each.state for each in recovery.findings] == ["sure", "refused"]


def test_an_author_has_a_scope_of_their_own() -> None:
    made = tool("default", "en", scope="author")
    made.pseudonymize(Document("a", "Margaret Holloway came.", "en", "anna"))
    made.pseudonymize(Document("b", "Desmond Pryce came.", "en", "bo"))

    assert made.recover_edited(Document("x", "So [PERSON_1] left.", "en", "bo")).text == "So Desmond Pryce left."
    assert made.recover_edited(Document("x", "So [PERSON_1] left.", "en", "anna")).text == "So Margaret Holloway left."
    with pytest.raises(UnknownText, match="say which with an id"):
        made.recover_edited("So [PERSON_1] left.")


def test_the_parts_of_a_long_text_are_one_document_and_other_files_are_not(tmp_path: Path) -> None:
    with open_vault(tmp_path / "v", "four random words here", create=True) as vault:

        def kept(name: str, words: str, token: str, place: Place | None) -> Manifest:
            edit = Edit(Span(0, len(token)), words, "PERSON", "e1", token)
            return Manifest(name, digest(token), digest(words), (edit,), place=place)

        vault.remember(
            [
                kept("long.txt", "Anna", "[PERSON_1]", Place(1, 0, 0)),
                kept("long.txt:2", "Petra", "[PERSON_2]", Place(1, 1, 0)),
                kept("long.txt:3", "Klaus", "[PERSON_3]", Place(2, 1, 0)),
            ]
        )

        assert set(known_under(vault.searches, "long.txt").originals) == {"[PERSON_1]", "[PERSON_2]"}


def test_a_forgotten_person_is_not_restored_and_the_others_are() -> None:
    made = tool("default", "en")
    made.pseudonymize(HERE, id="a")
    vault = made.vault
    assert isinstance(vault, SealedVault)

    vault.subjects.forget(vault.subjects.find("Margaret Holloway"))
    recovery = made.recover_edited("So [PERSON_1] asked [PERSON_2].", id="a")

    assert recovery.text == "So [PERSON_1] asked Desmond Pryce."
    assert [each.state for each in recovery.findings] == ["refused", "sure"]


def test_a_document_of_which_all_was_deleted_has_nothing_to_find() -> None:
    made = tool("cloaked-s0", "en")
    made.pseudonymize("Margaret Holloway met Desmond Pryce.", id="a")

    assert made.recover_edited("So she met him.", id="a").findings == ()


def test_tokens_have_a_form_of_their_own() -> None:
    found = _tokens(
        "[PERSON_1], _People3, Company37, PERSON_2015dc240d; not Company37x, x_People3, [a b], [x], Anna or 37"
    )

    assert {"[PERSON_1]", "_People3", "Company37", "PERSON_2015dc240d"} <= found
    assert {each.casefold() for each in found} == {"[person_1]", "_people3", "company37", "person_2015dc240d"}


def test_each_recovery_of_a_text_is_noted_as_one() -> None:
    made = tool("default", "en")
    assert isinstance(made.vault, SealedVault)
    text = made.pseudonymize(HERE, id="a").text
    made.recover(text)
    made.recover_edited(text, id="a")

    noted = [dict(each.counts) for each in made.vault.audit.entries() if each.action == "recover"]
    assert noted == [{"texts": 1}] * 2


def test_however_many_parts_a_long_text_has_all_are_known() -> None:
    with open_vault("memory:") as vault:
        file = vault.begin_file(b"in", "s")
        for piece, name in enumerate(("d", "d:2", "d:3", "d:4")):
            edit = Edit(Span(0, 3), f"Name {piece}", "PERSON", "e1", f"[{piece}]")
            given = digest(f"[{piece}]"), digest(f"Name {piece}")
            vault.remember([Manifest(name, *given, (edit,), place=Place(file, piece, 0))])

        assert set(known_under(vault.searches, "d").originals) == {"[0]", "[1]", "[2]", "[3]"}
