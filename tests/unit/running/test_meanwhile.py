"""Finding needs no vault; one that others wait for is not held meanwhile."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest

from allonym.core.pieces import Layout
from allonym.core.types import Document, Plan
from allonym.formats.choosing import choose
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, pseudonymize_stream
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.memory import open_memory

SOURCE = Source(Path("post.txt"), "post.txt", choose("post.txt"), Layout())


def test_nothing_is_planned_while_the_vault_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    plan_many, held = Pseudonymizer.plan_many, []

    def noting(tool: Pseudonymizer, documents: Sequence[Document]) -> list[Plan]:
        held.append(vault._rows.is_inside)
        return plan_many(tool, documents)

    monkeypatch.setattr(Pseudonymizer, "plan_many", noting)
    with open_memory() as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        tool.pseudonymize("mail anna@example.org")
        alone = len(held)
        pseudonymize_stream(Run(tool), SOURCE, BytesIO(b"mail anna@example.org\n"), BytesIO())

        assert vault.info().texts == 2
    assert 0 < alone < len(held)
    assert not any(held)
