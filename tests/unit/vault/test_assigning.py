"""The contract of every ledger: the vaults, and the one for a single document."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.vault.helpers import numbered

from allonym.core.errors import SafetyError
from allonym.core.protocols import Ledger, Vault
from allonym.core.types import Draw
from allonym.vault.ledger import LocalLedger
from allonym.vault.sealed import SealedVault


@pytest.fixture(params=["memory", "sqlite", "postgres", "local"])
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    if request.param == "local":
        yield LocalLedger(b"k" * 32)
    elif request.param != "memory":
        yield request.getfixturevalue(f"{request.param}_vault")
    else:
        from allonym.vault.memory import open_memory

        yield open_memory()


def test_a_sealed_vault_fits_the_protocol(vault: SealedVault) -> None:
    def name_through(fitting: Vault) -> str:
        return fitting.name_for("Anna")

    assert name_through(vault) == vault.name_for("Anna")


def test_numbers_are_given_in_order_of_first_appearance(ledger: Ledger) -> None:
    names = [ledger.assign("corpus", "PERSON", name, numbered) for name in ("anna", "bo", "anna", "cai")]

    assert names == ["[PERSON_1]", "[PERSON_2]", "[PERSON_1]", "[PERSON_3]"]


def test_a_known_original_is_not_proposed_for_again(ledger: Ledger) -> None:
    def refuse(draw: Draw) -> str:
        raise AssertionError(draw)

    first = ledger.assign("corpus", "PERSON", "anna", numbered)

    assert ledger.assign("corpus", "PERSON", "anna", refuse) == first


def test_scopes_and_series_count_for_themselves(ledger: Ledger) -> None:
    def city(draw: Draw) -> str:
        return f"[CITY_{draw.number}]"

    ledger.assign("corpus", "PERSON", "anna", numbered)

    assert ledger.assign("author 7", "PERSON", "bo", numbered) == "[PERSON_1]"
    assert ledger.assign("corpus", "CITY", "anna", city) == "[CITY_1]"


def test_a_taken_pseudonym_is_passed_over_and_the_number_goes_on(ledger: Ledger) -> None:
    draws: list[Draw] = []

    def crowded(draw: Draw) -> str:
        draws.append(draw)
        return ["Karl", "Karl", "Maria"][draw.attempt]

    ledger.assign("corpus", "PERSON", "anna", lambda _: "Karl")

    assert ledger.assign("corpus", "PERSON", "bo", crowded) == "Maria"
    assert [(draw.number, draw.attempt) for draw in draws] == [(2, 0), (3, 1), (4, 2)]
    assert len({draw.seed for draw in draws}) == 3
    assert ledger.assign("corpus", "PERSON", "cai", numbered) == "[PERSON_5]"


def test_a_pseudonym_of_another_series_is_taken_too(ledger: Ledger) -> None:
    ledger.assign("corpus", "PERSON.LAST", "berg", lambda _: "Paris")

    given = ledger.assign("corpus", "CITY", "lyon", lambda draw: ["Paris", "Rome"][draw.attempt])

    assert given == "Rome"


def test_a_pseudonym_of_another_scope_is_free(ledger: Ledger) -> None:
    ledger.assign("essay 1", "PERSON", "anna", lambda _: "Karl")

    assert ledger.assign("essay 2", "PERSON", "bo", lambda _: "Karl") == "Karl"


def test_none_asks_for_the_next_proposal(ledger: Ledger) -> None:
    given = ledger.assign("corpus", "PERSON", "anna", lambda draw: numbered(draw) if draw.attempt == 4 else None)

    assert given == "[PERSON_5]"


def test_an_exhausted_series_is_refused_and_nothing_is_kept(ledger: Ledger) -> None:
    with pytest.raises(SafetyError, match="no free pseudonym left for series PERSON in this scope"):
        ledger.assign("corpus", "PERSON", "anna", lambda _: None)

    assert ledger.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_1]"


def test_an_error_in_a_proposal_changes_nothing(ledger: Ledger) -> None:
    def fail(draw: Draw) -> str:
        raise RuntimeError(draw.number)

    with pytest.raises(RuntimeError):
        ledger.assign("corpus", "PERSON", "anna", fail)

    assert ledger.assign("corpus", "PERSON", "anna", numbered) == "[PERSON_1]"


def test_a_proposal_may_assign_its_parts(ledger: Ledger) -> None:
    def full_name(draw: Draw) -> str:
        first, last = (ledger.assign("corpus", "PERSON", part, numbered) for part in ("anna", "berg"))
        return f"{first} {last} {draw.number}"

    given = ledger.assign("corpus", "PERSON", "anna berg", full_name)

    assert given == "[PERSON_1] [PERSON_2] 1"
    assert ledger.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_3]"
    assert not isinstance(ledger, SealedVault) or ledger.verify().entities == 4


def test_an_original_assigned_within_its_own_proposal_keeps_that_pseudonym(ledger: Ledger) -> None:
    def inner_first(draw: Draw) -> str:
        ledger.assign("corpus", "PERSON", "anna", numbered)
        return f"late {draw.number}"

    given = ledger.assign("corpus", "PERSON", "anna", inner_first)

    assert given == "[PERSON_1]"
    assert ledger.assign("corpus", "PERSON", "bo", lambda draw: f"late {draw.number - 1}") == "late 1"
    assert not isinstance(ledger, SealedVault) or ledger.verify().entities == 2


def test_half_characters_are_originals_like_others(ledger: Ledger) -> None:
    first = ledger.assign("corpus", "PERSON", "a\ud83d", numbered)

    assert ledger.assign("corpus", "PERSON", "a\ud83d", lambda _: None) == first


def test_the_seed_depends_on_everything_that_tells_entities_apart(ledger: Ledger) -> None:
    seeds: set[bytes] = set()

    def note(draw: Draw) -> str:
        seeds.add(draw.seed)
        return draw.seed.hex()

    for scope, series, original in (("a", "b", "c"), ("ab", "", "c"), ("a", "bc", ""), ("", "b", "ac")):
        ledger.assign(scope, series, original, note)

    assert len(seeds) == 4
    assert all(len(seed) == 32 for seed in seeds)


@given(st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from("PC"), st.text(max_size=2)), max_size=20))
def test_the_same_key_and_calls_give_the_same_pseudonyms(calls: list[tuple[str, str, str]]) -> None:
    def drawn(draw: Draw) -> str:
        return f"{draw.number}-{draw.seed.hex()}"

    one, other = LocalLedger(b"k"), LocalLedger(b"k")

    assert [one.assign(*call, drawn) for call in calls] == [other.assign(*call, drawn) for call in calls]


def test_a_ledger_knows_what_it_has_given_and_nothing_else(ledger: Ledger) -> None:
    ledger.assign("corpus", "PERSON", "anna", numbered)

    assert ledger.knows("corpus", "PERSON", "anna")
    assert not ledger.knows("corpus", "PERSON", "bo")
    assert not ledger.knows("corpus", "CITY", "anna")
    assert not ledger.knows("author 7", "PERSON", "anna")


def test_seeds_are_the_same_for_the_same_words_of_a_scope_only(ledger: Ledger) -> None:
    seeds = [
        ledger.seed("corpus", "a", "b"),
        ledger.seed("corpus", "ab"),
        ledger.seed("corpus", "b", "a"),
        ledger.seed("other", "a", "b"),
    ]

    assert len(set(seeds)) == 4
    assert {len(seed) for seed in seeds} == {32}
    assert ledger.seed("corpus", "a", "b") == seeds[0]
