"""Round trip: whatever text is pseudonymized, under every profile and in every scope, comes back byte for byte.

Most texts go through the detectors of `--fast`, three in a hundred through the whole detector. The document scope is
kept in one vault file for all profiles, the others in memory. The full form has ten parts of 100,000 texts, each over
all profiles and scopes, so that one can be run alone: `-k part3`.
"""

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.families.texts_odd import SCRIPTS, odd_text

from allonym import Document, Pseudonymizer, Result, open_vault
from allonym.engine import recover
from allonym.settings import SCOPES, load_settings, profile_names
from allonym.vault.sealed import SealedVault

FULL = 1_000_000
"""Texts in the full form, over all profiles and scopes."""
PARTS = 10
SHARE_WHOLE = 0.03
BATCH = 500


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SealedVault]:
    path: Path = tmp_path_factory.mktemp("round-trip") / "v"
    with open_vault(path, "four random words here", create=True) as vault:
        yield vault


def tools(profile: str, scope: str, vault: SealedVault) -> tuple[Pseudonymizer, Pseudonymizer]:
    """Return a tool without the model, and one with it where the profile has it."""
    settings = load_settings(profile)
    fast = settings.with_model(fast=True) if "model" in settings.detectors else settings
    return Pseudonymizer(fast, vault, scope=scope), Pseudonymizer(settings, vault, scope=scope)


def given_back(tool: Pseudonymizer, vault: SealedVault, number: int, result: Result) -> str:
    """Give a text back by one of the ways: as the output it is, as plain words with an id, or as files do it."""
    if number % 50 == 0:
        return tool.recover(result.text)
    if number % 50 == 1:
        return tool.recover(str(result.text), id=result.id)
    return recover(vault.recall(str(result.text), result.id), str(result.text))


def round_trip(profile: str, scope: str, texts: int, vault: SealedVault, part: int = 0) -> tuple[int, int]:
    """Take texts there and back; return how many were changed on the way, and how many edits there were."""
    chance = random.Random(f"{profile} {scope} {part}")
    fast, whole = tools(profile, scope, vault)
    changed = edits = 0
    for first in range(0, texts, BATCH):
        numbers = range(first, min(first + BATCH, texts))
        documents = [
            Document(f"{profile}-{scope}-{part}-{each}", odd_text(chance), author=f"author-{each % 40}")
            for each in numbers
        ]
        with_model = max(1, round(SHARE_WHOLE * len(documents)))
        results = whole.apply(documents[:with_model]) + fast.apply(documents[with_model:])
        for number, document, result in zip(numbers, documents, results, strict=True):
            back = given_back(fast, vault, number, result)
            assert back == document.text, f"{document.id} came back otherwise"
            assert back.encode() == document.text.encode()
            changed += str(result.text) != document.text
            edits += len(result.edits)
    return changed, edits


@pytest.mark.parametrize("profile", profile_names())
def test_texts_come_back(profile: str, kept: SealedVault) -> None:
    changed = [round_trip(profile, scope, 12, vault_for(scope, kept))[0] for scope in SCOPES]

    assert sum(changed) > 0


@cache
def weight(profile: str) -> int:
    """Return how often a profile's turn comes: names that read like names take three times as long to be made."""
    return 1 if Pseudonymizer(load_settings(profile), open_vault("memory:"))._engine.substitution.is_natural else 3


@pytest.mark.slow
@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("part", range(PARTS), ids=[f"part{number}" for number in range(PARTS)])
def test_a_million_texts_come_back(profile: str, part: int, kept: SealedVault) -> None:
    turns = sum(map(weight, profile_names())) * len(SCOPES) * PARTS
    share = -(-FULL * weight(profile) // turns)
    for scope in SCOPES:
        changed, edits = round_trip(profile, scope, share, vault_for(scope, kept), part)
        sys.stdout.write(f"part {part}, {profile}, {scope}: {share} came back, {changed} changed by {edits} edits\n")

        # Texts that nothing is done to come back by themselves, and prove little; some profiles only mind companies.
        assert changed > 0


def vault_for(scope: str, kept: SealedVault) -> SealedVault:
    return kept if scope == "document" else open_vault("memory:")


def test_the_texts_are_of_many_scripts_and_none_is_half_a_pair() -> None:
    chance = random.Random(1)
    drawn = [odd_text(chance) for _ in range(3000)]
    seen = "".join(drawn)

    assert len(SCRIPTS) >= 20
    assert all(any(word in seen for word in words.split()) for words in SCRIPTS.values())
    assert len(set(drawn)) > 0.8 * len(drawn)
    assert seen.encode().decode() == seen
