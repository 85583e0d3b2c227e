"""Files of every format: what is read joins to the file again, spelt anew it reads the same, containers come back."""

import gzip
import io
from collections.abc import Callable, Iterator, Sequence

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import zstandard
from tests.families.fuzz.target import Target
from tests.interfaces import hostile_texts as hostile
from tests.unit.formats.office_files import W, paragraph, small_docx, zipped

from allonym.core.containers import Container, SlotEdits, follow, is_container, pack_step
from allonym.core.errors import InputError
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format
from allonym.formats.choosing import choose

LAYOUTS = (
    Layout(),
    Layout(header=False),
    Layout(text_columns=("text",), id_column="id"),
    Layout(encoding="latin-1"),
    Layout(labels=(("name", "PERSON"),), author_column="name"),
    Layout(encoding="utf-16"),
    Layout(delimiter=";"),
)
"""What a user may ask for; the first byte of an input chooses."""

S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
MAIL = (
    b'From: =?utf-8?q?Zelda_Quimbys=C3=B6n?= <zelda@quimbyson.example>\nTo: a@b.example, "B, C" <c@d.example>\n'
    b'Subject: =?utf-8?b?w4lhcg==?= x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n--x\n'
    b"Content-Type: text/plain; charset=latin-1\nContent-Transfer-Encoding: quoted-printable\n\nH=E9llo =\nyou\n--x\n"
    b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+SGk8L3A+\n--x--\n"
)
PAGE = (
    b"<!DOCTYPE html><html><head><title>Zelda</title><style>/* a */</style><script>let a='b'</script></head><body "
    b"onload=x><!-- c --><p title='Q &amp; A'>Dear <b>Zel</b>da&nbsp;Q &#233;<br><a href=mailto:a@b.se>x</a></p></body>"
)
TELEGRAM = (
    b'{"name":"Z","id":4,"messages":[{"id":1,"from":"B","from_id":"user4","text":["Hi ",{"type":"bold","text":"Q"}]}]}'
)
DOCUMENT = (
    f"<w:document {W}><w:body>{paragraph('Zel', 'da')}<w:p><w:hyperlink/><w:r><w:t>a&amp;b</w:t><w:tab/></w:r></w:p>"
    "</w:body></w:document>"
)
SHEET = (
    f'<worksheet {S}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="s"><v>0</v></c>'
    f'</row><row r="2"><c r="A2" t="str"><f>1+1</f><v>Zelda</v></c><c r="B2"><v>7</v></c></row></sheetData></worksheet>'
)
STRINGS = f'<sst {S}><si><t>text</t></si><si><r><t xml:space="preserve">a </t></r><r><t>b</t></r></si></sst>'


def _table() -> pa.Table:
    rows = {"id": [1, 2], "text": ["Dear Zelda", None], "tags": [["a", None], []], "user": [{"name": "Z"}, None]}
    return pa.table(rows)


def _parquet() -> bytes:
    out = io.BytesIO()
    pyarrow.parquet.write_table(_table(), out)
    return out.getvalue()


def _arrow() -> bytes:
    out = io.BytesIO()
    pyarrow.feather.write_feather(_table(), out, compression="uncompressed")
    return out.getvalue()


def _docx(document: bytes) -> bytes:
    return zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": document})


def _xlsx(data: bytes) -> bytes:
    sheet, _, strings = data.partition(b"\0")
    book = f'<workbook {S}><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
    parts = {"xl/worksheets/sheet1.xml": sheet, "xl/sharedStrings.xml": strings or STRINGS}
    return zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": book, **parts})


CSV = b'id,name,text\n1,Zelda,"a ""b"", c"\r\n2,,x;y\n'
ROWS = b'{"id":1,"name":"Zelda","text":"a \\u00e9 \\ud83d\\ude00","n":1.50,"tags":["x"]}\n\n{"text":null}\n'
_SAMPLES: dict[str, tuple[str, Callable[[], Sequence[bytes]]]] = {
    "csv": ("a.csv", lambda: [CSV, CSV.replace(b",", b";"), "id,text\n1,é\n".encode("utf-16")]),
    "tsv": ("a.tsv", lambda: [CSV.replace(b",", b"\t"), b'id\ttext\n1\t"a\n']),
    "jsonl": ("a.jsonl", lambda: [ROWS]),
    "json": ("a.json", lambda: [hostile.POSTS, ROWS[:-30], b'{"a":[{"text":"x"},[]]}']),
    "text": ("a.txt", lambda: [hostile.SENTENCE.encode() * 3, b"a\r\n\r\nb"]),
    "conll": ("a.conll", lambda: [hostile.TOKENS, b"# text = a b\n1\ta\ta\tX\t_\tSpaceAfter=No\n2\tb\t_\tO\n"]),
    "srt": ("a.srt", lambda: [hostile.CUE * 2]),
    "vtt": (
        "a.vtt",
        lambda: [b"WEBVTT - x\n\nNOTE a\n\nid\n00:01.000 --> 00:02.000 align:left\n<v Zelda>hi <b>x</b>\n"],
    ),
    "html": ("a.html", lambda: [PAGE]),
    "eml": ("a.eml", lambda: [MAIL, hostile.EMPTY_MAIL]),
    "mbox": ("a.mbox", lambda: [b"From a@b Mon Jan 1\n" + MAIL + b"\nFrom x\n" + hostile.EMPTY_MAIL]),
    "reddit": ("reddit", lambda: [b'{"author":"blorp_q","id":"abc12","title":"Ask","body":"x","created_utc":17}\n']),
    "telegram": ("telegram", lambda: [TELEGRAM]),
    "twitter": ("twitter", lambda: [hostile.TWEETS]),
    "whatsapp": ("whatsapp", lambda: [hostile.CHAT, b"31.12.23, 23:59 - Zelda: hi\nmore\n"]),
    "gz": ("a.csv.gz", lambda: [gzip.compress(CSV, mtime=0), gzip.compress(CSV, mtime=0) * 2]),
    "zst": ("a.jsonl.zst", lambda: [zstandard.ZstdCompressor().compress(ROWS)]),
    "zip": ("a.zip", lambda: [zipped({"a.txt": "Zelda", "b.json": b'{"a":"b"}'}), zipped({"a.csv": CSV}, method=0)]),
    "docx": ("a.docx", lambda: [small_docx(paragraph("Dear ", "Zelda"))]),
    "docx-xml": ("a.docx", lambda: [DOCUMENT.encode()]),
    "xlsx": ("a.xlsx", lambda: [_xlsx(SHEET.encode())]),
    "xlsx-xml": ("a.xlsx", lambda: [f"{SHEET}\0{STRINGS}".encode()]),
    "parquet": ("a.parquet", lambda: [_parquet()]),
    "arrow": ("a.arrow", lambda: [_arrow()]),
}
_INSIDE = {"docx-xml": _docx, "xlsx-xml": _xlsx}
_SLOW = frozenset({"docx", "docx-xml", "xlsx", "xlsx-xml", "parquet", "arrow", "zip"})


def _format(file: str) -> Format:
    return choose(file) if "." in file else choose("a", file)


def read_file(form: Format, body: bytes, asked: Layout) -> None:
    """Read a file; it must join again, and spelt anew must read the same."""
    layout = form.inspect(body[:65536], asked)
    if is_container(form):
        return _read_container(form, body, layout)
    pieces = list(form.read(io.BytesIO(body), layout))
    joined = b"".join(each.raw if isinstance(each, BrokenPiece) else _encoded(each, layout) for each in pieces)
    assert layout.bom + joined == body, "the pieces do not join to the file"
    try:
        again = b"".join(_spelt_anew(form, each, layout) for each in pieces)
    except InputError:
        return None
    if getattr(form, "reads_back", True):
        assert _values(form.read(io.BytesIO(layout.bom + again), layout)) == _values(pieces), "spelt anew, other values"
    return None


def _encoded(piece: Piece, layout: Layout) -> bytes:
    bounds = [place for slot in piece.slots for place in (slot.span.start, slot.span.end)]
    assert bounds == sorted(bounds)
    assert not bounds or bounds[-1] <= len(piece.text)
    return piece.text.encode(layout.encoding)


def _spelt_anew(form: Format, piece: Piece | BrokenPiece, layout: Layout) -> bytes:
    if isinstance(piece, BrokenPiece):
        return piece.raw
    raws = [form.spell(slot.value, slot.span.of(piece.text), layout) for slot in piece.slots]
    return render(piece, raws, layout.encoding)


def _values(pieces: object) -> list[str]:
    return [slot.value for each in pieces if isinstance(each, Piece) for slot in each.slots]  # type: ignore[attr-defined]


def _read_container(form: Container, body: bytes, layout: Layout) -> None:
    pieces = [each for each in form.read(io.BytesIO(body), layout) if isinstance(each, Piece)]
    form.notes(io.BytesIO(body))
    made = io.BytesIO()
    edits: Iterator[SlotEdits] = iter([[[] for _ in piece.slots] for piece in pieces])
    steps = [pack_step(step) for step in form.build(io.BytesIO(body), layout, edits, made)]
    assert b"".join(follow(steps, made)) == body, "the way back does not lead to the old file"
    if getattr(form, "reads_back", True):
        assert _values(form.read(io.BytesIO(made.getvalue()), layout)) == _values(pieces), "built anew, other values"


def _target(name: str) -> Target:
    file, seeds = _SAMPLES[name]
    inside = _INSIDE.get(name, bytes)

    def run(data: bytes) -> None:
        read_file(_format(file), inside(data[1:]), LAYOUTS[data[0] % len(LAYOUTS)] if data else LAYOUTS[0])

    def begun() -> list[bytes]:
        return [bytes([which]) + each for each in seeds() for which in range(len(LAYOUTS))]

    return Target(f"file-{name}", run, begun, 60 if name in _SLOW else 200)


FILES = tuple(_target(name) for name in _SAMPLES)
