"""Who gets in: one link, once, in one browser; what changes something comes from our own pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.pages.reviewed import Reviewed, reviewed

from allonym.interfaces.pages.app import POLICY
from allonym.interfaces.pages.session import Sessions
from allonym.interfaces.rest.problems import Problem


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Reviewed]:
    (tmp_path / "a.txt").write_text("Anna Berg, anna.berg@example.org")
    with reviewed(tmp_path / "a.txt", tmp_path / "r", entered=False) as running:
        yield running


@pytest.fixture
def inside(outside: Reviewed) -> Reviewed:
    outside.enter()
    return outside


def test_nobody_gets_in_without_the_link(outside: Reviewed) -> None:
    for route in outside.routes:
        path = route.path.replace("{n:int}", "0")
        method = next(iter(route.methods - {"HEAD"}))
        answer = outside.ask(method, path, b"{}", {"Content-Type": "application/json"})

        assert answer.status == 403, path
        assert b"Anna" not in answer.body


def test_the_link_is_good_once(outside: Reviewed) -> None:
    outside.enter()
    again = outside.ask("GET", f"/enter?key={outside.link}", headers={"Cookie": ""})

    assert again.status == 403
    assert "set-cookie" not in again.headers


def test_the_cookie_is_for_this_site_and_for_no_script(outside: Reviewed) -> None:
    answer = outside.ask("GET", f"/enter?key={outside.link}")

    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Strict" in answer.headers["set-cookie"]
    assert outside.link not in answer.headers["set-cookie"]
    assert b"/review" in answer.body


def test_two_reviews_in_one_browser_do_not_lock_one_another_out(inside: Reviewed, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("Karl Holm")
    with reviewed(tmp_path / "b.txt", tmp_path / "other") as second:
        both = f"{inside.cookie}; {second.cookie}"

        assert inside.cookie.partition("=")[0] != second.cookie.partition("=")[0]
        for each in (inside, second):
            assert each.ask("GET", "/api/review/settings", headers={"Cookie": both}).status == 200


def test_guessing_links_is_slowed_down(outside: Reviewed) -> None:
    statuses = [outside.get(f"/enter?key=guess{number}").status for number in range(8)]

    assert statuses[:5] == [403] * 5
    assert statuses[-1] == 429


@pytest.mark.parametrize("query", ["", "?key=", "?key=%ff", "?other=1", "?key=a&key=b&key=c&key=d"])
def test_an_odd_link_is_refused(outside: Reviewed, query: str) -> None:
    assert outside.get(f"/enter{query}").status == 403
    outside.enter()


@pytest.mark.parametrize("cookie", ["", "allonym=x", "other=1", "allonym=\x01", "a" * 5000, ";;;", 'allonym="'])
def test_another_cookie_is_refused(inside: Reviewed, cookie: str) -> None:
    answer = inside.ask("GET", "/api/review/settings", headers={"Cookie": cookie})

    assert answer.status in {400, 403}


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Allonym": ""},
        {"X-Allonym": "2"},
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_page_changes_nothing(inside: Reviewed, headers: dict[str, str]) -> None:
    body = b'{"version":0,"command":{"do":"comment","text":"x"}}'
    sent = {"Content-Type": "application/json", **headers}
    answer = inside.ask("POST", "/api/review/documents/0/do", body, sent)

    assert answer.status == 403
    assert inside.sheet()["version"] == 0


def test_our_own_page_may(inside: Reviewed) -> None:
    body = b'{"version":0,"command":{"do":"comment","text":"x"}}'
    sent = {"Content-Type": "application/json", "Origin": inside.address, "Sec-Fetch-Site": "same-origin"}

    assert inside.ask("POST", "/api/review/documents/0/do", body, sent).status == 200


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "", "localhost.evil:80", "[::2]"])
def test_under_another_name_nothing_is_told(inside: Reviewed, host: str) -> None:
    answer = inside.ask("GET", "/api/review/documents/0", headers={"Host": host})

    assert answer.status in {400, 421}
    assert b"Anna" not in answer.body


@pytest.mark.parametrize("path", ["/review", "/api/review/settings", "/static/allonym.css", "/nothing", "/enter"])
def test_every_answer_forbids_what_a_page_does_not_need(inside: Reviewed, path: str) -> None:
    headers = inside.get(path).headers

    assert headers["content-security-policy"] == POLICY
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "app.py", "", "allonym.css/", ".", "x.js"]
)
def test_only_what_lies_in_the_folder_is_served(inside: Reviewed, name: str) -> None:
    assert inside.get(f"/static/{name}").status == 404


def test_a_person_is_told_in_a_sentence_and_a_program_in_json(outside: Reviewed) -> None:
    page = outside.ask("GET", "/review", headers={"Accept": "text/html"})
    data = outside.ask("GET", "/api/review/settings", headers={"Accept": "text/html"})

    assert b"open the link" in page.body
    assert page.headers["content-type"].startswith("text/html")
    assert data.detail.startswith("open the link")


def test_an_unused_link_is_replaced_by_a_new_one() -> None:
    sessions = Sessions(lambda: 0.0)
    old, new = sessions.link(), sessions.link()
    scope = {"query_string": f"key={old}".encode(), "client": ("127.0.0.1", 1)}

    with pytest.raises(Problem):
        sessions.enter(scope)
    assert sessions.enter({**scope, "query_string": f"key={new}".encode()})
