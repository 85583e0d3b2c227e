import io
import zipfile

import docx
import pytest
from docx.shared import RGBColor
from tests.unit.formats.office_files import (
    NAMES,
    W,
    changed_since,
    leaks,
    paragraph,
    part,
    places,
    small_docx,
    texts,
    there_and_back,
    with_parts,
)

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.formats.word import docx as word

ZELDA, ORVILLE, WILHELMINA = NAMES


def letter() -> bytes:
    """A letter with names wherever python-docx can write one."""
    made = docx.Document()
    made.core_properties.author = ZELDA
    made.core_properties.last_modified_by = ORVILLE
    made.core_properties.title = f"Letter to {WILHELMINA}"
    made.add_heading(f"About {ZELDA}", 1)
    split = made.add_paragraph("Dear Zel")
    bold = split.add_run("da Quim")
    bold.bold = True
    bold.font.color.rgb = RGBColor(200, 0, 0)
    split.add_run("byson, write to zelda@quimbyson.example.")
    table = made.add_table(1, 2)
    table.cell(0, 0).text = "Name"
    table.cell(0, 1).text = ORVILLE
    section = made.sections[0]
    section.header.paragraphs[0].text = f"To {WILHELMINA}"
    section.footer.paragraphs[0].text = f"By {ORVILLE}"
    made.add_comment(split.runs, text=f"Ask {WILHELMINA}", author=ZELDA, initials="ZQ")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_a_letter_comes_back_byte_for_byte_and_leaks_nothing() -> None:
    given = letter()
    taken = there_and_back("letter.docx", given)

    assert taken.back == given
    assert leaks(taken.made) == []
    assert taken.made != given


def test_the_new_letter_opens_and_keeps_its_formatting() -> None:
    made = docx.Document(io.BytesIO(there_and_back("letter.docx", letter()).made))
    runs = made.paragraphs[1].runs

    assert [run.text for run in runs[:3]] == ["Dear [PERSON_1]", "", ", write to [EMAIL_1]."]
    assert runs[1].bold
    assert runs[1].font.color.rgb == RGBColor(200, 0, 0)
    assert made.paragraphs[0].style is not None
    assert made.paragraphs[0].style.name == "Heading 1"
    assert made.tables[0].cell(0, 1).text == "[PERSON_2]"
    assert made.sections[0].header.paragraphs[0].text == "To [PERSON_3]"
    assert made.sections[0].footer.paragraphs[0].text == "By [PERSON_2]"
    [comment] = made.comments
    assert (comment.author, comment.initials, comment.text) == ("Author 1", "A1", "Ask [PERSON_3]")
    assert (made.core_properties.author, made.core_properties.title) == ("", "")


def test_members_without_texts_keep_their_packed_bytes() -> None:
    given = letter()
    made = there_and_back("letter.docx", given).made
    with zipfile.ZipFile(io.BytesIO(given)) as old, zipfile.ZipFile(io.BytesIO(made)) as new:
        assert old.namelist() == new.namelist()
        for name in ("word/styles.xml", "word/theme/theme1.xml", "[Content_Types].xml", "_rels/.rels"):
            one, other = old.getinfo(name), new.getinfo(name)
            start, place = (info.header_offset + 30 + len(name) for info in (one, other))

            assert one.compress_size == other.compress_size
            assert given[start : start + one.compress_size] == made[place : place + other.compress_size]


@pytest.mark.parametrize(
    ("runs", "wanted"),
    [
        (["Zelda Quimbyson"], ["[PERSON_1]"]),
        (["Z", "elda", " Quim", "byson"], ["[PERSON_1]", "", "", ""]),
        (["So Zel", "da Quimbyson left"], ["So [PERSON_1]", " left"]),
        (["Zelda ", "", "Quimbyson &amp; Co"], ["[PERSON_1]", "", " &amp; Co"]),
        (["Zel&#100;a Quimbyson"], ["[PERSON_1]"]),
        (["a <![CDATA[Zelda ]]>", "Quimbyson"], ["a [PERSON_1]", ""]),
    ],
)
def test_a_name_is_found_over_runs_and_replaced_in_the_first(runs: list[str], wanted: list[str]) -> None:
    given = small_docx(paragraph(*runs))
    taken = there_and_back("a.docx", given)

    assert texts(part(taken.made, "word/document.xml")) == wanted
    assert taken.back == given


def test_white_space_that_comes_to_the_edge_of_a_run_is_kept() -> None:
    made = there_and_back("a.docx", small_docx(paragraph("Zelda Quim", "byson left"))).made

    assert '<w:t xml:space="preserve"> left</w:t>' in part(made, "word/document.xml")


def test_an_address_over_paragraphs_leaves_the_paragraphs() -> None:
    given = small_docx(paragraph("12 High Street") + paragraph("London SW1A 1AA") + paragraph("Hello"))
    taken = there_and_back("a.docx", given)

    assert texts(part(taken.made, "word/document.xml")) == ["[ADDRESS_1]", "", "Hello"]
    assert taken.back == given


def test_a_text_box_inside_a_paragraph_does_not_cut_it() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{paragraph(f'Box of {ORVILLE}')}</w:txbxContent></w:pict></w:r>"
    body = f"<w:p><w:r><w:t>Zelda </w:t></w:r>{box}<w:r><w:t>Quimbyson</w:t></w:r></w:p>"
    document = part(there_and_back("a.docx", small_docx(body)).made, "word/document.xml")

    assert sorted(texts(document)) == ["", "Box of [PERSON_1]", "[PERSON_2]"]


HIDDEN = {
    "preview": ("docProps/thumbnail.jpeg", ZELDA.encode()),
    "embedded": ("word/embeddings/oleObject1.bin", ZELDA.encode("utf-16-le")),
}


@pytest.mark.parametrize("place", places("docx"))
def test_no_name_stays_in(place: str) -> None:
    name, content = places("docx")[place]
    if name == "word/document.xml":
        given = small_docx(f"<w:p>{content}</w:p>")
    else:
        given = small_docx(paragraph("Hello"), {name: content.replace("{W}", W)})
    taken = there_and_back("a.docx", given)

    assert leaks(given) or "1234567" in content
    assert leaks(taken.made) == []
    assert name != "docProps/custom.xml" or "1234567" not in part(taken.made, name)
    assert taken.back == given


@pytest.mark.parametrize("place", HIDDEN)
def test_no_name_stays_in_what_nobody_can_read(place: str) -> None:
    given = small_docx(paragraph("Hello"), dict([HIDDEN[place]]))
    taken = there_and_back("a.docx", given)

    assert leaks(taken.made) == []
    assert taken.back == given


def test_what_is_left_and_what_was_taken_out_is_said() -> None:
    parts = {"word/media/image1.png": b"picture", "word/embeddings/x.bin": b"data", "docProps/thumbnail.jpeg": b"page"}
    notes = there_and_back("a.docx", small_docx(paragraph("Hello"), parts)).report.notes

    assert notes == [
        "1 picture stays as it is; nobody has looked inside",
        "2 embedded files or previews are empty now; recovery brings them back",
    ]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"word/vbaProject.bin": b"x"}, "macros"),
        ({"word/x.xml": f'<w:x {W}><w:bookmarkStart w:name="{ZELDA}"/></w:x>'}, "a key holds PERSON"),
        ({"word/x.xml": f'<w:x {W}><w:pStyle w:val="{ZELDA}"/></w:x>'}, "a key holds PERSON"),
        ({"word/x.xml": f'<w:x {W}><w:rFonts w:ascii="{ZELDA}"/></w:x>'}, "stands here, too"),
        ({"word/media/Zelda Quimbyson.png": b"x"}, "a key holds PERSON"),
        ({"word/x.xml": "<a><b></a>"}, "not well-formed XML"),
    ],
)
def test_what_cannot_be_replaced_fails_the_file(parts: dict[str, str | bytes], reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        there_and_back("a.docx", small_docx(paragraph(f"Dear {ZELDA}"), parts))
    assert "Zelda" not in str(caught.value)


def test_authors_are_told_apart_over_parts() -> None:
    comments = f'<w:comments {W}><w:comment w:author="{ORVILLE}"/><w:comment w:author="{ZELDA}"/></w:comments>'
    body = f'<w:p><w:ins w:author="{ZELDA}"><w:r><w:t>new</w:t></w:r></w:ins></w:p>'
    made = there_and_back("a.docx", small_docx(body, {"word/comments.xml": comments})).made

    assert 'w:author="Author 1"' in part(made, "word/document.xml")
    assert part(made, "word/comments.xml").count('"Author 2"/><w:comment w:author="Author 1"') == 1


def test_a_file_that_was_packed_anew_is_recovered_by_its_texts() -> None:
    back = changed_since("a.docx", letter(), lambda made: with_parts(made, {}, zipfile.ZIP_STORED))
    opened = docx.Document(io.BytesIO(back))

    assert opened.paragraphs[1].text == "Dear Zelda Quimbyson, write to zelda@quimbyson.example."
    assert opened.sections[0].footer.paragraphs[0].text == f"By {ORVILLE}"


def test_the_same_letter_gives_the_same_bytes_with_a_vault_and_without() -> None:
    given = letter()

    assert there_and_back("a.docx", given).made == there_and_back("a.docx", given, vault=False).made


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic", "netanos-xxx"])
def test_every_kind_of_stand_in_fits(profile: str) -> None:
    given = letter()
    taken = there_and_back("a.docx", given, profile=profile)

    assert taken.back == given
    assert leaks(taken.made) == []


def test_a_long_letter_comes_in_pieces_that_end_with_paragraphs() -> None:
    given = small_docx("".join(paragraph(f"Number {number}") for number in range(20)))
    found = list(word(size=30).read(io.BytesIO(given), Layout()))

    assert len(found) > 5
    assert "".join(piece.text for piece in found) == "".join(f"Number {number}\n" for number in range(20))
    assert all(isinstance(piece, Piece) for piece in found)
