"""Every command answers in JSON when it is asked to, and standard output holds nothing else."""

import json
import signal
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from tests.docs.pages import ROOT
from tests.docs.test_complete import COMMANDS
from tests.interfaces.command import PASSPHRASE, allonym

from allonym.core import errors
from allonym.interfaces.cli import answering
from allonym.interfaces.cli.app import run
from allonym.interfaces.cli.failing import failure_of

POSTS = b"id,author,text\n1,u1,Anna Berg mailed a@x.se\n2,u2,Anna Berg again\n"
GOLD = '{"text": "Anna Berg was here", "spans": [[0, 9, "PERSON"]]}\n'
TAKE_A_FILE = {"agreement", "evaluate", "report", "residual", "risk", "utility"}


def answer_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """Run a command in this process and return its exit code and what stands on standard output, as data."""
    capsys.readouterr()
    code = run([*arguments])
    return code, json.loads(capsys.readouterr().out)


@pytest.fixture(autouse=True)
def same_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    # The answer goes to the stream that the process began with, which is not the one that pytest reads.
    monkeypatch.setattr(answering, "standard_output", _captured())


def _captured() -> Any:
    return lambda: sys.stdout


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)
    (tmp_path / "posts.csv").write_bytes(POSTS)
    (tmp_path / "gold.jsonl").write_text(GOLD)
    return tmp_path


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_takes_json_and_refuses_in_json(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = path.split()[1:]
    [option] = [each for each in COMMANDS[path].params if "--json" in each.opts]
    asked = ["--json"] if option.is_flag else ["--json", "-"]

    with chdir(tmp_path):
        code, answer = answer_of(capsys, *words, *asked, "--no-such-option")

    assert option.is_flag == (path.removeprefix("allonym ") not in TAKE_A_FILE)
    assert (code, answer["code"], answer["command"]) == (2, 2, " ".join(words))
    assert answer["error"]["kind"] == "UsageError"
    assert "--no-such-option" in answer["error"]["message"]
    assert answer["error"]["advice"] == f"`{path} --help` tells how"


def test_every_error_has_advice() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.AllonymError)]

    for kind in kinds:
        told = failure_of(kind("posts.csv row 4 column text: something"), "recover")
        assert told.advice
        assert "{" not in told.advice
        assert told.place == "posts.csv row 4 column text"
        assert told.code == kind.exit_code


def test_the_wish_is_read_from_the_arguments() -> None:
    import typer

    from allonym.interfaces.cli.app import app

    root: Any = typer.main.get_command(app)
    for arguments, wanted in (
        ("vault info v", False),
        ("vault info v --json", True),
        ("vault info --json v", True),
        ("--json vault info v", True),
        ("evaluate g --json r.json", False),
        ("evaluate g --json -", True),
        ("evaluate g --json=-", True),
        ("--json evaluate g", True),
        ("detect -- --json", False),
    ):
        assert answering.wants_json(root, arguments.split()) is wanted, arguments


CALLS = [
    ("profiles list", "profiles"),
    ("profiles show default", "rules"),
    ("profiles check default", "profile"),
    ("lists audit", "tables"),
    ("lists add Foo --kind first --lists own.tsv", "added"),
    ("lists remove Foo --lists own.tsv", "added"),
    ("serve tokens add one --role worker --tokens t.json", "token"),
    ("serve tokens list --tokens t.json", "tokens"),
    ("serve tokens remove one --tokens t.json", "name"),
    ("vault keys make me", "public_key"),
    ("completion bash", "script"),
    ("detect posts.csv --fast", "lines"),
    ("detect posts.csv --fast -o spans.jsonl", "outputs"),
    ("plan posts.csv -o plan.jsonl --fast", "files"),
    ("apply posts.csv plan.jsonl -o applied.csv", "files"),
    ("link posts.csv -o links.tsv --fast", "forms"),
    ("pseudonymize posts.csv -o out.csv --fast", "files"),
    ("pseudonymize posts.csv --dry-run --fast", "files"),
    ("exchange export posts.csv plan.jsonl --to doccano -o d.jsonl", "texts"),
    ("exchange import d.jsonl posts.csv --from doccano -o plan2.jsonl", "marks"),
    ("agreement posts.csv plan.jsonl plan2.jsonl --open --resamples 0", "report"),
    ("feedback learn posts.csv plan2.jsonl --before plan.jsonl --rules rules --fast", "learned"),
    ("evaluate gold.jsonl --fast --resamples 0", "report"),
    ("risk posts.csv --author-column author --fast", "report"),
]


def test_commands_answer_with_one_object(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for call, key in CALLS:
        code, answer = answer_of(capsys, "--json", *call.split())

        assert code == 0, answer
        assert set(answer) == {"allonym", "command", "code", "result"}
        assert call.startswith(answer["command"])
        assert key in answer["result"], call
    code, answer = answer_of(capsys, "evaluate", "gold.jsonl", "--fast", "--resamples", "0", "--json", "-")
    assert (code, "report" in answer["result"], (study / "-").exists()) == (0, True, False)


def test_what_fails_in_part_is_told_by_place(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (study / "bad.jsonl").write_text('{"id": 1, "text": "a@x.se"}\n[1, 2]\n')
    (study / "in").mkdir()
    (study / "in" / "a.txt").write_bytes(b"bad \xff")
    (study / "in" / "b.txt").write_bytes(b"good")

    code, rows = answer_of(capsys, "pseudonymize", "bad.jsonl", "-o", "o.jsonl", "--fast", "--json")
    again, files = answer_of(capsys, "pseudonymize", "in", "-o", "out", "--fast", "--json")

    assert (code, rows["code"], again) == (1, 1, 1)
    assert rows["result"]["problems"] == [{"place": "bad.jsonl row 2", "reason": "not an object"}]
    [failed] = files["result"]["failed"]
    assert (failed["file"], failed["kind"], failed["place"]) == ("a.txt", "InputError", "a.txt")
    assert "--encoding" in failed["advice"]
    assert [each["file"] for each in files["result"]["files"]] == ["b.txt"]


@pytest.mark.parametrize(
    ("name", "data"), [("b.json", b'{"a":'), ("b.txt", b"caf\xe9 \xff"), ("b.zip", b"PK\x03\x04 no archive")]
)
def test_an_output_that_was_not_made_is_not_answered(
    name: str, data: bytes, study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (study / name).write_bytes(data)

    code, answer = answer_of(capsys, "pseudonymize", name, "-o", f"out-{name}", "--fast", "--json")

    assert code == 1
    assert (answer["result"]["outputs"], answer["result"]["written"]) == ([], False)
    assert [each["file"] for each in answer["result"]["failed"]] == [name]
    assert not (study / f"out-{name}").exists()


def test_of_several_only_the_outputs_that_were_made_are_answered(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (study / "b.json").write_bytes(b'{"a":')
    code, answer = answer_of(
        capsys, "pseudonymize", "posts.csv", "b.json", "-o", "out", "--vault", "v", "--fast", "--json"
    )
    dry, counted = answer_of(capsys, "pseudonymize", "posts.csv", "-o", "dry.csv", "--dry-run", "--fast", "--json")
    (study / "other.csv").write_text("id,text\n1,mail c@y.se\n")
    unknown, back = answer_of(capsys, "recover", "other.csv", "-o", "back.csv", "--vault", "v", "--json")

    assert (code, dry, unknown) == (1, 0, 1)
    assert (answer["result"]["outputs"], answer["result"]["written"]) == (["out/posts.csv"], True)
    assert (counted["result"]["outputs"], counted["result"]["written"]) == ([], False)
    assert back["result"]["outputs"] == []


def test_no_words_of_a_text_are_in_an_answer(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["pseudonymize", "posts.csv", "-o", "out.csv", "--fast", "--json"])
    run(["detect", "posts.csv", "--fast", "--json"])

    assert "Anna" not in capsys.readouterr().out


def test_a_process_prints_one_line_of_ascii_and_notes_elsewhere(study: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--fast", "--json", cwd=study)

    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stdout.count(b"\n") == 1
    assert json.loads(done.stdout)["result"]["outputs"] == ["out.csv"]
    assert b"note: pseudonymized data stays personal data" in done.stderr


def test_what_listens_says_where_at_once(study: Path) -> None:
    pytest.importorskip("starlette", reason="serve needs the extra")
    (study / "one.txt").write_text("Anna Berg")
    command = [sys.executable, "-m", "allonym", "review", "one.txt", "--fast", "--no-browser", "--json"]
    with subprocess.Popen(command, cwd=study, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        answer = json.loads(process.stdout.readline())
        process.terminate()
        rest, told = process.communicate(timeout=60)

    assert (answer["command"], answer["code"], rest) == ("review", 0, b"")
    assert answer["result"]["link"].startswith("http://127.0.0.1:")
    assert b"1 document; kept in" in told


def test_a_service_answers_with_the_token_that_it_shows_once_and_control_c_is_its_end(study: Path) -> None:
    pytest.importorskip("starlette", reason="serve needs the extra")
    command = [sys.executable, "-m", "allonym", "serve", "--fast", "--port", "0", "--tokens", "t.json", "--json"]
    with subprocess.Popen(command, cwd=study, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        answer = json.loads(process.stdout.readline())["result"]
        process.send_signal(signal.SIGINT)
        rest, told = process.communicate(timeout=60)

    assert (process.returncode, rest) == (0, b"")
    assert answer["token"].encode() in told
    assert told.endswith(b"stopped\n")
    assert b"--resume" not in told


OF_VAULT = [
    ("vault init v", "vault"),
    ("pseudonymize posts.csv -o out.csv --vault v --fast", "recoverable"),
    ("vault info v", "texts"),
    ("vault verify v", "texts"),
    ("vault keys list v", "keys"),
    ("vault keys add v --recovery", "recovery_key"),
    ("recover out.csv -o back.csv --vault v --reason test", "exact"),
    ("recover out.csv -o back2.csv --vault v --reason test --edited", "found"),
    ("residual out.csv --vault v --fast", "report"),
    ("subjects find Anna --vault v", "found"),
    ("subjects contact Anna --vault v -o list.csv", "documents"),
    ("certificate make out.csv --vault v -o c.json", "public_key"),
    ("certificate verify c.json", "issued"),
    ("report c.json -o evidence.html", "report"),
    ("audit show v", "entries"),
    ("audit verify v", "signed_to"),
    ("audit sign v -o a.json", "signed_to"),
    ("audit export v -o log.jsonl", "entries"),
    ("vault backup v -o b", "opened"),
    ("vault restore b -o v2", "opened"),
    ("vault inbox v -o inbox", "file"),
    ("vault merge v inbox", "taken"),
    ("vault export v -o t.csv --csv", "pseudonyms"),
    ("vault rotate v", "rows"),
    ("requests list --vault v", "requests"),
    ("subjects forget Nobody --vault v --yes", "forgotten"),
    ("vault two-person v on", "two_person"),
    ("doctor --quick --vault v", "checks"),
    ("demo -o d", "recovered"),
]


@pytest.mark.slow
def test_commands_with_a_vault_answer_with_one_object(study: Path) -> None:
    for call, key in OF_VAULT:
        done = allonym(*call.split(), "--json", *(["-"] if call.split()[0] in TAKE_A_FILE else []), cwd=study)

        assert done.returncode in (0, 1), done.stderr
        assert key in json.loads(done.stdout)["result"], call


def test_the_shape_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "cli.md").read_text("utf-8")

    for word in (
        "`allonym`",
        "`command`",
        "`code`",
        "`result`",
        "`error`",
        "`kind`",
        "`message`",
        "`place`",
        "`advice`",
    ):
        assert word in page
