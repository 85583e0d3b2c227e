"""One tool serves several threads: nothing is mixed up, lost or given twice."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from allonym import Pseudonymizer, open_vault
from allonym.settings import load_settings

NAMES = ("Anna Berg", "Karl Ek", "Maria Lind", "Omar Said", "Lena Voss")
TEXTS = [f"{NAMES[n % 5]} wrote to user{n % 17}@example.org, post {n}" for n in range(120)]


@pytest.fixture(autouse=True)
def _many_switches() -> Iterator[None]:
    """Have threads take turns so often that what can go wrong does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic"])
@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_a_tool_can_be_mapped_over_texts_by_threads(profile: str, scope: str, tmp_path: Path) -> None:
    settings = load_settings(profile).with_model(fast=True).with_user(scope, {"PERSON": NAMES}, ())
    with open_vault(tmp_path / "study.vault", "four random words here", create=True) as vault:
        tool = Pseudonymizer(settings, vault)
        with ThreadPoolExecutor(8) as threads:
            results = list(threads.map(tool.pseudonymize, TEXTS))
            back = list(threads.map(lambda result: tool.recover(result.text), results))
        again = [tool.pseudonymize(text).text for text in TEXTS]

        assert back == TEXTS
        assert again == [result.text for result in results]
        assert vault.verify().texts == len(TEXTS)
        assert not any(name in result.text for result in results for name in NAMES)


def test_threads_without_a_vault_get_what_one_would() -> None:
    tool = Pseudonymizer(load_settings("default").with_model(fast=True))
    with ThreadPoolExecutor(8) as threads:
        results = [result.text for result in threads.map(tool.pseudonymize, TEXTS)]

    assert results == [tool.pseudonymize(text).text for text in TEXTS]


def test_threads_share_one_model() -> None:
    tool = Pseudonymizer()
    alone = [tool.plan(text) for text in TEXTS[:24]]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(tool.plan, TEXTS[:24]))

    assert together == alone
