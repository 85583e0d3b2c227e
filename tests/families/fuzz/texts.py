"""Texts: detection, fast and whole, up to the plan; dates and ages as they are read and moved; tokens; edited texts."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.families.fuzz.target import Target

from allonym import engine
from allonym.core.protocols import Detector
from allonym.core.tokens import without_tokens
from allonym.core.types import Document, Mention
from allonym.detectors.identifiers.patterns import identifiers, patterns
from allonym.detectors.life.detector import life
from allonym.detectors.names.gazetteer import lists
from allonym.languages.pack import CODES
from allonym.searching.finding import find_pseudonyms
from allonym.searching.standins import Known, Original
from allonym.settings import build, load_settings
from allonym.surrogates.banding import band_of_age
from allonym.surrogates.dates.coarse import coarse_date
from allonym.surrogates.dates.forms import Hints
from allonym.surrogates.dates.moving import moved_date

DATA = Path(__file__).parents[2] / "data"
DATES = (
    "3 May 2020",
    "le 1er mai",
    "1.2.2020",
    "2018-12-01",
    "28 تموز 1925",
    "80s",
    "lundi 3/4",
    "från 3 till 5 maj",
    "19 år",
    "vingt ans",
)
KNOWN = Known(
    {
        "[PERSON_1]": (Original("Anna Berg", "PERSON", "e1"),),
        "Maria Lund": (Original("Anna Berg", "PERSON", "e1"),),
        "Marias": (Original("Annas", "PERSON.FIRST", "e1", "bok"), Original("Evas", "PERSON.FIRST", "e2", "hus")),
    },
    frozenset({"[CITY_1]"}),
)
EDITED = b"Maria Lund, [PERSON_1] och Marias bok i [CITY_1]. MARIA LUND", b"[PERSON_2] _People1"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@cache
def _sentences() -> list[bytes]:
    return [
        line.encode()
        for path in sorted(DATA.glob("sentences-*.txt"))
        for line in path.read_text("utf-8").splitlines()[:25]
    ]


@cache
def _engine(fast: bool) -> engine.Engine:
    return build(load_settings("default").with_model(fast=fast))


def _check(document: Document, mentions: Sequence[Mention]) -> None:
    for mention in mentions:
        assert 0 <= mention.start < mention.end <= len(document.text), "a mention leaves the text"


def _detecting(name: str) -> Target:
    @cache
    def detector() -> Detector:
        made: dict[str, Callable[[], Detector]] = {
            "patterns": patterns, "identifiers": identifiers, "life": life, "lists": lists,
        }  # fmt: skip
        return made[name]()

    def run(data: bytes) -> None:
        document = Document("a", _text(data))
        [found] = detector().detect([document])
        _check(document, found)

    return Target(f"detect-{name}", run, _sentences)


def _planning(fast: bool) -> Target:
    def run(data: bytes) -> None:
        document = Document("a", _text(data)[:1000])
        [plan] = engine.plan(_engine(fast), [document])
        _check(document, [mention for each in plan.decisions for mention in each.entity.mentions])

    return Target("plan-fast" if fast else "plan-whole", run, _sentences, 60 if fast else 15)


def _date(data: bytes) -> None:
    surface = _text(data[2:])
    code = (None, *CODES)[data[0] % 9] if data else None
    hints = Hints(code, month_first=bool(data and data[0] & 128))
    moved_date(surface, (data[1] if len(data) > 1 else 1) * 40 - 5000, hints)
    for to in ("month", "year", "decade"):
        coarse_date(surface, to, hints)
    band_of_age(surface, code, 5, 90)


def _dates() -> list[bytes]:
    return [bytes([number, 40 * number]) + each.encode() for number in range(6) for each in DATES]


def _edited(data: bytes) -> None:
    text = _text(data)
    assert not without_tokens(text, ())
    find_pseudonyms(text, KNOWN)


TEXTS = (
    *(_detecting(name) for name in ("patterns", "identifiers", "life", "lists")),
    _planning(fast=True),
    _planning(fast=False),
    Target("date", _date, _dates),
    Target("edited-text", _edited, lambda: EDITED),
)
