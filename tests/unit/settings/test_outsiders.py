"""What a detector of others gives is checked where it enters, and a fault names the plug-in and no words."""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from allonym.core.errors import InputError, MissingExtra, SafetyError
from allonym.core.types import Document, Mention, Span
from allonym.interfaces.cli.app import run
from allonym.settings import build, load_settings
from allonym.settings.outsiders import Outsider
from allonym.testing import check_detector

WORD = "Sekretsson"
DOCUMENTS = [Document("a", f"{WORD} was here"), Document("b", "nobody")]
GOOD = Mention(Span(0, 4), "PERSON", 1.0, "odd:rule")


@dataclass(frozen=True)
class Odd:
    """Gives whatever it is told to."""

    give: Callable[[Sequence[Document]], Any]
    name: str = "odd"

    def detect(self, documents: Sequence[Document]) -> Any:
        return self.give(documents)


def each(mention: object) -> Callable[[Sequence[Document]], Any]:
    return lambda documents: [[mention] for _ in documents]


def leave(code: object) -> Callable[[Sequence[Document]], Any]:
    def give(_: Sequence[Document]) -> Any:
        raise SystemExit(code)

    return give


def fail(kind: type[Exception]) -> Callable[[Sequence[Document]], Any]:
    def give(documents: Sequence[Document]) -> Any:
        raise kind(documents[0].text)

    return give


def cut(_: Sequence[Document]) -> Any:
    return [[Mention(Span(-3, 2), "PERSON", 1.0, "odd")]]


def late(documents: Sequence[Document]) -> Any:
    yield []
    raise SystemExit(documents[0].text)


def bad(field: str, value: object) -> Mention:
    """Return a mention with a field of another type, as somebody makes one who checks no types."""
    made = replace(GOOD)
    object.__setattr__(made, field, value)
    return made


FAULTS = {
    "label": (each(replace(GOOD, label="BADGE")), "a label that is not in the tree"),
    "label of the text": (each(replace(GOOD, label=WORD)), "a label that is not in the tree"),
    "label that is none": (each(bad("label", [WORD])), "a label that is not in the tree"),
    "outside": (each(replace(GOOD, span=Span(0, 99))), "leaves the text"),
    "empty": (each(replace(GOOD, span=Span(1, 1))), "is empty"),
    "tuple": (each(bad("span", (0, 4))), "no Span"),
    "halves": (each(replace(GOOD, span=Span(0.5, 1.5))), "no Span"),  # type: ignore[arg-type]
    "score": (each(replace(GOOD, score=float("nan"))), "a score"),
    "score in words": (each(bad("score", "high")), "a score"),
    "source": (each(replace(GOOD, source="")), "who found it"),
    "features": (each(bad("features", {"gender": "f"})), "features"),
    "no mention": (each((0, 4, "PERSON")), "no Mention"),
    "too few": (lambda _: [[]], "one list of mentions for each document"),
    "none": (lambda _: None, "one list of mentions for each document"),
    "none inside": (lambda documents: [None for _ in documents], "one list of mentions for each document"),
    "negative": (cut, r"makes a span that begins before .* \(ValueError at test_outsiders.py:\d+\)"),
    "error": (fail(ValueError), r"fails with ValueError at test_outsiders.py:\d+;"),
    "error of ours": (fail(InputError), r"fails with InputError at test_outsiders.py:\d+;"),
    "error of settings": (fail(MissingExtra), "fails with MissingExtra"),
    "error of the system": (fail(OSError), "fails with OSError"),
    "no method": (fail(AttributeError), "fails with AttributeError"),
    "exit": (leave(None), "wants to end the program"),
    "exit with words": (leave(WORD), "wants to end the program"),
    "exit later": (late, "wants to end the program"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_the_plug_in_and_no_words(fault: str) -> None:
    give, told = FAULTS[fault]
    with pytest.raises(SafetyError, match=told) as caught:
        Outsider("badges", Odd(give)).detect(DOCUMENTS)

    assert "the detector 'badges'" in str(caught.value)
    assert "its author" in str(caught.value)
    assert not any(words in str(caught.value) for words in (WORD, "BADGE"))
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@pytest.mark.parametrize("fault", ["error of ours", "negative", "too few"])
def test_a_fault_over_one_document_names_it(fault: str) -> None:
    give = FAULTS[fault][0]
    documents = DOCUMENTS[:1] if fault != "too few" else [Document("a", "x")]
    with pytest.raises(SafetyError, match=r"\Aa: the detector 'badges' "):
        Outsider("badges", Odd(give if fault != "too few" else lambda _: [])).detect(documents)


def test_a_detector_without_a_name_has_that_of_its_plug_in() -> None:
    assert Outsider("badges", Odd(each(GOOD), name=None)).name == "badges"  # type: ignore[arg-type]


def test_what_is_right_goes_through_as_it_is() -> None:
    outsider = Outsider("badges", Odd(lambda documents: tuple((GOOD,) if one.text else () for one in documents)))

    assert outsider.detect(DOCUMENTS) == [[GOOD], [GOOD]]
    assert outsider.name == "odd"
    check_detector(Outsider("badges", Odd(lambda documents: [[] for _ in documents])))


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(128 + signal.SIGTERM)])
def test_what_is_not_the_plug_ins_fault_goes_on(error: BaseException) -> None:
    def give(_: Sequence[Document]) -> Any:
        raise error

    with pytest.raises(type(error)):
        Outsider("badges", Odd(give)).detect(DOCUMENTS)


PLUG_IN = """
from allonym.core.errors import InputError
from allonym.core.types import Mention, Span
class Odd:
    name = "odd"
    def detect(self, documents):
        if self.how == "exit":
            raise SystemExit
        if self.how == "ours":
            raise InputError(documents[0].text)
        if self.how == "span":
            Span(-3, 2)
        if self.how == "outside":
            return [[Mention(Span(0, 9999), "PERSON", 1.0, "odd")] for _ in documents]
        return [[Mention(Span(0, 1), each.text[:4] or "X", 1.0, "odd")] for each in documents]
def odd(how: str = "label"):
    made = Odd()
    made.how = how
    return made
"""


@pytest.mark.parametrize("command", ["pseudonymize", "detect", "plan"])
@pytest.mark.parametrize("how", ["label", "exit", "ours", "span", "outside"])
def test_a_command_with_such_a_plug_in_leaves_with_3_and_writes_nothing(
    command: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "odd_detector-1.dist-info"
    package.mkdir()
    (tmp_path / "odd_detector.py").write_text(PLUG_IN)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-detector\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[allonym.detectors]\nodd = odd_detector:odd\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.toml").write_text(
        f'detectors = ["patterns", "odd"]\n[detector.odd]\nhow = "{how}"\n[otherwise]\nstrategy = "numbered"\n'
    )
    (tmp_path / "a.txt").write_text(f"{WORD} was here")

    assert run([command, "a.txt", "-o", "out.txt", "-p", "odd.toml"]) == 3
    told = capsys.readouterr()
    assert "the detector 'odd'" in told.err
    assert "its author is to mend it" in told.err
    assert WORD[:4] not in told.out + told.err
    assert not (tmp_path / "out.txt").exists()


def test_detectors_of_ours_are_not_wrapped() -> None:
    assert not any(isinstance(one, Outsider) for one in build(load_settings("default").with_model(fast=True)).detectors)
