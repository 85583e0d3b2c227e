"""Formats on the command line, as a user would: there and back, byte for byte, and nothing of the originals between."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

CANARY = "Anna Berg"
TABLE = b"id,name,text\n1,Anna Berg,Anna Berg rang\n"
MAIL = b"From: Anna Berg <anna.berg@example.org>\nSubject: Anna Berg\n\nDear Erik,\nAnna Berg\n"
CHAT = b"31.12.23, 23:59 - Anna Berg: hello\n01.01.24, 00:01 - Erik: Anna Berg!\n"


def archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        opened.writestr("a.csv", TABLE)
        opened.writestr("b.eml", MAIL)
    return made.getvalue()


FILES: dict[str, tuple[bytes, list[str]]] = {
    "a.csv": (TABLE, ["--column", "name=PERSON"]),
    "a.csv.gz": (gzip.compress(TABLE), ["--column", "name=PERSON"]),
    "a.eml": (MAIL, []),
    "a.mbox": (b"From anna.berg@example.org Mon\n" + MAIL + b"\n", []),
    "a.html": (b"<p>Dear <b>Anna</b> Berg</p><!-- Anna Berg -->", []),
    "a.vtt": (b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna Berg>I am Anna Berg\n", []),
    "a.conll": (b"Anna B-PER\nBerg I-PER\nrang O\n", []),
    "chat.txt": (CHAT, ["--format", "whatsapp"]),
    "result.json": (b'{"messages": [{"from": "Anna Berg", "text": ["Anna Berg"]}]}', ["--format", "telegram"]),
    "tweets.js": (b'window.YTD.tweets.part0 = [{"tweet": {"full_text": "Anna Berg"}}]', []),
    "a.zip": (archive(), []),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    data, options = FILES[name]
    there, made, back = tmp_path / name, tmp_path / f"made-{name}", tmp_path / f"back-{name}"
    vault = ["--vault", str(tmp_path / "v.db")]
    there.write_bytes(data)
    (tmp_path / "terms").write_text(CANARY)

    known = ["--fast", "--terms", "terms", *vault, *options]
    done = allonym("pseudonymize", str(there), "-o", str(made), *known, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = allonym("recover", str(made), "-o", str(back), "--reason", "test", *vault, cwd=tmp_path)

    assert again.returncode == 0, again.stderr
    assert back.read_bytes() == data
    assert CANARY.encode() not in made.read_bytes()
    assert CANARY.encode() not in done.stdout + done.stderr + again.stdout + again.stderr


@pytest.mark.parametrize(
    ("asked", "message"),
    [("name", "belong together"), ("name=PERSN", "did you mean 'PERSON'"), ("nam=PERSON", "'name'")],
)
def test_wrong_columns_are_told(asked: str, message: str, tmp_path: Path) -> None:
    there = tmp_path / "a.csv"
    there.write_bytes(TABLE)

    done = allonym("pseudonymize", str(there), "-o", str(tmp_path / "b.csv"), "--fast", "--column", asked, cwd=tmp_path)

    assert (done.returncode, (tmp_path / "b.csv").exists()) == (2, False)
    assert message in done.stderr.decode()
