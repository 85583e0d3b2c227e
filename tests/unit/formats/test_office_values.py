"""What stands in an Office file and is no text: technical values stay, and whatever could name somebody does not."""

import pytest
from tests.unit.formats.office_files import NAMES, W, leaks, paragraph, part, small_docx, there_and_back, zipped

from allonym.core.errors import InputError
from allonym.core.pieces import Layout
from allonym.formats.xml_part import Authors, read_part
from allonym.formats.xml_values import is_odd

ZELDA, ORVILLE, _ = NAMES
MAIL = "zelda@quimbyson.example"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
TEXTS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>note</t></is></c></row>'
)


def sheet(rows: str, behind: str = "", parts: dict[str, str] | None = None) -> bytes:
    """Return the smallest workbook with these rows, and with something behind them."""
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "xl/workbook.xml": f'<workbook {MAIN}><sheets><sheet name="S" sheetId="1"/></sheets></workbook>',
            "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData>{behind}</worksheet>",
            **(parts or {}),
        }
    )


@pytest.mark.parametrize(
    ("element", "attribute", "value"),
    [
        ("docPr", "id", "2147483647"),
        ("p", "paraId", "77624578"),
        ("ext", "uri", "{28A0092B-C50C-407E-A947-70E740481C1C}"),
        ("ins", "date", "2024-05-17T10:30:00Z"),
        ("shape", "style", "position:absolute;margin-left:59.25pt;z-index:251658240;width:144px"),
        ("shapetype", "path", "m@4@5l@4@11@9@11@9@5xe"),
        ("f", "eqn", "sum @0 0 1234567"),
        ("shapetype", "coordsize", "21600,21600"),
        ("font", "typeface", "Times New Roman"),
        ("font", "panose", "02020603050405020304"),
        ("lsdException", "name", "Table Grid Light"),
        ("document", "Ignorable", "w14 w15 wp14"),
        ("Relationship", "Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"),
        ("conditionalFormatting", "sqref", "A1:B1048576 D2"),
    ],
)
def test_what_programs_write_is_known_by_its_shape(element: str, attribute: str, value: str) -> None:
    assert not is_odd(element, attribute, value)


@pytest.mark.parametrize(
    ("element", "attribute"), [("font", "typeface"), ("shape", "style"), ("document", "Ignorable"), ("a", "xmlns")]
)
def test_an_address_is_seen_wherever_it_stands(element: str, attribute: str) -> None:
    assert is_odd(element, attribute, MAIL)
    assert is_odd(element, attribute, f"urn:{MAIL}")


@pytest.mark.parametrize(
    "body",
    [
        f'<w:hyperlink w:anchor="{MAIL}"/>',
        f"<w:dataBinding w:xpath=\"/a[@b='{MAIL}']\"/>",
        f'<z:foo xmlns:z="urn:z" z:bar="{MAIL}"/>',
        f'<z:foo xmlns:z="urn:{MAIL}"/>',
        f'<w:smartTagType w:namespaceuri="{MAIL}"/>',
        f'<v:shape xmlns:v="v" id="{ZELDA}"/>',
        f'<w:style w:styleId="x"><w:name w:val="{ZELDA}"/></w:style>',
        f'<wp:posOffset xmlns:wp="p">{MAIL}</wp:posOffset>',
    ],
)
def test_a_value_that_names_somebody_fails_the_file(body: str) -> None:
    with pytest.raises(InputError, match="a key holds") as caught:
        there_and_back("a.docx", small_docx(body))
    assert "uimbyson" not in str(caught.value)


def test_a_long_number_of_another_program_is_a_text_and_a_measure_is_none() -> None:
    part_of = read_part("customXml/item1.xml", "<a><b>46701740605</b><c>12.5</c></a>", Authors())
    assert [each if isinstance(each, str) else each.value for [each] in part_of.others] == ["46701740605"]


def test_comments_in_a_text_go_and_come_back() -> None:
    given = small_docx(f"<w:p><w:r><w:t>Dear <!-- {ORVILLE} -->{ZELDA}</w:t></w:r><!-- {ZELDA} --></w:p>")
    taken = there_and_back("a.docx", given)

    assert leaks(taken.made) == []
    assert "<!--" not in part(taken.made, "word/document.xml")
    assert taken.back == given


@pytest.mark.parametrize("kind", ["n", "d", "e", "b"])
def test_a_text_in_a_cell_that_should_hold_none_is_a_text(kind: str) -> None:
    given = sheet(f'<row r="1"><c r="A1" t="{kind}"><v>{MAIL}</v></c></row>')
    taken = there_and_back("a.xlsx", given)

    assert leaks(taken.made) == []
    assert taken.back == given


@pytest.mark.parametrize(
    ("rows", "parts", "reason"),
    [
        (f'<row r="1"><c r="A1" z="{MAIL}"><v>1</v></c></row>', {}, "a key holds EMAIL"),
        (f'<row r="1" z="{ZELDA}"/>', {}, "a key holds PERSON"),
        (f'<row r="1"/><!-- {ZELDA} -->', {}, "a comment stands among the cells"),
        ("", {"xl/sharedStrings.xml": f"<sst {MAIN}><!-- {ZELDA} --></sst>"}, "a comment stands in the table"),
        ("", {"xl/ctrlProps/c.xml": f'<formControlPr fmlaMacro="{MAIL}"/>'}, "a key holds EMAIL"),
        ("", {"xl/x.xml": f'<protectedRange name="{MAIL}"/>'}, "a key holds EMAIL"),
    ],
)
def test_nothing_hides_among_the_cells(rows: str, parts: dict[str, str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        there_and_back("a.xlsx", sheet(rows, parts=parts))


@pytest.mark.parametrize(
    "behind",
    [
        '<autoFilter><filter val="Xqz"/></autoFilter>',
        '<conditionalFormatting><cfRule text="Xqz"/></conditionalFormatting>',
        '<x><name val="Xqz Wvu"/></x>',
    ],
)
def test_with_columns_a_filter_must_not_keep_what_a_cell_loses(behind: str) -> None:
    name = "Xqz Wvu" if "Wvu" in behind else "Xqz"
    cells = f'<row r="2"><c r="A2" t="inlineStr"><is><t>{name}</t></is></c></row>'
    layout = Layout(labels=(("name", "PERSON"),), text_columns=("note",))
    with pytest.raises(InputError, match=r"stands beside the cells, too|stands here, too"):
        there_and_back("a.xlsx", sheet(TEXTS + cells, behind), layout)
    assert "Xqz" not in part(there_and_back("a.xlsx", sheet(TEXTS + cells), layout).made, "xl/worksheets/sheet1.xml")


def test_an_ordinary_letter_with_old_drawings_passes() -> None:
    body = (
        '<w:r><w:pict><v:shapetype xmlns:v="urn:schemas-microsoft-com:vml" id="_x0000_t75" coordsize="21600,21600" '
        'path="m@4@5l@4@11@9@11@9@5xe"><v:f eqn="if lineDrawn pixelLineWidth 0"/></v:shapetype></w:pict></w:r>'
    )
    given = small_docx(
        paragraph("Dear ", ZELDA) + f"<w:p>{body}</w:p>",
        {"word/settings.xml": f'<w:settings {W}><w:mathFont w:val="Cambria Math"/></w:settings>'},
    )
    assert there_and_back("a.docx", given).back == given
