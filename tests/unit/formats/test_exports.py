"""What social networks hand out: who writes is replaced, in the texts and in the fields around them."""

import json
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import joined, pieces, read

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.formats.chat import whatsapp
from allonym.formats.exports import reddit

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


def test_words_of_telegram_stay_and_all_else_is_read() -> None:
    message = {
        "type": "message",
        "text": [{"type": "bold", "text": "Zorblat Quux"}, {"type": "Zorblat Quux", "text": "x"}],
        "text_entities": [
            {"type": "plain", "text": "Zorblat Quux"},
            {"type": "pre", "text": "x = 1", "language": "python"},
            {"type": "text_link", "text": "here", "href": "https://example.org/zorblat"},
        ],
        "action": "joined_telegram",
        "inviter": "Blorp Quuxson",
        "reply_to_peer_id": "user4711",
        "media_type": "voice_message",
        "mime_type": "audio/ogg",
        "file": "(File not included. Change data exporting settings to download.)",
    }
    data = json.dumps({"type": "personal_chat", "messages": [message]}).encode()
    made = json.loads(through("result.json", data, format_name="telegram")[0])
    [again] = made["messages"]

    assert made["type"] == "personal_chat"
    assert again["text"][0] == {"type": "bold", "text": "[PERSON_1]"}
    assert again["text"][1]["type"] == "[PERSON_1]"
    assert again["text_entities"] == [
        {"type": "plain", "text": "[PERSON_1]"},
        message["text_entities"][1],
        {"type": "text_link", "text": "here", "href": "[URL_1]"},
    ]
    kept = ("type", "action", "media_type", "mime_type", "file")
    assert [again[key] for key in kept] == [message[key] for key in kept]
    assert (again["inviter"], again["reply_to_peer_id"]) == ("[PERSON_2]", "[ID_1]")


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic"])
def test_who_is_deleted_on_reddit_is_nobody(profile: str) -> None:
    rows = b'{"author":"[deleted]","body":"[removed]","title":"[deleted]","created_utc":17}\n'

    assert through("r.jsonl", rows, format_name="reddit", profile=profile)[0] == rows
    [only] = pieces_of_reddit(rows)
    assert only.author is None


def test_what_was_read_before_words_stayed_is_read_alike() -> None:
    rows = b'{"author":"[deleted]","body":"x"}\n'
    format_ = reddit()
    layout = format_.inspect(rows, Layout())
    older = Layout.from_data({name: value for name, value in layout.as_data().items() if name != "spares"})

    [now], [then] = (list(format_.read(BytesIO(rows), each)) for each in (layout, older))

    assert isinstance(now, Piece)
    assert isinstance(then, Piece)
    assert [slot.column for slot in now.slots] == ["body"]
    assert [slot.column for slot in then.slots] == ["author", "body"]


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
