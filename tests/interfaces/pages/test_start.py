"""The start page: the bytes of the command line, nothing in plain outside its folder, and no words in errors."""

import gzip
import json
import stat
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pytest
from tests.interfaces.command import PASSPHRASE, POSTS, allonym
from tests.interfaces.pages.started import Started, started

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.interfaces.pages.desk import Desk, Limits
from allonym.interfaces.rest.documents import Wanted
from allonym.interfaces.rest.work import Service

LINES = "".join(
    json.dumps({"id": f"p{n}", "text": f"{name} wrote to user{n}@example.org from Leeds."}, ensure_ascii=False) + "\n"
    for n, name in enumerate(("Anna Berg", "Élodie Martin", "محمد علي", "Jörg Müller"))
)
TEXT = "Anna Berg wrote to Paul Smith.\n\nAnna Berg lives at 12 High Street, Leeds; call +44 20 7946 0958.\n"
NEW = {"kind": "new", "name": "study", "passphrase": PASSPHRASE}


def letter() -> bytes:
    document = docx.Document()
    for line in TEXT.split("\n\n"):
        document.add_paragraph(line.strip())
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


INPUTS = {
    "posts.csv": POSTS.encode(),
    "lines.jsonl": LINES.encode(),
    "letter.txt": TEXT.encode(),
    "letter.docx": letter(),
    "posts.csv.gz": gzip.compress(POSTS.encode(), mtime=0),
}


def order(pages: Started, name: str, data: bytes, **more: object) -> dict[str, Any]:
    looked = pages.hand_in(name, data)
    assert looked.status == 200, looked.body
    return {"input": looked.data["input"], "profile": "default", "vault": NEW, **more}


PAIRS = [
    *(pytest.param(name, "default", marks=[] if name == "posts.csv" else [pytest.mark.slow]) for name in INPUTS),
    ("posts.csv", "gdpr-research"),
    *(pytest.param(name, "cloaked-realistic", marks=pytest.mark.slow) for name in INPUTS),
    *(pytest.param(name, "gdpr-research", marks=pytest.mark.slow) for name in INPUTS),
]


@pytest.mark.parametrize(("name", "profile"), PAIRS)
def test_the_page_and_the_command_line_give_the_same_bytes(name: str, profile: str, pages: Started) -> None:
    # The keys of a vault decide over pseudonyms, so both begin with copies of one empty vault.
    folder, data = pages.folder, INPUTS[name]
    open_vault(folder / "study.vault", PASSPHRASE, create=True).close()
    (folder / "other.vault").write_bytes((folder / "study.vault").read_bytes())
    vault = {"kind": "existing", "name": "study.vault", "passphrase": PASSPHRASE}
    run = pages.run(order(pages, name, data, profile=profile, vault=vault))
    (folder / name).write_bytes(data)
    done = allonym(
        "pseudonymize", name, "-o", f"out-{name}", "--profile", profile, "--vault", "other.vault", cwd=folder
    )
    output, expected = folder / run["files"][0]["place"], folder / f"out-{name}"

    assert done.returncode == 0, done.stderr
    assert run["state"] == "done", run
    assert output.read_bytes() == expected.read_bytes() != data
    assert pages.get(f"/api/start/runs/{run['id']}/files/0").body == expected.read_bytes()


def test_the_service_gives_the_same_texts_as_the_page(pages: Started) -> None:
    run = pages.run(order(pages, "lines.jsonl", LINES.encode()))
    written = [json.loads(line) for line in (pages.folder / run["files"][0]["place"]).read_text("utf-8").splitlines()]
    with open_vault(pages.folder / "study.vault", PASSPHRASE) as vault:
        service = Service(Pseudonymizer("default", vault), vault)
        wanted = [Wanted(each["text"], each["id"]) for each in map(json.loads, LINES.splitlines())]
        told = service.pseudonymize(wanted)

    assert [(each["id"], each["text"]) for each in written] == [(each["id"], each["text"]) for each in told]


def test_a_run_leaves_output_vault_and_certificate_for_nobody_else(pages: Started) -> None:
    run = pages.run(order(pages, "posts.csv", POSTS.encode()))
    files = {each["kind"]: pages.folder / each["place"] for each in run["files"]}
    checked = allonym("certificate", "verify", files["certificate"], "--output", files["output"], cwd=pages.folder)
    recovered = allonym("recover", files["output"], "-o", "back.csv", "--vault", "study.vault", cwd=pages.folder)
    saved = pages.get(f"/api/start/runs/{run['id']}/files/1")
    (pages.folder / "saved.vault").write_bytes(saved.body)

    assert run["report"]["texts"] == 6
    assert run["report"]["failed"] == 0
    assert sorted(files) == ["certificate", "output", "page", "vault"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.values()} == {0o600}
    assert stat.S_IMODE(files["output"].parent.stat().st_mode) == 0o700
    assert checked.returncode == 0, checked.stderr
    assert recovered.returncode == 0, recovered.stderr
    assert (pages.folder / "back.csv").read_bytes() == POSTS.encode()
    assert "attachment" in saved.headers["content-disposition"]
    with open_vault(pages.folder / "saved.vault", PASSPHRASE) as vault:
        assert vault.verify().files == 1


def test_what_was_handed_in_is_nowhere_on_the_disk(pages: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = pages.folder / "tmp"
    elsewhere.mkdir()
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    sent = order(pages, "letter.docx", letter(), profiles=["default", "netanos-xxx"])
    pages.post("/api/start/preview", {name: sent[name] for name in ("input", "profiles")})
    del sent["profiles"]
    run = pages.run(sent)
    held = [path for path in pages.folder.rglob("*") if path.is_file()]

    assert run["state"] == "done"
    assert list(elsewhere.iterdir()) == []
    for path in held:
        assert b"Anna Berg" not in path.read_bytes()
    text = "\n".join(each.text for each in docx.Document(str(pages.folder / run["files"][0]["place"])).paragraphs)
    assert "Anna" not in text


def test_a_preview_shows_several_profiles_side_by_side(pages: Started) -> None:
    sent = order(pages, "posts.csv", POSTS.encode())
    profiles = ["default", "cloaked-s0", "netanos-xxx"]
    shown = pages.post("/api/start/preview", {"input": sent["input"], "profiles": profiles}).data
    said = {
        each["profile"]: ["".join(part["text"] for part in text) for text in each["texts"]]
        for each in shown["profiles"]
    }

    assert list(said) == profiles
    assert [each["text"] for each in shown["texts"]][:2] == ["@anna", "Call me, Bo: +46 70 174 06 05"]
    assert said["default"][:2] == ["[USERNAME_1]", "Call me, [PERSON_1]: [PHONE_1]"]
    assert "PHONE" not in said["cloaked-s0"][1]
    assert "174" not in "".join(said["cloaked-s0"] + said["netanos-xxx"])
    assert list(pages.folder.iterdir()) == []


def test_columns_are_what_somebody_says_they_are(pages: Started) -> None:
    table = "id,who,text,note\n1,Zorblax,Zorblax and bo@example.org,bo@example.org\n"
    sent = order(pages, "t.csv", table.encode())
    sent["layout"] = {"kinds": {"id": "text", "who": "PERSON", "text": "text", "note": "leave"}, "author": "who"}
    run = pages.run(sent)
    lines = (pages.folder / run["files"][0]["place"]).read_text("utf-8").splitlines()

    assert lines == ["id,who,text,note", "1,[PERSON_1],[PERSON_1] and [EMAIL_1],bo@example.org"]


def test_words_of_ones_own_are_replaced_and_left(pages: Started) -> None:
    sent = order(pages, "a.txt", b"Zorblax met Anna Berg.", terms="Zorblax\tORGANIZATION", allow="Anna Berg")
    run = pages.run({**sent, "profile": "cloaked-s2", "language": "en"})

    assert "Zorblax" not in (pages.folder / run["files"][0]["place"]).read_text("utf-8")
    assert "Anna Berg" in (pages.folder / run["files"][0]["place"]).read_text("utf-8")


def test_a_file_of_the_folder_is_read_where_it_lies(pages: Started) -> None:
    (pages.folder / "posts.csv").write_bytes(POSTS.encode())
    looked = pages.post("/api/start/look", {"input": {"file": "posts.csv"}})
    run = pages.run({"input": {"file": "posts.csv"}, "profile": "default", "vault": NEW})

    assert [each["name"] for each in looked.data["columns"]] == ["id", "author", "text"]
    assert (looked.data["id"], looked.data["author"]) == ("id", "author")
    assert run["state"] == "done"
    assert (pages.folder / "posts.csv").read_bytes() == POSTS.encode()


def test_a_second_run_gets_a_folder_of_its_own(pages: Started) -> None:
    first = pages.run(order(pages, "a.txt", b"Call +46 70 174 06 05."))
    again = {"kind": "existing", "name": "study.vault", "passphrase": PASSPHRASE}
    second = pages.run(order(pages, "a.txt", b"Call +46 70 174 06 05.", vault=again))

    assert first["files"][0]["place"] == "a-pseudonymized/a.txt"
    assert second["files"][0]["place"] == "a-pseudonymized-2/a.txt"


def test_a_file_in_another_encoding_is_read_once_it_is_named(pages: Started) -> None:
    data = "id,text\n1,Jörg Müller wohnt in Köln.\n".encode("cp1252")
    refused = pages.hand_in("t.csv", data)
    taken = pages.ask("POST", "/api/start/inputs", data, {"X-Name": "t.csv", "X-Encoding": "cp1252"})
    sent = {"input": taken.data["input"], "layout": {"encoding": "cp1252"}, "profile": "default", "vault": NEW}
    run = pages.run(sent)

    assert refused.status == 200
    assert refused.data["broken"] == 1
    assert taken.data["columns"][1]["samples"] == ["Jörg Müller wohnt in Köln."]
    assert "wohnt in Köln" in (pages.folder / run["files"][0]["place"]).read_text("cp1252")
    assert pages.ask("POST", "/api/start/inputs", data, {"X-Name": "t.csv", "X-Encoding": "rot13"}).status == 422


def test_a_run_that_fails_leaves_nothing(pages: Started) -> None:
    late = b"Anna Berg wrote. " * 150_000 + b"caf\xff\xfe"
    run = pages.run(order(pages, "bad.txt", late, profile="netanos-xxx"))
    corpus = pages.run(order(pages, "a.txt", b"Anna Berg", profile="gdpr-research", vault={"kind": "none"}))

    assert run["state"] == "failed"
    assert "Anna" not in run["detail"]
    assert corpus["state"] == "failed"
    assert "vault" in corpus["detail"]
    assert list(pages.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"profile": "Anna Berg"}, 422),
        ({"language": "Anna Berg"}, 422),
        ({"terms": "x\tAnna Berg"}, 422),
        ({"Anna Berg": 1}, 422),
        ({"input": {"held": "Anna Berg"}}, 404),
        ({"input": {"file": "Anna Berg.txt"}}, 404),
        ({"input": {"file": "../Anna Berg.txt"}}, 422),
        ({"input": {"file": "/etc/passwd"}}, 422),
        ({"input": "Anna Berg"}, 422),
        ({"layout": {"kinds": {"Anna Berg": "text"}}}, 422),
        ({"layout": {"kinds": {"text": "Anna Berg"}}}, 422),
        ({"layout": {"kinds": {"id": "leave", "author": "leave", "text": "leave"}}}, 422),
        ({"layout": {"id": "Anna Berg"}}, 422),
        ({"layout": ["Anna Berg"]}, 422),
        ({"vault": {"kind": "new", "name": "v", "passphrase": "too short"}}, 422),
        ({"vault": {"kind": "existing", "name": "Anna Berg.vault", "passphrase": PASSPHRASE}}, 404),
        ({"vault": {"kind": "existing", "name": "../v.vault", "passphrase": PASSPHRASE}}, 422),
        ({"vault": {**NEW, "name": "../evil.vault"}}, 422),
        ({"vault": {**NEW, "name": "C:\\evil"}}, 422),
        ({"vault": {**NEW, "name": ".evil"}}, 422),
        ({"vault": {**NEW, "name": " "}}, 422),
        ({"vault": {"kind": "Anna Berg"}}, 422),
        ({"vault": None}, 422),
    ],
)
def test_what_does_not_fit_is_refused_without_a_word_of_it(change: dict[str, Any], status: int, pages: Started) -> None:
    answer = pages.post("/api/start/runs", {**order(pages, "posts.csv", POSTS.encode()), **change})

    assert answer.status == status, answer.body
    assert "Anna" not in answer.body.decode()
    assert list(pages.folder.iterdir()) == []


def test_a_vault_is_never_overwritten(pages: Started) -> None:
    (pages.folder / "study.vault").write_bytes(b"mine")
    answer = pages.post("/api/start/runs", order(pages, "posts.csv", POSTS.encode()))

    assert answer.status == 409
    assert (pages.folder / "study.vault").read_bytes() == b"mine"


def test_a_run_that_goes_on_is_found_again(pages: Started) -> None:
    rows = "".join(f"{n},mail user{n}@example.org\n" for n in range(5000))
    begun = pages.post("/api/start/runs", order(pages, "t.csv", f"id,text\n{rows}".encode())).data
    seen = pages.get("/api/start/folder").data["run"]
    second = pages.post("/api/start/runs", order(pages, "a.txt", b"x", vault={"kind": "none"}))
    pages.post(f"/api/start/runs/{begun['id']}/stop", {})
    ended = pages.finished(begun["id"])

    assert seen["id"] == begun["id"]
    assert second.status == 409
    assert ended["state"] == "stopped"
    assert pages.get("/api/start/folder").data == {
        "inputs": [],
        "vaults": [],
        "outputs": [],
        "unfinished": [],
        "run": None,
    }


def test_a_file_that_is_let_go_is_gone(pages: Started) -> None:
    sent = order(pages, "a.txt", b"x")
    pages.post("/api/start/drop", {"input": sent["input"]})

    assert pages.post("/api/start/look", {"input": sent["input"]}).status == 404


def test_a_wrong_passphrase_is_told(pages: Started) -> None:
    open_vault(pages.folder / "study.vault", PASSPHRASE, create=True).close()
    vault = {"kind": "existing", "name": "study.vault", "passphrase": "not this one at all"}
    run = pages.run(order(pages, "posts.csv", POSTS.encode(), vault=vault))

    assert run["state"] == "failed"
    assert "does not open this vault" in run["detail"]
    assert [path.name for path in pages.folder.iterdir()] == ["study.vault"]


def test_a_file_that_is_too_large_is_told_what_to_do(tmp_path: Path) -> None:
    with started(tmp_path, Limits(file=1000)) as pages:
        refused = pages.hand_in("a.txt", b"Anna Berg " * 200)
        taken = pages.hand_in("a.txt", b"x" * 1000)

    assert refused.status == 413
    assert "allonym pseudonymize" in refused.detail
    assert "Anna" not in refused.detail
    assert taken.status == 200


def test_names_of_files_lose_what_could_mislead(pages: Started) -> None:
    names = {
        "../../a.txt": "a.txt",
        "C:\\x\\b.txt": "b.txt",
        "\u202etxt.c.txt": "txt.c.txt",
        "x" * 300 + ".txt": "x" * 100 + ".txt",
    }

    assert [pages.hand_in(each, b"x").data["name"] for each in names] == list(names.values())
    assert pages.hand_in("a.exe", b"x").status == 415
    assert pages.hand_in("", b"x").status == 422


def test_the_oldest_files_give_way() -> None:
    desk = Desk(Path(), Limits(held=2))
    first, second, third = (desk.take_in(f"{n}.txt", b"x") for n in range(3))

    assert desk.source({"held": third.id}, Layout()).data == b"x"
    assert desk.source({"held": second.id}, Layout()).name == "1.txt"
    with pytest.raises(Exception, match="no longer held"):
        desk.source({"held": first.id}, Layout())


def test_nobody_gets_in_without_the_link(tmp_path: Path) -> None:
    with started(tmp_path, entered=False) as pages:
        tried = [pages.get(path).status for path in ("/", "/recover", "/subjects", "/api/start/folder", "/api/made/x")]
        handed = pages.hand_in("a.txt", b"x").status
        pages.enter()
        without = pages.ask("POST", "/api/start/inputs", b"x", {"X-Name": "a.txt", "X-Allonym": "0"}).status

    assert tried == [403] * 5
    assert (handed, without) == (403, 403)


def test_a_file_that_cannot_be_read_is_told_by_its_place(pages: Started) -> None:
    (pages.folder / "dir.csv").mkdir()

    assert pages.post("/api/start/look", {"input": {"file": "dir.csv"}}).status == 404
    assert pages.hand_in("broken.docx", b"PK\3\4 but no zip").status == 422
