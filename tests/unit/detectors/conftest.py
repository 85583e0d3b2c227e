"""What several tests of detectors share."""

from typing import Any

import pytest

from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings


@pytest.fixture(scope="module", params=["network", "fast"])
def tool(request: Any) -> Pseudonymizer:
    """Return the default profile, with the network and without."""
    settings = load_settings("default")
    return Pseudonymizer(settings.with_model(fast=True) if request.param == "fast" else settings)
