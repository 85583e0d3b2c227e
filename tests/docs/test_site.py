"""The documentation is built as `make docs` builds it, without a warning."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, PAGES


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="needs Sphinx: pip install 'allonym[docs]'")
    pytest.importorskip("myst_parser", reason="needs MyST: pip install 'allonym[docs]'")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(tmp_path / "html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    made = [tmp_path / "html" / page.relative_to(DOCS).with_suffix(".html") for page in PAGES if DOCS in page.parents]
    assert [path for path in made if not path.is_file()] == []
