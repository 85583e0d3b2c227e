"""`allonym evaluate`, run as a user would."""

import json
import stat
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

GOLD: list[dict[str, object]] = [
    {"id": "1", "text": "Anna Berg lives in Paris.", "spans": [[0, 9, "PERSON"], [19, 24, "LOCATION"]]},
    {"id": "2", "text": "Write to bo@example.org.", "spans": [[9, 23, "EMAIL"]]},
    {"id": "3", "text": "Zebulon came on Monday.", "spans": [[0, 7, "PERSON"]]},
]
FOUND: list[dict[str, object]] = [
    {"id": "1", "spans": [[0, 9, "PERSON.FIRST", 0.9]]},
    {"id": "2", "spans": []},
    {"id": "3", "spans": []},
]


def lines(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return lines(tmp_path / "gold.jsonl", GOLD)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_predictions_of_a_file_are_measured_in_80_columns(tmp_path: Path, gold: Path) -> None:
    lines(tmp_path / "found.jsonl", FOUND)
    done = allonym("evaluate", gold, "--predictions", "found.jsonl", "--json", "r.json", cwd=tmp_path)
    shown = done.stdout.decode()
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))

    assert done.returncode == 0, done.stderr
    assert max(map(len, shown.splitlines())) <= 80
    assert data["schemes"]["strict"]["all"]["tp"] == 1
    assert data["schemes"]["strict"]["all"]["recall"]["value"] == 0.25
    assert data["schemes"]["strict"]["PERSON"]["miss_rate"]["value"] == 0.5
    assert data["cpu_seconds"] is None


def test_our_own_detector_runs_without_predictions(tmp_path: Path, gold: Path) -> None:
    done = allonym("evaluate", gold, "--fast", "--json", "r.json", cwd=tmp_path)
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))

    assert done.returncode == 0, done.stderr
    assert data["schemes"]["strict"]["EMAIL"]["recall"]["value"] == 1
    assert data["predictions"] == "profile default, fast"
    assert data["cpu_seconds"] > 0
    # The default profile marks places: they are found, but stay in the text.
    assert data["masking"]["found"]["quasi"]["recall"]["value"] == 1
    assert data["masking"]["replaced"]["quasi"]["recall"]["value"] == 0


def test_detect_writes_what_evaluate_reads(tmp_path: Path, gold: Path) -> None:
    allonym("detect", gold, "--text-column", "text", "--fast", "-o", "found.jsonl", cwd=tmp_path)
    for name, more in (("a.json", ("--predictions", "found.jsonl")), ("b.json", ("--fast",))):
        assert allonym("evaluate", gold, *more, "--json", name, cwd=tmp_path).returncode == 0
    one, other = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("a.json", "b.json"))

    assert one["schemes"] == other["schemes"]


def test_a_page_with_mistakes_is_private_and_says_so(tmp_path: Path, gold: Path) -> None:
    lines(tmp_path / "found.jsonl", FOUND)
    (tmp_path / "r.html").write_text("old", "utf-8")
    (tmp_path / "r.html").chmod(0o644)
    done = allonym("evaluate", gold, "--predictions", "found.jsonl", "-o", "r.html", "--json", "r.json", cwd=tmp_path)

    assert "holds words of the texts" in done.stderr.decode()
    assert mode(tmp_path / "r.html") == 0o600
    assert "Zebulon" in (tmp_path / "r.html").read_text("utf-8")
    assert "Zebulon" not in (tmp_path / "r.json").read_text("utf-8") + done.stdout.decode() + done.stderr.decode()


def test_a_page_can_leave_the_mistakes_out(tmp_path: Path, gold: Path) -> None:
    lines(tmp_path / "found.jsonl", FOUND)
    done = allonym("evaluate", gold, "--predictions", "found.jsonl", "-o", "r.html", "--no-errors", cwd=tmp_path)

    assert done.stderr == b""
    assert "Zebulon" not in (tmp_path / "r.html").read_text("utf-8")


def test_the_same_seed_gives_the_same_figures(tmp_path: Path, gold: Path) -> None:
    lines(tmp_path / "found.jsonl", FOUND)
    for name in ("a.json", "b.json"):
        allonym("evaluate", gold, "--predictions", "found.jsonl", "--json", name, "--seed", 5, "-q", cwd=tmp_path)

    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize(
    ("row", "options", "code", "reason"),
    [
        ({"text": "Zebulon", "spans": [[0, 99, "PERSON"]]}, (), 1, "line 1: the span from 0 to 99 reaches beyond"),
        ({"text": "Zebulon", "spans": [[0, 7, "PERSOM"]]}, (), 1, "unknown label 'PERSOM'"),
        ({"text": "Zebulon", "spans": [[0, 7, "PERSON"]]}, ("--tagset", "mine"), 2, "no tag set"),
        ({"text": "Zebulon", "spans": [[0, 7, "PERSON"]]}, ("--map", "X"), 2, "--map needs"),
        ({"text": "Zebulon", "spans": [[0, 7, "PERSON"]]}, ("--label", "EMAIL"), 2, "no such label"),
        ({"text": "Zebulon", "spans": []}, ("--predictions", "bad.jsonl"), 2, "--fast and --sensitivity"),
        ({"spans": []}, (), 1, "the gold needs its text"),
    ],
)
def test_what_cannot_be_measured_is_refused_and_nothing_is_written(
    tmp_path: Path, row: dict[str, object], options: tuple[str, ...], code: int, reason: str
) -> None:
    lines(tmp_path / "bad.jsonl", [row])
    done = allonym("evaluate", "bad.jsonl", "--fast", *options, "-o", "r.html", "--json", "r.json", cwd=tmp_path)

    assert done.returncode == code, done.stderr
    assert reason in done.stderr.decode()
    assert "Zebulon" not in done.stderr.decode()
    assert not (tmp_path / "r.html").exists()
    assert not (tmp_path / "r.json").exists()
