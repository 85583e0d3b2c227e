"""Packages that only an extra brings: a test that needs one is skipped where it is not installed."""

from typing import Any

import pytest

heavy = [
    pytest.mark.slow,
    # Their warnings are not ours to mend.
    pytest.mark.filterwarnings("ignore"),
]


def needs(package: str, extra: str) -> Any:
    """Import a package, or skip the test and say what would bring it."""
    return pytest.importorskip(package, reason=f"needs pip install 'allonym[{extra}]'")
