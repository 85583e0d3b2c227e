import io
import re
import zipfile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from tests.unit.formats.office_files import (
    NAMES,
    changed_since,
    leaks,
    part,
    places,
    there_and_back,
    with_parts,
    zipped,
)

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout

ZELDA, ORVILLE, WILHELMINA = NAMES
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook() -> bytes:
    """A workbook with names wherever openpyxl can write one."""
    made = openpyxl.Workbook()
    made.properties.creator = ZELDA
    made.properties.lastModifiedBy = ORVILLE
    made.properties.title = WILHELMINA
    sheet = made.active
    assert sheet is not None
    sheet.append(["id", "name", "note", "score"])
    sheet.append([1, ZELDA, f"{ZELDA} met {ORVILLE}", 3.5])
    sheet.append(
        [2, ORVILLE, CellRichText("Dear ", TextBlock(InlineFont(b=True), "Wilhel"), "mina Prufrock, hello"), 4]
    )
    sheet["E2"] = "=SUM(D2:D3)"
    sheet["B2"].comment = Comment(f"{ORVILLE}: look", ZELDA)
    sheet.oddHeader.left.text = f"On {ZELDA}"
    sheet.oddFooter.center.text = WILHELMINA
    sheet["F2"] = "mail"
    sheet["F2"].hyperlink = "mailto:zelda@quimbyson.example"
    other = made.create_sheet("Other")
    other["A1"] = f"Written by {WILHELMINA}"
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def shared(cells: str, table: str, parts: dict[str, str | bytes] | None = None) -> bytes:
    """Return a small workbook with one worksheet and a table of shared texts."""
    sheets = '<sheets><sheet name="Data" sheetId="1" xmlns:r="r" r:id="rId1"/></sheets>'
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "xl/workbook.xml": f"<workbook {MAIN}>{sheets}</workbook>",
            "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{cells}</sheetData></worksheet>",
            "xl/sharedStrings.xml": f'<sst {MAIN} count="9" uniqueCount="2">{table}</sst>',
            **(parts or {}),
        }
    )


def rows(data: bytes) -> list[list[object]]:
    opened = openpyxl.load_workbook(io.BytesIO(data))
    return [[cell.value for cell in row] for sheet in opened for row in sheet.iter_rows()]


def test_a_workbook_comes_back_byte_for_byte_and_leaks_nothing() -> None:
    given = workbook()
    taken = there_and_back("a.xlsx", given)

    assert taken.back == given
    assert leaks(taken.made) == []


def test_the_new_workbook_opens_with_formulas_numbers_and_formats() -> None:
    made = openpyxl.load_workbook(io.BytesIO(there_and_back("a.xlsx", workbook()).made), rich_text=True)
    sheet = made["Sheet"]

    assert [cell.value for cell in sheet[2]] == [
        1,
        "[PERSON_1]",
        "[PERSON_1] met [PERSON_2]",
        3.5,
        "=SUM(D2:D3)",
        "mail",
    ]
    assert str(sheet["C3"].value) == "Dear [PERSON_3], hello"
    assert sheet["C3"].value[1].font.b
    assert sheet["B2"].comment.text == "[PERSON_2]: look"
    assert sheet["B2"].comment.author == "Author 1"
    assert sheet.oddHeader.left.text == "On [PERSON_1]"
    assert sheet.oddFooter.center.text == "[PERSON_3]"
    assert sheet["F2"].hyperlink.target == "mailto:%5BEMAIL_1%5D"
    assert made["Other"]["A1"].value == "Written by [PERSON_3]"
    assert made.properties.creator in {None, ""}


def test_a_shared_text_is_replaced_for_all_its_cells() -> None:
    cells = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row>'
    given = shared(cells, f"<si><t>{ZELDA}</t></si><si><t>hidden {ORVILLE}</t></si>")
    taken = there_and_back("a.xlsx", given)

    assert part(taken.made, "xl/worksheets/sheet1.xml") == part(given, "xl/worksheets/sheet1.xml")
    assert part(taken.made, "xl/sharedStrings.xml").endswith(
        "<si><t>[PERSON_1]</t></si><si><t>hidden [PERSON_2]</t></si></sst>"
    )
    assert taken.back == given


def test_a_shared_text_is_replaced_only_in_the_columns_that_were_asked_for() -> None:
    header = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    cells = header + '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="s"><v>2</v></c></row>'
    given = shared(cells, f"<si><t>left</t></si><si><t>right</t></si><si><t>{ZELDA}</t></si>")
    taken = there_and_back("a.xlsx", given, Layout(text_columns=("right",)))

    assert re.findall(r"<v>(\d+)</v>", part(taken.made, "xl/worksheets/sheet1.xml")) == ["0", "1", "2", "3"]
    assert part(taken.made, "xl/sharedStrings.xml").endswith(
        f'uniqueCount="4"><si><t>left</t></si><si><t>right</t></si><si><t>{ZELDA}</t></si><si><t>[PERSON_1]</t></si></sst>'
    )
    assert taken.back == given


def test_a_shared_text_without_cells_that_keep_it_is_gone() -> None:
    header = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    row = '<row r="{0}"><c r="A{0}" t="s"><v>1</v></c></row>'
    given = shared(header + "".join(map(row.format, (2, 3))), f"<si><t>text</t></si><si><t>{ZELDA}</t></si>")
    taken = there_and_back("a.xlsx", given, Layout(text_columns=("text",)), profile="cloaked-realistic")

    assert leaks(taken.made) == []
    assert taken.back == given


def test_what_a_formula_gave_is_taken_out_and_computed_anew() -> None:
    cells = f'<row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>{ZELDA}</v></c><c r="B1"><f>1+1</f><v>2</v></c></row>'
    given = shared(cells, "")
    taken = there_and_back("a.xlsx", given)

    assert '<c r="A1" t="str"><f>B1&amp;"x"</f></c><c r="B1"><f>1+1</f><v>2</v></c>' in part(
        taken.made, "xl/worksheets/sheet1.xml"
    )
    assert '</sheets><calcPr fullCalcOnLoad="1"/>' in part(taken.made, "xl/workbook.xml")
    assert taken.back == given


@pytest.mark.parametrize(
    ("calculation", "wanted"),
    [
        ('<calcPr calcId="1"/>', '<calcPr calcId="1" fullCalcOnLoad="1"/>'),
        ('<calcPr fullCalcOnLoad="0"/>', '<calcPr fullCalcOnLoad="1"/>'),
        ("<definedNames></definedNames>", '<definedNames></definedNames><calcPr fullCalcOnLoad="1"/>'),
    ],
)
def test_the_workbook_says_that_it_is_to_be_computed(calculation: str, wanted: str) -> None:
    book = f'<workbook {MAIN}><sheets><sheet name="Data"/></sheets>{calculation}</workbook>'
    given = shared('<row r="1"><c r="A1" t="str"><f>B1</f><v>x</v></c></row>', "", {"xl/workbook.xml": book})

    assert wanted in part(there_and_back("a.xlsx", given).made, "xl/workbook.xml")


@pytest.mark.parametrize("place", places("xlsx"))
def test_no_name_stays_in(place: str) -> None:
    name, content = places("xlsx")[place]
    given = shared("", "", {name: content.replace("{MAIN}", MAIN)})
    taken = there_and_back("a.xlsx", given)

    assert leaks(given)
    assert leaks(taken.made) == []
    assert taken.back == given


def test_no_name_stays_in_the_settings_of_a_printer() -> None:
    given = shared("", "", {"xl/printerSettings/printerSettings1.bin": ZELDA.encode("utf-16-le")})

    assert leaks(there_and_back("a.xlsx", given).made) == []


@pytest.mark.parametrize("place", places("xlsx-fails"))
def test_names_that_stay_as_they_are_fail_the_file(place: str) -> None:
    name, content = places("xlsx-fails")[place]
    with pytest.raises(InputError, match="a key holds PERSON"):
        there_and_back("a.xlsx", shared("", "", {name: content.replace("{MAIN}", MAIN)}))


def test_what_is_replaced_in_a_cell_and_stands_where_no_text_is_fails_the_file() -> None:
    cells = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{ZELDA}</t></is></c></row>'
    given = shared(cells, "", {"xl/styles.xml": f'<styles><font><name val="{ZELDA}"/></font></styles>'})
    with pytest.raises(InputError, match="stands here, too"):
        there_and_back("a.xlsx", given)


def test_with_columns_each_row_is_a_document_of_its_own() -> None:
    layout = Layout(text_columns=("note",), id_column="id", author_column="name")
    given = workbook()
    taken = there_and_back("a.xlsx", given, layout)
    made = rows(taken.made)

    assert made[0][:4] == ["id", "name", "note", "score"]
    assert made[1][1:3] == [ZELDA, "[PERSON_1] met [PERSON_2]"]
    assert made[2][1:3] == [ORVILLE, "Dear [PERSON_1], hello"]
    assert made[-1][0] == "Written by [PERSON_1]"
    assert taken.back == given


def test_a_column_can_have_a_label() -> None:
    made = rows(there_and_back("a.xlsx", workbook(), Layout(labels=(("name", "PERSON"),), text_columns=("note",))).made)

    assert made[1][1:3] == ["[PERSON_1]", "[PERSON_1] met [PERSON_2]"]


def test_an_unknown_column_is_a_usage_error_and_a_number_with_a_label_an_input_error() -> None:
    with pytest.raises(UsageError, match="no column is called 'nope'"):
        there_and_back("a.xlsx", workbook(), Layout(text_columns=("nope",)))
    with pytest.raises(InputError, match="row 2 column D: a number in a column with a label"):
        there_and_back("a.xlsx", workbook(), Layout(labels=(("score", "PHONE"),)))


def test_a_number_that_no_text_has_is_an_error() -> None:
    cell = '<row r="1"><c r="A1" t="s"><v>{}</v></c></row>'
    with pytest.raises(InputError, match="names text 7 of a shared table that has 0"):
        there_and_back("a.xlsx", shared(cell.format(7), ""))
    with pytest.raises(InputError, match="cell A of a worksheet names no text"):
        there_and_back("a.xlsx", shared(cell.format("x"), ""))


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic", "netanos-xxx", "cloaked-s0"])
@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_a_stand_in_never_begins_a_cell_like_a_formula(profile: str, sign: str) -> None:
    cells = f'<row r="1"><c r="A1" t="inlineStr"><is><t>@zelda_quimbyson{sign}cmd</t></is></c></row>'
    taken = there_and_back("a.xlsx", shared(cells, ""), profile=profile)
    [value] = re.findall(r"<t[^>]*>([^<]*)</t>", part(taken.made, "xl/worksheets/sheet1.xml"))

    assert value[:1] not in {"=", "+", "-"}
    assert not value.startswith("@") or value.startswith("@zelda")


def test_a_changed_workbook_is_recovered_by_its_texts() -> None:
    def change(made: bytes) -> bytes:
        sheet = part(made, "xl/worksheets/sheet1.xml").replace("<v>3.5</v>", "<v>9</v>")
        return with_parts(made, {"xl/worksheets/sheet1.xml": sheet})

    back = rows(changed_since("a.xlsx", workbook(), change))

    assert back[1][2:4] == [f"{ZELDA} met {ORVILLE}", 9]


def test_a_workbook_in_another_container_is_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook())) as opened:
        parts = {name: opened.read(name) for name in opened.namelist() if name != "xl/workbook.xml"}
    with pytest.raises(InputError, match="not the kind of Office file"):
        there_and_back("a.xlsx", zipped(parts))
