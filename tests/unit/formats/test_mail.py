"""Mails of several kinds: what identifies people goes, in headers, bodies and attachments, and all of it comes back."""

import base64
import quopri
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP, default

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.office_files import paragraph, part, small_docx, texts
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import pieces

from allonym.core.errors import InputError
from allonym.core.pieces import Piece
from allonym.formats.mail import eml, mbox
from allonym.formats.mail_words import decode, encode

NAMES = "Zorblat Quux"


def letter(charset: str = "utf-8", coding: str | None = None) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = '"Quux, Zorblat" <zorblat.quux@example.org>'
    mail["To"] = "Émilie Dupont <emilie@example.com>, bob.stone@example.net"
    mail["Subject"] = "Émilie, une lettre de Zorblat Quux"
    mail["Message-ID"] = "<1234.zorblat.quux@example.org>"
    mail["Received"] = "from zorblats-laptop.local ([192.168.1.9]) by mx.example.org; Mon, 1 Jan 2024 10:00:00 +0000"
    mail["X-Remark"] = "ask Zorblat Quux, +46 70 174 06 05"
    mail.set_content(
        "Bonjour Émilie,\n\nZorblat Quux arrive.\nAppelez le +46 70 174 06 05.\n", charset=charset, cte=coding
    )
    return mail


def values(data: bytes) -> dict[str, str]:
    [piece] = pieces(eml(), data)
    assert isinstance(piece, Piece)
    return {slot.column: slot.value for slot in piece.slots}


@pytest.mark.parametrize("coding", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "cp1252"])
@pytest.mark.parametrize("policy", [SMTP, default])
def test_a_mail_comes_back_whatever_its_charset_and_coding(charset: str, coding: str, policy: object) -> None:
    data = letter(charset, coding).as_bytes(policy=policy)  # type: ignore[arg-type]

    made, _ = through("a.eml", data)
    read = message_from_bytes(made, policy=default)

    body = read.get_body()
    assert body is not None
    require_none_of((*CANARIES, "Zorblat", "Quux", "Dupont", "laptop", "192.168"), made + body.get_content().encode())
    assert body.get_content().splitlines() == ["Bonjour [PERSON_2],", "", "[PERSON_1] arrive.", "Appelez le [PHONE_1]."]


def test_headers_share_their_stand_ins_with_the_body() -> None:
    made = message_from_bytes(through("a.eml", letter().as_bytes())[0])

    assert made["From"] == '"[PERSON_1]" <[EMAIL_1]>'
    assert made["To"] == '"[PERSON_2]" <[EMAIL_2]>, [EMAIL_3]'
    assert str(make_header(decode_header(made["Subject"]))) == "[PERSON_2], une lettre de [PERSON_1]"
    assert (made["Message-ID"], made["Received"]) == ("<[ID_1]>", "[ID_2]")
    assert made["X-Remark"] == "ask [PERSON_1], [PHONE_1]"


def test_html_and_attachments_of_known_formats_go_through_their_own_format() -> None:
    mail = letter()
    mail.add_alternative("<p>Chère <b>Émi</b>lie, <i>Zorblat</i> Quux arrive.</p>", subtype="html", cte="base64")
    mail.add_attachment(b"id,name\n1,Zorblat Quux\n", maintype="text", subtype="csv", filename="Zorblat.csv")
    mail.add_attachment('{"who": "سارة يوسف"}'.encode(), maintype="application", subtype="json", filename="x.json")
    inner = EmailMessage()
    inner["From"] = "Zorblat Quux <zorblat.quux@example.org>"
    inner.set_content("Zorblat Quux again\n")
    mail.add_attachment(inner)

    made, report = through("a.eml", mail.as_bytes())
    parts = [part for part in message_from_bytes(made, policy=default).walk() if not part.is_multipart()]
    texts = [part.get_payload(decode=True) for part in parts]

    require_none_of(CANARIES, b"".join(bytes(text) for text in texts if isinstance(text, bytes)) + made)
    assert b"Ch\xc3\xa8re <b>[PERSON_2]</b>, <i>[PERSON_1]</i> arrive." in texts[1]
    assert texts[2] == b"id,name\n1,[PERSON_1]\n"
    assert [part.get_filename() for part in parts[2:4]] == ["[EXTRA_1].csv", "[EXTRA_2].json"]
    assert report.notes == []


@pytest.mark.parametrize(
    ("content_type", "reason"),
    [("application/pdf", "no format reads it"), ("image/png", "no format reads it")],
)
def test_an_attachment_that_no_format_reads_is_withheld_and_comes_back(content_type: str, reason: str) -> None:
    mail = letter()
    main, sub = content_type.split("/")
    mail.add_attachment(b"Zorblat Quux" * 100, maintype=main, subtype=sub, filename="Zorblat Quux.bin")

    made, report = through("a.eml", mail.as_bytes())

    assert base64.b64encode(b"Zorblat Quux") not in made
    assert message_from_bytes(made).get_payload()[-1].get_payload() == ""  # type: ignore[union-attr,index]
    assert (report.failed, report.notes) == (1, [f"mail 1: a part is withheld: {reason}"])


HEAD = b"From: Zorblat Quux <zorblat.quux@example.org>\nMIME-Version: 1.0\n"


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (b"Content-Type: text/plain; charset=gb2312\n\nZorblat Quux\n", "encoding that is not supported"),
        (b"Content-Type: text/plain; charset=utf-8\n\nZorblat Quux \xff\n", "not in the encoding that it names"),
        (b"Content-Transfer-Encoding: base64\n\nWm9yYmxhd*!\n", "base64 is damaged"),
        (b"Content-Transfer-Encoding: base64\n\nWm9yYmxhdCBRdXV\n", "base64 is damaged"),
        (b"Content-Transfer-Encoding: quoted-printable\n\nZorblat=XYQuux\n", "quoted-printable is damaged"),
        (b"Content-Transfer-Encoding: x-uuencode\n\nZorblat Quux\n", "a way that is not known"),
        (b"Subject: =?utf-8?b?////?= Zorblat Quux\n\nhello\n", "encoded word of a header cannot be read"),
        (b"Content-Type: text/csv\n\nname,x\nZorblat Quux\n", "rows that cannot be read"),
        (b"Content-Type: application/json\n\n{Zorblat Quux\n", "format cannot be read"),
    ],
)
def test_what_cannot_be_read_is_withheld(rest: bytes, reason: str) -> None:
    made, report = through("a.eml", HEAD + rest)

    require_none_of((*CANARIES, "Zorblat", "Wm9y"), made)
    assert reason in report.notes[0]


def test_parts_inside_parts_have_an_end() -> None:
    data = HEAD
    for number in range(40):
        data += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
    made, report = through("a.eml", data + b"\nZorblat Quux\n")

    require_none_of(CANARIES, made)
    assert "deep" in report.notes[0]


def test_a_part_that_is_never_closed_and_a_preamble_are_read() -> None:
    data = HEAD + b"Content-Type: multipart/mixed; boundary=x\n\nZorblat Quux before\n--x\n\nZorblat Quux inside\n"
    made, _ = through("a.eml", data)

    assert made.endswith(b"[PERSON_1] before\n--x\n\n[PERSON_1] inside\n")


def test_lines_that_are_no_headers_are_texts() -> None:
    made, _ = through("a.eml", b"Subject: x\nZorblat Quux without a colon\n\nhello\n")

    assert made == b"Subject: x\n[PERSON_1] without a colon\n\nhello\n"


def test_names_of_files_in_any_spelling_are_replaced() -> None:
    data = HEAD + (
        b"Content-Type: text/plain; name*=utf-8''Zorblat%20Quux.txt\n"
        b'Content-Disposition: attachment; filename*0="Zorblat "; filename*1=Quux.txt; x-who="Zorblat Quux"\n\nhello\n'
    )
    made, _ = through("a.eml", data)

    require_none_of(("Zorblat", "Quux"), made)
    assert b"name*=utf-8''%5BEXTRA_1%5D.txt\n" in made


@pytest.mark.parametrize(
    ("name", "made"),
    [
        (b'name="=?utf-8?q?Zorblat_Quux=2Etxt?="', b'name="[EXTRA_1].txt"'),
        (b'name="=?utf-8?q?Zorblat_Quux?=.txt"', b'name="[EXTRA_1].txt"'),
        (b'name="=?utf-8?q?Zorblat_Quux?="', b'name="[EXTRA_1]"'),
        (b"name*=iso-8859-1'en'Zorbl%E9t%20Quux.txt", b"name*=utf-8''%5BEXTRA_1%5D.txt"),
        (
            b"name*0*=utf-8''Zorblat%20; name*1*=Quux%2Etxt",
            b"name*0*=utf-8''%5BEXTRA_1%5D%20; name*1*=%5BEXTRA_2%5D.txt",
        ),
        # What is not spelt as it should be is replaced all the same.
        (b"name*=Zorblat%20Quux.txt", b"name*=[EXTRA_1].txt"),
        (b"name*=utf-8''Zorbl%E9t.txt", b"name*=[EXTRA_1].txt"),
        (b"name*=x-none''Zorblat.txt", b"name*=[EXTRA_1].txt"),
    ],
)
def test_the_name_of_a_file_keeps_its_ending_and_its_spelling(name: bytes, made: bytes) -> None:
    data = HEAD + b"Content-Type: text/plain; " + name + b"\n\nhello\n"

    assert through("a.eml", data)[0].endswith(b"Content-Type: text/plain; " + made + b"\n\nhello\n")


def test_a_header_that_names_somebody_stops_the_file() -> None:
    with pytest.raises(InputError, match="a key holds"):
        through("a.eml", b"Subject: x\nX-zorblat.quux@example.org: 1\n\nhello\n")


def test_many_mails_are_one_file_and_a_line_in_a_mail_begins_no_other() -> None:
    first = b"From zorblat.quux@example.org Mon Jan  1 10:00:00 2024\n" + letter().as_bytes() + b"\n"
    arabic = EmailMessage()
    arabic["From"] = "سارة يوسف <sara@example.org>"
    arabic["Subject"] = "من سارة يوسف"
    arabic.set_content("مرحبا، أنا سارة يوسف\nFrom the start\n")
    data = first + b"From sara@example.org Tue Jan  2 10:00:00 2024\n" + arabic.as_bytes() + b"\n"

    found = pieces(mbox(), data)
    made, _ = through("a.mbox", data)

    assert [piece.author for piece in found if isinstance(piece, Piece)] == [
        "zorblat.quux@example.org",
        "sara@example.org",
    ]
    require_none_of((*CANARIES, "sara@"), made)
    assert made.count(b"\nFrom [EMAIL_1]") == 1
    assert b"From the start" in made


def test_a_mail_is_read_line_by_line_and_has_a_limit() -> None:
    with pytest.raises(InputError, match="longer than 1000 bytes"):
        pieces(eml(limit=1000), b"Subject: x\n\n" + b"a" * 5000)


@pytest.mark.parametrize("name", ["a.eml", "a.mbox"])
def test_what_is_no_mail_is_refused(name: str) -> None:
    for data in (b"\x00\x01\x02", b"PK\x03\x04", b"\n\nhello"):
        with pytest.raises(InputError, match="does not begin like"):
            through(name, data)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=200))
@settings(max_examples=200)
def test_headers_spell_every_text(text: str) -> None:
    raw = encode(text)

    assert raw.isascii()
    assert decode(raw) == text


@given(
    st.lists(
        st.sampled_from(
            [
                *'abc =?:;<>"@,-_\t',
                "\n",
                "\r\n",
                "--x",
                "Content-Type: ",
                "text/html",
                "multipart/mixed; boundary=x",
                "Content-Transfer-Encoding: base64",
                "quoted-printable",
                "=C3=A9",
                "é",
                "Zorblat Quux",
                "From ",
                "\n\n",
                "=?utf-8?q?a?=",
            ]
        ),
        max_size=60,
    ).map("".join)
)
@settings(max_examples=300, deadline=None)
def test_every_mail_is_read_from_its_first_byte_to_its_last(text: str) -> None:
    data = b"Subject: x\n" + text.encode()

    assert len(pieces(eml(), data)) == 1


def test_a_mail_of_eight_megabytes_in_one_line_is_read() -> None:
    made, _ = through("a.eml", HEAD + b"\n" + b"word " * 1_600_000 + b"Zorblat Quux\n")

    require_none_of(CANARIES, made)


def test_quoted_printable_is_written_so_that_others_read_it() -> None:
    data = HEAD + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    data += quopri.encodestring(("é" * 100 + " Zorblat Quux = 1\n").encode())
    made = message_from_bytes(through("a.eml", data)[0], policy=default)

    assert made.get_content() == "é" * 100 + " [PERSON_1] = 1\n"


def test_office_files_are_read_as_attachments() -> None:
    mail = letter()
    word = small_docx(paragraph("Zorblat ", "Quux"))
    mail.add_attachment(word, maintype="application", subtype="octet-stream", filename="a.docx")
    made, report = through("a.eml", mail.as_bytes())
    attached = list(message_from_bytes(made, policy=default).walk())[-1].get_payload(decode=True)

    assert isinstance(attached, bytes)
    assert texts(part(attached, "word/document.xml")) == ["[PERSON_1]", ""]
    assert report.notes == []
