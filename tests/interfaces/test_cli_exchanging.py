"""Annotations for other tools, agreement of two, and rules from corrections, as a user runs them."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import allonym

TEXT = "id,text\na,Ring our desk on 070-174 06 05 or write to desk@example.org\nb,I am the badger\n"
FORMATS = ("svala", "brat", "conll", "cas", "doccano", "labelstudio", "plan")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file, the plan of a machine, and that of a person who keeps the address and marks b."""
    (tmp_path / "in.csv").write_text(TEXT)
    done = allonym("plan", "in.csv", "-o", "one.plan", "--fast", "-q", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    header, first, second = map(json.loads, (tmp_path / "one.plan").read_text().splitlines())
    for each in first["decisions"]:
        each["action"] = "keep" if each["label"] == "EMAIL" else each["action"]
    second["decisions"] = [
        {
            "entity": "e9",
            "label": "PERSON.NICKNAME",
            "action": "replace",
            "rule": "direct",
            "mentions": [[5, 15, 1.0, "x"]],
        }
    ]
    lines = (json.dumps(each, separators=(",", ":")) + "\n" for each in (header, first, second))
    (tmp_path / "two.plan").write_text("".join(lines))
    return tmp_path


@pytest.mark.parametrize("name", FORMATS)
def test_a_plan_goes_out_and_comes_back_as_it_was(folder: Path, name: str) -> None:
    out = allonym("exchange", "export", "in.csv", "two.plan", "--to", name, "-o", "out", cwd=folder)
    back = allonym(
        "exchange", "import", "out", "in.csv", "--from", name, "-o", "back.plan", "--before", "two.plan", cwd=folder
    )

    assert out.returncode == 0, out.stderr
    assert back.returncode == 0, back.stderr
    assert (folder / "back.plan").read_bytes() == (folder / "two.plan").read_bytes()
    assert b"badger" not in out.stdout + out.stderr + back.stdout + back.stderr


def test_essays_bring_their_own_texts(folder: Path) -> None:
    allonym("exchange", "export", "in.csv", "two.plan", "--to", "svala", "-o", "out", cwd=folder)
    arguments = ("--from", "svala", "--texts", "essays.jsonl", "-o", "essays.plan", "-p", "swell")
    done = allonym("exchange", "import", "out", *arguments, cwd=folder)
    applied = allonym("apply", "essays.jsonl", "essays.plan", "-o", "done.jsonl", "-q", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert applied.returncode == 0, applied.stderr
    assert "badger" not in (folder / "done.jsonl").read_text()
    again = allonym(
        "exchange", "export", "essays.jsonl", "essays.plan", "--to", "svala", "-o", "again", "--like", "out", cwd=folder
    )
    assert again.returncode == 0, again.stderr
    for path in (folder / "out").iterdir():
        assert (folder / "again" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", "in.csv", "two.plan", "--to", "swala", "-o", "x"), "no format of annotations is called 'swala'"),
        (
            ("export", "in.csv", "in.csv", "--to", "brat", "-o", "x"),
            "in.csv: neither a plan nor the journal of a review",
        ),
        (("export", "in.csv", "two.plan", "--to", "brat", "-o", "x", "--like", "y"), "--like is for graphs of SVALA"),
        (("import", "out", "--from", "brat", "-o", "x"), "there is no file or folder out"),
        (("import", "in.csv", "--from", "brat", "-o", "x"), "name the file that the texts stand in"),
        (("import", "two.plan", "--from", "plan", "-o", "x", "--texts", "t.jsonl"), "a plan has no texts"),
    ],
)
def test_what_does_not_fit_is_told(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = allonym("exchange", *arguments, cwd=folder)

    assert done.returncode in {1, 2}
    assert message in done.stderr.decode()


def test_annotations_must_be_there_for_every_text(folder: Path) -> None:
    (folder / "half.jsonl").write_text('{"document": "b", "text": "I am the badger", "entities": []}\n')
    done = allonym("exchange", "import", "half.jsonl", "in.csv", "--from", "doccano", "-o", "x.plan", cwd=folder)

    assert done.returncode == 1
    assert "nothing for a; a text without marks" in done.stderr.decode()
    assert not (folder / "x.plan").exists()


@pytest.mark.parametrize("taken", ["in.csv", "one.plan", "two.plan"])
def test_the_figures_of_an_agreement_take_the_place_of_nothing_that_is_read(folder: Path, taken: str) -> None:
    before = (folder / taken).read_bytes()
    done = allonym("agreement", "in.csv", "one.plan", "two.plan", "--json", taken, cwd=folder)

    assert done.returncode == 2
    assert b"would overwrite" in done.stderr
    assert (folder / taken).read_bytes() == before


def test_agreement_is_measured_without_words(folder: Path) -> None:
    done = allonym("agreement", "in.csv", "one.plan", "two.plan", "--json", "k.json", cwd=folder)
    data = json.loads((folder / "k.json").read_text())

    assert done.returncode == 0, done.stderr
    assert "masked" in done.stdout.decode()
    assert data["documents"] == 2
    # Of 18 words, one replaces 7, the other 6; four of them are the same.
    assert (data["words"], data["masked"]["one"], data["masked"]["two"], data["masked"]["both"]) == (18, 7, 6, 4)
    assert data["masked"]["observed"] == pytest.approx(13 / 18)
    expected = (7 * 6 + 11 * 12) / 18**2
    assert data["masked"]["kappa"] == pytest.approx((13 / 18 - expected) / (1 - expected))
    assert b"badger" not in done.stdout + done.stderr + (folder / "k.json").read_bytes()


def test_rules_are_shown_accepted_used_and_taken_back(folder: Path) -> None:
    learn = ("feedback", "learn", "in.csv", "two.plan", "--before", "one.plan", "--rules", "rules", "--fast")
    shown = allonym(*learn, cwd=folder)
    assert "+ deny   PERSON.NICKNAME           the badger" in shown.stdout.decode()
    assert "recall" in shown.stdout.decode()
    assert not (folder / "rules").exists()

    accepted = allonym(*learn, "--accept", cwd=folder)
    assert accepted.returncode == 0, accepted.stderr
    lists = ("--allow", "rules/allow.txt", "--terms", "rules/deny.txt")
    allonym("pseudonymize", "in.csv", "-o", "out.csv", "--fast", "-q", *lists, cwd=folder)
    assert "desk@example.org" in (folder / "out.csv").read_text()
    assert "badger" not in (folder / "out.csv").read_text()

    assert "nothing new to learn" in allonym(*learn, cwd=folder).stdout.decode()
    assert allonym("feedback", "restore", "rules", "--version", "0", cwd=folder).returncode == 0
    assert allonym("feedback", "show", "rules", cwd=folder).stdout.decode().count("\n") == 2
    assert allonym("feedback", "show", "nowhere", cwd=folder).returncode == 2


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda rows: rows[2]["decisions"][0]["mentions"].append([5, 99, 1.0, "x"]), "b, decision 1: the mark 5-99 is"),
        (lambda rows: rows[2]["decisions"][0]["mentions"].append([9, 15, 1.0, "x"]), "b, decisions 1 and 1: the marks"),
        (lambda rows: rows.append(rows[2]), "the plan has two lines for b"),
        (lambda rows: rows.pop(), "the plan has no line for b"),
        (lambda rows: rows.append({**rows[2], "id": "c"}), "a line for c, which is not in the input"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_everywhere(folder: Path, spoil: Any, message: str) -> None:
    rows = [json.loads(line) for line in (folder / "two.plan").read_text().splitlines()]
    spoil(rows)
    (folder / "bad.plan").write_text("".join(json.dumps(row) + "\n" for row in rows))

    for arguments in (
        ("exchange", "export", "in.csv", "bad.plan", "--to", "svala", "-o", "x"),
        ("agreement", "in.csv", "one.plan", "bad.plan"),
        ("feedback", "learn", "in.csv", "bad.plan", "--rules", "rules", "--before", "one.plan"),
    ):
        done = allonym(*arguments, cwd=folder)

        assert done.returncode == 1
        assert message in done.stderr.decode()


def test_a_line_that_stands_twice_is_told_by_apply(folder: Path) -> None:
    header, first, second = (folder / "two.plan").read_text().splitlines()
    (folder / "bad.plan").write_text(f"{header}\n{first}\n{first}\n{second}\n")
    done = allonym("apply", "in.csv", "bad.plan", "-o", "x.csv", cwd=folder)

    assert done.returncode == 3
    assert b"a line is missing, or there twice" in done.stderr


def test_rules_that_are_not_there_cannot_be_restored(folder: Path) -> None:
    done = allonym("feedback", "restore", "typo", "--version", "0", cwd=folder)

    assert done.returncode == 2
    assert b"there are no rules in typo" in done.stderr
    assert not (folder / "typo").exists()


def test_a_pseudonym_that_is_an_original_is_not_imported(folder: Path) -> None:
    old, typed = '"mentions":[[5', '"replacement":"THE badger","mentions":[[5'
    plan = (folder / "two.plan").read_text().replace(old, typed)
    (folder / "bad.plan").write_text(plan)
    done = allonym("exchange", "import", "bad.plan", "in.csv", "--from", "plan", "-o", "x.plan", cwd=folder)

    assert done.returncode == 3
    assert b"typed for e9 is an original" in done.stderr
    assert not (folder / "x.plan").exists()
