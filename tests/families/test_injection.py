"""Token injection (P9): what looks like a stand-in, but is none of this document, is never turned into anybody's words.

An attacker hands in texts with stand-ins of other documents, of another vault under the same id, of other profiles,
with running numbers, changed bytes and look-alikes. Their texts come back exactly, what they plant into outputs later
stays as it is, and nothing but the documented errors is raised.
"""

import csv
import random
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.families.texts_planted import SECRETS, STRANGERS, TERMS, VICTIMS, attack, planted
from tests.interfaces.command import allonym

from allonym import Document, Pseudonymizer, Result, open_vault
from allonym.core.errors import AmbiguousText, UnknownText
from allonym.engine import recover
from allonym.settings import SCOPES, load_settings, profile_names

FULL = 100_000
"""Texts of attackers in the full form, over all profiles and scopes."""
BATCH = 100


@dataclass(frozen=True)
class Setting:
    """A tool whose vault knows victims, and all the stand-ins that an attacker may have seen."""

    tool: Pseudonymizer
    foreign: tuple[str, ...]
    shared: frozenset[str]
    """Stand-ins of the victims here, in small letters: where documents share a scope, these are true without an id."""


@cache
def stand_ins_of_all_profiles() -> tuple[str, ...]:
    """Return the stand-ins of the victims under every profile, by other keys."""
    found: set[str] = set()
    for profile in profile_names():
        tool = made(profile, "corpus")
        found.update(edit.replacement for each in told(tool, VICTIMS) for edit in each.edits)
    return tuple(sorted(words for words in found if words and not has_secret(words)))


def made(profile: str, scope: str) -> Pseudonymizer:
    settings = load_settings(profile)
    fast = settings.with_model(fast=True) if "model" in settings.detectors else settings
    return Pseudonymizer(fast, open_vault("memory:"), scope=scope, terms=TERMS)


def told(tool: Pseudonymizer, texts: dict[str, str]) -> list[Result]:
    return tool.apply([Document(name, text, author=name) for name, text in texts.items()])


def secrets_in(text: str) -> set[str]:
    lowered = text.lower()
    return {word for word in SECRETS if word in lowered}


def has_secret(text: str) -> bool:
    return bool(secrets_in(text))


def setting(profile: str, scope: str) -> Setting:
    tool, stranger = made(profile, scope), made(profile, scope)
    victims, strangers = told(tool, VICTIMS), told(stranger, STRANGERS)
    shared = frozenset(edit.replacement.lower() for result in victims for edit in result.edits)
    seen = {edit.replacement for result in (*victims, *strangers) for edit in result.edits if edit.replacement.strip()}
    # What was only made coarser may hold a word of the victim, and would prove nothing.
    foreign = (*sorted(words for words in seen if not has_secret(words)), *stand_ins_of_all_profiles())
    return Setting(tool, foreign, shared)


def inject(setting: Setting, texts: int, chance: random.Random) -> dict[str, int]:
    """Hand in the texts of attackers, and try every way to have something given back that is not theirs."""
    tool, counts = setting.tool, {"sure": 0, "unsure": 0, "refused": 0}
    given = set(setting.shared)
    assert tool.vault is not None
    for first in range(0, texts, BATCH):
        drawn = [attack(setting.foreign, chance) for _ in range(min(BATCH, texts - first))]
        documents = [Document(f"attacker-{first + at}", text, author="attacker") for at, text in enumerate(drawn)]
        for number, (document, result) in enumerate(zip(documents, tool.apply(documents), strict=True)):
            given.update(edit.replacement.lower() for edit in result.edits)
            assert not has_secret(result.text)
            assert recover(tool.vault.recall(str(result.text), document.id), str(result.text)) == document.text
            if number % 5 == 0:
                require_unknown(tool, document, chance)
            edited = f"{result.text} {planted(setting.foreign, chance)} {planted(setting.foreign, chance)}"
            recovery = tool.recover_edited(edited, id=document.id)
            assert not has_secret(recovery.text)
            assert not any(has_secret(finding.original) for finding in recovery.findings)
            for state, seen in recovery.counts().items():
                counts[state] += seen
    if tool.settings.scope == "corpus":
        for _ in range(min(texts, 20)):
            require_true(
                tool, given, f"So {planted(setting.foreign, chance)}, {planted(setting.foreign, chance)} came."
            )
    return counts


def require_true(tool: Pseudonymizer, given: set[str], text: str) -> None:
    """Ask without an id: only what the scope itself has given out may be turned into words of others."""
    for finding in tool.recover_edited(text).having("sure"):
        assert finding.span.of(text).replace("\\", "").lower() in given


def require_unknown(tool: Pseudonymizer, document: Document, chance: random.Random) -> None:
    """Ask for what an attacker has written as if it had been put out: by itself, and as the document of a victim."""
    name = chance.choice((None, *VICTIMS))
    text = f"{document.text} {document.id}"
    with pytest.raises((UnknownText, AmbiguousText)):
        tool.recover(text, id=name)


@pytest.mark.parametrize("profile", profile_names())
def test_nothing_that_is_planted_is_turned_into_the_words_of_others(profile: str) -> None:
    scope = SCOPES[profile_names().index(profile) % len(SCOPES)]

    assert sum(inject(setting(profile, scope), 6, random.Random(profile)).values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("profile", profile_names())
def test_a_hundred_thousand_texts_of_attackers_give_nothing_of_others(profile: str) -> None:
    share = -(-FULL // (len(profile_names()) * len(SCOPES)))
    for scope in SCOPES:
        counts = inject(setting(profile, scope), share, random.Random(f"{profile} {scope}"))
        sys.stdout.write(f"{profile}, {scope}: {share} texts, {counts}\n")


@pytest.mark.parametrize("profile", profile_names())
def test_the_words_of_victims_would_be_seen(profile: str) -> None:
    """Where nothing could be given back, nothing could be found out: under their own ids, victims get their words."""
    tool = setting(profile, "document").tool
    for each in told(tool, VICTIMS):
        exact, edited = tool.recover(str(each.text), id=each.id), tool.recover_edited(f"So: {each.text}", id=each.id)

        assert secrets_in(exact) > secrets_in(each.text)
        if profile not in WITHOUT_STAND_INS:
            assert secrets_in(edited.text) > secrets_in(each.text)


WITHOUT_STAND_INS = ("cloaked-s0", "netanos-combined", "netanos-xxx")
"""Where all is deleted, or one word stands for everybody, little or nothing can be found in an edited text."""


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_rows(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, ("id", "text"))
        writer.writeheader()
        writer.writerows(rows)


def inject_by_command(profile: str, texts: int, folder: Path) -> None:
    chance, foreign = random.Random(f"command {profile}"), stand_ins_of_all_profiles()
    victims = [{"id": name, "text": text} for name, text in VICTIMS.items()]
    attackers = [{"id": f"attacker-{number}", "text": attack(foreign, chance)} for number in range(texts)]
    write_rows(folder / "in.csv", [*victims, *attackers])
    options = ("--vault", "v", "--id-column", "id", "--text-column", "text")
    done = allonym("pseudonymize", "in.csv", "-o", "out.csv", "--fast", "--profile", profile, *options, cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    out = rows_of(folder / "out.csv")
    seen = tuple(word for row in out[: len(victims)] for word in row["text"].split() if not has_secret(word))
    edited = [{**row, "text": f"{row['text']} {planted(seen, chance)}"} for row in out[len(victims) :]]
    write_rows(folder / "edited.csv", edited)

    exact = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)
    back = allonym("recover", "edited.csv", "-o", "restored.csv", "--edited", *options, "--reason", "test", cwd=folder)

    assert exact.returncode == 0
    assert (folder / "back.csv").read_bytes() == (folder / "in.csv").read_bytes()
    assert back.returncode in (0, 1), back.stderr.decode()
    assert b"Traceback" not in back.stderr
    restored = rows_of(folder / "restored.csv")
    assert [row["id"] for row in restored] == [row["id"] for row in edited]
    assert not any(has_secret(row["text"]) for row in restored)


def test_nothing_that_is_planted_comes_out_of_the_command(tmp_path: Path) -> None:
    inject_by_command("default", 20, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["default", "gdpr-research", "cloaked-realistic", "akio-external"])
def test_nothing_that_is_planted_in_thousands_of_rows_comes_out_of_the_command(profile: str, tmp_path: Path) -> None:
    inject_by_command(profile, 2500, tmp_path)
