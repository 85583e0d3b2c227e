"""Names on Reddit: u/name and /u/name are handles; rates, paths, links and subreddits are not."""

from pathlib import Path

import pytest

import allonym
from allonym.core.pieces import Layout
from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import patterns
from allonym.formats.choosing import choose
from allonym.linking.names import names
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import Source


def found(text: str) -> list[str]:
    """Return the handles of a text."""
    [mentions] = patterns(["handle"]).detect([Document("a", text)])
    return [each.span.of(text) for each in mentions]


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        ("Thanks u/OtherGuy_9 and /u/SomeUser123!", ["OtherGuy_9", "SomeUser123"]),
        ("u/anna-b's post; +/u/tip_bot, [u/spez](x)", ["anna-b", "tip_bot", "spez"]),
        ("cc: **/u/XIII-0**, \\/u/kate/ said", ["XIII-0", "kate"]),
        ("/u/kate/comments and u/some\\_name", ["kate", "some\\_name"]),
        ("U/SomeUser123 -u/bob", ["SomeUser123", "bob"]),
        ("سلام u/rowan88 و /u/anna_b", ["rowan88", "anna_b"]),
    ],
)
def test_names_behind_u_are_handles(text: str, handles: list[str]) -> None:
    assert found(text) == handles


@pytest.mark.parametrize(
    "text",
    [
        "3000 u/min, 40 U/l, 6.580 U/mm3, 5 U/liter, U/min, 20 u/ampulla, 7u/dose",
        "r/askreddit and /r/germany",
        "w/u/bob, and/u/or, und/oder, u/oder, a.u/bob, x_u/bob",
        "/u/local/bin, //u/bob, reddit.com/u/bob, plus.google.com/u/0/+x",
        "u/a, u/me, /u/12345, u/2020, U/Bob, u/annaé",
        "u/abcdefghijklmnopqrstu",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert found(text) == []


def test_a_name_behind_u_is_the_same_with_an_at_sign() -> None:
    text = "u/anna_b and @anna_b"
    document = Document("a", text)
    [mentions] = patterns(["handle"]).detect([document])
    linker = names()

    assert len(mentions) == 2

    assert {linker.key(document, each) for each in linker.link(document, mentions)} == {"@anna_b"}


def test_who_is_named_in_a_dump_of_reddit_is_the_author_of_another_line(tmp_path: Path) -> None:
    rows = (
        b'{"id":"a","author":"Some_User1","body":"Thanks u/OtherGuy_9! See r/askreddit."}\n'
        b'{"id":"b","author":"OtherGuy_9","body":"/u/Some_User1 is right, u/OtherGuy_9 says"}\n'
    )
    there, made, back = tmp_path / "r.jsonl", tmp_path / "made.jsonl", tmp_path / "back.jsonl"
    there.write_bytes(rows)
    form = choose("r.jsonl", "reddit")
    with allonym.open_vault("memory:") as vault:
        tool = allonym.Pseudonymizer(vault=vault, scope="corpus")
        pseudonymize_file(Run(tool), Source(there, there.name, form, Layout()), made)
        recover_file(vault, Source(made, made.name, form, Layout()), back)

    assert back.read_bytes() == rows
    assert made.read_bytes() == (
        b'{"id":"[ID_1]","author":"[USERNAME_1]","body":"Thanks u/[USERNAME_2]! See r/askreddit."}\n'
        b'{"id":"[ID_2]","author":"[USERNAME_2]","body":"/u/[USERNAME_1] is right, u/[USERNAME_2] says"}\n'
    )
