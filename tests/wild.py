"""A detector that another package brings, and that goes wrong."""

from pathlib import Path

# A detector that dies, sleeps or fails over some texts, and takes a while over others; its first call may load
# something. A linker that fails over some. They are in a module, so that workers can import them.
WILD = """
import os, signal, time
from allonym.linking.names import names
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
        return [[] for _ in documents]
class Unsure:
    def __init__(self):
        self.key = names().key
    def link(self, document, mentions):
        if "odd" in document.text:
            raise KeyError(document.text)
        return names().link(document, mentions)
def wild():
    return Wild()
def unsure():
    return Unsure()
"""
WILD_FAILS = (
    "the detector 'wild' fails with KeyError at wild_detector.py:13; its author is to mend it, "
    "`allonym.testing.check_detector` shows what is wrong"
)
"""What is said of it where it fails."""


def install_wild(folder: Path) -> None:
    """Write the package into a folder, which must be where Python looks for modules."""
    package = folder / "wild_detector-1.dist-info"
    package.mkdir(parents=True, exist_ok=True)
    (folder / "wild_detector.py").write_text(WILD)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: wild-detector\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[allonym.detectors]\nwild = wild_detector:wild\n[allonym.linkers]\nunsure = wild_detector:unsure\n"
    )
