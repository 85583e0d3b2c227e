"""Pages: texts, attributes, comments and scripts are read, tags stay, and what is out of order hides nothing."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import pieces

from allonym.core.containers import follow, pack_step
from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.core.types import Edit, Span
from allonym.formats.html_page import html_page


def texts(page: str) -> list[tuple[str, str]]:
    return [
        (slot.column, slot.value)
        for piece in pieces(html_page(), page.encode())
        if isinstance(piece, Piece)
        for slot in piece.slots
    ]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Dear <b>An</b>na,<br>hello</p>", [("text", "Dear Anna,"), ("text", "hello")]),
        ("<p title='Anna' class=x>a</p>", [("title", "Anna"), ("text", "a")]),
        ("Jos&eacute; &amp; Co &unknown; &#233;&#xe9;", [("text", "José & Co &unknown; éé")]),
        ("<!-- Anna --><p> </p>", [("comment", "<!-- Anna -->"[4:-3])]),
        ("<script>let a = 'Anna'</script>", [("script", "let a = 'Anna'")]),
        ("<style>p {color: red} /* Anna */</style>", [("script", " Anna ")]),
        ("<a href='mailto:a@b.se'>x</a>", [("href", "mailto:a@b.se"), ("text", "x")]),
        ("<a href='#'>x <i>y</i></a> z", [("text", "x y z")]),
        ("<anna@example.org> <p Anna Berg> 1 < 2", [("text", "<anna@example.org> <p Anna Berg> 1 < 2")]),
        ("<p title='Anna", [("text", "<p title='Anna")]),
        ("<script>Anna", [("text", "Anna")]),
        ("<!-- Anna", [("text", "<!-- Anna")]),
        ("<anna-berg>x</anna-berg>", [("text", "<anna-berg>x</anna-berg>")]),
        ("<![CDATA[Anna]]>", [("text", "<![CDATA[Anna]]>")]),
        ("<?php echo 'Anna' ?>", [("text", "<?php echo 'Anna' ?>")]),
        ("<svg><text x='1'>Anna</text></svg>", [("text", "<text x='1'>Anna</text>")]),
        ("<meta name=author content=Anna>", [("name", "author"), ("content", "Anna")]),
        ("<a href='/q?n=Anna%20Berg'>x</a>", [("href", "/q?n=Anna Berg"), ("text", "x")]),
        ("<a href='/q?n=Anna+Berg&amp;m=1'>x</a>", [("href", "/q?n=Anna Berg&m=1"), ("text", "x")]),
        ("<a href=/q?n=Ren%C3%A9+%E9>x</a>", [("href", "/q?n=René é"), ("text", "x")]),
        ("<a href='mailto:a%2Eb%40c.se'>x</a>", [("href", "mailto:a.b@c.se"), ("text", "x")]),
        ("<a href='/q?t=+46701&m=a+b@c.se'>x</a>", [("href", "/q?t=+46701&m=a+b@c.se"), ("text", "x")]),
        ("<a href='/a+b%00%0D%4'>x</a>", [("href", "/a+b%00%0D%4"), ("text", "x")]),
        # What is found as a link is read as it stands.
        ("<a href='https://a.se/?n=A%20B'>x</a>", [("href", "https://a.se/?n=A%20B"), ("text", "x")]),
        ("<a href='/r?n=A%20B&to=ftp://c?n=D%20E'>x</a>", [("href", "/r?n=A B&to=ftp://c?n=D%20E"), ("text", "x")]),
        ("<a href='mailto:a@b.se?subject=A%20B'>x</a>", [("href", "mailto:a@b.se?subject=A%20B"), ("text", "x")]),
        ("<p title='100%20 Anna'></p>", [("title", "100%20 Anna")]),
        ("<p data-u='/u/Anna%20Berg'></p>", [("data-u", "/u/Anna Berg")]),
        ("<style>/* Anna */ a{content:'Berg'}</style>", [("script", " Anna \n\nBerg")]),
        ("<img alt='' src=a.png data-user='Anna'>", [("src", "a.png"), ("data-user", "Anna")]),
    ],
)
def test_what_is_text(page: str, found: list[tuple[str, str]]) -> None:
    assert texts(page) == found


def test_a_page_in_several_languages_keeps_its_tags() -> None:
    page = """<!DOCTYPE html>
<html lang="fr"><head><title>Zorblat Quux</title><meta name="description" content="de Zorblat Quux">
<style>/* Zorblat Quux */ p { color: #fff }</style><script>var who = "Zorblat Quux";</script></head>
<body onload="hello('Zorblat Quux')"><!-- Zorblat Quux -->
<p title="Zorblat Quux">Bonjour <b>Zor</b>blat&nbsp;Quux &amp; <a href="mailto:zorblat.quux@example.org">Zorblat
Quux</a>, <a href="tel:+46701740605">+46 70 174 06 05</a></p>
<p dir="rtl">وصلت <i>سارة</i> يوسف</p><zorblat.quux@example.org></body></html>
"""
    made, _ = through("p.html", page.encode())

    require_none_of((*CANARIES, "Zorblat", "Quux", "سارة", "701740605"), made)
    assert b'<p title="[PERSON_1]">Bonjour <b>[PERSON_1]</b> &amp; <a href' in made
    assert '<p dir="rtl">وصلت <i>[PERSON_2]</i></p>'.encode() in made


def test_no_escape_hides_a_name() -> None:
    page = """<p>Zorblat Quux, zorblat.quux@example.org</p>
<a href="mailto:info@example.org?subject=Zorblat%20Quux&amp;cc=zorblat%2Equux%40example.org">a</a>
<a href="mailto:zorblat%2Equux%40example.org">b</a> <a href="/search?q=Zorblat+Quux">c</a>
<img src='Zorblat%20Quux.png'><p>Write to zorblat%2Equux%40example.org</p>
"""
    made, _ = through("p.html", page.encode())

    require_none_of(("Zorblat", "Quux", "zorblat", "quux"), made)
    assert b'<a href="[URL_1]">a</a>' in made
    assert b'<a href="mailto:%5BEMAIL_1%5D">b</a>' in made
    assert b"<img src='%5BPERSON_1%5D.png'><p>Write to [EMAIL_1]</p>" in made


def test_two_notes_of_a_style_sheet_are_not_one_name() -> None:
    page = b'<style>/* Paul Smith */ a:before{content:"Zorblat Quux"}</style>'
    made, _ = through("p.html", page)

    assert made == b'<style>/* [PERSON_1] */ a:before{content:"[PERSON_2]"}</style>'


def rewritten(page: str, new: str, encoding: str = "utf-8") -> str:
    form, data = html_page(), page.encode(encoding)
    layout = form.inspect(data, Layout(encoding=encoding))
    found = list(form.read(BytesIO(data), layout))
    edits = [[[Edit(Span(0, len(slot.value)), new)] for slot in piece.slots] for piece in found]
    old, made = BytesIO(data), BytesIO()
    steps = [pack_step(step) for step in form.build(old, layout, iter(edits), made)]
    assert b"".join(follow(steps, made)) == data
    return made.getvalue().decode(encoding)


def test_new_words_are_escaped_as_their_place_needs() -> None:
    assert rewritten("<p>a</p>", "<b> & é") == "<p>&lt;b&gt; &amp; é</p>"
    assert rewritten('<p title="a">', 'x"y') == '<p title="x&#34;y">'
    assert rewritten("<p title=a>", "x y'z") == "<p title=x&#32;y&#39;z>"
    assert rewritten("<p>a</p>", "سارة", "latin-1") == "<p>&#1587;&#1575;&#1585;&#1577;</p>"


@pytest.mark.parametrize(
    ("link", "new", "made"),
    [
        ("/q?n=Anna%20B", "[A_1]", "%5BA_1%5D"),
        ("/q?n=Anna+B", "a+b?c&d=e", "a%2Bb%3Fc%26d%3De"),
        ("/q?n=Anna%20B", "https://é", "https%3A//%C3%A9"),
        ("/q?n=Anna%20B", "www.a", "www.a"),
        ("/q?n=Anna", "[A_1]", "[A_1]"),
        ("https://a.se/?n=Anna%20B", "[A_1]", "[A_1]"),
    ],
)
def test_new_words_in_a_link_are_escaped_if_the_link_has_escapes(link: str, new: str, made: str) -> None:
    assert rewritten(f"<a href='{link}'></a>", new) == f"<a href='{made}'></a>"


def test_a_link_that_would_read_otherwise_is_escaped_throughout() -> None:
    form = html_page()
    layout = form.inspect(b"", Layout())
    like = "href='x.example/?a=Anna+Berg&b=c%20d'"

    made = form.respell(like, [Edit(Span(0, 11), "y")], layout)

    assert made == "href='ya%3DAnna%20Berg%26b%3Dc%20d'"


@pytest.mark.parametrize("page", ["<!-- a -->", "<script>a</script>", "<style>/* a */</style>"])
@pytest.mark.parametrize("new", ["--> <p>", "</script><p>", "*/ p"])
def test_new_words_never_break_out(page: str, new: str) -> None:
    with pytest.raises(InputError, match="would end"):
        rewritten(page, new)


def test_a_page_has_a_limit() -> None:
    with pytest.raises(InputError, match="longer than 100 characters"):
        pieces(html_page(limit=100), b"a" * 200)


PARTS = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<a href='x'>",
        "<a href='",
        "/q?n=",
        "%20",
        "%C3%A9",
        "%",
        "+",
        "://",
        "</a>",
        "<br/>",
        "<",
        ">",
        "&",
        "&amp;",
        "&eacute;",
        "&#0;",
        '"',
        "'",
        "=",
        "a",
        " ",
        "\r\n",
        "é",
        "😀",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "/*",
        "*/",
        "Anna",
        "<p title=",
        "\0",
    ]
)


@given(st.lists(PARTS, max_size=40).map("".join), st.sampled_from(["", "X", "[PERSON_1]", "é"]))
@settings(max_examples=400, deadline=None)
def test_every_page_comes_back_whatever_is_replaced(page: str, new: str) -> None:
    form, data = html_page(), page.encode()
    layout = form.inspect(data, Layout())
    found = list(form.read(BytesIO(data), layout))
    assert "".join(piece.text for piece in found) == page
    edits = [[[Edit(Span(0, min(3, len(slot.value))), new)] for slot in piece.slots] for piece in found]
    old, made = BytesIO(data), BytesIO()
    try:
        steps = [pack_step(step) for step in form.build(old, layout, iter(edits), made)]
    except InputError:
        return
    assert b"".join(follow(steps, made)) == data


@given(
    st.lists(
        st.sampled_from(
            [
                "Zorblat Quux",
                "<",
                ">",
                "<p ",
                "=",
                '"',
                "'",
                " ",
                "<!--",
                "-->",
                "<b",
                "</",
                "&",
                "/",
                "<script>",
                "</script>",
                "<style>",
                "</style>",
                "/*",
                "title",
                "class",
            ]
        ),
        max_size=25,
    ).map("".join)
)
@settings(max_examples=400, deadline=None)
def test_no_disorder_hides_a_name(page: str) -> None:
    """Whoever is named in a page is named in a text of it, unless it is an attribute or a rule of how it looks."""
    seen = " ".join(value for _, value in texts(page))
    kept = page.count("Zorblat Quux") - seen.count("Zorblat Quux")

    assert kept == 0 or "class=" in page or "<style>" in page


def test_one_long_line_is_read() -> None:
    made, _ = through("p.html", b"<p>" + b"word <b>x</b> " * 20_000 + b"word " * 300_000 + b"Zorblat Quux</p>")

    require_none_of(CANARIES, made)
