"""What people annotate and configure: gold files, exchange with other tools, plans, profiles, tables of their own."""

import lzma
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.families.fuzz.target import Target
from tests.unit.reviewing.sheets import TEXT, sheet
from tests.unit.reviewing.sheets import settings as made_settings
from tests.unit.reviewing.test_svala import ESSAY, spelt

from allonym.core.errors import InputError, UsageError
from allonym.core.types import Document
from allonym.evaluation.brat import spans_in
from allonym.evaluation.checking import require_sound
from allonym.evaluation.json_gold import read_benchmark, read_lines
from allonym.evaluation.reading import read_annotated
from allonym.evaluation.token_gold import read_tokens
from allonym.evaluation.values import Annotated
from allonym.evidence.binding.reading import _read
from allonym.evidence.rounds import history
from allonym.interfaces.rest.tokens import TokenFile
from allonym.languages.own_list import read_changes, write_changes
from allonym.linking.table import read_table, write_table
from allonym.reviewing.exchange import Reading, Ruling, read_sheets, read_texts, ruling_for, write_sheets
from allonym.reviewing.journal import _steps
from allonym.reviewing.journal import read_lines as read_journal
from allonym.reviewing.values import Sheet
from allonym.running.plans import read_plans
from allonym.running.runs import _read_journal, _read_manifest
from allonym.settings import profile_names, read_profile
from allonym.settings.parsing import parse

GOLD = (
    b'{"id":1,"text":"Anna Berg","spans":[[0,4,"PERSON"],{"start":5,"end":9,"label":"PERSON","entity":"e"}],'
    b'"lang":"sv"}\n'
)
BENCHMARK = (
    b'[{"doc_id":"1","text":"Anna Berg","annotations":{"a":{"entity_mentions":[{"entity_type":"PERSON","entity_id":"e",'
    b'"start_offset":0,"end_offset":4,"span_text":"Anna","identifier_type":"DIRECT"}]}}}]'
)
TOKENS = b"Anna B-PER\nBerg I-PER\n. O\n\n1\tBo\t_\tSpaceAfter=No\tS-LOC\n"
BRAT = b"T1\tPERSON 0 9\tAnna Berg\nA1\tAction T1 replace\n#1\tAnnotatorNotes T1\tx\n\0Anna Berg met Bo.\n"
LINKS = "entity\tlabel\tlanguage\tform\tauthor\n1\tPERSON\tsv\tAnna\tBo\n2\tLOCATION\t\tMalmö\n".encode()
JOURNAL = b'{"allonym-review":1,"annotator":"a"}\n{"in":"a","id":"b","digest":"c","do":"x"}\n{"to'
ROUNDS = b'{"kind":"allonym residual","rounds":[{"round":1,"findings":2,"hints":0,"texts":9}]}'
TOKEN_FILE = (
    b'{"allonym-tokens":1,"tokens":[{"name":"a","roles":["custodian"],"sha256":"00","created":1,"expires":null}]}'
)
REPORTS = (
    b'{"kind":"allonym risk","authors":1,"texts":2,"combinations":[],"searchable":{},"style":{},"limits":[]}',
    b'{"kind":"allonym utility","classes":{"a":2}}',
    b'{"payload":{"key":"allonym-verify-a"},"signature":"00"}',
)
RUNS = b'{"allonym-run":1,"state":"complete"}', b'{"target":"a"}\n{"target":"b"}'

settings = cache(made_settings)


@cache
def _ruling() -> Ruling:
    return ruling_for(settings())


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("not UTF-8") from None


def _gold(read: Callable[[str, str], object]) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        require_sound(list(read(_decoded(data), "a")), overlaps=False)  # type: ignore[call-overload]

    return run


def _gold_brat(data: bytes) -> None:
    said, _, words = data.partition(b"\0")
    text = _decoded(words)
    require_sound([Annotated("a", text, tuple(spans_in(_decoded(said), text, "a").values()), "a")], overlaps=True)


def _file(read: Callable[[Path], object], ending: str) -> Callable[[bytes], None]:
    """Return a target that reads a file by its path; the file is in memory where the system has such a place."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    path = Path(folder.name, f"a{ending}")

    def run(data: bytes) -> None:
        assert folder is not None
        path.write_bytes(data)
        read(path)

    return run


def _told(sheets: Sequence[Sheet]) -> list[object]:
    return [(each.document.id, mark.span, mark.label) for each in sheets for mark in each.marks]


_FILES: dict[str, Callable[[bytes], dict[str, bytes]]] = {
    "brat": lambda data: {"a.ann": data.partition(b"\0")[0], "a.txt": data.partition(b"\0")[2]},
    "cas": lambda data: {"a.xmi": data},
    "conll": lambda data: {"a.conll": data},
    "doccano": lambda data: {"a.jsonl": data},
    "labelstudio": lambda data: {"a.json": data},
    "svala": lambda data: {"a.json": data},
}


def _exchange(name: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        files = _FILES[name](data)
        texts, reading = read_texts(name, files), Reading(_ruling())
        sheets = read_sheets(name, files, texts, reading)
        written = write_sheets(name, sheets, settings())
        try:
            again = read_sheets(name, written, texts, reading)
        except InputError as error:
            raise AssertionError("what was written cannot be read") from error
        assert _told(again) == _told(sheets), "written and read, other marks"

    return run


def _exchange_seeds(name: str) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        files = write_sheets(name, [sheet(by_kind=False)], settings())
        if name == "brat":
            return [files["d.ann"] + b"\0" + files["d.txt"], BRAT]
        more = [spelt(ESSAY)] if name == "svala" else []
        return [*(each for file, each in files.items() if not file.startswith("TypeSystem")), *more]

    return seeds


def _plan(data: bytes) -> None:
    sheets = read_sheets("plan", {"a.jsonl": data}, [Document("d", TEXT)], Reading(_ruling()))
    again = read_sheets("plan", write_sheets("plan", sheets, settings()), [Document("d", TEXT)], Reading(_ruling()))
    assert _told(again) == _told(sheets)


def _plan_seeds() -> list[bytes]:
    return [*write_sheets("plan", [sheet(by_kind=False)], settings()).values()]


def _profile(data: bytes) -> None:
    parse("a", _decoded(data), lambda base: read_profile(base)[1] if base in profile_names() else _unknown())


def _unknown() -> str:
    raise UsageError("no such profile")


def _profile_seeds() -> list[bytes]:
    own = (
        b'extends = "default"\nscope = "corpus"\n[terms]\nPERSON = ["Anna"]\n'
        b'[[rules]]\nname = "a"\nlabels = ["EMAIL"]\nstrategy = "mask"\n'
    )
    return [own, *(read_profile(name)[1].encode() for name in profile_names())]


def _own_list(path: Path) -> None:
    first = read_changes(path)
    write_changes(path, first)
    assert sorted(read_changes(path), key=repr) == sorted(first, key=repr), "written and read, other changes"


def _links(path: Path) -> None:
    first = read_table(path)
    write_table(first, path)
    assert read_table(path).rows == first.rows, "written and read, other rows"


def _journal(path: Path) -> None:
    with path.open("r+b") as stream:
        _steps("a", read_journal(stream, "a") or [{}])


def _run(path: Path) -> None:
    _read_journal(path)
    _read_manifest(path)


def _tokens(path: Path) -> None:
    path.chmod(0o600)
    TokenFile(path).tokens()


ANNOTATIONS = (
    Target("gold-jsonl", _gold(read_lines), lambda: [GOLD, b'{"data":"Anna","label":[[0,4,"PER"]]}\n']),
    Target("gold-benchmark", _gold(read_benchmark), lambda: [BENCHMARK]),
    Target("gold-conll", _gold(read_tokens), lambda: [TOKENS]),
    Target("gold-brat", _gold_brat, lambda: [BRAT]),
    Target("gold-packed", _file(read_annotated, ".jsonl.xz"), lambda: [lzma.compress(GOLD)]),
    *(Target(f"exchange-{name}", _exchange(name), _exchange_seeds(name), 60) for name in _FILES),
    Target("exchange-plan", _plan, _plan_seeds, 60),
    Target("plan", _file(read_plans, ".jsonl"), _plan_seeds),
    Target("profile", _profile, _profile_seeds, 60),
    Target("own-list", _file(_own_list, ".tsv"), lambda: [b"+\tAnna\tfirst\tsv en\n-\tBo\t*\n"]),
    Target("links", _file(_links, ".tsv"), lambda: [LINKS]),
    Target("journal", _file(_journal, ".jsonl"), lambda: [JOURNAL]),
    Target("rounds", _file(history, ".json"), lambda: [ROUNDS]),
    Target("report", _file(lambda path: _read(path, None), ".json"), lambda: REPORTS),
    Target("run-manifest", _file(_run, ".json"), lambda: RUNS),
    Target("token-file", _file(_tokens, ".json"), lambda: [TOKEN_FILE]),
)  # fmt: skip
