"""The mistakes that new users are most likely to make: each is told by its place, with what to do next."""

import gzip
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import chdir, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.docs.pages import ROOT
from tests.interfaces.command import PASSPHRASE

from allonym.core.errors import InputError, MissingExtra, SafetyError, SettingsError, UsageError
from allonym.interfaces.cli import console
from allonym.interfaces.cli.app import run
from allonym.interfaces.cli.failing import failure_of

PROFILE = 'name = "x"\nscope = document\n'
SECRET = "Sekretsson"


@dataclass(frozen=True)
class Mistake:
    """What somebody does wrong, the exit code, and a piece of what they are told."""

    name: str
    arguments: str
    code: int
    told: str
    without: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)


MISTAKES = [
    Mistake("misspelt command", "pseudnymize posts.csv", 2, "Did you mean 'pseudonymize'"),
    Mistake("misspelt second command", "vault inof v", 2, "Did you mean 'info'"),
    Mistake("misspelt option", "detect posts.csv --profil x", 2, "--profile"),
    Mistake("misspelt profile", "detect posts.csv -p defualt", 2, "did you mean 'default'"),
    Mistake("misspelt label", "detect posts.csv --column text=PERSN", 2, "did you mean 'PERSON'"),
    Mistake("misspelt column", "pseudonymize posts.csv -o o.csv --text-column txet", 2, "did you mean 'text'"),
    Mistake("misspelt scope", "pseudonymize posts.csv -o o.csv --scope corpsu", 2, "did you mean 'corpus'"),
    Mistake("misspelt format", "detect posts.csv --format cvs", 2, "did you mean 'csv'"),
    Mistake("misspelt detector", "detect posts.csv --detectors pattern", 2, "did you mean 'patterns'"),
    Mistake("misspelt file", "detect post.csv", 2, "did you mean 'posts.csv'"),
    Mistake("no input", "pseudonymize", 2, "`allonym pseudonymize --help`"),
    Mistake("no output", "pseudonymize posts.csv", 2, "say where to write with -o"),
    Mistake("no such folder", "pseudonymize posts.csv -o gone/o.csv --fast", 2, "make it first"),
    Mistake("empty folder", "pseudonymize void -o o", 2, "name files with a known ending"),
    Mistake("folder to a file", "pseudonymize folder -o o.csv", 2, "several inputs need a folder"),
    Mistake("wrong encoding", "detect latin.txt --fast", 1, "name another encoding with --encoding"),
    Mistake("unknown encoding", "detect posts.csv --encoding utf9", 2, "there are utf-8"),
    Mistake("empty file", "pseudonymize empty.csv -o e.csv --fast", 0, "is it the right file"),
    Mistake("binary file", "detect blob.bin", 2, "name one with --format"),
    Mistake("same file in and out", "pseudonymize posts.csv -o posts.csv --fast", 2, "write to another file"),
    Mistake("another format out", "pseudonymize posts.csv -o o.jsonl", 2, "end its name with .csv"),
    Mistake("already pseudonymized", "pseudonymize out.csv -o o.csv --fast", 0, "pseudonymized already"),
    Mistake("unknown language", "detect posts.csv --language xx", 2, "there are en, fr, de"),
    Mistake("negative limit", "pseudonymize posts.csv -o o.csv --limit -3", 2, "range x>=1"),
    Mistake("no header", "pseudonymize bare.csv -o o.csv --fast", 1, "use --no-header"),
    Mistake("path without match", "pseudonymize x.json -o y.json --text-column b.d --fast", 1, "with --text-column"),
    Mistake("scope without vault", "pseudonymize posts.csv -o o.csv --scope corpus", 2, "needs --vault"),
    Mistake("word list is missing", "detect posts.csv --terms gone.txt", 2, "see that the name"),
    Mistake("word list is empty", "detect posts.csv --terms empty.csv", 2, "write one word a line"),
    Mistake("word list with columns", "detect posts.csv --terms names.tsv", 2, "names.tsv line 2: what follows"),
    Mistake("word list in quotes", "detect posts.csv -o d.jsonl --terms quoted.txt --fast", 0, "a list has bare words"),
    Mistake("slip in a profile", "profiles check broken.toml", 2, "line 2"),
    Mistake("standard input and files", "detect - posts.csv", 2, "standard input goes alone"),
    Mistake("two things on standard output", "pseudonymize posts.csv -o - --json --fast", 2, "name a file with -o"),
    Mistake("resume of a stream", "pseudonymize - -o o.csv --resume", 2, "leave --resume and --run out"),
    Mistake("no permission", "pseudonymize posts.csv -o /proc/o.csv --fast", 2, "write to another folder"),
    Mistake("a plan that is none", "apply posts.csv posts.csv -o o.csv", 1, "name the file that allonym wrote"),
    Mistake("no shell of this name", "completion tcsh", 2, "there is one for bash, zsh, fish"),
    Mistake("stream that speaks JSON", "serve --stream --json", 2, "leave --json out"),
    Mistake("recover without vault", "recover out.csv -o b.csv", 2, "`allonym recover --help`"),
    Mistake("no vault of this name", "recover out.csv -o b.csv --vault gone", 2, "name the one that was used"),
    Mistake("a vault that is none", "vault info posts.csv", 1, "name the vault's file"),
    Mistake("no passphrase", "vault info v", 2, "set $ALLONYM_PASSPHRASE", without=("ALLONYM_PASSPHRASE",)),
    Mistake("wrong passphrase", "vault info v", 1, "try the right passphrase", given={"ALLONYM_PASSPHRASE": "x"}),
    Mistake("passphrase file is missing", "vault info v --passphrase-file gone", 2, "there is no such file"),
    Mistake("vault is there", "vault init v", 2, "never overwritten"),
    Mistake("vault as output", "pseudonymize posts.csv -o v --vault v --fast", 2, "keep the three apart"),
    Mistake("vault of another run", "recover posts.csv -o b.csv --vault v --reason x", 1, "use --edited"),
    Mistake("wrong role", "recover out.csv -o b.csv --vault v --passphrase-file worker", 1, "key of a custodian"),
    Mistake("no consent", "subjects forget X --vault v", 2, "needs --yes"),
    Mistake("no text in any row", "pseudonymize rows.jsonl -o older.jsonl --text-column txet", 1, "columns with text"),
    Mistake("columns in one option", "pseudonymize posts.csv -o o.csv --text-column id,text", 2, "name each by itself"),
    Mistake("unknown column", "pseudonymize posts.csv -o o.csv --text-column body", 2, "take a name as the first row"),
    Mistake("unknown label", "pseudonymize posts.csv -o o.csv --column text=XY", 2, "take one such as PERSON"),
    Mistake("column without label", "pseudonymize posts.csv -o o.csv --column text=", 2, "such as name=PERSON"),
    Mistake("workers by a word", "pseudonymize posts.csv -o o.csv --workers all", 2, "give one such as 4"),
    Mistake("packed file that is none", "pseudonymize plain.csv.gz -o o.csv.gz --fast", 1, "take the ending off"),
    Mistake("packed file cut off", "pseudonymize cut.csv.gz -o o.csv.gz --fast", 1, "copy it again"),
    Mistake("packed in and plain out", "pseudonymize packed.csv.gz -o o.csv --fast", 2, "end its name with .csv.gz"),
    Mistake("Office file that is none", "pseudonymize plain.docx -o o.docx --fast", 1, "see that the ending"),
    Mistake("byte order mark and no more", "pseudonymize bom.csv -o o.csv --fast", 0, "is it the right file"),
    Mistake("plan of another file", "apply bare.csv plan.jsonl -o o.csv --no-header", 3, "make the plan again"),
    Mistake("column of a report", "risk posts.csv --columns zip --fast", 2, "take a name as the first row"),
    Mistake("gold is missing", "evaluate gone", 2, "there is no file or folder gone"),
    Mistake("report is missing", "report gone", 2, "there is no file gone"),
    Mistake("folder in place of a vault", "vault info folder", 1, "name the file, not the folder"),
    Mistake("vault in no folder", "vault init gone/v", 1, "in a folder that is there"),
    Mistake("key of another vault", "vault info v --passphrase-file stranger", 1, "take a key that opens it"),
    Mistake("certificate for an input", "certificate make posts.csv --vault v -o c.json", 1, "name outputs"),
    Mistake("merge of no inbox", "vault merge v gone", 2, "there is no inbox gone"),
    Mistake("merge into no vault", "vault merge gone v", 2, "there is no vault gone"),
    Mistake("option taken for a file", "risk posts.csv --json --fast", 2, "say --json FILE, or --json - to print it"),
    Mistake("own list that is none", "lists add Foo --kind last --lists posts.csv", 1, "name your own list"),
    Mistake("gold without annotations", "evaluate void", 1, "a folder of .ann files with their .txt"),
    Mistake("journal that is none", "agreement posts.csv plan.jsonl posts.csv", 1, "or a journal, NAME.review/"),
    Mistake("inbox that is none", "vault merge v v", 1, "name files that `allonym vault inbox` made"),
    Mistake("annotations that are none", "exchange import posts.csv posts.csv -o i --from brat", 1, "--from are right"),
    Mistake("folder in place of a list", "residual out.csv --vault v --deny folder --fast", 2, "name a file"),
    Mistake("misspelt column of a report", "risk posts.csv --columns txet --fast", 2, "did you mean 'text'?"),
    Mistake("misspelt column of labels", "utility posts.csv --label txet --fast", 2, "did you mean 'text'?"),
    Mistake("vault without a name", "recover out.csv -o b.csv --vault=", 2, "name the file or the address"),
    Mistake("originals without authors", "risk posts.csv --original posts.csv --fast", 2, "say with --author-column"),
    Mistake("name that is like no other", "detect zzzz.csv --fast", 2, "see that the name and the folder are right"),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("mistakes")
    contents = {
        "posts.csv": f"id,text\n1,mail a@x.se\n2,{SECRET} was here\n".encode(),
        "bare.csv": b"1,anna@example.org\n2,bo@example.org\n",
        "x.json": b'{"b": {"c": "words"}}',
        "latin.txt": f"{SECRET} caf\u00e9".encode("latin-1"),
        "empty.csv": b"",
        "blob.bin": b"\x00\x01PK",
        "broken.toml": PROFILE.encode(),
        "names.tsv": f"Anna\tPERSON\nBo\t{SECRET}\n".encode(),
        "quoted.txt": f'"{SECRET}"\n'.encode(),
        "rows.jsonl": b'{"id": 1, "text": "words"}\n',
        "older.jsonl": b'{"text": "what was there"}\n',
        "plain.csv.gz": b"id,text\n1,words\n",
        "packed.csv.gz": gzip.compress(b"id,text\n1,words\n"),
        "cut.csv.gz": gzip.compress(b"id,text\n1,words\n")[:-9],
        "plain.docx": b"words",
        "bom.csv": b"\xef\xbb\xbf",
    }
    for name, data in contents.items():
        (place / name).write_bytes(data)
    (place / "folder").mkdir()
    (place / "void").mkdir()
    (place / "folder" / "a.txt").write_text("words")
    with pytest.MonkeyPatch.context() as patch, chdir(place):
        patch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)
        made = ["pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--fast", "-q"]
        assert run(made) == 0
        assert run(["plan", "posts.csv", "-o", "plan.jsonl", "--fast", "-q"]) == 0
        assert run(["vault", "keys", "make", "worker"]) == 0
        assert run(["vault", "keys", "make", "stranger"]) == 0
        assert run(["vault", "keys", "add", "v", "--public-key", "worker.pub", "--role", "worker"]) == 0
        yield place


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was said to people, as one line."""
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.name)
def test_a_mistake_is_told_with_what_to_do(
    mistake: Mistake, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "terminal_width", lambda: 80)
    for name in mistake.without:
        monkeypatch.delenv(name)
    for name, value in mistake.given.items():
        monkeypatch.setenv(name, value)
    before = (folder / "posts.csv").read_bytes()
    capsys.readouterr()

    code = run(mistake.arguments.split())
    lines = capsys.readouterr().err.splitlines()

    assert code == mistake.code, lines
    assert mistake.told in " ".join(line.strip() for line in lines)
    assert max(map(len, lines)) <= 80
    assert not any(SECRET in line or "Traceback" in line for line in lines)
    assert (folder / "posts.csv").read_bytes() == before


def test_a_vault_that_is_locked_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from allonym.core.errors import VaultError
    from allonym.interfaces.cli.failing import failure_of, lines_of
    from allonym.vault.options import VaultOptions
    from allonym.vault.sqlite import open_file

    with closing(sqlite3.connect(folder / "v")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(VaultError) as refused:
            open_file("v", PASSPHRASE, options=VaultOptions(patience=0.1)).close()

    assert "another process" in " ".join(lines_of(failure_of(refused.value)))


def test_what_comes_of_being_stopped_is_told_as_that() -> None:
    from allonym.interfaces.cli.failing import ENDED, failure_of

    for stop, code in ((KeyboardInterrupt(), 130), (SystemExit(ENDED), ENDED)):
        with pytest.raises(RuntimeError) as broken:
            _break_a_lock(stop)

        assert (failure_of(broken.value).code, failure_of(broken.value).kind) == (code, "Stopped")


def _break_a_lock(stop: BaseException) -> None:
    try:
        raise stop
    finally:
        raise RuntimeError("cannot release un-acquired lock")


def test_a_port_that_is_taken_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("starlette", reason="serve needs the extra")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        code = run(["serve", "--fast", "--port", str(taken.getsockname()[1]), "--tokens", "t.json"])

    assert code == 2
    assert "name another with --port" in said(capsys)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_says_so(folder: Path) -> None:
    import subprocess
    import sys

    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "allonym", "detect", "posts.csv", "--fast"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, env=dict(os.environ))

    assert done.returncode == 1
    assert b"No space left on device" in done.stderr
    assert b"make room" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


def test_a_run_that_was_begun_otherwise_is_not_gone_on_with(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = ["pseudonymize", "posts.csv", "-o", "r.csv", "--fast", "--run", "r.run"]
    fcntl = pytest.importorskip("fcntl", reason="locks of files are a thing of Unix")
    (folder / "r.run").mkdir()
    with (folder / "r.run" / "lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        code = run(begun)

    assert code == 2
    told = said(capsys)
    assert "another process is working on the run in r.run" in told
    assert "wait until it is done" in told


def test_a_run_under_way_with_other_settings_is_not_gone_on_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from allonym.running.runs import open_run

    stopped = open_run(folder / "s.run", resume=True)
    stopped.begin(b"another vault", {}, "other settings", [])
    stopped.lock.close()

    code = run(["pseudonymize", "posts.csv", "-o", "s.csv", "--fast", "--resume", "--run", "s.run"])

    assert code == 2
    assert "was begun with other settings, another vault or another version; remove that folder" in said(capsys)


def test_the_page_for_troubles_names_every_mistake() -> None:
    page = (ROOT / "docs" / "guides" / "troubleshooting.md").read_text("utf-8")

    assert [each.name for each in MISTAKES if f"| {each.name} |" not in page] == []


def test_a_file_that_is_something_else_is_called_by_its_name_and_not_to_be_saved_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "other.json").write_text('{"a": 1}')
    (folder / "own.toml").write_text('extends = "default"\n[detector.lists]\nown = "missing.tsv"\n')
    capsys.readouterr()
    told = {}
    for call in (
        "certificate verify other.json --public-key v",
        "certificate verify other.json",
        "detect posts.csv --fast -p own.toml",
        "detect post*.CSV --fast",
        "detect posts.csv blob.bin --fast",
        "evaluate posts.csv",
    ):
        assert run(call.split()) in (1, 2)
        told[call] = said(capsys)
    key, other, own, pattern, several, gold = told.values()

    assert "v is no public key: it is not text" in key
    assert "other.json: this is not a certificate" in other
    assert "`allonym certificate make`" in other
    assert "--format" not in other + key
    assert "UTF-8" not in key + own
    assert "missing.tsv: there is no such list" in own
    assert "no file is named like post*.CSV; capitals count" in pattern
    assert "ending" not in pattern
    assert "blob.bin: no format is known for this ending" in several
    assert "--format" in gold


def test_what_is_so_is_no_advice_and_what_is_missing_is_a_place(folder: Path) -> None:
    changed = failure_of(SafetyError("out.csv: the plan has no line for 4; nothing is written"), "apply")
    column = failure_of(UsageError("no column is called 'txet', did you mean 'text'?; the first row has 3 cells"))
    there = failure_of(UsageError("v is already there; a vault is never overwritten"), "vault init")
    missing = failure_of(UsageError("there is no file or folder a.csv; see that the name and the folder are right"))
    slip = failure_of(
        SettingsError("profile d.toml line 1: no scope is called 'x'; there are document, author, corpus")
    )
    edited = failure_of(InputError("this vault knows no text; nothing is written. If it was edited, use --edited"))

    assert changed.advice == "make the plan again with `allonym plan`, for this very input"
    assert column.advice == "did you mean 'text'?"
    assert there.advice == "use it, or name another"
    assert edited.advice == "If it was edited, use --edited"
    assert (missing.place, slip.place, changed.place) == ("a.csv", "d.toml line 1", "out.csv")


@pytest.mark.parametrize("call", ["vault init new", "pseudonymize posts.csv -o new.csv --vault new --fast"])
def test_a_new_vault_warns_of_a_short_passphrase_and_refuses_a_blank_one(
    call: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALLONYM_PASSPHRASE", " ")
    assert run(call.split()) == 2
    assert "blank" in said(capsys)
    assert not (folder / "new").exists()

    monkeypatch.setenv("ALLONYM_PASSPHRASE", "abc")
    assert run(call.split()) == 0
    assert "the passphrase is short" in said(capsys)
    (folder / "new").unlink()


def test_who_recovers_a_file_that_was_edited_hears_of_edited(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.csv").write_text("id,text\n1,mail a@x.se now\n2,mail b@x.se\n")
    assert run(["pseudonymize", "two.csv", "-o", "done.csv", "--vault", "v", "--fast", "-q"]) == 0
    edited = folder / "done.csv"
    edited.write_text(edited.read_text().replace("now", "then"))
    capsys.readouterr()

    assert run(["recover", "done.csv", "-o", "back.csv", "--vault", "v", "--reason", "x"]) == 1
    assert "`allonym recover --edited`" in said(capsys)


def test_a_name_that_only_ends_alike_is_not_what_was_meant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["detect", "zzzz.csv", "--fast"]) == 2
    assert "did you mean" not in said(capsys)
    assert run(["detect", "posts.tsv", "--fast"]) == 2
    assert "did you mean 'posts.csv'?" in said(capsys)


def test_a_list_says_what_became_of_a_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lists", "add", "", "--kind", "last", "--lists", "own.tsv"]) == 2
    assert "profiles show" not in (told := said(capsys))
    assert "of this length" in told
    assert run(["lists", "add", "Qwxyzt", "--kind", "last", "--lists", "own.tsv"]) == 0
    answers = []
    for form, kind in (("Qwxyzt", "city"), ("Qwxyzt", "last"), ("Qwxyztt", "*"), ("Rose", "*")):
        capsys.readouterr()
        assert run(["lists", "remove", form, "--kind", kind, "--lists", "own.tsv"]) == 0
        answers.append(capsys.readouterr().out.strip())

    assert answers == [
        "no list has it as city; own.tsv keeps it out from now on",
        "removed by own.tsv",
        "no list has it; own.tsv keeps it out from now on",
        "removed by own.tsv",
    ]


def test_a_name_that_is_no_detector_says_how_they_are_named() -> None:
    failure = failure_of(UsageError("no detector is called 'x'; there are lists, patterns"), "detect")

    assert failure.advice == "name those that are to look, with commas between them, such as patterns,lists"


def test_a_missing_extra_says_how_it_is_had_from_a_clone() -> None:
    failure = failure_of(MissingExtra("the service needs the extra `serve`: pip install 'allonym[serve]'"), "serve")

    assert failure.advice.endswith("in the folder of that: pip install '.[serve]'")


def test_advice_names_no_option_that_the_command_has_not() -> None:
    broken = InputError("a.csv: broken")

    assert "--encoding" in failure_of(broken, "pseudonymize", {"--format", "--encoding"}).advice
    assert "--encoding" not in failure_of(broken, "evaluate", {"--format"}).advice
    assert "--resume" in failure_of(KeyboardInterrupt(), "pseudonymize", {"--resume"}).advice
    assert failure_of(KeyboardInterrupt(), "serve", {"--port"}).advice == "call the command again"


@pytest.mark.parametrize("command", ["residual", "evaluate", "utility", "report", "agreement"])
def test_an_option_is_not_taken_for_the_file_of_a_report(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = {
        "residual": ["out.csv", "--vault", "v"],
        "evaluate": ["x.json"],
        "utility": ["posts.csv", "--label", "id"],
        "report": ["x.json"],
        "agreement": ["posts.csv", "plan.jsonl", "plan.jsonl"],
    }

    assert run([command, *calls[command], "--json", "--quiet"]) == 2
    assert "--json takes a file here" in said(capsys)
    assert not (folder / "--quiet").exists()


@pytest.mark.parametrize(
    "call",
    [
        "pseudonymize rows.jsonl -o older.jsonl --text-column txet --fast --vault fresh",
        "apply bare.csv plan.jsonl -o o.csv --no-header --vault fresh",
        "review plain.docx --vault fresh --no-browser",
    ],
)
def test_a_run_that_is_refused_leaves_no_new_vault(call: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if call.startswith("review"):
        pytest.importorskip("starlette", reason="pages need the extra")

    assert run(call.split()) in (1, 3)
    assert not (folder / "fresh").exists()
    assert "created the vault" not in said(capsys)


def test_a_plan_that_fits_is_carried_out_with_a_new_vault(folder: Path) -> None:
    assert run(["apply", "posts.csv", "plan.jsonl", "-o", "applied.csv", "--vault", "of-plan", "-q"]) == 0
    assert run(["recover", "applied.csv", "-o", "again.csv", "--vault", "of-plan", "--reason", "x", "-q"]) == 0
    assert (folder / "again.csv").read_bytes() == (folder / "posts.csv").read_bytes()


def test_an_output_comes_back_whatever_it_is_called(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "named.o").write_bytes((folder / "out.csv").read_bytes())

    assert run(["recover", "named.o", "-o", "from-named.csv", "--vault", "v", "--reason", "x"]) == 0
    assert (folder / "from-named.csv").read_bytes() == (folder / "posts.csv").read_bytes()

    (folder / "named.o").write_bytes(b"something else")
    capsys.readouterr()
    assert run(["recover", "named.o", "-o", "from-other.csv", "--vault", "v", "--reason", "x"]) == 2
    assert "name one with --format" in said(capsys)
    assert not (folder / "from-other.csv").exists()


def test_a_summary_is_broken_where_the_terminal_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from allonym.running.reports import Report

    monkeypatch.setattr(console, "width_of", lambda _: 40)
    report = Report("a.csv")
    report.documents, report.characters, report.scanned = 12_345, 1_234_567, 1_234_567

    console.show_summary([report], 1.0, to_stderr=False)
    console.show_counts([report], 1.0)
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) >= 4
    assert max(map(len, lines)) <= 40


def test_a_plug_in_that_ends_the_program_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def leave() -> None:
        raise SystemExit(0)

    monkeypatch.setattr("allonym.settings.profile_names", leave)

    assert run(["profiles", "list"]) == 3
    assert "internal error SystemExit at test_mistakes.py:" in said(capsys)
