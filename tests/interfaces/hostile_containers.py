"""Containers that cannot be read or must not be: cut off, bombs, names that lead out, XML that reads other files."""

import gzip
import io
import struct
import zipfile
from collections.abc import Callable, Iterator

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import zstandard
from tests.interfaces.hostile_texts import POSTS, SECRET, SENTENCE
from tests.unit.formats.office_files import paragraph, small_docx, with_parts, zipped

S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
CELL = f'<c r="A1" t="inlineStr"><is><t>{SECRET}</t></is></c>'
SHEET = f'<worksheet {S}><sheetData><row r="1">{CELL}</row></sheetData></worksheet>'
LETTER = small_docx(paragraph(SENTENCE.strip()))
WORKBOOK = zipped(
    {"[Content_Types].xml": "<Types/>", "xl/workbook.xml": f"<workbook {S}/>", "xl/worksheets/sheet1.xml": SHEET}
)
ARCHIVE = zipped({"a.txt": SENTENCE, "b.json": POSTS})
MAIN = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "zip": "a.txt"}
GOOD = {"docx": LETTER, "xlsx": WORKBOOK, "zip": ARCHIVE}


def refused_containers() -> dict[str, bytes]:
    """Return containers of every kind that must be refused as a whole."""
    made = {**_cut(), **_lying(), **_named_oddly(), **_other_files(), **_hostile_xml()}
    return {**made, **_packed(), **_tables(), **_nested()}


def _cut() -> dict[str, bytes]:
    """Return zip containers that are cut off at many places."""
    made = {}
    for ending, data in GOOD.items():
        for part in range(1, 12):
            at = len(data) * part // 12
            made[f"{ending}-cut-{part}.{ending}"] = data[:at]
        made[f"{ending}-without-end.{ending}"] = data[:-1]
        made[f"{ending}-only-magic.{ending}"] = b"PK\x03\x04"
        made[f"{ending}-beginning-gone.{ending}"] = data[10:]
    return made


def _directory(data: bytes) -> int:
    return data.index(b"PK\x01\x02")


def _patched(data: bytes, at: int, form: str, value: int) -> bytes:
    changed = bytearray(data)
    struct.pack_into(form, changed, at, value)
    return bytes(changed)


def _lying() -> dict[str, bytes]:
    """Return zip containers whose directory says other things than its members: sizes, sums, flags, places."""
    fields = {
        "encrypted": (8, "<H", 1),
        "strongly-encrypted": (8, "<H", 0x41),
        "unknown-packing": (10, "<H", 97),
        "bzip2": (10, "<H", 12),
        "sum": (16, "<L", 0xDEADBEEF),
        "smaller": (24, "<L", 3),
        "larger": (24, "<L", 100_000),
        "bomb-by-word": (24, "<L", 0x7FFFFFFF),
        "packed-to-nothing": (20, "<L", 1),
        "packed-past-the-end": (20, "<L", 0x00FFFFFF),
        "elsewhere": (42, "<L", 7),
        "past-the-end": (42, "<L", 0x00FFFFFF),
    }
    made = {}
    for ending, data in GOOD.items():
        start = _directory(data)
        for name, (offset, form, value) in fields.items():
            made[f"{ending}-{name}.{ending}"] = _patched(data, start + offset, form, value)
        second = data.index(b"PK\x01\x02", start + 4)
        made[f"{ending}-overlap.{ending}"] = _patched(data, second + 42, "<L", 0)
        made[f"{ending}-damaged.{ending}"] = _patched(data, 60, "<L", 0)
        # The end of the directory says where it begins.
        made[f"{ending}-directory-elsewhere.{ending}"] = _patched(data, len(data) - 6, "<L", 0x00FFFFFF)
    return made


def _named_oddly() -> dict[str, bytes]:
    names = {
        "up": "../../etc/quimbyson.xml",
        "up-inside": "word/../../quimbyson.txt",
        "absolute": "/etc/quimbyson.txt",
        "drive": "C:/quimbyson.txt",
        "backslash": "..\\quimbyson.txt",
    }
    made = {}
    for ending, data in GOOD.items():
        for name, member in names.items():
            made[f"{ending}-name-{name}.{ending}"] = with_parts(data, {member: SENTENCE})
        marked = with_parts(data, {"nul#.txt": SENTENCE})
        made[f"{ending}-name-nul.{ending}"] = marked.replace(b"nul#.txt", b"nul\0.txt")
        twice = with_parts(data, {"twice1.txt": SENTENCE, "twice2.txt": SENTENCE})
        made[f"{ending}-name-twice.{ending}"] = twice.replace(b"twice2.txt", b"TWICE1.txt")
        # The name in the directory is another than the one before the bytes.
        made[f"{ending}-two-names.{ending}"] = marked.replace(b"nul#.txt", b"abc#.txt", 1)
        made[f"{ending}-ratio-bomb.{ending}"] = with_parts(data, {"bomb.txt": bytes(30_000_000)})
        made[f"{ending}-count-bomb.{ending}"] = _many(data)
    return made


def _many(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as opened:
        for number in range(10_001):
            opened.writestr(f"{number}.txt", b"")
    return out.getvalue()


def _other_files() -> dict[str, bytes]:
    """Return files of one kind that say they are of another."""
    table = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": SENTENCE})
    macros = {"docx": "word/vbaProject.bin", "xlsx": "xl/vbaProject.bin"}
    made = {f"{ending}-macros.{ending}": with_parts(GOOD[ending], {macro: SECRET}) for ending, macro in macros.items()}
    for ending in ("docx", "xlsx"):
        other = "xlsx" if ending == "docx" else "docx"
        made[f"{ending}-is-{other}.{ending}"] = GOOD[other]
        made[f"{ending}-is-odt.{ending}"] = table
        made[f"{ending}-is-archive.{ending}"] = ARCHIVE
        for text in ("txt", "json", "md", "html", "csv", "tsv", "srt", "conll", "vtt", "parquet", "arrow", "eml"):
            made[f"{ending}-as-{text}.{text}"] = GOOD[ending]
    return made | {"zip-nothing-known.zip": zipped({"quimbyson.exe": SENTENCE})}


def _hostile_xml() -> dict[str, bytes]:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    heads = {
        "xxe": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        "xxe-net": '<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/x">]>',
        "xxe-public": '<!DOCTYPE x PUBLIC "-//a//b" "file:///etc/passwd">',
        "xxe-parameter": '<!DOCTYPE x [<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;]>',
        "laughs": f'<!DOCTYPE x [<!ENTITY l0 "{SECRET}">{laughs}]>',
        "doctype": "<!DOCTYPE x>",
    }
    bodies = {
        "open-tag": f"<w><p>{SECRET}</w>",
        "bare-ampersand": f"<w>{SECRET} & co</w>",
        "undefined-entity": f"<w>{SECRET} &e;</w>",
        "two-roots": f"<w>{SECRET}</w><w/>",
        "nothing": "",
        "prose": SENTENCE,
        "nul": f"<w>{SECRET}\0</w>",
        "half-pair": f"<w>{SECRET}&#xD800;</w>",
        "control": f"<w>{SECRET}\x01</w>",
        "attribute-twice": f'<w a="1" a="{SECRET}"/>',
        "unbound-prefix-tag": f"<w><x:y>{SECRET}</x:z></w>",
    }
    made = {}
    for ending in ("docx", "xlsx"):
        for name, head in heads.items():
            use = "&l9;" if name == "laughs" else "&e;" if "entity" in head.lower() and "%" not in head else SECRET
            xml = f'<?xml version="1.0"?>{head}<x>{use}</x>'
            made[f"{ending}-{name}.{ending}"] = with_parts(GOOD[ending], {MAIN[ending]: xml})
            made[f"{ending}-{name}-in-rels.{ending}"] = with_parts(GOOD[ending], {"_rels/.rels": xml})
        for name, body in bodies.items():
            made[f"{ending}-xml-{name}.{ending}"] = with_parts(GOOD[ending], {MAIN[ending]: body})
        latin = f'<?xml version="1.0" encoding="iso-8859-1"?><w>{SECRET} é</w>'.encode("latin-1")
        seven = f'<?xml version="1.0" encoding="utf-7"?><w>{SECRET}</w>'.encode()
        cut = f"<w>{SECRET}</w>".encode("utf-16")[:-1]
        for name, data in {"latin": latin, "utf7": seven, "cut-utf16": cut}.items():
            made[f"{ending}-xml-{name}.{ending}"] = with_parts(GOOD[ending], {MAIN[ending]: data})
    cell = SHEET.replace('t="inlineStr"', 't="s"').replace(f"<is><t>{SECRET}</t></is>", "<v>99</v>")
    return made | {"xlsx-shared-text-99.xlsx": with_parts(WORKBOOK, {"xl/worksheets/sheet1.xml": cell})}


def _packed() -> dict[str, bytes]:
    """Return packed files that are cut off, damaged, bombs, or hold what cannot be read."""
    packings: dict[str, Callable[[bytes], bytes]] = {
        "gz": lambda data: gzip.compress(data, mtime=0),
        "zst": zstandard.ZstdCompressor(level=3, write_checksum=True).compress,
    }
    made = {}
    for packing, pack in packings.items():
        good = pack(SENTENCE.encode() * 20)
        for part in range(1, 8):
            made[f"{packing}-cut-{part}.txt.{packing}"] = good[: len(good) * part // 8]
        inside = {"sum": good[:-6] + b"\0\0" + good[-4:] if packing == "gz" else good[:-1] + bytes([good[-1] ^ 255])}
        inside |= {
            "junk-behind": good + SENTENCE.encode(),
            "nul-behind": good + b"\0" * 40,
            "not-packed": SENTENCE.encode(),
            "empty": b"",
            "damaged": good[:20] + bytes(10) + good[30:],
            "bomb": pack(b"a" * 40_000_000),
            "bad-bytes": pack(SENTENCE.encode() + b"\xff"),
            "packed-twice": pack(good),
            "second-cut": good + good[:15],
        }
        made |= {f"{packing}-{name}.txt.{packing}": data for name, data in inside.items()}
        made |= {
            f"{packing}-cut-json.json.{packing}": pack(POSTS[:40]),
            f"{packing}-cut-docx.docx.{packing}": pack(LETTER[:300]),
            f"{packing}-xlsx-as-docx.docx.{packing}": pack(WORKBOOK),
            f"{packing}-open-header.csv.{packing}": pack(f'id,"{SECRET}\n'.encode()),
        }
    return made | {"gz-is-zst.txt.gz": packings["zst"](b"x"), "zst-is-gz.txt.zst": packings["gz"](b"x")}


def _table(rows: int = 50) -> pa.Table:
    return pa.table({"id": list(range(rows)), "text": [f"{SENTENCE} {number}" for number in range(rows)]})


def written(kind: str) -> bytes:
    """Return a good table in one of the formats for tables."""
    out = io.BytesIO()
    if kind == "parquet":
        pyarrow.parquet.write_table(_table(), out, row_group_size=20)
    elif kind == "stream":
        with pa.ipc.new_stream(out, _table().schema) as writer:
            writer.write_table(_table(), max_chunksize=20)
    else:
        pyarrow.feather.write_feather(
            _table(), out, compression="zstd" if kind == "arrow" else "uncompressed", chunksize=20
        )
    return out.getvalue()


def _tables() -> dict[str, bytes]:
    made = {}
    for kind, ending in (("parquet", "parquet"), ("arrow", "arrow"), ("plain", "feather"), ("stream", "arrows")):
        data = written(kind)
        for part in range(1, 12):
            made[f"{kind}-cut-{part}.{ending}"] = data[: len(data) * part // 12]
        made[f"{kind}-only-magic.{ending}"] = data[:8]
        # A footer that says it is as large as the world, and one that says it is nothing.
        if kind != "stream":
            at = len(data) - (8 if kind == "parquet" else 10)
            for name, size in (("huge", 0x7FFFFFFF), ("negative", 0xFFFFFFFF), ("none", 0), ("small", 12)):
                made[f"{kind}-footer-{name}.{ending}"] = _patched(data, at, "<L", size)
        made[f"{kind}-footer-zero.{ending}"] = data[: len(data) * 3 // 4] + bytes(len(data) // 4)
        made[f"{kind}-message-huge.{ending}"] = _patched(data, 12 if kind != "stream" else 4, "<L", 0x7FFFFFF0)
    # The name of a column that is no text; in Parquet, also where only the pages are named.
    made["arrow-name.arrow"] = written("arrow").replace(b"\4\0\0\0text", b"\4\0\0\0te\xfft")
    made["stream-name.arrows"] = written("stream").replace(b"\4\0\0\0text", b"\4\0\0\0te\xfft")
    made["parquet-name.parquet"] = written("parquet").replace(b"\4text", b"\4te\xfft")
    made["parquet-page-name.parquet"] = _second_replaced(written("parquet"), b"\4text", b"\4te\xfft")
    made["parquet-encrypted.parquet"] = b"PARE" + written("parquet")[4:-4] + b"PARE"
    made["feather-old.feather"] = b"FEA1" + bytes(64) + b"FEA1"
    made["arrow-as-parquet.parquet"], made["parquet-as-arrow.arrow"] = written("arrow"), written("parquet")
    made.pop("parquet-message-huge.parquet")
    return made


def _second_replaced(data: bytes, old: bytes, new: bytes) -> bytes:
    first, second, *others = data.split(old)
    return old.join((first, second)) + new + old.join(others)


def _nested() -> dict[str, bytes]:
    """Return archives with something inside that cannot be read, which fails the whole."""
    inside: dict[str, dict[str, str | bytes]] = {
        "zip": {"b.zip": ARCHIVE},
        "gz": {"b.txt.gz": gzip.compress(SENTENCE.encode())},
        "deep-zip": {"b.zip": zipped({"c.zip": zipped({"d.zip": ARCHIVE})})},
        "tar": {"b.tar": bytes(1024)},
        "json": {"b.json": POSTS[:30]},
        "text": {"b.txt": b"\xff" + SECRET.encode()},
        "docx": {"b.docx": LETTER[:200]},
        "xxe": {"b.docx": with_parts(LETTER, {"word/document.xml": "<!DOCTYPE x><x/>"})},
        "parquet": {"b.parquet": written("parquet")[:100]},
        "header": {"b.csv": f'id,"{SECRET}\n'},
        "mail": {"b.mbox": SENTENCE},
    }
    return {f"zip-holds-{name}.zip": with_parts(ARCHIVE, parts) for name, parts in inside.items()}


def flipped(data: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    """Return a file with one byte turned, at many places; and the place."""
    for number in range(count):
        at = len(data) * number // count
        yield at, data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
