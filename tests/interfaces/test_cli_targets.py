"""No report, list or certificate takes the place of what the command reads, of the vault or of another target."""

from pathlib import Path

import pytest
from tests.interfaces.command import allonym

CASES = (
    ("residual out.csv --vault study.vault -o study.vault", "study.vault", "the vault"),
    ("residual out.csv --vault study.vault --json ./out.csv", "out.csv", "an output that is searched"),
    ("residual out.csv --vault study.vault --deny out.csv", "out.csv", "an output that is searched"),
    ("residual out.csv --vault study.vault --deny d.txt --again posts.csv -o posts.csv", "posts.csv", "an input"),
    ("residual folder --vault study.vault --json folder/in.csv", "in.csv", "an output that is searched"),
    ("residual out.csv --vault study.vault -o new.html --json new.html", "new.html", "what -o writes"),
    ("evaluate gold.jsonl --json gold.jsonl", "gold.jsonl", "the gold"),
    ("evaluate gold.jsonl --predictions out.csv -o out.csv", "out.csv", "the predictions"),
    ("risk posts.csv --json link.csv", "link.csv", "an input"),
    ("risk *.csv --json posts.csv", "posts.csv", "an input"),
    ("risk out.csv --original posts.csv -o posts.csv", "posts.csv", "the original"),
    ("risk out.csv --people posts.csv -o posts.csv", "posts.csv", "the people"),
    ("utility posts.csv --label mood --json posts.csv", "posts.csv", "an input"),
    ("report run.cert.json -o new.html --json run.cert.json", "run.cert.json", "a report that is bound"),
    ("report run.cert.json --readme posts.csv", "posts.csv", "a file of another kind"),
    ("report run.cert.json -o posts.csv", "posts.csv", "a file of another kind"),
    ("certificate make out.csv --vault study.vault -o out.csv", "out.csv", "an output that is signed for"),
    ("certificate make out.csv --vault study.vault -o c.json --html study.vault", "study.vault", "the vault"),
    (
        "certificate prove Anna --vault study.vault --certificate run.cert.json -o run.cert.json",
        "run.cert.json",
        "the c",
    ),
)


@pytest.mark.parametrize(("line", "file", "what"), CASES, ids=[line for line, _, _ in CASES])
def test_a_target_that_is_read_is_refused_and_left_as_it_is(tmp_path: Path, line: str, file: str, what: str) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("study.vault", "out.csv", "posts.csv", "gold.jsonl", "folder/in.csv"):
        (tmp_path / name).write_text("as it was")
    (tmp_path / "run.cert.json").write_text("{}")
    (tmp_path / "link.csv").hardlink_to(tmp_path / "posts.csv")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = allonym(*line.split(), cwd=tmp_path)

    assert done.returncode == 2, done.stderr
    assert file in done.stderr.decode()
    assert f"would overwrite {what}" in done.stderr.decode()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_report_may_take_the_place_of_an_older_one(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,nothing here\n")
    run = ("risk", "in.csv", "--fast", "-o", "r.html", "--json", "r.json")

    assert [allonym(*run, cwd=tmp_path).returncode for _ in range(2)] == [0, 0]
