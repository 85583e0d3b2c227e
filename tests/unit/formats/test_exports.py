"""What social networks hand out: who writes is replaced, in the texts and in the fields around them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import joined, pieces, read

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.formats.chat import whatsapp

TWEETS = """window.YTD.tweets.part0 = [
  {
    "tweet" : {
      "id_str" : "1234567890123456789",
      "full_text" : "@blorp_q met Blorp Quuxson \\u2026",
      "entities" : { "user_mentions" : [ { "name" : "Blorp Quuxson", "screen_name" : "blorp_q", "id_str" : "99" } ] },
      "favorited" : false
    }
  }
]
"""
TELEGRAM = {
    "name": "Zorblat Quux",
    "id": 4711,
    "messages": [
        {"id": 1, "from": "Blorp Quuxson", "from_id": "user4711", "text": "I am Blorp"},
        {
            "id": 2,
            "from": "سارة يوسف",
            "from_id": "user12",
            "text": ["Hi ", {"type": "bold", "text": "Quuxson"}, " here"],
        },
        {"id": 3, "from": None, "text": ""},
    ],
}


def test_an_archive_of_x_keeps_its_script() -> None:
    made = through("tweets.js", TWEETS.encode())[0].decode()

    assert made.startswith("window.YTD.tweets.part0 = [\n")
    tweet = json.loads(made.partition("=")[2])[0]["tweet"]
    [mentioned] = tweet["entities"]["user_mentions"]
    assert tweet["full_text"] == f"{mentioned['screen_name']} met {mentioned['name']} …"
    assert (tweet["id_str"], mentioned["id_str"]) == ("[ID_1]", "[ID_2]")


@pytest.mark.parametrize("data", [b"", b"alert('Zorblat Quux')", b"window.YTD.tweets.part0 = {}", TWEETS.encode()[:-8]])
def test_other_scripts_are_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        through("tweets.js", data)


def test_who_writes_on_telegram_is_found_in_all_messages() -> None:
    data = json.dumps(TELEGRAM, ensure_ascii=False, indent=1).encode()
    made = json.loads(through("result.json", data, format_name="telegram")[0])
    first, second, third = made["messages"]

    assert first["text"] == f"I am {first['from']}"
    assert second["text"] == ["Hi ", {"type": "bold", "text": first["from"]}, " here"]
    assert second["from"] not in {first["from"], "سارة يوسف"}
    assert third == TELEGRAM["messages"][2]  # type: ignore[index]
    assert not first["from_id"].startswith("user")


def test_a_reddit_dump_has_authors() -> None:
    rows = b'{"author":"blorp_q","id":"abc12","title":"Ask blorp_q","created_utc":17}\n{"author":null,"body":"ok"}\n'
    made, _ = through("r.jsonl", rows, format_name="reddit")

    assert made == (
        b'{"author":"[USERNAME_1]","id":"[ID_1]","title":"Ask [USERNAME_1]","created_utc":17}\n'
        b'{"author":null,"body":"ok"}\n'
    )
    [first, _] = pieces_of_reddit(rows)
    assert first.author == "blorp_q"


def pieces_of_reddit(rows: bytes) -> list[Piece]:
    from allonym.formats.exports import reddit

    return [piece for piece in pieces(reddit(), rows) if isinstance(piece, Piece)]


def test_what_the_user_says_of_a_column_goes_before() -> None:
    layout = Layout(labels=(("author", "PERSON"),))
    made, _ = through("r.jsonl", b'{"author":"blorp_q"}\n', layout, "reddit")

    assert made == b'{"author":"[PERSON_1]"}\n'


CHATS = {
    "English": "[31/12/2023, 23:59:58] {a}: Hello {b}\n[01/01/2024, 00:00:10] \u200e{b}: and {a}\n",
    "American": "12/31/23, 11:59\u202fPM - {a}: Hello {b}\n1/1/24, 12:01 AM - {b}: and {a}\n",
    "German": "31.12.23, 23:59 - {a}: Hallo {b}\n01.01.24, 00:01 - {b}: und {a}\n",
    "French": "31/12/2023 à 23:59 - {a}: Salut {b}\n01/01/2024 à 00:01 - {b}: et {a}\n",
    "Swedish": "2023-12-31 23:59 - {a}: Hej {b}\n2024-01-01 00:01 - {b}: och {a}\n",
    "Spanish": "31/12/23, 23:59 - {a}: Hola {b}\n1/1/24, 0:01 a. m. - {b}: y {a}\n",
    "Italian": "[31/12/23, 23:59:58] {a}: Ciao {b}\n[01/01/24, 00:01:00] {b}: e {a}\n",
    "Portuguese": "31/12/2023 23:59 - {a}: Olá {b}\n01/01/2024 00:01 - {b}: e {a}\n",
    "Arabic": "\u200f٣١\u200f/١٢\u200f/٢٠٢٣، ٢٣:٥٩ - {a}: مرحبا {b}\n\u200f١\u200f/١\u200f/٢٠٢٤، ٠٠:٠١ - {b}: مع {a}\n",
}


@pytest.mark.parametrize("kind", CHATS)
@pytest.mark.parametrize("names", [("Blorp Quuxson", "Zorblat"), ("سارة يوسف", "Jürgen Müller")])
def test_a_chat_keeps_its_times_and_names_each_person_alike(kind: str, names: tuple[str, str]) -> None:
    chat = CHATS[kind].format(a=names[0], b=names[1])
    made, _ = through("chat.txt", chat.encode(), format_name="whatsapp")

    assert made.decode() == CHATS[kind].format(a="[PERSON_1]", b="[PERSON_2]")


def test_numbers_further_lines_and_notices() -> None:
    chat = (
        "31.12.23, 23:59 - Nachrichten sind verschlüsselt.\r\n31.12.23, 23:59 - +46 70 174 06 05: hello\r\n"
        "Zorblat Quux: not a sender\r\n"
    )
    made, _ = through("chat.txt", chat.encode(), format_name="whatsapp")

    require_none_of(CANARIES, made)
    assert b" - [PHONE_1]: hello\r\n[PERSON_1]: not a sender\r\n" in made


def test_who_writes_is_the_author() -> None:
    found = pieces(whatsapp(), CHATS["German"].format(a="A", b="B").encode())

    assert [piece.author for piece in found if isinstance(piece, Piece)] == ["A", "B"]


def test_a_text_that_is_no_chat_is_refused() -> None:
    with pytest.raises(InputError, match="does not begin like a chat"):
        through("chat.txt", b"Zorblat Quux", format_name="whatsapp")


@given(
    st.lists(
        st.sampled_from(
            ["31.12.23, 23:59 - ", "Anna: ", "a", "\n", "\r\n", ":", " ", "é", "\u200e", "[1/1/24, 1:11] "]
        ),
        max_size=40,
    )
)
@settings(max_examples=200)
def test_the_messages_join_to_the_chat(parts: list[str]) -> None:
    data = ("31.12.23, 23:59 - Anna: a" + "".join(parts)).encode()
    layout, found = read(whatsapp(), data)

    assert joined(layout, found) == data
