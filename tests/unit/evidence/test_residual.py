"""The search for what is left: every known name is found in every spelling, and nothing in a clean output."""

import gzip
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.unit.evidence.planting import ARABIC, NAMES, VARIANTS

import allonym.samples
from allonym import Pseudonymizer
from allonym.core.errors import NotAllowed, UsageError
from allonym.core.pieces import Layout
from allonym.evidence import Residue, residual
from allonym.evidence.residual_page import residual_page
from allonym.evidence.rounds import as_data, deny, history, with_round
from allonym.formats.choosing import choose
from allonym.running.certifying import certify
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

SAMPLE = Path(allonym.samples.__file__).parent / "posts.csv"


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory() as made:
        yield made


def source(path: Path) -> Source:
    return Source(path, path.name, choose(path.name), Layout())


def run(vault: SealedVault, path: Path, text: str, profile: str = "default", **more: Any) -> Source:
    path.with_name("in-" + path.name).write_text(text, "utf-8", newline="")
    tool = Pseudonymizer(load_settings(profile).with_model(fast=True), vault, **more)
    pseudonymize_file(Run(tool), source(path.with_name("in-" + path.name)), path)
    return source(path)


def posts(names: tuple[str, ...] = NAMES) -> str:
    return "id,text\n" + "".join(f"{number},we saw {name} there\n" for number, name in enumerate(names))


def planted(out: Source, words: list[str]) -> Source:
    """Put words back into the rows of an output, one into each."""
    rows = out.path.read_text("utf-8").splitlines()
    for number, each in enumerate(words, 1):
        rows.append(f'{1000 + number},"yes, it was {each} who came"')
    path = out.path.with_name("planted.csv")
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return source(path)


def swept(residue: Residue) -> set[str]:
    return {each.words for each in residue.findings if each.source == "known original"}


def test_two_hundred_names_put_back_in_variants_are_all_found(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path / "out.csv", posts(), terms={"PERSON": NAMES})
    variants = list(VARIANTS.values())
    words = [variants[number % len(variants)](name) for number, name in enumerate(NAMES)]
    residue = residual(vault, [planted(out, words)], fast=True)
    rows = {each.where.row for each in residue.findings if each.source == "known original"}

    assert len(NAMES) == len(set(NAMES)) == 200
    assert [words[number] for number in range(200) if 202 + number not in rows] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_of_some_names_is_found_where_it_stands(vault: SealedVault, tmp_path: Path, variant: str) -> None:
    names = NAMES[::9]
    out = run(vault, tmp_path / "out.csv", posts(names), terms={"PERSON": names})
    words = [VARIANTS[variant](name) for name in names]
    residue = residual(vault, [planted(out, words)], fast=True)
    found: dict[int | None, list[str]] = defaultdict(list)
    for each in residue.findings:
        if each.source == "known original":
            found[each.where.row].append(each.words)
    for number, (name, put) in enumerate(zip(names, words, strict=True), len(names) + 2):
        assert all(some in put or put.strip("@#") in some for some in found[number]), put
        # All of the name, or all that is left of it in this variant.
        assert letters("".join(found[number])) >= min(letters(put.split("@ex")[0]), letters(name)), (put, found[number])


def letters(words: str) -> int:
    return sum(map(str.isalnum, words))


def test_arabic_names_are_found_with_small_words_before_them(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path / "out.csv", posts(ARABIC), terms={"PERSON": ARABIC})
    names = [before + name for name in ARABIC for before in ("", "و", "ب", "ل")]
    residue = residual(vault, [planted(out, [f"قالت {name} ذلك" for name in names])], fast=True)

    assert [each.words for each in sorted(residue.findings, key=lambda one: one.where.row or 0)] == names


@pytest.mark.parametrize(
    ("label", "original", "left"),
    [
        ("PHONE", "+46 70 174 06 05", "070-174 06 05"),
        ("PHONE", "+46 70 174 06 05", "0046701740605"),
        ("PHONE", "06 39 98 12 34", "+33 6 39981234"),
        ("IBAN", "DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("EMAIL", "mira.lindqvist@example.org", "Mira Lindqvist"),
        ("EMAIL", "mira.lindqvist@example.org", "Lindqvist, Mira"),
        ("USERNAME", "@lucia_morenoz", "luciamorenoz"),
        ("ORGANIZATION", "Zorblax & Söhne GmbH", "ZORBLAX Soehne gmbh"),
        ("ADDRESS", "12 rue Zorblax, 69002 Lyon", "12, Rue Zorblax - 69002 LYON"),
    ],
)
def test_other_originals_are_found_in_other_spellings(
    vault: SealedVault, tmp_path: Path, label: str, original: str, left: str
) -> None:
    out = run(vault, tmp_path / "out.csv", f'id,text\n1,"write {original} now"\n', terms={label: [original]})
    residue = residual(vault, [planted(out, [left])], fast=True)

    assert [each.words for each in residue.findings if each.source == "known original"] == [left.lstrip("+3 ")] or (
        left in swept(residue)
    )


@pytest.mark.parametrize(("profile", "scope"), [("default", None), ("default", "corpus"), ("cloaked-realistic", None)])
def test_a_clean_output_of_the_sample_has_no_findings(
    vault: SealedVault, tmp_path: Path, profile: str, scope: str | None
) -> None:
    pseudonymize_file(Run(Pseudonymizer(profile, vault, scope=scope)), source(SAMPLE), tmp_path / "out.csv")
    residue = residual(vault, [source(tmp_path / "out.csv")])

    assert residue.findings == ()
    # Stand-ins hang on the key, and a realistic one may look like a name beside the word that follows it.
    assert len({each.words for each in residue.hints} - {"DNI", "BIC", "بالرقم", "528", "router"}) <= 1
    assert (residue.texts, residue.changed) == (24, 0)
    assert residue.detectors == ("forms", "lists", "model", "capitals")


def test_what_stands_outside_the_texts_is_swept_too(vault: SealedVault, tmp_path: Path) -> None:
    text = "id,author,text\n1,zorblax quint,by Zorblax Quint\n"
    (tmp_path / "in.csv").write_text(text)
    layout = Layout(text_columns=("text",))
    tool = Pseudonymizer("default", vault, terms={"PERSON": ["Zorblax Quint"]})
    out = tmp_path / "Zorblax Quint.csv"
    pseudonymize_file(Run(tool), replace(source(tmp_path / "in.csv"), asked=layout), out)
    residue = residual(vault, [source(out)], fast=True)

    assert sorted(each.where.part for each in residue.findings) == ["outside the text columns", "the name of the file"]
    assert residue.changed == 0


def test_ordinary_words_and_stand_ins_are_no_findings(vault: SealedVault, tmp_path: Path) -> None:
    text = (
        "id,text\n1,we met May and Will Rose and Fran Kowalski\n2,they will rise in the sun and may rose\n3,be frank\n"
    )
    out = run(vault, tmp_path / "out.csv", text, terms={"PERSON": ["May", "Will Rose", "Fran Kowalski"]})

    assert residual(vault, [out], fast=True).findings == ()


def test_what_is_new_and_nobody_knows_is_found_by_the_second_opinion(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path / "out.csv", posts(NAMES[:3]), terms={"PERSON": NAMES[:3]})
    residue = residual(vault, [planted(out, ["Dr. Katarina Svensson", "k.s@example.org"])], fast=True)

    assert {each.severity for each in residue.findings} <= {"high", "medium"}
    assert {"Katarina Svensson", "k.s@example.org"} <= {each.words for each in residue.findings}


def test_a_search_takes_a_key_that_may_recover_and_is_noted(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path / "out.csv", posts(NAMES[:3]), terms={"PERSON": NAMES[:3]})
    residual(vault, [out], fast=True)
    last = list(vault.audit.entries())[-1]

    assert (last.action, last.result, last.counts["texts"]) == ("find", "done", 3)
    with pytest.raises(UsageError, match="at least one"):
        residual(vault, [])
    object.__setattr__(vault.audit._keys, "role", "worker")
    with pytest.raises(NotAllowed):
        residual(vault, [out], fast=True)


def test_the_vault_keeps_the_counts_for_certificates(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path / "out.csv", posts(NAMES[:3]), terms={"PERSON": NAMES[:3]})
    other = run(vault, tmp_path / "other.csv", posts(NAMES[3:7]), terms={"PERSON": NAMES[3:7]})
    residual(vault, [out], fast=True, turn=3)
    told = certify(vault, [out], datetime.now(UTC))["payload"]["residual"]

    assert (told["result"], told["rounds"]) == ("findings: 0, hints: 0", 3)
    assert told["by"] == ["capitals", "forms", "known original", "lists"]
    assert certify(vault, [out, other], datetime.now(UTC))["payload"]["residual"] == {"result": "run on 1 of 2 files"}
    assert certify(vault, [other], datetime.now(UTC))["payload"]["residual"] == {"result": "not run"}


def test_rounds_lead_to_zero_by_a_list_of_what_was_found(vault: SealedVault, tmp_path: Path) -> None:
    text = "id,text\n1,we saw Ana Zorblax there\n2,then A. Zorblax and zorblaxana@example.org and ZORBLAX came\n"
    words, report = tmp_path / "deny.txt", tmp_path / "r.json"
    course = []
    for turn in range(1, 4):
        terms = {"PERSON": ["Ana Zorblax"]}
        for line in words.read_text("utf-8").splitlines() if words.exists() else ():
            term, _, label = line.partition("\t")
            terms.setdefault(label, []).append(term)
        name = f"out{turn}.csv"
        settings = load_settings("default").with_detectors(["terms"])
        (tmp_path / "in.csv").write_text(text)
        pseudonymize_file(
            Run(Pseudonymizer(settings, vault, terms=terms)), source(tmp_path / "in.csv"), tmp_path / name
        )
        residue = residual(vault, [source(tmp_path / name)], fast=True, turn=turn)
        told = with_round(history(report), residue, None)
        report.write_text(json.dumps(as_data(residue, told, show=False)))
        course.append(len(residue.findings))
        if not residue.findings:
            break
        deny(words, residue)

    assert course[0] >= 3
    assert course[-1] == 0
    assert [each.findings for each in history(report)] == course
    assert words.stat().st_mode & 0o777 == 0o600


def test_reports_hold_no_words_unless_asked_and_are_safe(vault: SealedVault, tmp_path: Path) -> None:
    hostile = '<script>alert("Zorblax")</script> Quint'
    out = run(vault, tmp_path / "out.csv", posts(NAMES[:2]), terms={"PERSON": [*NAMES[:2]]})
    left = planted(out, [NAMES[0] + " <script>alert(1)</script> \u202e"])
    residue = residual(vault, [left], fast=True)
    told = with_round([], residue, None)
    without, with_words = (residual_page(residue, told, [hostile], show=show) for show in (False, True))

    assert NAMES[0] not in without + str(as_data(residue, told, show=False)) + repr(residue)
    assert NAMES[0] in with_words
    for page in (without, with_words):
        assert "<script" not in page
        assert "\u202e" not in page
        assert not re.search(r"https?://", page)


def test_a_report_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text('{"kind": "another"}')

    with pytest.raises(UsageError, match="no report"):
        history(tmp_path / "r.json")


def test_what_was_listed_counts_even_if_its_label_may_stand_and_other_files_hint(
    vault: SealedVault, tmp_path: Path
) -> None:
    listed = {"ORGANIZATION": ["Zorblax Works"]}
    text = "id,text\n1,at Zorblax Works today\n2,at zorblax-works too\n"
    mine = run(vault, tmp_path / "mine.csv", text, terms=listed, scope="corpus")
    other = run(vault, tmp_path / "other.csv", "id,text\n1,at ZORBLAX works\n", scope="corpus")

    assert swept(residual(vault, [mine], fast=True)) == {"zorblax-works"}
    assert residual(vault, [other], fast=True).findings == ()
    assert [each.words for each in residual(vault, [other], fast=True).hints] == ["ZORBLAX works"]


@pytest.mark.parametrize("name", ["posts.docx", "posts.html", "posts.jsonl", "posts.csv.gz", "posts.zip", "posts.txt"])
def test_other_formats_are_searched_as_they_are_read(vault: SealedVault, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write(path, "by Zorblax Quint and nobody else")
    tool = Pseudonymizer("default", vault, terms={"PERSON": ["Zorblax Quint"]})
    pseudonymize_file(Run(tool), source(path), tmp_path / f"out-{name}")
    clean = residual(vault, [source(tmp_path / f"out-{name}")], fast=True)
    left = residual(vault, [source(path)], fast=True)

    assert (clean.findings, clean.changed) == ((), 0)
    assert clean.texts >= 1
    assert swept(left) == {"Zorblax Quint"}
    assert left.changed >= 1


def write(path: Path, text: str) -> None:
    if path.suffix == ".docx":
        docx = pytest.importorskip("docx")
        document = docx.Document()
        document.add_paragraph(text)
        document.save(str(path))
    elif path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", text)
    elif path.suffix == ".gz":
        path.write_bytes(gzip.compress(f"id,text\n1,{text}\n".encode()))
    else:
        kinds = {".html": f"<p>{text}</p>", ".jsonl": json.dumps({"text": text}) + "\n", ".txt": text}
        path.write_text(kinds[path.suffix])
