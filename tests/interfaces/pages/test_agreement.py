"""The page /agreement: two annotators side by side, and the one or the other is chosen."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from threading import Thread

import pytest
from tests.interfaces.pages.started import Started
from tests.unit.reviewing.sheets import fill, opened

from allonym.core.pieces import Layout
from allonym.core.types import Document, Span
from allonym.interfaces.pages import agreement_page
from allonym.interfaces.pages.agreement_routes import AgreementRoutes
from allonym.interfaces.pages.app import make_app, new_sessions
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.serving import LOOPBACK, Address, listening, prepared
from allonym.reviewing.acting import say
from allonym.reviewing.adjudicating import Place
from allonym.reviewing.choosing import Adjudication
from allonym.reviewing.values import DONE, Sheet
from allonym.reviewing.works import read_work
from allonym.running.sources import find_inputs

ARABIC = "PERSON: كتبت ليلى حداد إلى anna.berg@example.org يوم الاثنين وسافرت إلى بيروت."
TEXT = "<script>alert(1)</script> Write to anna.berg@example.org, said Anna Berg."


@pytest.fixture
def chosen(tmp_path: Path) -> Iterator[Adjudication]:
    """Return an adjudication of two texts: in one of them the second has taken the address off."""
    corpus = fill(tmp_path / "in", {"a.txt": TEXT, "b.txt": "Call +44 20 7946 0958."})
    for name in ("anna", "berta"):
        project = opened(corpus, tmp_path / "r", annotator=name)
        if name == "berta":
            mail = next(each for each in project.history(0).sheet.marks if each.label == "EMAIL")
            say(project, 0, 0, {"do": "unmark", "mark": mail.id})
        for number in range(2):
            say(project, number, project.history(number).sheet.version, {"do": "status", "status": "done"})
        project.close()
    sources, _ = find_inputs([str(corpus)], None, Layout())
    one, two = (read_work(tmp_path / "r" / f"{name}.jsonl", sources, "en") for name in ("anna", "berta"))
    made = Adjudication(opened(corpus, tmp_path / "r", annotator="agreed"), one, two)
    made.begin()
    yield made
    made.project.close()


@pytest.fixture
def page(chosen: Adjudication, tmp_path: Path) -> Iterator[Started]:
    sessions, log = new_sessions(), list[str]()
    app = make_app(AgreementRoutes(chosen).routes(), sessions, LOOPBACK, log.append, home="/agreement")
    with listening(Address(port=0)) as on:
        server = prepared(app, Address(), Limits())
        thread = Thread(target=server.run, kwargs={"sockets": [on]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running = Started(tmp_path, on.getsockname()[1], sessions.link(), log=log)
        running.enter()
        yield running
        server.should_exit = True
        thread.join()
    assert log == []


def shown(html: bytes) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html.decode()))


def test_the_documents_where_they_differ_are_listed_with_the_figures(page: Started) -> None:
    answer = page.get("/agreement")

    assert answer.status == 200
    assert "a.txt" in shown(answer.body)
    assert "b.txt" not in shown(answer.body)
    assert "replaced or not" in shown(answer.body)
    assert b'href="/agreement/0"' in answer.body


def test_both_are_shown_side_by_side_and_texts_are_inert(page: Started) -> None:
    answer = page.get("/agreement/0")

    assert b"<script>alert" not in answer.body
    assert "anna.berg@example.org" in shown(answer.body)
    assert "only one has marked it" in shown(answer.body)
    assert answer.body.count(b'aria-pressed="false"') == 2
    assert b"They agree here." in page.get("/agreement/1").body


def test_a_choice_is_kept_and_settles_the_document(page: Started, chosen: Adjudication) -> None:
    [place] = re.findall(rb'data-side="two" data-place="([\d-]+)"', page.get("/agreement/0").body)
    answer = page.post("/api/agreement/0/choose", {"place": place.decode(), "side": "two"})

    assert answer.data == {"settled": 1}
    assert page.get("/agreement/0").body.count(b'aria-pressed="true"') == 1
    sheet = chosen.project.history(0).sheet
    assert sheet.status == DONE
    assert "EMAIL" not in {each.label for each in sheet.marks}
    assert b'"chosen"' in (page.folder / "r" / "agreed.jsonl").read_bytes()
    page.post("/api/agreement/0/choose", {"place": None, "side": "one"})
    assert "EMAIL" in {each.label for each in chosen.project.history(0).sheet.marks}


def test_what_is_next_is_said_once_all_is_settled(page: Started) -> None:
    assert "All places are settled" not in shown(page.get("/agreement").body)
    page.post("/api/agreement/0/choose", {"place": None, "side": "two"})

    for path in ("/agreement", "/agreement/0"):
        assert "All places are settled" in shown(page.get(path).body)
        assert "allonym review … --as agreed" in shown(page.get(path).body)


def test_a_text_runs_the_way_of_its_letters() -> None:
    sheet = Sheet(Document("a", ARABIC, "ar"), (), ())
    place = Place(Span(14, 18), (), (), ("marked",))
    html = agreement_page._difference(place, (sheet, sheet), {"one": "anna", "two": "berta"}, None)

    assert html.count('class="said" dir="rtl"') == 2
    assert f'dir="rtl">{ARABIC}' in html


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/api/agreement/0/choose", {"place": "1-2", "side": "two"}, 422),
        ("/api/agreement/0/choose", {"place": None, "side": "anna"}, 422),
        ("/api/agreement/0/choose", {"side": 4}, 422),
        ("/api/agreement/0/choose", {"side": "one", "more": 1}, 422),
        ("/api/agreement/0/choose", [], 422),
        ("/api/agreement/9/choose", {"side": "one"}, 422),
        ("/api/agreement/x/choose", {"side": "one"}, 404),
    ],
)
def test_what_is_no_choice_is_refused(page: Started, path: str, data: object, status: int) -> None:
    answer = page.post(path, data)

    assert answer.status == status
    assert "Berg" not in answer.body.decode()


def test_nobody_chooses_without_having_been_let_in(page: Started) -> None:
    assert page.ask("POST", "/api/agreement/0/choose", b'{"side":"one"}', {"X-Allonym": "0"}).status == 403
    assert page.ask("GET", "/agreement", headers={"Cookie": ""}).status == 403
