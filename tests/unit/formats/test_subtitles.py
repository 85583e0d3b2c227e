import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import joined, read

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.formats.subtitles import srt, vtt

SRT = """1
00:00:01,000 --> 00:00:03,000
<i>Zorblat</i> Quux, kom hit!
{\\an8}Jag är här.

2
00:00:04,000 --> 00:00:05,500
- hej <b>Zor</b>blat
Quux på +46 70 174 06 05
"""
VTT = """WEBVTT - with Zorblat Quux

NOTE by Zorblat Quux

STYLE
::cue(v[voice="Zorblat Quux"]) { color: red }

1
00:00:01.000 --> 00:00:03.000 align:start position:0%
<v.loud Zorblat Quux>Bonjour &amp; <00:00:02.000><c.yellow>bienvenue</c></v>

00:04.000 --> 00:06.000
<v سارة يوسف>أنا سارة يوسف
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_times_tags_and_numbers_stay(line_end: str, encoding: str) -> None:
    made, _ = through("a.srt", SRT.replace("\n", line_end).encode(encoding))

    require_none_of((*CANARIES, "Zorblat", "Quux"), made)
    expected = SRT.replace("<i>Zorblat</i> Quux", "<i>[PERSON_1]</i>").replace(
        "<b>Zor</b>blat\nQuux", "<b>[PERSON_1]</b>"
    )
    expected = expected.replace("+46 70 174 06 05", "[PHONE_1]")
    assert made == expected.replace("\n", line_end).encode(encoding)


def test_who_speaks_is_a_person_in_all_cues() -> None:
    made = through("a.vtt", VTT.encode())[0].decode()

    require_none_of((*CANARIES, "Zorblat", "Quux"), made.encode())
    assert "<v.loud [PERSON_1]>Bonjour &amp; <00:00:02.000><c.yellow>bienvenue</c></v>" in made
    assert "<v [PERSON_2]>أنا [PERSON_2]" in made
    assert "00:00:01.000 --> 00:00:03.000 align:start position:0%\n" in made


def test_a_voice_that_no_list_knows_is_replaced() -> None:
    made, _ = through("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v xqz>hello\n")

    assert b"<v [PERSON_1]>hello" in made


def test_what_is_no_web_subtitle_is_refused() -> None:
    with pytest.raises(InputError, match="WEBVTT"):
        through("a.vtt", b"PK\x03\x04 Zorblat Quux")


def test_a_time_with_words_behind_it_is_text() -> None:
    made, _ = through("a.srt", b"1\n00:00:01,000 --> 00:00:03,000 Zorblat Quux\nhello\n")

    require_none_of(CANARIES, made)


@pytest.mark.parametrize("form", [srt(), vtt()])
@given(
    st.lists(
        st.sampled_from(
            [
                "1",
                "\n",
                "\r\n",
                "\n\n",
                "00:00:01,000 --> 00:00:03,000",
                "<i>",
                "<v Anna>",
                "a",
                " ",
                "é",
                "&amp;",
                "NOTE",
                "-->",
                "<",
            ]
        ),
        max_size=40,
    ).map("".join)
)
@settings(max_examples=200)
def test_the_pieces_join_to_the_file(form, text: str) -> None:  # type: ignore[no-untyped-def]
    data = ("WEBVTT\n" + text).encode()
    layout, found = read(form, data)

    assert joined(layout, found) == data
    for piece in found:
        assert isinstance(piece, Piece)
        places = [place for slot in piece.slots for place in (slot.span.start, slot.span.end)]
        assert places == sorted(places)
        for slot in piece.slots:
            assert form.respell(slot.span.of(piece.text), [], Layout(encoding="utf-8")) == slot.span.of(piece.text)
