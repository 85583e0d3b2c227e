"""`allonym utility` and `allonym report` as a user runs them."""

import json
from pathlib import Path

from tests.interfaces.command import allonym

NAMES = ("Anna Berg", "Paul Smith", "Maria Rossi", "John Miller", "Erik Lund", "Julia Weber")


def corpus(path: Path) -> None:
    rows = [
        f"{at},{NAMES[at % 6]} said it was {('good', 'bad')[at % 2]} number {at},{('gut', 'zorblax')[at % 2]}\n"
        for at in range(60)
    ]
    path.write_text("id,text,mood\n" + "".join(rows))


def test_figures_a_page_and_data_and_all_bound_with_a_readme(tmp_path: Path) -> None:
    corpus(tmp_path / "posts.csv")
    options = ("--label", "mood", "--text-column", "text", "--seeds", "2", "--fast", "-p", "default")
    done = allonym("utility", "posts.csv", *options, "-o", "u.html", "--json", "u.json", cwd=tmp_path)
    bound = allonym("report", "u.json", "-o", "all.html", "--json", "all.json", "--readme", "README.md", cwd=tmp_path)
    data = json.loads((tmp_path / "u.json").read_text())
    lines = done.stdout.decode().splitlines()

    assert done.returncode == 0, done.stderr
    assert lines[0].startswith("60 texts, 2 labels, 2 seeds")
    assert [line.split()[0] for line in lines[2:8]] == ["original", "S0", "S1", "S2", "S3", "realistic"]
    assert data["classes"] == {"class 1": 30, "class 2": 30}
    assert data["candidates"] == len(NAMES)
    assert "Guessing blindly is right in 17 %" in (tmp_path / "u.html").read_text()
    assert "less than one standard deviation" in (tmp_path / "u.html").read_text()
    assert data["leakage"]["original"]["guessed"]["share"] == 1
    assert bound.returncode == 0, bound.stderr
    assert b"--holder" in bound.stderr
    assert json.loads((tmp_path / "all.json").read_text())["parts"].keys() == {"utility"}
    assert "still personal data" in (tmp_path / "README.md").read_text()
    everything = b"".join((tmp_path / name).read_bytes() for name in ("u.html", "u.json", "all.html", "README.md"))
    everything += (tmp_path / "all.json").read_bytes()
    assert not any(name.encode() in everything + done.stdout for name in (*NAMES, "zorblax"))


def test_what_cannot_be_done_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    corpus(tmp_path / "posts.csv")
    column = allonym("utility", "posts.csv", "--label", "tone", "--fast", "-o", "u.html", cwd=tmp_path)
    nothing = allonym("report", "posts.csv", cwd=tmp_path)
    other = allonym("report", "posts.csv", "-o", "u.html", cwd=tmp_path)

    assert (column.returncode, nothing.returncode, other.returncode) == (2, 2, 2)
    assert b"there is no column 'tone'" in column.stderr
    assert b"say what to write" in nothing.stderr
    assert b"cannot be read as JSON" in other.stderr
    assert not (tmp_path / "u.html").exists()
