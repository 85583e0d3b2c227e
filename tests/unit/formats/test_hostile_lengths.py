"""Files that begin something a thousand times and never end it are read in a time that grows with them."""

import io
import time

import pytest

from allonym.core.pieces import Layout
from allonym.formats.choosing import choose

ENDLESS = {
    "comments.html": b"<!--" * 40_000,
    "scripts.html": b"<script>" * 120_000,
    "styles.html": b"<style>" * 120_000,
    "links.html": b"<style>" + b"url(" * 60_000 + b"</style>",
    "quotes.html": b"<a href='" * 30_000,
    "voices.vtt": b"WEBVTT\n\n" + b"<v a" * 30_000,
    "spaces.eml": b"From: x\nContent-Transfer-Encoding: base64\n\n" + b" \t" * 40_000,
    "people.eml": b"From: " + b'"a" ' * 20_000 + b"\n\nx",
    "words.eml": b"Subject: " + b"=?utf-8?q?" * 20_000 + b"\n\nx",
    "quotes.csv": b"a,b\n" + b'x,"\n' * 20_000,
    "tags.conll": b"x " + b"A=b|" * 20_000 + b"!\n",
}


@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_what_never_ends_is_read_in_no_time(name: str) -> None:
    form = choose(name)
    data = ENDLESS[name]
    start = time.process_time()

    pieces = list(form.read(io.BytesIO(data), form.inspect(data[:65536], Layout())))

    assert pieces
    assert time.process_time() - start < 5
