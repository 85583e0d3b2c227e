"""What a newcomer runs into on the start pages: previews that must keep promises, killed runs, wrong passphrases."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE
from tests.interfaces.pages.started import Started, started

from allonym import open_vault
from allonym.core.errors import WrongPassphrase
from allonym.core.types import Document
from allonym.interfaces.pages.brake import WRONG, Brake
from allonym.interfaces.pages.previewing import Choice, preview
from allonym.interfaces.rest.problems import Problem

PEOPLE = "id,author,text\n1,w1,Anna Berg was here.\n2,w2,I saw Anna Berg today.\n3,w1,Anna Berg came.\n"
VAULT = {"kind": "existing", "name": "study.vault", "passphrase": PASSPHRASE}


def shown(pages: Started, profile: str, layout: object) -> list[str]:
    """Return what stands for the person in each row of a preview."""
    sent = {"input": pages.hand_in("p.csv", PEOPLE.encode()).data["input"], "layout": layout, "language": "en"}
    answer = pages.post("/api/start/preview", {**sent, "profiles": [profile]}).data
    rows = answer["profiles"][0]["texts"]

    assert (answer["count"], answer["more"]) == (len(answer["texts"]), False)
    return ["".join(part["text"] for part in row if part.get("was") == "Anna Berg") for row in rows]


def test_a_preview_keeps_what_the_profile_promises(pages: Started) -> None:
    texts = {"kinds": {"author": "leave"}}
    whole = shown(pages, "gdpr-research", texts)

    assert len(whole) == 3
    assert whole[0]
    assert len(set(whole)) == 1


def test_a_preview_keeps_writers_apart_where_the_profile_does(tmp_path: Path) -> None:
    profile = tmp_path / "own.toml"
    profile.write_text('extends = "gdpr-research"\nscope = "author"\n', "utf-8")
    documents = [
        Document(str(number), "I saw Anna Berg today.", "en", author=author)
        for number, author in enumerate(("w1", "w2", "w1", None, None))
    ]
    [told] = preview(documents, [Choice(str(profile))])
    one, two, again, nobody, neither = [
        "".join(part["text"] for part in row if part.get("was") == "Anna Berg") for row in told["texts"]
    ]

    assert one == again
    assert len({one, two, nobody, neither}) == 4


def test_a_run_that_was_killed_is_cleared_up_and_its_vault_goes_on(tmp_path: Path) -> None:
    data = ("id,text\n" + "".join(f"{n},mail user{n}@example.org\n" for n in range(30_000))).encode()
    _killed(tmp_path, data)
    left = sorted(path.name for path in (tmp_path / "many-pseudonymized").iterdir())
    with started(tmp_path) as pages:
        folder = pages.get("/api/start/folder").data
        swept = not (tmp_path / "many-pseudonymized").exists()
        sent = {"input": pages.hand_in("many.csv", data[:2000]).data["input"], "profile": "default"}
        refused = pages.post("/api/start/runs", {**sent, "vault": {**VAULT, "kind": "new"}})
        run = pages.run({**sent, "vault": VAULT})
        after = pages.get("/api/start/folder").data

    assert len(left) == 1
    assert left[0].endswith(".allonym-tmp")
    assert swept
    assert folder["unfinished"] == ["study.vault"]
    assert (refused.status, "did not finish" in refused.detail) == (409, True)
    assert run["state"] == "done", run
    assert run["profile"] == "default"
    assert after["unfinished"] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many-pseudonymized", "study.vault"]


def _killed(folder: Path, data: bytes) -> None:
    """Begin a run in a process of its own, and kill it in the middle."""
    command = [sys.executable, "-m", "allonym", "start", "--no-browser", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = None
        while found is None:
            found = re.search(r"127\.0\.0\.1:(\d+)/enter\?key=(\S+)", process.stderr.readline())
        pages = Started(folder, int(found[1]), found[2])
        pages.enter()
        sent = {"input": pages.hand_in("many.csv", data).data["input"], "profile": "default"}
        assert pages.post("/api/start/runs", {**sent, "vault": {**VAULT, "kind": "new"}}).status == 200
        until = time.monotonic() + 60
        while not list(folder.glob("many-pseudonymized/.*.allonym-tmp")) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)


def test_wrong_passphrases_make_somebody_wait(pages: Started) -> None:
    open_vault(pages.folder / "study.vault", PASSPHRASE, create=True).close()
    key = {"vault": "study.vault", "passphrase": "not this one"}
    wrong = [pages.post("/api/vault/open", key) for _ in range(WRONG)]
    right = pages.post("/api/vault/open", {**key, "passphrase": PASSPHRASE})

    assert [each.status for each in wrong] == [403] * (WRONG - 1) + [429]
    assert "try again in 60 seconds" in wrong[-1].detail
    assert right.status == 429


def test_the_brake_lets_go_after_a_while() -> None:
    now = 0.0
    brake = Brake(lambda: now)

    def fail() -> None:
        with brake.trying("a.vault"):
            raise WrongPassphrase("no")

    for _ in range(WRONG - 1):
        with pytest.raises(WrongPassphrase):
            fail()
    with pytest.raises(Problem):
        fail()
    with brake.trying("b.vault"):
        pass
    now = 61.0
    with brake.trying("a.vault"):
        pass


def test_a_file_that_the_vault_does_not_know_is_told_in_words_of_the_page(pages: Started) -> None:
    open_vault(pages.folder / "study.vault", PASSPHRASE, create=True).close()
    held = pages.hand_in("a.csv", PEOPLE.encode(), "/api/recover/inputs").data["input"]
    key = {"vault": "study.vault", "passphrase": PASSPHRASE}
    answer = pages.post("/api/recover/file", {**key, "input": held, "reason": "a test"})

    assert answer.status == 422
    assert "--edited" not in answer.detail
    assert "tick “It was edited since”" in answer.detail
