"""Texts that are made to take long: no reader and no expression takes more than its share of time for a longer one.

Ten times the text takes twelve times as long at most. The finders of detection have their own such tests beside them,
`tests/unit/detectors/test_linear.py`; here are whole detectors, all readers of text, and every expression by itself.
"""

import gc
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from tests.families.fuzz.files import S
from tests.families.fuzz.targets import TARGETS
from tests.unit.formats.office_files import W

import allonym
from allonym.core.errors import AllonymError
from allonym.detectors.expressions import Expression
from allonym.detectors.identifiers.codes import _rules

BODY, END = f"<w:document {W}><w:body><w:p>".encode(), b"</w:p></w:body></w:document>"
SHEET, SHEET_END = f"<worksheet {S}><sheetData>".encode(), b"</sheetData></worksheet>"
MIXED = b'From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n'
PAGE = b"From: a@b\nMIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: "
WHOLE: dict[str, tuple[bytes, tuple[bytes, ...], bytes]] = {
    "json whole": (b'[{"text":"a"}', (b',{"text":"a"}', b",[]", b',"a"', b",1", b" ", b',{"a":{"b":["c"]}}'), b"]"),
    "json long": (b'[{"text":"', (b"a", b"\\u00e9", b"\\n", b"\\\\", b'","a":"', b'"},{"text":"', b"["), b'"}]'),
    "json object": (b'{"a":1', (b',"a":"b"', b',"b":{"c":[1]}', b',"text":["x"]'), b"}"),
    "jsonl whole": (b'{"text":"', (b"a", b"\\u00e9", b'","a":"', b'"}\n{"text":"', b'"}\n\n{"text":"'), b'"}\n'),
    "reddit": (b'{"author":"a","body":"', (b"u/a ", b"> ", b"[a](", b"\\n", b'"}\n{"author":"a","body":"'), b'"}\n'),
    "telegram whole": (b'{"messages":[{"text":"a"}', (b',{"from":"a","text":["a",{"text":"b"}]}', b",1"), b"]}"),
    "telegram one": (b'{"messages":[{"text":["a"', (b',"a"', b',{"type":"bold","text":"b"}'), b"]}]}"),
    "twitter whole": (b"window.YTD.tweets.part0 = [{}", (b',{"tweet":{"full_text":"a"}}', b",{}"), b"]"),
    "eml parts": (MIXED, (b"--x\n\na\n", b"--x\nContent-Type: text/plain\n\nb=\n", b"--x\n", b"--"), b"--x--\n"),
    "eml base64": (PAGE + b"base64\n\n", (b"PGI+", b"PHA+\n", b"A", b"=\n"), b""),
    "eml quoted": (PAGE + b"quoted-printable\n\n", (b"=", b"=3C", b"=\n", b"=3Cp>", b"a=20\n", b"=C3=A9"), b""),
    "xlsx-xml": (SHEET, (b'<row><c t="inlineStr"><is><t>a</t></is></c></row>', b'<row r="1"/>', b" "), SHEET_END),
    "xlsx-xml row": (SHEET + b"<row>", (b'<c t="s"><v>0</v></c>', b"<c><f>A1</f></c>"), b"</row>" + SHEET_END),
    "docx-xml runs": (
        BODY + b"<w:r><w:t>",
        (b"a ", b"&#233;", b"</w:t></w:r><w:r><w:t>", b"</w:t><w:tab/><w:t>", b"<!-- -->", b"]]"),
        b"</w:t></w:r>" + END,
    ),
    "docx-xml marks": (
        BODY,
        (b'<w:ins w:author="a"><w:r><w:t>x</w:t></w:r></w:ins>', b'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'),
        END,
    ),
}
"""Files in order, which are read to their end: how each begins, what then comes over and over, and how it ends."""

READERS: dict[str, tuple[bytes, tuple[bytes, ...], bytes]] = {
    "csv": (b"id,text\n", (b'"', b',"', b'"\n', b'x,"\n', b'""', b",", b"\r", b"\n"), b""),
    "tsv": (b"id\ttext\n", (b'"', b"\t", b'\t"\n', b"\r\n"), b""),
    "jsonl": (b'{"text":"', (b"\\", b"\\u00", b'"', b"{", b'":"', b"[", b"a\n", b'{"a":'), b""),
    "json": (b'[{"text":"', (b"\\", b'"', b'","', b"[", b'{"a":', b'"},{"', b"1,", b" "), b""),
    "text": (b"", (b"a", b" ", b"\n", b"\r", b". ", b"\xc3\xa9", b"a\n\n"), b""),
    "conll": (b"", (b"a O\n", b"\t", b"# ", b"\n", b"A=b|", b"1\ta\t_\n", b"1-9\ta\t_\t_\n", b"a ", b" "), b""),
    "srt": (b"1\n00:00:01,000 --> 00:00:03,000\n", (b"<i>", b"{", b"-->", b"1\n", b"\n\n", b"00:", b"- ", b" "), b""),
    "vtt": (b"WEBVTT\n\n", (b"<v a", b"<v a>", b"00:01.000 --> ", b"NOTE\n", b"\n\n", b"<", b"&"), b""),
    "html": (b"<p>", (b"<", b"<a ", b"<a href='", b"<!--", b"&", b"&#", b"<script>", b"</", b"<b>", b"]]>"), b""),
    "html link": (b"<a href='/a", (b"%41", b"?a+b&", b"+", b"%C3", b"://", b"%", b"mailto:"), b"'>x</a>"),
    "html style": (b"<style>", (b"/* a */", b"'a' ", b"url(a)", b"/*", b'"'), b"</style>"),
    "eml": (b"From: a@b\nSubject: ", (b"=?utf-8?q?", b'"', b"<", b"a@b, ", b"\n ", b"a: b\n", b"(", b" "), b"\n\nx"),
    "mbox": (b"From a@b Mon\n", (b"From ", b"From x\n", b"\n\nFrom x\n\n", b">From ", b"--x\n", b"=\n"), b""),
    "whatsapp": (b"31.12.23, 23:59 - Z: hi\n", (b"31.12.23, 23:59 - ", b"[31/12/2023, ", b": ", b"1/", b"\n"), b""),
    "telegram": (b'{"messages":[', (b'{"text":["', b'"', b"{", b'{"from":"a"},'), b"]}"),
    "twitter": (b"window.YTD.tweets.part0 = [", (b'{"tweet":{', b'"', b"[", b"{},"), b"]"),
    "docx-xml": (BODY, (b"<w:r><w:t>a</w:t></w:r>", b"<a ", b"</w:p><w:p>", b"&amp;", b" "), END),
    "docx-xml style": (BODY + b'<shape style="', (b"a", b"a:", b"a:1;", b" ", b"-"), b'"/>' + END),
    **WHOLE,
}
"""The same for files that are mostly refused, or are read as far as they go; and those in order."""

TEXTS = (
    "a",
    "1 ",
    "a@",
    "://",
    "A. ",
    "Rue ",
    "[PERSON_1]",
    "Maria Lund ",
    "و",
    "é",
    "\u200b",
    "- ",
    "Anna ",
    "#a",
    "(",
)
DETECTING = ("detect-patterns", "detect-identifiers", "detect-life", "detect-lists", "edited-text")
UNITS = (
    "a", "A", "1", " ", "\n", ".", "-", "@", "/", ":", "'", "_", "é", "ا", "a ", "A ", "1 ", "1.", "a.", "1-", "a-",
    "Aa ", "a@a.", "://", "a,", "\t", '"', "=", "<a ", "(", "x1", "?\n",
)  # fmt: skip
SHORT = frozenset((Path(__file__).parent / "short_windows.txt").read_text("utf-8").split())
"""Expressions that would take long, but match a whole word, from one place only, or are shown a few characters."""

MOST = 12.0
LEAST = 0.05
"""Seconds under which a time says nothing."""


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work, without that of collecting garbage, which grows by leaps."""
    gc.disable()
    start = time.process_time()
    try:
        with suppress(AllonymError):
            work()
        return time.process_time() - start
    finally:
        gc.enable()


def require_linear(work: Callable[[int], Callable[[], object]], size: int, place: str) -> None:
    """Require that ten times the size takes twelve times the time at most; what is busy otherwise is tried again."""
    long, least = seconds(work(10 * size)), LEAST if size < 10_000 else 10 * LEAST
    for _ in range(3):
        if long <= least or long <= MOST * (short := seconds(work(size))):
            return
        long = min(long, seconds(work(10 * size)))
    pytest.fail(f"{place}: {size} takes {short:.3f} s, ten times as much {long:.3f} s")


def repeating(name: str, head: bytes, unit: bytes, end: bytes) -> Callable[[int], Callable[[], object]]:
    def work(size: int) -> Callable[[], object]:
        data = head + unit * (size // len(unit)) + end
        return lambda: TARGETS[name].run(data)

    return work


def files(name: str) -> Iterator[tuple[bytes, Callable[[int], Callable[[], object]]]]:
    """Return what comes over and over in files of some kind, and what reads such a file of a size."""
    head, units, end = READERS[name]
    for unit in units:
        # The first byte asks for nothing in particular.
        yield unit, repeating(f"file-{name.partition(' ')[0]}", b"\0" + head, unit, end)


def read_all(name: str, size: int) -> None:
    for unit, work in files(name):
        require_linear(work, size, f"{name} {unit!r}")


def detect_all(name: str, size: int) -> None:
    TARGETS[name].run(b"warm")
    for unit in TEXTS:
        require_linear(repeating(name, b"", unit.encode(), b""), size, f"{name} {unit!r}")


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_in_order_is_not_refused(name: str) -> None:
    for _, work in files(name):
        work(1_000)()


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_its_share_of_time(name: str) -> None:
    read_all(name, 1_000)


@pytest.mark.parametrize("name", DETECTING)
def test_detection_takes_its_share_of_time(name: str) -> None:
    detect_all(name, 500)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_its_share_of_time_for_a_megabyte(name: str) -> None:
    read_all(name, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", DETECTING)
def test_detection_takes_its_share_of_time_for_a_megabyte(name: str) -> None:
    detect_all(name, 100_000)


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Return every expression of every module, and those of the rules for codes."""
    for each in pkgutil.walk_packages(allonym.__path__, "allonym."):
        if "adapters" in each.name or each.name.endswith(("spark", "__main__")):
            continue
        for name, value in vars(importlib.import_module(each.name)).items():
            if isinstance(value, Expression):
                yield f"{each.name[8:]}.{name}", re.compile(value._source, value._flags)
            elif isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield f"{each.name[8:]}.{name}", value
    for rule in _rules():
        if rule.look is not None:
            yield f"code.{rule.name}", re.compile(rule.look._source, rule.look._flags)


@pytest.mark.slow
def test_every_expression_takes_its_share_of_time_or_sees_little() -> None:
    guilty, seen = set(), set()
    for name, expression in expressions():
        if expression in seen:
            continue
        seen.add(expression)
        for unit in UNITS if name not in SHORT else ():
            texts = [unit * (size // len(unit)) + "!" for size in (1_000, 4_000)]
            once, more = (seconds(partial(list, expression.finditer(text))) for text in texts)
            if once > 0.02 or (more > 0.004 and more > 7 * once):
                guilty.add(name)

    assert guilty == set()
    assert len(seen) > 500
