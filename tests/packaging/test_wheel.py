"""The wheel: the same bytes whenever it is made, and all that is promised works from it alone.

It is built from the files of this folder as they are now, and installed into a fresh environment, into which the
packages that it needs are copied: no index is asked. Everything then runs elsewhere, with no source near.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from importlib import metadata, util
from pathlib import Path

import pytest
from tests.packaging.test_locks import EXTRAS, PROJECT, needed

ROOT = Path(__file__).parents[2]
MOST = 250 * 2**20
PASSPHRASE = "four random words here"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="scripts/dist is a script of bash"),
    pytest.mark.skipif(util.find_spec("hatchling") is None, reason="needs hatchling, which `make test` installs"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="scripts/dist builds a commit"),
]
SERVED = r"""
import re, sys, subprocess, urllib.request
command = sys.argv[1:]
running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
try:
    for line in running.stderr:
        if found := re.search(r"http://127\.0\.0\.1:\d+\S*", line):
            break
    link = found[0]
    base = re.match(r"http://[^/]+", link)[0]
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    if "/enter" in link:
        entrance = opener.open(link, timeout=30).read().decode()
        page = opener.open(base + re.search(r"url=(/\w*)", entrance)[1], timeout=30).read().decode()
        for name in ["allonym.css", *re.findall(r'src="/static/([\w.]+)"', page)]:
            print(name, len(opener.open(f"{base}/static/{name}", timeout=30).read()))
    else:
        print(opener.open(f"{base}/health", timeout=30).status)
finally:
    running.terminate()
    running.wait(30)
"""


def tree_of(folder: Path) -> str:
    """Return the name of a tree with the files of this folder, known to git only below another folder."""
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    environment = os.environ | {
        "GIT_INDEX_FILE": str(folder / "index"),
        "GIT_OBJECT_DIRECTORY": str(objects),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(ROOT / ".git" / "objects"),
    }
    for command in (["read-tree", "HEAD"], ["add", "-A"]):
        subprocess.run(["git", *command], check=True, cwd=ROOT, env=environment, capture_output=True)
    return subprocess.check_output(["git", "write-tree"], cwd=ROOT, env=environment, text=True).strip()


def built(folder: Path, tree: tuple[str, Path], differently: dict[str, str]) -> Path:
    """Build into a folder, with other files for temporary things, another umask and other settings of the user."""
    (folder / "temporary").mkdir(parents=True)
    environment = os.environ | {
        "TMPDIR": str(folder / "temporary"),
        "PYTHON": sys.executable,
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(tree[1]),
        **differently,
    }
    command = ["bash", "-c", f"umask {differently.get('UMASK', '022')}; exec scripts/dist {folder}/made {tree[0]}"]
    subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True)
    return folder / "made"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("tree")
    return tree_of(folder), folder / "objects"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, tree: tuple[str, Path]) -> Path:
    return built(tmp_path_factory.mktemp("dist") / "one", tree, {})


@pytest.fixture(scope="module")
def wheel(made: Path) -> Path:
    [found] = made.glob("*.whl")
    return found


def environment_for(folder: Path, wheel: Path, asked: list[str]) -> Path:
    """Make an environment with a wheel and what it needs; return its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    target = Path(
        subprocess.check_output(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
        ).strip()
    )
    for name in needed(asked):
        found = metadata.distribution(name)
        for file in found.files or []:
            if ".." not in file.parts:
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(found.locate_file(file)), target / file)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    return python


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    return environment_for(tmp_path_factory.mktemp("base") / "env", wheel, PROJECT["dependencies"])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    return environment_for(
        tmp_path_factory.mktemp("served") / "env", wheel, [*PROJECT["dependencies"], *EXTRAS["serve"]]
    )


def ran(python: Path, cwd: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run an interpreter of another environment as a stranger would: nothing of ours in its surroundings."""
    surroundings = {"PATH": f"{python.parent}:/usr/bin:/bin", "HOME": str(cwd), "ALLONYM_PASSPHRASE": PASSPHRASE}
    command = [str(each) for each in (python, *arguments)]
    return subprocess.run(command, capture_output=True, check=False, text=True, cwd=cwd, env=surroundings, timeout=300)


def command(python: Path, cwd: Path, *arguments: object) -> str:
    done = ran(python, cwd, python.parent / "allonym", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_builds_at_two_places_and_times_are_the_same_bytes(
    made: Path, tree: tuple[str, Path], tmp_path: Path
) -> None:
    time.sleep(2.1)  # The clock of a zip has steps of two seconds.
    differently = {"UMASK": "077", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    again = built(tmp_path / "two", tree, differently)
    names = sorted(path.name for path in made.iterdir())

    assert [name.rpartition(".")[2] for name in names] == ["SHA256SUMS", "whl", "gz", "json"]
    assert [name for name in names if (made / name).read_bytes() != (again / name).read_bytes()] == []


def test_the_wheel_carries_its_bill_its_manual_and_its_licence_and_no_test(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
    ends = ("sboms/base.cdx.json", "share/man/man1/allonym.1", "licenses/LICENSE", "samples/posts.csv", "py.typed")

    assert [end for end in ends if not any(name.endswith(end) for name in names)] == []
    assert [name for name in names if "test" in name.split("/")[0] or name.endswith(".pyc")] == []


def test_the_base_install_takes_at_most_250_mb(base: Path) -> None:
    [packages] = (base.parents[1] / "lib").glob("python3*/site-packages")
    subprocess.run([base, "-m", "compileall", "-q", packages], check=False, capture_output=True)
    size = int(subprocess.check_output(["du", "-sk", packages], text=True).split()[0]) * 1024

    assert 100 * 2**20 < size <= MOST, f"{size / 2**20:.1f} MB"


def test_a_stranger_gets_back_what_was_pseudonymized(base: Path, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,Anna Berg lives in Malmö: anna.berg@example.org\n", "utf-8")
    command(base, tmp_path, "pseudonymize", "in.csv", "-o", "out.csv", "--vault", "v")
    command(base, tmp_path, "recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "a test")
    found = command(base, tmp_path, "detect", "in.csv")

    assert "Berg" not in (tmp_path / "out.csv").read_text("utf-8")
    assert (tmp_path / "back.csv").read_bytes() == (tmp_path / "in.csv").read_bytes()
    assert "PERSON" in found


def test_the_demonstration_the_lists_and_the_doctor_work(base: Path, tmp_path: Path) -> None:
    command(base, tmp_path, "demo")
    listed = command(base, tmp_path, "lists", "audit")
    command(base, tmp_path, "doctor")

    assert (tmp_path / "allonym-demo" / "report.html").is_file()
    assert listed.endswith("the tables are those that were shipped\n")
    assert (base.parents[1] / "share" / "man" / "man1" / "allonym.1").is_file()


def test_the_lines_of_the_readme_work(base: Path, tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8").replace("```", "")
    (tmp_path / "README.md").write_text(text, "utf-8")
    done = ran(base, tmp_path, "-m", "doctest", "-o", "ELLIPSIS", "README.md")

    assert text.count(">>>") >= 5
    assert done.returncode == 0, done.stdout


def test_what_needs_an_extra_says_which(base: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Hello.\n", "utf-8")
    done = ran(base, tmp_path, base.parent / "allonym", "review", "a.txt", "--no-browser")

    assert done.returncode == 2
    assert "pip install 'allonym[serve]'" in done.stderr


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("Anna Berg wrote it.\n", "utf-8")
    return tmp_path


def test_the_pages_are_served_with_all_that_they_load(served: Path, letter: Path) -> None:
    for arguments in (["review", "a.txt", "--fast"], ["start"]):
        done = ran(served, letter, "-c", SERVED, served.parent / "allonym", *arguments, "--no-browser", "--port", "0")
        sizes = [int(size) for size in re.findall(r" (\d+)$", done.stdout, re.MULTILINE)]

        assert done.returncode == 0, done.stderr
        assert len(sizes) >= 2, done.stdout
        assert min(sizes) > 100


def test_the_service_answers(served: Path, letter: Path) -> None:
    done = ran(served, letter, "-c", SERVED, served.parent / "allonym", "serve", "--fast", "--port", "0")

    assert done.returncode == 0, done.stderr
    assert done.stdout == "200\n"
