"""scripts/install with a lock: what matches is taken, what differs stops it, what cannot be had is replaced, aloud.

pip is the real one; it looks into a folder instead of an index, and only says what it would install.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = """
[project]
name = "tried"
version = "1"
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """
from pathlib import Path

def get_requires_for_build_editable(config_settings=None):
    return []

def prepare_metadata_for_build_editable(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / "tried-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\\nName: tried\\nVersion: 1\\n")
    return folder.name

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    raise SystemExit("nothing is built in a dry run")
"""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="a script of bash")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a lock, and a wheel of the one package that it needs."""
    for name in ("scripts", "requirements", "wheels", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "install", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")
    (tmp_path / "backend.py").write_text(BACKEND, "utf-8")
    (tmp_path / "requirements" / "build.lock").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', "utf-8")
    python.chmod(0o755)
    with zipfile.ZipFile(tmp_path / "wheels" / "needed_by_tests-1-py3-none-any.whl", "w") as wheel:
        about = "needed_by_tests-1.dist-info"
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: needed-by-tests\nVersion: 1\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    return tmp_path


def installed(folder: Path, version: str, digest: str) -> subprocess.CompletedProcess[str]:
    (folder / "requirements" / "base.lock").write_text(
        f"needed-by-tests=={version} \\\n    --hash=sha256:{digest}\n", "utf-8"
    )
    places = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(folder / "wheels"),
        "PIP_DRY_RUN": "1",
        "PIP_CONFIG_FILE": os.devnull,
    }
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")} | places
    command = [str(folder / "scripts" / "install"), "base"]
    return subprocess.run(command, capture_output=True, check=False, text=True, cwd=folder, env=environment)


def digest_in(folder: Path) -> str:
    [wheel] = (folder / "wheels").iterdir()
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


@pytest.mark.slow
def test_what_has_the_hash_of_the_lock_is_taken(folder: Path) -> None:
    done = installed(folder, "1", digest_in(folder))

    assert done.returncode == 0, done.stderr
    assert "locked" not in done.stderr


def test_what_has_another_hash_stops_it(folder: Path) -> None:
    done = installed(folder, "1", "0" * 64)

    assert done.returncode == 1
    assert "A package is not the one that was locked." in done.stderr


@pytest.mark.slow
def test_what_cannot_be_had_is_replaced_and_this_is_said(folder: Path) -> None:
    done = installed(folder, "2", digest_in(folder))

    assert done.returncode == 0, done.stderr
    assert "The locked versions cannot all be had here" in done.stderr
