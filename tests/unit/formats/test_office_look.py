"""Office files open in LibreOffice and look as they did: names of equal width change, nothing around them moves."""

import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import docx
import numpy as np
import openpyxl
import pypdfium2
import pytest
from docx.shared import Pt, RGBColor
from numpy.typing import NDArray
from openpyxl.styles import Alignment, Font, PatternFill
from tests.unit.formats.office_files import NAMES, there_and_back

pytestmark = pytest.mark.slow
ZELDA, ORVILLE, WILHELMINA = NAMES
FONT = "DejaVu Sans Mono"
SAME_WIDTH = """
description = "Every name by its shape."
scope = "document"
detectors = ["terms"]
[otherwise]
strategy = "zero"
"""


def letter(*, plain: bool = False) -> bytes:
    """A letter in a font whose signs are equally wide; the plain one says the same without any formatting."""
    made = docx.Document()
    made.styles["Normal"].font.name = FONT
    heading = made.add_paragraph(f"About {ZELDA}")
    body = made.add_paragraph(f"Dear {ORVILLE}, ")
    bold = body.add_run("please read this with care")
    rest = body.add_run(f" and give it to {WILHELMINA}. " + "The rest is as it was. " * 12)
    if not plain:
        heading.runs[0].font.size, heading.runs[0].font.bold = Pt(22), True
        bold.bold, bold.font.color.rgb = True, RGBColor(200, 0, 0)
        rest.italic = True
        table = made.add_table(3, 2, "Table Grid")
        for row, name in enumerate(NAMES):
            table.cell(row, 0).text, table.cell(row, 1).text = str(row), name
        made.sections[0].header.paragraphs[0].text = f"To {WILHELMINA}"
    return _saved(made)


def workbook(*, plain: bool = False) -> bytes:
    """A workbook with colours, widths and a formula; the plain one has the values alone."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    for row, name in enumerate(NAMES, 1):
        sheet.append([row, name, f"{name} called", row * 2.5])
        sheet.cell(row, 2).font = Font(name=FONT, bold=not plain)
        if not plain:
            sheet.cell(row, 3).fill = PatternFill("solid", fgColor="FFCC66")
            sheet.cell(row, 4).alignment = Alignment(horizontal="center")
            sheet.row_dimensions[row].height = 30
    sheet["D5"] = "=SUM(D1:D3)"
    sheet.column_dimensions["B"].width = sheet.column_dimensions["C"].width = 34
    return _saved(made)


def _saved(made: Any) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def picture(folder: Path, name: str, data: bytes) -> NDArray[np.int16]:
    """Return what LibreOffice shows, page below page."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not here: apt-get install libreoffice-writer libreoffice-calc")
    (folder / name).write_bytes(data)
    home = f"-env:UserInstallation={(folder / 'home').as_uri()}"
    command = [office, home, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(folder / name)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    with pypdfium2.PdfDocument((folder / name).with_suffix(".pdf")) as pages:
        shown = [page.render(scale=1.5, grayscale=True).to_numpy() for page in pages]
        return np.concatenate([np.atleast_3d(page)[..., 0] for page in shown]).astype(np.int16)


def inked(shown: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return in which squares of twelve dots there is any ink: letters change, what they stand in does not."""
    high, wide = (length // 12 * 12 for length in shown.shape)
    squares = shown[:high, :wide].reshape(high // 12, 12, wide // 12, 12)
    return np.asarray((squares < 200).any((1, 3)))


def differing(one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
    """Return of the squares with ink in either, which share has none in the other."""
    first, second = inked(one), inked(other)
    return float((first ^ second).sum() / (first | second).sum())


@pytest.mark.parametrize(("make", "name"), [(letter, "letter.docx"), (workbook, "book.xlsx")])
def test_only_names_look_different(make: Any, name: str, tmp_path: Path) -> None:
    profile = tmp_path / "shape.toml"
    profile.write_text(SAME_WIDTH, "utf-8")
    given, plain = make(), make(plain=True)
    taken = there_and_back(name, given, profile=str(profile))

    before = picture(tmp_path, name, given)
    after = picture(tmp_path, "made-" + name, taken.made)
    other = picture(tmp_path, "plain-" + name, plain)

    assert taken.back == given
    assert before.shape == after.shape
    assert (before != after).any()
    assert differing(before, after) < 0.1
    assert differing(before, other) > 0.3, "what has lost its formatting is seen to differ"
