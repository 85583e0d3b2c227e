"""The parts of the start pages by themselves: what a page is made of, what a file shows, what a preview says."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.command import POSTS, allonym

from allonym import Document, Pseudonymizer
from allonym.core.errors import AllonymError, NotAllowed, WrongPassphrase
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.interfaces.pages import layout
from allonym.interfaces.pages.asking import attachment, told
from allonym.interfaces.pages.columns import first_documents, layout_of, look_at
from allonym.interfaces.pages.desk import Desk, Limits, plain_name
from allonym.interfaces.pages.previewing import Choice, kind_of, preview, segments
from allonym.interfaces.pages.runs import Order, Runs, VaultChoice
from allonym.interfaces.rest.problems import Problem
from allonym.running.sources import Source

STATIC = Path(layout.__file__).with_name("static")
BAD = "<script>alert(1)</script>\"'&\u202e"


def source(name: str, data: bytes, asked: Layout = Layout()) -> Source:  # noqa: B008 - it is frozen
    return Source(Path(name), name, choose(name), asked, data)


def test_a_page_has_no_script_and_no_style_in_it() -> None:
    made = layout.page(BAD, layout.words(BAD), layout.Frame(links=(("/", BAD), ("/x", "x")), data={"x": BAD}))

    assert "<script" not in made
    assert "<style" not in made
    assert "\u202e" not in layout.words(BAD)
    assert not re.search(r"\son\w+=", made)


@given(st.text())
def test_words_from_outside_stay_words(text: str) -> None:
    for made in (layout.words(text), layout.option(text, text), layout.field("x", layout.choices("x"), "")):
        assert not re.search(r"<(?!/?(bdi|option|div|label|select)\b)", made)
    assert '"' not in layout.attribute(text)


def test_modules_never_make_html_of_words() -> None:
    for path in STATIC.glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text), path
        assert "http://" not in text.replace("http://127.0.0.1", ""), path
        assert len(text.splitlines()) <= 300, path


def test_a_table_shows_its_columns_and_who_names_its_rows() -> None:
    looked = look_at(source("posts.csv", POSTS.encode()))

    assert looked.table
    assert [(each.name, each.filled) for each in looked.columns] == [("id", 3), ("author", 3), ("text", 3)]
    assert (looked.id, looked.author, looked.broken) == ("id", "author", 0)
    assert looked.columns[1].samples == ["@anna", "@bo", "@anna"]


def test_a_text_has_no_columns() -> None:
    looked = look_at(source("a.txt", b"Anna Berg"))

    assert (looked.table, looked.columns) == (False, ())
    assert layout_of({"kinds": {"x": "leave"}}, looked) == Layout()


def test_what_is_said_of_columns_is_what_options_would_say() -> None:
    looked = look_at(source("posts.csv", POSTS.encode()))

    assert layout_of({}, looked) == Layout()
    assert layout_of({"kinds": {"text": "text"}}, looked) == Layout()
    assert layout_of({"kinds": {"author": "leave"}}, looked) == Layout(text_columns=("text",))
    assert layout_of({"kinds": {"author": "USERNAME"}}, looked) == Layout(labels=(("author", "USERNAME"),))
    assert layout_of({"kinds": {"author": "USERNAME", "text": "leave"}}, looked) == Layout(
        text_columns=("author",), labels=(("author", "USERNAME"),)
    )
    assert layout_of({"id": "author", "kinds": {"id": "leave"}}, looked) == Layout(
        text_columns=("text",), id_column="author"
    )


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    [document], _ = first_documents(source("a.txt", b"Anna Berg wrote. " * 10_000), 6, 4000, None)
    rows, count = first_documents(source("posts.csv", b"text\n" + b"Anna Berg\n" * 1000), 6, 4000, "en")
    _, more = first_documents(source("posts.csv", b"text\n" + b"Anna Berg\n" * 3000), 6, 4000, "en")

    assert 1000 < len(document.text) <= 2000
    assert document.text.split()[-1] in ("Anna", "Berg", "wrote.")
    assert (len(rows), count, more) == (6, 1000, 1001)


def test_segments_joined_are_the_output() -> None:
    document = Document("1", "Mail bo@example.org from Leeds, or bo@example.org.", "en")
    tool = Pseudonymizer("default")
    [result] = tool.apply([document])
    parts = segments(document, result)

    assert "".join(part["text"] for part in parts) == result.text
    assert [(part["text"], part["done"], part["was"]) for part in parts if "done" in part] == [
        ("[EMAIL_1]", "replaced", "bo@example.org"),
        ("Leeds", "marked", ""),
        ("[EMAIL_1]", "replaced", "bo@example.org"),
    ]


def test_profiles_that_look_for_the_same_share_one_detection(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    detect = Pseudonymizer.detect_many

    def counted(self: Pseudonymizer, documents: list[Document]) -> object:
        asked.append(self.settings.name)
        return detect(self, documents)

    monkeypatch.setattr(Pseudonymizer, "detect_many", counted)
    preview([Document("1", "Anna Berg", "en")], [Choice(name) for name in ("default", "swell", "netanos-xxx")])

    assert asked == ["default", "netanos-xxx"]
    with pytest.raises(Problem):
        preview([], [])


def test_every_label_has_a_kind_that_the_stylesheet_knows() -> None:
    from allonym.core.labels import LABELS

    style = (STATIC / "allonym.css").read_text("utf-8")

    assert {kind for kind in map(kind_of, LABELS) if kind != "other" and f"mark.{kind} " not in style} == set()


@given(st.text(max_size=300))
def test_a_name_is_one_that_a_file_can_have(name: str) -> None:
    try:
        made = plain_name(name)
    except Problem:
        return

    assert made == Path(made).name
    assert made not in (".", "..", "-")
    assert made.isprintable()
    assert len(made) <= 121


@given(st.text(min_size=1, max_size=50).filter(lambda name: all(not 0xD800 <= ord(each) < 0xE000 for each in name)))
def test_a_file_is_handed_out_to_be_saved(name: str) -> None:
    header = attachment(name, b"x").headers["content-disposition"]

    assert header.isascii()
    assert "\n" not in header
    assert header.startswith("attachment")


def test_errors_that_nobody_foresaw_say_nothing() -> None:
    assert told(NotAllowed("this key is that of a worker")).status == 403
    assert told(WrongPassphrase("no")).status == 403
    assert told(AllonymError("unsafe")).status == 409
    assert "Anna" not in told(ValueError("Anna Berg")).detail
    assert "Anna" not in told(OSError("Anna Berg")).detail


def test_a_run_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    runs = Runs(Desk(tmp_path, Limits()), told)
    data = "".join(f"{n},mail user{n}@example.org\n" for n in range(30_000))
    order = Order(
        source("t.csv", f"id,text\n{data}".encode()), Choice("default"), VaultChoice(tmp_path / "v", "x", new=True)
    )
    run = runs.start(order)
    with pytest.raises(Problem, match="another file"):
        runs.start(order)
    run.wanted = False
    for _ in range(600):
        if run.state != "running":
            break
        time.sleep(0.05)

    assert run.state == "stopped"
    assert list(tmp_path.iterdir()) == []


def test_the_command_serves_the_page_once_to_whoever_has_the_link(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "allonym", "start", "--no-browser", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        lines = [running.stderr.readline(), running.stderr.readline()]
        link = lines[1].split()[-1]
        with urlopen(link) as answer:  # noqa: S310 - our own
            first = answer.read()
        with pytest.raises(Exception, match="403"):
            urlopen(link)  # noqa: S310 - as above
        running.send_signal(signal.SIGINT)
        running.wait(20)

    assert str(tmp_path) in lines[0]
    assert b"Go on" in first


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = allonym("start", "nowhere", "--no-browser", cwd=tmp_path)

    assert done.returncode == 2
    assert b"there is no folder" in done.stderr
