"""From the start page into a review and out of it: the same file and vault, and what was corrected is in the output."""

import time
from pathlib import Path
from typing import Any

from tests.interfaces.command import PASSPHRASE, POSTS, allonym
from tests.interfaces.pages.started import Started

VAULT = {"kind": "new", "name": "study", "passphrase": PASSPHRASE}


def order(pages: Started, **more: object) -> dict[str, Any]:
    held = pages.hand_in("posts.csv", POSTS.encode()).data["input"]
    return {"input": held, "profile": "default", "vault": VAULT, **more}


def test_without_a_review_the_page_says_how_to_begin_one(pages: Started) -> None:
    page, api = pages.get("/review"), pages.get("/api/review/documents")

    assert page.status == 200
    assert b"Nothing is open yet" in page.body
    assert api.status == 409


def test_a_review_of_a_file_that_was_handed_in(pages: Started) -> None:
    begun = pages.post("/api/start/review", order(pages))
    listed = pages.get("/api/review/documents").data
    sheet = pages.get("/api/review/documents/1").data

    assert begun.data == {"documents": 6}
    assert [each["id"] for each in listed["documents"]][:2] == ["1/author", "1"]
    assert sheet["text"] == "Call me, Bo: +46 70 174 06 05"
    assert b"review.js" in pages.get("/review").body
    for path in pages.folder.rglob("*"):
        assert path.is_dir() or b"+46 70" not in path.read_bytes()


def test_what_was_corrected_is_in_the_output_and_comes_back(pages: Started) -> None:
    pages.post("/api/start/review", order(pages))
    sheet = pages.get("/api/review/documents/1").data
    [mark] = [each["id"] for each in sheet["marks"] if each["label"] == "PHONE"]
    done = pages.post(
        "/api/review/documents/1/do", {"version": sheet["version"], "command": {"do": "unmark", "mark": mark}}
    )
    finished = pages.post("/api/review/finish", {"open": True})
    assert done.status == 200, done.body
    assert finished.status == 200, finished.body
    output = written(pages.folder)
    back = allonym("recover", output, "-o", "back.csv", "--vault", "study.vault", cwd=pages.folder)

    assert b"+46 70 174 06 05" in output.read_bytes()
    assert b"bo@example.org" not in output.read_bytes()
    assert back.returncode == 0, back.stderr
    assert (pages.folder / "back.csv").read_bytes() == POSTS.encode()


def written(folder: Path) -> Path:
    """Wait for the output of a review."""
    for _ in range(200):
        found = [path for path in folder.rglob("output/*.csv") if path.is_file()]
        if found:
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"no output: {sorted(folder.rglob('*'))}")


def test_another_review_takes_the_place_of_the_first(pages: Started) -> None:
    first = pages.post("/api/start/review", order(pages))
    again = {"kind": "existing", "name": "study.vault", "passphrase": PASSPHRASE}
    held = pages.hand_in("a.txt", b"Call +46 70 174 06 05.").data["input"]
    second = pages.post("/api/start/review", order(pages, input=held, vault=again))
    refused = pages.post("/api/start/review", order(pages, profile="gdpr-research", vault={"kind": "none"}))

    assert (first.data["documents"], second.data["documents"]) == (6, 1)
    assert refused.status == 422
