"""What is shown is what comes out, and what comes out goes back byte for byte."""

import json
from pathlib import Path

import docx
import pytest
from tests.unit.reviewing.sheets import fill, opened, settings

from allonym import open_vault
from allonym.core.errors import SafetyError
from allonym.core.pieces import Layout
from allonym.core.splice import splice
from allonym.core.types import Edit
from allonym.reviewing.acting import say, seen
from allonym.reviewing.finishing import NotDone, finish
from allonym.reviewing.project import Project
from allonym.reviewing.values import Sheet
from allonym.running.files import recover_file
from allonym.running.plans import read_plans
from allonym.running.sources import find_inputs

SWEDISH = (
    "Anna Bergs mamma bor i Uppsala. Anna går på Fyrisskolan med Karl Holm, och Karl ringer 018-17 10 00.\n"
    "Skriv till anna.berg@example.org senast den 3 maj 2019. Annas bror heter Erik."
)
FRENCH = "Je m'appelle Marie Delattre et j'habite à Lyon. L'ami d'Alice, Paul Moreau, est né le 3 mai 1990 à Paris."
PASSPHRASE = "four random words here"


def shown_text(project: Project, number: int) -> str:
    """Return the text that the page would show as the output."""
    _, sheet, shown = seen(project, number)
    edits = [Edit(each.span, each.words) for each in shown.values()]
    return splice(sheet.document.text, sorted(edits, key=lambda edit: edit.span))[0]


@pytest.mark.parametrize(
    "profile", ["default", "swell", "swell-tags", "cloaked-realistic", "cloaked-s3", "netanos-context"]
)
@pytest.mark.parametrize("text", [SWEDISH, FRENCH], ids=["sv", "fr"])
def test_what_is_shown_is_what_comes_out(tmp_path: Path, profile: str, text: str) -> None:
    folder = fill(tmp_path / "in", {"a.txt": text})
    project = opened(folder / "a.txt", tmp_path / "r", profile=settings(profile))
    _correct(project)
    expected = shown_text(project, 0)
    finish(project, tmp_path / "out", take_open=True, output=True)

    assert (tmp_path / "out" / "a.txt").read_text("utf-8") == expected
    assert expected != text
    project.close()


def test_with_a_vault_the_output_gives_the_input_back_byte_for_byte(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": SWEDISH, "b.txt": FRENCH})
    with open_vault(tmp_path / "v", PASSPHRASE, create=True) as vault:
        project = opened(folder, tmp_path / "r", vault=vault, profile=settings("swell"))
        _correct(project)
        expected = shown_text(project, 0)
        say(project, 1, 0, {"do": "write", "entity": project.history(1).sheet.parties[0].id, "text": "Zoé"})
        finish(project, tmp_path / "out", take_open=True, output=True)
        project.close()

        assert (tmp_path / "out" / "a.txt").read_text("utf-8") == expected
        assert "Zoé" in (tmp_path / "out" / "b.txt").read_text("utf-8")
        for name in ("a.txt", "b.txt"):
            [source], _ = find_inputs([str(tmp_path / "out" / name)], None, Layout())
            recover_file(vault, source, tmp_path / f"back-{name}")
            assert (tmp_path / f"back-{name}").read_bytes() == (folder / name).read_bytes()


def test_the_plan_of_a_review_can_be_applied_and_reviewed_again(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": SWEDISH})
    project = opened(folder / "a.txt", tmp_path / "r")
    _correct(project)
    [made] = finish(project, tmp_path / "out", take_open=True, output=False)
    project.close()
    again = opened([folder / "a.txt", made.plan], tmp_path / "again")

    assert made.output is None
    assert len(read_plans(made.plan)) == 1
    assert [(each.span, each.label) for each in again.history(0).sheet.marks] == [
        (each.span, each.label) for each in project.history(0).sheet.marks
    ]
    again.close()


def test_documents_that_are_not_done_are_taken_only_if_somebody_says_so(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": SWEDISH, "b.txt": FRENCH})
    project = opened(folder, tmp_path / "r")
    say(project, 0, 0, {"do": "status", "status": "done"})

    with pytest.raises(NotDone) as not_done:
        finish(project, tmp_path / "out", take_open=False, output=True)
    assert not_done.value.count == 1
    assert not (tmp_path / "out").exists()
    say(project, 1, 0, {"do": "status", "status": "done"})
    assert len(finish(project, tmp_path / "out", take_open=False, output=True)) == 2
    project.close()


def test_an_input_that_was_changed_meanwhile_gives_no_output(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": SWEDISH})
    project = opened(folder / "a.txt", tmp_path / "r")
    project.ready(0)
    (folder / "a.txt").write_text(SWEDISH + " Mer.", "utf-8")

    with pytest.raises(SafetyError, match="changed since"):
        finish(project, tmp_path / "out", take_open=True, output=True)
    assert not (tmp_path / "out" / "a.txt").exists()
    project.close()


def test_rows_of_a_table_are_documents_and_their_cells_share_numbers(tmp_path: Path) -> None:
    rows = [
        {"id": "r1", "text": "Anna Berg rang.", "note": "Karl Holm met Anna Berg."},
        {"id": "r2", "text": "No.", "note": ""},
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    layout = Layout(text_columns=("text", "note"), id_column="id")
    project = opened(tmp_path / "in.jsonl", tmp_path / "r", layout=layout)
    expected = [shown_text(project, number) for number in range(len(project.entries))]
    finish(project, tmp_path / "out", take_open=True, output=True)
    made = [json.loads(line) for line in (tmp_path / "out" / "in.jsonl").read_text().splitlines()]

    assert [row[name] for row in made for name in ("text", "note")] == expected
    assert expected[0] == "[PERSON_1] rang."
    project.close()


def test_the_parts_of_a_letter_are_shown_as_they_come_out(tmp_path: Path) -> None:
    letter = docx.Document()
    letter.add_paragraph("Karl Holm wrote to Anna Berg.")
    letter.sections[0].header.paragraphs[0].text = "Eva Dahl and Karl Holm"
    letter.save(str(tmp_path / "a.docx"))
    project = opened(tmp_path / "a.docx", tmp_path / "r")
    for number in range(len(project.entries)):
        shown_text(project, number)
    first = project.history(0).sheet.marks[0]
    say(project, 0, 0, {"do": "number", "entity": first.entity, "number": 5})
    shown = " ".join(shown_text(project, number) for number in range(len(project.entries)))
    finish(project, tmp_path / "out", take_open=True, output=True)
    made = docx.Document(str(tmp_path / "out" / "a.docx"))
    written = [made.paragraphs[0].text, made.sections[0].header.paragraphs[0].text]

    assert "[PERSON_5]" in "".join(written)
    assert all(each in shown for each in written)
    project.close()


def test_numbers_morphology_and_gender_reach_the_output(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": "Anna Holm såg Karls hund. Karl log. Anna Holm sov."})
    project = opened(folder / "a.txt", tmp_path / "r", profile=settings("swell-tags", terms={"PERSON.FIRST": ["Karl"]}))
    sheet = project.history(0).sheet
    karl = next(each for each in sheet.parties if each.label == "PERSON.FIRST" and _said(sheet, each.id) == {"Karl"})
    mark = sheet.marks_of(karl.id)[0]
    for command in (
        {"do": "number", "entity": karl.id, "number": 7},
        {"do": "gender", "entity": karl.id, "gender": "male"},
        {"do": "morphology", "mark": mark.id, "tags": ["gen"]},
    ):
        say(project, 0, project.history(0).sheet.version, command)
    expected = shown_text(project, 0)
    finish(project, tmp_path / "out", take_open=True, output=True)

    assert "firstname_male 7 gen" in expected
    assert (tmp_path / "out" / "a.txt").read_text() == expected
    project.close()


def test_the_gender_that_somebody_says_draws_another_name(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": "Hej, jag heter Kim och bor i Lund."})
    profile = settings("swell", terms={"PERSON.FIRST": ["Kim"]})
    project = opened(folder / "a.txt", tmp_path / "r", profile=profile)
    kim = next(each for each in project.history(0).sheet.parties if _said(project.history(0).sheet, each.id) == {"Kim"})
    drawn = set()
    for version, gender in enumerate(("female", "male")):
        say(project, 0, version, {"do": "gender", "entity": kim.id, "gender": gender})
        drawn.add(shown_text(project, 0))

    assert len(drawn) == 2
    project.close()


def _said(sheet: Sheet, id_: str) -> set[str]:
    return {each.span.of(sheet.document.text) for each in sheet.marks_of(id_)}


def _correct(project: Project) -> None:
    """Take one step of each sort in the first document."""
    sheet = project.history(0).sheet
    persons = [each.id for each in sheet.parties if each.label.startswith("PERSON")]
    last = sheet.marks[-1]
    commands: list[dict[str, object]] = [
        {"do": "write", "entity": persons[0], "text": "Zora"},
        {"do": "unmark", "mark": last.id},
        {"do": "mark", "start": last.start, "end": last.end, "label": "PERSON.NICKNAME"},
    ]
    if len(persons) > 2:
        commands.append({"do": "number", "entity": persons[2], "number": 40})
    for command in commands:
        say(project, 0, project.history(0).sheet.version, command)
