"""Takes over what another tool says of the documents of a review; each of them takes one step, which can be undone."""

from allonym.core.errors import InputError
from allonym.reviewing.acting import say_of
from allonym.reviewing.exchange import Files, Reading, read_sheets, ruling_for
from allonym.reviewing.project import Project
from allonym.reviewing.storing import sheet_data


def take_over(project: Project, format_name: str, files: Files) -> int:
    """Return how many documents are now as the files say; those that they do not tell of stay as they are."""
    numbers = {each.document.id: each.number for each in project.entries}
    if len(numbers) < len(project.entries):
        raise InputError("two documents of this review have the same id, so nobody can tell which one is meant")
    before = {each.document.id: each.history.sheet for each in project.entries if each.history is not None}
    reading = Reading(ruling_for(project.tool.settings), before=before)
    documents = [each.document for each in project.entries]
    sheets = read_sheets(format_name, files, documents, reading)
    if not sheets:
        raise InputError("the file tells of no document of this review")
    for sheet in sheets:
        project.ready(numbers[sheet.document.id])
    say_of(project, {numbers[each.document.id]: {"sheet": sheet_data(each)} for each in sheets})
    return len(sheets)
