"""What tests of workers share."""

from pathlib import Path

import pytest
from tests.wild import install_wild

from allonym.settings import Settings, load_settings


@pytest.fixture
def wild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with a detector that another package brings."""
    install_wild(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    fast = load_settings("default").with_model(fast=True)
    return fast.with_detectors([*fast.detectors, "wild"])
