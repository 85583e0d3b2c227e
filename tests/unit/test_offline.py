"""Nothing reports anywhere: not even the libraries that are used."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = "import allonym, time; allonym.pseudonymize('Anna Svensson came.'); time.sleep(1)"


def test_the_library_of_the_network_leaves_no_reports(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    environment = {**kept, "HOME": str(home), "TMPDIR": str(temporary)}
    subprocess.run([sys.executable, "-c", SCRIPT], env=environment, check=True)

    assert [str(path) for path in (*home.rglob("*"), *temporary.rglob("*"))] == []
