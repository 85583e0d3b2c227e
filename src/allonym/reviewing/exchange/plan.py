"""Plans: the file that `allonym plan` writes and `allonym apply` carries out. It holds places, not words.

Comments, OBS! and Com! are not in it, and running numbers only where somebody has settled them.
"""

from collections.abc import Mapping, Sequence

from allonym.core.errors import InputError
from allonym.core.types import Document, Plan
from allonym.evaluation.json_gold import parsed
from allonym.reviewing.exchange.told import Files, decoded
from allonym.reviewing.fitting import require_each_once, require_fitting
from allonym.reviewing.values import Sheet, plan_of, sheet_of
from allonym.running.plans import VERSION, header_line, plan_from, plan_line
from allonym.settings import Settings


def write(sheets: Sequence[Sheet], settings: Settings) -> dict[str, bytes]:
    """Return one file with a header and a line for each document."""
    lines = (plan_line(plan_of(each)) for each in sheets)
    return {"plan.jsonl": "".join((header_line(settings), *lines)).encode()}


def read(files: Files, documents: Sequence[Document]) -> list[Sheet]:
    """Return the sheets of all plans; raise InputError for one that was made for another text."""
    known = {each.id: each for each in documents}
    found = [pair for name in sorted(files) for pair in _plans(name, files[name])]
    require_each_once((plan.id for _, plan in found), ", ".join(sorted(files)))
    return [_sheet(plan, place, known) for place, plan in found]


def _plans(name: str, data: bytes) -> list[tuple[str, Plan]]:
    found = []
    for number, line in enumerate(decoded(name, data).split("\n"), 1):
        place = f"{name} line {number}"
        row = parsed(line, place) if line.strip() else None
        if number == 1 and (not isinstance(row, dict) or row.get("allonym-plan") != VERSION):
            raise InputError(f"{place}: not a plan that this version of allonym wrote")
        if number > 1 and row is not None:
            try:
                found.append((place, plan_from(row)))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise InputError(f"{place}: not a plan; see docs/reference/plans") from None
    return found


def _sheet(plan: Plan, place: str, documents: Mapping[str, Document]) -> Sheet:
    document = documents.get(plan.id)
    if document is None:
        raise InputError(f"{place}: the plan has a line for {plan.id}, which is not in the input")
    if document.digest() != plan.digest:
        raise InputError(f"{place}: the plan for {plan.id} was made for another text")
    require_fitting(plan, document, place)
    return sheet_of(document, plan)
