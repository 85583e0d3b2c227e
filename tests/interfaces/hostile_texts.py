"""Text files that cannot be read: cut off, in a wrong or mixed encoding, of another format, nested without end.

Each name has its case before the first dot and the ending of its format behind it; each file holds words that no
message and no output may show.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import product

SECRET = "Zelda Quimbyson"
MAIL = "zelda@quimbyson.example"
WORDS = (b"Zelda", b"Quimbyson", b"quimbyson", "Quimbyson".encode("utf-16-le"), "Quimbyson".encode("utf-16-be"))

SENTENCE = f"{SECRET} wrote to {MAIL} from Göteborg.\n"
EMPTY_MAIL = b"From: a@b.example\n\nhello\n"
POSTS = json.dumps([{"id": 1, "text": SENTENCE}, {"id": 2, "user": {"name": SECRET, "tags": ["a", MAIL]}}]).encode()
CUE = f"1\n00:00:01,000 --> 00:00:03,000\n{SENTENCE}\n".encode()
TOKENS = f"Zelda NNP B-PER\nQuimbyson NNP I-PER\nwrote VBD O\n\n{MAIL} NN O\n".encode()
TWEETS = b'window.YTD.tweets.part0 = [{"tweet": {"id": "1", "full_text": "' + SECRET.encode() + b'"}}]'
CHAT = f"[31/12/2023, 23:59:58] {SECRET}: {SENTENCE}".encode()

Files = Mapping[str, bytes]


def refused_texts() -> dict[str, bytes]:
    """Return text files of every kind that must be refused as a whole."""
    made = {**_wrong_encodings(), **_broken_headers(), **_broken_json(), **_cut_json(), **_wrong_beginnings()}
    return {**made, **_wrong_endings()}


def _bad_bytes(text: str) -> Iterator[tuple[str, bytes]]:
    """Return a text with bytes that do not decode, each way they can be wrong."""
    good = text.encode()
    middle = good.index(b" wrote")
    odd = {
        "lone-continuation": b"\x80",
        "overlong": b"\xc0\xaf",
        "overlong-nul": b"\xc0\x80",
        "surrogate": b"\xed\xa0\x80",
        "surrogate-pair": b"\xed\xa0\xbd\xed\xb8\x80",
        "beyond-unicode": b"\xf5\x80\x80\x80",
        "never-a-byte": b"\xff",
        "latin": b" Ren\xe9 ",
        "cut-inside": b"\xf0\x9f\x98",
    }
    for name, data in odd.items():
        yield name, good[:middle] + data + good[middle:]
    yield "cut-at-end", good + "😀".encode()[:3]
    yield "utf16-behind-utf8", good + text.encode("utf-16-le")
    yield "utf16-no-mark", text.encode("utf-16-le")
    yield "utf16-be-no-mark", text.encode("utf-16-be")
    yield "utf32-no-mark", text.encode("utf-32-le")
    yield "utf16-odd", b"\xff\xfe" + text.encode("utf-16-le") + b"a"
    yield "utf16-half-pair", b"\xff\xfe" + text.encode("utf-16-le") + b"\x00\xd8a\x00"
    yield "utf32-beyond", b"\xff\xfe\x00\x00" + text.encode("utf-32-le") + b"\x00\x00\x11\x00"
    yield "nul-bytes", good + bytes(64)


def _wrong_encodings() -> dict[str, bytes]:
    before = {
        "txt": "", "md": "# ", "html": "<p>", "srt": "1\n00:00:01,000 --> 00:00:03,000\n", "vtt": "WEBVTT\n\nNOTE ",
        "conll": "# ", "json": '{"a": "',
    }  # fmt: skip
    behind = {"json": '"}'}
    made = {}
    for ending, start in before.items():
        for name, data in _bad_bytes(start + SENTENCE.rstrip() + behind.get(ending, "")):
            made[f"{ending}-{name}.{ending}"] = data
    return made


def _broken_headers() -> dict[str, bytes]:
    """Return tables of which the first row cannot be read, or is data; then no cell has a name."""
    made = {}
    for (ending, mark), quote in product((("csv", ","), ("tsv", "\t")), ('"', '"\r"')):
        name = "open" if quote == '"' else "stray"
        made[f"{ending}-{name}-quote.{ending}"] = f"id{mark}{quote}{SECRET}\n1{mark}x\n".encode()
    for ending, mark in (("csv", ","), ("tsv", "\t")):
        row = f"1{mark}{SENTENCE}"
        for name, data in _bad_bytes(f" wrote{mark}text"):
            if name not in {"cut-at-end", "utf16-behind-utf8", "nul-bytes", "utf16-no-mark", "utf16-be-no-mark"}:
                made[f"{ending}-header-{name}.{ending}"] = data + b"\n" + row.encode()
        made[f"{ending}-header-is-data.{ending}"] = f"1{mark}{MAIL}\n{row}".encode()
        made[f"{ending}-utf16-no-mark.{ending}"] = f"id{mark}text\n{row}".encode("utf-16-le")
    return made


def _broken_json() -> dict[str, bytes]:
    secret = json.dumps(SECRET).encode()
    cases = {
        "not-a-number": b'{"a": ' + secret + b', "b": NaN}',
        "infinity": b'{"a": ' + secret + b', "b": -Infinity}',
        "single-quotes": b"{'a': '" + SECRET.encode() + b"'}",
        "comma-behind": b'{"a": ' + secret + b",}",
        "comment": b'{"a": ' + secret + b"} // " + SECRET.encode(),
        "bare-key": b"{Zelda: 1}",
        "two-values": b'{"a": ' + secret + b"} {}",
        "raw-newline": b'{"a": "Zelda\nQuimbyson"}',
        "raw-nul": b'{"a": "Zelda\0Quimbyson"}',
        "bad-escape": rb'{"a": "Zelda\x Quimbyson"}',
        "cut-escape": rb'{"a": "Zelda Quimbyson \u12"}',
        "half-pair": rb'{"a": "Zelda Quimbyson \ud83d"}',
        "other-half": rb'{"a": "Zelda Quimbyson \ude00"}',
        "half-pair-in-key": rb'{"Quimbyson \ud83d": 1}',
        "mail-in-key": b'{"' + MAIL.encode() + b'": 1}',
        "leading-zero": b'{"a": ' + secret + b', "b": 01}',
        "plus": b'{"a": ' + secret + b', "b": +1}',
        "wrong-bracket": b'[{"a": ' + secret + b"]}",
        "no-colon": b'{"a" ' + secret + b"}",
        "missing-value": b'{"a": ' + secret + b', "b":}',
        "deep-lists": b"[" * 100_000,
        "deep-closed": b'{"a": ' + secret + b', "b": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        "deep-objects": b'{"a":' * 100_000,
        "mark-inside": b'{"a": ' + secret + b"}\xef\xbb\xbf",
        "yaml": f"a: &x\n  name: {SECRET}\n  again: *x\n".encode(),
    }
    made = {f"json-{name}.json": data for name, data in cases.items()}
    wrapped = ("not-a-number", "half-pair", "deep-lists", "raw-nul", "mail-in-key")
    return made | {f"twitter-{name}.tweets.js": TWEETS[:26] + b"[" + cases[name] + b"]" for name in wrapped}


def _cut_json() -> dict[str, bytes]:
    made = {f"json-cut-{at}.json": POSTS[:at] for at in range(1, len(POSTS) - 1, 9)}
    return made | {f"twitter-cut-{at}.tweets.js": TWEETS[:at] for at in range(5, len(TWEETS) - 1, 9)}


def _wrong_beginnings() -> dict[str, bytes]:
    secret = SENTENCE.encode()
    return {
        "eml-prose.eml": secret,
        "eml-zip.eml": b"PK\x03\x04" + secret,
        "eml-binary.eml": bytes(range(256)) + secret,
        "mbox-prose.mbox": secret,
        "mbox-one-mail.mbox": EMPTY_MAIL + secret,
        "vtt-no-head.vtt": CUE,
        "vtt-typo.vtt": b"WEBVIT\n\n" + CUE,
        "twitter-no-script.tweets.js": POSTS,
        "twitter-code.tweets.js": b"fetch('https://quimbyson.example')\n" + TWEETS,
        "twitter-other-object.tweets.js": b"window.Zelda = " + POSTS,
        "twitter-no-list.tweets.js": b"window.YTD.tweets.part0 = {}",
        "twitter-late.tweets.js": b" " * 5000 + TWEETS,
    }


def _wrong_endings() -> dict[str, bytes]:
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01" + SECRET.encode() + b"\xae\x42\x60\x82"
    old_office = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + SECRET.encode()
    return {
        f"{kind}-as-{ending}.{ending}": data
        for kind, data in {"picture": picture, "old-office": old_office, "text": SENTENCE.encode()}.items()
        for ending in ("json", "vtt", "mbox", "docx", "xlsx", "parquet", "arrow", "zip", "tweets.js")
    } | {
        f"{kind}-as-{ending}.{ending}": data
        for kind, data in {"picture": picture, "old-office": old_office}.items()
        for ending in ("csv", "tsv", "txt", "md", "html", "srt", "conll")
    }


def named_formats() -> dict[str, dict[str, bytes]]:
    """Return files that are refused as an export which no ending tells; by its format."""
    chat = {f"chat-{name}.bin": data for name, data in _bad_bytes(CHAT.decode())}
    chat |= {"chat-prose.bin": SENTENCE.encode(), "chat-json.bin": POSTS, "chat-late.bin": b"\n" * 70_000 + CHAT}
    telegram = {f"telegram-cut-{at}.bin": POSTS[:at] for at in range(8, len(POSTS), 40)}
    return {"whatsapp": chat, "telegram": telegram}


def left_out_rows() -> dict[str, tuple[bytes, str]]:
    """Return tables and lines of which some rows cannot be read; and the place that the message must name."""
    table = b"id,text\n1,fine\n"
    lines = b'{"id": 1, "text": "fine"}\n'
    secret = SECRET.encode()
    broken_lines = {
        "cut": b'{"id": 2, "text": "' + secret,
        "list": b'["' + secret + b'"]',
        "half-pair": rb'{"id": 2, "text": "Zelda Quimbyson \ud800"}',
        "bad-byte": b'{"id": 2, "text": "' + secret + b' \xff"}',
        "deep": b'{"a": ' * 3000 + b'"' + secret + b'"' + b"}" * 3000,
        "not-a-number": b'{"text": "' + secret + b'", "b": NaN}',
        "two-values": b'{"text": "' + secret + b'"} {}',
        "mail-in-key": b'{"' + MAIL.encode() + b'": "x"}',
        "raw-nul": b'{"text": "' + secret + b'\0"}',
    }
    broken_rows = {
        "open-quote": b'2,"' + secret,
        "behind-quote": b'2,"a"' + secret,
        "more-cells": b"2,a," + secret,
        "fewer-cells": secret,
        "bad-byte": b"2," + secret + b" \xff",
        "surrogate": b"2," + secret + b" \xed\xa0\x80",
        "overlong": b"2," + secret + b" \xc0\xaf",
    }
    made = {f"jsonl-{name}.jsonl": (lines + bad + b"\n" + lines, "row 2") for name, bad in broken_lines.items()}
    made |= {f"csv-{name}.csv": (table + bad + b"\n3,fine\n", "row 3") for name, bad in broken_rows.items()}
    return made | {
        f"tsv-{name}.tsv": ((table + bad + b"\n3,fine\n").replace(b",", b"\t"), "row 3")
        for name, bad in broken_rows.items()
    }
