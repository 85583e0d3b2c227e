"""A stand-in never makes a cell a formula: a spreadsheet computes what begins with = + - @, whoever wrote it.

    @anna_b says hello   ->   '@user_1 says hello        an apostrophe before it says that it is a text

Only what we write is our affair: a cell whose beginning was not replaced stays as it was.
"""

from dataclasses import replace

from allonym.core.splice import splice
from allonym.core.types import Document, OutputText, Result

SIGNS = frozenset("=+-@\t\r\n＝＋－＠")
"""What makes a formula at the beginning of a cell; the wide ones count in East Asian spreadsheets."""
MARK = "'"


def without_formula(document: Document, result: Result) -> Result:
    """Return the result with an apostrophe before a stand-in that would begin its cell with a sign of a formula."""
    if result.text[:1] not in SIGNS or not result.edits or result.edits[0].span.start > 0:
        return result
    first, *others = result.edits
    edits = (replace(first, replacement=MARK + first.replacement), *others)
    text, spans = splice(document.text, edits)
    return replace(result, text=OutputText(text, result.id, result.plan.digest), edits=edits, spans=spans)
