"""Escapes of links and forms are read where they stand, and nothing that only looks like one is."""

import time

import pytest

from allonym.core.canon import canonical
from allonym.core.escapes import escaped_like, escapes, unescaped
from allonym.core.shadow import is_plain, shadow


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Anna%20Berg", "Anna Berg"),
        ("GET /p?name=Anna%20Berg&x=1 HTTP/1.1", "GET /p?name=Anna Berg&x=1 HTTP/1.1"),
        ("/find?q=Anna+Berg", "/find?q=Anna Berg"),
        ("name=Anna+M%C3%BCller&city=Berlin", "name=Anna Müller&city=Berlin"),
        ("J%c3%bcrgen%2520M%FCller", "Jürgen Müller"),
        ("p?n=%C4nne", "p?n=Änne"),
        ("Anna&plus;Berg Anna&#43;Berg", "Anna Berg Anna Berg"),
        ("x.example/p?name=Anna%20Berg", "x.example/p?name=Anna Berg"),
        ("next=example.org/p?name=Anna%20Berg", "next=example.org/p?name=Anna Berg"),
        ("tel=%2B46%2070%20174%2006%2005", "tel=+46 70 174 06 05"),
        ("to=https%3A%2F%2Fx.example%2FAnna%2520Berg", "to=https://x.example%2FAnna%2520Berg"),
        ("%D9%85%D8%AD%D9%85%D8%AF", "محمد"),
        ("Jo%E2%80%8Bs%C3%A9", "José"),
        (r"user\n070-174 06 33\nAnna Berg", "user\n070-174 06 33\nAnna Berg"),
        (r"done.\r\n\tAnna", "done.\n\n\nAnna"),
    ],
)
def test_escapes_are_read(text: str, seen: str) -> None:
    assert shadow(text).text == seen
    assert not is_plain(text)


@pytest.mark.parametrize(
    "text",
    [
        "100%20",
        r"C:\new\table",
        r"D:\nAnna",
        r"\\server\name",
        r"\newcommand and \textbf{}",
        "10%20%30%",
        "100%de laine",
        "50%Dagmar, %Fabian",
        "100%40ml.of",
        "anna.berg%40example.org",
        "https://x.example/p?name=Anna%20Berg",
        "www.x.example/Anna%20Berg",
        "mailto:a@example.org?subject=Anna%20Berg",
        "example.org/p?name=Anna%20Berg",
        "to=anna+berg@example.org",
        "1+1=2 and a + b",
        "%00%0D",
        "+46 70 174 06 05",
        "Tom&Jerry &plus; more",
    ],
)
def test_what_is_no_escape_or_a_link_is_read_as_it_stands(text: str) -> None:
    assert shadow(text).text == text
    assert list(escapes(text)) == []


def test_a_span_covers_all_signs_of_the_escapes_inside_it() -> None:
    text = "ü name=J%C3%BCrgen%20M\u200b%C3%BCller&x"
    made = shadow(text)
    start = made.text.index("Jürgen")

    assert made.text == "ü name=Jürgen Müller&x"
    assert made.span(start, start + len("Jürgen Müller")).of(text) == "J%C3%BCrgen%20M\u200b%C3%BCller"
    assert made.span(start + 1, start + 2).of(text) == "%C3%BC"


def test_an_escaped_name_is_the_same_original() -> None:
    assert canonical("PERSON", "Anna%20Berg") == canonical("PERSON", "Anna Berg")
    assert canonical("URL", "https://x.example/Anna%20Berg") == "https://x.example/Anna%20Berg"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anna%20Berg", "Eva%20M%C3%BCller"),
        ("Anna+Berg", "Eva+Müller"),
        ("Anna&plus;Berg", "Eva&plus;Müller"),
    ],
)
def test_new_words_are_escaped_like_old_ones(name: str, written: str) -> None:
    assert unescaped(name) == "Anna Berg"
    assert escaped_like("Eva Müller", name) == written


@pytest.mark.parametrize(
    "unit",
    ["%25", "%", "%2", "%C3", "a=+", "a=a+a", "&plus;", "a&plus;", ".de/", "a.de?", "a.", "a=1%20", "a%3A%2F%2F"],
)
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    before = time.process_time()
    shadow(text)

    assert time.process_time() - before < 2
