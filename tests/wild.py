"""A detector that another package brings, and that goes wrong."""

from pathlib import Path

# A detector that dies, sleeps or fails over some texts, takes a while over others, and finds in some what nobody can
# decide on; its first call may load something. It is a module, so that workers can import it.
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
            if "a while" in each.text:
                time.sleep(0.5)
        time.sleep(float(os.environ.pop("WILD_LOADS_FOR", "0")))
        odd = [Mention(Span(place, place + 1), "NO_LABEL", 1.0, "wild") for place in (0, 2)]
        return [odd if "odd" in each.text else [] for each in documents]
def wild():
    return Wild()
"""


def install_wild(folder: Path) -> None:
    """Write the package into a folder, which must be where Python looks for modules."""
    package = folder / "wild_detector-1.dist-info"
    package.mkdir(parents=True, exist_ok=True)
    (folder / "wild_detector.py").write_text(WILD)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: wild-detector\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[allonym.detectors]\nwild = wild_detector:wild\n")
