"""What tests of workers share."""

from pathlib import Path

import pytest

from allonym.settings import Settings, load_settings

# A detector that dies, sleeps or fails over some texts, and finds in some what nobody can decide on. It is a module, so
# that workers can import it.
WILD = """
import os, signal, time
from allonym.core.types import Mention, Span
class Wild:
    name = "wild"
    def detect(self, documents):
        for each in documents:
            if "kill me" in each.text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "sleep" in each.text:
                time.sleep(60)
            if "fail" in each.text:
                raise KeyError(each.text)
        odd = [Mention(Span(place, place + 1), "NO_LABEL", 1.0, "wild") for place in (0, 2)]
        return [odd if "odd" in each.text else [] for each in documents]
def wild():
    return Wild()
"""


@pytest.fixture
def wild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with a detector that another package brings."""
    package = tmp_path / "wild_detector-1.dist-info"
    package.mkdir()
    (tmp_path / "wild_detector.py").write_text(WILD)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: wild-detector\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[allonym.detectors]\nwild = wild_detector:wild\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    fast = load_settings("default").with_model(fast=True)
    return fast.with_detectors([*fast.detectors, "wild"])
