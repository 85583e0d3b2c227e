"""Refuse output that must not leave: here, output that could not be turned back."""

from allonym.core.errors import NotExact
from allonym.core.splice import invert, leads_to
from allonym.core.types import Document, Result


def require_exact(document: Document, result: Result) -> None:
    """Raise NotExact unless undoing the edits gives the very text that came in."""
    if not result.edits and result.text == document.text:
        return
    if not leads_to(result.text, invert(document.text, result.edits, result.spans), document.text):
        raise NotExact(f"{document.id}: undoing the edits does not give the original; nothing is written")
