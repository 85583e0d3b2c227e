"""A plan as HTML: what it shows, and that no text can do anything in it."""

from dataclasses import replace
from html.parser import HTMLParser
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import UsageError
from allonym.core.types import Action, Decision, Entity, Mention, Plan, Span, digest
from allonym.display import html

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</mark></div><iframe src=javascript:alert(1)>",
    "<!-- --><style>*{display:none}</style>",
    "&lt;b&gt; &amp; &#60;script&#62;",
    "<a href='https://evil.example'>x</a>",
    "]]><![CDATA[<x>",
    "\u202egnp.exe\u202c",
    "a\u200bb\u00adc\ufeff",
    "\0\x1b[31m",
)


class Reader(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.titles: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.titles += [value or "" for name, value in attrs if name == "title"]

    def handle_data(self, data: str) -> None:
        self.text += data


def plan_for(text: str, *found: tuple[int, int, str, Action]) -> Plan:
    decisions = (
        Decision(Entity(f"e{number}", label, (Mention(Span(start, end), label, 0.9, "test"),)), action, "direct")
        for number, (start, end, label, action) in enumerate(found, 1)
    )
    return Plan("d", digest(text), tuple(decisions))


def read(snippet: str) -> Reader:
    reader = Reader()
    reader.feed(snippet)
    reader.close()
    return reader


def test_mentions_are_named_and_in_words_also_what_is_done() -> None:
    text = "Anna met Bo in Lund."

    made = read(html(plan_for(text, (15, 19, "LOCATION.CITY", Action.MARK), (0, 4, "PERSON", Action.REPLACE)), text))

    assert made.text == "AnnaPERSON e2 met Bo in LundLOCATION.CITY e1, marked."
    assert made.titles[0] == "PERSON, replace, rule direct, score 0.90"


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_do_nothing_inside_and_outside_of_a_mention(words: str) -> None:
    text = f"{words} before {words} behind"
    start = text.index(" before ") + 8

    made = read(html(plan_for(text, (start, start + len(words), "PERSON", Action.REPLACE)), text))

    assert made.tags <= {"div", "mark", "bdi", "span"}
    assert made.attributes <= {"dir", "style", "title"}
    assert " before " in made.text


def test_hostile_labels_and_rules_do_nothing_either() -> None:
    plan = plan_for("Anna", (0, 4, '"><script>x</script>', Action.REPLACE))
    plan = replace(plan, decisions=(replace(plan.decisions[0], rule='" onload="x'),))

    made = read(html(plan, "Anna"))

    assert made.tags <= {"div", "mark", "bdi", "span"}
    assert made.attributes <= {"dir", "style", "title"}


@given(st.text())
def test_whatever_a_text_says_it_is_shown_and_nothing_else(text: str) -> None:
    middle = len(text) // 2
    plan = plan_for(text, (0, middle, "PERSON", Action.REPLACE)) if middle else plan_for(text)

    made = read(html(plan, text))

    assert made.tags <= {"div", "mark", "bdi", "span"}
    assert all(sign.isprintable() or sign in "\n\t" or category(sign) == "Zs" for sign in made.text)


def test_signs_that_turn_or_hide_letters_are_made_visible() -> None:
    made = read(html(plan_for("a\u202eb\u200bc"), "a\u202eb\u200bc"))

    assert made.text == "a[U+202E]b[U+200B]c"


def test_arabic_is_shown_in_its_direction() -> None:
    text = "اتصلت سارة يوسف بي"

    made = html(plan_for(text, (6, 15, "PERSON", Action.REPLACE)), text)

    assert made.startswith('<div dir="auto" ')
    assert "<bdi>سارة يوسف</bdi>" in made
    assert 'dir="ltr"' in made


def test_a_plan_for_another_text_is_refused() -> None:
    with pytest.raises(UsageError, match="made for another text"):
        html(plan_for("Anna"), "Bo")


def test_a_notebook_shows_no_words_unless_it_is_asked() -> None:
    plan = plan_for("Anna Quimbyson", (0, 14, "PERSON", Action.REPLACE))

    assert not hasattr(plan, "_repr_html_")
    assert "Quimbyson" not in repr(plan)
