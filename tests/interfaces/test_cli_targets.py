"""No output, report, list or certificate takes the place of what the command reads, of a vault or of another target."""

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
    ("risk --json posts.csv out.csv", "posts.csv", "a file of another kind"),
    ("risk --json gold.jsonl out.csv", "gold.jsonl", "a file of another kind"),
    ("certificate make out.csv --vault study.vault -o out.csv", "out.csv", "an output that is signed for"),
    ("certificate make out.csv --vault study.vault -o c.json --html study.vault", "study.vault", "the vault"),
    ("detect posts.csv -o posts.csv", "posts.csv", "an input"),
    ("detect folder -o folder/in.csv", "in.csv", "an input"),
    ("detect posts.csv --terms out.csv -o out.csv", "out.csv", "the list of --terms"),
    ("plan posts.csv -o link.csv", "link.csv", "an input"),
    ("link posts.csv -o posts.csv", "posts.csv", "an input"),
    ("pseudonymize posts.csv -o out.csv --allow out.csv", "out.csv", "the list of --allow"),
    ("recover out.csv -o new.csv --vault study.vault --edited --report study.vault", "study.vault", "the vault"),
    ("recover out.csv -o new.csv --vault study.vault --edited --report out.csv", "out.csv", "an input"),
    ("recover out.csv -o new.csv --vault study.vault --edited --report new.csv", "new.csv", "an output"),
    ("subjects contact Anna --vault study.vault -o study.vault", "study.vault", "the vault"),
    ("subjects forget Anna --vault study.vault --yes --certificate study.vault", "study.vault", "the vault"),
    ("subjects forget Anna --vault v --outputs out.csv -o new.csv --yes --certificate new.csv", "new.csv", "an output"),
    ("audit sign study.vault -o study.vault", "study.vault", "the vault"),
    ("audit export study.vault -o study.vault-journal", "study.vault", "the vault"),
    ("exchange import gold.jsonl posts.csv --from doccano -o posts.csv", "posts.csv", "an input"),
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
        (tmp_path / name).write_text("as\nit was\n")
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


NOTE = b"was there already; the new file has taken its place"


def test_an_output_that_is_there_is_replaced_with_a_word_and_with_quiet_without(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("mail a@x.se")
    runs = {
        "pseudonymize": ("pseudonymize", "in.txt", "-o", "out.txt", "--vault", "v", "--fast"),
        "plan": ("plan", "in.txt", "-o", "plan", "--fast"),
        "detect": ("detect", "in.txt", "-o", "found", "--fast"),
        "link": ("link", "in.txt", "-o", "who.tsv", "--fast"),
        "apply": ("apply", "in.txt", "plan", "-o", "applied.txt"),
        "recover": ("recover", "out.txt", "-o", "back.txt", "--vault", "v", "--reason", "x"),
        "export": ("exchange", "export", "in.txt", "plan", "-o", "brat", "--to", "brat"),
    }
    first, second = ({name: allonym(*line, cwd=tmp_path) for name, line in runs.items()} for _ in range(2))
    third = {name: allonym(*line, "--quiet", cwd=tmp_path) for name, line in runs.items()}

    assert {name for name, done in (*first.items(), *second.items(), *third.items()) if done.returncode} == set()
    assert [name for name, done in first.items() if b"there already" in done.stderr] == []
    assert [name for name, done in second.items() if NOTE not in done.stderr and name != "export"] == []
    assert b"3 files were there already, such as brat/annotation.conf" in second["export"].stderr
    assert [name for name, done in third.items() if b"there already" in done.stderr] == []
    assert (tmp_path / "back.txt").read_text() == "mail a@x.se"


def test_a_report_or_a_signed_file_that_is_there_is_replaced_with_a_word(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,mail a@x.se\n")
    (tmp_path / "gold.jsonl").write_text(
        '{"text": "mail a@x.se", "spans": [{"start": 5, "end": 11, "label": "EMAIL"}]}\n'
    )
    made = allonym("pseudonymize", "in.csv", "-o", "out.csv", "--vault", "v", "--fast", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    runs = {
        "risk": "risk in.csv --fast -o risk.html --json risk.json",
        "residual": "residual out.csv --vault v --fast -o residual.html --json residual.json",
        "evaluate": "evaluate gold.jsonl --fast --resamples 10 -o gold.html --json gold.json",
        "certificate": "certificate make out.csv --vault v -o cert.json --html cert.html",
        "sign": "audit sign v -o signed.json",
        "export": "audit export v -o log.jsonl",
        "report": "report risk.json -o bound.html --json bound.json --readme README.md",
    }
    first, second = ({name: allonym(*line.split(), cwd=tmp_path) for name, line in runs.items()} for _ in range(2))

    assert {name: done.stderr for name, done in (*first.items(), *second.items()) if done.returncode} == {}
    assert [name for name, done in first.items() if b"there already" in done.stderr] == []
    # What residual writes with --json goes on with what was there, and takes no place.
    assert {name: done.stderr.count(NOTE) for name, done in second.items()} == {
        "risk": 2,
        "residual": 1,
        "evaluate": 2,
        "certificate": 2,
        "sign": 1,
        "export": 1,
        "report": 3,
    }


def test_a_vault_or_a_key_that_the_command_does_not_know_of_is_left_as_it_is_too(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("mail a@x.se")
    assert allonym("vault", "init", "other", cwd=tmp_path).returncode == 0
    assert allonym("vault", "keys", "make", "mine", cwd=tmp_path).returncode == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for name, what in (("other", b"is a vault"), ("mine", b"is a key")):
        for line in (("pseudonymize", "in.txt"), ("detect", "in.txt"), ("plan", "in.txt"), ("link", "in.txt")):
            done = allonym(*line, "-o", name, "--fast", cwd=tmp_path)

            assert (done.returncode, what in done.stderr) == (2, True), (line, done.stderr)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_an_input_is_not_written_over_by_the_output_of_another(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder / "sub").mkdir(parents=True)
    (tmp_path / "a" / "sub" / "x.txt").write_text("one a@x.se")
    (tmp_path / "b" / "sub" / "x.txt").write_text("two b@x.se")

    done = allonym("pseudonymize", "a", "b/sub/x.txt", "-o", "b", "--fast", cwd=tmp_path)

    assert done.returncode == 2
    assert b"would overwrite an input (b/sub/x.txt)" in done.stderr
    assert (tmp_path / "b" / "sub" / "x.txt").read_text() == "two b@x.se"


def test_a_folder_is_run_again_though_its_outputs_lie_inside_it(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("one a@x.se")
    run = ("pseudonymize", ".", "-o", "out", "--vault", "v", "--fast", "--keep-run")

    assert [allonym(*run, cwd=tmp_path).returncode for _ in range(2)] == [0, 0]
    assert [path.relative_to(tmp_path).as_posix() for path in (tmp_path / "out").rglob("*")] == ["out/x.txt"]

    done = allonym("recover", "out/x.txt", "-o", "x.txt", "--vault", "none", cwd=tmp_path)
    assert (done.returncode, b"there already" in done.stderr) == (2, False), "nothing took its place"

    (tmp_path / "x.txt").unlink()
    empty = allonym(*run, cwd=tmp_path)
    assert (empty.returncode, b"nothing to read but what lies in out" in empty.stderr) == (2, True)


def test_the_words_of_a_certificate_do_not_take_the_place_of_its_data(tmp_path: Path) -> None:
    done = allonym("subjects", "forget", "X", "--vault", "v", "--yes", "--certificate", "c.txt", cwd=tmp_path)

    assert (done.returncode, b"the words go beside them" in done.stderr) == (2, True)
