"""`allonym subjects`: finding, contacting and forgetting a person, as a user does it."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

POSTS = (
    "id,author,text\r\n"
    '1,u7,"Nicolas Sarkozy met Anna Berg. Sarkozy left."\r\n'
    "2,u8,Anna Berg wrote to nicolas.sarkozy@example.org\r\n"
    "3,u9,Mr Sarkozy said nothing\r\n"
)
COLUMNS = ("--id-column", "id", "--author-column", "author", "--text-column", "text")
NAME = "Nicolas Sarkozy"


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_bytes(POSTS.encode())
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v.vault", *COLUMNS, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_person_is_found_contacted_and_forgotten(study: Path) -> None:
    shown = allonym("subjects", "find", NAME, "--vault", "v.vault", cwd=study).stdout.decode()
    answer = json.loads(allonym("subjects", "find", NAME, "--vault", "v.vault", "--json", cwd=study).stdout)
    told = answer["result"]["found"]
    listed = allonym("subjects", "contact", NAME, "--vault", "v.vault", "-o", "list.csv", cwd=study)

    assert "3 mentions in 2 documents, and 1 mention that may be the person" in shown
    assert "posts.csv: 1  PERSON  [PERSON_1]  0-10 " in shown
    assert not any(word in shown for word in ("Anna", "Berg", "Sarkozy"))
    assert [(each["document"], each["sure"], each["author"]) for each in told] == [
        ("1", True, "u7"),
        ("2", True, "u8"),
        ("3", False, "u9"),
    ]
    assert listed.stdout == b"list.csv: 3 documents, 3 authors\n"
    assert (study / "list.csv").read_text().splitlines()[1] == "posts.csv,1,u7,2,yes"
    assert (study / "list.csv").stat().st_mode & 0o077 == 0

    asked = allonym("subjects", "forget", NAME, "--vault", "v.vault", cwd=study)
    assert (asked.returncode, b"needs --yes" in asked.stderr) == (2, True)

    options = ("--outputs", "out.csv", "-o", "new.csv", "--certificate", "gone.json", "--yes")
    done = allonym("subjects", "forget", NAME, "--vault", "v.vault", *options, cwd=study)
    assert done.returncode == 0, done.stderr
    assert b"forgotten: 3 mentions in 2 documents, 1 output written anew" in done.stdout
    assert b"Backups of the vault" in done.stderr
    assert not any(word in done.stdout + done.stderr for word in (b"arkozy", b"Nicolas", b"Berg"))
    assert json.loads((study / "gone.json").read_text())["payload"]["outputs"] == 1
    assert "Certificate of withdrawal" in (study / "gone.txt").read_text()
    assert "arkozy" not in (study / "gone.json").read_text() + (study / "gone.txt").read_text()
    assert (study / "new.csv").read_text().splitlines()[1] == '1,u7,"[WITHDRAWN] met [PERSON_2]. [WITHDRAWN] left."'

    checked = allonym("certificate", "verify", "gone.json", cwd=study, passphrase=None)
    assert (checked.returncode, b"compare it with the key" in checked.stderr) == (0, True)
    assert b"gone.json: in order; somebody was forgotten" in checked.stdout
    assert b": 3 mentions in 2 documents, 1 output written anew\n" in checked.stdout
    told = json.loads(allonym("certificate", "verify", "gone.json", "--json", cwd=study).stdout)["result"]
    assert (told["mentions"], told["outputs"], told["compared"]) == (3, 1, False)
    named = allonym("certificate", "verify", "gone.json", "--public-key", told["public_key"], cwd=study)
    assert (named.returncode, named.stderr) == (0, b"")
    useless = allonym("certificate", "verify", "gone.json", "--output", "new.csv", cwd=study)
    assert (useless.returncode, b"speaks of no output" in useless.stderr) == (2, True)
    signed = (study / "gone.json").read_text()
    (study / "other.json").write_text(signed.replace('"mentions": 3', '"mentions": 4'))
    changed = allonym("certificate", "verify", "other.json", cwd=study)
    assert (changed.returncode, b"other.json: the signature does not fit" in changed.stderr) == (1, True)

    back = allonym("recover", "new.csv", "-o", "back.csv", "--vault", "v.vault", "--reason", "test", cwd=study)
    assert b"1 with all but the words of people who have withdrawn" in back.stdout
    assert (study / "back.csv").read_text().splitlines() == [
        "id,author,text",
        '1,u7,"[WITHDRAWN] met Anna Berg. [WITHDRAWN] left."',
        "2,u8,Anna Berg wrote to [WITHDRAWN]",
        "3,u9,Mr Sarkozy said nothing",
    ]

    again = allonym("pseudonymize", "posts.csv", "-o", "again.csv", "--vault", "v.vault", *COLUMNS, cwd=study)
    assert b"note: 3 mentions of people who have withdrawn" in again.stderr
    assert (study / "again.csv").read_text().count("[WITHDRAWN]") == 3


def test_a_document_is_listed_once_however_the_person_is_called_and_however_often_it_went_through(
    tmp_path: Path,
) -> None:
    posts = "id,author,text\n1,u7,Nicolas Sarkozy is @nicolas_sarkozy and nicolas.sarkozy@example.org\n"
    (tmp_path / "posts.csv").write_text(posts)
    for profile in ("default", "akio-external"):
        line = ("pseudonymize", "posts.csv", "-o", f"{profile}.csv", "--vault", "v.vault", "-p", profile, *COLUMNS)
        assert allonym(*line, cwd=tmp_path).returncode == 0
    found = allonym("subjects", "find", NAME, "--vault", "v.vault", "--json", cwd=tmp_path)

    listed = allonym("subjects", "contact", NAME, "--vault", "v.vault", "-o", "list.csv", cwd=tmp_path)

    assert len(json.loads(found.stdout)["result"]["found"]) >= 4
    assert listed.stdout == b"list.csv: 1 document, 1 author\n"
    assert (tmp_path / "list.csv").read_text().splitlines()[1:] == ["posts.csv,1,u7,3,yes"]


def test_only_what_is_chosen_is_forgotten_and_keys_may_wait(study: Path) -> None:
    options = ("--only", "3", "--later", "--yes")
    done = allonym("subjects", "forget", NAME, "--vault", "v.vault", *options, cwd=study)
    left = allonym("subjects", "find", NAME, "--vault", "v.vault", cwd=study)

    assert b"forgotten: 1 mention in 1 document" in done.stdout
    assert b"2 more that were found stay" in done.stdout
    assert b"`allonym vault rotate` does it" in done.stderr
    assert left.stdout.endswith(b"3 mentions in 2 documents\n")


def test_outputs_need_a_place_to_go_and_unknown_ones_are_named(study: Path) -> None:
    alone = allonym("subjects", "forget", NAME, "--vault", "v.vault", "--outputs", "out.csv", cwd=study)
    piped = allonym(
        "subjects", "forget", NAME, "--vault", "v.vault", "--outputs", "out.csv", "-o", "-", "--yes", cwd=study
    )
    other = allonym(
        "subjects", "forget", NAME, "--vault", "v.vault", "--outputs", "posts.csv", "-o", "n.csv", "--yes", cwd=study
    )

    assert (alone.returncode, b"both are needed" in alone.stderr) == (2, True)
    assert (piped.returncode, b"not to standard output" in piped.stderr, piped.stdout) == (2, True, b"")
    assert b"posts.csv: the vault cannot write it anew" in other.stderr
    assert not (study / "n.csv").exists()


def test_an_older_table_brings_nobody_back_and_says_so(study: Path) -> None:
    (study / "key").write_text("the passphrase of the table")
    sealed = ("--new-passphrase-file", "key")
    exported = allonym("vault", "export", "v.vault", "-o", "old.table", *sealed, cwd=study)
    assert exported.returncode == 0, exported.stderr
    forgotten = allonym("subjects", "forget", NAME, "--vault", "v.vault", "--yes", cwd=study)
    assert forgotten.returncode == 0, forgotten.stderr

    taken = allonym("vault", "import", "v.vault", "old.table", "--key-file", "key", cwd=study)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v.vault", "--reason", "test", cwd=study)

    assert taken.stdout == b"old.table: 0 texts, 0 files, 0 pseudonyms\n"
    assert b"note: 1 of the mentions, entries and files speak of people who have withdrawn" in taken.stderr
    assert b"1 with all but the words of people who have withdrawn" in back.stdout
    assert "Nicolas" not in (study / "back.csv").read_text()
