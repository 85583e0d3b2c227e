"""Reports bound together: each is known for what it is, nothing of people is taken over, doubts are told."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout
from allonym.evaluation.intervals import Chance
from allonym.evaluation.report import Told, data_of
from allonym.evaluation.scoring import evaluate
from allonym.evaluation.values import Annotation, Pair
from allonym.evidence import Asked, residual, risk, rounds
from allonym.evidence.binding import Parts, read_parts
from allonym.evidence.binding.judging import requirements
from allonym.evidence.binding.page import bound_data, bound_page, require_whole
from allonym.evidence.binding.readme import NOT_SAID, Release, readme
from allonym.evidence.risk import as_data as risk_data
from allonym.evidence.rows import Columns
from allonym.evidence.utility.data import as_data as utility_data
from allonym.evidence.utility.values import ORIGINAL, VERSIONS, Counted, Leak, Share, Spread, Utility
from allonym.formats.choosing import choose
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.certifying import certify
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

NOW = datetime(2026, 11, 16, tzinfo=UTC)
POSTS = "id,author,text\n1,a,we saw Zelda Zorblax there\n2,b,write to zelda@example.org\n"

RISK = {"authors": 1, "texts": 1, "combinations": [], "searchable": {}, "style": {}, "limits": []}


@pytest.fixture(scope="module")
def vault() -> Iterator[SealedVault]:
    with open_memory() as made:
        yield made


@pytest.fixture(scope="module")
def files(vault: SealedVault, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Make all five reports of one small release."""
    folder = tmp_path_factory.mktemp("release")
    (folder / "posts.csv").write_text(POSTS)
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault, terms={"PERSON": ["Zelda Zorblax"]})
    layout = Layout(text_columns=("text",), author_column="author")
    pseudonymize_file(Run(tool), source(folder / "posts.csv", layout), folder / "out.csv")
    out = source(folder / "out.csv", Layout())
    left = residual(vault, [out], fast=True)
    told = rounds.with_round([], left, None)
    who = risk(
        [out], Pseudonymizer(load_settings("default").with_model(fast=True)), Asked(Columns("author", ("text",)))
    )
    made = {
        "evaluation": evaluated(),
        "residual": rounds.as_data(left, told, show=True),
        "risk": risk_data(who, show=True),
        "utility": utility_data(measured()),
        "certificate": certify(vault, [out], NOW),
    }
    for name, data in made.items():
        (folder / f"{name}.json").write_text(json.dumps(data))
    return {name: folder / f"{name}.json" for name in made}


def source(path: Path, layout: Layout) -> Source:
    return Source(path, path.name, choose(path.name), layout)


def evaluated() -> dict[str, Any]:
    span = Annotation(0, 4, "PERSON", identifier="direct")
    pairs = [Pair(str(at), "Anna met", (span,), (span,), (span,), (), (span,)) for at in range(20)]
    return data_of(evaluate(pairs, chance=Chance(50)), Told("gold.jsonl", "default", "allonym", "0", 1.5))


def measured() -> Utility:
    share = Share(5, 10, 0.2, 0.8)
    matrix = {(one, other): Spread((0.5, 0.6)) for one in VERSIONS for other in VERSIONS}
    return Utility(
        "mood", "default", {"a": 50, "b": 50}, 100, 40, {"PERSON": 40}, (1, 2), 80, 20, {"linear": matrix},
        {name: Leak(share, share) for name in VERSIONS},
        {name: Counted({"PERSON": 40}, share, 400, 90, 30) for name in VERSIONS},
        {(ORIGINAL, ORIGINAL): Spread((0.5, 0.6))}, 40, 12.0,
    )  # fmt: skip


def changed(path: Path, tmp_path: Path, **more: Any) -> Path:
    new = tmp_path / path.name
    new.write_text(json.dumps(json.loads(path.read_text()) | more))
    return new


def test_reports_are_told_apart_and_bound_in_one_page(files: dict[str, Path]) -> None:
    parts = read_parts(list(files.values()))
    require_whole(parts)
    page, data = bound_page(parts, "A <b>release</b>"), bound_data(parts, "A release")

    assert list(parts.as_data()) == ["evaluation", "residual", "risk", "utility", "certificate"]
    for heading in ("What was done", "How much is found", "What is left", "Who can still", "still good for"):
        assert f"<h2>{heading}" in page or heading in page
    assert "still personal data" in page
    assert "A &lt;b&gt;release" in page
    assert not re.search(r"<script|<img|https?:|src=|href=", page)
    assert json.loads(json.dumps(data))["requirements"][0]["name"] == "REQ#1"


def test_nothing_of_people_is_taken_over_even_from_reports_that_show_words(
    files: dict[str, Path], tmp_path: Path
) -> None:
    shown = [{"file": "out.csv", "words": "Zorblax", "before": "we saw", "after": ""}]
    words = changed(files["residual"], tmp_path, found=shown)
    rare = changed(files["risk"], tmp_path, rarest=[{"attribute": "x", "authors": 1, "value": "Zorblax"}])
    parts = read_parts([words, rare, files["certificate"]])
    everything = bound_page(parts, "t") + json.dumps(bound_data(parts, "t")) + readme(parts, Release("t"))

    assert "orblax" not in everything


def test_each_requirement_has_what_is_promised_and_what_is_measured(files: dict[str, Path]) -> None:
    rows = {each.name: each for each in requirements(read_parts(list(files.values())))}

    assert [each.can for each in rows.values()] == ["yes", "yes", "no", "yes", "yes"]
    assert "0 findings" in rows["REQ#1"].measured
    assert "direct identifiers replaced on annotated texts: 100.0 (83.2–100.0) %" in rows["REQ#1"].measured
    # The profile numbers anew in each text, so S3 is what is like it.
    assert "alike under S3: 50.0 % (n = 10 texts)" in rows["REQ#2"].measured
    assert "original 55.0 ± 7.1 %, S3 55.0 ± 7.1 %" in rows["REQ#3"].measured
    assert "signature in order" in rows["REQ#4"].measured
    assert "en" in rows["REQ#5"].measured


def test_what_was_not_measured_is_said(files: dict[str, Path]) -> None:
    rows = requirements(read_parts([files["evaluation"]]))

    assert {each.can for each in rows} == {"not known: no certificate"}
    assert [each.measured for each in rows[1:4]] == ["not measured"] * 3


def test_parts_that_do_not_belong_together_are_doubted(files: dict[str, Path], tmp_path: Path) -> None:
    sound = read_parts([files["residual"], files["certificate"]])
    other = read_parts([changed(files["residual"], tmp_path, files=["else.csv"], findings=3), files["certificate"]])

    assert sound.doubts() == []
    assert len(other.doubts()) == 2
    assert all(each in bound_page(other, "t") for each in other.doubts())


def test_reports_of_other_files_or_more_texts_are_doubted(files: dict[str, Path], tmp_path: Path) -> None:
    sound = read_parts([files["residual"], files["risk"], files["certificate"]])
    risk = changed(files["risk"], tmp_path, digests=["00"])
    useful = changed(files["utility"], tmp_path, rows=1_000_000)
    other, unsigned = (read_parts([risk, *more]) for more in ((useful, files["certificate"]), (files["residual"],)))

    assert sound.doubts() == []
    assert any("report on risk was made of other files than the certificate" in each for each in other.doubts())
    assert any("data of 1,000,000 texts" in each for each in other.doubts())
    assert ["other files than the search" in each for each in unsigned.doubts()] == [True]


def test_what_another_tool_found_is_not_said_to_be_replaced(files: dict[str, Path], tmp_path: Path) -> None:
    other = changed(files["evaluation"], tmp_path, predictions="theirs.jsonl", cpu_seconds=None)
    [first, *_] = requirements(read_parts([other]))

    assert "direct identifiers found by theirs.jsonl on annotated texts: 100.0" in first.measured
    assert "replaced" not in first.measured


def test_labels_of_an_older_report_are_numbered(files: dict[str, Path], tmp_path: Path) -> None:
    older = changed(files["utility"], tmp_path, classes={"Zorblax": 20, "Quint": 30})
    parts = read_parts([older])

    assert bound_data(parts, "t")["parts"]["utility"]["classes"] == {"class 1": 30, "class 2": 20}


def test_without_a_guess_there_is_no_plot_and_a_dash(files: dict[str, Path], tmp_path: Path) -> None:
    data = json.loads(files["utility"].read_text())
    leaks = {name: each | {"guessed": None} for name, each in data["leakage"].items()}
    parts = read_parts([changed(files["utility"], tmp_path, leakage=leaks, candidates=3)])
    page, told = bound_page(parts, "t"), readme(parts, Release("t"))

    assert "Only 3 different names" in page
    assert "<circle" not in page
    assert "guessed among 3 (by chance 33), % |" in told
    assert "| – |" in told


def test_a_certificate_that_was_changed_is_refused(files: dict[str, Path], tmp_path: Path) -> None:
    forged = tmp_path / "forged.json"
    forged.write_text(files["certificate"].read_text().replace("out.csv", "other.csv"))

    with pytest.raises(InputError, match="signature does not fit"):
        read_parts([forged])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "cannot be read as JSON"),
        ("[]", "is no report"),
        ('{"kind": "allonym plan"}', "is no report"),
        ('{"kind": "allonym risk", "authors": 1}', "has no 'texts'"),
        (json.dumps({"kind": "allonym risk", **RISK, "texts": "Anna Berg"}), "'texts' is not what a report has there"),
        (json.dumps({"kind": "allonym risk", **RISK, "authors": True}), "'authors' is not what a report has there"),
    ],
)
def test_what_is_no_report_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "x.json").write_text(content)

    with pytest.raises(UsageError, match=reason):
        read_parts([tmp_path / "x.json"])


def test_two_of_a_kind_and_none_at_all_are_refused(files: dict[str, Path]) -> None:
    with pytest.raises(UsageError, match="a second report"):
        read_parts([files["risk"], files["risk"]])
    with pytest.raises(UsageError, match="nothing to bind"):
        read_parts([])


def test_a_damaged_report_is_refused_before_anything_is_written(files: dict[str, Path], tmp_path: Path) -> None:
    for name, more in (
        ("risk", {"searchable": {}}),
        ("utility", {"macro_f1": {"linear": []}}),
        ("residual", {"rounds": 3}),
    ):
        with pytest.raises(UsageError, match=r"damaged|not what a report has"):
            require_whole(read_parts([changed(files[name], tmp_path, **more)]))


def test_the_readme_says_what_the_data_are_and_who_holds_what(files: dict[str, Path]) -> None:
    parts = read_parts(list(files.values()))
    told = readme(parts, Release("Posts", "The archive <x>", "dpo@example.org", "research only"))
    bare = readme(Parts(risk=parts.risk), Release("Posts"))

    assert told.startswith("# Posts\n\n**Pseudonymized, still personal data.**")
    assert "| the keys of the vault | The archive &lt;x>; kept apart from the vault |" in told
    assert parts.certificate is not None
    assert parts.certificate["files"][0]["output"] in told
    assert "| REQ#1: individuals cannot be identified | yes |" in told
    assert "| PERSON | 1 | 0 |" in told
    assert NOT_SAID not in told
    assert bare.count(NOT_SAID) == 4
